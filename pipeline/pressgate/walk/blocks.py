"""The lines of a text that a pattern stands in: layers decode these alone."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator

from pressgate.walk.view import Piece

_RUN = frozenset(string.ascii_letters + string.digits + "+/=_-%\\")
_NEAR = 1000  # characters


def decoded(text: str, pattern: re.Pattern[str], decode: Callable[[str], str]) -> Iterator[Piece]:
    """Each block of lines in which `pattern` stands, decoded, where that makes it another."""
    for start, block in blocks(text, pattern):
        if (plain := decode(block)) != block:
            yield Piece(offset=start, data=plain)


def blocks(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Runs of lines that `pattern` matches in: neighbours together, each with the offset where it begins.

    Of a long line, as minified files have, only what is near a match: else every layer would be the whole file again.
    """
    start = end = -1
    for match in pattern.finditer(text):
        if match.end() <= end and text[end : end + 1] in {"", "\n"}:
            continue
        first, last = _line(text, match.start(), match.end())
        if first <= end + 1 and start >= 0:
            end = max(end, last)
            continue
        if start >= 0:
            yield start, text[start:end]
        start, end = first, last
    if start >= 0:
        yield start, text[start:end]


def _line(text: str, start: int, end: int) -> tuple[int, int]:
    """The line of a span, or what is near the span, cut where no encoded run is cut in two."""
    first, last = text.rfind("\n", max(0, start - _NEAR), start) + 1, text.find("\n", end, end + _NEAR)
    if not first and start > _NEAR:
        first = start - _NEAR
        while first > 0 and text[first - 1] in _RUN:
            first -= 1
    if last < 0:
        last = min(end + _NEAR, len(text))
        while last < len(text) and text[last] in _RUN:
            last += 1
    return first, last
