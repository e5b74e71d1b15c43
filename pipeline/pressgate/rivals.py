"""Files beside a post that a site may build at the same place, and that nothing here reads."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath

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
_INDEXES = frozenset({"index", "_index", "readme"})


class Rivals:
    """The folders below `root`, each listed once. `known` are the paths that are judged as posts themselves."""

    def __init__(self, root: Path, known: frozenset[str]) -> None:
        self._root, self._known = root, known
        self._names = lru_cache(maxsize=None)(self._list)

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
