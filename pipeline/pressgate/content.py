"""A header's plain values: title, tags, category, and what else a reader is told of a post."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pressgate.dates import file_date
from pressgate.fields import Fields, is_empty, scalars
from pressgate.model import Header, Scalar, Value
from pressgate.outline import plain, sections

_MAY_HAVE_HEADING = re.compile(r"^ {0,3}(?:#[ \t]|=+[ \t]*$)", re.MULTILINE)


def title_of(fields: Fields, header: Header, path: str) -> str:
    """The title field, else the H1 (of a bullet header: the one above it), else the file's or bundle's name."""
    title = fields.text("title")
    if not title:
        title = (plain(header.heading) if header.heading else first_heading(header.body)) or stem(path)
    return " ".join(title.split())


def first_heading(body: str) -> str | None:
    """The text of the first H1 outside code."""
    if not _MAY_HAVE_HEADING.search(body):
        return None
    return next((str(section["heading"]) for section in sections(body) if section["level"] == 1), None)


def stem(path: str) -> str:
    """The file's name without its ending and date, or the folder's where the file is an index."""
    *folders, name = path.split("/")
    base = re.sub(r"\.(md|markdown|mdx)$", "", name, flags=re.IGNORECASE) or name
    if base.casefold() in {"index", "_index", "readme"} and folders:
        base = folders[-1]
    if file_date(base):
        base = re.sub(r"^\d{4}([-_.]?)\d{2}\1\d{2}[-_. ]*", "", base) or base
    return base


def tags_of(fields: Fields) -> tuple[str, ...]:
    """The tags, or Zenn's topics where there are none; each once, in the order of the header."""
    found = [tag for field in fields.all("tags") for tag in _listed(field.value, fields.dialect)]
    if not fields.all("tags"):
        found = [tag for field in fields.all("topics") for tag in _listed(field.value, fields.dialect)]
    return tuple(dict.fromkeys(tag for tag in found if tag))


def category_of(fields: Fields) -> str | None:
    """The first category; of `categories: build tools` the first word, as Jekyll splits it; Hugo's old topics last."""
    for field in fields.all("category"):
        plural = field.name.casefold() in {"categories", "カテゴリー"} and fields.dialect != "bullets"
        for scalar in scalars(field.value):
            whole = not plural or not isinstance(field.value, Scalar)
            return scalar.text if whole else _split(scalar.text, fields.dialect)[0]
    if fields.all("tags"):
        for field in fields.all("topics"):
            for scalar in scalars(field.value):
                return scalar.text
    return None


def description_of(fields: Fields) -> str | None:
    """The description on one line."""
    text = fields.text("description")
    return " ".join(text.split()) if text else None


def _listed(value: Value, dialect: str) -> Iterable[str]:
    if isinstance(value, Scalar):
        return () if is_empty(value) else (tag.removeprefix("#") for tag in _split(value.text, dialect))
    items = value.values() if isinstance(value, Mapping) else value
    return (scalar.text.removeprefix("#") for item in items for scalar in scalars(item))


def _split(text: str, dialect: str) -> list[str]:
    """A text of several values: at commas where there are any, else at spaces (not in bullets, but for `#a #b`)."""
    if re.search(r"[,，、]", text):
        parts = re.split(r"[,，、]", text)
    elif dialect == "bullets" and not all(part.startswith("#") for part in text.split()):
        parts = [text]
    else:
        parts = text.split()
    return [part.strip(" `'\"") for part in parts if part.strip(" `'\"")] or [text]
