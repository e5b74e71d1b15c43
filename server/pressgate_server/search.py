"""Ranking: BM25F over the posts, and how much of a title and of a heading the query covers.

Source of BM25F: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). The impacts
were computed when the index was made; here they are only weighted and added, in whole numbers, so that every machine
ranks alike.
"""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .corpus import Corpus
from .postings import Posting, merge
from .tokens import is_unspaced, tokens

MAX_TOKENS, MAX_BIGRAMS = 64, 64
IMPACT_SCALE = 63
"""What an impact of 1.0 is as a whole number: as fine as ranks need, and coarse enough to compress well."""

_UNIT = 1000 * IMPACT_SCALE
_TITLE, _HEADING = 3, 1  # halves: a covered title counts one and a half times its idf, a covered heading half of it


class Ranked(NamedTuple):
    """A post's number, its score, and the ordinal of its section that answers best (0: above the first heading)."""

    number: int
    score: float
    ordinal: int


class Ranking(NamedTuple):
    """`hits` is the part asked for, best first, of `total`. `found` has the tokens that any post holds, rarest first.

    `cut` says that the query had more than 64 tokens, and that those beyond were left out.
    """

    hits: list[Ranked]
    total: int
    found: list[str]
    cut: bool


def _postings(corpus: Corpus, wanted: Sequence[str]) -> dict[str, Posting]:
    """The tokens' rows. One character of a script without spaces stands for every bigram that it begins."""
    found = corpus.posting_rows(wanted)
    for token in wanted:
        if len(token) == 1 and is_unspaced(token) and (rows := corpus.bigrams(token, MAX_BIGRAMS)):
            found[token] = merge(rows)
    return found


def _idf(count: int, holders: int) -> int:
    """The token's idf in thousandths: at least one, so that what every post holds is found as well."""
    return round(1000 * math.log(1 + (count - holders + 0.5) / (holders + 0.5))) or 1


def rank(corpus: Corpus, query: str, *, allowed: set[int] | None, limit: int, offset: int) -> Ranking:
    """The posts that hold any of the query's tokens, of the `allowed` ones where given; equal scores by id."""
    distinct = list(dict.fromkeys(tokens(query)))
    rows = _postings(corpus, distinct[:MAX_TOKENS])
    found = [token for token in distinct if token in rows]
    weighted = [(rows[token], _idf(corpus.count, len(rows[token].posts))) for token in found]
    count = corpus.count
    keys = _keys(count, weighted)
    for number, part in _titles(weighted).items():
        keys[number] += count * part
    headings = _headings(weighted)
    for number, parts in headings.items():
        keys[number] += count * max(parts.values())
    matching = [key for key in keys if key > 0]
    if allowed is not None:
        matching = [key for key in matching if -key % count in allowed]
    hits = []
    for key in heapq.nlargest(offset + limit, matching)[offset:]:
        number = -key % count
        ordinal = _best_section(number, weighted, headings.get(number, {}))
        hits.append(Ranked(number=number, score=(key + number) / (count * _UNIT), ordinal=ordinal))
    rarest = sorted(found, key=lambda token: len(rows[token].posts))
    return Ranking(hits=hits, total=len(matching), found=rarest, cut=len(distinct) > MAX_TOKENS)


def _best_section(number: int, weighted: Sequence[tuple[Posting, int]], headings: Mapping[int, int]) -> int:
    """The section for which its heading, and half the weight of the tokens that it holds most densely, speak most."""
    votes = dict(headings)
    for posting, weight in weighted:
        at = bisect_left(posting.posts, number)
        if at < len(posting.posts) and posting.posts[at] == number and (section := posting.densest[at]):
            votes[section - 1] = votes.get(section - 1, 0) + weight * posting.impacts[at] // 2
    return max(sorted(votes), key=votes.__getitem__, default=0)


def _keys(count: int, weighted: Sequence[tuple[Posting, int]]) -> list[int]:
    """For each post its score × `count` - its number: positive where it holds a token.

    One number for both, so that equal scores sort by the post's number, which is the order of the ids.
    """
    keys = list(range(0, -count, -1))
    for posting, weight in weighted:
        step = count * weight
        for number, impact in zip(posting.posts, posting.impacts, strict=True):
            keys[number] += step * impact
    return keys


def _covered(weight: int, matched: int, length: int, halves: int) -> int:
    """What a title or heading of `length` tokens adds: the idf of its tokens in the query × the share that they are."""
    return halves * IMPACT_SCALE * weight * matched // (2 * length)


def _titles(weighted: Sequence[tuple[Posting, int]]) -> dict[int, int]:
    sums: dict[int, tuple[int, int, int]] = {}
    for posting, weight in weighted:
        for number, length in zip(posting.titles, posting.title_lengths, strict=True):
            total, matched, _ = sums.get(number, (0, 0, 0))
            sums[number] = total + weight, matched + 1, length
    return {number: _covered(total, matched, length, _TITLE) for number, (total, matched, length) in sums.items()}


def _headings(weighted: Sequence[tuple[Posting, int]]) -> dict[int, dict[int, int]]:
    """For each post with a matching heading, what each of its headings adds."""
    found: dict[int, dict[int, int]] = {}
    for posting, weight in weighted:
        # One whole number holds weight, matches and length: this runs for each heading that holds a token.
        step = weight << 16 | 1 << 8
        places = zip(posting.heading_posts, posting.ordinals, posting.heading_lengths, strict=True)
        for number, ordinal, length in places:
            sums = found.get(number)
            if sums is None:
                found[number] = {ordinal: step + length}
            else:
                sums[ordinal] = sums.get(ordinal, length) + step
    for sums in found.values():
        for ordinal, packed in sums.items():
            sums[ordinal] = _covered(packed >> 16, packed >> 8 & 255, packed & 255, _HEADING)
    return found
