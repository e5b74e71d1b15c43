"""The user's own rule, `[publish] permalink`: a path with `:placeholders`, as in Jekyll."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from pressgate.content import stem
from pressgate.sites import slugs
from pressgate.sites.base import join
from pressgate.sites.header import RawFields


def expand(rule: str, path: PurePosixPath, fields: RawFields, day: str | None, base: str) -> str | None:
    """The decoded URL path of the post at `path`, below `base`; None where a placeholder has no value.

    `:year`, `:month`, `:day`, `:i_month`, `:i_day` are of the date as written; `:title` and `:slug` are the header's
    slug, else the file's name without its date; `:name` is the file's name, `:path` its folders and name,
    `:categories` the categories; any other name is a field of the header.
    """
    template = urlsplit(rule).path if "://" in rule else rule
    missing = False

    def value(match: re.Match[str]) -> str:
        nonlocal missing
        text = _value(match[1], path, fields, day)
        missing = missing or text is None
        return text or ""

    found = re.sub(r":([a-z][a-z_]*[a-z]|[a-z])", value, template)
    if missing:
        return None
    whole = unquote(re.sub(r"/{2,}", "/", found))
    inside = base == "/" or "://" in rule or whole.startswith(base.rstrip("/") + "/")
    return join(whole) if inside else join(base, whole)


def _value(name: str, path: PurePosixPath, fields: RawFields, day: str | None) -> str | None:
    own = fields.text("slug") or stem(path.as_posix())
    if name in {"year", "month", "day", "i_month", "i_day"}:
        if day is None:
            return None
        year, month, date = day.split("-")
        return {"year": year, "month": month, "day": date, "i_month": str(int(month)), "i_day": str(int(date))}[name]
    if name in {"categories", "category"}:
        found = [*fields.texts("categories"), *fields.texts("category")]
        return "/".join(map(slugs.jekyll, dict.fromkeys(found if name == "categories" else found[:1])))
    texts = {
        "title": slugs.jekyll(own, mode="pretty", cased=True),
        "slug": slugs.jekyll(own),
        "name": path.stem,
        "filename": path.stem,
        "path": path.with_suffix("").as_posix(),
    }
    return texts[name] if name in texts else fields.text(name)
