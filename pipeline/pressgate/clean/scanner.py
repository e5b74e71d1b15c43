"""One pass over a body, from left to right: whatever begins first counts, as in a browser or a markdown reader."""

from __future__ import annotations

import re
from collections import Counter

from pressgate.clean import comments, links, liquid, mdx, shortcodes
from pressgate.clean.fences import next_fence
from pressgate.clean.pieces import Piece
from pressgate.clean.place import Place

# Up to where a construct may begin. It says in one step of the regular expression engine what `_EVENTS` would
# say of every character: most of a body is plain text.
_PLAIN = re.compile(
    r"(?:[^\\`<{%\[\]!\ufeff\u200b\u2060]+|\\(?![`\[])|<(?![!siavSIAV])|\{(?![%{:/])|%(?!%)|\[(?!\[|[^\[\]\n]{1,999}\]:)|\](?!\((?!https?://))|!(?!\[\[))*+"
)
_EVENTS = re.compile(
    r"(?P<escape>\\.)"
    r"|(?P<ticks>`+)"
    r"|(?P<comment><!--|\{/\*|\{::comment|%%)"
    r"|(?P<hidden><(?:script|style|iframe)(?=[\s/>]))"
    r"|(?P<tag><(?:img|a|source|video|audio)\s)"
    r"|(?P<liquid>\{%)"
    r"|(?P<braces>\{\{)"
    r"|(?P<attributes>\{:)"
    r"|(?P<wiki>!?\[\[)"
    r"|(?P<target>\]\()"
    r"|(?P<definition>\[)"
    r"|(?P<unseen>[\ufeff\u200b\u2060]+)",
    re.IGNORECASE,
)
_SPAN_LIMIT = re.compile(r"\n[ \t]*(?:\n|<|#|>|[-*+][ \t]|\d+[.)][ \t]|\{[%{]|={3,}|-{3,}|`{3}|~{3})")


class Scanner:
    """A pass over `text`. `done` counts what was removed or changed, by note code and what it was."""

    def __init__(self, text: str, place: Place) -> None:
        self.text, self.place = text, place
        self.mdx = place.mdx or mdx.begins_with_import(text)
        self.done: Counter[str] = Counter()
        self.raw_end = 0

    def run(self) -> str:
        """The text after this pass, with GONE where something was removed."""
        out: list[str] = []
        position, length = 0, len(self.text)
        fence = next_fence(self.text, 0)
        module = mdx.next_module(self.text, 0) if self.mdx else None
        while position < length:
            limit = min(fence.start if fence else length, module if module is not None else length)
            plain = _PLAIN.match(self.text, position, limit)
            start = plain.end() if plain else position
            out.append(self.text[position:start])
            if start < limit:
                piece = self._piece(start, limit)
            elif fence and start == fence.start:
                piece = Piece(text=self.text[start : fence.end], end=fence.end)
            elif module is not None and start == module:
                piece = mdx.statement(self.text, start) or Piece(text=self.text[start], end=start + 1)
            else:
                break
            out.append(piece.text)
            if piece.note:
                self.done[piece.note] += 1
            position = piece.end
            if fence and position > fence.start:
                fence = next_fence(self.text, position)
            if module is not None and position > module:
                module = mdx.next_module(self.text, position)
        return "".join(out)

    def _piece(self, start: int, limit: int) -> Piece:
        """What stands for the construct that may begin at `start`; its first character where it is none after all."""
        text, place = self.text, self.place
        match = _EVENTS.match(text, start)
        if match is None:
            return Piece(text=text[start], end=start + 1)
        found: Piece | None = None
        match match.lastgroup:
            case "ticks":
                return self._code_span(match, limit)
            case "comment":
                found = comments.comment(text, start, self.mdx)
            case "hidden":
                found = comments.hidden_element(text, start)
            case "tag":
                found = links.html_tag(text, start, place)
            case "liquid" | "braces" if start < self.raw_end:
                found = liquid.literal(text, start)
            case "liquid":
                found = liquid.tag(text, start, place)
                self.raw_end = max(self.raw_end, found.raw_end if found else 0)
            case "braces":
                found = shortcodes.shortcode(text, start, place) or liquid.output(text, start, place)
            case "attributes":
                found = liquid.attributes(text, start)
            case "wiki":
                found = links.wiki(text, start)
            case "target":
                found = links.target(text, start, place)
            case "definition":
                found = links.definition(text, start, place)
            case "unseen":
                found = comments.unseen(match)
        return found or Piece(text=match[0], end=match.end())

    def _code_span(self, match: re.Match[str], limit: int) -> Piece:
        """The whole span; only the ticks where they aren't closed in the same paragraph."""
        paragraph = _SPAN_LIMIT.search(self.text, match.end(), limit)
        end = paragraph.start() if paragraph else limit
        closing = re.compile(rf"(?<!`){match[0]}(?!`)").search(self.text, match.end(), end)
        end = closing.end() if closing else match.end()
        return Piece(text=self.text[match.start() : end], end=end)
