"""Rules for member names: what an installer on any system could write elsewhere or over something else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from pressgate.model import Finding

_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)")


def name_faults(names: Iterable[str]) -> Iterator[Finding]:
    """Findings for single names and for pairs that collide on a file system that folds case or normal forms."""
    seen: set[str] = set()
    folded: dict[str, str] = {}
    for name in names:
        reason = _unsafe(name)
        if reason:
            yield Finding(code="unsafe-name", where=printable(name), detail=reason)
        if name in seen:
            yield Finding(code="duplicate-member", where=printable(name), detail="the name stands twice")
            continue
        seen.add(name)
        key = unicodedata.normalize("NFC", name).casefold().rstrip("/")
        if folded.setdefault(key, name) != name:
            yield Finding(code="case-collision", where=printable(name), detail="differs from another name by case only")
    for name in seen:
        parts = name.rstrip("/").split("/")
        if any("/".join(parts[:i]) in seen for i in range(1, len(parts))):
            yield Finding(code="duplicate-member", where=printable(name), detail="its folder is a file of the archive")


def _unsafe(name: str) -> str | None:
    parts = name.rstrip("/").split("/")
    if not name.strip("/"):
        return "an empty name"
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        return "an absolute path"
    if "\\" in name:
        return "a backslash"
    if ".." in parts:
        return "climbs out of the archive"
    if "" in parts or "." in parts:
        return "an empty or single-dot path component"
    if any(unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for c in name):
        return "a control or invisible character"
    if any(part != part.rstrip(" .") for part in parts):
        return "a component that ends in a space or dot"
    if any(_RESERVED.match(part) or ":" in part for part in parts):
        return "a component that Windows reserves"
    return None


def printable(name: str) -> str:
    """The name for messages: control and invisible characters escaped, so that it can't forge or hide output."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in name)
