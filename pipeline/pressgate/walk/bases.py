"""Bytes written in letters: base64 and its kin, hexadecimal digits, uuencode."""

from __future__ import annotations

import base64
import binascii
import contextlib
import itertools
import re
import string
import zlib
from collections.abc import Callable, Iterator

from pressgate.walk.view import Piece

_BASE64 = re.compile(
    r"[A-Za-z0-9+/_-]{12,}(?:[\r\n]+[ \t>#*;]*(?:// ?)?[A-Za-z0-9+/_-]{16,})*={0,2}|[A-Za-z0-9+/_-]{6,}==?"
)
_LINE_BEGIN = re.compile(r"[\r\n]+[ \t>#*;]*(?:// ?)?")
_MAGIC = (b"\x1f\x8b", b"PK", b"\xff\xfe", b"\xfe\xff", b"x\x01", b"x\x5e", b"x\x9c", b"x\xda")
_BASE32 = re.compile(r"(?=[A-Za-z0-9]{16})(?:[A-Z2-7]{16,}|[a-z2-7]{16,}|[0-9A-V]{16,})={0,6}")
_LONG = re.compile(r"[A-Za-z0-9]{16}")
_BASE58 = re.compile(r"(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{16,200}(?![A-Za-z0-9])")
_DIGITS58 = {c: n for n, c in enumerate("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")}
_Z85 = str.maketrans(
    string.digits + string.ascii_lowercase + string.ascii_uppercase + ".-:+=^!/*?&<>()[]{}@%$#",
    string.digits + string.ascii_uppercase + string.ascii_lowercase + "!#$%&()*+-;<=>?@^_`{|}~",
)
_UU = re.compile(r"(?m)^begin [0-7]{3} \S+\r?\n((?:[!-`][ -`]{1,84}\r?\n)+)")
_MARKS_Z85 = frozenset(".:/[]")
_ALNUM = frozenset(string.ascii_letters + string.digits)
_BASE85 = re.compile(r"<~[!-u\sz]{20,}~>|[0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~.:/\[\]-]{20,}")
_HEX = re.compile(r"[0-9a-fA-F]{16,}(?:\r?\n[ \t>#*;]*(?:[0-9a-fA-F]{2}){4,}(?![0-9a-fA-F]))*")
_DUMPED = re.compile(r"(?m)^[ \t>]*[0-9a-fA-F]{4,16}[:h]?[ \t]{1,3}[0-9a-fA-F]{2,8} {1,2}[0-9a-fA-F]{2,8} ")
_DUMP = re.compile(r"(?m)(?:^[ \t>]*[0-9a-fA-F]{4,16}[:h]?[ \t]{1,3}(?:[0-9a-fA-F]{2,8} {1,2}){2,}[^\n]*\n?){1,}")
_HEX_BYTES = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ ,:;._-]{1,2}(?:\r?\n\s*)?){7,}(?:0x)?[0-9a-fA-F]{2}(?![0-9A-Za-z])"
)
_COLUMNS = re.compile(r"(?:[0-9a-fA-F]{2,8}(?:  ?(?=[0-9a-fA-F]{2,8}(?: |$))|$|(?= )))+")
_INFLATED = 1 << 20


def base64_layer(text: str) -> Iterator[Piece]:
    """RFC 4648 base64 and base64url, wrapped or not, also where a path or a prefix runs into it."""
    for match in _BASE64.finditer(text):
        run = match.group()
        if run.islower() or (run[1:].isalpha() and run[1:].islower()):
            continue
        found = _base64(run)
        if found is not None:
            yield Piece(offset=match.start(), data=_inflated(found) or found)
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
    clean = _LINE_BEGIN.sub("", run).rstrip("=").translate({45: 43, 95: 47})
    if len(clean) % 4 == 1:
        clean = clean[:-1]
    return worthwhile(base64.b64decode(clean + "=" * (-len(clean) % 4)))


def worthwhile(data: bytes) -> bytes | None:
    """The bytes where they are text, or long enough to be a file of some kind; noise otherwise."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data if len(data) >= 64 or data.startswith(_MAGIC) or 0 in data or _korean(data) else None
    return data if data and sum(map(str.isprintable, text)) >= 0.9 * len(text) else (data if 0 in data else None)


def _korean(data: bytes) -> bool:
    """Whether the bytes are syllables and ASCII in EUC-KR: noise is other signs too."""
    try:
        text = data.decode("euc_kr")
    except UnicodeDecodeError:
        return False
    return len(data) >= 8 and all("\uac00" <= c <= "\ud7a3" or " " <= c <= "~" for c in text)


def _inflated(data: bytes) -> bytes | None:
    """What a bare deflate stream holds, as drawings in base64 do, where that is text."""
    reader = zlib.decompressobj(-15)
    try:
        content = reader.decompress(data, _INFLATED)
    except zlib.error:
        return None
    return content if reader.eof and not reader.unused_data and _is_text(content) else None


def _is_text(data: bytes) -> bool:
    try:
        return data.decode("utf-8").isprintable()
    except UnicodeDecodeError:
        return False


def base85_layer(text: str) -> Iterator[Piece]:
    """RFC 1924 base85 and Ascii85, where the result is plain text."""
    for match in _BASE85.finditer(text):
        run = match.group()
        if len(set(run) - _ALNUM) < 3 or "://" in run:
            continue
        for decode in _decoders85(run):
            with contextlib.suppress(ValueError):
                if _is_text(data := decode(run)):
                    yield Piece(offset=match.start(), data=data)


def _decoders85(run: str) -> Iterator[Callable[[str], bytes]]:
    """Ascii85 in its brackets, RFC 1924, and ZeroMQ's Z85 for whole groups: its marks are others."""
    if run.startswith("<~"):
        yield lambda run: base64.a85decode(run, adobe=True)
        return
    if _MARKS_Z85.isdisjoint(run):
        yield base64.b85decode
    if len(run) % 5 == 0:
        yield lambda run: base64.b85decode(run.translate(_Z85))


def base58_layer(text: str) -> Iterator[Piece]:
    """Base58 of digital currencies and short links, where the result is plain text."""
    for match in _BASE58.finditer(text) if _LONG.search(text) else ():
        run = match.group()
        if run.upper() == run or run.lower() == run:
            continue
        number = 0
        for char in run:
            number = number * 58 + _DIGITS58[char]
        data = number.to_bytes((number.bit_length() + 7) // 8, "big")
        if _is_text(data):
            yield Piece(offset=match.start(), data=data)


def uuencode_layer(text: str) -> Iterator[Piece]:
    """POSIX uuencode: what stands between `begin` and `end`."""
    for match in _UU.finditer(text) if "begin " in text else ():
        with contextlib.suppress(binascii.Error):
            yield Piece(offset=match.start(), data=b"".join(map(binascii.a2b_uu, match[1].splitlines())))


def base32_layer(text: str) -> Iterator[Piece]:
    """RFC 4648 base32."""
    for match in _BASE32.finditer(text):
        run = match.group().rstrip("=").upper()
        padded = run + "=" * (-len(run) % 8)
        with contextlib.suppress(binascii.Error):
            if (found := worthwhile(base64.b32decode(padded))) is not None:
                yield Piece(offset=match.start(), data=found)
        with contextlib.suppress(binascii.Error):
            if _is_text(other := base64.b32hexdecode(padded)):
                yield Piece(offset=match.start(), data=other)


def hex_layer(text: str) -> Iterator[Piece]:
    """Runs of hexadecimal digits, with or without separators."""
    for match in itertools.chain(_HEX.finditer(text), _HEX_BYTES.finditer(text)):
        digits = re.sub(r"0x|\\?x|[^0-9a-fA-F]", "", match.group())
        data = bytes.fromhex(digits[: len(digits) & ~1])
        if (found := worthwhile(data)) is not None:
            yield Piece(offset=match.start(), data=found)
    for match in _DUMP.finditer(text) if _DUMPED.search(text) else ():
        lines = (re.split(r"[ \t]{1,3}", line.strip(" \t>"), maxsplit=1)[-1] for line in match.group().splitlines())
        digits = "".join(re.sub(r"\s", "", _COLUMNS.match(line).group()) for line in lines)  # type: ignore[union-attr]
        yield Piece(offset=match.start(), data=bytes.fromhex(digits[: len(digits) & ~1]))
