"""Hexo (8.1): posts and pages, permalink templates, and dates that hang on the building machine's time zone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pressgate.model import Claim, Config, Header, Reason, Scalar, SourceFile, Value
from pressgate.sites import slugs
from pressgate.sites.base import Site, below, hidden, not_built, outside
from pressgate.sites.globs import glob_matches
from pressgate.sites.header import RawFields
from pressgate.sites.hexo_dates import FORMATS, a_day_off, wall_times, written
from pressgate.sites.hexo_header import read_unopened, with_spaces
from pressgate.sites.settings import table_of, text_of, texts_of, truth_of

_TOKEN = re.compile(r":(\w*[^_\W])")
_SEGMENTS = {
    **{"year": r"(\d{4})", "month": r"(\d{2})", "day": r"(\d{2})", "hash": r"([0-9a-f]{12})"},
    **{"i_month": r"(\d{1,2})", "i_day": r"(\d{1,2})"},
}


class Hexo(Site):
    """A Hexo site."""

    config_files = ("_config.yml", "_config.yaml", "_config.json")

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.source = text_of(self.settings, "source_dir", "source")
        self.template = text_of(self.settings, "permalink", ":year/:month/:day/:title/")
        self.name_pattern = re.sub(r"\.\w+$", "", text_of(self.settings, "new_post_name", ":title.md"))
        self.case = int(text_of(self.settings, "filename_case", "0") or 0)
        self.zones = self._zones()

    def base_path(self) -> str | None:
        if root := text_of(self.settings, "root"):
            return root
        url = text_of(self.settings, "url")
        return urlsplit(url).path if "://" in url else None

    def _zones(self) -> tuple[tzinfo, ...]:
        """The zones in which the site may print dates: its own, and that of the machine that builds it."""
        zones: list[tzinfo] = [self.config.site.timezone, UTC]
        with suppress(ValueError, KeyError, OSError):
            zones.insert(0, ZoneInfo(text_of(self.settings, "timezone")))
        return tuple(zones)

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        inside = below(path, self.source)
        if inside is None:
            return outside(self.source)
        return self._left_out(inside) or inside

    def header(self, source: SourceFile) -> Header | None:
        return read_unopened(source.text)

    def prepared(self, text: str) -> str:
        return with_spaces(text)

    def _left_out(self, path: PurePosixPath) -> Reason | None:
        inner = PurePosixPath(*path.parts[1:]) if path.parts[0] in {"_posts", "_drafts"} else path
        included = any(glob_matches(pattern, path.as_posix()) for pattern in texts_of(self.settings, "include"))
        if any(part[0] in "._" for part in inner.parts) and not included:
            return not_built("a name in its path begins with `_` or `.`")
        if path.name[-1] in "~%":
            return not_built("its name is one of a temporary file")
        for name in ("exclude", "ignore"):
            if any(glob_matches(pattern, path.as_posix()) for pattern in texts_of(self.settings, name)):
                return not_built(f"`{name}` covers it")
        return None

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        vetoes = list(self._vetoes(path, fields))
        folder = path.parts[0]
        if folder == "_drafts":
            vetoes.append(hidden("the post from `_drafts`"))
        further: Iterator[str] = iter(())
        if folder in {"_posts", "_drafts"}:
            inner = PurePosixPath(*path.parts[1:])
            paths = self._post(inner, fields)
            further = self._post(inner, fields, off_by_a_day=True)
        else:
            paths = self._page(path, fields)
        return Claim(
            paths=tuple(dict.fromkeys(map(self.under, self._pretty(paths)))),
            further=tuple(dict.fromkeys(map(self.under, self._pretty(further)))),
            vetoes=tuple(vetoes),
            segments=tuple(
                filter(None, (fields.text("slug"), path.stem, path.parent.name if path.stem == "index" else ""))
            ),
            title=title,
        )

    def _vetoes(self, path: PurePosixPath, fields: RawFields) -> Iterator[Reason]:
        permalink = fields.text("permalink")
        if permalink and path.parts[0] == "_posts" and not re.search(r"(?:/|\.html?)$", permalink):
            message = "end `permalink` in `/` or `.html`: Hexo makes a file without a type of it, which is no page"
            yield Reason(code="hidden-by-site", message=message)
        if any(glob_matches(pattern, path.as_posix()) for pattern in texts_of(self.settings, "skip_render")):
            yield hidden("the file from `skip_render`")
        encrypted = {str(entry.get("name")) for entry in self._encryptions() if isinstance(entry, Mapping)}
        if encrypted & {*fields.texts("tags"), *fields.texts("tag")}:
            message = "take off the tag that `encrypt` in the site's settings protects, or leave the post out"
            yield Reason(code="password-protected", message=message)
        for name in ("hidden", "hide"):
            if name in fields and not fields.is_false(name):
                yield hidden(f"`{name}`")
        if fields.is_false("indexing"):
            yield hidden("`indexing`")

    def _encryptions(self) -> list[Any]:
        """What hexo-blog-encrypt protects by tag."""
        entries = table_of(self.settings, "encrypt").get("tags")
        return entries if isinstance(entries, list) else []

    def _pretty(self, paths: Iterable[str]) -> Iterator[str]:
        """The paths, also without `.html` where the site leaves it out in its lists."""
        bare = not truth_of(table_of(self.settings, "pretty_urls"), "trailing_html", True)
        for path in paths:
            yield path
            if bare and PurePosixPath(path).name != "index.html":
                yield path.removesuffix(".html")

    def _page(self, path: PurePosixPath, fields: RawFields) -> Iterator[str]:
        permalink = fields.text("permalink")
        if permalink is None:
            yield path.with_suffix(".html").as_posix()
        else:
            whole = permalink + "index" if permalink.endswith("/") else permalink
            yield whole if PurePosixPath(whole).suffix else whole + ".html"

    def _post(self, path: PurePosixPath, fields: RawFields, *, off_by_a_day: bool = False) -> Iterator[str]:
        if permalink := fields.text("permalink"):
            yield permalink
            return
        if "permalink" in fields:
            return
        named = self._named(path)
        days = self._days(fields, named)
        for day in a_day_off(days) if off_by_a_day else days:
            found = self._expand(named, day, fields)
            if found is not None:
                yield found

    def _named(self, path: PurePosixPath) -> dict[str, str]:
        """What `new_post_name` finds in the file's name; its title is the post's slug."""
        whole = path.with_suffix("").as_posix()
        pieces = _TOKEN.split(self.name_pattern)
        names = pieces[1::2]
        expression = "".join(
            re.escape(piece) if index % 2 == 0 else _SEGMENTS.get(piece, "(.+?)") for index, piece in enumerate(pieces)
        )
        match = re.fullmatch(expression, whole)
        found = dict(zip(names, match.groups(), strict=True)) if match else {}
        found.setdefault("title", slugs.hexo(whole))
        return found

    def _days(self, fields: RawFields, named: dict[str, str]) -> tuple[datetime | None, ...]:
        """The wall times that the site may print; (None,) where it would take the file's time."""
        text = fields.text("date")
        if text is None and "year" in named:
            month, day = named.get("month", named.get("i_month", "")), named.get("day", named.get("i_day", ""))
            text = f"{named['year']}-{month}-{day}"
        when = self.date(text, UTC)
        return wall_times(when, self.zones) if when else (None,)

    def _expand(self, named: dict[str, str], day: datetime | None, fields: RawFields) -> str | None:
        missing = False

        def value(match: re.Match[str]) -> str:
            nonlocal missing
            text = self._value(match[1], named, day, fields)
            missing = missing or text is None
            return text or ""

        path = _TOKEN.sub(value, self.template)
        return None if missing else path

    def _value(self, name: str, named: dict[str, str], day: datetime | None, fields: RawFields) -> str | None:
        slug = named["title"]
        texts = {"title": slug, "name": slug.rpartition("/")[2], "category": self._category(fields)}
        if name in texts:
            return texts[name]
        if name == "post_title":
            return slugs.hexo(fields.text("title") or "", 1)
        if name in FORMATS or name in {"i_month", "i_day", "timestamp", "hash"}:
            return written(name, day, slug, self.zones[0]) if day else None
        if name in named and name not in {"hash"}:
            return named[name]
        if name == "id" or name in fields:
            return fields.text(name)
        return text_of(table_of(self.settings, "permalink_defaults"), name) or None

    def _category(self, fields: RawFields) -> str:
        name = "categories" if fields.value("categories") is not None else "category"
        value = fields.value(name)
        chain = _last_chain(value)
        mapped = table_of(self.settings, "category_map")
        if not chain:
            return text_of(self.settings, "default_category", "uncategorized")
        return "/".join(slugs.hexo(str(mapped.get(part) or part), self.case) for part in chain)


def _last_chain(value: Value | None) -> tuple[str, ...]:
    """The last category with its parents: a list of names is one chain, a list of lists several."""
    if isinstance(value, Scalar):
        return (value.text,) if value.text else ()
    if not isinstance(value, tuple):
        return ()
    lists = [item for item in value if isinstance(item, tuple)]
    if lists:
        last = value[-1]
        items = last if isinstance(last, tuple) else (last,)
        return tuple(item.text for item in items if isinstance(item, Scalar) and item.text)
    return tuple(item.text for item in value if isinstance(item, Scalar) and item.text)
