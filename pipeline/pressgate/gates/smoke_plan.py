"""What the smoke gate asks of a server: in which revisions, for which posts, and what must be refused."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pressgate.model import GateInput

TOOLS = frozenset({"blog_home", "get_article", "list_articles", "list_categories", "search_articles"})
TEMPLATE = "post:///{id}"
REFUSED, INVALID_PARAMS, NO_RESOURCE = "isError", "error -32602", "error -32002"
_MODERN = "2026-07-28"
_SAMPLE = 5
_PIECE = 4000  # characters of a page: less than the default, so that more posts have several
_NUMBERS: tuple[Any, ...] = (-1, 10**30, math.nan, math.inf, 1.5, "ten", True, None, [1])  # no argument takes them
_NO_IDS: tuple[Any, ...] = ("", "no such id, certainly", 1, None, {})
_MOST = 200  # that list_articles lists at once, and characters of a query
_NO_QUERIES: tuple[Any, ...] = ("", "a" * (_MOST + 1), 1, None, ["a"])


def uri(article_id: str) -> str:
    """The resource of a post, made here again and not taken from the server."""
    return "post:///" + quote(article_id, safe="")


def plan(given: GateInput, command: Path, handshake: Sequence[str], modern: Sequence[str]) -> dict[str, Any]:
    """What the observer does, as JSON: all posts in memory in the latest revision of each era, else some."""
    ids = [article["id"] for article in given.index.document["articles"]]
    some = _sample(ids)
    whole = {handshake[-1], modern[-1]}
    return {
        "import_name": given.config.package.import_name,
        "command": [str(command)],
        "limit": max(1, min(_MOST, len(ids) // 2)),
        "calls": [
            ["list_categories", {}],
            ["list_articles", {"limit": 1}],
            ["get_article", {"article_id": ids[0]}],
            ["blog_home", {}],
            *(["search_articles", {"query": query}] for query in queries(given)),
        ],
        "memory": [
            _look(revision, ids, {}) if revision in whole else _look(revision, some, {"max_chars": _PIECE})
            for revision in (*handshake, *modern)
        ],
        "stdio": [_look(revision, some, {"max_chars": _PIECE}) for revision in (handshake[-1], modern[-1])],
    }


def queries(given: GateInput) -> list[str]:
    """The golden queries, then the first post's title."""
    return [*(golden.query for golden in given.config.golden), given.index.document["articles"][0]["title"][:_MOST]]


def _sample(ids: Sequence[str]) -> list[str]:
    """Up to five ids from the first to the last."""
    count = min(_SAMPLE, len(ids))
    return [ids[number * (len(ids) - 1) // max(1, count - 1)] for number in range(count)]


def _look(revision: str, ids: Sequence[str], arguments: dict[str, Any]) -> dict[str, Any]:
    return {
        "revision": revision,
        "articles": [[article_id, uri(article_id)] for article_id in ids],
        "arguments": arguments,
        "refusals": list(_refusals(ids[0], revision)),
    }


def _refusals(article_id: str, revision: str) -> Iterator[list[Any]]:
    """Requests that must fail, each with how."""
    calls: list[tuple[str, dict[str, Any]]] = [
        *(("list_articles", {"limit": value}) for value in (0, 201)),
        *(("list_articles", {"offset": value}) for value in _NUMBERS),
        *(("search_articles", {"query": value}) for value in _NO_QUERIES),
        *(("search_articles", {"query": "a", "limit": value}) for value in (0, 51, *_NUMBERS)),
        *(("search_articles", {"query": "a", name: "yesterday"}) for name in ("since", "until")),
        ("search_articles", {}),
        *(("get_article", {"article_id": value}) for value in _NO_IDS),
        *(("get_article", {"article_id": article_id, "offset": value}) for value in _NUMBERS),
        *(("get_article", {"article_id": article_id, "max_chars": value}) for value in (499, 50_001, *_NUMBERS)),
        ("get_article", {"article_id": article_id, "section": "no such section, certainly"}),
        ("get_article", {}),
        *((tool, {**needed, "surprise": 1}) for tool, needed in _needed(article_id).items()),
    ]
    yield from (["tools/call", {"name": tool, "arguments": arguments}, REFUSED] for tool, arguments in calls)
    yield ["tools/call", {"name": "no_such_tool", "arguments": {}}, INVALID_PARAMS]
    for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list"):
        yield [method, {"cursor": "no such cursor"}, INVALID_PARAMS]
    denied = INVALID_PARAMS if revision >= _MODERN else NO_RESOURCE
    yield from (["resources/read", {"uri": f"post:///no-such-id{end}"}, denied] for end in ("", "/..", "%2F..%2Findex"))


def _needed(article_id: str) -> dict[str, dict[str, Any]]:
    return {
        "blog_home": {},
        "get_article": {"article_id": article_id},
        "list_articles": {},
        "list_categories": {},
        "search_articles": {"query": "a"},
    }
