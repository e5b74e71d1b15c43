"""A post's body → what a reader of the wheel should see: the author's text without the machinery around it.

Removed: HTML, MDX, Liquid, Obsidian and Kramdown comments (they hold editors' notes), scripts, styles, iframes, MDX
imports and exports, template tags, characters of no width. Turned into plain markdown: `highlight`, `figure`, `relref`,
wiki links. Relative links become absolute. Code fences and code spans stay byte for byte. All else stays as it was
written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pressgate.clean.place import Place
from pressgate.clean.scanner import Scanner
from pressgate.model import Reason

__all__ = ["Cleaned", "Place", "clean"]

MAX_PASSES = 20
_TRIGGER = re.compile(
    r"<!--|<(?:script|style|iframe|img|a|source|video|audio)\b|\{%|\{\{|\{/\*|\{:|%%|\[\[|^ {0,3}\[[^\]\n]+\]:"
    r"|\]\((?!https?://)|^(?:import|export)\b|[\ufeff\u200b\u2060]",
    re.IGNORECASE | re.MULTILINE,
)
_LINK_TO_NOWHERE = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\0\0[^()\n]*\)")
_GONE = re.compile(r"^[ \t\0]*\0[ \t\0]*(?:\n|\Z)", re.MULTILINE)
_GONE_PARAGRAPH = re.compile(r"(?<=\n\n)(?:[ \t\0]*\0[ \t\0]*\n)+\n")


@dataclass(frozen=True, kw_only=True)
class Cleaned:
    """The cleaned `body`; `notes` say what was done, one a kind. `settled` is False where it could not be finished."""

    body: str
    notes: tuple[Reason, ...]
    settled: bool = True


def clean(body: str, place: Place) -> Cleaned:
    """Cleans a body (NFC, LF). Cleaning the result again changes nothing, because it is done until nothing changes."""
    if not _TRIGGER.search(body):
        return Cleaned(body=body, notes=())
    done: Counter[str] = Counter()
    for _ in range(MAX_PASSES):
        scanner = Scanner(body, place)
        cleaned = _without_marks(scanner.run())
        if cleaned == body:
            return Cleaned(body=body, notes=_notes(done))
        done += scanner.done
        body = cleaned
    return Cleaned(body=body, notes=_notes(done), settled=False)


def _without_marks(text: str) -> str:
    """Takes out the marks left where something was removed, with the lines that held nothing else."""
    if "\0" not in text:
        return text
    text = _LINK_TO_NOWHERE.sub(r"\1", text)
    return _GONE.sub("", _GONE_PARAGRAPH.sub("", text)).replace("\0", "")


def _notes(done: Mapping[str, int]) -> tuple[Reason, ...]:
    kinds: dict[str, list[str]] = {}
    for name, count in sorted(done.items()):
        code, _, what = name.partition(" ")
        kinds.setdefault(code, []).append(f"{count} × {what}" if what else f"{count} ×")
    return tuple(Reason(code=code, message=", ".join(parts)) for code, parts in kinds.items())
