"""The YAML core schema's kind of a plain scalar, for headers that aren't YAML."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["str", "bool", "int", "float", "null", "date"]
_KINDS: tuple[tuple[Kind, str], ...] = (
    ("null", r"~|null|"),
    ("bool", r"(?i:true|false)"),
    ("int", r"[-+]?\d+"),
    ("date", r"\d{4}-\d\d?-\d\d?([Tt ].*)?"),
)


def kind_of(text: str) -> Kind:
    """What a plain text is read as."""
    return next((kind for kind, pattern in _KINDS if re.fullmatch(pattern, text)), "str")
