"""What a rule looks at, and what a rule is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Literal

from pressgate.leaks.normal import normal
from pressgate.walk import View

Zone = Literal["strict", "post", "other"]

_DIGITS = re.compile(r"[0-9][0-9 ().*_/–—‐‑-]{7,30}[0-9]")
_RUN = re.compile(r"[A-Za-z0-9_-]{11,}")
_BEFORE, _AFTER, _WRAPPED = 120, 80, 400


def places(text: str, needles: Iterable[str]) -> list[int]:
    """Every offset at which one of `needles` stands, in order."""
    found = set()
    for needle in needles:
        at = text.find(needle)
        while at >= 0:
            found.add(at)
            at = text.find(needle, at + len(needle))
    return sorted(found)


@dataclass(frozen=True)
class Excerpt:
    """Parts of a text, one after the other, and where each was."""

    text: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]

    def origin(self, offset: int) -> int:
        """The offset in the whole text of an offset in the excerpt."""
        at = bisect_right(self.starts, offset) - 1
        return self.origins[at] + offset - self.starts[at]


@dataclass(frozen=True)
class Subject:
    """A view and its zone: `strict` is what Pressgate generates, `post` an article, `other` a stranger's file.

    `post` is the article's id where the zone is `post`. What several rules need is made once, when it is asked for.
    """

    view: View
    zone: Zone
    post: str | None = None

    @property
    def text(self) -> str:
        return self.view.text

    @cached_property
    def lower(self) -> str:
        """The text in lower case, with the text's own offsets, for cheap tests of what must be there."""
        lower = self.view.text.lower()
        return lower if len(lower) == len(self.view.text) else "".join(c.lower()[:1] for c in self.view.text)

    @cached_property
    def form(self) -> str:
        """The text's normal form."""
        return normal(self.view.text)

    @cached_property
    def digits(self) -> tuple[tuple[int, int], ...]:
        """The spans of nine digits and more with what people put between them, and the two characters before."""
        spans = (m.span() for m in _DIGITS.finditer(self.view.text) if m.group().count(".") <= 3)
        return tuple((max(0, start - 2), end) for start, end in spans)

    @cached_property
    def tokens(self) -> Excerpt:
        """The surroundings of every run that is long enough for a token: only there can one be."""
        text = self.view.text
        spans: list[list[int]] = []
        for match in _RUN.finditer(text):
            run = match.group()
            if len(run) < 20 and not any(map(str.isdigit, run)) and (run.islower() or run.isupper() or run.istitle()):
                continue
            start, end = match.span()
            end += _WRAPPED if text[end : end + 1] in {"\n", "\r"} else _AFTER
            if spans and start - _BEFORE <= spans[-1][1]:
                spans[-1][1] = max(spans[-1][1], end)
            else:
                spans.append([max(0, start - _BEFORE), end])
        return _excerpt(text, spans)


def _excerpt(text: str, spans: list[list[int]]) -> Excerpt:
    parts, starts, at = [], [], 0
    for start, end in spans:
        starts.append(at)
        parts.append(text[start:end])
        at += len(parts[-1]) + 2
    return Excerpt(text="\n\n".join(parts), starts=tuple(starts), origins=tuple(start for start, _ in spans))


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A rule's find: `start` and `end` are offsets in the view's text; `kind` says more than the code, no value.

    `source` is the file that the text is from, where it may be named to the author alone.
    """

    start: int
    end: int
    kind: str = ""
    source: str = ""


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A check of views. `canary` makes a text of random value that the rule must find in any member.

    `name` is the rule's own; several rules may share a `code`. `file` is the name of the member that the canary needs,
    where the rule looks at certain files only. `reviewable` findings may be passed by a review, in posts only.
    `sensitive`: a name that the rule finds something in is withheld from messages. Where `tokens` are given, the rule
    finds nothing unless one of them stands in the subject's tokens.
    """

    code: str
    name: str
    meaning: str
    find: Callable[[Subject], Iterator[Hit]]
    canary: Callable[[Random], str]
    file: str | None = None
    reviewable: bool = False
    sensitive: bool = True
    tokens: tuple[str, ...] = ()
