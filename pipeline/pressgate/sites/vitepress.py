"""VitePress (1.6): every markdown file is a page at its own path, unless it is rewritten or left out."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from pressgate.model import Claim, Config, Reason
from pressgate.sites.base import Site, below, not_built, outside, segments_of
from pressgate.sites.globs import glob_matches
from pressgate.sites.header import RawFields
from pressgate.sites.scripts import literal, strings


class VitePress(Site):
    """A VitePress site. Its configuration is code, of which the literals are read."""

    coded = True
    headings = True
    config_files = tuple(f".vitepress/config.{ending}" for ending in ("js", "ts", "mjs", "mts", "cjs")) + tuple(
        f".vitepress/config/index.{ending}" for ending in ("js", "ts", "mjs", "mts")
    )
    headerless = True

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.script = str(self.settings.get("script", ""))
        self.source = (literal(self.script, "srcDir") or ".").removeprefix("./").strip("/") or "."
        self.excluded = strings(self.script, "srcExclude")
        self.rewritten = "rewrites" in self.script

    def project(self, config_file: Path) -> Path:
        return next(folder.parent for folder in config_file.parents if folder.name == ".vitepress")

    def base_path(self) -> str | None:
        return literal(str(self.settings.get("script", "")), "base")

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        inside = below(path, self.source)
        if inside is None:
            return outside(self.source)
        return self._left_out(inside) or inside

    def _left_out(self, path: PurePosixPath) -> Reason | None:
        if path.suffix != ".md" or "node_modules" in path.parts or ".vitepress" in path.parts:
            return not_built("it builds .md files outside .vitepress/ alone")
        if any(glob_matches(pattern, path.as_posix()) for pattern in self.excluded):
            return not_built("`srcExclude` covers it")
        return None

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        segments = segments_of(path, fields)
        if self.rewritten or "[" in path.name:
            return Claim(segments=segments, title=title)
        folder = path.parent.as_posix() if path.parent.parts else ""
        if path.stem == "index":
            tail = f"{folder}/"
        else:
            tail = f"{folder}/{path.stem}" + ("" if literal(self.script, "cleanUrls") == "true" else ".html")
        return Claim(paths=(self.under(tail),), segments=segments, title=title)
