"""The sections of a body: what is a heading, and what only looks like one."""

from __future__ import annotations

import pytest

from pressgate.outline import MAX_HEADING, sections

HEADINGS = {
    "atx": ("# One\n\n## Two ##\ntext\n### Three", [("One", 1), ("Two", 2), ("Three", 3)]),
    "up to three spaces": ("   # In\n    # code", [("In", 1)]),
    "seven hashes are none": ("####### seven\n#no space\n#\tTab", [("Tab", 1)]),
    "hash that is text": ("# C#\n## a # b\n## x \\#", [("C#", 1), ("a # b", 2), ("x \\#", 2)]),
    "empty": ("#\n## ##\n### kept", [("kept", 3)]),
    "setext": ("Title\n=====\n\nTwo\nlines\n---\ntext", [("Title", 1), ("Two lines", 2)]),
    "a rule under a blank line": ("text\n\n---\n\n# H", [("H", 1)]),
    "a rule under a list, a quote, a table, a tag": (
        "- item\n---\n\n> quote\n---\n\n| a |\n---\n\n<Card />\n---\n# H",
        [("H", 1)],
    ),
    "fence": ("```sh\n# no\n```\n# yes\n~~~\n# no\n```\n~~~\n# too", [("yes", 1), ("too", 1)]),
    "longer fence": ("````md\n```\n# no\n````\n# yes", [("yes", 1)]),
    "fence in a list": ("1. do\n\n    ```\n    # no\n# no\n    ```\n\n# yes", [("yes", 1)]),
    "fence on the line of its item": ("- ```\n  # no\n  ```\n# yes", [("yes", 1)]),
    "unclosed fence": ("# yes\n```\n# no", [("yes", 1)]),
    "code that shows a fence": ("    ```\n# yes", [("yes", 1)]),
    "comment and raw HTML": ("<!--\n# no\n-->\n<pre>\n# no\n</pre>\n# yes", [("yes", 1)]),
    "inline markdown": (
        "# `npm #x` **bold** [link](https://e.example/a) <b>tag</b> {#anchor}\n## `<Image />`",
        [("npm #x bold link tag", 1), ("<Image />", 2)],
    ),
    "underscores in names stay": ("# snake_case_name and __init__ of `__main__`", None),
    "Korean, Japanese, Chinese": (
        "# 시작하기\n\n準備\n---\n## **重要**な点",
        [("시작하기", 1), ("準備", 2), ("重要な点", 2)],
    ),
    "other line ends are none": ("# a\u2028# b\x0b# c", None),
    "nothing": ("", []),
}


@pytest.mark.parametrize(("body", "expected"), HEADINGS.values(), ids=HEADINGS)
def test_headings(body: str, expected: list[tuple[str, int]] | None) -> None:
    found = [(section["heading"], section["level"]) for section in sections(body)]
    assert len(found) == 1 if expected is None else found == expected


def test_a_section_holds_its_subsections_and_ends_at_its_own_rank() -> None:
    body = "before\n# A\na\n## B\nb\n### C\nc\n## D\nd\n# E\n"
    parts = {section["heading"]: body[section["start"] : section["end"]] for section in sections(body)}
    assert parts == {
        "A": "# A\na\n## B\nb\n### C\nc\n## D\nd\n",
        "B": "## B\nb\n### C\nc\n",
        "C": "### C\nc\n",
        "D": "## D\nd\n",
        "E": "# E\n",
    }


def test_setext_begins_at_its_first_line() -> None:
    body = "# A\n\nlong\ntitle\n===\nx"
    assert [(s["start"], s["end"]) for s in sections(body)] == [(0, 5), (5, len(body))]


def test_a_heading_of_any_length_is_cut() -> None:
    (section,) = sections("# " + "가" * 100_000)
    assert section["heading"] == "가" * MAX_HEADING


@pytest.mark.parametrize(
    "line",
    ["# " + " " * 100_000 + "x", "# " + " #" * 50_000, "- " * 50_000, "# " + "[" * 100_000, "```" * 30_000 + "x"],
    ids=["spaces", "hashes", "bullets", "brackets", "ticks"],
)
def test_one_long_line_is_read(line: str) -> None:
    assert len(sections(line)) <= 1


def test_many_unclosed_fences_are_read() -> None:
    assert sections("    ~~~~\n" * 80_000) == []
