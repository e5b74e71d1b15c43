"""Nikola (8.3): posts and pages by the tables in conf.py, `.. key: value` headers, romanised slugs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from pressgate.model import Claim, Config, Header, Reason
from pressgate.sites import slugs
from pressgate.sites.base import Site, below, hidden, outside
from pressgate.sites.globs import glob_matches
from pressgate.sites.header import RawFields
from pressgate.sites.meta import read_nikola
from pressgate.sites.settings import text_of, truth_of

_POSTS = (("posts/*.rst", "posts"), ("posts/*.md", "posts"), ("posts/*.txt", "posts"))
_PAGES = (("pages/*.rst", ""), ("pages/*.md", ""), ("pages/*.txt", ""))


class Nikola(Site):
    """A Nikola site. Its settings are code, of which the literals are read."""

    coded = True
    config_files = ("conf.py",)
    fold_names = True
    public_words = ("featured",)

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.tables = [*self._tables("POSTS", _POSTS), *self._tables("PAGES", _PAGES)]
        translations = self.settings.get("TRANSLATIONS")
        self.translations = translations if isinstance(translations, Mapping) else {}
        self.default = text_of(self.settings, "DEFAULT_LANG", "en")

    def base_path(self) -> str | None:
        url = text_of(self.settings, "BASE_URL") or text_of(self.settings, "SITE_URL")
        return urlsplit(url).path if "://" in url else None

    def _tables(self, name: str, default: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
        table = self.settings.get(name, default)
        for entry in table if isinstance(table, (list, tuple)) else ():
            if isinstance(entry, (list, tuple)) and len(entry) > 1 and isinstance(entry[0], str):
                yield entry[0], entry[1] if isinstance(entry[1], str) else "\0"

    def header(self, text: str) -> Header | None:
        return read_nikola(text)

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        if not any(True for _ in self._homes(path)):
            return outside(" or ".join(sorted({pattern.rpartition("/")[0] for pattern, _ in self.tables})))
        return path

    def _homes(self, path: PurePosixPath) -> Iterator[tuple[PurePosixPath, str]]:
        """The path below the source folder, and the output folder, by each table that takes the file."""
        for pattern, target in self.tables:
            folder, _, name = pattern.rpartition("/")
            inside = below(path, folder)
            if inside and glob_matches(name, path.name):
                yield inside, target

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        stem, language = self._language(path.stem)
        slug = fields.text("slug") or self._slug(stem)
        vetoes = []
        if {"draft", "private"} & {tag.strip().casefold() for text in fields.texts("tags") for tag in text.split(",")}:
            vetoes.append(hidden("the tag `draft` or `private`"))
        if (self.root / path.with_suffix(".meta")).is_file():
            vetoes.append(hidden("the .meta file beside it, which isn't read,"))
        return Claim(
            paths=tuple(dict.fromkeys(self._paths(path, slug, language, fields))) if slug else (),
            vetoes=tuple(vetoes),
            segments=tuple(filter(None, (slug, stem))),
            title=fields.text("title") or title,
        )

    def _language(self, stem: str) -> tuple[str, str]:
        base, _, language = stem.rpartition(".")
        return (base, language) if base and language in self.translations else (stem, self.default)

    def _slug(self, stem: str) -> str | None:
        return slugs.nikola(stem) if truth_of(self.settings, "USE_SLUGIFY", True) else stem

    def _paths(self, path: PurePosixPath, slug: str, language: str, fields: RawFields) -> Iterator[str]:
        pretty = truth_of(self.settings, "PRETTY_URLS", True) and slug != "index"
        pretty = not fields.is_false("pretty_url") and (pretty or fields.is_true("pretty_url"))
        own = self.translations.get(language, "" if language == self.default else language)
        for inside, target in self._homes(path):
            if "\0" not in target and isinstance(own, str):
                folder = inside.parent.as_posix() if inside.parent.parts else ""
                tail = f"{slug}/" if pretty else f"{slug}.html"
                yield self.under(own.removeprefix("./"), target, folder, tail)
