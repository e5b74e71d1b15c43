"""Permalinks of Eleventy that hold `{{ }}`: names, and filters for slugs and dates, filled in without an engine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from pressgate.sites.scripts import balanced, literal

_EXPRESSION = re.compile(r"\{\{-?\s*(.*?)\s*-?\}\}", re.DOTALL)
_FUNCTION = re.compile(
    r"\bpermalink\s*:?\s*(?:async\s*)?(?:function\b\s*\w*\s*)?\(?\s*(?:\{[^{}]*\}|(\w+))\s*\)?\s*(?:=>\s*(?:(`[^`]*`)|(?=\{)))?\s*(\{)?"
)
_PARTS = {"year": "%Y", "yyyy": "%Y", "month": "%m", "mm": "%m", "day": "%d", "dd": "%d"}
_FORMAT = re.compile(r"date:\s*[\"']([^\"'{}]*)[\"']")


def from_code(script: str) -> str | bool | None:
    """The permalink that a data file of code sets by a plain text, `false`, or one template with names it may hold.

    The names, and year, month and day, come as `{{ name }}`. None where the code does more.
    """
    if "Computed" in script or len(re.findall(r"\bpermalink\b", script)) != 1:
        return None
    if (text := literal(script, "permalink")) is not None:
        return text if text not in {"true", "false"} else (False if text == "false" else None)
    match = _FUNCTION.search(script)
    if match is None:
        return None
    body = balanced(script, match.start(3)) if match[3] else match[2] or ""
    templates = set(re.findall(r"`(/[^`]*)`", body))
    if len(templates) != 1:
        return None
    return re.sub(r"\$\{\s*(\w+(?:\.\w+)*)\s*\}", lambda found: _named(found[1], match[1]), templates.pop())


def _named(name: str, argument: str | None) -> str:
    if name in _PARTS:
        return "{{ page.date | date: '" + _PARTS[name] + "' }}"
    return "{{ " + name.removeprefix(f"{argument or 'data'}.") + " }}"


def fill(template: str, values: Mapping[str, str | None], day: datetime | None) -> str | None:
    """The text of a permalink; None where it holds more than known names and filters, or a name without a value."""
    missing = False

    def value(match: re.Match[str]) -> str:
        nonlocal missing
        text = _evaluate(match[1], values, day)
        missing = missing or text is None
        return text or ""

    filled = _EXPRESSION.sub(value, template)
    return None if missing or re.search(r"\{\{|\{%|<%|\$\{", filled) else filled


def _evaluate(expression: str, values: Mapping[str, str | None], day: datetime | None) -> str | None:
    name, *filters = (part.strip() for part in expression.split("|"))
    if name in {"page.date", "date"} and len(filters) == 1 and (match := _FORMAT.fullmatch(filters[0])):
        return day.strftime(match[1]) if day else None
    text = values.get(name)
    for filter_ in filters:
        if text is None or filter_ not in {"slugify", "slug", "downcase", "lower"}:
            return None
        text = text.lower() if filter_ in {"downcase", "lower"} else _slug(text, plain=filter_ == "slug")
    return text


def _slug(text: str, *, plain: bool) -> str | None:
    """The slug of an ASCII text; the older filter (`plain`) is foretold for letters, digits, spaces and hyphens."""
    if not text.isascii() or (plain and re.search(r"[^A-Za-z0-9 -]", text)):
        return None
    text = re.sub(r"([a-z\d]+)'([ts])(\s|$)", r"\1\2\3", text.replace("&", " and ").lower())
    return re.sub(r"[^a-z\d]+", "-", text).strip("-")
