"""Eleventy (3.1): files become pages by their path; permalinks from data files and code stay unknown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from pressgate.model import Claim, Config, Reason
from pressgate.sites import eleventy_permalinks
from pressgate.sites.base import Site, below, find_config, hidden, not_built, outside
from pressgate.sites.globs import gitignore_matches
from pressgate.sites.header import RawFields
from pressgate.sites.scripts import literal
from pressgate.sites.settings import without_comments

_CODE = (".11tydata.js", ".11tydata.cjs", ".11tydata.mjs")


class Eleventy(Site):
    """An Eleventy project. Its configuration is code, of which the literals are read."""

    coded = True
    config_files = tuple(
        name + ending for name in (".eleventy", "eleventy.config") for ending in (".js", ".mjs", ".cjs", ".ts")
    )

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        if self.config_file is None and (package := find_config(config.posts.path, config.root, ("package.json",))):
            self.root, self.warnings = package.parent, []
        self.script = str(self.settings.get("script", ""))
        self.input = (literal(self.script, "input") or self._called("setInputDirectory") or ".").strip("/")
        self.ignored = self._ignored()
        self.computed = 'addGlobalData("permalink' in self.script.replace("'", '"') or self._global_permalink()
        self.data = lru_cache(maxsize=None)(self._data)

    def base_path(self) -> str | None:
        return literal(str(self.settings.get("script", "")), "pathPrefix")

    def _called(self, name: str) -> str | None:
        match = re.search(rf"{name}\(\s*[\"']([^\"']*)[\"']\s*\)", self.script)
        return match[1] if match else None

    def _ignored(self) -> list[str]:
        """The lines of the ignore files, which Eleventy takes from their folder on, unlike git."""
        lines = ["node_modules/"]
        for name in (".gitignore", ".eleventyignore"):
            for folder in dict.fromkeys((self.root, self.root / self.input)):
                if (folder / name).is_file():
                    text = (folder / name).read_text(encoding="utf-8", errors="replace")
                    lines += [_anchored(line.strip(), folder.relative_to(self.root)) for line in text.splitlines()]
        return lines

    def _global_permalink(self) -> bool:
        folder = self.root / self.input / (literal(self.script, "data") or "_data")
        files = [*folder.glob("permalink.*"), *folder.glob("eleventyComputed.*")]
        return any(file.stem == "permalink" or "permalink" in _text(file) for file in files)

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        inside = below(path, self.input)
        if inside is None:
            return outside(self.input)
        if gitignore_matches(self.ignored, path):
            return not_built("an ignore file covers it")
        special = {"_includes", "_layouts", "_data", literal(self.script, "includes"), literal(self.script, "layouts")}
        if inside.parts[0] in special:
            return not_built(f"`{inside.parts[0]}` holds no pages")
        return inside

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        code, data = self.data(path)
        permalink = fields.text("permalink") if "permalink" in fields else data.get("permalink")
        vetoes = []
        listed = (
            fields.is_true("eleventyExcludeFromCollections")
            if "eleventyExcludeFromCollections" in fields
            else (data.get("eleventyExcludeFromCollections") is True)
        )
        if listed:
            vetoes.append(hidden("`eleventyExcludeFromCollections`"))
        if permalink is False or ("draft" not in fields and data.get("draft") is True):
            vetoes.append(hidden("`permalink: false` or `draft: true` from a data file"))
        stem = re.sub(r"^\d{4}-\d{2}-\d{2}-", "", path.stem)
        slug = stem if stem != "index" or not path.parent.parts else re.sub(r"^\d{4}-\d\d-\d\d-", "", path.parent.name)
        known = not code or "permalink" in fields
        paths = self._paths(path, permalink, slug, fields) if known and not self._is_dynamic(fields) else ()
        return Claim(
            paths=tuple(dict.fromkeys(map(self.under, paths))),
            vetoes=tuple(vetoes),
            segments=tuple(dict.fromkeys(filter(None, (fields.text("slug"), slug, path.stem)))),
            title=title,
        )

    def _is_dynamic(self, fields: RawFields) -> bool:
        return "pagination" in fields or "eleventyComputed" in fields or (self.computed and "permalink" not in fields)

    def _paths(self, path: PurePosixPath, permalink: Any, slug: str, fields: RawFields) -> Iterator[str]:
        if isinstance(permalink, str) and permalink:
            stem = PurePosixPath(path.parent, re.sub(r"^\d{4}-\d\d-\d\d-", "", path.stem)).as_posix()
            values = {name: fields.text(name) for name in fields.names()}
            values |= {"page.fileSlug": slug, "page.filePathStem": f"/{stem}"}
            named = re.match(r"\d{4}-\d\d-\d\d", path.name)
            when = self.date(fields.text("date") or (named and named[0]), UTC)
            zones = (when.moment.tzinfo if when else None, UTC, self.config.site.timezone)
            for zone in zones:  # the date's own, the engine's, or that of the machine that builds
                moment = when.moment.astimezone(zone) if when else None
                if (found := eleventy_permalinks.fill(permalink, values, moment)) is not None:
                    yield found
        elif permalink is None:
            folder = path.parent.as_posix() if path.parent.parts else ""
            yield f"{folder}/" if path.stem in {"index", path.parent.name} else f"{folder}/{path.stem}/"

    def _data(self, path: PurePosixPath) -> tuple[bool, dict[str, Any]]:
        """What data files say to the page at `path`: whether code may set its permalink, and the JSON values."""
        code = computed = False
        found: dict[str, Any] = {}
        folders = list(reversed(path.parents))
        stems = [PurePosixPath(folder, folder.name or PurePosixPath(self.input).name) for folder in folders]
        for stem in (*stems, path.with_suffix("")):
            base = self.root / self.input / stem
            for name in (base.with_name(base.name + ".json"), base.with_name(base.name + ".11tydata.json")):
                if name.is_file():
                    found.update(_json(name))
            for file in (base.with_name(base.name + ending) for ending in _CODE):
                if file.is_file() and re.search(r"permalink|Computed", text := _text(file)):
                    plain = eleventy_permalinks.from_code(text)
                    computed = computed or "Computed" in text
                    code = plain is None
                    found |= {} if plain is None else {"permalink": plain}
        return code or computed, found


def _anchored(line: str, folder: Path) -> str:
    mark, pattern = ("!", line[1:]) if line.startswith("!") else ("", line)
    if not pattern or pattern.startswith(("#", "**/")):
        return line
    return f"{mark}/{PurePosixPath(folder.as_posix(), pattern.removeprefix('./').lstrip('/'))}"


def _json(file: Path) -> dict[str, Any]:
    try:
        value = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return {"permalink": "{{ unknown }}"}
    return value if isinstance(value, dict) else {}


def _text(file: Path) -> str:
    return without_comments(file.read_text(encoding="utf-8", errors="replace"))
