"""The dates of real headers: ISO 8601 and its loose cousins, RFC 2822, and year-first dates of four languages.

Day and month are never guessed: `03/05/2024` is read only where the order is given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone, tzinfo
from typing import Literal

Order = Literal["mdy", "dmy"]

_TIME = (
    r"(?:[T\s,]\s*(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,](?P<fraction>\d{1,9}))?)?"
    r"\s*(?P<half>[ap]\.?m\.?)?\s*(?:(?:UTC|GMT)(?=[+-]))?(?P<zone>Z|UTC|GMT|KST|JST|[+-]\d{2}(?::?\d{2})?)?(?:\s*\([A-Z]{2,5}\))?)?"
)
_MONTH_NAMES = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = rf"(?P<name>{'|'.join(_MONTH_NAMES)})[a-z]*\.?"
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?"
_FORMS = [
    re.compile(pattern + _TIME, re.IGNORECASE)
    for pattern in (
        r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
        r"(?P<year>\d{4})/(?P<month>\d{1,2})/(?P<day>\d{1,2})",
        r"(?P<year>\d{4})\.\s?(?P<month>\d{1,2})\.\s?(?P<day>\d{1,2})\.?",
        r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})",
        r"(?P<year>\d{4})\s?[年년]\s?(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日일]",
        rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+{_MONTH},?\s+(?P<year>\d{{4}})",
        rf"{_WEEKDAY}{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})",
    )
]
_ORDERED = {
    "mdy": re.compile(r"(?P<month>\d{1,2})[/.-](?P<day>\d{1,2})[/.-](?P<year>\d{4})" + _TIME, re.IGNORECASE),
    "dmy": re.compile(r"(?P<day>\d{1,2})[/.-](?P<month>\d{1,2})[/.-](?P<year>\d{4})" + _TIME, re.IGNORECASE),
}
_ZONE_ALONE = re.compile(r"^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}) ([+-]\d{2}:?\d{2})$")
_ZONES = {"Z": 0, "UTC": 0, "GMT": 0, "KST": 540, "JST": 540}


@dataclass(frozen=True, kw_only=True)
class When:
    """A date: the `day` as written (`YYYY-MM-DD`) and the aware `moment` that it names, at worst the start of the day.

    `has_time`, `has_seconds` and `has_zone` say what the text itself gave; generators differ in what they add.
    """

    day: str
    moment: datetime
    has_time: bool = False
    has_seconds: bool = False
    has_zone: bool = False


def read_date(text: str, zone: tzinfo, order: Order | None = None) -> When | None:
    """The date in `text`, naive ones in `zone`; None where it is none that can be read for sure."""
    text = _ZONE_ALONE.sub(r"\1 00:00 \2", " ".join(text.split()))
    forms = [*_FORMS, _ORDERED[order]] if order else _FORMS
    match = next((match for form in forms if (match := form.fullmatch(text))), None)
    if match is None:
        return None
    try:
        return _when(match.groupdict(), zone)
    except (ValueError, OverflowError):
        return None


def dates_within(text: str, zone: tzinfo) -> tuple[When, ...]:
    """Every year-first date inside free text."""
    found = re.findall(
        r"\d{4}-\d{1,2}-\d{1,2}|\d{4}[./]\s?\d{1,2}[./]\s?\d{1,2}|\d{4}[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일]", text
    )
    return tuple(when for part in found if (when := read_date(part, zone)))


def file_date(name: str) -> str | None:
    """`YYYY-MM-DD` of a file name such as `2024-03-05-title.md` or `20240305-title.md`."""
    match = re.match(r"((?:19|20)\d{2})([-_.]?)(\d{2})\2(\d{2})(?!\d)", name)
    if match is None:
        return None
    try:
        return date(int(match[1]), int(match[3]), int(match[4])).isoformat()
    except ValueError:
        return None


def _when(parts: dict[str, str | None], zone: tzinfo) -> When:
    month = parts.get("month") or str(_MONTH_NAMES.index((parts.get("name") or "").lower()) + 1)
    day = date(int(parts["year"] or 0), int(month), int(parts["day"] or 0))
    if not 1000 <= day.year <= 9000:
        raise ValueError(day)
    hour = _hour(int(parts["hour"] or 0), parts["half"])
    fraction = int((parts["fraction"] or "0").ljust(9, "0")[:6])
    time = (hour, int(parts["minute"] or 0), int(parts["second"] or 0), fraction)
    written = parts["zone"]
    moment = datetime(day.year, day.month, day.day, *time, tzinfo=_zone(written) if written else zone)
    return When(
        day=day.isoformat(),
        moment=moment,
        has_time=parts["hour"] is not None,
        has_seconds=parts["second"] is not None,
        has_zone=written is not None,
    )


def _hour(hour: int, half: str | None) -> int:
    if half is None:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + (12 if half.lower().startswith("p") else 0)


def _zone(text: str) -> timezone:
    minutes = _ZONES.get(text.upper())
    if minutes is None:
        digits = text[1:].replace(":", "").ljust(4, "0")
        minutes = (int(digits[:2]) * 60 + int(digits[2:])) * (-1 if text[0] == "-" else 1)
    return timezone(timedelta(minutes=minutes))
