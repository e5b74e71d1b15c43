"""Liquid (Jekyll; Hexo's and Nunjucks' tags look alike). Nothing is run: known tags become markdown, others go.

What a condition, a loop or a comment holds goes with it: whether the site shows it can't be known here.
"""

from __future__ import annotations

import re

from pressgate.clean.pieces import GONE, Piece, arguments, closes, code_fence, hides, label, nowhere
from pressgate.clean.place import Place, encoded

_TAG = re.compile(r"\{%-?[ \t\n]*(\w+)?((?:[^%]|%(?!\})){0,2000}?)-?%\}")
_OUTPUT = re.compile(
    r"\{\{-?[ \t]*(?:(?P<text>\"[^\"\n]*\"|'[^'\n]*')"
    r"|(?P<name>(?:site|page|post|include|layout|content|paginator)\b[\w.\[\]\"'-]*))"
    r"(?P<filters>(?:[ \t]*\|[^{}\n]*)?)[ \t]*-?\}\}"
)
_BRACES = re.compile(r"\{\{[^`\n]{0,999}?\}\}|\{%[^`\n]{0,999}?%\}")
_ATTRIBUTES = re.compile(r"\{:(?!:)[^{}\n]*\}")
_HIDING = frozenset({"if", "unless", "case", "for", "capture", "tablerow", "macro"})
_CODE = frozenset({"highlight", "codeblock", "code"})
_IMAGES = frozenset({"asset_img", "img"})
_ADDRESSES = frozenset({"asset_path", "post_path", "post_url", "link", "post_link", "asset_link"})


def tag(text: str, start: int, place: Place) -> Piece | None:
    """The tag at `start`, with what belongs to it."""
    match = _TAG.match(text, start) if closes(text, start, "%}") else None
    if match is None:
        return None
    name = (match[1] or "").lower()
    note = f"cleaned-templates {{% {name} %}}"
    if name == "raw":
        raw_end = _block_end(text, match.end(), name)[0]
        return Piece(text=GONE, end=match.end(), note=note, raw_end=raw_end)
    if name in _HIDING or hides(name) or (name == "set" and "=" not in match[2]):  # Nunjucks sets a block's text aside
        return Piece(text=GONE, end=_block_end(text, match.end(), name)[1], note=note)
    if name in _CODE:
        end, after = _block_end(text, match.end(), name)
        pattern = r"\s*([\w+#.-]+)" if name == "highlight" else r".*?\blang:([\w+#.-]+)"
        language = re.match(pattern, match[2])
        code = code_fence(text, start, text[match.end() : end], language[1] if language else "", after)
        return Piece(text=code, end=after, note=note)
    if name in _IMAGES:
        return Piece(text=_image(match[2]), end=match.end(), note=note)
    if name in _ADDRESSES:
        words = [value for _, value in arguments(match[2])]
        found = place.source(words[0]) or place.source(f"/_posts/{words[0]}") if words else None
        return Piece(text=found or nowhere(text, start), end=match.end(), note=note)
    return Piece(text=GONE, end=match.end(), note=note)


def _block_end(text: str, position: int, name: str) -> tuple[int, int]:
    """Where the block's content ends and where its end tag does; the end of the text where it isn't closed."""
    tags = re.compile(rf"\{{%-?\s*(end)?{re.escape(name)}\b(?:[^%]|%(?!\}})){{0,2000}}?%\}}", re.IGNORECASE)
    depth = 1
    for match in tags.finditer(text, position):
        nests = name not in {"raw", "comment"}
        depth += -1 if match[1] else int(nests)
        if depth == 0:
            return match.start(), match.end()
    return len(text), len(text)


def _image(words: str) -> str:
    """Hexo's `{% img [class] path [width] [height] [text] %}`."""
    values = [value for _, value in arguments(words)]
    source = next((index for index, value in enumerate(values) if re.search(r"[./]", value)), None)
    if source is None:
        return GONE
    text = re.sub(r"^(?:\d+\s+){0,2}(?:\d+$)?", "", " ".join(values[source + 1 :]))
    return f"![{label(text)}]({encoded(values[source])})"


def output(text: str, start: int, place: Place) -> Piece | None:
    """The output at `start`: an address becomes text, other variables of the site go; other braces stay."""
    match = _OUTPUT.match(text, start) if closes(text, start, "}}") else None
    if match is None:
        return None
    if match["text"] is not None:
        value: str | None = match["text"][1:-1]
        if re.search(r"relative_url|absolute_url|baseurl", match["filters"]):
            value = f"{place.variable('site.baseurl')}/{str(value).lstrip('/')}"
    else:
        value = place.variable(match["name"])
    return Piece(text=GONE if value is None else value, end=match.end(), note="cleaned-templates {{ }}")


def literal(text: str, start: int) -> Piece | None:
    """The braces at `start`, inside `raw`, as a code span, so that they stay what they are."""
    match = _BRACES.match(text, start)
    return Piece(text=f"`{match[0]}`", end=match.end()) if match else None


def attributes(text: str, start: int) -> Piece | None:
    """The Kramdown attribute list at `start`, where one may stand: alone on its line or right after a span."""
    match = _ATTRIBUTES.match(text, start)
    before = text[max(0, text.rfind("\n", 0, start) + 1, start - 20) : start]
    if match is None or (before.strip() and before[-1] not in ")*_`]"):
        return None
    return Piece(text=GONE, end=match.end(), note="cleaned-templates {: }")
