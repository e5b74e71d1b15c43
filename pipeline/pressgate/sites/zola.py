"""Zola (0.19): sections and pages, dated names, languages. Slugs of other letters than Latin's are romanised."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from pressgate.model import Claim, Config, Reason
from pressgate.sites import slugs
from pressgate.sites.base import Site, below, hidden, not_built, outside
from pressgate.sites.header import RawFields
from pressgate.sites.settings import table_of, text_of, texts_of

_DATED = re.compile(r"\d{4}-\d{2}-\d{2}(?:T[\d:.Z+-]*)?[-_]\s?(.+)")


class Zola(Site):
    """A Zola site."""

    config_files = ("zola.toml", "config.toml")

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.mode = text_of(table_of(self.settings, "slugify"), "paths", "on")
        self.languages = table_of(self.settings, "languages")

    def base_path(self) -> str | None:
        base = text_of(self.settings, "base_url")
        return urlsplit(base).path if "://" in base else None

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        inside = below(path, "content")
        if inside is None:
            return outside("content")
        return self._left_out(inside) or inside

    def _left_out(self, path: PurePosixPath) -> Reason | None:
        if path.suffix != ".md" or any(part.startswith(".") for part in path.parts):
            return not_built("it builds .md files outside hidden folders alone")
        if any(fnmatchcase(f"/content/{path}", pattern) for pattern in texts_of(self.settings, "ignored_content")):
            return not_built("`ignored_content` covers it")
        return None

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        stem, language = self._language(path.stem)
        folders = path.parent.parts
        if stem == "index" and folders:
            folders, stem = folders[:-1], folders[-1]
        match = _DATED.fullmatch(stem)
        name = match[1] if match else stem
        vetoes = (hidden("`render = false`"),) if fields.is_false("render") else ()
        return Claim(
            paths=tuple(dict.fromkeys(self._paths(stem, name, folders, language, fields))),
            vetoes=vetoes,
            segments=tuple(filter(None, (fields.text("slug"), name))),
            title=title,
        )

    def _language(self, stem: str) -> tuple[str, str]:
        base, _, language = stem.rpartition(".")
        known = base and language in self.languages and language != text_of(self.settings, "default_language", "en")
        return (base, language) if known else (stem, "")

    def _paths(
        self, stem: str, name: str, folders: tuple[str, ...], language: str, fields: RawFields
    ) -> tuple[str, ...]:
        if own := fields.text("path"):
            return (self.under(own.rstrip("/") + "/"),)
        slug = "" if stem == "_index" else self._slug(fields.text("slug") or name)
        if slug is None:
            return ()
        parents = {folders, tuple(self._slug(folder) or folder for folder in folders)}
        return tuple(self.under(language, *parent, slug, "/") for parent in sorted(parents))

    def _slug(self, text: str) -> str | None:
        if self.mode == "on":
            return slugs.zola(text)
        return re.sub(r"[<>:\"/|?*#\n\\]", "", text).replace(" ", "_") if self.mode == "safe" else text
