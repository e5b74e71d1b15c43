"""`search.db`: all that the server reads at run time, made from `index.json` and the bodies and from nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

from pressgate_server import corpus, postings, tokens

FIELD_WEIGHTS = {"title": 5.0, "tags": 4.0, "description": 3.0, "slug": 3.0, "headings": 2.0, "body": 1.0}
SECTION_WEIGHTS = {"headings": 2.0, "body": 1.0}
K1 = 1.2
B_BODY, B_OTHER, B_SECTION = 0.5, 0.3, 0.75
IMPACT_SCALE = 255

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE article (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, title TEXT NOT NULL, url TEXT NOT NULL, date TEXT, category TEXT,
    tags TEXT, description TEXT, license TEXT, author TEXT, file TEXT NOT NULL, chars INTEGER NOT NULL
);
CREATE TABLE outline (number INTEGER PRIMARY KEY, sections TEXT NOT NULL);
CREATE TABLE name (key TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (key, number)) WITHOUT ROWID;
CREATE TABLE posting (token TEXT PRIMARY KEY, row BLOB NOT NULL) WITHOUT ROWID;
CREATE UNIQUE INDEX article_id ON article (id);
CREATE INDEX article_date ON article (date DESC, number);
CREATE INDEX article_category ON article (category, date DESC, number);
"""


@dataclass(kw_only=True)
class _Field:
    """How often each unit (post or section) holds each token in one field, and the units' lengths."""

    weight: float
    b: float
    counts: list[Counter[str]] = field(default_factory=list)

    def add(self, found: Iterable[str]) -> None:
        self.counts.append(Counter(found))

    def frequencies(self, unit: int, average: float) -> dict[str, float]:
        """The weighted, length-normalised frequency of each token in the unit (BM25F: Robertson and Zaragoza 2009)."""
        counts = self.counts[unit]
        length = sum(counts.values())
        factor = self.weight / (1 - self.b + self.b * length / average) if average else 0.0
        return {token: count * factor for token, count in counts.items()}

    def average(self) -> float:
        return sum(sum(counts.values()) for counts in self.counts) / max(1, len(self.counts))


def _impacts(fields: Sequence[_Field]) -> list[dict[str, int]]:
    """For each unit, each token's saturated frequency as a byte."""
    averages = [part.average() for part in fields]
    impacts: list[dict[str, int]] = []
    for unit in range(len(fields[0].counts)):
        total: dict[str, float] = {}
        for part, average in zip(fields, averages, strict=True):
            for token, frequency in part.frequencies(unit, average).items():
                total[token] = total.get(token, 0.0) + frequency
        impacts.append({token: max(1, round(IMPACT_SCALE * tf / (K1 + tf))) for token, tf in total.items()})
    return impacts


def slug(url: str) -> str:
    """The words of a URL's last path segment."""
    segments = [part for part in unquote(urlsplit(url).path).split("/") if part]
    return segments[-1] if segments else ""


def _passages(body: str, outline: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The body cut at every heading: heading and text; the first has no heading. Number 0 is what stands above all."""
    starts = [0, *(section["start"] for section in outline)]
    ends = [*starts[1:], len(body)]
    headings = ["", *(section["heading"] for section in outline)]
    return [(heading, body[start:end]) for heading, start, end in zip(headings, starts, ends, strict=True)]


def _posting_rows(articles: Sequence[Mapping[str, Any]], bodies: Mapping[str, str]) -> list[tuple[str, bytes]]:
    fields = {
        name: _Field(weight=weight, b=B_BODY if name == "body" else B_OTHER) for name, weight in FIELD_WEIGHTS.items()
    }
    parts = {name: _Field(weight=weight, b=B_SECTION) for name, weight in SECTION_WEIGHTS.items()}
    first: list[int] = []
    for article in articles:
        body, outline = bodies[article["id"]], article.get("sections") or []
        headings = [tokens.tokens(section["heading"]) for section in outline]
        first.append(len(parts["body"].counts))
        whole: list[str] = []
        for heading, text in _passages(body, outline):
            found = tokens.tokens(text)
            whole += found
            parts["body"].add(found)
            parts["headings"].add(tokens.tokens(heading))
        fields["title"].add(tokens.tokens(article["title"]))
        fields["tags"].add(tokens.tokens(" ".join(article.get("tags") or [])))
        fields["description"].add(tokens.tokens(article.get("description") or ""))
        fields["slug"].add(tokens.tokens(slug(article["url"])))
        fields["headings"].add(token for found in headings for token in found)
        fields["body"].add(whole)
    return _pack_rows(_impacts(list(fields.values())), _impacts(list(parts.values())), first, fields["title"].counts)


def _pack_rows(
    posts: Sequence[Mapping[str, int]],
    sections: Sequence[Mapping[str, int]],
    first: Sequence[int],
    titles: Sequence[Mapping[str, int]],
) -> list[tuple[str, bytes]]:
    """Each token with its row. `posts`, `sections` and `titles` are by number; `first` is each post's first section."""
    holders: dict[str, list[int]] = {}
    for number, impacts in enumerate(posts):
        for token in impacts:
            holders.setdefault(token, []).append(number)
    inside: dict[str, dict[int, list[tuple[int, int]]]] = {token: {} for token in holders}
    ends = [*first[1:], len(sections)]
    for number, (start, end) in enumerate(zip(first, ends, strict=True)):
        for ordinal, unit in enumerate(sections[start:end]):
            for token, impact in unit.items():
                inside[token].setdefault(number, []).append((ordinal, impact))
    rows: list[tuple[str, bytes]] = []
    for token, numbers in sorted(holders.items()):
        found = [_strongest(inside[token].get(number, [])) for number in numbers]
        flat = [pair for pairs in found for pair in pairs]
        titled = [number for number in numbers if token in titles[number]]
        posting = postings.Posting(
            posts=numbers,
            impacts=[posts[number][token] for number in numbers],
            titles=titled,
            title_lengths=[min(255, len(titles[number])) for number in titled],
            counts=[len(pairs) for pairs in found],
            sections=[section for section, _ in flat],
            section_impacts=[impact for _, impact in flat],
        )
        rows.append((token, postings.pack(posting)))
    return rows


def _strongest(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The 255 sections that hold the token most strongly, in their order: what one byte can count."""
    return sorted(sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:255])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


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
        sections = [[s["heading"], s["level"], s["start"], s["end"]] for s in article.get("sections") or []]
        connection.execute("INSERT INTO outline VALUES (?, ?)", (number, _json(sections)))
    names = {(key, number) for number, article in enumerate(articles) for key in corpus.name_keys(article["id"])}
    connection.executemany("INSERT INTO name VALUES (?, ?)", sorted(names))
    connection.executemany("INSERT INTO posting VALUES (?, ?)", _posting_rows(articles, bodies))


def _normalised(database: bytes) -> bytes:
    """The file without what depends on the SQLite that wrote it (file format, section 1.3: offsets 24, 92 and 96)."""
    header = bytearray(database[:100])
    header[24:28] = header[92:96] = (1).to_bytes(4, "big")
    header[96:100] = (3_000_000).to_bytes(4, "big")
    return bytes(header) + database[100:]


def build_search(document: Mapping[str, Any], bodies: Mapping[str, str]) -> bytes:
    """`search.db` for `index.json`'s document (schema 1) and the bodies by id: the same bytes for the same input.

    An article may also have `license` and `author`.

    Raises:
        KeyError: an article has no body, or lacks a field of the schema.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.executescript(
            "PRAGMA page_size = 4096; PRAGMA auto_vacuum = 0; PRAGMA encoding = 'UTF-8'; PRAGMA secure_delete = 1;"
        )
        connection.executescript(_SCHEMA)
        connection.execute("BEGIN")
        _fill(connection, document, bodies)
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        return _normalised(connection.serialize())
    finally:
        connection.close()
