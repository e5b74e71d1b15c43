"""Astro (6.0): pages by their path; content collections by the routes that name them in src/pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pressgate.model import Claim, Config, Reason
from pressgate.sites import slugs
from pressgate.sites.astro_routes import Routed, inlined, routed
from pressgate.sites.base import Site, below, not_built, segments_of
from pressgate.sites.header import RawFields
from pressgate.sites.scripts import balanced, literal, with_constants
from pressgate.sites.settings import without_comments

_MODULES = (".ts", ".js", ".mjs")
_PARAMETER = re.compile(r"\[(\.\.\.)?(\w+)\]")


@dataclass(frozen=True, kw_only=True)
class _Route:
    """A dynamic route below the URL path `folder`; `deep` where its parameter may hold slashes."""

    shown: Routed
    folder: str
    deep: bool

    def of(self, collection: str, entry: str) -> Iterator[str]:
        """The paths that an entry may have by it."""
        if collection != self.shown.collection or not entry.startswith(self.shown.prefix):
            return
        names = [entry, entry.removeprefix(self.shown.prefix)]
        if not self.shown.plain:  # a habit of AstroPaper's: folders for the author's eyes alone
            names.append("/".join(part for part in entry.split("/") if not part.startswith("_")))
        yield from (f"{self.folder}/{name}" for name in dict.fromkeys(names) if self.deep or "/" not in name)


class Astro(Site):
    """An Astro project. Its code is read for routes and literals, and never run."""

    coded = True
    headings = True
    config_files = tuple(f"astro.config.{ending}" for ending in ("mjs", "ts", "js", "mts", "cjs"))

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.script = str(self.settings.get("script", ""))
        self.source = (literal(self.script, "srcDir") or "src").removeprefix("./").strip("/")
        self.routes = list(self._routes())
        self.collections = dict(self._collections())

    def base_path(self) -> str | None:
        return literal(str(self.settings.get("script", "")), "base")

    def _routes(self) -> Iterator[_Route]:
        pages = self.root / self.source / "pages"
        for file in sorted(pages.rglob("*")):
            path = file.relative_to(pages)
            if file.suffix not in {".astro", ".js", ".ts", ".mjs"} or "[" not in path.as_posix() or not file.is_file():
                continue
            parts = path.parent.parts if path.stem == "index" else path.with_suffix("").parts
            match = _PARAMETER.fullmatch(parts[-1])
            if match and not any("[" in part for part in parts[:-1]):
                folder = "/".join(parts[:-1])
                for shown in routed(inlined(_text(file), self._helpers(file)), match[2]):
                    yield _Route(shown=shown, folder=folder, deep=bool(match[1]))
        if re.search(r"\bstarlight\(", self.script):
            yield _Route(shown=Routed(collection="docs", prefix="", plain=True), folder="", deep=True)

    def _helpers(self, file: Path) -> str:
        """The project's own modules that a page imports, as one text."""
        texts = []
        for name in re.findall(r"\bfrom\s*[\"']([@~]/|\.{1,2}/)([^\"']+)[\"']", _text(file)):
            base = self.root / self.source if name[0] in {"@/", "~/"} else file.parent / name[0]
            target = base / name[1]
            stems = (target, *(target.with_name(target.name + ending) for ending in _MODULES), target / "index.ts")
            found = next((path for path in stems if path.suffix in _MODULES and path.is_file()), None)
            texts.append(_text(found) if found else "")
        return "\n".join(texts)

    def _collections(self) -> Iterator[tuple[str, str]]:
        """Each collection's folder, relative to the project."""
        for folder in sorted((self.root / self.source / "content").glob("*/")):
            yield folder.name, f"{self.source}/content/{folder.name}"
        for name in ("content.config", "content/config"):
            for file in sorted((self.root / self.source).glob(f"{name}.*s")):
                script = with_constants(_text(file))
                for match in re.finditer(r"(\w+)\s*[=:]\s*defineCollection(\()", script):
                    if base := literal(balanced(script, match.start(2)), "base"):
                        for alias in self._aliases(script, match[1]):
                            yield alias, base.removeprefix("./").strip("/")

    def _aliases(self, script: str, variable: str) -> Iterator[str]:
        """The names under which `collections` exports a variable."""
        yield variable
        yield from re.findall(rf"[\"']?([\w-]+)[\"']?\s*:\s*{re.escape(variable)}\b", script)

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        inside = below(path, f"{self.source}/pages")
        if inside and any(part.startswith("_") for part in inside.parts):
            return not_built("a name in its path begins with `_`")
        return path

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        inside = below(path, f"{self.source}/pages")
        paths = [_file_route(inside)] if inside else self._collected(path, fields)
        return Claim(
            paths=tuple(dict.fromkeys(map(self.under, paths))),
            segments=tuple(dict.fromkeys((*segments_of(path, fields), slugs.github(path.stem)))),
            title=title,
        )

    def _collected(self, path: PurePosixPath, fields: RawFields) -> Iterator[str]:
        for name, folder in self.collections.items():
            inside = below(path, folder)
            if inside is None:
                continue
            parts = [slugs.github(part) for part in inside.with_suffix("").parts]
            if len(parts) > 1 and parts[-1] == "index":
                parts.pop()
            entry = fields.text("slug") or "/".join(parts)
            for route in self.routes:
                yield from route.of(name, entry)


def _file_route(path: PurePosixPath) -> str:
    return f"{path.parent.as_posix()}/" if path.stem == "index" else path.with_suffix("").as_posix()


def _text(file: Path) -> str:
    return without_comments(file.read_text(encoding="utf-8", errors="replace"))
