"""Hugo's shortcodes. Nothing is run: known ones become markdown, others go and what they enclose stays."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pressgate.clean.pieces import GONE, Piece, arguments, closes, code_fence, hides, label, nowhere
from pressgate.clean.place import Place, encoded

_SHORTCODE = re.compile(
    r"\{\{(?:<|%)[ \t\n]*(?P<closing>/?)[ \t]*(?P<name>[\w./-]+)"
    r"(?P<arguments>(?:[^>%`\"]|\"[^\"]*\"|`[^`]*`|[>%](?!\}\})){0,2000}?)(?P<alone>/?)[ \t\n]*[>%]\}\}"
)
_ESCAPED = re.compile(r"\{\{(<|%)/\*([^`]{0,2000}?)\*/(>|%)\}\}")
_CODE = frozenset({"highlight", "code", "codeblock", "code-toggle"})
_IMAGES = frozenset({"figure", "image", "img"})


def shortcode(text: str, start: int, place: Place) -> Piece | None:
    """The shortcode at `start`, with what belongs to it."""
    if not closes(text, start, "}}"):
        return None
    if escaped := _ESCAPED.match(text, start):
        shown = "`{{" + "".join(escaped.groups()) + "}}`"
        return Piece(text=shown, end=escaped.end(), note="cleaned-templates {{</* */>}}")
    match = _SHORTCODE.match(text, start)
    if match is None:
        return None
    name = match["name"].lower()
    note = f"cleaned-templates {{{{< {name} >}}}}"
    if match["closing"]:
        return Piece(text=GONE, end=match.end())
    values = arguments(match["arguments"])
    if hides(name) and not match["alone"]:
        return Piece(text=GONE, end=_end(text, match.end(), name)[1], note=note)
    if name in _CODE:
        return _code(text, match, dict(values), note)
    if name in _IMAGES:
        return Piece(text=_figure(dict(values)), end=match.end(), note=note)
    if name in {"ref", "relref"} and values:
        path, mark, fragment = dict(values).get("path", values[0][1]).partition("#")
        found = place.source(path) if path else place.url
        return Piece(text=found + mark + fragment if found else nowhere(text, start), end=match.end(), note=note)
    return Piece(text=GONE, end=match.end(), note=note)


def _code(text: str, match: re.Match[str], values: Mapping[str, str], note: str) -> Piece:
    end, after = _end(text, match.end(), match["name"])
    if after == end:
        return Piece(text=GONE, end=match.end(), note=note)
    language = values.get("lang") or values.get("language") or values.get("0") or ""
    language = language if re.fullmatch(r"[\w+#.-]+", language) else ""
    return Piece(text=code_fence(text, match.start(), text[match.end() : end], language, after), end=after, note=note)


def _end(text: str, position: int, name: str) -> tuple[int, int]:
    """Where the shortcode's content ends and where its closing tag does; the end of the text where it isn't closed."""
    closing = re.compile(rf"\{{\{{[<%]\s*/\s*{re.escape(name)}\s*[>%]\}}\}}", re.IGNORECASE).search(text, position)
    return (closing.start(), closing.end()) if closing else (len(text), len(text))


def _figure(values: Mapping[str, str]) -> str:
    source = values.get("src") or values.get("link") or values.get("0")
    if not source:
        return GONE
    caption = values.get("caption") or values.get("title") or ""
    text = values.get("alt") or caption
    below = f"\n*{label(caption)}*" if label(caption) and caption != text else ""
    return f"![{label(text)}]({encoded(source)}){below}"
