"""Pelican (4.12): articles and pages, `Key: value` headers, URL formats. Slugs of other letters are romanised."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from pressgate.model import Claim, Header, Reason, SourceFile
from pressgate.sites import slugs
from pressgate.sites.base import Site, below, hidden, not_built, outside
from pressgate.sites.formats import fill
from pressgate.sites.globs import glob_matches
from pressgate.sites.header import RawFields
from pressgate.sites.meta import read_meta
from pressgate.sites.settings import UNKNOWN, read_settings, table_of, text_of, texts_of, truth_of

_ENDINGS = (".md", ".markdown", ".mkd", ".mdown")
_PLACES = {
    "ARTICLE_": "{slug}.html",
    "ARTICLE_LANG_": "{slug}-{lang}.html",
    "PAGE_": "pages/{slug}.html",
    "PAGE_LANG_": "pages/{slug}-{lang}.html",
}


_UNSAVED = Reason(
    code="hidden-by-site", message="set `url` and `save_as` together, to one place: the URL leads nowhere"
)


class Pelican(Site):
    """A Pelican site. Its settings are code, of which the literals are read."""

    coded = True
    config_files = ("pelicanconf.py", "publishconf.py", "settings.py")
    fold_names = True

    def read(self) -> Mapping[str, Any]:
        assert self.config_file
        found = dict(super().read())
        publish = self.config_file.with_name("publishconf.py")
        if publish.is_file():
            found.update(read_settings(publish))
        return found

    def base_path(self) -> str | None:
        url = text_of(self.settings, "SITEURL")
        return urlsplit(url).path if "://" in url else None

    def header(self, source: SourceFile) -> Header | None:
        return read_meta(source.text)

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        content = text_of(self.settings, "PATH", "content").removeprefix("./").strip("/")
        if self.settings.get("PATH") is UNKNOWN and below(path, content) is None:
            content = self.folder.relative_to(self.root.as_posix()).as_posix()
        inside = below(path, content)
        if inside is None:
            return outside(content)
        if inside.suffix not in _ENDINGS:
            return not_built(f"it builds {', '.join(_ENDINGS)} alone")
        patterns = [pattern.removeprefix("**/") for pattern in texts_of(self.settings, "IGNORE_FILES")]
        if any(glob_matches(pattern, part) for pattern in patterns for part in inside.parts):
            return not_built("`IGNORE_FILES` covers it")
        kind = self._kind(inside)
        excludes = texts_of(self.settings, f"{kind}_EXCLUDES")
        if kind == "NONE" or any(inside.is_relative_to(folder.strip("/")) for folder in excludes):
            return not_built("it lies in none of the folders of articles and pages")
        return inside

    def _kind(self, path: PurePosixPath) -> str:
        pages = texts_of(self.settings, "PAGE_PATHS") or ["pages"]
        if any(path.is_relative_to(folder.strip("/")) for folder in pages):
            return "PAGE"
        articles = texts_of(self.settings, "ARTICLE_PATHS") or [""]
        return "ARTICLE" if any(path.is_relative_to(folder.strip("/")) for folder in articles) else "NONE"

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        kind = self._kind(path)
        named = self._named(path)
        title = fields.text("title") or named.get("title")
        slug = fields.text("slug") or named.get("slug") or self._slug(title, path)
        moment = self._moment(fields, named)
        vetoes = []
        status = str(table_of(self.settings, "DEFAULT_METADATA").get("status", "published")).casefold()
        if "status" not in fields and status != "published":
            vetoes.append(hidden("the status that DEFAULT_METADATA gives"))
        if kind == "ARTICLE" and moment is None and not self.settings.get("DEFAULT_DATE"):
            return Claim(ignored=not_built("an article needs a date"))
        if title is None:
            return Claim(ignored=not_built("it needs a title"))
        found, file = (self._place(kind, what, path, fields, slug, moment) for what in ("url", "save_as"))
        if found is not None and file is not None and not _serves(file, found, {"url", "save_as"} & {*fields.names()}):
            vetoes.append(_UNSAVED)
        return Claim(
            paths=() if found is None else (self.under(found),),
            vetoes=tuple(vetoes),
            segments=tuple(filter(None, (slug, path.stem))),
            title=title,
        )

    def _place(
        self, kind: str, what: str, path: PurePosixPath, fields: RawFields, slug: str | None, moment: datetime | None
    ) -> str | None:
        """The page's URL (`url`) or file (`save_as`), by its header or the settings; None where only the site knows."""
        if what in fields:
            return fields.text(what) or ""
        language, default = fields.text("lang"), text_of(self.settings, "DEFAULT_LANG", "en")
        name = f"{kind}_LANG_" if language and language.casefold() != default.casefold() else f"{kind}_"
        form = self.settings.get(name + what.upper(), _PLACES[name])
        texts = {
            "slug": slug,
            "lang": language or default,
            "category": self._category(path, fields),
            "path": path.as_posix(),
            "author": self._slugify(fields.text("author") or text_of(self.settings, "AUTHOR")),
        }
        return fill(form, texts, {"date": moment}) if isinstance(form, str) else None

    def _named(self, path: PurePosixPath) -> dict[str, str]:
        """What the file's name and path say, by FILENAME_METADATA and PATH_METADATA."""
        found: dict[str, str] = {}
        patterns = {"FILENAME_METADATA": path.stem, "PATH_METADATA": path.as_posix()}
        for name, text in patterns.items():
            default = r"(?P<date>\d{4}-\d{2}-\d{2}).*" if name == "FILENAME_METADATA" else ""
            try:
                match = re.match(text_of(self.settings, name, default), text)
            except re.error:
                continue
            for key, value in (match.groupdict() if match else {}).items():
                if value is not None:
                    found.setdefault(key.casefold(), value)
        return found

    def _slug(self, title: str | None, path: PurePosixPath) -> str | None:
        source = path.stem if text_of(self.settings, "SLUGIFY_SOURCE", "title") == "basename" else title
        if source is None or "SLUG_REGEX_SUBSTITUTIONS" in self.settings:
            return None
        return self._slugify(source)

    def _slugify(self, text: str) -> str | None:
        unicode = truth_of(self.settings, "SLUGIFY_USE_UNICODE", False)
        return slugs.pelican(text, unicode=unicode, cased=truth_of(self.settings, "SLUGIFY_PRESERVE_CASE", False))

    def _category(self, path: PurePosixPath, fields: RawFields) -> str | None:
        name = fields.text("category")
        if name is None and truth_of(self.settings, "USE_FOLDER_AS_CATEGORY", True) and path.parent.parts:
            name = path.parent.name
        if "CATEGORY_REGEX_SUBSTITUTIONS" in self.settings:
            return None
        return self._slugify(name or text_of(self.settings, "DEFAULT_CATEGORY", "misc"))

    def _moment(self, fields: RawFields, named: Mapping[str, str]) -> datetime | None:
        when = self.date(fields.text("date") or named.get("date"))
        return when.moment if when else None


def _serves(file: str, url: str, own: Iterable[str]) -> bool:
    """Whether a server sends the file for the URL path.

    Where no header's `own` fields but the settings give all URLs another ending, the server is set up for it.
    """
    file, whole = file.strip("/"), url.lstrip("/")
    bare = whole.rstrip("/")
    if own and (not bare or whole.endswith("/")):
        return file == f"{whole}index.html"
    return file in {bare, f"{bare}.html", f"{bare}/index.html".lstrip("/")}
