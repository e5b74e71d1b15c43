"""Ranking: BM25F over the posts, the best section's part, and how much of a title the query covers.

Sources: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). Impacts are computed
when the index is made; here they are only added up, as whole numbers, so that every machine ranks alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .corpus import Corpus
from .postings import Posting
from .tokens import tokens

MAX_TOKENS = 64
RERANKED = 200
"""How many posts at the top have their best section looked up."""

SECTION_WEIGHT, COVERAGE_WEIGHT = 0.5, 2
IMPACT_SCALE, K1 = 255, 1.2


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """A post's number, its score, and its best section (0 is what stands above the first heading)."""

    number: int
    score: float
    section: int


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """Every post that holds any token, the best first. `cut` says that tokens beyond the 64th were left out."""

    hits: list[Ranked]
    cut: bool


def query_tokens(query: str) -> tuple[list[str], bool]:
    """The query's distinct tokens in order, at most 64, and whether there were more."""
    distinct = list(dict.fromkeys(tokens(query)))
    return distinct[:MAX_TOKENS], len(distinct) > MAX_TOKENS


def _weight(count: int, holders: int) -> int:
    """The token's idf in thousandths."""
    return round(1000 * math.log(1 + (count - holders + 0.5) / (holders + 0.5)))


def rank(corpus: Corpus, query: str, allowed: set[int] | None = None) -> Ranking:
    """The posts for a query, of the `allowed` ones where given."""
    wanted, cut = query_tokens(query)
    found = [(posting, _weight(corpus.count, len(posting.posts))) for posting in map(corpus.posting, wanted) if posting]
    scores = _post_scores(found)
    _add_coverage(scores, found)
    numbers = [number for number in scores if allowed is None or number in allowed]
    numbers.sort(key=lambda number: (-scores[number], number))
    hits = [_with_section(number, scores[number], found) for number in numbers[:RERANKED]]
    hits.sort(key=lambda hit: (-hit.score, hit.number))
    floor = hits[-1].score if hits else 0
    hits += [
        Ranked(number=number, score=min(scores[number] / 255000, floor), section=0) for number in numbers[RERANKED:]
    ]
    return Ranking(hits=hits, cut=cut)


def _post_scores(found: Sequence[tuple[Posting, int]]) -> dict[int, float]:
    scores: dict[int, float] = {}
    for posting, weight in found:
        for number, impact in zip(posting.posts, posting.impacts, strict=True):
            scores[number] = scores.get(number, 0) + weight * impact
    return scores


def _add_coverage(scores: dict[int, float], found: Sequence[tuple[Posting, int]]) -> None:
    sums: dict[int, tuple[int, int, int]] = {}
    for posting, weight in found:
        for number, length in zip(posting.titles, posting.title_lengths, strict=True):
            total, matched, _ = sums.get(number, (0, 0, length))
            sums[number] = total + weight, matched + 1, length
    for number, (total, matched, length) in sums.items():
        scores[number] += COVERAGE_WEIGHT * 255 * total * matched // length


def _with_section(number: int, score: float, found: Sequence[tuple[Posting, int]]) -> Ranked:
    sections: dict[int, int] = {}
    for posting, weight in found:
        try:
            at = posting.posts.index(number)
        except ValueError:
            continue
        start = sum(posting.counts[:at])
        for place in range(start, start + posting.counts[at]):
            section = posting.sections[place]
            sections[section] = sections.get(section, 0) + weight * posting.section_impacts[place]
    best = min(sections, key=lambda section: (-sections[section], section)) if sections else 0
    return Ranked(number=number, score=(score + SECTION_WEIGHT * sections.get(best, 0)) / 255000, section=best)
