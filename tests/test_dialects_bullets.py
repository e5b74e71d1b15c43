"""The bullet header of a manuscript: what is a field, where it ends, and what is no header at all."""

from __future__ import annotations

import pytest

from pressgate.dialects import bullets
from pressgate.model import HeaderError, Scalar, Value
from pressgate.words import Words


def shown(value: Value) -> object:
    return value.text if isinstance(value, Scalar) else [shown(item) for item in value]  # type: ignore[arg-type]


def fields(text: str) -> dict[str, object]:
    header = bullets.read(text)
    assert header is not None
    return {field.name: shown(field.value) for field in header.fields}


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("- 상태: 공개 완료", "상태", "공개 완료"),
        ("* 상태: 공개 완료", "상태", "공개 완료"),
        ("+ 상태 : 공개 완료", "상태", "공개 완료"),
        ("- 상태：공개 완료", "상태", "공개 완료"),
        ("- 状態：公開済み", "状態", "公開済み"),
        ("- 상태:공개 완료", "상태", "공개 완료"),
        ("- 상태: `공개 완료`", "상태", "공개 완료"),
        ("- **상태**: 공개 완료", "상태", "공개 완료"),
        ("- **상태:** 공개 완료", "상태", "공개 완료"),
        ("- 상태: **공개 완료**", "상태", "공개 완료"),
        ("- 공개 URL: <https://blog.example.com/1>", "공개 URL", "https://blog.example.com/1"),
        ("- 공개 URL: `https://blog.example.com/1`", "공개 URL", "https://blog.example.com/1"),
        ("- 공개 URL: https://blog.example.com/1", "공개 URL", "https://blog.example.com/1"),
        ("- 제목: `a: b`", "제목", "a: b"),
        ("- 제목: a: b", "제목", "a: b"),
        ("- 제목: ``a `b` c``", "제목", "``a `b` c``"),
        ("- 태그: `a`, `b c`", "태그", ["a", "b c"]),
        ("- 태그: `a` · `b`", "태그", ["a", "b"]),
        ("- 태그: `a` 、`b`", "태그", ["a", "b"]),
        ("- 태그: a, b", "태그", "a, b"),
        ("- 태그:\n  - 가\n  - `나`", "태그", ["가", "나"]),
        ("- 상태: 공개 완료\n  - 비공개", "상태", ["공개 완료", "비공개"]),
        ("- 상태: 공개 완료\n  (다음 주에 비공개)", "상태", "공개 완료 (다음 주에 비공개)"),
        ("- 문서 ID:", "문서 ID", ""),
    ],
)
def test_a_field(line: str, name: str, value: object) -> None:
    assert fields(f"# H\n\n{line}\n\nBody\n") == {name: value}


@pytest.mark.parametrize(
    ("text", "body", "body_line"),
    [
        ("# H\n- 상태: 공개\n---\n\nBody", "\nBody", 4),
        ("# H\n\n- 상태: 공개\n\n---\nBody", "Body", 6),
        ("# H\n\n- 상태: 공개\n\n## 1. Body\n", "## 1. Body\n", 5),
        ("# H\n\n- 상태: 공개\n\n- 제목: x\nBody", "Body", 6),
        ("# H\n\n- 상태: 공개\n\n- a note: not a field\nBody", "- a note: not a field\nBody", 5),
        ("# H\n\n- 상태: 공개\n- [ ] todo\nBody", "- [ ] todo\nBody", 4),
        ("# H\n\n- 상태: 공개", "", 3),
        ("<!-- c -->\n\n# H #\n- 상태: 공개\n---\nBody", "Body", 6),
    ],
)
def test_where_the_body_begins(text: str, body: str, body_line: int) -> None:
    header = bullets.read(text)
    assert header is not None
    assert (header.body, header.body_line, header.heading) == (body, body_line, "H")


def test_fields_know_their_lines() -> None:
    header = bullets.read("# H\n\n- 상태: 공개\n\n- 태그:\n  - a\n- 제목: x\n")
    assert header is not None
    assert [(field.name, field.line) for field in header.fields] == [("상태", 3), ("태그", 5), ("제목", 7)]


@pytest.mark.parametrize(
    "text",
    [
        "- 상태: 공개 완료\n",
        "## H\n\n- 상태: 공개 완료\n",
        "# H\n\nText\n\n- 상태: 공개 완료\n",
        "# H\n\n```\n- 상태: 공개 완료\n```\n",
        "# H\n\n    - 상태: 공개 완료\n",
        "# H\n\n- one\n- two\n",
        "# HTTP\n\n- GET: reads\n- PUT: writes\n- title: a word\n",
        "# Links\n\n- https://example.com\n- [a](b): c\n",
        "#H\n\n- 상태: 공개 완료\n",
        "---\ntitle: x\n---\n# H\n\n- 상태: 공개 완료\n",
        "",
    ],
)
def test_no_header(text: str) -> None:
    assert bullets.read(text) is None


@pytest.mark.parametrize("status", ["상태: 비공개", "**Status**: Draft", "Status: Published"])
def test_a_status_among_unknown_names_is_still_a_header(status: str) -> None:
    assert bullets.read(f"# H\n\n- {status}\n- Sponsor: a\n- Committee: b\n- Track: c\n\nBody") is not None


def test_a_word_that_is_no_status_makes_no_header() -> None:
    assert bullets.read("# HTTP\n\n- status: the code\n- method: GET\n- path: /\n") is None


def test_a_site_adds_its_own_names() -> None:
    text = "# H\n\n- 진행: 끝\n- 링크: https://blog.example.com/1\n"
    assert bullets.read(text) is None
    assert bullets.read(text, Words({"status": ["진행"], "url": ["링크"]})) is not None


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("# H\n\n- 상태: 비공개\n- 상태: 공개 완료\n", "header-duplicate-key", 4),
        ("# H\n\n- Status: draft\n- status: public\n", "header-duplicate-key", 4),
        ("# H\n\n- 상태: 공개 완료\n- 메모\n- Tistory 상태: 비공개\n", "header-broken", 5),
        ("# H\n\n- 상태: 공개 완료\n\n- 메모: 하나\n\n- 비밀번호: 1234\n", "header-broken", 7),
    ],
)
def test_what_could_hide_a_status_is_refused(text: str, code: str, line: int) -> None:
    with pytest.raises(HeaderError) as caught:
        bullets.read(text)
    assert (caught.value.code, caught.value.line) == (code, line)
