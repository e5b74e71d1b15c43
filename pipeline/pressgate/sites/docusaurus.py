"""Docusaurus (3.10): docs with number prefixes and versions, dated blog posts, pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import normpath

from pressgate.model import Claim, Config, Reason
from pressgate.sites.base import Site, below, not_built, outside
from pressgate.sites.header import RawFields
from pressgate.sites.scripts import blocks, literal

_DATED = re.compile(r"(?P<folder>.*)(?P<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(?P<text>.*?)(?:/index)?\.mdx?")
_NUMBERED = re.compile(r"\d+\s*[-_.]+\s*([^-_.\s].*)")


@dataclass(frozen=True, kw_only=True)
class _Plugin:
    """A content plugin: what it makes (`docs`, `blog`, `pages`), of which folder, at which route."""

    kind: str
    folder: str
    route: str


class Docusaurus(Site):
    """A Docusaurus site. Its configuration is code, of which the literals are read."""

    coded = True
    headings = True
    headerless = True
    config_files = tuple(f"docusaurus.config.{ending}" for ending in ("js", "ts", "mjs", "cjs", "mts"))

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.script = str(self.settings.get("script", ""))
        self.plugins = list(self._plugins())
        self.versions = self._versions()
        self.numbered = not re.search(r"numberPrefixParser\s*:\s*false", self.script)

    def base_path(self) -> str | None:
        return literal(str(self.settings.get("script", "")), "baseUrl")

    def _plugins(self) -> Iterator[_Plugin]:
        for kind, folder in (("docs", "docs"), ("blog", "blog"), ("pages", "src/pages")):
            found = [block for block in blocks(self.script, kind) if re.search(r"\b(path|routeBasePath)\b", block)]
            block = found[0] if found else ""
            route = literal(block, "routeBasePath") if block else None
            default = "" if kind == "pages" else kind
            path = (literal(block, "path") or folder).strip("./")
            yield _Plugin(kind=kind, folder=path, route=default if route is None else route)
        for match in re.finditer(r"plugin-content-(docs|blog|pages)[\"']\s*,\s*(?=\{)", self.script):
            block = self.script[match.end() :].partition("]")[0]
            if own := literal(block, "path"):
                route = literal(block, "routeBasePath")
                yield _Plugin(kind=match[1], folder=own.strip("./"), route=match[1] if route is None else route)

    def _versions(self) -> list[str]:
        try:
            versions = json.loads((self.root / "versions.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        return [str(version) for version in versions] if isinstance(versions, list) else []

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        if any(part.startswith("_") for part in path.parts) or "__tests__" in path.parts:
            return not_built("a name in its path begins with `_`")
        if not any(True for _ in self._homes(path)):
            return outside(", ".join(plugin.folder for plugin in self.plugins))
        return path

    def _homes(self, path: PurePosixPath) -> Iterator[tuple[_Plugin, PurePosixPath, str]]:
        """The plugin, the path below its folder and the URL prefix (language, version) of a file."""
        locale = ""
        if len(path.parts) > 3 and path.parts[0] == "i18n":
            locale, kind = path.parts[1], path.parts[2].rpartition("-")[2]
            rest = PurePosixPath(*path.parts[3:])
            folder = {"docs": "docs", "blog": "blog", "pages": "src/pages"}.get(kind, "")
            if kind == "docs" and rest.parts[0].startswith("version-"):
                folder, rest = "versioned_docs", rest
            elif kind == "docs":
                rest = PurePosixPath(*rest.parts[1:])
            path = PurePosixPath(folder, rest)
        if (inside := below(path, "versioned_docs")) and inside.parts[0].startswith("version-"):
            version = inside.parts[0].removeprefix("version-")
            prefix = "" if self.versions[:1] == [version] else version
            yield self.plugins[0], PurePosixPath(*inside.parts[1:]), f"{locale}|{prefix}"
        for plugin in self.plugins:
            if (inside := below(path, plugin.folder)) and inside.parts:
                prefix = "next" if plugin.folder == "docs" and self.versions else ""
                yield plugin, inside, f"{locale}|{prefix}"

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        paths, segments = [], [fields.text("slug"), fields.text("id")]
        for plugin, inside, prefixes in self._homes(path):
            locale, _, version = prefixes.partition("|")
            tail = getattr(self, f"_{plugin.kind}")(inside, fields)
            paths.append(self.under(locale, plugin.route, version, tail))
            segments += [tail.strip("/").rpartition("/")[2], inside.stem]
        return Claim(
            paths=tuple(dict.fromkeys(paths)),
            segments=tuple(dict.fromkeys(filter(None, ((s or "").strip("/").rpartition("/")[2] for s in segments)))),
            title=title,
        )

    def _blog(self, path: PurePosixPath, fields: RawFields) -> str:
        if slug := fields.text("slug"):
            return slug
        if match := _DATED.fullmatch(path.as_posix()):
            return f"{match['date'].replace('-', '/')}/{match['folder']}{match['text']}"
        return path.parent.as_posix() if path.stem == "index" else path.with_suffix("").as_posix()

    def _docs(self, path: PurePosixPath, fields: RawFields) -> str:
        slug = fields.text("slug")
        if slug and slug.startswith("/"):
            return slug
        keep = fields.is_false("parse_number_prefixes") or not self.numbered
        folder = "/".join(path.parent.parts if keep else map(_unnumbered, path.parent.parts))
        names = {"index", "readme", path.parent.name.lower()}
        if not slug and path.stem.lower() in names:
            return folder + "/"
        name = slug or fields.text("id") or (path.stem if keep else _unnumbered(path.stem))
        return normpath(f"/{folder}/{name}")

    def _pages(self, path: PurePosixPath, fields: RawFields) -> str:
        if slug := fields.text("slug"):
            return slug
        return f"{path.parent.as_posix()}/" if path.stem == "index" else path.with_suffix("").as_posix()


def _unnumbered(name: str) -> str:
    if re.match(r"\d+[-_.]\d+", name):
        return name
    match = _NUMBERED.fullmatch(name)
    return match[1] if match else name
