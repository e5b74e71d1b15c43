"""What a witness says of posts whose URL no rule foretells: one page with the name, one with the title, the same."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from pressgate.witness import Witness


class Evidence:
    """A witness that can be read, with indexes of its pages by last segment and by title."""

    def __init__(self, witness: Witness) -> None:
        self.witness = witness

    def by_name(self, segments: Iterable[str], titles: frozenset[str], predicted: frozenset[str]) -> list[str]:
        """The key of the one page whose last segment is among `segments` and that alone has one of `titles` (keys).

        A page that a rule foretells for another file is none. Empty where there is no such page, or more than one.
        """
        named = {key for segment in segments for key in self._by_segment.get(_folded(segment), ())}
        titled = {key for title in titles for key in self._by_title.get(title, ())}
        same = len(named) == 1 and named == titled
        return [key for key in named if key.casefold() not in predicted] if same else []

    @cached_property
    def _by_segment(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for key in self.witness.listed:
            found[_folded(key.rpartition("/")[2].removesuffix(".html"))].add(key)
        return found

    @cached_property
    def _by_title(self) -> Mapping[str, set[str]]:
        """Pages by their titles in feeds, and in the output folder where there is one."""
        found: dict[str, set[str]] = defaultdict(set)
        for key, listed in self.witness.listed.items():
            titles = set(listed.titles)
            if self.witness.pages and (page := self.witness.page(min(listed.urls), key)):
                titles |= page.titles
            for title in titles:
                found[title].add(key)
        return found


def _folded(segment: str) -> str:
    return unicodedata.normalize("NFC", segment).casefold()
