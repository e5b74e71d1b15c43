"""From bytes to text: which encodings a reader would try, and the readable runs of what is no text."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Iterator

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe\x00\x00", "utf-32-le"), (b"\x00\x00\xfe\xff", "utf-32-be"))
_BOMS_16 = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_PRINTED = bytes(b for b in range(256) if b >= 0x20 or b in b"\t\n\r")
_LEGACY = ("cp949", "shift_jis", "gb18030")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffd\ufffe\uffff]")
_ASCII_RUN = re.compile(
    rb"(?:[\t\x20-\x7e]|[\xc2-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}){6,}"
)
# Han with a low byte of zero is left out: letters, read one byte on, would look like it.
_WIDE_LE = re.compile(
    rb"(?:[\t\n\r\x20-\x7e]\x00|[\x01-\xff][\x30-\x31\x4e-\x9f]|[\x00-\xff][\xac-\xd7]){5,}[\x20-\x7e]?"
)
_WIDE_BE = re.compile(rb"(?:\x00[\t\n\r\x20-\x7e]|[\x30-\x31\x4e-\x9f][\x01-\xff]|[\xac-\xd7][\x00-\xff]){5,}")
_WIDEST = re.compile(rb"(?:[\t\n\r\x20-\x7e]\x00\x00\x00){5,}|(?:[\x00-\xff][\xac-\xd7]\x00\x00){4,}")
_KOREAN = re.compile(rb"(?:[\xb0-\xc8][\xa1-\xfe][ -~]{0,2}){4,}")
_SHIFTS = (b"\x1b$", ("iso2022_kr", "iso2022_jp_2"))
_LONG = 1 << 16


def decode(data: bytes) -> tuple[str, str] | None:
    """(encoding, text) where all of `data` reads as text, else None. UTF-8 first, then UTF-16, marked or not."""
    for mark, name in (*_BOMS, *_BOMS_16):
        if data.startswith(mark):
            text = data[len(mark) :].decode(name, "replace")
            return (name, text) if text.count("\ufffd") * 20 <= len(text) else None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _wide(data)
    if "\x00" in text:
        return _wide(data)
    return ("utf-8", text) if len(_CONTROL.findall(text[:4096])) * 20 <= len(text[:4096]) else None


def _wide(data: bytes) -> tuple[str, str] | None:
    for name, unit in (("utf-16-le", 2), ("utf-16-be", 2), ("utf-32-le", 4), ("utf-32-be", 4)):
        if len(data) % unit or not data:
            continue
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        if _plausible(text):
            return name, text
    return None


def _plausible(text: str) -> bool:
    """Text of one or two scripts with spaces or ASCII in it, as people write it, and no control characters."""
    sample = text[:2048]
    if _CONTROL.search(sample):
        return False
    known = sum(1 for c in sample if c.isascii() or (unicodedata.category(c)[0] in "LNP" and _common(c)))
    return known >= 0.9 * len(sample) and any(c.isascii() for c in sample)


def _common(char: str) -> bool:
    point = ord(char)
    return point < 0x600 or 0x1100 <= point < 0x1200 or 0x2000 <= point < 0x3400 or 0x4E00 <= point < 0xA000 or (
        0xAC00 <= point < 0xD7B0 or 0xFF00 <= point < 0xFFF0
    )  # fmt: skip


def legacy(data: bytes) -> Iterator[tuple[str, str]]:
    """Readings in the older East Asian encodings, for bytes that are no Unicode, or that shift to them."""
    for name in _SHIFTS[1] if _SHIFTS[0] in data else _LEGACY:
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text[:4096]):
            yield name, text


def runs(data: bytes) -> str:
    """The readable runs of binary bytes, one a line: of UTF-8, UTF-16, UTF-32 and EUC-KR.

    Of short texts with control characters between the letters, the letters too.
    """
    parts = [m.group().decode("utf-8", "replace") for m in _ASCII_RUN.finditer(data)]
    for pattern, name in ((_WIDE_LE, "utf-16-le"), (_WIDE_BE, "utf-16-be")):
        if data.count(0) * 50 > len(data) or len(data) < 4096:
            parts.extend(m.group().decode(name, "ignore") for m in pattern.finditer(data))
    parts.extend(m.group().decode("utf-32-le", "replace") for m in _WIDEST.finditer(data))
    parts.extend(m.group().decode("euc_kr", "replace") for m in _KOREAN.finditer(data))
    if len(data) < _LONG and (controls := data.translate(None, _PRINTED)):
        with contextlib.suppress(UnicodeDecodeError):
            parts.append(data.translate(None, controls).decode("utf-8"))
    return "\n".join(parts)
