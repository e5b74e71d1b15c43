"""Jekyll (4.3): posts, collections and pages, front matter defaults, permalink styles and templates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, tzinfo
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from pressgate.model import Claim, Config, Reason, Scalar
from pressgate.sites import jekyll_urls
from pressgate.sites.base import Site, below, hidden, not_built, outside, url_path
from pressgate.sites.header import RawFields
from pressgate.sites.jekyll_defaults import defaults
from pressgate.sites.settings import table_of, text_of, texts_of, truth_of

_POST = re.compile(r"(\d{2,4}-\d{1,2}-\d{1,2})-([^/]*)(\.[^.]+)")
_YAML_TIME = re.compile(r"\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d")
_EXCLUDED = (
    *(".sass-cache", ".jekyll-cache", "gemfiles", "Gemfile", "Gemfile.lock", "node_modules"),
    *("vendor/bundle/", "vendor/cache/", "vendor/gems/", "vendor/ruby/"),
)


class Jekyll(Site):
    """A Jekyll site."""

    endings = (*Site.endings, ".html", ".htm")
    config_files = ("_config.yml", "_config.yaml", "_config.toml")

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.source = text_of(self.settings, "source", ".")
        self.collections_dir = text_of(self.settings, "collections_dir").strip("/")
        self.collections = _collections(self.settings.get("collections"))
        self.zones = self._zones()

    def base_path(self) -> str | None:
        return text_of(self.settings, "baseurl") if "baseurl" in self.settings else None

    def _zones(self) -> tuple[tzinfo, ...]:
        """The zones in which the site may read and write dates: its own; without one, that of the machine."""
        try:
            return (ZoneInfo(text_of(self.settings, "timezone")),)
        except (ValueError, KeyError, OSError):
            return (self.config.site.timezone, UTC)

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        inside = below(path, self.source)
        if inside is None:
            return outside(self.source)
        return self._left_out(inside) or inside

    def _left_out(self, path: PurePosixPath) -> Reason | None:
        included = texts_of(self.settings, "include")
        special = [part for part in path.parts if part[0] in "._#~" or part.endswith("~")]
        kind = self._kind(path)
        if kind is not None and special:
            special = special[1:] if special[0].startswith("_") else special
        if special and not any(part in included for part in special):
            return not_built(f"its path holds '{special[0]}'")
        excluded = [*_EXCLUDED, *texts_of(self.settings, "exclude")]
        if any(_covers(pattern, path) for pattern in excluded) and not any(_covers(p, path) for p in included):
            return not_built("`exclude` covers it")
        if kind == "posts" and not _POST.fullmatch(path.name):
            return not_built("a post's name begins with its date, as 2024-03-05-title.md")
        if kind not in {None, "posts", "drafts"} and not truth_of(
            table_of(self.collections, str(kind)), "output", False
        ):
            return not_built(f"the collection '{kind}' has no `output: true`")
        return None

    def _kind(self, path: PurePosixPath) -> str | None:
        """The collection that a file belongs to: `posts`, `drafts` or its own name; None for a page."""
        inside = below(path, self.collections_dir) if self.collections_dir else path
        folders = inside.parts[:-1] if inside else ()
        for special in ("_posts", "_drafts"):
            if special in folders:
                return special[1:]
        if folders and folders[0].startswith("_") and folders[0][1:] in self.collections:
            return folders[0][1:]
        return None

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        kind = self._kind(path)
        if not fields.has_header and kind not in {"posts", "drafts"}:
            return Claim(ignored=not_built("it doesn't begin with `---`"))
        inside = below(path, self.collections_dir) if kind and self.collections_dir else path
        given = defaults(self.settings, inside or path, kind or "pages")
        vetoes = list(_vetoes(fields, given))
        if kind == "drafts":
            vetoes.append(hidden("the post from `_drafts`"))
        moments = self._moments(path, fields, kind)
        page = jekyll_urls.Page(
            path=inside or path,
            kind=kind,
            slug=fields.text("slug"),
            name=_name(path, kind),
            categories=_categories(inside or path, kind, fields, given),
            days=tuple(dict.fromkeys(moment.replace(tzinfo=None) for moment in moments)),
        )
        permalink = fields.text("permalink") or _text(given.get("permalink"))
        paths = jekyll_urls.paths(page, permalink, self.settings, self.collections)
        segments = tuple(filter(None, (page.slug, page.name, path.stem)))
        return Claim(
            paths=tuple(dict.fromkeys(self.under(unquote(url_path(found))) for found in paths)),
            vetoes=tuple(vetoes),
            segments=segments,
            title=title,
            moments=moments,
        )

    def _moments(self, path: PurePosixPath, fields: RawFields, kind: str | None) -> tuple[datetime, ...]:
        """The page's date in the zone in which the site prints it; several where the building machine's zone decides.

        YAML reads a naive time with seconds as UTC; Ruby reads every other text in the site's zone.
        """
        value = fields.value("date")
        text = value.text if isinstance(value, Scalar) else None
        if text is None:
            match = _POST.fullmatch(path.name) if kind else None
            text = _whole_year(match[1]) if match else None
        by_yaml = isinstance(value, Scalar) and not value.quoted and _YAML_TIME.match(value.text)
        found = []
        for zone in self.zones:
            when = self.date(text, zone)
            if when and by_yaml and not when.has_zone:
                when = self.date(text, UTC)
            if when:
                found.append(when.moment.astimezone(zone))
        return tuple(found)


def _collections(value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return {str(name): table if isinstance(table, Mapping) else {} for name, table in value.items()}
    return {str(name): {} for name in value} if isinstance(value, list) else {}


def _covers(pattern: str, path: PurePosixPath) -> bool:
    pattern = pattern.strip("/")
    text = path.as_posix()
    return text.startswith(pattern) or any(fnmatchcase(str(part), pattern) for part in (path, *path.parents[:-1]))


def _whole_year(day: str) -> str:
    """A day with its century, as Ruby reads a year of two digits."""
    year, _, rest = day.partition("-")
    return f"{2000 + int(year) if int(year) < 69 else 1900 + int(year)}-{rest}" if len(year) == 2 else day


def _name(path: PurePosixPath, kind: str | None) -> str:
    match = _POST.fullmatch(path.name) if kind else None
    return (match[2] if match else path.stem).rstrip(".")


def _text(value: Any) -> str | None:
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) and value != "" else None


def _categories(path: PurePosixPath, kind: str | None, fields: RawFields, given: Mapping[str, Any]) -> tuple[str, ...]:
    """The categories: those of the folders above `_posts`, then of the defaults, then of the header, each once."""
    found: list[str] = []
    if kind in {"posts", "drafts"}:
        found += path.parts[: path.parts.index(f"_{kind}")]
    for name in ("categories", "category"):
        value = given.get(name)
        texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        found += [part for text in texts for part in (str(text).split() if name == "categories" else [str(text)])]
    own = fields.texts("categories")
    found += own if isinstance(fields.value("categories"), tuple) else [part for text in own for part in text.split()]
    found += fields.texts("category")
    return tuple(dict.fromkeys(found))


def _vetoes(fields: RawFields, given: Mapping[str, Any]) -> Iterator[Reason]:
    if "published" not in fields and given.get("published") is False:
        yield hidden("`published: false` from the site's `defaults`")
    for name in ("redirect_to", "redirect"):
        if name in fields or name in given:
            yield Reason(code="redirect", message=f"remove `{name}`: it makes the page a redirect")
