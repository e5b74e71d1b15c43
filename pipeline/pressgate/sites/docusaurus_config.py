"""What a Docusaurus configuration says of its content plugins: folders, routes, versions. Only literals are read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pressgate.sites.scripts import balanced, blocks, literal

_FOLDERS = {"docs": "docs", "blog": "blog", "pages": "src/pages"}
_OPTIONS = re.compile(
    r"\b(path|routeBasePath|sidebarPath|editUrl|exclude|include|lastVersion|versions|includeCurrentVersion|"
    r"onlyIncludeVersions|disableVersioning|postsPerPage|blogTitle|feedOptions|showReadingTime|numberPrefixParser)\b"
)
_INSTANCE = re.compile(r"plugin-content-(docs|blog|pages)[\"'`]\s*\)?\s*,\s*\(?\s*(?=\{)")


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """A content plugin: what it makes (`docs`, `blog`, `pages`), of which folder, at which route; `id` is '' for the
    preset's own. `options` is its part of the configuration, `versions` are the names of its docs' versions.
    """

    kind: str
    id: str
    folder: str
    route: str
    options: str
    versions: tuple[str, ...] = ()

    @property
    def versioned(self) -> str:
        """The folder of its docs' versions."""
        return f"{self.id}_versioned_docs" if self.id else "versioned_docs"

    def version_route(self, version: str) -> str | None:
        """The part of the URL that names a version, `current` for the docs as they stand; None where only code says."""
        if not self.versions or literal(self.options, "disableVersioning") == "true":
            return "" if version == "current" else None
        if re.search(r"\bonlyIncludeVersions\b", self.options):
            return None
        if version == "current" and literal(self.options, "includeCurrentVersion") == "false":
            return None
        table = next(blocks(self.options, "versions"), None)
        if table is None and re.search(r"\bversions\b", self.options):
            return None
        own = next(blocks(table or "", version), "")
        path = literal(own, "path")
        if path is None and re.search(r"\bpath\b", own):
            return None
        last = literal(self.options, "lastVersion")
        if last is None and re.search(r"\blastVersion\b", self.options):
            return None
        if path is not None:
            return path
        if version == (last or self.versions[0]):
            return ""
        return "next" if version == "current" else version


def read_plugins(script: str, root: Path) -> Iterator[Plugin]:
    """The content plugins that a configuration's text names, the preset's three first."""
    for kind, folder in _FOLDERS.items():
        options = next((block for block in blocks(script, kind) if _OPTIONS.search(block)), "")
        yield _plugin(kind, "", folder, options, "" if kind == "pages" else kind, root)
    for match in _INSTANCE.finditer(script):
        options = balanced(script, match.end())
        name = literal(options, "id") or ""
        yield _plugin(match[1], "" if name == "default" else name, _FOLDERS[match[1]], options, match[1], root)


def _plugin(kind: str, name: str, folder: str, options: str, route: str, root: Path) -> Plugin:
    own = _without_versions(options)
    written = literal(own, "routeBasePath")
    return Plugin(
        kind=kind,
        id=name,
        folder=(literal(own, "path") or folder).removeprefix("./").strip("/"),
        route=route if written is None else written,
        options=options,
        versions=_versions(root / (f"{name}_versions.json" if name else "versions.json")) if kind == "docs" else (),
    )


def _without_versions(options: str) -> str:
    """The options without the table of versions, which have paths of their own."""
    for block in blocks(options, "versions"):
        options = options.replace(block, "{}")
    return options


def _versions(file: Path) -> tuple[str, ...]:
    try:
        versions = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    return tuple(map(str, versions)) if isinstance(versions, list) else ()
