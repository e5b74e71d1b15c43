"""Nikola (8.3): posts and pages by the tables in conf.py, `.. key: value` headers, .meta files, romanised slugs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from pressgate.model import Claim, Config, Header, HeaderError, Reason, SourceFile
from pressgate.parse import read_header
from pressgate.sites import slugs
from pressgate.sites.base import Site, below, hidden, outside
from pressgate.sites.globs import glob_matches
from pressgate.sites.header import RawFields
from pressgate.sites.meta import read_nikola
from pressgate.sites.settings import UNKNOWN, text_of, truth_of

_POSTS = (("posts/*.rst", "posts"), ("posts/*.md", "posts"), ("posts/*.txt", "posts"))
_PAGES = (("pages/*.rst", ""), ("pages/*.md", ""), ("pages/*.txt", ""))
_BESIDE = "nikola-meta"
_MAX_HEADER = 65536


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

    def _tables(self, name: str, default: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, Any]]:
        """The pattern of source files and the output folder, or folders by language, of each entry."""
        table = self.settings.get(name, default)
        for entry in table if isinstance(table, (list, tuple)) else ():
            if isinstance(entry, (list, tuple)) and len(entry) > 1 and isinstance(entry[0], str):
                yield entry[0], entry[1]

    def header(self, source: SourceFile) -> Header | None:
        """The header in the .meta file beside the post, where there is one; the post is then all body."""
        meta = _read((self.config.posts.path / source.path).with_suffix(".meta"))
        if meta is None:
            return read_nikola(source.text)
        header = read_nikola(meta)
        if header is None:
            return None
        fields = tuple(replace(field, line=None) for field in header.fields)
        return Header(dialect=_BESIDE, fields=fields, body=source.text, body_line=1)

    def judge(self, path: PurePosixPath, header: Header | None, title: str | None) -> Claim:
        claim = super().judge(path, header, title)
        if (header and header.dialect == _BESIDE) or not (self.root / path.with_suffix(".meta")).is_file():
            return claim
        message = "keep the post's header or the .meta file beside it: only one of them counts"
        return replace(claim, vetoes=(*claim.vetoes, Reason(code="hidden-by-site", message=message)))

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        computed = any(self.settings.get(name) is UNKNOWN for name in ("POSTS", "PAGES"))
        if not computed and not any(True for _ in self._homes(path)):
            return outside(" or ".join(sorted({pattern.rpartition("/")[0] for pattern, _ in self.tables})))
        return path

    def _homes(self, path: PurePosixPath) -> Iterator[tuple[PurePosixPath, Any]]:
        """The path below the source folder, and the output folder, by each table that takes the file."""
        for pattern, target in self.tables:
            folder, _, name = pattern.rpartition("/")
            inside = below(path, folder)
            if inside and glob_matches(name, path.name):
                yield inside, target

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        stem, language = self._language(path)
        slug = fields.text("slug") or self._untranslated(path, stem) or self._slug(stem)
        vetoes = []
        if {"draft", "private"} & {tag.strip().casefold() for text in fields.texts("tags") for tag in text.split(",")}:
            vetoes.append(hidden("the tag `draft` or `private`"))
        return Claim(
            paths=tuple(dict.fromkeys(self._paths(path, slug, language, fields))) if slug else (),
            vetoes=tuple(vetoes),
            segments=tuple(filter(None, (slug, stem))),
            title=fields.text("title") or title,
        )

    def _language(self, path: PurePosixPath) -> tuple[str, str]:
        """The name that gives the slug, and the language; a translation of nothing keeps its suffix in its name."""
        base, _, language = path.stem.rpartition(".")
        if not base or language not in self.translations:
            return path.stem, self.default
        original = self.root / path.with_name(base + path.suffix)
        return (base if original.is_file() else path.stem), language

    def _untranslated(self, path: PurePosixPath, stem: str) -> str | None:
        """The slug that a translation takes from the post that it translates."""
        if stem == path.stem:
            return None
        source = (self.root / path.with_name(stem + path.suffix)).relative_to(self.config.posts.path)
        text = _read(self.config.posts.path / source)
        if text is None:
            return None
        try:
            own = self.header(SourceFile(path=source.as_posix(), text=text, sha256=""))
            return RawFields(read_header(text) or own, fold=True).text("slug")
        except HeaderError:
            return None

    def _slug(self, stem: str) -> str | None:
        return slugs.nikola(stem, plain=truth_of(self.settings, "USE_SLUGIFY", True))

    def _paths(self, path: PurePosixPath, slug: str, language: str, fields: RawFields) -> Iterator[str]:
        pretty = truth_of(self.settings, "PRETTY_URLS", True) and slug != "index"
        pretty = not fields.is_false("pretty_url") and (pretty or fields.is_true("pretty_url"))
        own = self.translations.get(language, "" if language == self.default else language)
        for inside, targets in self._homes(path):
            target = targets.get(language, targets.get(self.default)) if isinstance(targets, Mapping) else targets
            if isinstance(target, str) and isinstance(own, str):
                folder = inside.parent.as_posix() if inside.parent.parts else ""
                tail = f"{slug}/" if pretty else f"{slug}.html"
                yield self.under(own.removeprefix("./"), target, folder, tail)


def _read(file: Path) -> str | None:
    """The beginning of a file's text; None where there is none."""
    try:
        with file.open("rb") as stream:
            return stream.read(_MAX_HEADER).decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    except OSError:
        return None
