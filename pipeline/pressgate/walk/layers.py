"""The layers inside a text: each finds what is encoded there and gives it back decoded, line by line where it can."""

from __future__ import annotations

import base64
import codecs
import html
import quopri
import re
import string
import unicodedata
import urllib.parse
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
from pressgate.walk.view import Piece

Layer = Callable[[str], Iterator[Piece]]

_HANGUL, _KANJI = re.compile("[가-힣 -~]{3,}"), re.compile("(?=.*[ぁ-ヿ])[ぁ-ヿ一-鿿 -~]{3,}")
_FULL_WIDTH = re.compile("[！-～]{3,}")
_UTF7 = re.compile(r"[+&]([A-Za-z0-9+/,]{8,})-?")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[A-Za-z]{2,24};)")
_ESCAPE = re.compile(
    r"\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\x([0-9a-fA-F]{2})|\\([0-3][0-7]{2}|"
    r"[1-7][0-7](?=\\))"
    r"|%u([0-9a-fA-F]{4})|\\([/\"'])"
)
_CSS = re.compile(r"(?:\\[0-9a-fA-F]{1,6} ?){4,}")
_SURROGATES = re.compile(r"[\ud800-\udbff][\udc00-\udfff]")
_QUOTED = re.compile(r"=(?:[0-9A-F]{2}(?:=[0-9A-F]{2}|[^0-9A-Za-z]|[A-Za-z])|\r?\n)")
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
_PUNY = re.compile(r"\bxn--[a-z0-9-]{2,59}", re.IGNORECASE)

_RUN = frozenset(string.ascii_letters + string.digits + "+/=_-%\\")
_NEAR = 1000  # characters


def utf7_layer(text: str) -> Iterator[Piece]:
    """RFC 2152 UTF-7 and the form of it that mailbox names have (RFC 3501)."""
    if "+" in text or "&" in text:
        yield from _lines(text, _UTF7, lambda line: _UTF7.sub(_utf7, line))


def _utf7(match: re.Match[str]) -> str:
    run = match[1].replace(",", "/")
    run = run[:-1] if len(run) % 4 == 1 else run
    data = base64.b64decode(run + "=" * (-len(run) % 4))
    try:
        shown = data[: len(data) & ~1].decode("utf-16-be")
    except UnicodeDecodeError:
        return match.group()
    one_script = _HANGUL.fullmatch(shown) or _KANJI.fullmatch(shown) or _FULL_WIDTH.fullmatch(shown)
    return shown if one_script and len(set(run)) > 4 else match.group()


def percent_layer(text: str) -> Iterator[Piece]:
    """RFC 3986 percent encoding, of UTF-8 or of an older encoding."""
    for start, block in _blocks(text, _PERCENT):
        plain = urllib.parse.unquote(block)
        yield Piece(offset=start, data=plain)
        if "\ufffd" in plain:
            yield Piece(offset=start, data=urllib.parse.unquote_to_bytes(block))


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
    braced, four, eight, two, octal, percent, plain = match.groups()
    if plain:
        return plain
    point = int(octal, 8) if octal else int(braced or four or eight or two or percent, 16)
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
    for start, block in _blocks(text, _QUOTED) if len(_QUOTED.findall(text)) >= 3 else ():
        data = quopri.decodestring(block.encode("utf-8", "replace"))
        plain = data.decode("utf-8", "replace")
        yield Piece(offset=start, data=plain)
        if "\ufffd" in plain:
            yield Piece(offset=start, data=data)


def literal_layer(text: str) -> Iterator[Piece]:
    """String literals that the language joins: side by side, by an operator, by `join`, or over a continued line."""
    for start, block in _blocks(text, _JOIN):
        yield Piece(offset=start, data=_JOIN.sub("", block))
    for match in _LIST_JOIN.finditer(text):
        parts = re.findall(r"[\"'`]([^\"'`]*)[\"'`]", match.group())
        yield Piece(offset=match.start(), data="".join(parts))
    for match in _CHARS.finditer(text) if _CHAR.search(text) else ():
        yield Piece(offset=match.start(), data="".join(re.findall(r"[\"']([^\"'])[\"']", match.group())))
    if _CONTINUED.search(text):
        for start, block in _blocks(text, _CONTINUED):
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
        yield from _lines(text, _TAG, lambda line: _TAG.sub("", line))


def punycode_layer(text: str) -> Iterator[Piece]:
    """RFC 3492 host labels."""
    for match in _PUNY.finditer(text) if "xn--" in text or "XN--" in text else ():
        try:
            yield Piece(offset=match.start(), data=codecs.decode(match.group()[4:].encode("ascii"), "punycode"))
        except (UnicodeError, ValueError):
            continue


def folded_layer(text: str) -> Iterator[Piece]:
    """Full-width, mathematical and circled letters and digits as plain ones (NFKC), digits of other scripts too.

    Zero-width characters are gone.
    """
    if not text.isascii():
        yield from _lines(text, _FANCY, _folded)


def _folded(line: str) -> str:
    plain = unicodedata.normalize("NFKC", _ZERO_WIDTH.sub("", line))
    return _DIGIT.sub(lambda m: str(unicodedata.digit(m.group())), plain)


def _lines(text: str, pattern: re.Pattern[str], change: Callable[[str], str]) -> Iterator[Piece]:
    """Each block of lines in which `pattern` stands, changed."""
    for start, block in _blocks(text, pattern):
        if (changed := change(block)) != block:
            yield Piece(offset=start, data=changed)


def _blocks(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Runs of lines that `pattern` matches in: neighbours together, each with the offset where it begins.

    Of a long line, as minified files have, only what is near a match: else every layer would be the whole file again.
    """
    start = end = -1
    for match in pattern.finditer(text):
        if match.end() <= end and text[end : end + 1] in {"", "\n"}:
            continue
        first, last = _line(text, match.start(), match.end())
        if first <= end + 1 and start >= 0:
            end = max(end, last)
            continue
        if start >= 0:
            yield start, text[start:end]
        start, end = first, last
    if start >= 0:
        yield start, text[start:end]


def _line(text: str, start: int, end: int) -> tuple[int, int]:
    """The line of a span, or what is near the span, cut where no encoded run is cut in two."""
    first, last = text.rfind("\n", max(0, start - _NEAR), start) + 1, text.find("\n", end, end + _NEAR)
    if not first and start > _NEAR:
        first = start - _NEAR
        while first > 0 and text[first - 1] in _RUN:
            first -= 1
    if last < 0:
        last = min(end + _NEAR, len(text))
        while last < len(text) and text[last] in _RUN:
            last += 1
    return first, last


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
