"""Whatever the text, a dialect answers with a header, None or a HeaderError that names a line of the file."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from pressgate.dialects import DIALECTS
from pressgate.model import Header, HeaderError
from pressgate.parse import read_header
from pressgate.words import BUILT_IN, Words

PIECES = [
    *(
        "---",
        "---\n",
        "+++\n",
        "\n",
        " ",
        "  ",
        "\t",
        ": ",
        ":",
        "- ",
        "* ",
        "# ",
        "`",
        '"',
        "'",
        "[",
        "]",
        "{",
        "}",
        ",",
    ),
    *("{{ x }}", "{% y %}", "&a ", "*a", "!!str ", "<<: ", "|\n", ">-\n", "%YAML 1.1\n", "...\n", "#c\n", "=", "null"),
    *(
        "title",
        "draft",
        "Draft",
        "상태",
        "공개 완료",
        "공개 URL",
        "：",
        "<!--",
        "-->",
        "true",
        "2024-01-01",
        "<https://x/1>",
    ),
    *(
        "\ufeff",
        "\u200b",
        "\u202e",
        "\x00",
        "\x0b",
        "\u2028",
        "\ud800",
        "가",
        "é",
        "\U0001f600",
        "1e400",
        "0o9",
        "\\",
        "\\u",
    ),
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40).map("".join)


@settings(max_examples=600, deadline=None)
@given(TEXTS, st.sampled_from(["", "---\n", "+++\n", '{"a": ', "# H\n\n- 상태: "]))
def test_no_other_exception_leaves_a_dialect(text: str, start: str) -> None:
    text = start + text
    for read in DIALECTS:
        answer = answered(read, text)
        if isinstance(answer, HeaderError):
            assert re.fullmatch(r"[a-z-]+", answer.code)
            assert answer.line is not None
            assert 1 <= answer.line <= text.count("\n") + 1
            assert "\n" not in answer.message
        elif answer is not None:
            assert text.endswith(answer.body)
            assert answer.body_line <= text.count("\n") + 1


def answered(read: Callable[[str, Words], Header | None], text: str) -> Header | HeaderError | None:
    try:
        return read(text, BUILT_IN)
    except HeaderError as error:
        return error


@settings(max_examples=200, deadline=None)
@given(st.lists(TEXTS.filter(lambda text: "\n" not in text), max_size=5))
def test_a_body_is_never_read_as_header(lines: list[str]) -> None:
    body = "\n".join(["Text.", *lines])
    assert read_header(body) is None
    header = read_header(f"---\ntitle: x\n---\n{body}")
    assert header is not None
    assert [field.name for field in header.fields] == ["title"]
