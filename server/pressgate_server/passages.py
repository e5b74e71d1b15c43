"""Which section of a found post to open, and the few lines of it that show why it was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .articles import Section

WIDTH = 200
_SCANNED = 20_000
_OCCURRENCES = 12
_MAX_COUNTS = 20_000
_K1, _B = 1.2, 0.75


@dataclass(frozen=True, kw_only=True)
class Passage:
    """A section's own text, without its subsections. `section` is None above the first heading."""

    section: Section | None
    start: int
    end: int


def passages(sections: Sequence[Section], length: int) -> list[Passage]:
    """The body cut at every heading; number 0 is what stands above them all, and may be empty."""
    bounds = [0, *(section.start for section in sections), length]
    owners = [None, *sections]
    return [
        Passage(section=section, start=start, end=end)
        for section, start, end in zip(owners, bounds, bounds[1:], strict=False)
    ]


def lower(text: str) -> str:
    """`text` in lower case, at the same length (the dotted capital I has two characters in lower case)."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.replace("\u0130", "I").lower()


def best_passage(
    body: str, parts: Sequence[Passage], weights: Mapping[str, float], headings: Mapping[int, float]
) -> Passage | None:
    """The passage that answers best: what its heading adds, and half the BM25 of its text among the post's passages.

    `body` is in lower case. `weights` has each word's idf, `headings` what a heading adds, by its passage's number.
    None where no passage holds any of the words. The first of equal ones.
    """
    heaviest = sorted(weights, key=lambda word: (-weights[word], word))[: max(1, _MAX_COUNTS // len(parts))]
    average = max(1.0, len(body) / len(parts))
    best, best_score = None, 0.0
    for number, part in enumerate(parts):
        norm = _K1 * (1 - _B + _B * (part.end - part.start) / average)
        score = headings.get(number, 0.0)
        for word in heaviest:
            if count := body.count(word, part.start, part.end):
                score += 0.5 * weights[word] * count / (count + norm)
        if score > best_score:
            best, best_score = part, score
    return best


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
    text = text[:_SCANNED]
    places = _places(lower(text), words)
    best, best_count, last = 0, 0, 0
    for first, (offset, _) in enumerate(places):
        while last < len(places) and places[last][0] < offset + WIDTH * 3 // 4:
            last += 1
        count = len({number for _, number in places[first:last]})
        if count > best_count:
            best, best_count = offset, count
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
