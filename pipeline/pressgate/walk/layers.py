"""The layers inside a text: each finds what is encoded there and gives it back decoded, line by line where it can."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import itertools
import quopri
import re
import string
import unicodedata
import urllib.parse
from collections.abc import Callable, Iterator, Mapping

from pressgate.walk.view import Piece

Layer = Callable[[str], Iterator[Piece]]

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{12,}(?:[\r\n]+[ \t>]*[A-Za-z0-9+/_-]{16,})*={0,2}|[A-Za-z0-9+/_-]{6,}==?")
_BASE32 = re.compile(r"[A-Z2-7]{16,}={0,6}")
_ALNUM = frozenset(string.ascii_letters + string.digits)
_BASE85 = re.compile(r"<~[!-u\sz]{20,}~>|[0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{20,}")
_HEX = re.compile(r"[0-9a-fA-F]{16,}")
_HEX_BYTES = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ ,:]{1,2}(?:\r?\n\s*)?){7,}(?:0x)?[0-9a-fA-F]{2}(?![0-9A-Za-z])"
)
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,24});")
_ESCAPE = re.compile(
    r"\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\x([0-9a-fA-F]{2})|\\([0-3][0-7]{2})"
    r"|\\([/\"'])"
)
_CSS = re.compile(r"(?:\\[0-9a-fA-F]{1,6} ?){4,}")
_SURROGATES = re.compile(r"[\ud800-\udbff][\udc00-\udfff]")
_QUOTED = re.compile(r"=(?:[0-9A-F]{2}(?:=[0-9A-F]{2}|[^0-9A-Za-z]|[A-Za-z])|\r?\n)")
_JOIN = re.compile(
    r"(?<=[^\s\"'`(\[{,=:])([\"'`])[ \t]*(?:\+|\.|\|\||&|<<|~|\\)?[ \t]*(?:\r?\n[ \t]*)?(?:\+|\.|&|\.\.)?[ "
    r"\t]*(?:[rRbBuUfF]{1,2})?\1"
)
_LIST_JOIN = re.compile(r"\[[^\[\]]{0,4000}\](?=\s*\.\s*join\s*\()|(?<=join\()\s*[\[(][^\[\]()]{0,4000}[\])]")
_CODES = re.compile(r"(?:\b0x[0-9a-fA-F]{2}|\b[0-9]{2,3})(?:\s*,\s*(?:0x[0-9a-fA-F]{2}|[0-9]{2,3})){7,}")
_CONTINUED = re.compile(r"(?<=\S)\\\r?\n[ \t]*")
_TAG = re.compile(
    r"<!--.*?-->|</?(?:a|abbr|b|bdi|bdo|big|br|center|cite|code|dd|del|dfn|div|dl|dt|em|figcaption|figure|font|"
    r"h[1-6]|hr|i|img|"
    r"ins|kbd|label|li|mark|ol|p|pre|q|rp|rt|ruby|s|samp|script|section|small|span|strike|strong|style|sub|sup|"
    r"svg|table|"
    r"tbody|td|text|th|thead|time|tr|tspan|tt|u|ul|var|wbr|w:[a-zA-Z]+|a:[a-zA-Z]+)(?:[\s/][^<>]{0,300})?>",
    re.DOTALL | re.IGNORECASE,
)
_FANCY = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff\u24b6-\u24e9\ufe52-\ufe6b\uff01-\uff5e\U0001d400-\U0001d7ff]")
_ZERO_WIDTH = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_PUNY = re.compile(r"\bxn--[a-z0-9-]{2,59}", re.IGNORECASE)


def base64_layer(text: str) -> Iterator[Piece]:
    """RFC 4648 base64 and base64url, wrapped or not, also where a path or a prefix runs into it."""
    for match in _BASE64.finditer(text):
        run = match.group()
        if run.islower() or (run[1:].isalpha() and run[1:].islower()):
            continue
        found = _base64(run)
        if found is not None:
            yield Piece(offset=match.start(), data=found)
        if found is not None and _is_text(found):
            continue
        for separator in ("/", "-", "_", "+"):
            yield from _parts(run, separator, match.start()) if separator in run else ()


def _parts(run: str, separator: str, offset: int) -> Iterator[Piece]:
    for part in run.split(separator):
        if len(part) >= 12 and (found := _base64(part)) is not None:
            yield Piece(offset=offset, data=found)
        offset += len(part) + 1


def _base64(run: str) -> bytes | None:
    clean = re.sub(r"[\s>]+", "", run).rstrip("=").translate({45: 43, 95: 47})
    if len(clean) % 4 == 1:
        clean = clean[:-1]
    return _worthwhile(base64.b64decode(clean + "=" * (-len(clean) % 4)))


def _worthwhile(data: bytes) -> bytes | None:
    """The bytes where they are text, or long enough to be a file of some kind; noise otherwise."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return (
            data if len(data) >= 64 or data[:2] in {b"\x1f\x8b", b"PK", b"\xff\xfe", b"\xfe\xff"} or 0 in data else None
        )
    return data if data and sum(map(str.isprintable, text)) >= 0.9 * len(text) else (data if 0 in data else None)


def _is_text(data: bytes) -> bool:
    try:
        return data.decode("utf-8").isprintable()
    except UnicodeDecodeError:
        return False


def base85_layer(text: str) -> Iterator[Piece]:
    """RFC 1924 base85 and Ascii85, where the result is plain text."""
    for match in _BASE85.finditer(text):
        run = match.group()
        if len(set(run) - _ALNUM) < 3:
            continue
        try:
            data = base64.a85decode(run, adobe=True) if run.startswith("<~") else base64.b85decode(run)
        except ValueError:
            continue
        if _is_text(data):
            yield Piece(offset=match.start(), data=data)


def base32_layer(text: str) -> Iterator[Piece]:
    """RFC 4648 base32."""
    for match in _BASE32.finditer(text):
        run = match.group().rstrip("=")
        try:
            data = base64.b32decode(run + "=" * (-len(run) % 8))
        except binascii.Error:
            continue
        if (found := _worthwhile(data)) is not None:
            yield Piece(offset=match.start(), data=found)


def hex_layer(text: str) -> Iterator[Piece]:
    """Runs of hexadecimal digits, with or without separators."""
    for match in itertools.chain(_HEX.finditer(text), _HEX_BYTES.finditer(text)):
        digits = re.sub(r"0x|\\?x|[^0-9a-fA-F]", "", match.group())
        data = bytes.fromhex(digits[: len(digits) & ~1])
        if (found := _worthwhile(data)) is not None:
            yield Piece(offset=match.start(), data=found)


def percent_layer(text: str) -> Iterator[Piece]:
    """RFC 3986 percent encoding."""
    yield from _lines(text, _PERCENT, urllib.parse.unquote)


def entity_layer(text: str) -> Iterator[Piece]:
    """HTML character references."""
    yield from _lines(text, _ENTITY, html.unescape)


def escape_layer(text: str) -> Iterator[Piece]:
    r"""`\\uXXXX`, `\\u{X}`, `\\xXX`, octal and the escapes of JSON, JavaScript, Python and C."""
    yield from _lines(text, _ESCAPE, _unescape)


def _unescape(line: str) -> str:
    plain = _ESCAPE.sub(_escaped, line)
    if "\\x" in line:
        plain = re.sub(r"[\x80-\xff]{2,}", _as_utf8, plain)
    return _SURROGATES.sub(lambda m: m.group().encode("utf-16", "surrogatepass").decode("utf-16"), plain)


def _escaped(match: re.Match[str]) -> str:
    braced, four, eight, two, octal, plain = match.groups()
    if plain:
        return plain
    point = int(octal, 8) if octal else int(braced or four or eight or two, 16)
    return chr(point) if point < 0x110000 else ""


def css_layer(text: str) -> Iterator[Piece]:
    r"""Runs of CSS escapes: a backslash and hexadecimal digits."""
    yield from _lines(text, _CSS, lambda line: _CSS.sub(_css, line))


def _css(match: re.Match[str]) -> str:
    points = [int(digits, 16) for digits in re.findall(r"[0-9a-fA-F]+", match.group())]
    return "".join(chr(point) for point in points if point < 0x110000)


def _as_utf8(match: re.Match[str]) -> str:
    return match.group().encode("latin-1").decode("utf-8", "replace")


def quoted_printable_layer(text: str) -> Iterator[Piece]:
    """RFC 2045 quoted-printable, soft line breaks included."""
    if len(_QUOTED.findall(text)) >= 3:
        yield from _lines(text, _QUOTED, _unquoted)


def _unquoted(block: str) -> str:
    return quopri.decodestring(block.encode("utf-8", "replace")).decode("utf-8", "replace")


def literal_layer(text: str) -> Iterator[Piece]:
    """String literals that the language joins: side by side, by an operator, by `join`, or over a continued line."""
    for start, block in _blocks(text, _JOIN):
        yield Piece(offset=start, data=_JOIN.sub("", block))
    for match in _LIST_JOIN.finditer(text):
        parts = re.findall(r"[\"'`]([^\"'`]*)[\"'`]", match.group())
        yield Piece(offset=match.start(), data="".join(parts))
    if _CONTINUED.search(text):
        for start, block in _blocks(text, _CONTINUED):
            yield Piece(offset=start, data=_CONTINUED.sub("", block))


def number_layer(text: str) -> Iterator[Piece]:
    """Lists of character codes, as in `String.fromCharCode(…)` and `bytes([…])`."""
    for match in _CODES.finditer(text):
        points = [int(n, 0) if n[:2] == "0x" else int(n) for n in re.findall(r"0x[0-9a-fA-F]{2}|[0-9]+", match.group())]
        if all(9 <= p < 256 for p in points):
            data = bytes(points)
            if (found := _worthwhile(data)) is not None:
                yield Piece(offset=match.start(), data=found)


def markup_layer(text: str) -> Iterator[Piece]:
    """The text as a reader of the rendered page sees it: tags and comments gone, the comments' text apart."""
    if "<" in text:
        yield from _lines(text, _TAG, lambda line: _TAG.sub("", line))


def punycode_layer(text: str) -> Iterator[Piece]:
    """RFC 3492 host labels."""
    for match in _PUNY.finditer(text) if "xn--" in text or "XN--" in text else ():
        try:
            yield Piece(offset=match.start(), data=codecs.decode(match.group()[4:].encode("ascii"), "punycode"))
        except (UnicodeError, ValueError):
            continue


def folded_layer(text: str) -> Iterator[Piece]:
    """Full-width, mathematical and circled letters as plain ones (NFKC), and without zero-width characters."""
    if not text.isascii():
        yield from _lines(text, _FANCY, lambda line: _ZERO_WIDTH.sub("", unicodedata.normalize("NFKC", line)))


def _lines(text: str, pattern: re.Pattern[str], change: Callable[[str], str]) -> Iterator[Piece]:
    """Each block of lines in which `pattern` stands, changed."""
    for start, block in _blocks(text, pattern):
        yield Piece(offset=start, data=change(block))


def _blocks(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Runs of lines that `pattern` matches in: neighbours together, each with the offset where it begins."""
    start = end = -1
    for match in pattern.finditer(text):
        if match.end() <= end:
            continue
        first = text.rfind("\n", 0, match.start()) + 1
        last = text.find("\n", match.end())
        last = len(text) if last < 0 else last
        if first <= end + 1 and start >= 0:
            end = last
            continue
        if start >= 0:
            yield start, text[start:end]
        start, end = first, last
    if start >= 0:
        yield start, text[start:end]


LAYERS: Mapping[str, Layer] = {
    "base64": base64_layer,
    "base32": base32_layer,
    "base85": base85_layer,
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
