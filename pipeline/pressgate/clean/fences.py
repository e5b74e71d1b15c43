"""Where code fences lie (CommonMark 4.5), also inside list items, block quotes and MkDocs' admonitions."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OPENING = re.compile(
    r"^(?P<quote>[ \t]*(?:>[ \t]?)+)?(?P<items>(?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)*)[ \t]*"
    r"(?P<mark>`{3,}(?=[^`\n]*$)|~{3,})",
    re.MULTILINE,
)
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+")
_ADMONITION = re.compile(r"[ \t]*(?:!!!|\?\?\?\+?|===\+?)[ \t]")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
_LOOK_BACK = 500


@dataclass(frozen=True, kw_only=True)
class Fence:
    """The lines from `start` up to `end`, both offsets of line starts (or the end of the text)."""

    start: int
    end: int


def next_fence(text: str, position: int) -> Fence | None:
    """The first fence whose line begins at or after `position`. Unclosed ones run to the end of what holds them."""
    while opening := _OPENING.search(text, position):
        column = _width(text[opening.start() : opening.start("mark")])
        needed = _needed(text, opening, column)
        if column - needed <= 3:
            return Fence(start=opening.start(), end=_end(text, opening, needed))
        position = opening.end()
    return None


def _needed(text: str, opening: re.Match[str], column: int) -> int:
    """The indent that a line needs to belong to the list item or admonition that holds the fence."""
    if opening["items"]:
        return _width(text[opening.start() : opening.end("items")])
    if opening["quote"]:
        return _width(opening["quote"])
    return max((width for width in _containers(text, opening.start()) if width <= column), default=0) if column else 0


def _containers(text: str, start: int) -> list[int]:
    """The content indents of the list items and admonitions that are open before the line at `start`."""
    lines: list[str] = []
    while start > 0 and len(lines) < _LOOK_BACK:
        begin = text.rfind("\n", 0, start - 1) + 1
        line = text[begin : start - 1]
        if line.strip():
            lines.append(line)
            if not line.startswith((" ", "\t")):
                break
        start = begin
    open_: list[int] = []
    for line in reversed(lines):
        indent = _indent(line)
        open_ = [width for width in open_ if width <= indent]
        position = 0
        while item := _ITEM.match(line, position):
            position = item.end()
            open_.append(_width(line[:position]))
        if _ADMONITION.match(line, position):
            open_.append(indent + 4)
    return open_


def _end(text: str, opening: re.Match[str], needed: int) -> int:
    mark = opening["mark"]
    closing = re.compile(rf"[ \t]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*")
    newline = text.find("\n", opening.end())
    position = len(text) if newline < 0 else newline + 1
    while position < len(text):
        newline = text.find("\n", position)
        end = len(text) if newline < 0 else newline + 1
        line = text[position : end - (newline >= 0)]
        if opening["quote"]:
            quote = _QUOTE.match(line)
            if quote is None:
                return position
            line = line[quote.end() :]
        elif needed and line.strip() and _indent(line) < needed:
            return end if closing.fullmatch(line) else position
        if closing.fullmatch(line):
            return end
        position = end
    return position


def _width(text: str) -> int:
    return len(text.expandtabs(4))


def _indent(line: str) -> int:
    return _width(line[: len(line) - len(line.lstrip(" \t"))])
