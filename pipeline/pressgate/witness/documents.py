"""Sitemaps (sitemaps.org 0.9), RSS 0.9–2.0, Atom (RFC 4287) and JSON Feed 1.1: bytes → what they list.

XML is read as a stream by expat. A document type is refused, so no entity is ever declared, let alone expanded.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Literal
from xml.parsers import expat

MAX_BYTES = 50 * 1024 * 1024  # of one document, unpacked: the sitemap protocol's own limit
_MAX_TEXT = 8192
_ROOTS: dict[str, Kind] = {"urlset": "sitemap", "sitemapindex": "index", "rss": "feed", "feed": "feed", "RDF": "feed"}
_TEXTS = {"loc", "lastmod", "title", "link", "guid", "pubDate", "date", "updated", "published"}
_END = re.compile(rb"</(?:feed|rss|rdf:RDF|RDF)>\s*\Z")
_DAY = re.compile(r"[12]\d{3}-[01]\d-[0-3]\d")

Kind = Literal["sitemap", "index", "feed"]


class BadDocument(Exception):
    """A document that can't be read; the text says why, in words that fit after "public/sitemap.xml: "."""


class NoListing(BadDocument):
    """A sound document of another kind."""


class Malformed(BadDocument):
    """A whole feed that is no sound XML: its generator wrote it so, as some do with `&`."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One listed URL as written, with the feed's title (not yet unescaped) and the day of its last change."""

    url: str
    title: str | None = None
    day: str | None = None


@dataclass(frozen=True, kw_only=True)
class Listing:
    """What one document lists. The entries of an index are its child sitemaps."""

    kind: Kind
    entries: tuple[Entry, ...]


def read_document(data: bytes) -> Listing:
    """The listing in `data`, packed with gzip or not. Raises BadDocument."""
    data = _unpacked(data)
    if not data.strip():
        raise BadDocument("it is empty")
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return _json_feed(data)
    return _Reader().read(data)


def _unpacked(data: bytes) -> bytes:
    if data[:2] != b"\x1f\x8b":
        if len(data) > MAX_BYTES:
            raise BadDocument(f"it is larger than {MAX_BYTES // 1024 // 1024} MB")
        return data
    stream = zlib.decompressobj(wbits=31)
    try:
        plain = stream.decompress(data, MAX_BYTES + 1)
    except zlib.error:
        raise BadDocument("it is no gzip file") from None
    if len(plain) > MAX_BYTES:
        raise BadDocument(f"it is larger than {MAX_BYTES // 1024 // 1024} MB when unpacked")
    if not stream.eof:
        raise BadDocument("it is cut off")
    return plain


def _json_feed(data: bytes) -> Listing:
    try:
        feed = json.loads(data)
        if not str(feed["version"]).startswith("https://jsonfeed.org/version/"):
            raise NoListing("it is no JSON feed")
        items = feed["items"]
        entries = tuple(
            Entry(
                url=item["url"],
                title=str(item["title"]) if item.get("title") else None,
                day=_day(str(item.get("date_modified") or item.get("date_published") or "")),
            )
            for item in items
            if isinstance(item.get("url"), str)
        )
    except (ValueError, RecursionError):
        raise BadDocument("it is broken JSON") from None
    except (KeyError, TypeError, AttributeError):
        raise NoListing("it is no JSON feed") from None
    return Listing(kind="feed", entries=entries)


def _day(text: str) -> str | None:
    text = text.strip()
    if match := _DAY.match(text):
        return match[0]
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (ValueError, TypeError, IndexError):
        return None


class _Reader:
    """One XML document, read by events. An entry is open between the tags of `url`, `sitemap`, `item` or `entry`."""

    def __init__(self) -> None:
        self.kind: Kind | None = None
        self.space = ""
        self.path: list[str] = []
        self.entries: list[Entry] = []
        self.fields: dict[str, str] | None = None
        self.text: list[str] = []
        self.reading = 0

    def read(self, data: bytes) -> Listing:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            whole = self.kind == "feed" and _END.search(data[-64:])
            kind = Malformed if whole else BadDocument
            raise kind(f"it is broken{'' if whole else ' or cut off'} XML (line {error.lineno})") from None
        except (LookupError, ValueError):
            raise BadDocument("its encoding is unknown") from None
        assert self.kind is not None
        return Listing(kind=self.kind, entries=tuple(self.entries))

    def _doctype(self, *_: object) -> None:
        raise BadDocument("it declares a document type, which is never read (entities)")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if self.kind is None:
            if local not in _ROOTS:
                raise NoListing(f"it is neither a sitemap nor a feed (its root element is '{local[:40]}')")
            self.kind, self.space = _ROOTS[local], space
        self.path.append(local)
        if self.reading:
            self.reading += 1
        elif self.fields is None:
            if self._opens_entry(space, local):
                self.fields = {"about": attributes.get(_RDF_ABOUT, "")}
        elif self._parent_is_entry() and local in _TEXTS and (local == "date" or self._is_ours(space)):
            self._field(local, attributes)

    def _is_ours(self, space: str) -> bool:
        return space == self.space or (self.path[0] == "RDF" and "purl.org/rss" in space)

    def _opens_entry(self, space: str, local: str) -> bool:
        names = {"sitemap": {"url"}, "index": {"sitemap"}, "feed": {"item", "entry"}}
        return local in names[self.kind or "feed"] and self._is_ours(space)

    def _parent_is_entry(self) -> bool:
        return self.path[-2] in {"url", "sitemap", "item", "entry"}

    def _field(self, local: str, attributes: dict[str, str]) -> None:
        fields = self.fields
        assert fields is not None
        if local == "link" and "href" in attributes:
            if attributes.get("rel", "alternate") == "alternate":
                fields.setdefault("link", attributes["href"])
            return
        if local == "guid" and attributes.get("isPermaLink", "true") != "true":
            return
        self.reading, self.text = 1, []

    def _characters(self, text: str) -> None:
        if self.reading and sum(map(len, self.text)) < _MAX_TEXT:
            self.text.append(text)

    def _end(self, name: str) -> None:
        local = name.rpartition(" ")[2]
        self.path.pop()
        if self.reading:
            self.reading -= 1
            if not self.reading and self.fields is not None:
                self.fields.setdefault(local, "".join(self.text).strip())
        elif self.fields is not None and local in {"url", "sitemap", "item", "entry"}:
            self._close(self.fields)
            self.fields = None

    def _close(self, fields: dict[str, str]) -> None:
        url = _first(fields, ("loc", "link", "guid", "about"))
        day = _first(fields, ("lastmod", "updated", "pubDate", "published", "date"))
        if url:
            self.entries.append(Entry(url=url, title=fields.get("title") or None, day=_day(day)))


_RDF_ABOUT = "http://www.w3.org/1999/02/22-rdf-syntax-ns# about"


def _first(fields: dict[str, Any], names: Sequence[str]) -> str:
    return next((fields[name] for name in names if fields.get(name)), "")
