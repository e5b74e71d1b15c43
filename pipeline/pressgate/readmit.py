"""Admission by a wheel's own word: which posts it holds and at which URL, for a rebuild without the site's witness."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pressgate import sites
from pressgate.bodies import clean_bodies
from pressgate.candidate import Candidate, examine
from pressgate.model import Admission, Config, Decision
from pressgate.parse import read_sources
from pressgate.words import Words


@dataclass(frozen=True, kw_only=True)
class Readmission:
    """The posts as a wheel's index names them, and the ids of articles that no post here can be."""

    admission: Admission
    missing: tuple[str, ...]


def readmit(config: Config, clock: datetime, articles: Sequence[Mapping[str, Any]]) -> Readmission:
    """Finds the post of each article (by its id, else by its title and date) and gives it the article's id and URL.

    `articles` are those of `index.json`, schema 1. No verdict is made again: the wheel's word stands for it.
    """
    site = sites.load(config)
    words = Words(config.posts.fields, (*config.publish.status, *site.public_words))
    by_title: dict[str, list[Candidate]] = defaultdict(list)
    for source in read_sources(config):
        candidate = examine(source, config, words, clock, site)
        if (post := candidate.post()) is not None:
            by_title[post.title].append(candidate)
    chosen, missing = [], []
    for article in articles:
        found = _find(article, by_title[str(article["title"])])
        if found is None:
            missing.append(str(article["id"]))
            continue
        by_title[str(article["title"])] = [other for other in by_title[str(article["title"])] if other is not found]
        found.id, found.url = str(article["id"]), str(article["url"])
        found.reasons.clear()
        chosen.append(found)
    clean_bodies(chosen, config, site)
    decisions = tuple(Decision(source=candidate.source, post=candidate.post()) for candidate in chosen)
    return Readmission(admission=Admission(decisions=decisions, clock=clock), missing=tuple(missing))


def _find(article: Mapping[str, Any], candidates: list[Candidate]) -> Candidate | None:
    """The one of the posts with the article's title that agrees with it best."""
    day = article.get("date")
    for found in (
        [c for c in candidates if c.url == article["url"]],
        [c for c in candidates if c.id == article["id"] and c.day == day],
        [c for c in candidates if c.day == day],
        candidates,
    ):
        if len(found) == 1:
            return found[0]
    return None
