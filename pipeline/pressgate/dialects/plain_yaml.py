"""The YAML that nearly every header consists of, read at ten times the speed of a whole YAML parser.

`name: value` lines with one-line scalars, `[a, b]` and `- item` lists of them, comments and blank lines. Whatever else
a header holds, all of it goes to the whole parser instead; a test compares the two on all kinds of text.
"""

from __future__ import annotations

import re
from typing import Literal

from pressgate.model import FieldValue, Scalar, Value

Kind = Literal["str", "bool", "int", "float", "null", "date"]
_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("null", re.compile(r"~|null|Null|NULL|")),
    ("bool", re.compile(r"true|True|TRUE|false|False|FALSE")),
    ("int", re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")),
    ("float", re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")),
    ("date", re.compile(r"\d{4}-\d\d?-\d\d?([Tt ].*)?")),
)
_UNUSUAL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
_SINGLE, _DOUBLE = r"'(?P<single>[^'\n]*)'", r"\"(?P<double>[^\"\\\n]*)\""
_PLAIN = r"(?P<plain>[\w/(.+\u00a0-\U0010ffff](?:[^:#\n]|:(?=[^ \n])|(?<! )#)*)"
_FLOW = r"\[(?P<flow>[^\[\]{}:#&*!|>%@`?\n]*)\]"
_FIELD = re.compile(rf"(?P<name>[^\W\d][\w-]*):(?: +(?:{_SINGLE}|{_DOUBLE}|{_FLOW}|{_PLAIN}))? *")
_ITEM = re.compile(rf"(?P<indent> *)- +(?:{_SINGLE}|{_DOUBLE}|{_PLAIN}) *")
_FLOW_ITEM = re.compile(
    r" *(?:'(?P<single>[^']*)'|\"(?P<double>[^\"\\]*)\"|(?P<plain>\w(?:[\w .+/()-]*[\w.+/()-])?)) *"
)


def kind_of(text: str) -> Kind:
    """What an unquoted scalar is in YAML 1.2's core schema (section 10.3.2), or a date."""
    return next((kind for kind, pattern in _KINDS if pattern.fullmatch(text)), "str")


def read_plain(text: str, first_line: int) -> tuple[FieldValue, ...] | None:
    """The fields, or None where the text holds anything that this reader doesn't know for sure."""
    if _UNUSUAL.search(text):
        return None
    fields: dict[str, FieldValue] = {}
    items: list[Value] = []
    open_list: tuple[str, int] | None = None
    indent = ""
    for number, line in enumerate(text.split("\n"), first_line):
        if not line.strip(" ") or line.startswith("#"):
            continue
        if match := _FIELD.fullmatch(line):
            name = match["name"]
            value = _value(match, number)
            if name in fields or value is None:
                return None
            fields[name] = FieldValue(name=name, value=value, line=number)
            open_list, items = ((name, number), []) if match.lastgroup == "name" else (None, [])
        elif open_list and (match := _ITEM.fullmatch(line)) and (not items or match["indent"] == indent):
            indent = match["indent"]
            items.append(_scalar(match, number))
            fields[open_list[0]] = FieldValue(name=open_list[0], value=tuple(items), line=open_list[1])
        else:
            return None
    return tuple(fields.values())


def _value(match: re.Match[str], line: int) -> Value | None:
    if match["flow"] is None:
        return _scalar(match, line)
    if not match["flow"].strip(" "):
        return ()
    items = [_FLOW_ITEM.fullmatch(part) for part in match["flow"].split(",")]
    return tuple(_scalar(item, line) for item in items if item) if all(items) else None


def _scalar(match: re.Match[str], line: int) -> Scalar:
    quoted = match["single"] if match["single"] is not None else match["double"]
    if quoted is not None:
        return Scalar(text=quoted.strip(), line=line, quoted=True)
    plain = (match["plain"] or "").strip()
    return Scalar(text=plain, line=line, kind=kind_of(plain))
