"""TOML 1.0 (tomllib). Numbers keep their text; doubled names are errors of the language itself."""

from __future__ import annotations

import re
import tomllib
from datetime import date, datetime, time
from typing import Any

from pressgate.model import FieldValue, HeaderError, Scalar, Value

_LINE = re.compile(r"\(at line (\d+),")


def read_fields(text: str, first_line: int) -> tuple[FieldValue, ...]:
    """The fields of a TOML document whose first line is line `first_line` of the file. Raises HeaderError."""
    try:
        data = tomllib.loads(text, parse_float=_Float)
        return tuple(_field(name, value, text, first_line) for name, value in data.items())
    except (ValueError, RecursionError) as error:
        found = _LINE.search(str(error))
        line = first_line + int(found[1]) - 1 if found else first_line
        raise HeaderError("header-broken", "the TOML can't be read", line) from None


class _Float(str):
    """A float as written."""

    __slots__ = ()


def _field(name: str, value: Any, text: str, first_line: int) -> FieldValue:
    pattern = rf"^[ \t]*(?:\[+[ \t]*)?[\"']?{re.escape(name)}[\"']?[ \t]*[.=\]]"
    found = re.search(pattern, text, re.MULTILINE)
    line = first_line + text.count("\n", 0, found.start()) if found else first_line
    return FieldValue(name=name, value=_value(value, line), line=line)


def _value(value: Any, line: int) -> Value:
    if isinstance(value, list):
        return tuple(_value(item, line) for item in value)
    if isinstance(value, dict):
        return {str(name): _value(item, line) for name, item in value.items()}
    if isinstance(value, bool):
        return Scalar(text=str(value).lower(), line=line, kind="bool")
    if isinstance(value, int):
        return Scalar(text=str(value), line=line, kind="int")
    if isinstance(value, _Float):
        return Scalar(text=str(value), line=line, kind="float")
    if isinstance(value, (datetime, date, time)):
        return Scalar(text=value.isoformat(), line=line, kind="date")
    return Scalar(text=str(value).strip(), line=line, quoted=True)
