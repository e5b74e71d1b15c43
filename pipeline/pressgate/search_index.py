"""`search.db`: all that the server reads at run time, made from `index.json` and the bodies and from nothing else."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from urllib.parse import unquote, urlsplit

from pressgate_server import corpus, postings, search, tokens
from pressgate_server.articles import labels, name_keys

from .sqlite_bytes import PAGE, normalised

# BM25F: each field's weight, and how far the length of a body (alone) is held against it.
FIELD_WEIGHTS = {"title": 5.0, "tags": 4.0, "description": 3.0, "slug": 3.0, "headings": 2.0, "body": 1.0}
K1, B_BODY = 2.0, 0.3
K1_SECTION, B_SECTION = 1.2, 0.75

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE article (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, title TEXT NOT NULL, url TEXT NOT NULL, date TEXT, category TEXT,
    tags TEXT, description TEXT, license TEXT, author TEXT, file TEXT NOT NULL, chars INTEGER NOT NULL
);
CREATE TABLE section (
    number INTEGER NOT NULL, ordinal INTEGER NOT NULL, heading TEXT NOT NULL, label TEXT, level INTEGER NOT NULL,
    start INTEGER NOT NULL, end INTEGER NOT NULL, byte INTEGER NOT NULL, PRIMARY KEY (number, ordinal)
) WITHOUT ROWID;
CREATE TABLE name (key TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (key, number)) WITHOUT ROWID;
CREATE TABLE posting (token TEXT PRIMARY KEY, row BLOB NOT NULL) WITHOUT ROWID;
CREATE UNIQUE INDEX article_id ON article (id);
CREATE INDEX article_date ON article (date DESC, number);
CREATE INDEX article_category ON article (category, date DESC, number);
"""


_LINK_TARGET = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?=[\s)])")


@dataclass(frozen=True, kw_only=True)
class _Post:
    """A post's tokens, counted by field. `headings` has each section's distinct tokens, in order; `densest` is, by
    token of the body, the ordinal of the section that holds it most densely.
    """

    fields: Mapping[str, Counter[str]]
    headings: Sequence[frozenset[str]]
    densest: Mapping[str, int]


def slug(url: str) -> str:
    """The last segment of a URL's path, percent-decoded."""
    segments = [part for part in unquote(urlsplit(url).path).split("/") if part]
    return segments[-1] if segments else ""


def _post(article: Mapping[str, Any], body: str) -> _Post:
    outline = article.get("sections") or []
    headings = [tokens.tokens(section["heading"]) for section in outline]
    bounds = [0, *(section["start"] for section in outline), len(body)]
    # Where a link leads says little of the post that holds it.
    texts = [_LINK_TARGET.sub("](", body[start:end]) for start, end in pairwise(bounds)]
    passages = [Counter(tokens.tokens(text)) for text in texts]
    counts = {
        "title": Counter(tokens.tokens(article["title"])),
        "tags": Counter(tokens.tokens(" ".join(article.get("tags") or []))),
        "description": Counter(tokens.tokens(article.get("description") or "")),
        "slug": Counter(tokens.tokens(slug(article["url"]))),
        "headings": Counter(token for found in headings for token in found),
        "body": Counter[str](),
    }
    for passage in passages:
        counts["body"].update(passage)
    return _Post(fields=counts, headings=[frozenset(found) for found in headings], densest=_densest(passages))


def _densest(passages: Sequence[Counter[str]]) -> dict[str, int]:
    """For each token the passage with the highest BM25 term frequency, the first of equal ones."""
    average = max(1.0, sum(passage.total() for passage in passages) / len(passages))
    best: dict[str, tuple[float, int]] = {}
    for ordinal, passage in enumerate(passages):
        norm = K1_SECTION * (1 - B_SECTION + B_SECTION * passage.total() / average)
        for token, count in passage.items():
            density = count / (count + norm)
            if density > best.get(token, (0.0, 0))[0]:
                best[token] = (density, ordinal)
    return {token: ordinal for token, (_, ordinal) in best.items()}


def _impacts(post: _Post, average: float) -> dict[str, int]:
    """Each token's saturated, weighted frequency in the post as a byte (Robertson and Zaragoza 2009, section 3.6)."""
    totals: dict[str, float] = {}
    for name, weight in FIELD_WEIGHTS.items():
        counts = post.fields[name]
        factor = weight / (1 - B_BODY + B_BODY * counts.total() / average) if name == "body" else weight
        for token, count in counts.items():
            totals[token] = totals.get(token, 0.0) + factor * count
    return {token: max(1, round(search.IMPACT_SCALE * total / (K1 + total))) for token, total in totals.items()}


@dataclass(kw_only=True)
class _Row:
    """What will be a token's row: (post, impact, densest section + 1), (post, length of the title), (post, ordinal,
    length of the heading).
    """

    posts: list[tuple[int, int, int]] = field(default_factory=list)
    titles: list[tuple[int, int]] = field(default_factory=list)
    headings: list[tuple[int, int, int]] = field(default_factory=list)

    def packed(self) -> bytes:
        return postings.pack(
            postings.Posting(
                posts=[number for number, _, _ in self.posts],
                impacts=[impact for _, impact, _ in self.posts],
                densest=[section for _, _, section in self.posts],
                titles=[number for number, _ in self.titles],
                title_lengths=[min(255, length) for _, length in self.titles],
                heading_posts=[number for number, _, _ in self.headings],
                ordinals=[ordinal for _, ordinal, _ in self.headings],
                heading_lengths=[min(255, length) for _, _, length in self.headings],
            )
        )


def _posting_rows(articles: Sequence[Mapping[str, Any]], bodies: Mapping[str, str]) -> list[tuple[str, bytes]]:
    """Each token with its row, in order. Section 0 of a post is what stands above its first heading."""
    posts = [_post(article, bodies[article["id"]]) for article in articles]
    average = max(1.0, sum(post.fields["body"].total() for post in posts) / max(1, len(posts)))
    rows: defaultdict[str, _Row] = defaultdict(_Row)
    for number, post in enumerate(posts):
        for token, impact in _impacts(post, average).items():
            rows[token].posts.append((number, impact, post.densest.get(token, -1) + 1))
        for token in post.fields["title"]:
            rows[token].titles.append((number, len(post.fields["title"])))
        for ordinal, heading in enumerate(post.headings, start=1):
            for token in heading:
                rows[token].headings.append((number, ordinal, len(heading)))
    return [(token, rows[token].packed()) for token in sorted(rows)]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _sections(number: int, article: Mapping[str, Any], body: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a post's sections; a label is kept where it differs from the heading."""
    outline = article.get("sections") or []
    at = byte = 0
    for ordinal, (section, label) in enumerate(
        zip(outline, labels([section["heading"] for section in outline]), strict=True), start=1
    ):
        byte += len(body[at : section["start"]].encode())
        at = section["start"]
        other = label if label != section["heading"] else None
        yield number, ordinal, section["heading"], other, section["level"], at, section["end"], byte


def _fill(connection: sqlite3.Connection, document: Mapping[str, Any], bodies: Mapping[str, str]) -> None:
    articles = sorted(document["articles"], key=lambda article: article["id"])
    meta = {
        "format": str(corpus.FORMAT),
        "tokens": str(tokens.VERSION),
        "postings": str(postings.VERSION),
        "site": _json(document["site"]),
        "licenses": _json(document["licenses"]),
        "count": str(len(articles)),
    }
    connection.executemany("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
    for number, article in enumerate(articles):
        connection.execute(
            "INSERT INTO article VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                *(article[key] for key in ("id", "title", "url")),
                *(article.get(key) or None for key in ("date", "category")),
                _json(article["tags"]) if article.get("tags") else None,
                *(article.get(key) or None for key in ("description", "license", "author")),
                article["file"],
                article["chars"],
            ),
        )
        connection.executemany(
            "INSERT INTO section VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _sections(number, article, bodies[article["id"]])
        )
    names = {(key, number) for number, article in enumerate(articles) for key in name_keys(article["id"])}
    connection.executemany("INSERT INTO name VALUES (?, ?)", sorted(names))
    connection.executemany("INSERT INTO posting VALUES (?, ?)", _posting_rows(articles, bodies))


def build_search(document: Mapping[str, Any], bodies: Mapping[str, str]) -> bytes:
    """`search.db` for `index.json`'s document (schema 1) and the bodies by id: the same bytes for the same input.

    An article may also have `license` and `author`.

    Raises:
        KeyError: an article has no body, or lacks a field of the schema.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.executescript(
            f"PRAGMA page_size = {PAGE}; PRAGMA auto_vacuum = 0; PRAGMA encoding = 'UTF-8'; PRAGMA secure_delete = 1;"
        )
        connection.executescript(_SCHEMA)
        connection.execute("BEGIN")
        _fill(connection, document, bodies)
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        return normalised(connection.serialize())
    finally:
        connection.close()
