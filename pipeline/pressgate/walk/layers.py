"""The layers inside a text: each finds what is encoded there and gives it back decoded, line by line where it can."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

from pressgate.walk.bases import (
    base32_layer,
    base58_layer,
    base64_layer,
    base85_layer,
    hex_layer,
    uuencode_layer,
    worthwhile,
)
from pressgate.walk.blocks import blocks, decoded
from pressgate.walk.escapes import (
    css_layer,
    entity_layer,
    escape_layer,
    percent_layer,
    punycode_layer,
    quoted_printable_layer,
    utf7_layer,
)
from pressgate.walk.view import Piece

Layer = Callable[[str], Iterator[Piece]]

_JOIN = re.compile(
    r"(?<=[^\s\"'`(\[{,=:])([\"'`])[ \t]*(?:\+|\.|\|\||&|<<|~|\\)?[ \t]*(?:\r?\n[ \t]*)?(?:\+|\.|&|\.\.)?[ "
    r"\t]*(?:[rRbBuUfF]{1,2})?\1"
)
_LIST_JOIN = re.compile(r"\[[^\[\]]{0,4000}\](?=\s*\.\s*join\s*\()|(?<=join\()\s*[\[(][^\[\]()]{0,4000}[\])]")
_CODES = re.compile(
    r"(?:\b0x[0-9a-fA-F]{2}|\b[0-9]{2,3})(?:[\s,;+.&|)]{1,5}(?:[A-Za-z.]{2,20}[\s(]{1,2})?(?:0x[0-9a-fA-F]{2}|"
    r"[0-9]{2,3})\b){7,}"
)
_BITS = re.compile(r"(?<![0-9])[01]{8}(?:[ ,_]{0,2}[01]{8}){5,}(?![0-9])")
_CHAR = re.compile(r"([\"'])[^\"'\\]\1\s*[,+.]?\s*([\"'])[^\"'\\]\2")
_CHARS = re.compile(r"(?:([\"'])[^\"'\\]\1\s*[,+.]?\s*){7,}[\"'][^\"'\\][\"']")
_CONTINUED = re.compile(r"(?<=\S)\\\r?\n[ \t]*")
_TAG = re.compile(
    r"\x1b\[[0-9;]{0,20}m|<!--.*?-->|<(rt|rp|script|style)\b[^<>]{0,300}>.{0,2000}?</\1>|<\?.{0,400}?\?>|"
    r"<[A-Z]\w{0,40}(?:\s[^<>]{0,300})?/>|"
    r"</?[a-z]{1,20}-[a-z0-9-]{1,40}(?:\s[^<>]{0,300})?/?>|</?(?:a|abbr|b|bdi|bdo|big|br|center|cite|code|dd|del|"
    r"dfn|div|dl|dt|em|figcaption|figure|font|"
    r"h[1-6]|hr|i|img|"
    r"ins|kbd|label|li|mark|ol|p|pre|q|rp|rt|ruby|s|samp|script|section|small|span|strike|strong|style|sub|sup|"
    r"svg|table|"
    r"tbody|td|text|th|thead|time|tr|tspan|tt|u|ul|var|wbr|w:[a-zA-Z]+|a:[a-zA-Z]+)(?:[\s/][^<>]{0,300})?>",
    re.DOTALL | re.IGNORECASE,
)
_FANCY = re.compile(
    "[\u00ad\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u200b-\u200d\u2060\ufeff\u2080-\u2089\u2460-\u24ff\ufe52-\ufe6b\uff01-\uff5e\U0001d400-\U0001d7ff]"
)
_ZERO_WIDTH = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_DIGIT = re.compile("[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]")


def literal_layer(text: str) -> Iterator[Piece]:
    """String literals that the language joins: side by side, by an operator, by `join`, or over a continued line."""
    for start, block in blocks(text, _JOIN):
        yield Piece(offset=start, data=_JOIN.sub("", block))
    for match in _LIST_JOIN.finditer(text):
        parts = re.findall(r"[\"'`]([^\"'`]*)[\"'`]", match.group())
        yield Piece(offset=match.start(), data="".join(parts))
    for match in _CHARS.finditer(text) if _CHAR.search(text) else ():
        yield Piece(offset=match.start(), data="".join(re.findall(r"[\"']([^\"'])[\"']", match.group())))
    if _CONTINUED.search(text):
        for start, block in blocks(text, _CONTINUED):
            yield Piece(offset=start, data=_CONTINUED.sub("", block))


def number_layer(text: str) -> Iterator[Piece]:
    """Lists of character codes, as in `String.fromCharCode(…)`, `bytes([…])`, `chr(…) + chr(…)`, and of bits."""
    for match in _CODES.finditer(text):
        numbers = re.findall(r"0x[0-9a-fA-F]{2}|[0-9]+", match.group())
        for base in (10, 8):
            yield from _characters(numbers, base, match.start())
    for match in _BITS.finditer(text):
        bits = re.sub(r"[^01]", "", match.group())
        yield from _characters([bits[at : at + 8] for at in range(0, len(bits), 8)], 2, match.start())


def _characters(numbers: Sequence[str], base: int, offset: int) -> Iterator[Piece]:
    try:
        points = [int(number, 16 if number[:2] == "0x" else base) for number in numbers]
    except ValueError:
        return
    if all(9 <= point < 256 for point in points) and (found := worthwhile(bytes(points))) is not None:
        yield Piece(offset=offset, data=found)


def markup_layer(text: str) -> Iterator[Piece]:
    """The text as a reader of the rendered page or the terminal sees it: tags, comments and colours gone."""
    if "<" in text or "\x1b" in text:
        yield from decoded(text, _TAG, lambda line: _TAG.sub("", line))


def folded_layer(text: str) -> Iterator[Piece]:
    """Full-width, mathematical and circled letters and digits as plain ones (NFKC), digits of other scripts too.

    Zero-width characters are gone.
    """
    if not text.isascii():
        yield from decoded(text, _FANCY, _folded)


def _folded(line: str) -> str:
    plain = unicodedata.normalize("NFKC", _ZERO_WIDTH.sub("", line))
    return _DIGIT.sub(lambda m: str(unicodedata.digit(m.group())), plain)


LAYERS: Mapping[str, Layer] = {
    "base64": base64_layer,
    "base32": base32_layer,
    "base85": base85_layer,
    "base58": base58_layer,
    "uuencode": uuencode_layer,
    "utf-7": utf7_layer,
    "hex": hex_layer,
    "percent": percent_layer,
    "entity": entity_layer,
    "escape": escape_layer,
    "css": css_layer,
    "quoted-printable": quoted_printable_layer,
    "literal": literal_layer,
    "numbers": number_layer,
    "markup": markup_layer,
    "punycode": punycode_layer,
    "folded": folded_layer,
}
