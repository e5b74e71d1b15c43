"""The report as one JSON document."""

from __future__ import annotations

from typing import Any

from .model import Cursor, LinkReport, ListReport, ProbeReport, ResultReport, RpcError
from .text import hide


def to_document(report: ProbeReport, secrets: tuple[str, ...] = ()) -> dict[str, Any]:
    """The report in the shape that `docs/probe.md` gives, with every occurrence of a secret taken out."""
    document = {
        "protocol": {"revision": report.revision, "era": report.era, "transport": report.transport},
        "server": {"name": report.server.name, "version": report.server.version},
        "lists": {entry.kind: _list(entry) for entry in report.lists},
        "results": [_result(result) for result in report.results],
        "links": [_link(link) for link in report.links],
        "findings": [{"code": f.code, "where": f.where, "detail": f.detail} for f in report.findings],
        "notes": list(report.notes),
    }
    hidden: dict[str, Any] = hide(document, secrets)
    return hidden


def _list(entry: ListReport) -> dict[str, Any]:
    return {
        "complete": entry.complete,
        "stopped": entry.stopped,
        "pages": [{"items": page.items, "cursor": cursor_document(page.cursor)} for page in entry.pages],
        "collected": entry.collected,
        "unique": entry.unique,
        "duplicates": entry.duplicates,
        "offered": entry.offered,
        "restarts": entry.restarts,
        "counts": {
            "pages": len(entry.pages),
            "follow_ups": entry.follow_ups,
            "collected": entry.collected,
            "host": entry.host,
        },
        "names": list(entry.names),
        "first_difference": entry.first_difference,
    }


def cursor_document(cursor: Cursor) -> dict[str, Any]:
    """A cursor without its value."""
    return {
        "present": cursor.present,
        "type": cursor.type,
        "length": cursor.length,
        "followed": cursor.followed,
    }


def _result(result: ResultReport) -> dict[str, Any]:
    return {
        "tool": result.tool,
        "items": [{"type": item.type, "chars": item.chars} for item in result.items],
        "structured": result.structured,
        "complete": result.complete,
        "is_error": result.is_error,
        "error": _error(result.error),
    }


def _link(link: LinkReport) -> dict[str, Any]:
    return {
        "tool": link.tool,
        "uri": link.uri,
        "stage": link.stage,
        "verdict": link.verdict,
        "contents": link.contents,
        "text": link.text,
        "blob": link.blob,
        "chars": link.chars,
        "bytes": link.size,
        "delivered": link.delivered,
        "listed": link.listed,
        "error": _error(link.error),
    }


def _error(error: RpcError | None) -> dict[str, Any] | None:
    return None if error is None else {"code": error.code, "message": error.message}
