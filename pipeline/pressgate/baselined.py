"""Findings that were reviewed and let pass since the last release: the baseline of now beside the one of its tag."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pressgate import repository
from pressgate.model import Config


@dataclass(frozen=True, kw_only=True)
class Reviewed:
    """A finding that a person let pass: its code, the post it is in, and the reason they gave."""

    code: str
    post: str
    reason: str


def reviewed_since(config: Config, previous: str | None) -> tuple[Reviewed, ...]:
    """Every entry of the baseline that the tag of the version `previous` doesn't have; all of them without one."""
    path = config.scan.baseline
    if path is None or not path.is_file():
        return ()
    inside = path.is_relative_to(config.root)
    before = repository.show(config.root, f"refs/tags/v{previous}", path) if previous and inside else None
    known = {_identity(entry) for entry in _entries(before)}
    return tuple(
        Reviewed(code=str(entry.get("code", "")), post=str(entry.get("post", "")), reason=str(entry.get("reason", "")))
        for entry in _entries(path.read_bytes())
        if _identity(entry) not in known
    )


def _entries(data: bytes | None) -> list[dict[str, Any]]:
    """The entries, wherever in the document they lie: the gate that reads the file judges its form, not the sheet."""
    try:
        document = json.loads(data or b"[]")
    except ValueError:
        return []
    values = document.values() if isinstance(document, dict) else [document]
    return [entry for value in values if isinstance(value, list) for entry in value if isinstance(entry, dict)]


def _identity(entry: dict[str, Any]) -> str:
    return str(entry.get("fingerprint") or json.dumps(entry, sort_keys=True))
