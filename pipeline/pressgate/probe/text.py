"""Text of the server's made fit to be shown: no control characters, no secrets, no endless lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

_HIDDEN = "***"
_UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")
# Letters and symbols by category that draw nothing: the Hangul fillers and the empty Braille pattern.
_FILLERS = "\u115f\u1160\u3164\uffa0\u2800"


def printable(text: str, *, limit: int | None = None) -> str:
    """`text` on one line: control, format and lone surrogate characters as escapes; cut at `limit` first."""
    if limit is not None and len(text) > limit:
        text = text[: limit - 1] + "…"
    return "".join(_escape(c) if unicodedata.category(c) in _UNSAFE else c for c in text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def blank(text: str) -> bool:
    """Whether nothing of `text` can be seen: white space, zero-width and control characters alone."""
    return all(c in _FILLERS or unicodedata.category(c)[0] in "ZC" for c in text)


def hide(value: Any, secrets: tuple[str, ...]) -> Any:
    """`value` (a JSON value) with every occurrence of a secret in its strings replaced; its keys are ours."""
    if not secrets:
        return value
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, _HIDDEN)
        return value
    if isinstance(value, Mapping):
        return {k: hide(v, secrets) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [hide(v, secrets) for v in value]
    return value


def secrets_of(headers: Mapping[str, str]) -> tuple[str, ...]:
    """What must not be shown of headers: their values, and the token of `Bearer TOKEN`."""
    found = {part for value in headers.values() for part in (value, value.rpartition(" ")[2]) if len(part) >= 4}
    return tuple(sorted(found, key=len, reverse=True))
