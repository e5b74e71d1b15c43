"""Files that a site may build at the same place as a post, and that are no posts here."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePosixPath

from pressgate.fields import Fields
from pressgate.model import Claim, HeaderError, SourceFile
from pressgate.parse import read_header
from pressgate.sites import Site
from pressgate.words import BUILT_IN

_PAGES = frozenset(
    {
        ".md",
        ".markdown",
        ".mdown",
        ".mkdn",
        ".mkd",
        ".mdx",
        ".html",
        ".htm",
        ".xhtml",
        ".rst",
        ".org",
        ".adoc",
        ".asciidoc",
    }
    | {
        ".ad",
        ".txt",
        ".textile",
        ".ipynb",
        ".pandoc",
        ".njk",
        ".liquid",
        ".pug",
        ".haml",
        ".ejs",
        ".hbs",
        ".webc",
        ".astro",
    }
)
_MAX_HEADER = 65536
_INDEXES = frozenset({"index", "_index", "readme"})


class Rivals:
    """The files below `root` that aren't judged as posts themselves (`known`: the paths that are)."""

    def __init__(self, root: Path, known: frozenset[str]) -> None:
        self._root, self._known = root, known
        self._names = lru_cache(maxsize=None)(self._list)

    def claims(self, site: Site) -> Iterator[tuple[str, Claim]]:
        """The files that the site reads as pages though nothing here does, with what it makes of them."""
        for folder, folders, names in os.walk(self._root):
            folders[:] = [
                name for name in folders if not name.startswith(".") and name not in {"node_modules", "public"}
            ]
            for name in names:
                file = Path(folder, name)
                path = unicodedata.normalize("NFC", file.relative_to(self._root).as_posix())
                if file.suffix.casefold() in site.endings and path not in self._known:
                    claim = _claim(site, file, path)
                    if claim.ignored is None:
                        yield path, claim

    def of(self, path: str) -> list[str]:
        """The unread files that make the same page as the post at `path` (relative to `root`), by their names."""
        folder, _, name = path.rpartition("/")
        stem = PurePosixPath(name).stem.casefold()
        found = self._beside(folder, stem)
        if stem in _INDEXES and folder:
            above, _, own = folder.rpartition("/")
            found += self._beside(above, own.casefold())
        elif inner := self._folder(folder, stem):
            for index in _INDEXES:
                found += self._beside(inner, index)
        return [other for other in found if other not in self._known]

    def _beside(self, folder: str, stem: str) -> list[str]:
        prefix = f"{folder}/" if folder else ""
        return [prefix + name for name in self._names(folder).get(stem, ())]

    def _folder(self, folder: str, stem: str) -> str | None:
        prefix = f"{folder}/" if folder else ""
        return next((prefix + name for name in self._names(folder).get(f"{stem}/", ())), None)

    def _list(self, folder: str) -> Mapping[str, list[str]]:
        """The pages of a folder by stem, and its folders by name with a slash, all in lower case."""
        found: dict[str, list[str]] = {}
        try:
            entries = sorted(os.scandir(self._root / folder), key=lambda entry: entry.name)
        except OSError:
            return {}
        for entry in entries:
            name = unicodedata.normalize("NFC", entry.name)
            if entry.is_dir():
                found.setdefault(f"{name.casefold()}/", []).append(name)
            elif PurePosixPath(name).suffix.casefold() in _PAGES:
                found.setdefault(PurePosixPath(name).stem.casefold(), []).append(name)
        return found


def _claim(site: Site, file: Path, path: str) -> Claim:
    """What the site makes of a file that may hold any text; only its beginning is read."""
    source = SourceFile(path=path, text="", sha256="")
    bare = site.claim(source, None, None)
    if bare.ignored:
        return bare
    try:
        with file.open("rb") as stream:
            text = stream.read(_MAX_HEADER).decode("utf-8-sig", errors="replace")
        header = read_header(text) or site.header(replace(source, text=text))
    except (HeaderError, OSError):
        return bare
    title = Fields(header, BUILT_IN).text("title") if header else None
    return site.claim(source, header, title)
