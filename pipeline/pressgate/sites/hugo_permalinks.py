"""Hugo's permalink patterns (`/:year/:month/:slug/`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

_TOKEN = re.compile(r"\\?:([a-z_]+)(?:\[([^\]]*)\])?")


class Unpredictable(Exception):
    """A URL that depends on what only the site knows."""


@dataclass(frozen=True, kw_only=True)
class Page:
    """What the tokens stand for. `day` is None where only the site knows the date; `sections` are path segments."""

    day: date | None
    sections: tuple[str, ...]
    title: str
    slug: str
    filename: str


def expand(pattern: str, page: Page) -> str:
    """The URL path of `page` by `pattern`. Raises Unpredictable."""
    return re.sub(r"/{2,}", "/", _TOKEN.sub(lambda match: _token(match[1], match[2], page), pattern))


def _token(name: str, part: str | None, page: Page) -> str:
    if name in {"sections", "section"}:
        chosen = page.sections[:1] if name == "section" else page.sections
        return "/".join(_slice(chosen, part))
    if part is not None:
        raise Unpredictable(name)
    texts = {
        "title": page.title,
        "slug": page.slug or page.title,
        "filename": page.filename,
        "contentbasename": page.filename,
        "slugorfilename": page.slug or page.filename,
        "slugorcontentbasename": page.slug or page.filename,
    }
    return texts[name] if name in texts else _date(name, page.day)


def _date(name: str, day: date | None) -> str:
    if day is None:
        raise Unpredictable(name)
    if name in {"year", "yearday"}:
        return str(day.year if name == "year" else day.timetuple().tm_yday)
    forms = {"month": f"{day.month:02}", "day": f"{day.day:02}", "weekday": str(day.isoweekday() % 7)}
    names = {"monthname": _MONTHS[day.month - 1], "weekdayname": _DAYS[day.weekday()]}
    try:
        return {**forms, **names}[name]
    except KeyError:
        raise Unpredictable(name) from None


def _slice(items: tuple[str, ...], part: str | None) -> tuple[str, ...]:
    if part is None:
        return items
    if part == "last":
        return items[-1:]
    match = re.fullmatch(r"(\d*)(:?)(\d*|last)", part)
    if not match or not (match[1] or match[2]):
        raise Unpredictable(part)
    if not match[2]:
        return items[int(match[1]) : int(match[1]) + 1]
    end = len(items) if not match[3] else len(items) - 1 if match[3] == "last" else int(match[3])
    return items[int(match[1] or 0) : end]


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
