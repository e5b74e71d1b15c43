"""Links: relative targets become absolute by the post's URL, links to files that are no pages and wiki links text."""

from __future__ import annotations

import re
from html import escape, unescape

from pressgate.clean.pieces import GONE, UNLINKED, Piece
from pressgate.clean.place import Place, encoded

_NOTE = "cleaned-links link"
_TARGET = re.compile(r"\]\([ \t]*(?:<([^<>\n]*)>|((?:[^\s()<>\\]|\\.|\([^\s()]*\))*))(?=[\s)])")
_DEFINITION = re.compile(
    r"\[([^\]\n]+)\]:[ \t]*(?:<([^<>\n]*)>|(\S+))(?:[ \t]+(\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$",
    re.MULTILINE,
)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_COMMENT_NAMES = frozenset({"//", "comment", "_", "#"})
_TAG = re.compile(r"<\w+(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>")
_ATTRIBUTE = re.compile(r"(\s(?:src|href|poster)\s*=\s*)(\"([^\"{}]*)\"|'([^'{}]*)')", re.IGNORECASE)
_WIKI = re.compile(r"!?\[\[(?![\s\[])([^\[\]|\n]*[^\[\]|\n\s])(?:\\?\|([^\[\]\n]*))?\]\](?![(\[:])")
_CONTENTS = frozenset({"toc", "_toc_"})


def target(text: str, start: int, place: Place) -> Piece | None:
    """The target of the inline link whose `](` is at `start`."""
    match = _TARGET.match(text, start)
    if match is None:
        return None
    written = match[1] if match[1] is not None else match[2]
    if not written or "{%" in written or "{{" in written:
        return None
    absolute = place.absolute(_ESCAPED.sub(r"\1", written))
    if absolute == written:
        return Piece(text=match[0], end=match.end())
    if absolute is None:
        return Piece(text="](" + UNLINKED, end=match.end(), note="cleaned-links link to no page")
    return Piece(text=f"]({encoded(absolute)}", end=match.end(), note=_NOTE)


def definition(text: str, start: int, place: Place) -> Piece | None:
    """The link reference definition whose `[` is at `start`; those that only hold a comment are removed."""
    match = _DEFINITION.match(text, start)
    if match is None or text[text.rfind("\n", 0, start) + 1 : start].strip(" "):
        return None
    written = match[2] if match[2] is not None else match[3]
    if match[1] in _COMMENT_NAMES and (written in {"", "#"} or match[1] != "#"):
        return Piece(text=GONE, end=match.end(), note="cleaned-comments comment")
    absolute = place.absolute(written)
    if match[1].startswith("^") or absolute in {written, None}:
        return Piece(text=match[0], end=match.end())
    title = f" {match[4]}" if match[4] else ""
    return Piece(text=f"[{match[1]}]: {encoded(absolute or '')}{title}", end=match.end(), note=_NOTE)


def html_tag(text: str, start: int, place: Place) -> Piece | None:
    """The tag at `start`, its `src`, `href` and `poster` absolute."""
    match = _TAG.match(text, start)
    if match is None or "{{" in match[0] or "{%" in match[0]:
        return None

    def attribute(found: re.Match[str]) -> str:
        written = unescape(found[3] if found[3] is not None else found[4])
        absolute = place.absolute(written, html=True)
        return found[0] if absolute in {written, None} else f'{found[1]}"{escape(absolute or "")}"'

    tag = _ATTRIBUTE.sub(attribute, match[0])
    return Piece(text=tag, end=match.end(), note=_NOTE if tag != match[0] else "")


def wiki(text: str, start: int) -> Piece | None:
    """The text of the wiki link or embed at `start`; the place of a table of contents is removed."""
    match = _WIKI.match(text, start)
    if match is None or re.fullmatch(r"[\d\s,.]+", match[1]):
        return None
    if match[1].casefold() in _CONTENTS:
        return Piece(text=GONE, end=match.end(), note="cleaned-templates [[toc]]")
    shown = (match[2] or "").strip() or match[1].strip().lstrip("#").replace("#", " > ")
    if match[0].startswith("!") and re.fullmatch(r"\d+(?:x\d+)?", shown):
        shown = match[1].strip()
    return Piece(text=shown, end=match.end(), note="cleaned-wiki-links link")
