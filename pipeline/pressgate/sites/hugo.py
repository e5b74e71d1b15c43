"""Hugo (0.111 to 0.168): content folders, languages, bundles, cascades, build options and permalinks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from pressgate.model import Claim, Config, FieldValue, Header, Reason, Scalar, Value
from pressgate.sites import hugo_config as settings
from pressgate.sites import slugs
from pressgate.sites.base import Site, below, hidden, not_built, outside, segments_of
from pressgate.sites.header import RawFields, is_false
from pressgate.sites.hugo_cascade import Cascades
from pressgate.sites.hugo_permalinks import Page, Unpredictable, expand
from pressgate.sites.settings import table_of, text_of, texts_of, truth_of

_HIDING = ("draft", "publishdate", "pubdate", "expirydate", "unpublishdate", "unlisted", "private")
_INDEX = re.compile(r"index(\.[\w-]+)?\.(md|markdown|html|org|adoc|rst)", re.IGNORECASE)
_SECTION = re.compile(rf"_{_INDEX.pattern}", re.IGNORECASE)


class Hugo(Site):
    """A Hugo project."""

    endings = (*Site.endings, ".html", ".htm")
    config_files = settings.FILES
    fold_names = True

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.mounts = settings.mounts(self.settings)
        self.release_names = frozenset(settings.release_names(self.settings))
        self.lower = not truth_of(self.settings, "disablepathtolower", False)
        self.cascades = {
            mount: Cascades(self.root / mount.source, self.settings.get("cascade"), mount.target)
            for mount in self.mounts
        }
        self.names = lru_cache(maxsize=None)(_names)
        self.is_bundle = lru_cache(maxsize=None)(self._is_bundle)

    def project(self, config_file: Path) -> Path:
        return config_file.parents[2] if config_file.parent.name == "_default" else config_file.parent

    def read(self) -> Mapping[str, Any]:
        assert self.config_file
        return settings.whole(self.config_file, super().read())

    def base_path(self) -> str | None:
        base = text_of(self.settings, "baseurl")
        return urlsplit(base).path if "://" in base else None

    def judge(self, whole: PurePosixPath, header: Header | None, title: str | None) -> Claim:
        homes = [(mount, path) for mount in self.mounts if (path := below(whole, mount.source))]
        if not homes:
            return Claim(ignored=outside(self.mounts[0].source))
        default = settings.default_language(self.settings)
        mount, path = min(homes, key=lambda home: home[0].language not in {None, default})
        if ignored := self._ignored(whole, mount, path):
            return Claim(ignored=ignored)
        handed = self.cascades[mount].fields(path, header)
        if handed is None:
            return Claim(vetoes=(hidden("what makes a section's `_index.md` above this page unreadable"),), title=title)
        fields = RawFields(_with(header, handed), fold=True)
        language, name = self._language(path, mount)
        return Claim(
            paths=tuple(dict.fromkeys(self._paths(PurePosixPath(mount.target, path), name, language, fields, mount))),
            vetoes=tuple(_vetoes(fields, handed)),
            segments=segments_of(path.with_name(name), fields),
            title=title,
        )

    def _ignored(self, whole: PurePosixPath, mount: settings.Mount, path: PurePosixPath) -> Reason | None:
        if any(part.startswith(".") for part in path.parts) or path.name.startswith("#") or path.name.endswith("~"):
            return not_built("its name is one of a hidden or backup file")
        if any(_matches(pattern, whole) for pattern in texts_of(self.settings, "ignorefiles")):
            return not_built("`ignoreFiles` matches it")
        language, name = self._language(path, mount)
        if settings.prefix(self.settings, language) is None:
            return not_built(f"the language '{language}' is disabled")
        folders = path.parents if PurePosixPath(name).stem != "index" else path.parent.parents
        if any(self.is_bundle(mount, folder) for folder in folders):
            return not_built("it lies in the bundle of an index.md, whose resource it is")
        return None

    def _is_bundle(self, mount: settings.Mount, folder: PurePosixPath) -> bool:
        return any(map(_INDEX.fullmatch, self.names(self.root / mount.source / folder)))

    def _language(self, path: PurePosixPath, mount: settings.Mount) -> tuple[str, str]:
        """The file's language, and its name without it."""
        languages = table_of(self.settings, "languages")
        stem, _, language = path.stem.rpartition(".")
        if stem and language.casefold() in languages:
            return language.casefold(), stem + path.suffix
        return mount.language or settings.default_language(self.settings), path.name

    def _paths(
        self, path: PurePosixPath, name: str, language: str, fields: RawFields, mount: settings.Mount
    ) -> Iterator[str]:
        prefix = settings.prefix(self.settings, language) or ""
        stem = PurePosixPath(name).stem
        folders = path.parent.parts
        texts = (fields.text("title"), fields.text("slug"), *folders, stem)
        for plus in (False, True) if any("+" in (text or "") for text in texts) else (False,):
            page = self._page(folders, stem, fields, mount, plus)
            try:
                yield from self._urls(page, folders, stem, fields, prefix)
            except Unpredictable:
                return

    def _page(self, folders: tuple[str, ...], stem: str, fields: RawFields, mount: settings.Mount, plus: bool) -> Page:
        day, slug = self._dated(stem if stem != "index" else (folders or ("",))[-1], fields)
        own = folders[:-1] if stem == "index" else folders
        filename = folders[-1] if stem == "index" and folders else "" if stem == "_index" else stem
        return Page(
            day=day,
            sections=tuple(map(self._segment, self._sections(own, mount))),
            title=self._slug(fields.text("title") or "", plus),
            slug=self._slug(slug or "", plus),
            filename=self._slug(filename, plus),
        )

    def _sections(self, folders: tuple[str, ...], mount: settings.Mount) -> tuple[str, ...]:
        """The path of the nearest section: the deepest folder with an `_index` file, else the first one."""
        for depth in range(len(folders), 1, -1):
            relative = PurePosixPath(*folders[:depth])
            inside = below(relative, mount.target)
            if inside is not None and any(map(_SECTION.fullmatch, self.names(self.root / mount.source / inside))):
                return folders[:depth]
        return folders[:1]

    def _urls(self, page: Page, folders: tuple[str, ...], stem: str, fields: RawFields, prefix: str) -> Iterator[str]:
        if url := fields.text("url"):
            path = unquote(urlsplit(url).path if "://" in url else expand(url, page) if ":" in url else url)
            path = path if PurePosixPath(path).suffix else path.rstrip("/") + "/"
            yield self.under(prefix, path)
            if prefix and url.startswith("/"):
                yield self.under(path)
            return
        kind = "section" if stem == "_index" else "page"
        pattern = self._pattern(kind, folders[0].casefold() if folders else "/")
        if pattern:
            path = expand(pattern, page)
        else:
            names = [self._segment(folder) for folder in folders]
            if stem not in {"index", "_index"}:
                names.append(page.slug or self._segment(stem))
            elif page.slug and stem == "index" and names:
                names[-1] = page.slug
            path = "/".join(names) + "/"
        yield self.under(prefix, self._ugly(unquote(path), folders, kind))

    def _pattern(self, kind: str, section: str) -> str:
        table = table_of(self.settings, "permalinks")
        for place in (table_of(table, kind), table if kind == "page" else {}):
            if isinstance(place.get(section), str):
                return str(place[section])
        return ""

    def _ugly(self, path: str, folders: tuple[str, ...], kind: str) -> str:
        ugly = self.settings.get("uglyurls")
        if isinstance(ugly, dict):
            ugly = ugly.get(folders[0].casefold()) if folders else False
        return path.rstrip("/") + ".html" if ugly is True and kind == "page" and path.strip("/") else path

    def _segment(self, name: str) -> str:
        """A folder or file name as a URL segment."""
        return self._slug(name.replace(" ", "-"), plus=True)

    def _slug(self, text: str, plus: bool) -> str:
        if truth_of(self.settings, "removepathaccents", False):
            text = "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char) != "Mn")
        return slugs.hugo(unicodedata.normalize("NFC", text), plus=plus, lower=self.lower)

    def _dated(self, name: str, fields: RawFields) -> tuple[date | None, str | None]:
        """The page's day and slug; a page without a date has the first day of the first year."""
        slug = fields.text("slug")
        for key in settings.date_order(self.settings):
            if key == ":filename":
                match = re.match(r"(\d{4}-\d\d-\d\d)[-_ ]?(.*)", name)
                if match and (when := self.date(match[1])):
                    return date.fromisoformat(when.day), slug or match[2]
            elif key in {":git", ":filemodtime"}:
                return None, slug
            elif text := fields.text(key):
                when = self.date(text)
                return (date.fromisoformat(when.day) if when else None), slug
        return date.min, slug


def _names(folder: Path) -> tuple[str, ...]:
    return tuple(path.name for path in folder.iterdir()) if folder.is_dir() else ()


def _with(header: Header | None, handed: tuple[FieldValue, ...]) -> Header | None:
    if header is None:
        return Header(dialect="none", fields=handed, body="", body_line=1) if handed else None
    return replace(header, fields=(*header.fields, *handed))


def _vetoes(fields: RawFields, handed: tuple[FieldValue, ...]) -> Iterator[Reason]:
    for name in ("build", "_build"):
        build = fields.value(name)
        if isinstance(build, dict):
            if _is_never(build.get("render"), "link"):
                yield hidden(f"`{name}: render`")
            if _is_never(build.get("list")):
                yield hidden(f"`{name}: list`")
    if fields.is_true("headless"):
        yield hidden("`headless`")
    outputs = fields.texts("outputs")
    if outputs and "html" not in map(str.casefold, outputs):
        yield hidden("`outputs`, which lacks html")
    for field in handed:
        if field.name in _HIDING and not is_false(field.value):
            yield hidden(f"`{field.name}` from the cascade of a section or of the site")


def _is_never(value: Value | None, *more: str) -> bool:
    return is_false(value) or (isinstance(value, Scalar) and value.text.casefold() in {"never", *more})


def _matches(pattern: str, path: PurePosixPath) -> bool:
    try:
        return re.search(pattern, path.as_posix()) is not None
    except re.error:
        return True
