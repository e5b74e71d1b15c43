"""Hexo's dates in URLs, which hang on the zone of the machine that built the site."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo

from pressgate.dates import When

FORMATS = {"year": "%Y", "month": "%m", "day": "%d", "hour": "%H", "minute": "%M", "second": "%S"}
_DAY = timedelta(days=1)


def wall_times(when: When, zones: Sequence[tzinfo]) -> tuple[datetime, ...]:
    """The wall times that the site may print for a date (read as UTC where it is naive), whose zones are `zones`."""
    naive = when.moment.replace(tzinfo=None)
    walls = [when.moment.astimezone(zone).replace(tzinfo=None) for zone in zones] if when.has_zone else [naive]
    offsets = {naive.replace(tzinfo=zone).utcoffset() or timedelta() for zone in zones}
    shifts = [one - other for one in offsets for other in offsets]
    return tuple(dict.fromkeys(wall + shift for wall in walls for shift in (timedelta(), *shifts)))


def a_day_off(walls: Sequence[datetime | None]) -> tuple[datetime, ...]:
    """The wall times a day before and after: the zone of the machine that built the site may be any."""
    return tuple(wall + shift for wall in walls[:1] if wall for shift in (-_DAY, _DAY))


def written(name: str, day: datetime, slug: str, zone: tzinfo) -> str:
    """What a token of the permalink stands for at a wall time in `zone`."""
    if name in FORMATS:
        return day.strftime(FORMATS[name])
    if name in {"i_month", "i_day"}:
        return str(day.month if name == "i_month" else day.day)
    stamp = str(int(day.replace(tzinfo=zone).timestamp()))
    if name == "timestamp":
        return stamp
    return hashlib.sha1(f"{slug}{stamp}".encode(), usedforsecurity=False).hexdigest()[:12]
