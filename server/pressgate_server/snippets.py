"""The few lines of a section that show why it was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

WIDTH = 200
_OCCURRENCES = 4


class Passage(NamedTuple):
    """A section's own text, and the same with its ASCII letters in lower case, at the same length."""

    text: str
    lowered: str

    @classmethod
    def of(cls, encoded: bytes, *, headed: bool) -> Passage:
        """The passage with these bytes, without the first line of a `headed` one unless there is nothing else."""
        if headed:
            encoded = encoded.partition(b"\n")[2].strip() or encoded
        # Bytes, because lowering a text beyond Latin-1 takes longer than all else that is done with it.
        return cls(*(part.decode("utf-8", "ignore") for part in (encoded, encoded.lower())))


def forms(word: str) -> tuple[str, ...]:
    """How a lower-case word may stand in a passage's lowered text: letters beyond ASCII have kept their case there."""
    if word.isascii() or word == word.upper():
        return (word,)
    return tuple({cased.encode().lower().decode() for cased in (word, word.title(), word.upper())})


def _places(lowered: str, words: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Where the words, each in all its forms, stand: offset and the word's number, in order."""
    found: list[tuple[int, int]] = []
    for number, cased in enumerate(words):
        for form in cased:
            at = lowered.find(form)
            for _ in range(_OCCURRENCES):
                if at < 0:
                    break
                found.append((at, number))
                at = lowered.find(form, at + len(form))
    return sorted(found)


def snippet(passage: Passage, words: Sequence[Sequence[str]]) -> str | None:
    """About 200 characters of a passage where the most of the words stand together; None where none does.

    Each word is given in its `forms`.
    """
    places = _places(passage.lowered, words)
    there = len({number for _, number in places})
    inside = [0] * len(words)
    best = most = distinct = last = 0
    for offset, number in places:
        while last < len(places) and places[last][0] < offset + WIDTH * 3 // 4:
            distinct += not inside[places[last][1]]
            inside[places[last][1]] += 1
            last += 1
        if distinct > most:
            best, most = offset, distinct
        if most == there:
            break
        inside[number] -= 1
        distinct -= not inside[number]
    return excerpt(passage.text, best) if places else None


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
