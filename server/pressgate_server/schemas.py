"""The five tools as clients see them, and the check of arguments against the same schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .messages import Messages

MAX_QUERY = 200
DATE = "YYYY-MM-DD"


class ArgumentError(Exception):
    """An argument that a tool can't take. The text tells the caller what it can."""


def _string(description: str, *, low: int = 0, high: int = 200, default: str | None = "") -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "description": description, "maxLength": high}
    if low:
        schema["minLength"] = low
    if default is not None:
        schema["default"] = default
    return schema


def _integer(description: str, low: int, high: int, default: int) -> dict[str, Any]:
    return {"type": "integer", "description": description, "minimum": low, "maximum": high, "default": default}


def _object(properties: Mapping[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    if required:
        schema["required"] = list(required)
    return schema


def _list(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": dict(items)}


_TEXT, _NUMBER, _COUNT = {"type": "string"}, {"type": "number"}, {"type": "integer", "minimum": 0}
_CATEGORY = _string("Only posts of this category, as list_categories names it.")
_OFFSET = _integer("How many to skip: next_offset of the page before.", 0, 10_000_000, 0)

INPUTS: dict[str, dict[str, Any]] = {
    "list_categories": _object({}),
    "list_articles": _object(
        {
            "category": _CATEGORY,
            "limit": _integer("How many posts to list.", 1, 200, 50),
            "offset": _OFFSET,
        }
    ),
    "search_articles": _object(
        {
            "query": _string(
                "Words to look for, in the posts' own language. Posts with any of them are found, best first.",
                low=1,
                high=MAX_QUERY,
                default=None,
            ),
            "category": _CATEGORY,
            "since": _string(f"Only posts of this day or later, {DATE}.", high=10),
            "until": _string(f"Only posts of this day or earlier, {DATE}.", high=10),
            "limit": _integer("How many hits to return.", 1, 50, 10),
            "offset": _OFFSET,
        },
        ("query",),
    ),
    "get_article": _object(
        {
            "article_id": _string("The id from a hit, a list or a resource.", low=1, default=None),
            "section": _string("Only this section, as a hit or the post's outline names it.", high=300),
            "offset": _integer("The character to begin at: next_offset of the page before.", 0, 100_000_000, 0),
            "max_chars": _integer("The most characters of the answer.", 500, 50_000, 12_000),
        },
        ("article_id",),
    ),
    "blog_home": _object({}),
}

_ARTICLE = {"id": _TEXT, "title": _TEXT, "url": _TEXT, "category": _TEXT}
_LISTED = _object({**_ARTICLE, "tags": _list(_TEXT), "date": _TEXT, "description": _TEXT}, ("id", "title", "url"))
_HIT = _object(
    {**_ARTICLE, "date": _TEXT, "score": _NUMBER, "snippet": _TEXT, "section": _TEXT},
    ("id", "title", "url", "score", "snippet"),
)
_SECTION = _object({"heading": _TEXT, "level": _COUNT, "offset": _COUNT}, ("heading", "level", "offset"))

OUTPUTS: dict[str, dict[str, Any]] = {
    "list_categories": _object(
        {"categories": _list(_object({"name": _TEXT, "count": _COUNT}, ("name", "count")))}, ("categories",)
    ),
    "list_articles": _object(
        {"total": _COUNT, "articles": _list(_LISTED), "next_offset": _COUNT}, ("total", "articles")
    ),
    "search_articles": _object(
        {"total": _COUNT, "hits": _list(_HIT), "next_offset": _COUNT, "cut": {"type": "boolean"}}, ("total", "hits")
    ),
    "get_article": _object(
        {
            "id": _TEXT,
            "title": _TEXT,
            "url": _TEXT,
            "total_chars": _COUNT,
            "offset": _COUNT,
            "next_offset": _COUNT,
            "sections": _list(_SECTION),
        },
        ("id", "title", "url", "total_chars", "offset", "sections"),
    ),
    "blog_home": _object(
        {
            "name": _TEXT,
            "home": _TEXT,
            "count": _COUNT,
            "newest": _TEXT,
            "licenses": _object({"code": _TEXT, "content": _TEXT}),
        },
        ("name", "home", "count", "licenses"),
    ),
}

DESCRIPTIONS: dict[str, tuple[str, str]] = {
    "list_categories": ("Categories", "The blog's categories, each with its number of posts."),
    "list_articles": ("Posts", "The posts' titles, links, dates and descriptions, the newest first, page by page."),
    "search_articles": (
        "Search posts",
        "Full-text search over all posts. Each hit has the id and the section to open with get_article, and the "
        "post's URL to cite.",
    ),
    "get_article": (
        "Read a post",
        "A post's markdown, or one section of it. A long one comes in pages: call again with offset=next_offset. "
        "Always cite the URL that stands above and below the text.",
    ),
    "blog_home": ("About the blog", "The blog's name and address, how many posts this snapshot has and how old it is."),
}


def check_arguments(tool: str, arguments: Mapping[str, Any] | None, say: Messages) -> dict[str, Any]:
    """The tool's arguments, whole: each of its schema's type and within its bounds, absent ones with their defaults.

    Raises:
        ArgumentError: an argument is unknown, missing, of another type or out of bounds.
    """
    schema, given = INPUTS[tool], dict(arguments or {})
    properties: dict[str, dict[str, Any]] = schema["properties"]
    for name in given:
        if name not in properties:
            known = ", ".join(properties) or say("nothing")
            raise ArgumentError(say("unknown_argument", name=repr(name[:60]), known=known))
    checked: dict[str, Any] = {}
    for name, rule in properties.items():
        if name in given:
            checked[name] = _check(name, given[name], rule, say)
        elif "default" in rule:
            checked[name] = rule["default"]
        else:
            raise ArgumentError(say("missing_argument", name=name))
    return checked


def _check(name: str, value: Any, rule: Mapping[str, Any], say: Messages) -> Any:
    if rule["type"] == "integer":
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ArgumentError(say("bad_type", name=name, type=say("integer")))
        if not rule["minimum"] <= value <= rule["maximum"]:
            raise ArgumentError(say("bad_range", name=name, low=rule["minimum"], high=rule["maximum"]))
        return value
    if not isinstance(value, str) or not _is_text(value):
        raise ArgumentError(say("bad_type", name=name, type=say("string")))
    low, high = rule.get("minLength", 0), rule["maxLength"]
    if not low <= len(value) <= high:
        raise ArgumentError(say("bad_length", name=name, low=low, high=high))
    return value


def _is_text(value: str) -> bool:
    """Whether the string has no half of a surrogate pair: JSON can write one, UTF-8 can't."""
    return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)
