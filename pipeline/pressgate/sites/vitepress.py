"""VitePress (1.6): every markdown file is a page at its own path, unless it is rewritten or left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from pressgate.model import Claim, Config, Reason
from pressgate.sites.base import Site, below, not_built, outside, segments_of
from pressgate.sites.globs import glob_matches
from pressgate.sites.header import RawFields
from pressgate.sites.rewrites import rewritten
from pressgate.sites.scripts import blocks, literal, outermost, pairs, strings
from pressgate.sites.settings import read_settings

_ENDINGS = (".ts", ".mts", ".js", ".mjs", ".cjs")
_IMPORTED = re.compile(r"\bfrom\s*[\"'](\.{1,2}/[^\"']+)[\"']")


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
        own = outermost(self.script)
        self.source = (literal(own, "srcDir") or ".").removeprefix("./").strip("/") or "."
        self.excluded = strings(self.script, "srcExclude")
        self.rules = self._rules()
        clean = literal(own, "cleanUrls")
        self.endings_shown = (
            ("", ".html")
            if clean is None and "cleanUrls" in self.script
            else (("",) if clean == "true" else (".html",))
        )

    def project(self, config_file: Path) -> Path:
        return next(folder.parent for folder in config_file.parents if folder.name == ".vitepress")

    def read(self) -> Mapping[str, Any]:
        """The text of the configuration and of the files beside it that it is put together from."""
        assert self.config_file
        texts = [str(read_settings(file).get("script", "")) for file in _together(self.config_file)]
        return {"script": "\n".join(texts)}

    def base_path(self) -> str | None:
        return literal(outermost(str(self.settings.get("script", ""))), "base")

    def _rules(self) -> list[tuple[str, str]] | None:
        """The rewrites, in order; None where code makes them."""
        if not re.search(r"\brewrites\b", self.script):
            return []
        found = [pairs(block) for block in blocks(self.script, "rewrites")]
        return found[0] if len(found) == 1 and found[0] else None

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
        target = None if self.rules is None or "[" in path.as_posix() else rewritten(path.as_posix(), self.rules)
        if target is None:
            return Claim(segments=segments, title=title)
        file = PurePosixPath(target)
        folder = file.parent.as_posix() if file.parent.parts else ""
        tails = [f"{folder}/"] if file.stem == "index" else [f"{folder}/{file.stem}{end}" for end in self.endings_shown]
        return Claim(paths=tuple(map(self.under, tails)), segments=segments, title=title)


def _together(config_file: Path) -> Iterator[Path]:
    """The configuration file and the scripts that it takes from its own folder `.vitepress`, once each."""
    top = next(folder for folder in config_file.parents if folder.name == ".vitepress")
    waiting, seen = [config_file], {config_file}
    while waiting:
        file = waiting.pop(0)
        yield file
        for name in _IMPORTED.findall(file.read_text(encoding="utf-8", errors="replace")):
            target = (file.parent / name).resolve()
            names = [target, *(target.with_name(target.name + end) for end in _ENDINGS)]
            names += [target / f"index{end}" for end in _ENDINGS]
            found = next((each for each in names if each.is_file() and each.suffix in _ENDINGS), None)
            if found and found not in seen and found.is_relative_to(top.resolve()) and len(seen) < 50:
                seen.add(found)
                waiting.append(found)
