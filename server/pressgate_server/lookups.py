"""From what a caller wrote to what it means: an id, a section, a category; the nearest ones where it means none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .articles import Article, Section, fold
from .corpus import Corpus
from .messages import Messages
from .render import one_line
from .schemas import ArgumentError


class Lookups:
    """Finds what a caller names in one corpus."""

    def __init__(self, corpus: Corpus, say: Messages) -> None:
        self._corpus, self._say = corpus, say

    def article(self, article_id: str) -> Article:
        """The post that an id means.

        Raises:
            ArgumentError: none, or several; the text names the nearest or all of them.
        """
        found = self._corpus.find(article_id)
        if len(found) == 1:
            return found[0]
        asked = one_line(article_id)
        if found:
            raise ArgumentError(self._say("ambiguous_id", id=asked, near=", ".join(a.id for a in found[:10])))
        near = nearest(asked, self._corpus.ids()[1], 3)
        raise ArgumentError(self._say("unknown_id", id=asked, near=", ".join(near)))

    def section(self, article: Article, sections: list[Section], wanted: str) -> Section:
        """The section that a label means: as written, else without regard to case, hashes and white space.

        Raises:
            ArgumentError: there is none; the text names the nearest.
        """
        for same in (str, fold, lambda text: " ".join(fold(text).lstrip("# ").split())):
            for item in sections:
                if same(item.label) == same(wanted):
                    return item
        shown = "; ".join(nearest(wanted, [item.label for item in sections], 10)) or self._say("nothing")
        raise ArgumentError(self._say("unknown_section", id=article.id, section=one_line(wanted), near=shown))

    def category(self, wanted: str) -> str | None:
        """The category that a name means, without regard to case; None for the empty name.

        Raises:
            ArgumentError: there is none; the text names those that there are.
        """
        if not wanted:
            return None
        names = [name for name, _ in self._corpus.categories]
        for same in (str, fold):
            for name in names:
                if same(name) == same(wanted):
                    return name
        near = nearest(wanted, names, 20) or [self._say("nothing")]
        raise ArgumentError(self._say("unknown_category", category=one_line(wanted), near=", ".join(near)))


def nearest(wanted: str, known: Sequence[str], count: int) -> list[str]:
    """The `count` of the known words that are most like `wanted`, the most alike first."""
    from difflib import SequenceMatcher

    def pairs(word: str) -> set[tuple[str, str]]:
        return set(pairwise(word))

    asked = fold(wanted)
    folded = {word: fold(word) for word in known}
    theirs = pairs(asked)
    shared = {word: len(pairs(other) & theirs) for word, other in folded.items()}
    # Comparing in full is slow: only the words that share the most pairs of letters are.
    likely = sorted(known, key=lambda word: (-shared[word], abs(len(word) - len(wanted)), word))[: 10 * count]
    ratios = {word: SequenceMatcher(None, folded[word], asked).ratio() for word in likely}
    return sorted(likely, key=lambda word: (-ratios[word], word))[:count]
