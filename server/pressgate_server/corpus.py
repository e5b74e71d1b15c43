"""The posts as packed: metadata, sections and postings on demand from `search.db`, bodies from their files."""

from __future__ import annotations

import json
import sqlite3
import threading
import weakref
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from . import postings, tokens
from .articles import Article, Section, fold, name_keys
from .errors import CorpusError
from .postings import Posting
from .texts import Recent, Texts

FORMAT = 1
"""The version of the tables of `search.db`."""

MAX_PASSAGE = 1 << 16
"""Bytes of a section that are looked through for a snippet."""

CACHE_PLACES = 1000
"""Sections that were found, each with its post's metadata, that are kept in memory."""

CACHE_ROWS = 100_000
"""Bytes of the rows of tokens that are kept in memory, unpacked."""

_COLUMNS = ", ".join(f"article.{name}" for name in Article._fields)
_TAGS = Article._fields.index("tags")
_SECTION_COLUMNS = len(Section._fields)
_SECTION = "section.ordinal, coalesce(label, heading), heading, level, start, end"
# Joins: SQLite answers `(number, ordinal) IN (VALUES …)` by reading the whole table.
_PLACES = f"""
SELECT column2, section.byte, (SELECT byte FROM section WHERE number = column1 AND ordinal = column2 + 1),
    {_SECTION}, {_COLUMNS}
FROM (VALUES %s) CROSS JOIN article ON article.number = column1
LEFT JOIN section ON section.number = column1 AND section.ordinal = column2
"""  # noqa: S608


def _article(row: Sequence[Any]) -> Article:
    fields = list(row)
    fields[_TAGS] = tuple(json.loads(row[_TAGS])) if row[_TAGS] else ()
    return Article(*fields)


class Found(NamedTuple):
    """A post, a section of it (None: above the first heading), and where that section's own text stands in the body.

    `start` and `end` count bytes; the heading's line is left out unless there is nothing else.
    """

    article: Article
    section: Section | None
    start: int
    end: int


class Corpus:
    """A read-only view of a data folder. Safe to use from several threads.

    Raises:
        CorpusError: `search.db` is absent, damaged or of another version.
    """

    def __init__(self, data: Path) -> None:
        self.texts = Texts(data)
        self._places = Recent[Found](CACHE_PLACES)
        self._postings = Recent[Posting](CACHE_ROWS)
        self._lock = threading.Lock()
        # Immutable: no lock files, no journal, and a read-only folder is enough.
        address = (data / "search.db").absolute().as_uri() + "?mode=ro&immutable=1"
        try:
            self._connection = sqlite3.connect(address, uri=True, check_same_thread=False)
            weakref.finalize(self, self._connection.close)
            meta = dict(self.rows("SELECT key, value FROM meta"))
        except sqlite3.Error as error:
            raise CorpusError(f"{data / 'search.db'}: can't be read ({error})") from None
        for key, version in (("format", FORMAT), ("tokens", tokens.VERSION), ("postings", postings.VERSION)):
            if meta.get(key) != str(version):
                found = meta.get(key, "none")
                raise CorpusError(
                    f"{data / 'search.db'}: {key} version {found}, this server reads {version}; build anew"
                )
        self.site: dict[str, str] = json.loads(meta["site"])
        self.licenses: dict[str, str] = json.loads(meta["licenses"])
        self.count = int(meta["count"])

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of a query."""
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    def _articles(self, where: str, values: Sequence[Any]) -> list[Article]:
        found = self.rows(f"SELECT {_COLUMNS} FROM article {where}", values)  # noqa: S608
        return [_article(row) for row in found]

    def article(self, number: int) -> Article:
        """The post with this number."""
        return self._articles("WHERE number = ?", (number,))[0]

    def find(self, article_id: str) -> list[Article]:
        """The posts that an id may mean: one where it is exact or clear, several where it is not, none if unknown."""
        if exact := self._articles("WHERE id = ?", (article_id,)):
            return exact
        for key in name_keys(article_id):
            if numbers := self.rows("SELECT number FROM name WHERE key = ? ORDER BY number LIMIT 20", (key,)):
                return [self.article(number) for (number,) in numbers]
        return []

    def ids(self, start: str = "", limit: int = -1) -> tuple[int, list[str]]:
        """How many ids have a key that begins with `start` (folded), and the first of them in order; -1 is no limit."""
        key = fold(start)
        where = "FROM article WHERE number IN (SELECT number FROM name WHERE key >= ?1 AND key < ?2)"
        bounds = (key, key + "\U0010ffff")
        ((total,),) = self.rows(f"SELECT count(*) {where}", bounds)
        found = self.rows(f"SELECT id {where} ORDER BY number LIMIT ?3", (*bounds, limit))
        return total, [article_id for (article_id,) in found]

    def page(self, category: str | None, limit: int, offset: int) -> tuple[int, list[Article]]:
        """How many posts there are (in the category), and some of them: the newest first, undated ones last."""
        where, values = ("WHERE category = ?", [category]) if category is not None else ("", [])
        ((total,),) = self.rows(f"SELECT count(*) FROM article {where}", values)  # noqa: S608
        return total, self._articles(f"{where} ORDER BY date DESC, number LIMIT ? OFFSET ?", [*values, limit, offset])

    def by_number(self, start: int, limit: int) -> list[Article]:
        """Posts in the order of their ids, from number `start`."""
        return self._articles("WHERE number >= ? ORDER BY number LIMIT ?", (start, limit))

    @cached_property
    def categories(self) -> list[tuple[str, int]]:
        """Each category with its number of posts, the largest first."""
        counts = self.rows("SELECT category, count(*) FROM article WHERE category IS NOT NULL GROUP BY category")
        return sorted(counts, key=lambda pair: (-pair[1], pair[0]))

    @cached_property
    def newest(self) -> str | None:
        """The newest post's date."""
        ((newest,),) = self.rows("SELECT max(date) FROM article")
        return str(newest) if newest else None

    def numbers(self, category: str | None, since: str, until: str) -> set[int] | None:
        """The numbers of the posts that a filter leaves; None where there is no filter. Dates are inclusive."""
        rules = {"category = ?": category, "date >= ?": since, "date <= ?": until}
        chosen = {rule: value for rule, value in rules.items() if value}
        if not chosen:
            return None
        query = f"SELECT number FROM article WHERE {' AND '.join(chosen)}"  # noqa: S608
        return {number for (number,) in self.rows(query, list(chosen.values()))}

    def sections(self, number: int) -> list[Section]:
        """A post's sections in their order."""
        query = f"SELECT {_SECTION} FROM section WHERE number = ? ORDER BY ordinal"  # noqa: S608
        return [Section(*row) for row in self.rows(query, (number,))]

    def found(self, places: Sequence[tuple[int, int]]) -> list[Found]:
        """The posts of a list of numbers and ordinals, each with that section's own text, without subsections.

        Ordinal 0 is what stands above the first heading.

        Raises:
            CorpusError: a post's file is gone.
        """
        found = {place: kept for place in places if (kept := self._places.get(place))}
        if missing := [place for place in places if place not in found]:
            query = _PLACES % ",".join(["(?,?)"] * len(missing))
            for ordinal, start, end, *row in self.rows(query, [value for place in missing for value in place]):
                article = _article(row[_SECTION_COLUMNS:])
                section = Section(*row[:_SECTION_COLUMNS]) if ordinal else None
                place = self._place(article, section, start or 0, end)
                found[article.number, ordinal] = self._places.put((article.number, ordinal), place, 1)
        return [found[place] for place in places]

    def _place(self, article: Article, section: Section | None, start: int, end: int | None) -> Found:
        body = self.texts.encoded(article)
        end = min(len(body) if end is None else end, start + MAX_PASSAGE)
        if section and (line := body.find(b"\n", start, end)) >= 0 and not body[line:end].isspace():
            start = line + 1
        return Found(article=article, section=section, start=start, end=end)

    def passage(self, found: Found) -> bytes:
        """The section's own text in UTF-8, at most 64 KiB of it.

        Raises:
            CorpusError: the post's file is gone.
        """
        return self.texts.encoded(found.article)[found.start : found.end]

    def posting_rows(self, wanted: Sequence[str]) -> dict[str, Posting]:
        """The rows of those of the tokens that there are."""
        found = {token: kept for token in wanted if (kept := self._postings.get(token))}
        if missing := [token for token in wanted if token not in found]:
            query = f"SELECT token, row FROM posting WHERE token IN ({','.join('?' * len(missing))})"  # noqa: S608
            for token, row in self.rows(query, missing):
                found[token] = self._postings.put(token, postings.unpack(row), len(row))
        return found

    def bigrams(self, character: str, limit: int) -> list[Posting]:
        """The rows of the character itself and of the bigrams that it begins, the longest rows first."""
        query = (
            "SELECT row FROM posting WHERE token >= ?1 AND token < ?2 AND length(token) < 3 "
            "ORDER BY length(row) DESC, token LIMIT ?3"
        )
        found = self.rows(query, (character, character + "\U0010ffff", limit))
        return [postings.unpack(row) for (row,) in found]
