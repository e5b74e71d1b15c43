"""Witnesses by name: sitemaps with their children, feeds and output folders, as files or https URLs."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from pressgate.witness.documents import MAX_BYTES, BadDocument, Listing, Malformed, NoListing, read_document
from pressgate.witness.fetch import fetch
from pressgate.witness.keys import place, title_keys
from pressgate.witness.pages import Page, Pages

_MAX_DOCUMENTS = 2000
_MAX_DEPTH = 3


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A path that the site lists: its URLs (one, unless the site contradicts itself) and its titles' keys in feeds.

    `in_feed` says whether a feed lists it, rather than a sitemap or another page's link alone.
    """

    urls: frozenset[str]
    titles: frozenset[str] = frozenset()
    in_feed: bool = False


@dataclass(frozen=True, kw_only=True)
class Witness:
    """All that the configured witnesses say.

    `listed` is by path key. `pages` are the output folders that hold HTML. `newest` is the newest day that a sitemap
    or feed names. `digests` maps each witness, as configured, to the sha256 of what it said. With any of `problems`
    (one line each) the witness confirms nothing; `notes` say what was passed over.
    """

    names: tuple[str, ...]
    listed: Mapping[str, Listed]
    pages: tuple[Pages, ...] = ()
    newest: str | None = None
    digests: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The witnesses as configured, for messages."""
        return ", ".join(self.names)

    def page(self, url: str, key: str) -> Page | None:
        """The page of the output folders that is served at `url`."""
        slash = url.endswith(("/", "/index.html", "/index.htm"))
        found = (pages.page(key, slash=slash) for pages in self.pages)
        return next((page for page in found if page), None)


def read(names: Sequence[str], *, root: Path, home: str, hosts: tuple[str, ...], base: str) -> Witness:
    """What the witnesses `names` say: https URLs, or paths relative to `root`.

    `base` is the path on its host at which the site lies. Nothing is raised: what can't be read becomes a problem.
    """
    reader = _Reader(home, hosts, base)
    for name in names:
        try:
            reader.witness(name, root)
        except BadDocument as error:
            reader.problems.append(f"witness {name}: {error}; so it admits no post: build the site again")
    return reader.result(tuple(names))


class _Reader:
    def __init__(self, home: str, hosts: tuple[str, ...], base: str) -> None:
        self.home, self.hosts, self.base = home, hosts, base.strip("/")
        self.urls = {name: defaultdict[str, set[str]](set) for name in ("link", "feed", "sitemap")}
        self.titles: dict[str, set[str]] = defaultdict(set)
        self.fed: set[str] = set()
        self.pages: list[Pages] = []
        self.newest: str | None = None
        self.digests: dict[str, str] = {}
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.seen: set[Path | str] = set()
        self.digest = hashlib.sha256()
        self.in_folder = False

    def result(self, names: tuple[str, ...]) -> Witness:
        urls = {**self.urls["link"], **self.urls["feed"], **self.urls["sitemap"]}
        listed = {
            key: Listed(urls=_once(found), titles=frozenset(self.titles.get(key, ())), in_feed=key in self.fed)
            for key, found in urls.items()
        }
        return Witness(
            names=names,
            listed=listed,
            pages=tuple(self.pages),
            newest=self.newest,
            digests=self.digests,
            problems=tuple(self.problems),
            notes=tuple(self.notes),
        )

    def witness(self, name: str, root: Path) -> None:
        self.seen, self.digest, self.in_folder = set(), hashlib.sha256(), False
        path = root / name
        if "://" in name:
            found = self._document(name, depth=0)
        else:
            found = self._folder(path, name) if path.is_dir() else self._document(path, depth=0)
        if not found:
            raise BadDocument(f"it lists no page on {' or '.join(self.hosts)}")
        self.digests[name] = self.digest.hexdigest()

    def _folder(self, root: Path, name: str) -> int:
        self.in_folder = True
        pages = Pages(root, self.base)
        sitemaps = len(self.urls["sitemap"])
        found = 0
        malformed: list[str] = []
        for path in pages.listings:
            if path not in self.seen:
                try:
                    found += self._document(path, depth=0, reach=pages.reach(path))
                except NoListing:
                    continue
                except Malformed as error:
                    malformed.append(f"{path.relative_to(root).as_posix()}: {error}")
                except BadDocument as error:
                    raise BadDocument(f"{path.relative_to(root).as_posix()}: {error}") from None
        if malformed and len(self.urls["sitemap"]) == sitemaps:
            raise BadDocument(malformed[0])
        self.notes += [f"witness {name}: {text}; it is passed over, as the sitemap is sound" for text in malformed]
        if pages:
            self.pages.append(pages)
            if len(self.urls["sitemap"]) == sitemaps:
                found += self._linked(pages)
        return found

    def _linked(self, pages: Pages) -> int:
        linked = pages.linked(self.home, self.hosts)
        for key, url in sorted(linked.items()):
            self.digest.update(url.encode() + b"\n")
            self.urls["link"][key].add(url)
        return len(linked)

    def _document(self, where: Path | str, *, depth: int, reach: str = "") -> int:
        """Take in one document and its children; how many entries lie on our hosts, at or below the key `reach`."""
        self.seen.add(where)
        if len(self.seen) > _MAX_DOCUMENTS or depth > _MAX_DEPTH:
            raise BadDocument("it leads to too many sitemaps")
        data = fetch(where) if isinstance(where, str) else _file(where)
        self.digest.update(hashlib.sha256(data).digest())
        listing = read_document(data)
        del data
        if listing.kind != "index":
            return self._entries(listing, reach)
        if reach:  # its children lie in this folder too, or are no part of the site
            return 0
        return sum(self._child(where, child.url, depth) for child in listing.entries)

    def _entries(self, listing: Listing, reach: str) -> int:
        found = 0
        for entry in listing.entries:
            spot = place(entry.url, self.home, self.hosts)
            if spot is None or (reach and not f"{spot.key}/".startswith(f"{reach}/")):
                continue
            found += 1
            self.urls[listing.kind][spot.key].add(spot.url)
            if listing.kind == "feed":
                self.fed.add(spot.key)
            if entry.title:
                self.titles[spot.key] |= title_keys(entry.title)
            if entry.day and (self.newest is None or entry.day > self.newest):
                self.newest = entry.day
        return found

    def _child(self, parent: Path | str, url: str, depth: int) -> int:
        spot = place(url, self.home, self.hosts)
        if spot is None:
            return 0
        path = unquote(urlsplit(spot.url).path)
        child = self._beside(parent, path)
        if child is None and self.in_folder and "sitemap" not in PurePosixPath(path).name:
            return 0  # Nikola's index also names every feed; one that isn't kept in the folder lists nothing
        if child is None:
            raise BadDocument(f"its child sitemap {path} is not beside it")
        if child in self.seen:
            return 0
        try:
            return self._document(child, depth=depth + 1)
        except BadDocument as error:
            raise BadDocument(f"child sitemap {path}: {error}") from None

    def _beside(self, parent: Path | str, path: str) -> Path | str | None:
        """Where the child sitemap at the URL path `path` lies, beside its parent; None where it doesn't."""
        if isinstance(parent, str):
            parts = urlsplit(parent)
            return f"{parts.scheme}://{parts.netloc}{quote(path)}"
        for relative in self._relative(path):
            file = parent.parent.joinpath(relative)
            if file.is_file() and file != parent:
                return file
        return None

    def _relative(self, path: str) -> Iterator[str]:
        own = PurePosixPath(path.lstrip("/"))  # without dot segments, or it would have no place
        if self.base and own.is_relative_to(self.base):
            yield own.relative_to(self.base).as_posix()
        yield own.as_posix()
        yield own.name


def _once(urls: set[str]) -> frozenset[str]:
    """The URLs, of each that is written in several ways the percent-encoded one."""
    found: dict[str, str] = {}
    for url in sorted(urls):
        found.setdefault(unquote(url), url)
    return frozenset(found.values())


def _file(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadDocument(f"it is larger than {MAX_BYTES // 1024 // 1024} MB")
        return path.read_bytes()
    except OSError:
        raise BadDocument("there is no such file") from None
