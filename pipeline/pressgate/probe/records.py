"""The comparison record: what one look saw, without what would name the server, its tools or its documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from urllib.parse import urlsplit

from .document import cursor_document
from .model import HttpTarget, LinkReport, ListReport, ProbeOptions, ProbeReport, Target
from .web import is_loopback

FORMAT = 1
# Schemes that say nothing about whose server it is; any other may be a product's name.
_KNOWN_SCHEMES = ("http", "https", "file", "data", "git", "ftp")


class RecordError(ValueError):
    """A file that is no record. The text says what is wrong."""


def make_record(report: ProbeReport, target: Target, options: ProbeOptions, *, now: datetime) -> dict[str, Any]:
    """The record of a look. Names and URIs are numbered in the order in which they first appear."""
    tools = _Labels("tool")
    uris = _Labels("uri")
    return {
        "pressgate_probe_record": FORMAT,
        "time": now.astimezone(UTC).isoformat(timespec="seconds"),
        "protocol": {"revision": report.revision, "era": report.era},
        "versions": {"server": report.server.version, "pressgate": _version("pressgate"), "mcp": _version("mcp")},
        "origin": _origin(target),
        "authorization": sorted(name.lower() for name in options.headers),
        "lists": {entry.kind: _list(entry) for entry in report.lists},
        "results": [
            {
                "tool": tools.label(result.tool),
                "response_id": result.request_id,
                "content_type": result.content_type,
                "items": [{"type": item.type, "chars": item.chars} for item in result.items],
                "structured": result.structured,
                "complete": result.complete,
            }
            for result in report.results
        ],
        "links": [_link(link, tools, uris) for link in report.links],
        "findings": sorted({finding.code for finding in report.findings}),
    }


class _Labels:
    """Numbers values in the order of their first appearance, so that nothing of them is left."""

    def __init__(self, word: str) -> None:
        self._word, self._known = word, dict[str, str]()

    def label(self, value: str) -> str:
        return self._known.setdefault(value, f"{self._word}-{len(self._known) + 1}")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _origin(target: Target) -> dict[str, Any]:
    """How the server was reached, and not where."""
    if not isinstance(target, HttpTarget):
        return {"transport": "stdio"}
    parts = urlsplit(target.url)
    return {"transport": "http", "scheme": parts.scheme.lower(), "loopback": is_loopback(target.url)}


def _list(entry: ListReport) -> dict[str, Any]:
    return {
        "complete": entry.complete,
        "stopped": entry.stopped,
        "pages": [{"items": page.items, "cursor": cursor_document(page.cursor)} for page in entry.pages],
        "follow_ups": entry.follow_ups,
        "collected": entry.collected,
        "unique": entry.unique,
        "host": entry.host,
    }


def _link(link: LinkReport, tools: _Labels, uris: _Labels) -> dict[str, Any]:
    scheme = link.uri.partition(":")[0].lower()
    error = link.error
    return {
        "tool": tools.label(link.tool),
        "response_id": link.result_id,
        "content_type": link.content_type,
        "uri": {
            "label": uris.label(link.uri),
            "scheme": scheme if scheme in _KNOWN_SCHEMES else "custom",
            "length": len(link.uri),
        },
        "body": link.stage in ("body received", "delivered"),
        "read_id": link.read_id,
        "answer": "error" if error else "contents" if link.contents else "none",
        "error_code": error.code if error else None,
        "contents": link.contents,
        "text": link.text,
        "blob": link.blob,
        "read": {"chars": link.chars, "bytes": link.size},
        "delivered": link.delivered,
        "verdict": link.verdict,
    }


def read_record(text: str) -> dict[str, Any]:
    """A record from its text. Raises RecordError."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("not JSON") from None
    if not isinstance(record, dict) or record.get("pressgate_probe_record") != FORMAT:
        raise RecordError(f"no probe record of format {FORMAT}")
    for key, kind in (("lists", dict), ("results", list), ("links", list), ("findings", list), ("protocol", dict)):
        if not isinstance(record.get(key), kind):
            raise RecordError(f"`{key}` is missing or of the wrong type")
    return record


def compare_records(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, list[str]]:
    """What makes two records hard to compare (`warnings`), and where what they saw differs (`differences`)."""
    warnings = [
        f"{name} differs: {json.dumps(one.get(key), sort_keys=True)} and {json.dumps(other.get(key), sort_keys=True)}"
        for key, name in _CONDITIONS
        if one.get(key) != other.get(key)
    ]
    differences: list[str] = []
    for key in ("lists", "results", "links", "findings"):
        _differ(_without_ids(one[key]), _without_ids(other[key]), key, differences)
    return {"warnings": warnings, "differences": differences}


_CONDITIONS = (
    ("protocol", "protocol revision"),
    ("versions", "versions"),
    ("authorization", "authorization"),
    ("origin", "origin"),
)


def _without_ids(value: Any) -> Any:
    """Request ids count requests, so they differ wherever anything before them did."""
    if isinstance(value, dict):
        return {k: _without_ids(v) for k, v in value.items() if k not in ("response_id", "read_id")}
    return [_without_ids(entry) for entry in value] if isinstance(value, list) else value


def _differ(one: Any, other: Any, path: str, differences: list[str]) -> None:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            _differ(one.get(key), other.get(key), f"{path}.{key}", differences)
    elif isinstance(one, list) and isinstance(other, list) and path != "findings":
        if len(one) != len(other):
            differences.append(f"{path}: {len(one)} and {len(other)} entries")
        for number, (left, right) in enumerate(zip(one, other, strict=False), 1):
            _differ(left, right, f"{path}[{number}]", differences)
    elif one != other:
        differences.append(f"{path}: {json.dumps(one)} and {json.dumps(other)}")
