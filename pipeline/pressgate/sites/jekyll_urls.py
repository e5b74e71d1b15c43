"""Jekyll's permalinks: styles, templates with `:placeholders`, and how pages and collections inherit them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from pressgate.sites import slugs
from pressgate.sites.settings import table_of, text_of

_STYLES = {
    "pretty": "/:categories/:year/:month/:day/:title/",
    "ordinal": "/:categories/:year/:y_day/:title:output_ext",
    "date": "/:categories/:year/:month/:day/:title:output_ext",
    "none": "/:categories/:title:output_ext",
    "weekdate": "/:categories/:year/W:week/:short_day/:title:output_ext",
}
_FORMATS = {
    **{"year": "%Y", "month": "%m", "day": "%d", "hour": "%H", "minute": "%M", "second": "%S"},
    **{"short_year": "%y", "y_day": "%j", "short_month": "%b", "long_month": "%B", "w_year": "%G", "week": "%V"},
    **{"w_day": "%u", "short_day": "%a", "long_day": "%A"},
}


@dataclass(frozen=True, kw_only=True)
class Page:
    """What the placeholders stand for. `days` are the wall times that the site may print, none where unknown."""

    path: PurePosixPath
    kind: str | None
    name: str
    slug: str | None = None
    categories: tuple[str, ...] = ()
    days: tuple[datetime, ...] = ()


def paths(
    page: Page, permalink: str | None, settings: Mapping[str, Any], collections: Mapping[str, Any]
) -> tuple[str, ...]:
    """The URL paths, relative to the site's base, that the page may have."""
    style = text_of(settings, "permalink", "date")
    if page.kind is None:
        template = permalink or _page_template(page.path, style)
    else:
        template = permalink or _template(page, style, collections)
    found = (expand(template, page, day) for day in page.days or (None,))
    return tuple(dict.fromkeys(path for path in found if path is not None))


def _template(page: Page, style: str, collections: Mapping[str, Any]) -> str:
    kind = "posts" if page.kind == "drafts" else str(page.kind)
    own = text_of(table_of(collections, kind), "permalink")
    if kind == "posts":
        style = own or style
        return _STYLES.get(style, style)
    return _STYLES.get(own, own) if own else _with_suffix("/:collection/:path", style)


def _page_template(path: PurePosixPath, style: str) -> str:
    folder = "/".join(path.parts[:-1])
    if path.stem == "index":
        return f"/{folder}/"
    return _with_suffix(f"/{folder}/{path.stem}", style)


def _with_suffix(template: str, style: str) -> str:
    if style == "pretty" or style.endswith("/"):
        return template + "/"
    return template + (":output_ext" if style in {"date", "ordinal", "none"} or style.endswith(":output_ext") else "")


def expand(template: str, page: Page, day: datetime | None) -> str | None:
    """The URL path by a template; None where a placeholder is unknown or has no value."""
    missing = False

    def value(match: re.Match[str]) -> str:
        nonlocal missing
        name = match[1]
        rest = "" if _known(name) else "_" if name.endswith("_") and _known(name[:-1]) else None
        text = _value(name if rest == "" else name[:-1], page, day) if rest is not None else None
        missing = missing or text is None
        return (text or "") + (rest or "")

    path = re.sub(r":([a-z_]+)", value, template)
    if missing:
        return None
    return re.sub(r"/{2,}", "/", f"/{path}".replace("..", "/").replace("./", ""))


def _known(name: str) -> bool:
    return name in _FORMATS or name in _TEXTS or name in {"i_month", "i_day"}


_TEXTS = frozenset({"title", "slug", "name", "path", "basename", "collection", "output_ext"}) | frozenset(
    {"categories", "slugified_categories"}
)


def _value(name: str, page: Page, day: datetime | None) -> str | None:
    if name in _TEXTS:
        return _text(name, page)
    if day is None:
        return None
    if name in {"i_month", "i_day"}:
        return str(day.month if name == "i_month" else day.day)
    return day.strftime(_FORMATS[name])


def _text(name: str, page: Page) -> str:
    slug = page.slug or page.name
    if name == "categories":
        return "/".join(dict.fromkeys(category.lower() for category in page.categories))
    if name == "slugified_categories":
        return "/".join(dict.fromkeys(map(slugs.jekyll, page.categories)))
    if name == "path":
        inner = page.path.parts[1:-1] if page.kind else page.path.parts[:-1]
        return "/".join((*inner, page.path.stem.rstrip(".")) if page.kind else inner)
    return {
        "title": slugs.jekyll(slug, mode="pretty", cased=True),
        "slug": slugs.jekyll(slug),
        "name": slugs.jekyll(page.path.stem),
        "basename": page.path.stem,
        "collection": page.kind or "",
        "output_ext": ".html",
    }[name]
