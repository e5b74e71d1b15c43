"""The strings of a `.pyc` file, read without `marshal`, which may crash on bytes that somebody made up."""

from __future__ import annotations

import struct
from collections.abc import Iterator

_TEXT = {b"u": "utf-8", b"t": "utf-8", b"a": "latin-1", b"A": "latin-1", b"z": "latin-1", b"Z": "latin-1"}
_SHORT = {b"z", b"Z"}
_FIXED = {b"i": 4, b"I": 8, b"g": 8, b"y": 16, b"r": 4}
_BARE = {b"0", b"N", b"F", b"T", b"S", b"."}
# Fields of a code object before the bytes of its code, by version: the rest of it are objects like any other.
_HEADERS = (16, 12, 8)


def is_pyc(data: bytes) -> bool:
    """Whether `data` has the magic number and the header of a compiled module."""
    return len(data) > 16 and data[2:4] == b"\r\n" and any(data[at] & 0x7F == 0x63 for at in _HEADERS)


def pyc_strings(data: bytes) -> Iterator[str]:
    """Constants, names and file names, in the order of the file; stops without a word where the data is broken."""
    at = next(at for at in _HEADERS if data[at] & 0x7F == 0x63)
    while at < len(data):
        kind = bytes([data[at] & 0x7F])
        at += 1
        if kind in _TEXT or kind == b"s":
            short = kind in _SHORT
            width = 1 if short else 4
            if at + width > len(data):
                return
            length = data[at] if short else struct.unpack_from("<I", data, at)[0]
            raw = data[at + width : at + width + length]
            yield raw.decode(_TEXT.get(kind, "utf-8"), "replace")
            at += width + length
        elif kind == b"c":
            at += _code_fields(data, at)
        elif kind in {b"(", b"[", b"<", b">"}:
            at += 4
        elif kind == b")":
            at += 1
        elif kind == b"l":
            if at + 4 > len(data):
                return
            at += 4 + 2 * abs(struct.unpack_from("<i", data, at)[0])
        elif kind in _FIXED:
            at += _FIXED[kind]
        elif kind not in _BARE and kind != b"{":
            continue


def _code_fields(data: bytes, at: int) -> int:
    """How many bytes of plain numbers a code object begins with: they are followed by its code, a byte string."""
    for count in (5, 6, 4):
        end = at + 4 * count
        if end < len(data) and data[end] & 0x7F == 0x73:
            return 4 * count
    return 20
