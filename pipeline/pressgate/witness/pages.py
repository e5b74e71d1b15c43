"""The output folder of a site: which pages lie in it, and what their HTML says of itself."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

from pressgate.witness.keys import html_key, path_key, place, title_keys

_MAX_PAGE = 16 * 1024 * 1024
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style|template)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_META = re.compile(r"<meta\b[^>]*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([a-zA-Z:-]+)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)")
_TITLES = re.compile(r"<(title|h1)\b[^>]*>(.*?)</\1\s*>", re.DOTALL | re.IGNORECASE)
_MARK = re.compile(r"\s(?:[-|\u00b7\u2022\u2013\u2014:/\u00ab\u00bb]|&(?:middot|[mn]dash|[lr]aquo|bull);|&#\d+;)\s")
_HREF = re.compile(r"<a\b[^>]*?\shref\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE)
_SITEMAP = re.compile(r"sitemap([_-]?index)?\.xml(\.gz)?", re.IGNORECASE)
_FEED = re.compile(r"index\.xml|[^/]*(feed|atom|rss)[^/]*\.xml|[^/]+\.(rss|atom)|[^/]*feed[^/]*\.json", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page's HTML. `noindex` and `redirect` are what its meta elements say."""

    html: str
    noindex: bool
    redirect: bool

    @cached_property
    def titles(self) -> frozenset[str]:
        """The keys of its first-level headings, its title and its Open Graph title."""
        texts = [part for match in _TITLES.finditer(self.html) for part in _parts(match[2])]
        texts += [meta.get("content", "") for meta in _metas(self.html) if meta.get("property") == "og:title"]
        return frozenset(key for text in texts for key in title_keys(text))

    @cached_property
    def text(self) -> str:
        """The key of all its text, scripts and styles left out."""
        return html_key(_HIDDEN.sub("", self.html))

    def holds(self, key: str) -> bool:
        """Whether the words of a text's key stand in one of its titles or anywhere in its text."""
        return any(key in own for own in self.titles) or key in self.text


class Pages:
    """The HTML files below `root`, which holds what the site serves at the path `base`. Links are not followed.

    `listings` are its sitemaps and feeds, in any folder.
    """

    def __init__(self, root: Path, base: str) -> None:
        self.root, self.base = root, base.strip("/")
        self.listings: list[Path] = []
        self._files: dict[str, Path] = {}
        self._cache: dict[Path, Page] = {}
        for path in _files(root):
            relative = path.relative_to(root).as_posix()
            if path.suffix.lower() in {".html", ".htm"}:
                self._files[_key(relative)] = path
            elif _FEED.fullmatch(path.name) or _SITEMAP.fullmatch(path.name):
                self.listings.append(path)

    def reach(self, listing: Path) -> str:
        """The key below which the URLs of a listing lie: a sitemap speaks for its own folder (sitemaps.org)."""
        if not _SITEMAP.fullmatch(listing.name) or listing.parent == self.root:
            return ""
        return "/".join(filter(None, (self.base, _key(listing.parent.relative_to(self.root).as_posix()))))

    def __len__(self) -> int:
        return len(self._files)

    def page(self, key: str, *, slash: bool) -> Page | None:
        """The page that is served at the path of this key; `slash` says whether its URL ends in a slash."""
        path = next((self._files[name] for name in self._names(key, slash) if name in self._files), None)
        if path is None:
            return None
        if path not in self._cache:
            self._cache = {path: _read(path)}  # one post asks for one page several times, and never again
        return self._cache[path]

    def _names(self, key: str, slash: bool) -> Iterator[str]:
        own = key
        if self.base and (key == self.base or key.startswith(self.base + "/")):
            own = key[len(self.base) :].lstrip("/")
        for name in dict.fromkeys((own, key)):
            folder, file = f"{name}/index.html".lstrip("/"), f"{name}.html"
            yield from (name, folder, file) if slash else (name, file, folder)

    def linked(self, home: str, hosts: tuple[str, ...]) -> dict[str, str]:
        """The URLs, by key, of the pages that another page of the folder links to."""
        found: dict[str, set[str]] = defaultdict(set)
        for name, path in sorted(self._files.items()):
            here = urljoin(home, "/" + quote("/".join(filter(None, (self.base, name)))))
            own = path_key(urlsplit(here).path)
            for match in _HREF.finditer(_HIDDEN.sub("", _text(path))):
                target = place(urljoin(here, unescape(match[1].strip("\"'")).partition("#")[0]), home, hosts)
                if target and target.key != own and self.page(target.key, slash=target.url.endswith("/")):
                    found[target.key].add(target.url)
        return {key: min(urls) for key, urls in found.items()}


def _parts(title: str) -> Iterator[str]:
    """A title, and what is left of it without the site's name before or behind it."""
    yield title
    if marks := list(_MARK.finditer(title)):
        yield title[: marks[-1].start()]
        yield title[marks[0].end() :]


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        folders.sort()
        yield from (Path(folder, name) for name in sorted(names) if not Path(folder, name).is_symlink())


def _key(relative: str) -> str:
    name = unicodedata.normalize("NFC", relative)
    return re.sub(r"\.html?$", ".html", name, flags=re.IGNORECASE)


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_MAX_PAGE).decode("utf-8", errors="replace")


def _read(path: Path) -> Page:
    html = _text(path)
    metas = list(_metas(_HIDDEN.sub("", html)))
    robots = [meta.get("content", "") for meta in metas if meta.get("name", "").lower() in {"robots", "googlebot"}]
    return Page(
        html=html,
        noindex=any(re.search(r"\b(noindex|none)\b", content, re.IGNORECASE) for content in robots),
        redirect=any(meta.get("http-equiv", "").lower() == "refresh" for meta in metas),
    )


def _metas(html: str) -> Iterator[dict[str, str]]:
    for match in _META.finditer(html):
        pairs = _ATTRIBUTE.findall(match[0])
        yield {name.lower(): unescape(value.strip("\"'")) for name, value in pairs}
