"""Small corpora for tests: files in, decisions and reason codes out."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from pressgate.admit import REASONS, admit
from pressgate.model import Admission, Decision
from support import make_config

NOW = datetime.fromisoformat("2026-11-30T00:00:00+00:00")


def write(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def admission(tmp_path: Path, files: dict[str, str | bytes], **tables: dict[str, Any]) -> Admission:
    """The verdicts on `files`, written to the posts' folder, at NOW."""
    write(tmp_path / "posts", files)
    result = admit(make_config(tmp_path, **tables), NOW)
    assert {reason.code for decision in result.decisions for reason in decision.reasons} <= set(REASONS)
    return result


def decide(tmp_path: Path, files: dict[str, str | bytes], **tables: dict[str, Any]) -> dict[str, Decision]:
    return {decision.source.path: decision for decision in admission(tmp_path, files, **tables).decisions}


def one(tmp_path: Path, content: str | bytes, name: str = "post.md", **tables: dict[str, Any]) -> Decision:
    """The verdict on a single post."""
    return decide(tmp_path, {name: content}, **tables)[name]


def codes(decision: Decision) -> set[str]:
    return {reason.code for reason in decision.reasons}


def post(*lines: str, body: str = "Text.", url: str | None = "https://blog.example.com/posts/one/") -> str:
    """A YAML post that would go out: `lines` are added to its header."""
    header = [*(() if url is None else (f"url: {url}",)), *lines]
    return "\n".join(["---", *header, "---", "", body, ""])


def public(*lines: str, body: str = "Text.", url: str | None = "https://blog.example.com/posts/one/") -> str:
    """A YAML post that goes out unless one of the added `lines` keeps it back."""
    return post("draft: false", *lines, body=body, url=url)
