"""JSON (RFC 8259) at the head of a file. Numbers keep their text; doubled names, NaN and lone surrogates are errors."""

from __future__ import annotations

import json
import re
from typing import Any

from pressgate.dialects.lines import line_of
from pressgate.model import FieldValue, HeaderError, Scalar, Value

_REST_OF_LINE = re.compile(r"[ \t]*(?:\n|\Z)")


def read_fields(text: str, start: int, first_line: int) -> tuple[tuple[FieldValue, ...], int]:
    """The fields of the object that opens at `start`, and the offset of the line after it. Raises HeaderError."""
    decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_int=_Int, parse_float=_Float, parse_constant=_refuse)
    try:
        data, end = decoder.raw_decode(text, start)
    except json.JSONDecodeError as error:
        message = f"the JSON can't be read: {error.msg}"
        raise HeaderError("header-broken", message, line_of(text, error.pos)) from None
    except HeaderError as error:
        raise HeaderError(error.code, error.message, first_line) from None
    except (ValueError, RecursionError):
        raise HeaderError("header-broken", "the JSON can't be read", first_line) from None
    rest = _REST_OF_LINE.match(text, end)
    if rest is None:
        raise HeaderError("header-broken", "end the line after the JSON header's `}`", line_of(text, end))
    header = text[start:end]
    return tuple(_field(name, value, header, first_line) for name, value in data.items()), rest.end()


class _Int(str):
    __slots__ = ()


class _Float(str):
    __slots__ = ()


def _refuse(name: str) -> Any:
    raise ValueError(name)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        names = [name for name, _ in pairs]
        doubled = next(name for name in names if names.count(name) > 1)
        raise HeaderError("header-duplicate-key", f"`{doubled[:40]}` stands twice; keep one")
    return data


def _field(name: str, value: Any, header: str, first_line: int) -> FieldValue:
    found = re.search(re.escape(json.dumps(name, ensure_ascii=False)) + r"\s*:", header)
    line = first_line + header.count("\n", 0, found.start()) if found else first_line
    return FieldValue(name=name.strip(), value=_value(value, line), line=line)


def _value(value: Any, line: int) -> Value:
    if isinstance(value, list):
        return tuple(_value(item, line) for item in value)
    if isinstance(value, dict):
        return {name: _value(item, line) for name, item in value.items()}
    if value is None:
        return Scalar(text="", line=line, kind="null")
    if isinstance(value, bool):
        return Scalar(text=str(value).lower(), line=line, kind="bool")
    if isinstance(value, (_Int, _Float)):
        return Scalar(text=str(value), line=line, kind="int" if isinstance(value, _Int) else "float")
    return Scalar(text=value.strip(), line=line, quoted=True)
