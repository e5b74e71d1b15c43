"""MkDocs (1.6): the docs folder, its exclusions, and the blog of Material for MkDocs where it is switched on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import PurePosixPath
from posixpath import join as posixjoin
from posixpath import normpath
from typing import Any
from urllib.parse import unquote, urlsplit

from pressgate.model import Claim, Config, Header, Reason, Scalar, SourceFile
from pressgate.sites import slugs
from pressgate.sites.base import Site, below, not_built, outside, segments_of
from pressgate.sites.globs import gitignore_matches
from pressgate.sites.header import RawFields
from pressgate.sites.meta import read_meta
from pressgate.sites.settings import table_of, text_of, truth_of
from pressgate.words import says_not_public

_ENDINGS = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
_MARKS = ("new", "deprecated")  # Material's own: `status` puts a sign beside the page in the menu, and no more
_DEFAULT_EXCLUDES = (".*", "/templates/")


class MkDocs(Site):
    """A MkDocs project."""

    headings = True
    config_files = ("mkdocs.yml", "mkdocs.yaml")
    headerless = True

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.docs = text_of(self.settings, "docs_dir", "docs")
        self.directories = truth_of(self.settings, "use_directory_urls", True)
        self.excludes = [*_DEFAULT_EXCLUDES, *text_of(self.settings, "exclude_docs").splitlines()]
        self.drafts = text_of(self.settings, "draft_docs").splitlines()
        self.menu = dict(_menu(self.settings.get("nav")))
        blogs = (_plugin(self.settings, name) for name in ("blog", "material/blog"))
        self.i18n = _plugin(self.settings, "i18n") or {}
        languages = self.i18n.get("languages")
        self.languages = (
            [item for item in languages if isinstance(item, Mapping)] if isinstance(languages, list) else []
        )
        marks = table_of(table_of(self.settings, "extra"), "status")
        self.public_words = (*_MARKS, *(name for name in map(str, marks) if not says_not_public(name)))
        self.blog = next((options for options in blogs if options is not None), None)

    def base_path(self) -> str | None:
        url = text_of(self.settings, "site_url")
        return urlsplit(url).path if "://" in url else None

    def header(self, source: SourceFile) -> Header | None:
        return read_meta(source.text)

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        inside = below(path, self.docs)
        if inside is None:
            return outside(self.docs)
        return self._left_out(inside) or inside

    def _left_out(self, path: PurePosixPath) -> Reason | None:
        if path.suffix not in _ENDINGS:
            return not_built(f"it builds {', '.join(_ENDINGS)} alone")
        if gitignore_matches(self.excludes, path):
            return not_built("`exclude_docs` covers it")
        if gitignore_matches(self.drafts, path):
            return not_built("`draft_docs` covers it")
        if path.stem == "README" and (self.root / self.docs / path.parent / "index.md").is_file():
            return not_built("an index.md lies beside it")
        return None

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        claim = self._claim(path, fields, title)
        options = _plugin(self.settings, "encryptcontent")
        by_site = options is not None and "global_password" in options and "password" not in fields
        if by_site or (options is not None and "level" in fields):
            message = "leave the page out: the plugin encryptcontent encrypts it"
            return replace(claim, vetoes=(Reason(code="password-protected", message=message),))
        return claim

    def _claim(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        title = self.menu.get(path.as_posix(), title)
        if self.blog is not None and (inside := below(path, self._posts_folder())):
            return Claim(
                paths=tuple(self._post(inside, fields, title)), segments=segments_of(path, fields), title=title
            )
        prefix, path = self._language(path)
        folder = path.parent.as_posix() if path.parent.parts else ""
        if path.stem in {"index", "README"}:
            tail = f"{folder}/"
        else:
            tail = f"{folder}/{path.stem}" + ("/" if self.directories else ".html")
        return Claim(paths=(self.under(prefix, tail),), segments=segments_of(path, fields), title=title)

    def _language(self, path: PurePosixPath) -> tuple[str, PurePosixPath]:
        """The language in the URL ('' for the main one) and the path without it, where the i18n plugin is on."""
        folders = text_of(self.i18n, "docs_structure", "suffix") == "folder"
        for language in self.languages:
            locale = text_of(language, "locale")
            prefix = "" if truth_of(language, "default", False) else locale
            if folders and len(path.parts) > 1 and path.parts[0] == locale:
                return prefix, PurePosixPath(*path.parts[1:])
            if not folders and path.stem.endswith(f".{locale}"):
                return prefix, path.with_name(path.stem.removesuffix(f".{locale}") + path.suffix)
        return "", path

    def file(self, source: PurePosixPath, target: str) -> str | None:
        """MkDocs reads links in markdown by the source's folder, and rewrites those that name a file of the site."""
        name = normpath(posixjoin((self.folder / source.parent).as_posix(), unquote(target)))
        docs = self.root / self.docs
        inside = PurePosixPath(name).relative_to(docs) if PurePosixPath(name).is_relative_to(docs) else None
        if inside is None or not target or target.endswith("/") or not (docs / inside).is_file():
            return None
        return self.under(inside.as_posix())

    def _posts_folder(self) -> str:
        settings = self.blog or {}
        blog = text_of(settings, "blog_dir", "blog")
        return text_of(settings, "post_dir", "{blog}/posts").replace("{blog}", blog)

    def _post(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Iterator[str]:
        """The URL of a blog post: by default the date and the title's slug below the blog."""
        settings = self.blog or {}
        value = fields.value("date")
        first = value.get("created") if isinstance(value, Mapping) else value
        when = self.date(first.text if isinstance(first, Scalar) else None)
        slug = fields.text("slug") or (slugs.material(title) if title else "")
        form = text_of(settings, "post_url_format", "{date}/{slug}")
        names = set(re.findall(r"\{(\w+)\}", form))
        if when is None or not slug or not names <= {"date", "slug", "file"} or "post_slugify" in settings:
            return
        day = _written(date.fromisoformat(when.day), text_of(settings, "post_url_date_format", "yyyy/MM/dd"))
        tail = form.format(date=day, slug=slug, file=path.stem)
        blog = text_of(settings, "blog_dir", "blog")
        yield self.under("" if blog == "." else blog, tail + ("/" if self.directories else ".html"))


def _menu(value: Any) -> Iterator[tuple[str, str]]:
    """The pages of `nav` that have a title there, which wins over their own."""
    for entry in value if isinstance(value, list) else ():
        for name, target in entry.items() if isinstance(entry, Mapping) else ():
            if isinstance(target, str):
                yield target.removeprefix("./"), str(name)
            else:
                yield from _menu(target)


def _plugin(settings: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    """The options of a plugin that is switched on; None where it isn't."""
    plugins = settings.get("plugins")
    entries = [plugins] if isinstance(plugins, Mapping) else plugins if isinstance(plugins, list) else []
    for entry in entries:
        if entry == name:
            return {}
        if isinstance(entry, Mapping) and name in entry:
            options = entry[name] if isinstance(entry[name], Mapping) else {}
            return options if truth_of(options, "enabled", True) else None
    return None


def _written(day: date, form: str) -> str:
    parts = {"yyyy": f"{day.year:04}", "yy": f"{day.year % 100:02}", "MM": f"{day.month:02}", "dd": f"{day.day:02}"}
    return re.sub(r"yyyy|yy|MM|dd", lambda match: parts[match[0]], form)
