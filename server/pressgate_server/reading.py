"""Where a page of a body ends, and the marks between which it is quoted."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_right

_FENCE = re.compile(r"^[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)
_CLOSE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*$", re.MULTILINE)
_LONGEST_CLUSTER = 64
_ZERO_WIDTH_JOINER = 0x200D
_CONTINUING = (range(0x1160, 0x1200), range(0x1F3FB, 0x1F400), range(0xE0020, 0xE0080))  # Jamo, skin tones, tags
_REGIONAL = range(0x1F1E6, 0x1F200)


def quote_mark(body: str) -> str:
    """A hex string that does not occur in `body`, always the same one for the same body."""
    encoded = body.encode("utf-8", "surrogatepass")
    mark = hashlib.sha256(encoded).hexdigest()[:16]
    while mark in body:
        mark = hashlib.sha256(mark.encode() + encoded).hexdigest()[:16]
    return mark


def fences(body: str) -> list[tuple[int, int]]:
    """The spans of the body's code fences, from the opening line's start to the closing line's end, in order."""
    spans: list[tuple[int, int]] = []
    at = 0
    while opening := _FENCE.search(body, at):
        mark = opening[1]
        closings = _CLOSE.finditer(body, opening.end())
        end = next((c.end() for c in closings if c[1][0] == mark[0] and len(c[1]) >= len(mark)), len(body))
        spans.append((opening.start(), end))
        at = end
    return spans


def page_end(body: str, start: int, end: int, size: int) -> int:
    """Where the page that begins at `start` ends: at most `size` characters on and not after `end`.

    At the last line end outside a code fence; else at the last line end; else inside the line, between two graphemes.
    """
    limit = start + size
    if limit >= end:
        return end
    spans = fences(body)
    starts = [span[0] for span in spans]
    inside: int | None = None
    at = body.rfind("\n", start, limit) + 1
    while at > start:
        index = bisect_right(starts, at - 1) - 1
        if index < 0 or at > spans[index][1] or at == spans[index][0]:
            return at
        inside = inside or at
        at = max(spans[index][0], start)
    return inside or _cluster_end(body, start, limit)


def _joins(before: str, after: str) -> bool:
    """Whether a cut between two characters would tear what is seen as one (a short form of UAX #29)."""
    left, right = ord(before), ord(after)
    return (
        unicodedata.category(after).startswith("M")
        or _ZERO_WIDTH_JOINER in {left, right}
        or any(right in span for span in _CONTINUING)
        or (left in _REGIONAL and right in _REGIONAL)
    )


def _cluster_end(body: str, start: int, limit: int) -> int:
    for at in range(limit, max(start, limit - _LONGEST_CLUSTER), -1):
        if not _joins(body[at - 1], body[at]):
            return at
    return limit
