"""The few lines of a section that show why it was found."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 200
_OCCURRENCES = 8


def _lower(text: str) -> str:
    """`text` in lower case, at the same length (the dotted capital I has two characters in lower case)."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.replace("\u0130", "I").lower()


def _places(lowered: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Where the words stand: offset and the word's number, in order."""
    found: list[tuple[int, int]] = []
    for number, word in enumerate(words):
        at = lowered.find(word)
        for _ in range(_OCCURRENCES):
            if at < 0:
                break
            found.append((at, number))
            at = lowered.find(word, at + len(word))
    return sorted(found)


def snippet(text: str, words: Sequence[str]) -> str | None:
    """About 200 characters of `text` where the most of the (lower-case) words stand together; None where none does."""
    places = _places(_lower(text), words)
    inside = [0] * len(words)
    best = most = distinct = last = 0
    for offset, number in places:
        while last < len(places) and places[last][0] < offset + WIDTH * 3 // 4:
            distinct += not inside[places[last][1]]
            inside[places[last][1]] += 1
            last += 1
        if distinct > most:
            best, most = offset, distinct
        inside[number] -= 1
        distinct -= not inside[number]
    return excerpt(text, best) if places else None


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
