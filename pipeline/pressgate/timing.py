"""A post's dates: the day it bears, the moment it goes public at, and when its verdict changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo

from pressgate.dates import When, dates_within, file_date
from pressgate.fields import Fields, is_empty, scalars
from pressgate.model import FieldValue, Reason, Scalar

Read = Callable[[str], When | None]
Dated = tuple[FieldValue, When]


@dataclass(frozen=True, kw_only=True)
class Calendar:
    """How a corpus's dates are meant: `read` reads one date, naive ones are in `zone`.

    Where a field among `release_names` (in lower case) has a date, that is when the post goes public; `date` is only
    the one that it bears.
    """

    read: Read
    zone: tzinfo
    release_names: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Times:
    """`day` as written; `moment`: when the post goes public; `moments`: all at which its verdict changes."""

    day: str | None
    moment: datetime | None
    moments: tuple[datetime, ...]
    reasons: tuple[Reason, ...]


def read_times(fields: Fields, file_name: str, calendar: Calendar, now: datetime) -> Times:
    """The dates of a header, else of the file's name."""
    reasons: list[Reason] = []
    read = calendar.read
    dated = _public_dates(fields, read, reasons)
    if not dated and (named := file_date(file_name)):
        dated = [(FieldValue(name="file name", value=()), when) for when in dates_within(named, calendar.zone)]
    dated = dated or _dates(fields.all("updated"), read, reasons)
    spoken = [
        (item, when)
        for item in fields.all("status-like")
        for when in dates_within(" ".join(scalar.text for scalar in scalars(item.value)), calendar.zone)
    ]
    expiries = _dates(fields.all("expiry_date"), read, reasons)
    awaited = [*_awaited(dated, calendar.release_names), *spoken]
    for item, when in awaited:
        if when.moment > now:
            message = f"wait until the date in `{item.name}` has come, or correct it"
            reasons.append(Reason(code="future-date", message=message, line=item.line))
    for item, when in expiries:
        if when.moment <= now:
            message = f"remove `{item.name}` or move it to a later day"
            reasons.append(Reason(code="expired", message=message, line=item.line))
    return Times(
        day=dated[0][1].day if dated else None,
        moment=max((when.moment for _, when in _awaited(dated, calendar.release_names)), default=None),
        moments=tuple(when.moment for _, when in (*awaited, *expiries)),
        reasons=tuple(reasons),
    )


def _awaited(dated: list[Dated], release_names: frozenset[str]) -> list[Dated]:
    """The dates that must have come: all, or all but `date` where the site goes by another field."""
    released = any(item.name.casefold() in release_names for item, _ in dated)
    return [(item, when) for item, when in dated if not released or item.name.casefold() != "date"]


def _public_dates(fields: Fields, read: Read, reasons: list[Reason]) -> list[Dated]:
    """The date, publish dates and dates in `published`; the day of creation where there is none of them."""
    dated = _dates(fields.all("date", "publish_date"), read, reasons)
    for item in fields.all("public"):
        if isinstance(item.value, Scalar) and (when := read(item.value.text)):
            dated.append((item, when))
    return dated or _dates(fields.all("created"), read, reasons)


def _dates(items: Iterable[FieldValue], read: Read, reasons: list[Reason]) -> list[Dated]:
    found = []
    for item in items:
        if is_empty(item.value):
            continue
        values = item.value.values() if isinstance(item.value, Mapping) else (item.value,)  # Material: created, updated
        whens = [read(value.text) if isinstance(value, Scalar) else None for value in values]
        if all(whens):
            found += [(item, when) for when in whens if when]
        else:
            message = f"write the date in `{item.name}` as 2024-03-05 or 2024-03-05 21:30:00 +0900"
            reasons.append(Reason(code="date-unreadable", message=message, line=item.line))
    return found
