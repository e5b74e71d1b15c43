"""The header of a Tistory-style manuscript: an H1, then bullets `- name: value`, up to `---` or a line without a field.

    # Manuscript

    - 문서 ID: `POST-101`
    - 상태: 공개 완료
    - 공개 URL: <https://blog.example.com/101>
    - 권장 태그: `색인`, `BM25`

Colons may be full-width, bullets `-`, `*` or `+`, values back-ticked, in angle brackets or a nested list.
"""

from __future__ import annotations

import re

from pressgate.dialects.lines import leading, line_of
from pressgate.model import FieldValue, Header, HeaderError, Scalar, Value
from pressgate.words import BUILT_IN, Words, fold_name, says_not_public

_HEADING = re.compile(r"#[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*(?:\n|\Z)")
_FIELD = re.compile(r" ?[-*+][ \t]+(?!\[)([^:：`\n]{1,60}?)[ \t]*(?:：|:(?!//))[ \t]*(.*)")
_BULLET = re.compile(r"[ \t]*[-*+][ \t]+")
_NESTED = re.compile(r"(?:\t| {2,})[-*+][ \t]+\S")
_CONTINUED = re.compile(r"(?:\t| {2,})(?![-*+][ \t])\S")
_RULE = re.compile(r"---+[ \t]*")
_MARKS = "*_ \t"
_TICKED = re.compile(r"(`+)[ \t]*([^`]*?)[ \t]*\1")
_TICKED_LIST = re.compile(r"`[^`]*`(?:[ \t]*[,，、·/]?[ \t]*`[^`]*`)+")
_ANGLED = re.compile(r"<([^<>\s]+)>")
_STATUS = frozenset({"status", "status-like", "public", "draft", "private", "unlisted", "encrypted", "password"})


def read(text: str, words: Words = BUILT_IN) -> Header | None:
    """The header of a text that begins with an H1 and bullets most of whose names are known; else None.

    Raises HeaderError for a doubled name and for a status field that stands after the header's end in the same list.
    """
    start = leading(text)
    heading = _HEADING.match(text, start)
    if heading is None:
        return None
    first = line_of(text, heading.end())
    lines = text[heading.end() :].split("\n")
    fields, end = _fields(lines, first, words)
    if not _claims(fields, words):
        return None
    _check(fields, lines[end:], first + end, words)
    if end < len(lines) and _RULE.fullmatch(lines[end]):
        end += 1
    body = "\n".join(lines[end:])
    return Header(
        dialect="bullets",
        fields=tuple(fields),
        body=body,
        body_line=min(first + end, first + len(lines) - 1),
        heading=heading[1].strip(),
    )


def _fields(lines: list[str], first: int, words: Words) -> tuple[list[FieldValue], int]:
    """The fields, and the index of the first line after them that isn't blank."""
    fields: list[FieldValue] = []
    index = 0
    while True:
        start = index
        while index < len(lines) and not lines[index].strip():
            index += 1
        match = _FIELD.fullmatch(lines[index]) if index < len(lines) else None
        if match is None or (fields and index > start and words.canonical(_name(match)) is None):
            return fields, index
        line, text = first + index, match[2]
        index += 1
        while index < len(lines) and _CONTINUED.match(lines[index]):
            text += " " + lines[index].strip()
            index += 1
        nested, index = _nested(lines, index, line)
        value = _value(text, line)
        if nested:
            value = (*((value,) if text.strip() else ()), *nested)
        fields.append(FieldValue(name=_name(match), value=value, line=line))


def _name(match: re.Match[str]) -> str:
    return match[1].strip(_MARKS)


def _nested(lines: list[str], index: int, line: int) -> tuple[tuple[Scalar, ...], int]:
    """The items of a nested list that begins at `index`, and the index after it."""
    items: list[Scalar] = []
    while index < len(lines) and _NESTED.match(lines[index]):
        items.append(_scalar(_BULLET.sub("", lines[index], count=1), line))
        index += 1
    return tuple(items), index


def _value(text: str, line: int) -> Value:
    text = text.lstrip("*_").strip() if text.startswith(("** ", "__ ")) else text.strip()
    if _TICKED_LIST.fullmatch(text):
        return tuple(Scalar(text=match[2], line=line, quoted=True) for match in _TICKED.finditer(text))
    return _scalar(text, line)


def _scalar(text: str, line: int) -> Scalar:
    text = text.strip()
    for marks in ("**", "__"):
        if len(text) > 4 and text.startswith(marks) and text.endswith(marks):
            text = text[2:-2].strip()
    ticked = _TICKED.fullmatch(text)
    if ticked:
        text = ticked[2]
    if angled := _ANGLED.fullmatch(text):
        text = angled[1]
    return Scalar(text=text.strip(), line=line, quoted=ticked is not None)


def _claims(fields: list[FieldValue], words: Words) -> bool:
    """Whether most names are known, or one is a status that says something: a sign is never taken for body."""
    known = [field for field in fields if words.canonical(field.name)]
    return (bool(known) and len(known) * 2 >= len(fields)) or any(
        words.canonical(field.name) in {"status", "status-like"}
        and isinstance(field.value, Scalar)
        and (words.is_public(field.value.text) or says_not_public(field.value.text))
        for field in known
    )


def _check(fields: list[FieldValue], rest: list[str], line: int, words: Words) -> None:
    seen: set[str] = set()
    for field in fields:
        if fold_name(field.name) in seen:
            raise HeaderError("header-duplicate-key", f"`{field.name}` stands twice; keep one", field.line)
        seen.add(fold_name(field.name))
    for offset, text in enumerate(rest):
        if text.strip() and not _BULLET.match(text):
            return
        match = _FIELD.fullmatch(text)
        if match and words.canonical(_name(match)) in _STATUS:
            message = f"`{_name(match)}` stands after a line that is no field; move it up or end the header with `---`"
            raise HeaderError("header-broken", message, line + offset)
