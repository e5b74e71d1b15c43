"""Runs inside the fresh environment: what an in-memory client sees of the installed server, as JSON.

It needs `mcp` and the installed wheel alone, decides nothing, and is started as `python -I smoke_observer.py PLAN OUT`.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from pathlib import Path
from typing import Any

from mcp import Client, MCPError


async def _call(client: Client, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """What came of a call. A protocol error is kept as one: it is what a host would show instead of a result."""
    seen: dict[str, Any] = {"tool": tool, "arguments": arguments, "is_error": True, "text": "", "structured": None}
    try:
        result = await client.call_tool(tool, arguments)
    except MCPError as error:
        return {**seen, "text": str(error)}
    text = "".join(getattr(item, "text", "") for item in result.content)
    return {**seen, "is_error": bool(result.is_error), "text": text, "structured": result.structured_content}


async def _listed(client: Client) -> list[str]:
    ids: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = await _call(client, "list_articles", {"limit": 200, "offset": offset})
        structured = page["structured"] or {}
        ids += [article["id"] for article in structured.get("articles", [])]
        following = structured.get("next_offset")
        offset = following if isinstance(following, int) and following > offset else None
    return ids


async def _article(client: Client, article_id: str) -> list[dict[str, Any]]:
    pages: list[dict[str, Any]] = []
    offset: int | None = 0
    while offset is not None:
        page = await _call(client, "get_article", {"article_id": article_id, "offset": offset, "max_chars": 50_000})
        pages.append(page)
        following = (page["structured"] or {}).get("next_offset")
        offset = following if isinstance(following, int) and following > offset else None
    return pages


async def _observe(server: Any, era: str, plan: dict[str, Any]) -> dict[str, Any]:
    async with Client(server, mode=era) as client:
        tools = (await client.list_tools(cache_mode="bypass")).tools
        return {
            "protocol": client.protocol_version,
            "tools": {tool.name: tool.annotations.model_dump() if tool.annotations else {} for tool in tools},
            "listed": await _listed(client),
            "articles": {article_id: await _article(client, article_id) for article_id in plan["ids"]},
            "calls": [await _call(client, tool, arguments) for tool, arguments in plan["calls"]],
            "refusals": [await _call(client, tool, arguments) for tool, arguments in plan["refusals"]],
            "golden": [await _call(client, "search_articles", {"query": query}) for query in plan["golden"]],
        }


def main() -> None:
    plan = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    module = importlib.import_module(f"{plan['import_name']}.app")
    seen: dict[str, Any] = {era: asyncio.run(_observe(module.create_server(), era, plan)) for era in plan["eras"]}
    seen["module"] = str(module.__file__)
    Path(sys.argv[2]).write_text(json.dumps(seen), encoding="utf-8")


if __name__ == "__main__":
    main()
