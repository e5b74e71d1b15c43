"""The quick reader of plain YAML says what the whole parser says, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pressgate.dialects.plain_yaml import read_plain
from pressgate.dialects.yaml_header import read_whole

PIECES = [
    *(
        "a",
        "b",
        "title",
        "draft",
        "한글",
        "é",
        "🧑",
        "12",
        "012",
        "1e3",
        "true",
        "no",
        "null",
        "~",
        "2024-01-01 10:00:00 +0900",
    ),
    *(
        ":",
        ": ",
        " :",
        "- ",
        "-",
        " ",
        "  ",
        "#",
        " #",
        "'",
        '"',
        "''",
        '""',
        "[",
        "]",
        ", ",
        ",",
        "{",
        "}",
        "\n",
        "\n",
        "\n",
    ),
    *(
        "&",
        "*",
        "!",
        "|",
        ">",
        "%",
        "@",
        "`",
        "?",
        "? ",
        "/",
        "(",
        ")",
        ".",
        "...",
        "---",
        "+",
        "=",
        "<<",
        "<",
        "_",
        "\\",
        "\u00a0",
    ),
    *("\t", "\x85", "\u2028", "\ufeff", "\u3000", "a: b", "a:\n- b\n", "\n  - c", "\nx: [a, 'b']", '\ny: "z"', "\nw:"),
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.characters(exclude_categories=["Cs"]), max_size=16).map("".join)


@settings(max_examples=3000, deadline=None)
@given(TEXTS | TEXTS.map(lambda text: f"key: {text}\n") | TEXTS.map(lambda text: f"key:\n  - x\n  - {text}\n"))
def test_both_readers_agree(text: str) -> None:
    plain = read_plain(text, 2)
    if plain is not None:
        assert plain == read_whole(text, 2)


@pytest.mark.parametrize(
    "text",
    [
        "title: x\ndate: 2024-03-05 21:30:00 +0900\ntags: [a, 'b c', \"d\"]\ncategories:\n  - A\n  - b: c\n".replace(
            ": c", ":c"
        ),
        "\n# comment\n\ntitle: 'it is: #1'\ndescription: 한글 설명, 둘 (셋) [넷]\ntags:\n- a\n- 2018\nslug:\nx: []\n",
        'url: https://blog.example.com/1#a\nemoji: 🧑‍💻\nid: 012\nq: ""\n',
    ],
)
def test_usual_headers_are_read_quickly(text: str) -> None:
    plain = read_plain(text, 2)
    assert plain is not None
    assert plain == read_whole(text, 2)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "a: b: c",
            "a: b #c",
            "a: &x b",
            "a: *x",
            "a: !x b",
            "a: |\n  b",
            "a: >\n  b",
            "a: b\n  c",
            "a: 'b\n  c'",
            "a: 'it''s'",
        ),
        *(
            "a: [b: c]",
            "a: [b, [c]]",
            "a: {b: c}",
            "a: [b,\n c]",
            "a: 1\na: 2",
            "- a",
            "a",
            "a:b",
            "a : b",
            "? a\n: b",
            "<<: x",
        ),
        *(
            'a: "\\u0061"',
            "a:\n  b: c",
            "a:\n  - b\n - c",
            "a:\n  - b: c",
            "a:\n  - - b",
            "a:\tb",
            "...",
            "a: b\n...\n",
            "a: @b",
        ),
        *("a: [b, ]", "a: [,]", "%YAML 1.1", "a: b\x85c", "a: -", "a: - b", "1: a", "a:\n\tb", "a: ? b", "a: %b"),
    ],
)
def test_all_else_goes_to_the_whole_parser(text: str) -> None:
    assert read_plain(text, 2) is None
