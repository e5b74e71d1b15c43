"""Docusaurus (3.10): docs with number prefixes and versions, dated blog posts, pages, each in several languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import normpath
from urllib.parse import quote

from pressgate.model import Claim, Config, Reason
from pressgate.sites.base import Site, below, not_built, outside
from pressgate.sites.docusaurus_config import Plugin, read_plugins
from pressgate.sites.header import RawFields
from pressgate.sites.scripts import blocks, literal

_DATED = re.compile(r"(?P<folder>.*)(?P<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(?P<text>.*?)(?:/index)?\.mdx?")
_NUMBERED = re.compile(r"\d+\s*[-_.]+\s*([^-_.\s].*)")
_TRANSLATED = re.compile(r"docusaurus-plugin-content-(docs|blog|pages)(?:-(.+))?")
_PATTERN = re.compile(r"[()*?:%#]")  # what the router reads as a pattern, or looks up undecoded: it finds no such page


@dataclass(frozen=True, kw_only=True)
class _Home:
    """Where a file belongs: `path` is below the plugin's folder; `version` and `locale` are parts of the URL.

    `folder` is the folder of the version's translations; `translated` says whether the file is one.
    """

    plugin: Plugin
    path: PurePosixPath
    version: str | None = ""
    locale: str = ""
    folder: str = ""
    translated: bool = False


class Docusaurus(Site):
    """A Docusaurus site. Its configuration is code, of which the literals are read."""

    coded = True
    headings = True
    headerless = True
    config_files = tuple(f"docusaurus.config.{ending}" for ending in ("js", "ts", "mjs", "cjs", "mts"))

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.script = str(self.settings.get("script", ""))
        self.plugins = list(read_plugins(self.script, self.root))
        self.locale = next(filter(None, (literal(block, "defaultLocale") for block in blocks(self.script, "i18n"))), "")

    def base_path(self) -> str | None:
        return literal(str(self.settings.get("script", "")), "baseUrl")

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        if any(part.startswith("_") for part in path.parts) or "__tests__" in path.parts:
            return not_built("a name in its path begins with `_`")
        if path.suffix not in {".md", ".mdx"}:
            return not_built("it builds .md and .mdx files alone")
        if not any(True for _ in self._homes(path)):
            return outside(", ".join(dict.fromkeys(plugin.folder for plugin in self.plugins)))
        return path

    def _homes(self, path: PurePosixPath) -> Iterator[_Home]:
        if len(path.parts) > 3 and path.parts[0] == "i18n":
            yield from self._translated(path)
            return
        for plugin in self.plugins:
            if (inside := below(path, plugin.folder)) is not None:
                folder = "current" if plugin.kind == "docs" else ""
                yield _Home(plugin=plugin, path=inside, version=plugin.version_route("current"), folder=folder)
            if plugin.versions and (inside := below(path, plugin.versioned)) and len(inside.parts) > 1:
                version = plugin.version_route(inside.parts[0].removeprefix("version-"))
                path = PurePosixPath(*inside.parts[1:])
                yield _Home(plugin=plugin, path=path, version=version, folder=inside.parts[0])

    def _translated(self, path: PurePosixPath) -> Iterator[_Home]:
        locale = "" if path.parts[1] == self.locale else path.parts[1]
        match = _TRANSLATED.fullmatch(path.parts[2])
        for plugin in self.plugins:
            if match is None or (match[1], match[2] or "") != (plugin.kind, plugin.id):
                continue
            inside = PurePosixPath(*path.parts[3:])
            version: str | None = ""
            if plugin.kind == "docs":
                version = plugin.version_route(inside.parts[0].removeprefix("version-"))
                inside = PurePosixPath(*inside.parts[1:])
            if inside.parts:
                yield _Home(plugin=plugin, path=inside, version=version, locale=locale, translated=True)

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        paths: list[str] = []
        segments = [fields.text("slug"), fields.text("id")]
        several = False
        for home in self._homes(path):
            tail = getattr(self, f"_{home.plugin.kind}")(home, fields)
            if reason := self._unroutable(home, tail, fields) or self._replaced(home):
                return Claim(ignored=reason)
            if home.version is not None:
                paths.append(self.under(home.locale, home.plugin.route, home.version, tail))
            segments += [tail.strip("/").rpartition("/")[2], home.path.stem]
            several = several or bool(home.plugin.versions or home.locale)
        names = ((segment or "").strip("/").rpartition("/")[2] for segment in segments)
        return Claim(
            paths=tuple(dict.fromkeys(paths)),
            segments=() if several else tuple(dict.fromkeys(filter(None, names))),  # other versions have the same names
            title=title,
        )

    def _unroutable(self, home: _Home, tail: str, fields: RawFields) -> Reason | None:
        """Why the site's own router finds no page at the path, though the sitemap lists it."""
        name = home.path.with_suffix("").as_posix()
        encoded = home.plugin.kind == "pages" and not fields.text("slug") and quote(name, safe="/!*'()") != name
        if encoded or _PATTERN.search(tail):
            return not_built("its router finds no page of such a name; give it a plain `slug`")
        if home.plugin.kind == "pages" and self._has_component(home.path):
            return not_built("a component of the same name makes the page")
        return None

    def _replaced(self, home: _Home) -> Reason | None:
        """Why another file takes the place of one in the plugin's own folder: a translation into the main language."""
        if home.locale or not self.locale or home.translated:
            return None
        plugin = home.plugin
        folder = f"docusaurus-plugin-content-{plugin.kind}" + (f"-{plugin.id}" if plugin.id else "")
        if (self.root / "i18n" / self.locale / folder / home.folder / home.path).is_file():
            return not_built(f"its translation in i18n/{self.locale}/ takes its place")
        return None

    def _has_component(self, path: PurePosixPath) -> bool:
        stem = (
            self.root / next(plugin.folder for plugin in self.plugins if plugin.kind == "pages") / path.with_suffix("")
        )
        return any(stem.with_name(stem.name + ending).is_file() for ending in (".js", ".jsx", ".ts", ".tsx"))

    def _blog(self, home: _Home, fields: RawFields) -> str:
        path = home.path
        if slug := fields.text("slug"):
            return slug
        if match := _DATED.fullmatch(path.as_posix()):
            return f"{match['date'].replace('-', '/')}/{match['folder']}{match['text']}"
        return path.parent.as_posix() if path.stem == "index" else path.with_suffix("").as_posix()

    def _docs(self, home: _Home, fields: RawFields) -> str:
        path = home.path
        slug = fields.text("slug")
        if slug and slug.startswith("/"):
            return slug
        keep = fields.is_false("parse_number_prefixes") or literal(home.plugin.options, "numberPrefixParser") == "false"
        folder = "/".join(path.parent.parts if keep else map(_unnumbered, path.parent.parts))
        names = {"index", "readme", path.parent.name.lower()}
        if not slug and path.stem.lower() in names:
            return folder + "/"
        name = slug or fields.text("id") or (path.stem if keep else _unnumbered(path.stem))
        return normpath(f"/{folder}/{name}")

    def _pages(self, home: _Home, fields: RawFields) -> str:
        path = home.path
        if slug := fields.text("slug"):
            return slug
        return f"{path.parent.as_posix()}/" if path.stem == "index" else path.with_suffix("").as_posix()


def _unnumbered(name: str) -> str:
    if re.match(r"\d+[-_.]\d+", name):
        return name
    match = _NUMBERED.fullmatch(name)
    return match[1] if match else name
