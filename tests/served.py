"""A data folder made of a few posts, and the server on it, for the tests of the server and its search."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

from pressgate.outline import sections
from pressgate.search_index import build_search
from pressgate_server.app import create_server

ERAS = ("2026-07-28", "legacy")


def post(article_id: str, body: str = "", **fields: Any) -> dict[str, Any]:
    """A post: `title`, `url`, `date`, `category`, `tags`, `description`, `license`, `author` may be given."""
    defaults = {"title": f"Post {article_id}", "url": f"https://blog.example.com/{article_id}"}
    return {"id": article_id, "body": body, **defaults, **fields}


def document(posts: Sequence[Mapping[str, Any]], **site: str) -> tuple[dict[str, Any], dict[str, str]]:
    """What `index.json` says of the posts, and their bodies."""
    articles = []
    for given in sorted(posts, key=lambda item: item["id"]):
        fields = {name: value for name, value in given.items() if name != "body"}
        name = hashlib.sha256(given["id"].encode()).hexdigest()[:16]
        body = given["body"]
        articles.append(
            {
                **fields,
                "file": f"articles/{name}.md",
                "chars": len(body),
                "sections": sections(body),
            }
        )
    about = {"name": "Example blog", "home": "https://blog.example.com/", "language": "en", **site}
    licenses = {"code": "MIT", "content": "CC-BY-4.0"}
    whole = {"schema": 1, "site": about, "licenses": licenses, "count": len(posts), "articles": articles}
    return whole, {given["id"]: given["body"] for given in posts}


def write_data(folder: Path, posts: Sequence[Mapping[str, Any]], **site: str) -> Path:
    """Writes `search.db` and the bodies; returns the folder."""
    whole, bodies = document(posts, **site)
    (folder / "articles").mkdir(parents=True, exist_ok=True)
    (folder / "search.db").write_bytes(build_search(whole, bodies))
    for article in whole["articles"]:
        (folder / article["file"]).write_bytes(bodies[article["id"]].encode())
    return folder


def ask(data: Path, calls: Sequence[tuple[str, Mapping[str, Any]]], era: str = "auto") -> list[Any]:
    """The results of tool calls, through an in-memory client."""

    async def run() -> list[Any]:
        async with Client(create_server(data), mode=era) as client:
            return [await client.call_tool(name, dict(arguments)) for name, arguments in calls]

    return anyio.run(run)


def call(data: Path, tool: str, era: str = "auto", **arguments: Any) -> Any:
    """One tool call's result."""
    return ask(data, [(tool, arguments)], era)[0]


def text(result: Any) -> str:
    """The text that a host shows."""
    return str(result.content[0].text)


def quoted(page: str) -> str:
    """The body's own characters in an answer of get_article or in a resource: what stands between the marker lines."""
    _, _, rest = page.partition("\n<<<quoted ")
    mark, _, rest = rest.partition(">>>\n")
    body, end, _ = rest.partition(f"\n<<<end {mark}>>>\n")
    assert end
    return body
