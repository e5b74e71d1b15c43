"""Headers without fences: MultiMarkdown's `Key: value` lines (Pelican, MkDocs) and Nikola's `.. key: value` comment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pressgate.model import FieldValue, Header, HeaderError, Scalar
from pressgate.sites.kinds import kind_of

_LINE = re.compile(r" {0,3}([A-Za-z0-9_-]+):[ \t]*(.*)")
_MORE = re.compile(r"[ ]{4,}(.*)")
_NIKOLA_LINE = re.compile(r"\.\. ([^:]+):[ \t]*(.*)")


def read_meta(text: str) -> Header | None:
    """A header of `Key: value` lines from the first line to a blank one; None where there is none.

    Raises HeaderError where a key stands twice, in whatever case.
    """
    lines = text.split("\n")
    end = next((index for index, line in enumerate(lines) if not line.strip()), len(lines))
    if end == 0 or not _LINE.fullmatch(lines[0]) or re.match(r"[A-Za-z]+://", lines[0].strip()):
        return None
    fields: list[FieldValue] = []
    for index, line in enumerate(lines[:end]):
        if match := _LINE.fullmatch(line):
            fields.append(_field(match[1], match[2], index + 1))
        elif (match := _MORE.fullmatch(line)) and fields:
            last = fields.pop()
            assert isinstance(last.value, Scalar)
            fields.append(_field(last.name, f"{last.value.text} {match[1]}".strip(), last.line or 1))
        else:
            end = index
            break
    return _header("meta", fields, lines, end)


def read_nikola(text: str) -> Header | None:
    """Nikola's header: `.. key: value` lines at the head of the file, in an HTML comment or bare.

    Raises HeaderError where the comment isn't closed or a key stands twice.
    """
    lines = text.lstrip("\n").split("\n")
    skipped = text[: len(text) - len(text.lstrip("\n"))].count("\n")
    start = 1 if lines[0].strip() == "<!--" else 0
    first = next((index for index in range(start, len(lines)) if lines[index].strip()), len(lines))
    if first >= len(lines) or not _NIKOLA_LINE.fullmatch(lines[first].strip()):
        return None
    fields: list[FieldValue] = []
    for index in range(first, len(lines)):
        line = lines[index].strip()
        if start and lines[index][:1].isspace() and fields and not line.startswith(".."):
            continue  # the rest of a directive, which Nikola passes over
        if match := _NIKOLA_LINE.fullmatch(line):
            fields.append(_field(match[1].strip(), match[2].strip(), index + 1 + skipped))
        elif line == "-->" and start:
            return _header("nikola", fields, [""] * skipped + lines, index + 1 + skipped)
        elif line and start:
            raise HeaderError("header-broken", "write the header as `.. name: value` lines", index + 1 + skipped)
        elif not start:
            return _header("nikola", fields, [""] * skipped + lines, index + skipped)
    if start:
        raise HeaderError("header-unterminated", "close the header's comment with `-->`", 1 + skipped)
    return _header("nikola", fields, [""] * skipped + lines, len(lines) + skipped)


def _field(name: str, text: str, line: int) -> FieldValue:
    return FieldValue(name=name, value=Scalar(text=text.strip(), line=line, kind=kind_of(text.strip())), line=line)


def _header(dialect: str, fields: list[FieldValue], lines: list[str], end: int) -> Header:
    seen: set[str] = set()
    for field in _doubled(fields, seen):
        raise HeaderError("header-duplicate-key", f"`{field.name}` stands twice; keep one", field.line)
    return Header(dialect=dialect, fields=tuple(fields), body="\n".join(lines[end:]), body_line=end + 1)


def _doubled(fields: list[FieldValue], seen: set[str]) -> Iterator[FieldValue]:
    for field in fields:
        name = field.name.casefold()
        if name in seen:
            yield field
        seen.add(name)
