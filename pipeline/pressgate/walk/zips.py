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

from pressgate.model import Finding
from pressgate.walk.archive import Archive, Budget, Member, mode_fault
from pressgate.walk.names import name_faults, printable
from pressgate.walk.zip_records import Entry, central_entries, end_record, gaps, local_parts

_ENCRYPTED = 0x1
_STORED, _DEFLATED, _BZIP2, _LZMA = 0, 8, 12, 14


def read_zip(data: bytes, budget: Budget) -> Archive:
    """Every member of `data`, with a finding for each way in which two readers could disagree.

    Raises ZipFault where there is no end record.
    """
    count, size, offset, comment, tail = end_record(data)
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
    entries = list(central_entries(data[eocd - size : eocd], faults))
    if len(entries) != count:
        detail = f"{count} declared, {len(entries)} there"
        faults.append(Finding(code="directory-mismatch", where="(central directory)", detail=detail))
    members = [_member(data, entry, shift, budget, faults) for entry in entries]
    faults.extend(name_faults(e.name for e in entries))
    stray.extend(gaps(data, entries, shift, eocd - size, faults))
    return Archive(members=tuple(members), faults=tuple(faults), stray=tuple(stray), declared=count)


def _member(data: bytes, entry: Entry, shift: int, budget: Budget, faults: list[Finding]) -> Member:
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
    packed, extra, problems = local_parts(data, entry, shift)
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


def _content(entry: Entry, packed: bytes, room: int, where: str, faults: list[Finding]) -> bytes:
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
