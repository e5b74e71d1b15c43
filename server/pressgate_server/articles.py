"""What is known of a post, and how its id and its sections are named."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

_NUMBER = re.compile(r"(?:[^\W\d_]+-)?([0-9]+)")


class Section(NamedTuple):
    """A heading's part of a body, subsections included, from `start` to `end` in characters.

    `ordinal` counts the post's headings from 1; `label` is unique in its post.
    """

    ordinal: int
    label: str
    heading: str
    level: int
    start: int
    end: int


class Article(NamedTuple):
    """A post's metadata. `number` is its place in the order of the ids. Absent values are None."""

    number: int
    id: str
    title: str
    url: str
    date: str | None
    category: str | None
    tags: tuple[str, ...]
    description: str | None
    license: str | None
    author: str | None
    file: str
    chars: int


def fold(text: str) -> str:
    """`text` as it is compared: NFKC, without regard to case."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def name_keys(article_id: str) -> tuple[str, ...]:
    """The keys under which an id is found: folded; for a number, also without a `LETTERS-` prefix and leading zeros."""
    folded = fold(article_id.strip())
    number = _NUMBER.fullmatch(folded)
    short = (number[1].lstrip("0") or "0") if number else folded
    return (folded,) if short == folded else (folded, short)


def labels(headings: Sequence[str]) -> list[str]:
    """A name of its own for each heading: one that comes again is `Heading (2)`, where no other heading is that."""
    taken = set(headings)
    seen: dict[str, int] = {}
    found = []
    for heading in headings:
        label = heading
        while heading in seen and label in taken:
            seen[heading] += 1
            label = f"{heading} ({seen[heading]})"
        seen.setdefault(heading, 1)
        taken.add(label)
        found.append(label)
    return found
