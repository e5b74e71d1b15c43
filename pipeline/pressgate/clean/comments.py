"""What is never shown: comments of every markup, scripts, styles and iframes, which left open run to the end, and
characters of no width.
"""

from __future__ import annotations

import re

from pressgate.clean.pieces import GONE, Piece

_EMPTY = re.compile(r"<!--(?:>|->)")
_PERCENTS_BLOCK = re.compile(r"%%[ \t]*\n.*?^[ \t]*%%[ \t]*$", re.DOTALL | re.MULTILINE)
_PERCENTS_LINE = re.compile(r"%%(?=\S)[^\n]{0,2000}?%%|%%[ \t][^\n%]{0,2000}%%")
_NO_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")  # Thai, Lao, Myanmar, Khmer
_OPEN_TAG = re.compile(r"<(\w+)(?:[^<>\"']|\"[^\"]*\"|'[^']*'|(?<==)\{[^{}]*\})*>")


def comment(text: str, start: int, in_mdx: bool) -> Piece | None:
    """The HTML, MDX, Kramdown or Obsidian comment that begins at `start`."""
    if text.startswith("<!--", start):
        empty = _EMPTY.match(text, start)
        return _up_to(text, start + 4, "-->") if not empty else _gone(empty.end())
    if text.startswith("{/*", start):
        return _up_to(text, start + 3, "*/}") if in_mdx else None
    if text.startswith("{::", start):
        return _up_to(text, start, "{:/comment}")
    if start == text.rfind("\n", 0, start) + 1 and (block := _PERCENTS_BLOCK.match(text, start)):
        return _gone(block.end())
    line = _PERCENTS_LINE.match(text, start)
    return _gone(line.end()) if line and not text[max(0, start - 1) : start].isalnum() else None


def hidden_element(text: str, start: int) -> Piece:
    """The script, style or iframe whose tag begins at `start`."""
    name = re.compile(r"\w+").search(text, start)
    assert name
    note = f"cleaned-elements <{name[0].lower()}>"
    opening = _OPEN_TAG.match(text, start)
    closing = re.compile(rf"</{name[0]}[ \t\n]*>", re.IGNORECASE).search(text, start)
    if closing:
        return Piece(text=GONE, end=closing.end(), note=note)
    if opening and (opening[0].endswith("/>") or name[0].lower() == "iframe"):
        return Piece(text=GONE, end=opening.end(), note=note)
    return Piece(text=GONE, end=len(text), note=note)


def unseen(match: re.Match[str]) -> Piece | None:
    """Byte order marks, zero-width spaces and word joiners; where words end without a space, the latter two say so."""
    before = match.string[max(0, match.start() - 1) : match.start()]
    if _NO_SPACES.match(before) and "\ufeff" not in match[0]:
        return None
    return Piece(text="", end=match.end(), note="cleaned-invisible character")


def _up_to(text: str, start: int, closing: str) -> Piece:
    end = text.find(closing, start)
    return _gone(len(text) if end < 0 else end + len(closing))


def _gone(end: int) -> Piece:
    return Piece(text=GONE, end=end, note="cleaned-comments comment")
