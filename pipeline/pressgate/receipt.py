"""`.pressgate/receipt.json`: what went out, on whose word, and what the index was seen to serve afterwards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pressgate.model import Approval, StepError


@dataclass(frozen=True, kw_only=True)
class SentFile:
    """A file of the release. `how` is "uploaded" or "already there"; `url` is where the index was seen to serve it."""

    name: str
    sha256: str
    size: int
    how: str
    url: str | None = None


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """`verified` is true after the index served every byte as sent and the smoke gate passed on them; else `trouble`.

    `posts` are (id, URL) of every post in the release.
    """

    package: str
    release: str
    at: datetime
    commit: str
    ledger_head: str
    approval: Approval
    simple_url: str
    files: tuple[SentFile, ...]
    posts: tuple[tuple[str, str], ...]
    verified: bool = False
    trouble: str = ""


def save(folder: Path, receipt: Receipt) -> Path:
    """Writes `receipt.json`; the one of another version is kept beside it as `receipt-VERSION.json`."""
    path = folder / "receipt.json"
    try:
        earlier = _read(path)
        if earlier and earlier.get("release") != receipt.release:
            path.replace(folder / f"receipt-{earlier['release']}.json")
        temporary = folder / "receipt.json.new"
        text = json.dumps(_document(receipt), ensure_ascii=False, indent=2) + "\n"
        temporary.write_text(text, encoding="utf-8", newline="\n")
        temporary.replace(path)
    except OSError as error:
        raise StepError(f"{path}: can't be written: {error.strerror}") from None
    return path


def released_with(folder: Path) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Version → (id, URL) of its posts, from every receipt in `folder`. What can't be read is left out."""
    found = {}
    for path in sorted(folder.glob("receipt*.json")):
        document = _read(path)
        if document:
            posts = document.get("posts", [])
            found[str(document["release"])] = tuple((str(post["id"]), str(post["url"])) for post in posts)
    return found


def _read(path: Path) -> dict[str, Any] | None:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return document if isinstance(document, dict) and "release" in document else None


def _document(receipt: Receipt) -> dict[str, Any]:
    approval = receipt.approval
    return {
        "version": 1,
        "package": receipt.package,
        "release": receipt.release,
        "at": receipt.at.isoformat(),
        "verified": receipt.verified,
        "trouble": receipt.trouble,
        "index": {"upload": approval.index_url, "simple": receipt.simple_url},
        "files": [
            {"name": f.name, "sha256": f.sha256, "size": f.size, "how": f.how, "url": f.url} for f in receipt.files
        ],
        "commit": receipt.commit,
        "ledger": receipt.ledger_head,
        "approval": {"by": approval.by, "how": approval.how, "at": approval.at.isoformat()},
        "posts": [{"id": post_id, "url": url} for post_id, url in receipt.posts],
    }
