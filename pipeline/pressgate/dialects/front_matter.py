"""Front matter between `---` (YAML) or `+++` (TOML), or one JSON object at the head of the file.

Never evaluated: `---js`, `;;;` and the like are refused, since another tool may read in them what this one can't.
"""

from __future__ import annotations

import re

from pressgate.dialects import json_header, toml_header, yaml_header
from pressgate.dialects.lines import leading, line_of
from pressgate.model import FieldValue, Header, HeaderError
from pressgate.words import BUILT_IN, Words, fold_word

MAX_HEADER = 64 * 1024
_OPENING = re.compile(r"(---|\+\+\+)[ \t]*\n")
_STRANGE = re.compile(r"(?:----+|\+\+\+\++|;;;+|---[ \t]*[A-Za-z#%!{\[|>&*].*|\+\+\+[ \t]*\w.*)[ \t]*(?:\n|$)")
_JSON = re.compile(r'\{\s*["}]')


def read(text: str, words: Words = BUILT_IN) -> Header | None:  # noqa: ARG001 - every dialect takes the words
    """The header of a text that begins with front matter; None where it doesn't. Raises HeaderError where broken."""
    start = leading(text)
    if opening := _OPENING.match(text, start):
        return _fenced(text, opening)
    if text[start:].strip() in {"---", "+++"}:
        raise HeaderError("header-unterminated", "close the header with its delimiter", line_of(text, start))
    if strange := _STRANGE.match(text, start):
        raise HeaderError(
            "header-language",
            f"the header opens with `{strange[0].split()[0][:8]}`; write YAML between two lines `---`",
            line_of(text, start),
        )
    return _json(text, start) if _JSON.match(text, start) else None


def _fenced(text: str, opening: re.Match[str]) -> Header:
    fence = opening[1]
    line = line_of(text, opening.start())
    closing = re.compile(rf"^{re.escape(fence)}[ \t]*(?:\n|\Z)", re.MULTILINE).search(text, opening.end())
    if closing is None:
        raise HeaderError("header-unterminated", f"close the header that opens here with a line `{fence}`", line)
    inner = text[opening.end() : closing.start()]
    _check_size(inner, line)
    kind, module = ("yaml", yaml_header) if fence == "---" else ("toml", toml_header)
    return _header(kind, module.read_fields(inner, line + 1), text, closing.end())


def _json(text: str, start: int) -> Header:
    line = line_of(text, start)
    fields, end = json_header.read_fields(text, start, line)
    _check_size(text[start:end], line)
    return _header("json", fields, text, end)


def _check_size(inner: str, line: int) -> None:
    if len(inner) > MAX_HEADER:
        raise HeaderError("header-too-large", f"keep the header under {MAX_HEADER} characters", line)


def _header(dialect: str, fields: tuple[FieldValue, ...], text: str, end: int) -> Header:
    seen: dict[str, str] = {}
    for field in fields:
        folded = fold_word(field.name)
        if folded in seen:
            code = "header-duplicate-key"
            raise HeaderError(code, f"`{seen[folded]}` and `{field.name}` are one field; keep one", field.line)
        seen[folded] = field.name
    return Header(dialect=dialect, fields=fields, body=text[end:], body_line=line_of(text, end))
