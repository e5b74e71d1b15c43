"""The records of a zip archive (PKWARE APPNOTE 6.3.10, section 4.3): its two directories, and the bytes of neither."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from pressgate.model import Finding
from pressgate.walk.names import printable

_EOCD, _CENTRAL, _LOCAL, _DESCRIPTOR = b"PK\x05\x06", b"PK\x01\x02", b"PK\x03\x04", b"PK\x07\x08"
_DESCRIBED, _UTF8 = 0x8, 0x800


class ZipFault(Exception):
    """The bytes can't be read as a zip archive at all. The text says why."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What the central directory says of a member. Sizes in bytes; `offset` is that of its local header."""

    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    mode: int
    offset: int
    extra: bytes
    comment: bytes


def end_record(data: bytes) -> tuple[int, int, int, bytes, bytes]:
    """Entries, directory size, directory offset, comment and the bytes after the record."""
    place = data.rfind(_EOCD, max(0, len(data) - 22 - 65535))
    if place < 0 or place + 22 > len(data):
        place = data.rfind(_EOCD)
        if place < 0 or place + 22 > len(data):
            raise ZipFault("no end record of a zip archive")
    disk, first, here, count, size, offset, length = struct.unpack_from("<HHHHIIH", data, place + 4)
    if disk or first or here != count:
        raise ZipFault("an archive over several disks")
    if count == 0xFFFF or size == 0xFFFFFFFF or offset == 0xFFFFFFFF:
        raise ZipFault("a zip64 directory, which no wheel of this size needs")
    comment = data[place + 22 : place + 22 + length]
    return count, size, offset, comment, data[place + 22 + length :]


def central_entries(directory: bytes, faults: list[Finding]) -> Iterator[Entry]:
    """The entries of the central directory's bytes; what is none of them is added to the faults."""
    at = 0
    while at + 46 <= len(directory) and directory.startswith(_CENTRAL, at):
        (_made, _needs, flags, method, _time, _date, crc, packed, size, n, e, c, _disk, _inner, outer, offset) = (
            struct.unpack_from("<HHHHHHIIIHHHHHII", directory, at + 4)
        )
        raw = directory[at + 46 : at + 46 + n]
        extra = directory[at + 46 + n : at + 46 + n + e]
        comment = directory[at + 46 + n + e : at + 46 + n + e + c]
        if len(comment) < c or len(extra) < e:
            break
        at += 46 + n + e + c
        size, packed, offset = _zip64(extra, size, packed, offset)
        yield Entry(
            name=_decode(raw, flags, faults), flags=flags, method=method, crc=crc, packed=packed, size=size,
            mode=outer >> 16, offset=offset, extra=extra, comment=comment,
        )  # fmt: skip
    if at != len(directory):
        detail = f"{len(directory) - at} bytes are no entries"
        faults.append(Finding(code="directory-mismatch", where="(central directory)", detail=detail))


def _zip64(extra: bytes, size: int, packed: int, offset: int) -> tuple[int, int, int]:
    at = 0
    while at + 4 <= len(extra):
        tag, length = struct.unpack_from("<HH", extra, at)
        if tag == 1:
            values = iter(struct.unpack_from(f"<{min(length, len(extra) - at - 4) // 8}Q", extra, at + 4))
            size = next(values, size) if size == 0xFFFFFFFF else size
            packed = next(values, packed) if packed == 0xFFFFFFFF else packed
            offset = next(values, offset) if offset == 0xFFFFFFFF else offset
        at += 4 + length
    return size, packed, offset


def _decode(raw: bytes, flags: int, faults: list[Finding]) -> str:
    try:
        name = raw.decode("utf-8" if flags & _UTF8 else "ascii")
    except UnicodeDecodeError:
        name = raw.decode("utf-8", "replace")
        faults.append(Finding(code="unsafe-name", where=printable(name), detail="not UTF-8, or not marked as UTF-8"))
    return name


def local_parts(data: bytes, entry: Entry, shift: int) -> tuple[bytes, bytes, list[str]]:
    """The packed bytes, the local extra field, and how the local header differs from the central one."""
    at = entry.offset + shift
    if at + 30 > len(data) or not data.startswith(_LOCAL, at):
        return b"", b"", ["no local header where the directory says"]
    _needs, flags, method, _time, _date, crc, packed, size, n, e = struct.unpack_from("<HHHHHIIIHH", data, at + 4)
    raw = data[at + 30 : at + 30 + n]
    extra = data[at + 30 + n : at + 30 + n + e]
    size, packed, _ = _zip64(extra, size, packed, 0)
    problems = []
    if raw.decode("utf-8", "replace") != entry.name:
        problems.append("the local header has another name")
    if flags != entry.flags or method != entry.method:
        problems.append("the local header has other flags or another method")
    described = bool(flags & _DESCRIBED)
    if not (described and (crc, packed, size) == (0, 0, 0)) and (crc, packed, size) != (
        entry.crc,
        entry.packed,
        entry.size,
    ):
        problems.append("the local header has other sizes or another checksum")
    start = at + 30 + n + e
    return data[start : start + entry.packed], extra, problems


def gaps(
    data: bytes, entries: list[Entry], shift: int, directory: int, faults: list[Finding]
) -> Iterator[tuple[str, bytes]]:
    """Bytes before, between and after the members, which no reader of the directory sees; overlaps are faults too."""
    at = 0
    for entry in sorted(entries, key=lambda e: e.offset):
        start = entry.offset + shift
        if start < at:
            faults.append(
                Finding(code="directory-mismatch", where=printable(entry.name), detail="overlaps another member")
            )
        elif start > at:
            code = "prefix-bytes" if at == 0 else "hidden-bytes"
            faults.append(Finding(code=code, where=f"(offset {at})", detail=f"{start - at} bytes belong to no member"))
            yield f"(bytes at {at})", data[at:start]
        at = max(at, _after(data, entry, start))
    if at < directory:
        faults.append(
            Finding(code="hidden-bytes", where=f"(offset {at})", detail=f"{directory - at} bytes belong to no member")
        )
        yield f"(bytes at {at})", data[at:directory]
    elif at > directory:
        faults.append(Finding(code="directory-mismatch", where="(central directory)", detail="a member runs into it"))


def _after(data: bytes, entry: Entry, start: int) -> int:
    """Where the member ends: after its packed bytes and, where flagged, its data descriptor."""
    if start + 30 > len(data):
        return start
    n, e = struct.unpack_from("<HH", data, start + 26)
    end: int = start + 30 + n + e + entry.packed
    if not entry.flags & _DESCRIBED:
        return end
    signed = 4 if data.startswith(_DESCRIPTOR, end) else 0
    for size, form in ((12, "<III"), (20, "<IQQ")):
        body = data[end + signed : end + signed + size]
        if len(body) == size and struct.unpack(form, body) == (entry.crc, entry.packed, entry.size):
            return end + signed + size
    return end
