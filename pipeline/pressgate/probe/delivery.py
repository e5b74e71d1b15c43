"""Whether the host got the body: a sentence that only the body has, looked for in the host's transcript."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .model import Delivery


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What to look for and where. `elsewhere` is all the server's text that is no body: lists and tool results."""

    canary: str | None = None
    transcript: str | None = None
    elsewhere: str = ""

    @property
    def asked(self) -> bool:
        return self.canary is not None and self.transcript is not None


def delivery(evidence: Evidence, texts: Sequence[str], others: Iterable[str]) -> Delivery | None:
    """The verdict on one body; `others` are the bodies of other URIs. None where nobody asked.

    Unverifiable where the sentence isn't in this body, or is in another text too: then the transcript proves nothing.
    """
    if evidence.canary is None or evidence.transcript is None:
        return None
    canary = fold(evidence.canary)
    if not any(canary in fold(text) for text in texts):
        return "unverifiable"
    if canary in fold(evidence.elsewhere) or any(canary in fold(text) for text in others):
        return "unverifiable"
    return "delivered" if canary in fold(transcript_text(evidence.transcript)) else "not delivered"


def fold(text: str) -> str:
    """NFC with every run of white space as one space: hosts re-wrap text."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def transcript_text(transcript: str) -> str:
    """The transcript as written and, where it or its lines are JSON, the strings in it without their escapes."""
    values = [_json(transcript)] if transcript.lstrip()[:1] in ("{", "[") else []
    if not any(value is not None for value in values):
        values = [_json(line) for line in transcript.splitlines() if line.lstrip()[:1] in ("{", "[")]
    return "\n".join([transcript, *(strings_of(value) for value in values)])


def strings_of(value: Any) -> str:
    """All strings of a JSON value, one a line; a string that is JSON itself is also opened."""
    if isinstance(value, str):
        inner = _json(value) if value.lstrip()[:1] in ("{", "[") else None
        return value if inner is None else f"{value}\n{strings_of(inner)}"
    if isinstance(value, dict):
        return "\n".join(strings_of(entry) for entry in value.values())
    if isinstance(value, list | tuple):
        return "\n".join(strings_of(entry) for entry in value)
    return ""


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
