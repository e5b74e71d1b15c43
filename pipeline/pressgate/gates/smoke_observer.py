"""Runs inside the fresh environment: what the probe sees of the installed server, as JSON.

It needs `mcp` and the installed wheel alone, and decides nothing. It is copied together with the probe's folder, to
stand to it there as it does here: hence the relative imports.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from ..probe import (
    REVISIONS,
    Call,
    MemoryTarget,
    ProbeOptions,
    ProbeReport,
    ResultReport,
    Session,
    StdioTarget,
    open_session,
)
from ..probe.results import checked_result
from ..probe.run import look, report_of

# A blog is as large as it is: here the clock alone is a limit.
_SECONDS = 500.0
_MANY = 1 << 40
_LATEST = (HANDSHAKE_PROTOCOL_VERSIONS[-1], MODERN_PROTOCOL_VERSIONS[-1])


def quoted(text: str) -> tuple[str, str, str] | None:
    """Head, body and foot of an answer that quotes a post between its marker lines; None where it doesn't."""
    head, begun, rest = text.partition("\n<<<quoted ")
    mark, _, rest = rest.partition(">>>\n")
    body, ended, foot = rest.partition(f"\n<<<end {mark}>>>\n")
    return (head, body, foot) if begun and mark and ended else None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _text(result: Any) -> str:
    items = result.get("content") if isinstance(result, Mapping) else None
    texts = [item.get("text") for item in items or () if isinstance(item, Mapping)]
    return "".join(text for text in texts if isinstance(text, str))


def _structured(result: Any) -> dict[str, Any]:
    found = result.get("structuredContent") if isinstance(result, Mapping) else None
    return found if isinstance(found, dict) else {}


def _call(tool: str, result: Any, failed: str | None) -> dict[str, Any]:
    if failed is None and result.get("isError"):
        failed = "isError"
    return {"tool": tool, "failed": failed, "text": _text(result), "structured": _structured(result)}


def _made(result: ResultReport) -> dict[str, Any]:
    failed = None if result.complete else f"error {result.error.code}" if result.error else "no whole result"
    return {**_call(result.tool, result.raw or {}, failed), "id": result.request_id}


async def _request(session: Session, method: str, params: dict[str, Any], field: str) -> tuple[Any, str | None]:
    """A result that fits the wire models, or an empty one and why there is none. The notebook has the rest."""
    answer = await session.request(method, params)
    if answer.outcome != "result":
        return {}, f"error {answer.error.code}" if answer.error else answer.outcome
    result = checked_result(session, method, answer.result, f"{method} of the sweep", field=field)
    return (result, None) if result is not None else ({}, "malformed result")


async def _ask(session: Session, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    result, failed = await _request(session, "tools/call", {"name": tool, "arguments": arguments}, "content")
    return _call(tool, result, failed)


async def _paged(session: Session, tool: str, arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """Every page, by the `next_offset` of the one before, which must go up."""
    pages: list[dict[str, Any]] = []
    offset: int | None = 0
    while offset is not None:
        pages.append(await _ask(session, tool, {**arguments, "offset": offset}))
        following = pages[-1]["structured"].get("next_offset")
        offset = following if isinstance(following, int) and following > offset else None
    return pages


async def _listed(session: Session, limit: int) -> dict[str, Any]:
    pages = await _paged(session, "list_articles", {"limit": limit})
    articles = [article for page in pages for article in page["structured"].get("articles", [])]
    return {"ids": [article.get("id") for article in articles], "failed": _failed(pages)}


def _failed(pages: list[dict[str, Any]]) -> str | None:
    return next((page["failed"] for page in pages if page["failed"]), None)


async def _article(session: Session, article_id: str, arguments: dict[str, Any], uri: str) -> dict[str, Any]:
    pages = await _paged(session, "get_article", {"article_id": article_id, **arguments})
    result, failed = await _request(session, "resources/read", {"uri": uri}, "contents")
    texts = [entry.get("text") for entry in result.get("contents", ()) if isinstance(entry, Mapping)]
    whole = [text for text in texts if isinstance(text, str)]
    return {
        "tool": _reading([page["text"] for page in pages], _failed(pages))
        | {"totals": [page["structured"].get("total_chars") for page in pages]},
        "resource": _reading(whole, failed or (None if len(whole) == 1 else f"{len(whole)} texts")),
    }


def _reading(texts: list[str], failed: str | None) -> dict[str, Any]:
    """What came of reading a post: the digest of its body put together, and what stood around each piece."""
    parts = [quoted(text) for text in texts]
    sound = [part for part in parts if part]
    body = _digest("".join(part[1] for part in sound)) if sound and len(sound) == len(parts) else None
    return {"failed": failed, "sha256": body, "around": [[head, foot] for head, _, foot in sound]}


async def _refused(session: Session, method: str, params: dict[str, Any]) -> str:
    answer = await session.request(method, params)
    if answer.outcome == "result" and method == "tools/call":
        result = checked_result(session, method, answer.result, "a call out of bounds", field="content")
        return "isError" if result is not None and result.get("isError") is True else "a result"
    if answer.outcome == "error" and answer.error:
        return f"error {answer.error.code}"
    return "a result" if answer.outcome == "result" else answer.outcome


async def _look(target: MemoryTarget | StdioTarget, revision: str, plan: dict[str, Any]) -> dict[str, Any]:
    """One session in one revision: all posts in memory in the latest of each era, else some, in smaller pieces."""
    whole = isinstance(target, MemoryTarget) and revision in _LATEST
    options = ProbeOptions(
        revision=revision,
        calls=tuple(Call(tool=tool, arguments=arguments) for tool, arguments in plan["calls"]),
        max_pages=_MANY,
        max_seconds=_SECONDS,
        max_total_bytes=_MANY,
        max_messages=_MANY,
        max_links=_MANY,
    )
    more: dict[str, Any] = {"listed": {"ids": [], "failed": "no session"}, "articles": {}, "refusals": []}
    async with open_session(target, options) as session:
        seen = await look(session)
        if session.ready:
            more["listed"] = await _listed(session, plan["limit"])
            arguments = {} if whole else {"max_chars": plan["piece"]}
            for article_id, uri in plan["all" if whole else "some"]:
                more["articles"][article_id] = await _article(session, article_id, arguments, uri)
            more["refusals"] = [await _refused(session, method, params) for method, params, _ in plan["refusals"]]
    era = "modern" if revision in MODERN_PROTOCOL_VERSIONS else "handshake"
    return {"revision": revision, "era": era, "whole": whole, **_told(report_of(session, seen)), **more}


def _told(report: ProbeReport) -> dict[str, Any]:
    return {
        "ready": report.revision is not None,
        "findings": [[finding.code, finding.where, finding.detail] for finding in report.findings],
        "lists": {
            entry.kind: {"whole": entry.complete and entry.offered and entry.stopped == "end", "names": entry.names}
            for entry in report.lists
        },
        "tools": [[item.get("name"), item.get("annotations")] for item in report.lists[0].items],
        "calls": [_made(result) for result in report.results],
        "links": [
            {"id": link.result_id, "uri": link.uri, "verdict": link.verdict, **_reading(list(link.texts), None)}
            for link in report.links
        ],
        "stderr": report.stderr,
    }


async def _observe(plan: dict[str, Any]) -> dict[str, Any]:
    module = importlib.import_module(f"{plan['import_name']}.app")
    target = StdioTarget(command=tuple(plan["command"]))
    # The processes start while this one is busy.
    outside = asyncio.gather(*(_look(target, revision, plan) for revision in _LATEST))
    inside = [await _look(MemoryTarget(server=module.create_server()), revision, plan) for revision in REVISIONS]
    return {"module": str(module.__file__), "memory": inside, "stdio": await outside}


def main() -> None:
    """Reads the plan that the first argument names, and writes what was seen to the second."""
    plan = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    Path(sys.argv[2]).write_text(json.dumps(asyncio.run(_observe(plan))), encoding="utf-8")
