"""The few lines of a section that show why it was found.

A section is looked through as the bytes that its file holds: lowering and decoding a text beyond Latin-1 takes longer
than all else that is done with it, so that only the lines shown are decoded.
"""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 200
"""Characters of an excerpt, about."""

_WINDOW = WIDTH * 3 // 4
_LONGEST = 4  # bytes of a character in UTF-8


def forms(word: str) -> tuple[bytes, ...]:
    """How a lower-case word may stand in bytes whose ASCII letters were lowered: others have kept their case there."""
    if word.isascii() or word == word.upper():
        return (word.encode(),)
    return tuple({cased.encode().lower() for cased in (word, word.title(), word.upper())})


def snippet(passage: bytes, words: Sequence[Sequence[bytes]]) -> str | None:
    """About 200 characters of a passage where the most of the words stand together; None where none does.

    Each word is given in its `forms`. Looked at are the places where a word stands for the first time.
    """
    lowered = passage.lower()
    first = sorted((at, form) for cased in words for form in cased if (at := lowered.find(form)) >= 0)
    return opening(passage, _best(lowered, first, _window(passage))) if first else None


def opening(passage: bytes, around: int = 0) -> str:
    """The `excerpt` of a passage around a byte of it."""
    before = passage[max(0, around - WIDTH - _LONGEST) : around].decode("utf-8", "ignore")
    after = passage[around : around + _LONGEST * (WIDTH + 1)].decode("utf-8", "ignore")
    return excerpt(before + after, len(before))


def _window(passage: bytes) -> int:
    """How many bytes the words may stand apart, where a character takes as many as at the passage's beginning."""
    sample = passage[: 2 * WIDTH]
    return _WINDOW * len(sample) // (len(sample.decode("utf-8", "ignore")) or 1)


def _best(lowered: bytes, first: Sequence[tuple[int, bytes]], window: int) -> int:
    """The first of these places around which the most of the words are shown."""
    best, most = first[0][0], 0
    if first[-1][0] < best + window:
        return best
    for at, _ in first:
        start, end = max(0, at - window // 4), at + window
        there = sum(lowered.find(form, start, end) >= 0 for _, form in first)
        if there > most:
            best, most = at, there
    return best


def excerpt(text: str, around: int = 0) -> str:
    """About 200 characters that hold the offset `around`, in one line, cut between words where there are spaces."""
    start = max(0, around - WIDTH // 4)
    end = min(len(text), start + WIDTH)
    if start and (space := text.find(" ", start, around)) > 0:
        start = space + 1
    if end < len(text) and (space := text.rfind(" ", around + WIDTH // 2, end)) > 0:
        end = space
    inner = " ".join(text[start:end].split())
    return f"{'…' if start else ''}{inner}{'…' if end < len(text) else ''}" if inner else ""
