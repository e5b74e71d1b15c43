"""What the smoke gate asks of a server: which calls, which posts, and what must be refused."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pressgate.model import GateInput

TOOLS = frozenset({"blog_home", "get_article", "list_articles", "list_categories", "search_articles"})
TEMPLATE = "post:///{id}"
REFUSED, INVALID_PARAMS = "isError", "error -32602"
NO_RESOURCE = "error -32002"  # in the handshake's revisions; the modern one has INVALID_PARAMS for it
_SAMPLE = 5
_PIECE = 4000  # characters of a page: less than the default, so that more posts have several
_NUMBERS: tuple[Any, ...] = (-1, 10**30, math.nan, math.inf, 1.5, "ten", True, None, [1])  # no argument takes them
_NO_IDS: tuple[Any, ...] = ("", "no such id, certainly", 1, None, {})
_MOST = 200  # that list_articles lists at once, and characters of a query
_NO_QUERIES: tuple[Any, ...] = ("", "a" * (_MOST + 1), 1, None, ["a"])


def uri(article_id: str) -> str:
    """The resource of a post, made here again and not taken from the server."""
    return "post:///" + quote(article_id, safe="")


def plan(given: GateInput, command: Path) -> dict[str, Any]:
    """What the observer asks, as JSON; in which revisions it asks, the SDK beside it knows."""
    ids = [article["id"] for article in given.index.document["articles"]]
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
        "all": [[article_id, uri(article_id)] for article_id in ids],
        "some": [[article_id, uri(article_id)] for article_id in _sample(ids)],
        "piece": _PIECE,
        "refusals": list(_refusals(ids[0])),
    }


def queries(given: GateInput) -> list[str]:
    """The golden queries, then the first post's title."""
    return [*(golden.query for golden in given.config.golden), given.index.document["articles"][0]["title"][:_MOST]]


def _sample(ids: Sequence[str]) -> list[str]:
    """Up to five ids from the first to the last."""
    count = min(_SAMPLE, len(ids))
    return [ids[number * (len(ids) - 1) // max(1, count - 1)] for number in range(count)]


def _refusals(article_id: str) -> Iterator[list[Any]]:
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
    yield from (
        ["resources/read", {"uri": f"post:///no-such-id{end}"}, NO_RESOURCE] for end in ("", "/..", "%2F..%2Findex")
    )


def _needed(article_id: str) -> dict[str, dict[str, Any]]:
    return {
        "blog_home": {},
        "get_article": {"article_id": article_id},
        "list_articles": {},
        "list_categories": {},
        "search_articles": {"query": "a"},
    }
