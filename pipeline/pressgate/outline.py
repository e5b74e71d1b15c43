"""The sections of a markdown body, by CommonMark's rules for headings (spec 0.31, sections 4.2, 4.3, 4.5 and 4.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

MAX_HEADING = 200
"""Characters of a heading that are kept."""

_ATX = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r"([ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})")
_BREAK = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_RAW = re.compile(r" {0,3}<(!--|(?:pre|script|style|textarea)(?=[\s>]|$))", re.IGNORECASE)
# What opens a block of its own, so that a line of dashes under it is a thematic break and no underline.
_BLOCK = re.compile(r" {0,3}(?:>|[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|</?[A-Za-z!]|:::|\|)")
_INDENTED = re.compile(r" {4}| {0,3}\t")
_CODE_SPAN = re.compile(r"(`+)(.+?)(?<!`)\1(?!`)")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_ANCHOR = re.compile(r"[ \t]*\{[:#][^{}]*\}[ \t]*$")
_EMPHASIS = re.compile(r"(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1")


@dataclass(frozen=True, kw_only=True)
class _Heading:
    text: str
    level: int
    start: int


@dataclass(kw_only=True)
class _Lines:
    """The body's lines with their offsets, and which fences are known to have no end."""

    items: list[tuple[int, str]]
    unclosed: dict[str, int] = field(default_factory=dict)


def plain(text: str) -> str:
    """A heading's inline markdown as the reader sees it: code, links, emphasis, tags and `{#anchor}` undone."""
    text = _ANCHOR.sub("", text.strip()[: 2 * MAX_HEADING])
    parts: list[str] = []
    position = 0
    for span in _CODE_SPAN.finditer(text):
        parts += [_undecorated(text[position : span.start()]), span[2].strip()]
        position = span.end()
    parts.append(_undecorated(text[position:]))
    return " ".join("".join(parts).split())[:MAX_HEADING].rstrip()


def _undecorated(text: str) -> str:
    return _EMPHASIS.sub(r"\2", _TAG.sub("", _LINK.sub(r"\1", text)))


def _atx_text(rest: str) -> str:
    """What follows the opening hashes, without the closing ones (which need a space before them)."""
    rest = rest.strip(" \t")
    opened = rest.rstrip("#")
    return opened if not opened or opened[-1] in " \t" else rest


def _fence_end(lines: _Lines, at: int, fence: re.Match[str]) -> int | None:
    mark = fence[2]
    if len(mark) < lines.unclosed.get(mark[0], len(mark) + 1):
        for index in range(at + 1, len(lines.items)):
            line = lines.items[index][1].strip(" \t")
            if len(line) >= len(mark) and line == mark[0] * len(line):
                return index + 1
        lines.unclosed[mark[0]] = len(mark)
    # An unclosed fence runs to the end; but from four spaces on it may be an indented block that only shows one.
    return None if len(fence[1].expandtabs(4)) > 3 else len(lines.items)


def _verbatim_end(lines: _Lines, at: int) -> int | None:
    """The index after the code fence or raw HTML block that begins at line `at`; None where none begins."""
    line = lines.items[at][1]
    if fence := _FENCE.match(line):
        return _fence_end(lines, at, fence)
    if raw := _RAW.match(line):
        close = "-->" if raw[1] == "!--" else f"</{raw[1].lower()}>"
        ends = (index + 1 for index in range(at, len(lines.items)) if close in lines.items[index][1].lower())
        return next(ends, len(lines.items))
    return None


def _block_end(lines: _Lines, at: int) -> int:
    """The index after the list item, quote, table, directive or HTML block at `at`, with its lazy lines."""
    for index in range(at + 1, len(lines.items)):
        line = lines.items[index][1]
        if not line.strip() or any(rule.match(line) for rule in (_ATX, _BREAK, _FENCE, _RAW)):
            return index
    return len(lines.items)


def _headings(lines: _Lines) -> Iterator[_Heading]:
    paragraph: int | None = None  # the first line of the paragraph that line `at` may go on or underline
    at = 0
    while at < len(lines.items):
        start, line = lines.items[at]
        underline = _SETEXT.match(line)
        if underline and paragraph is not None:
            text = " ".join(text.strip() for _, text in lines.items[paragraph:at])
            yield _Heading(text=plain(text), level=1 if underline[1][0] == "=" else 2, start=lines.items[paragraph][0])
            paragraph = None
        elif end := _verbatim_end(lines, at):
            paragraph, at = None, end - 1
        elif atx := _ATX.match(line):
            yield _Heading(text=plain(_atx_text(line[atx.end() :])), level=len(atx[1]), start=start)
            paragraph = None
        elif not line.strip() or _BREAK.match(line):
            paragraph = None
        elif _BLOCK.match(line):
            paragraph, at = None, _block_end(lines, at) - 1
        elif paragraph is None and not _INDENTED.match(line):
            paragraph = at
        at += 1


def sections(body: str) -> list[dict[str, Any]]:
    """The body's headings in order: `{"heading", "level", "start", "end"}`, offsets in characters of `body` (LF).

    A section begins at its heading's line and ends where the next one of the same or a higher rank begins, so it holds
    its subsections. A `#` in a code fence, an HTML comment or a `<pre>` is no heading; a heading without text is none.
    """
    items: list[tuple[int, str]] = []
    offset = 0
    for line in body.split("\n"):
        items.append((offset, line))
        offset += len(line) + 1
    found: list[dict[str, Any]] = []
    open_: list[dict[str, Any]] = []
    for heading in _headings(_Lines(items=items)):
        if not heading.text:
            continue
        while open_ and open_[-1]["level"] >= heading.level:
            open_.pop()["end"] = heading.start
        section = {"heading": heading.text, "level": heading.level, "start": heading.start, "end": len(body)}
        open_.append(section)
        found.append(section)
    return found
