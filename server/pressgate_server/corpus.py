"""The posts as packed: metadata, sections and postings on demand from `search.db`, bodies from their files."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from . import postings, tokens

FORMAT = 1
"""The version of the tables of `search.db`."""

CACHE_CHARACTERS = 2_000_000
"""Bodies kept in memory, in characters."""

_COLUMNS = "number, id, title, url, date, category, tags, description, license, author, file, chars"
_PREFIX = re.compile(r"[^\W\d_]+-(?=.)")


class CorpusError(Exception):
    """The data folder can't be served. One line that says why."""


@dataclass(frozen=True, kw_only=True)
class Section:
    """A heading's part of a body, subsections included. Offsets in characters; `label` is unique in its post."""

    label: str
    heading: str
    level: int
    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class Article:
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
    """The keys under which an id is found, the most exact first: folded; less one `LETTERS-` prefix and leading zeros."""
    folded = fold(article_id.strip())
    bare = _PREFIX.sub("", folded, count=1)
    short = bare.lstrip("0") or bare[-1:]
    return (folded, short) if short != folded else (folded,)


class Corpus:
    """A read-only view of a data folder. Safe to use from several threads.

    Raises:
        CorpusError: `search.db` is absent, damaged or of another version.
    """

    def __init__(self, data: Path) -> None:
        self.data = data
        self._bodies: OrderedDict[int, str] = OrderedDict()
        self._lock = threading.Lock()
        # Immutable: no lock files, no journal, and a read-only folder is enough.
        address = (data / "search.db").absolute().as_uri() + "?mode=ro&immutable=1"
        try:
            self._connection = sqlite3.connect(address, uri=True, check_same_thread=False)
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
        found = self.rows(f"SELECT {_COLUMNS} FROM article {where}", values)  # noqa: S608 (fixed text)
        names = [name.strip() for name in _COLUMNS.split(",")]
        articles = []
        for row in found:
            fields = dict(zip(names, row, strict=True))
            fields["tags"] = tuple(json.loads(fields["tags"] or "[]"))
            articles.append(Article(**fields))
        return articles

    def article(self, number: int) -> Article:
        """The post with this number."""
        return self._articles("WHERE number = ?", (number,))[0]

    def find(self, article_id: str) -> list[Article]:
        """The posts that an id may mean: one where it is exact or clear, several where it is not, none if unknown."""
        exact = self._articles("WHERE id = ?", (article_id,))
        if exact:
            return exact
        for key in name_keys(article_id):
            numbers = [number for (number,) in self.rows("SELECT number FROM name WHERE key = ?", (key,))]
            if numbers:
                return [self.article(number) for number in numbers]
        return []

    def ids(self, start: str = "", limit: int = -1) -> list[str]:
        """Ids that begin with `start` (folded), in order."""
        query = "SELECT DISTINCT a.id FROM name n JOIN article a USING (number) WHERE n.key >= ? AND n.key < ? ORDER BY a.number LIMIT ?"
        key = fold(start)
        return [id_ for (id_,) in self.rows(query, (key, key + "\U0010ffff", limit))]

    def page(self, category: str | None, limit: int, offset: int) -> tuple[int, list[Article]]:
        """How many posts there are (in the category), and some of them, newest first, undated ones last."""
        where, values = ("WHERE category = ?", [category]) if category is not None else ("", [])
        ((total,),) = self.rows(f"SELECT count(*) FROM article {where}", values)  # noqa: S608 (fixed text)
        return total, self._articles(f"{where} ORDER BY date DESC, number LIMIT ? OFFSET ?", [*values, limit, offset])

    def by_number(self, start: int, limit: int) -> list[Article]:
        """Posts in the order of their ids, from number `start`."""
        return self._articles("WHERE number >= ? ORDER BY number LIMIT ?", (start, limit))

    @cached_property
    def categories(self) -> list[tuple[str, int]]:
        """Each category with its number of posts, the largest first."""
        query = "SELECT category, count(*) AS n FROM article WHERE category IS NOT NULL GROUP BY category ORDER BY n DESC, category"
        return [(name, count) for name, count in self.rows(query)]

    def newest(self) -> str | None:
        """The newest post's date."""
        ((date,),) = self.rows("SELECT max(date) FROM article")
        return date

    def numbers(self, category: str | None, since: str, until: str) -> set[int] | None:
        """The numbers of the posts that a filter leaves; None where there is no filter. Dates are inclusive."""
        if category is None and not since and not until:
            return None
        query = "SELECT number FROM article WHERE (?1 IS NULL OR category = ?1) AND (?2 = '' OR date >= ?2) AND (?3 = '' OR date <= ?3)"
        return {number for (number,) in self.rows(query, (category, since, until))}

    def sections(self, number: int) -> list[Section]:
        """A post's sections in their order."""
        ((packed,),) = self.rows("SELECT sections FROM outline WHERE number = ?", (number,))
        return _labelled(json.loads(packed))

    def posting(self, token: str) -> postings.Posting | None:
        """A token's row."""
        found = self.rows("SELECT row FROM posting WHERE token = ?", (token,))
        return postings.unpack(found[0][0]) if found else None

    def body(self, article: Article) -> str:
        """The post's body."""
        with self._lock:
            if article.number in self._bodies:
                self._bodies.move_to_end(article.number)
                return self._bodies[article.number]
        text = (self.data / article.file).read_bytes().decode("utf-8")
        with self._lock:
            self._bodies[article.number] = text
            while len(self._bodies) > 1 and sum(map(len, self._bodies.values())) > CACHE_CHARACTERS:
                self._bodies.popitem(last=False)
        return text


def _labelled(packed: Sequence[tuple[str, int, int, int]]) -> list[Section]:
    """Sections whose labels are unique: a heading that comes again is `Heading (2)`."""
    taken = {heading for heading, *_ in packed}
    seen: dict[str, int] = {}
    sections = []
    for heading, level, start, end in packed:
        label = heading
        while heading in seen and label in taken:
            seen[heading] += 1
            label = f"{heading} ({seen[heading]})"
        seen.setdefault(heading, 1)
        taken.add(label)
        sections.append(Section(label=label, heading=heading, level=level, start=start, end=end))
    return sections
