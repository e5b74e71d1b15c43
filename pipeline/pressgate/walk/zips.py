"""A strict reader of zip archives (PKWARE APPNOTE 6.3.10), which reports what lenient readers pass over.

Python's zipfile, pip, uv and the indexes each forgive other faults, so that one file can hold different members for
different readers. Here every byte must belong to a local header, its data, the central directory or its end record,
and the two directories must say the same.
"""

from __future__ import annotations

import bz2
import lzma
import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from pressgate.model import Finding
from pressgate.walk.archive import Archive, Budget, Member, mode_fault
from pressgate.walk.names import name_faults, printable

_EOCD, _CENTRAL, _LOCAL, _DESCRIPTOR = b"PK\x05\x06", b"PK\x01\x02", b"PK\x03\x04", b"PK\x07\x08"
_ENCRYPTED, _DESCRIBED, _UTF8 = 0x1, 0x8, 0x800
_STORED, _DEFLATED, _BZIP2, _LZMA = 0, 8, 12, 14


class ZipFault(Exception):
    """The bytes can't be read as a zip archive at all. The text says why."""


@dataclass(frozen=True, kw_only=True)
class _Entry:
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


def read_zip(data: bytes, budget: Budget) -> Archive:
    """Every member of `data`, with a finding for each way in which two readers could disagree.

    Raises ZipFault where there is no end record.
    """
    end = _end_record(data)
    count, size, offset, comment, tail = end
    faults: list[Finding] = []
    stray: list[tuple[str, bytes]] = []
    eocd = len(data) - 22 - len(comment) - len(tail)
    shift = eocd - size - offset
    if comment:
        faults.append(Finding(code="archive-comment", where="(archive comment)", detail=f"{len(comment)} bytes"))
        stray.append(("(archive comment)", comment))
    if tail:
        faults.append(Finding(code="trailing-bytes", where="(end of the archive)", detail=f"{len(tail)} bytes"))
        stray.append(("(trailing bytes)", tail))
    if shift < 0 or (size == 0 and eocd > 0):
        faults.append(
            Finding(code="directory-mismatch", where="(central directory)", detail="its size or place is wrong")
        )
        stray.append(("(unreachable bytes)", data[:eocd]))
        return Archive(members=(), faults=tuple(faults), stray=tuple(stray), declared=count)
    entries = list(_central(data[eocd - size : eocd], faults))
    if len(entries) != count:
        detail = f"{count} declared, {len(entries)} there"
        faults.append(Finding(code="directory-mismatch", where="(central directory)", detail=detail))
    members = [_member(data, entry, shift, budget, faults) for entry in entries]
    faults.extend(name_faults(e.name for e in entries))
    stray.extend(_gaps(data, entries, shift, eocd - size, faults))
    return Archive(members=tuple(members), faults=tuple(faults), stray=tuple(stray), declared=count)


def _end_record(data: bytes) -> tuple[int, int, int, bytes, bytes]:
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


def _central(directory: bytes, faults: list[Finding]) -> Iterator[_Entry]:
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
        yield _Entry(
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


def _member(data: bytes, entry: _Entry, shift: int, budget: Budget, faults: list[Finding]) -> Member:
    where = printable(entry.name)
    is_dir = entry.name.endswith("/")
    notes = [("comment", entry.comment)] if entry.comment else []
    if entry.comment:
        faults.append(Finding(code="archive-comment", where=where, detail="a comment on a member"))
    if entry.extra:
        notes.append(("extra field", entry.extra))
    if fault := mode_fault(where, entry.mode):
        faults.append(fault)
    if stat.S_ISDIR(entry.mode) and not is_dir:
        faults.append(Finding(code="special-member", where=where, detail="a folder by its mode, a file by its name"))
    packed, extra, problems = _local(data, entry, shift)
    if extra and extra != entry.extra:
        notes.append(("local extra field", extra))
    faults.extend(Finding(code="directory-mismatch", where=where, detail=p) for p in problems)
    content = b""
    if entry.flags & _ENCRYPTED:
        faults.append(Finding(code="encrypted-member", where=where))
        notes.append(("encrypted bytes", packed))
    elif entry.size > budget.room():
        faults.append(Finding(code="too-large", where=where, detail=f"{entry.size} bytes declared"))
    else:
        content = _content(entry, packed, budget.room(), where, faults)
    budget.spend(len(content))
    if is_dir and content:
        faults.append(Finding(code="directory-mismatch", where=where, detail="a folder with bytes of its own"))
    return Member(name=entry.name, data=content, mode=entry.mode, is_dir=is_dir and not content, notes=tuple(notes))


def _local(data: bytes, entry: _Entry, shift: int) -> tuple[bytes, bytes, list[str]]:
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


def _content(entry: _Entry, packed: bytes, room: int, where: str, faults: list[Finding]) -> bytes:
    try:
        content, rest = _unpack(entry.method, packed, room)
    except (zlib.error, OSError, EOFError, lzma.LZMAError, ValueError) as error:
        faults.append(Finding(code="bad-data", where=where, detail=type(error).__name__))
        return b""
    if entry.method not in {_STORED, _DEFLATED}:
        faults.append(Finding(code="odd-compression", where=where, detail=f"method {entry.method}"))
    if rest:
        faults.append(Finding(code="hidden-bytes", where=where, detail=f"{rest} bytes after the compressed data"))
    if len(content) > room:
        faults.append(Finding(code="too-large", where=where, detail="more than the limit after unpacking"))
        return b""
    if len(content) != entry.size or zlib.crc32(content) != entry.crc:
        faults.append(Finding(code="bad-data", where=where, detail="size or checksum differs from the directory"))
    return content


def _unpack(method: int, packed: bytes, room: int) -> tuple[bytes, int]:
    """At most `room` + 1 bytes, and how many packed bytes were not used."""
    if method == _STORED:
        return packed[: room + 1], 0
    if method == _DEFLATED:
        inflate = zlib.decompressobj(-15)
        content = inflate.decompress(packed, room + 1)
        if not inflate.eof and len(content) <= room:
            raise EOFError
        return content, len(inflate.unused_data)
    if method == _BZIP2:
        bunzip = bz2.BZ2Decompressor()
        return bunzip.decompress(packed, room + 1), len(bunzip.unused_data)
    if method == _LZMA and len(packed) > 4:
        length = struct.unpack_from("<H", packed, 2)[0]
        props = packed[4 : 4 + length]
        spec = lzma._decode_filter_properties(lzma.FILTER_LZMA1, props)  # type: ignore[attr-defined]
        unlzma = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[spec])
        return unlzma.decompress(packed[4 + length :], room + 1), len(unlzma.unused_data)
    raise ValueError(method)


def _gaps(
    data: bytes, entries: list[_Entry], shift: int, directory: int, faults: list[Finding]
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


def _after(data: bytes, entry: _Entry, start: int) -> int:
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
