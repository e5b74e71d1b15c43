"""The layers that escape one character at a time: percent, entities, backslashes, quoted-printable, UTF-7, punycode."""

from __future__ import annotations

import base64
import codecs
import html
import quopri
import re
import urllib.parse
from collections.abc import Iterator

from pressgate.walk.blocks import blocks, decoded
from pressgate.walk.view import Piece

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
_PUNY = re.compile(r"\bxn--[a-z0-9-]{2,59}", re.IGNORECASE)


def utf7_layer(text: str) -> Iterator[Piece]:
    """RFC 2152 UTF-7 and the form of it that mailbox names have (RFC 3501)."""
    if "+" in text or "&" in text:
        yield from decoded(text, _UTF7, lambda line: _UTF7.sub(_utf7, line))


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
    for start, block in blocks(text, _PERCENT):
        plain = urllib.parse.unquote(block)
        yield Piece(offset=start, data=plain)
        if "\ufffd" in plain:
            yield Piece(offset=start, data=urllib.parse.unquote_to_bytes(block))


def entity_layer(text: str) -> Iterator[Piece]:
    """HTML character references."""
    yield from decoded(text, _ENTITY, html.unescape)


def escape_layer(text: str) -> Iterator[Piece]:
    r"""`\\uXXXX`, `\\u{X}`, `\\xXX`, octal and the escapes of JSON, JavaScript, Python and C."""
    yield from decoded(text, _ESCAPE, _unescape)


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
    yield from decoded(text, _CSS, lambda line: _CSS.sub(_css, line))


def _css(match: re.Match[str]) -> str:
    points = [int(digits, 16) for digits in re.findall(r"[0-9a-fA-F]+", match.group())]
    return "".join(chr(point) for point in points if point < 0x110000)


def _as_utf8(match: re.Match[str]) -> str:
    return match.group().encode("latin-1").decode("utf-8", "replace")


def quoted_printable_layer(text: str) -> Iterator[Piece]:
    """RFC 2045 quoted-printable, soft line breaks included."""
    for start, block in blocks(text, _QUOTED) if len(_QUOTED.findall(text)) >= 3 else ():
        data = quopri.decodestring(block.encode("utf-8", "replace"))
        plain = data.decode("utf-8", "replace")
        yield Piece(offset=start, data=plain)
        if "\ufffd" in plain:
            yield Piece(offset=start, data=data)


def punycode_layer(text: str) -> Iterator[Piece]:
    """RFC 3492 host labels."""
    for match in _PUNY.finditer(text) if "xn--" in text or "XN--" in text else ():
        try:
            yield Piece(offset=match.start(), data=codecs.decode(match.group()[4:].encode("ascii"), "punycode"))
        except (UnicodeError, ValueError):
            continue
