"""Licence texts are what they claim to be, by the SPDX matching guidelines, and nothing less."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest
from licenseclassifier import identify_license

from pressgate.licences import texts
from pressgate.licences.matching import mismatch
from pressgate.licences.texts import ready_text, spdx_text

FOLDER = Path(texts.__file__).parent / "texts"
SHIPPED = sorted(path.stem for path in FOLDER.glob("*.txt"))
ROOT = Path(__file__).parent.parent


def text_of(licence: str) -> str:
    text = spdx_text(licence)
    assert text is not None
    return text


def sentences(text: str) -> list[tuple[int, int]]:
    """Where each sentence begins and ends; titles and copyright notices are none."""
    found = re.finditer(r"[^.;:\n]+(?:\n(?![ \t]*\n)[^.;:\n]+)*[.;:]", text)
    return [
        match.span()
        for match in found
        if len(re.findall(r"\w+", match.group())) >= 4 and not re.match(r"\s*copyright ", match.group(), re.IGNORECASE)
    ]


@pytest.mark.parametrize("licence", SHIPPED)
def test_a_shipped_text_is_its_licence_in_the_eyes_of_the_library_too(licence: str) -> None:
    assert mismatch(text_of(licence), licence) is None
    assert {found.id for found in identify_license(text_of(licence), coverage_threshold=90)} == {licence}


@pytest.mark.parametrize("licence", SHIPPED)
def test_a_shipped_text_less_one_sentence_is_another_text(licence: str) -> None:
    text = text_of(licence)
    spans = sentences(text)
    assert len(spans) >= 3
    passing = [text[a:b] for a, b in spans if mismatch(text[:a] + text[b:], licence) is None]
    assert passing == []


@pytest.mark.parametrize("licence", SHIPPED)
def test_a_word_changed_or_a_sentence_added_is_another_text(licence: str) -> None:
    text = text_of(licence)
    words = [match.span() for match in re.finditer(r"\b[a-zA-Z]{4,}\b", text) if "copyright" not in match[0].lower()]
    for start, end in words[20 :: max(1, len(words) // 8)]:
        assert mismatch(f"{text[:start]}lighthouse{text[end:]}", licence)
    for more in (text + "\nYou may not train models on it.\n", "You owe us a beer.\n\n" + text):
        assert mismatch(more, licence)


@pytest.mark.parametrize("licence", SHIPPED)
def test_layout_case_and_signs_dont_matter(licence: str) -> None:
    text = text_of(licence)
    if licence in {"CC-BY-4.0", "CC-BY-SA-4.0", "CC-BY-NC-4.0"}:  # in others some bullets are no paragraphs
        paragraphs = [textwrap.fill(" ".join(part.split()), 60) for part in text.split("\n\n")]
        assert mismatch("\n\n".join(paragraphs), licence) is None
    assert mismatch(text.upper(), licence) is None
    assert mismatch("\ufeff" + text.replace("\n", "\r\n"), licence) is None
    assert mismatch(text.replace('"', "”").replace("-", "‐"), licence) is None
    assert mismatch("=======\n" + text, licence) is None


@pytest.mark.parametrize(
    ("title", "same"),
    [
        ("The MIT License (MIT)\n\nCopyright (c) 2021 김하늘\n\n", True),
        ("MIT License\n\nCopyright © 2019-2024 Jane Doe <jane@example.com>\n", True),
        ("Copyright 2024 The Pressgate developers\n", True),
        ("Our own licence\n\n", False),
    ],
)
def test_titles_and_copyright_notices_are_free(title: str, same: bool) -> None:
    body = text_of("MIT").partition("<copyright holders>")[2]
    assert (mismatch(title + body, "MIT") is None) is same


def test_a_text_of_another_licence_is_called_by_its_name() -> None:
    assert mismatch(text_of("CC-BY-SA-4.0"), "CC-BY-4.0") == "is the text of CC-BY-SA-4.0"
    assert mismatch(text_of("MIT"), "ISC") == "is the text of MIT"
    assert "at its word" in (mismatch(text_of("CC-BY-4.0").replace("worldwide, ", ""), "CC-BY-4.0") or "")


ISC = """\
ISC License

Copyright (c) 2024, Jane Doe

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN
AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THIS SOFTWARE.
"""


def test_a_listed_licence_that_doesnt_come_with_us_is_judged_by_the_library() -> None:
    assert mismatch(ISC, "ISC") is None
    assert mismatch(ISC + "\nNot for war.\n", "ISC")
    assert mismatch(ISC.replace("IN NO EVENT", "IN SOME EVENTS"), "ISC")
    assert mismatch(text_of("CC-BY-4.0"), "GFDL-1.3-only") == "is the text of CC-BY-4.0"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "whole sentences"),
        ("All rights reserved.", "whole sentences"),
        ("이 글은 출처를 밝히면 누구나 자유롭게 옮겨 실을 수 있습니다. 고치지는 마세요.", None),
        ("You may read and quote these posts and link to them, but not print them.", None),
        (text_of("CC-BY-4.0"), "is the text of CC-BY-4.0: use that id"),
    ],
)
def test_a_text_of_ones_own_must_say_something(text: str, wrong: str | None) -> None:
    found = mismatch(text, "LicenseRef-Own")
    assert found is None if wrong is None else wrong in (found or "")


def test_what_has_blanks_to_fill_in_isnt_shipped_as_it_is() -> None:
    assert [licence for licence in SHIPPED if ready_text(licence) is None] == ["0BSD", "MIT", "MIT-0"]
    assert ready_text("GFDL-1.3-only") is None


def test_the_examples_and_our_own_texts_are_right() -> None:
    example = (ROOT / "examples" / "blog" / "LICENSE-CONTENT").read_text(encoding="utf-8")
    assert mismatch(example, "CC-BY-4.0") is None
    for path in (ROOT / "LICENSE", ROOT / "server" / "pressgate_server" / "LICENSE"):
        assert mismatch(path.read_text(encoding="utf-8"), "MIT") is None
