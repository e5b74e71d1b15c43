"""The layers inside binary files: each tells by the first bytes whether it can open them, and gives the parts."""

from __future__ import annotations

import bz2
import contextlib
import itertools
import lzma
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping

from pressgate.model import Finding
from pressgate.walk import media
from pressgate.walk.archive import Archive, Budget
from pressgate.walk.exif import exif_lines, has_exif
from pressgate.walk.marshaled import is_pyc, pyc_strings
from pressgate.walk.media import PNG
from pressgate.walk.parts import Opened, Opener, Part
from pressgate.walk.pdfs import pdf
from pressgate.walk.tars import TarFault, gunzip, is_tar, read_tar
from pressgate.walk.zip_records import ZipFault
from pressgate.walk.zips import read_zip

_HIDDEN = 1 << 16
_SQLITE = b"SQLite format 3\x00"
_OPAQUE = {
    b"7z\xbc\xaf\x27\x1c": "7-Zip", b"Rar!\x1a\x07": "RAR", b"\x28\xb5\x2f\xfd": "Zstandard", b"MSCF": "CAB",
    b"\x1f\x9d": "compress", b"\x1f\xa0": "compress", b"\x04\x22\x4d\x18": "LZ4",
    b"!<arch>\n": "ar", b"070701": "cpio", b"xar!": "xar",
}  # fmt: skip


def _archive(archive: Archive) -> Opened:
    return Opened(parts=_members(archive), faults=archive.faults, members=len(archive.members))


def _members(archive: Archive) -> Iterator[Part]:
    for member in archive.members:
        yield Part(label=member.name, data=member.name, named=True)
        yield Part(label=member.name, data=member.data)
        for label, note in member.notes:
            yield Part(label=f"{member.name} ({label})", data=note, named=True)
    for label, note in archive.stray:
        yield Part(label=label, data=note, named=True)


def _zip(data: bytes, budget: Budget) -> Opened:
    return _archive(read_zip(data, budget))


def _tar(data: bytes, budget: Budget) -> Opened:
    return _archive(read_tar(data, budget))


def _gzip(data: bytes, budget: Budget) -> Opened:
    content, notes, faults = gunzip(data, budget.room())
    budget.total += len(content)
    parts = [Part(label="gzip", data=content), *(Part(label=label, data=n, named=True) for label, n in notes)]
    return Opened(parts=iter(parts), faults=faults)


def _stream(label: str, make: Callable[[], bz2.BZ2Decompressor | lzma.LZMADecompressor]) -> Opener:
    def opened(data: bytes, budget: Budget) -> Opened:
        room = budget.room()
        reader = make()
        content = reader.decompress(data, room + 1)
        if not reader.eof and len(content) <= room:
            raise EOFError
        return _unpacked(label, content, reader.unused_data, room, budget)

    return opened


def _zlib(data: bytes, budget: Budget) -> Opened:
    room = budget.room()
    reader = zlib.decompressobj()
    return _unpacked("zlib", reader.decompress(data, room + 1), reader.unused_data, room, budget)


def _unpacked(label: str, content: bytes, rest: bytes, room: int, budget: Budget) -> Opened:
    if len(content) > room:
        fault = Finding(code="too-large", where=f"({label})", detail="more than the limit after unpacking")
        return Opened(parts=iter(()), faults=(fault,))
    budget.total += len(content)
    parts = [Part(label=label, data=content)]
    if rest:
        parts.append(Part(label=f"{label} (trailing bytes)", data=rest))
    return Opened(parts=iter(parts))


def _carved(data: bytes, budget: Budget) -> Opened:
    """Archives that begin somewhere inside a file of another kind, and a bare deflate stream."""
    return Opened(parts=_carved_parts(data, budget))


def _carved_parts(data: bytes, budget: Budget) -> Iterator[Part]:
    start = data.find(b"PK\x03\x04", 1)
    if start > 0 and data.find(b"PK\x05\x06", start) > 0:
        with contextlib.suppress(ZipFault):
            yield from _members(read_zip(data[start:], budget))
    for match in itertools.islice(
        re.finditer(rb"\x1f\x8b\x08[\x00-\x1f]....[\x00\x02\x04][\x00-\x0d\xff]", data[1:], re.DOTALL), 20
    ):
        with contextlib.suppress(TarFault, struct.error):
            yield Part(label="gzip", data=gunzip(data[match.start() + 1 :], min(budget.room(), _CARVED))[0])
    reader = zlib.decompressobj(-15)
    with contextlib.suppress(zlib.error):
        content = reader.decompress(data, min(budget.room(), _CARVED))
        if reader.eof and not reader.unused_data:
            yield Part(label="deflate", data=content)


def _may_hold_archives(data: bytes) -> bool:
    """Whether the bytes are of a kind that no other layer opens, and no text."""
    if len(data) < 24 or data.startswith(_OPENED) or is_tar(data):
        return False
    return b"PK\x03\x04" in data or b"\x1f\x8b\x08" in data or (len(data) < _HIDDEN and not data[:64].isascii())


def _pyc(data: bytes, _budget: Budget) -> Opened:
    return Opened(parts=iter([Part(label="pyc strings", data="\n".join(pyc_strings(data)))]))


def _exif(data: bytes, _budget: Budget) -> Opened:
    return Opened(parts=iter([Part(label="exif", data="\n".join(exif_lines(data)))]))


_OPENED = (b"PK", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"x\x9c", b"x\xda", b"x\x01", b"x^", PNG, b"%PDF-", _SQLITE)
_CARVED = 16 << 20


OPENERS: Mapping[str, tuple[Callable[[bytes], bool], Opener]] = {
    "zip": (lambda d: d[:4] in {b"PK\x03\x04", b"PK\x05\x06"}, _zip),
    "gzip": (lambda d: d[:3] == b"\x1f\x8b\x08", _gzip),
    "bzip2": (lambda d: d[:3] == b"BZh" and d[4:10] == b"1AY&SY", _stream("bzip2", bz2.BZ2Decompressor)),
    "xz": (lambda d: d[:6] == b"\xfd7zXZ\x00", _stream("xz", lzma.LZMADecompressor)),
    "lzma": (lambda d: d[:3] == b"]\0\0" and len(d) > 13, _stream("lzma", lzma.LZMADecompressor)),
    "zlib": (lambda d: d[:2] in {b"x\x01", b"x\x5e", b"x\x9c", b"x\xda"}, _zlib),
    "tar": (is_tar, _tar),
    "png": (lambda d: d[:8] == PNG, media.png),
    "pdf": (lambda d: d[:5] == b"%PDF-", pdf),
    "sqlite": (lambda d: d[:16] == _SQLITE, media.sqlite),
    "pyc": (is_pyc, _pyc),
    "exif": (has_exif, _exif),
    "woff": (lambda d: d[:4] == b"wOFF" and len(d) > 44, media.woff),
    "gif": (lambda d: d[:4] == b"GIF8", media.gif),
    "notebook": (lambda d: b'"nbformat"' in d and d.lstrip()[:1] == b"{", media.notebook),
    "carved": (_may_hold_archives, _carved),
}


def opaque(data: bytes) -> str | None:
    """The kind of container that Pressgate can't look into, or None."""
    return next((kind for magic, kind in _OPAQUE.items() if data.startswith(magic)), None)
