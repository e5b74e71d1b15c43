"""The layers inside binary files: each tells by the first bytes whether it can open them, and gives the parts."""

from __future__ import annotations

import bz2
import lzma
import re
import sqlite3
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pressgate.model import Finding
from pressgate.walk.archive import Archive, Budget
from pressgate.walk.exif import exif_lines, has_exif
from pressgate.walk.marshaled import is_pyc, pyc_strings
from pressgate.walk.tars import gunzip, is_tar, read_tar
from pressgate.walk.texts import runs
from pressgate.walk.zips import read_zip

_PNG = b"\x89PNG\r\n\x1a\n"
_SQLITE = b"SQLite format 3\x00"
_OPAQUE = {
    b"7z\xbc\xaf\x27\x1c": "7-Zip", b"Rar!\x1a\x07": "RAR", b"\x28\xb5\x2f\xfd": "Zstandard", b"MSCF": "CAB",
    b"\x04\x22\x4d\x18": "LZ4", b"!<arch>\n": "ar", b"070701": "cpio", b"xar!": "xar",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Part:
    """Something found inside: bytes to look into, or text. `named` marks names and comments."""

    label: str
    data: bytes | str
    named: bool = False


@dataclass(frozen=True, kw_only=True)
class Opened:
    """What a binary layer gave: parts, and the faults that make it unreadable in part."""

    parts: Iterator[Part]
    faults: tuple[Finding, ...] = ()
    members: int = 0


Opener = Callable[[bytes, Budget], Opened]


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


def _png(data: bytes, budget: Budget) -> Opened:
    return Opened(parts=_png_chunks(data, budget))


def _png_chunks(data: bytes, budget: Budget) -> Iterator[Part]:
    at = len(_PNG)
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        label = kind.decode("latin-1")
        if kind == b"zTXt" or kind == b"iCCP":
            yield Part(label=label, data=_inflate(body.partition(b"\0")[2][1:], budget))
        elif kind == b"iTXt":
            head, _, rest = body.partition(b"\0")
            tail = rest[2:].split(b"\0", 2)[-1]
            yield Part(label=label, data=head + b"\n" + (_inflate(tail, budget) if rest[:1] == b"\x01" else tail))
        elif kind not in {b"IDAT", b"IHDR", b"PLTE", b"fdAT"}:
            yield Part(label=label, data=body.replace(b"\0", b"\n") if kind == b"tEXt" else body)
        at += 12 + length
        if kind == b"IEND":
            break
    if at < len(data):
        yield Part(label="(bytes after the image)", data=data[at:])


def _inflate(data: bytes, budget: Budget) -> bytes:
    try:
        content = zlib.decompressobj().decompress(data, min(budget.room(), 16 << 20))
    except zlib.error:
        return data
    budget.total += len(content)
    return content


def _pdf(data: bytes, budget: Budget) -> Opened:
    return Opened(parts=_pdf_parts(data, budget))


def _pdf_parts(data: bytes, budget: Budget) -> Iterator[Part]:
    yield Part(label="pdf", data=runs(data))
    yield Part(label="pdf strings", data=_pdf_strings(data))
    for match in re.finditer(rb"stream\r?\n", data):
        end = data.find(b"endstream", match.end())
        body = data[match.end() : end if end >= 0 else len(data)]
        content = _inflate(body, budget)
        if content is not body:
            yield Part(label="pdf stream", data=runs(content) + "\n" + _pdf_strings(content))


def _pdf_strings(data: bytes) -> str:
    """Literal and hexadecimal strings (ISO 32000-1, 7.3.4), each on a line, and shown text joined over its kerning."""
    found = []
    for match in re.finditer(
        rb"\((?:\\.|[^()\\]){3,}\)|<(?:[0-9A-Fa-f]{2}\s?){4,}>|\[(?:[^\[\]]{4,4000})\]\s*TJ", data
    ):
        token = match.group()
        if token[:1] == b"<":
            raw = bytes.fromhex(token[1:-1].decode("ascii"))
        elif token[:1] == b"[":
            raw = b"".join(re.findall(rb"\(((?:\\.|[^()\\])*)\)", token))
        else:
            raw = re.sub(rb"\\([()\\])", rb"\1", token[1:-1])
        found.append(
            raw[2:].decode("utf-16-be", "replace") if raw[:2] == b"\xfe\xff" else raw.decode("utf-8", "replace")
        )
    return "\n".join(found)


def _sqlite(data: bytes, _budget: Budget) -> Opened:
    return Opened(parts=_sqlite_parts(data))


def _sqlite_parts(data: bytes) -> Iterator[Part]:
    """The readable runs of every page, free ones too, and the rows, which pages may split."""
    yield Part(label="sqlite pages", data=runs(data))
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(data)
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        connection.execute("pragma trusted_schema = off")
        connection.set_progress_handler(lambda: 1, 200_000_000)
        yield from _sqlite_rows(connection)
    except sqlite3.Error:
        return
    finally:
        connection.close()


def _sqlite_rows(connection: sqlite3.Connection) -> Iterator[Part]:
    tables = connection.execute(
        "select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'"
    ).fetchall()
    for (table,) in tables:
        texts: list[str] = []
        quoted = str(table).replace('"', '""')
        for row in connection.execute(f'select * from "{quoted}"'):  # noqa: S608
            texts.extend(value for value in row if isinstance(value, str))
            for value in row:
                if isinstance(value, bytes) and len(value) >= 16:
                    yield Part(label=f"sqlite {table}", data=value)
        if texts:
            yield Part(label=f"sqlite {table}", data="\n".join(texts))


def _pyc(data: bytes, _budget: Budget) -> Opened:
    return Opened(parts=iter([Part(label="pyc strings", data="\n".join(pyc_strings(data)))]))


def _exif(data: bytes, _budget: Budget) -> Opened:
    return Opened(parts=iter([Part(label="exif", data="\n".join(exif_lines(data)))]))


OPENERS: Mapping[str, tuple[Callable[[bytes], bool], Opener]] = {
    "zip": (lambda d: d[:4] in {b"PK\x03\x04", b"PK\x05\x06"}, _zip),
    "gzip": (lambda d: d[:3] == b"\x1f\x8b\x08", _gzip),
    "bzip2": (lambda d: d[:3] == b"BZh" and d[4:10] == b"1AY&SY", _stream("bzip2", bz2.BZ2Decompressor)),
    "xz": (lambda d: d[:6] == b"\xfd7zXZ\x00", _stream("xz", lzma.LZMADecompressor)),
    "zlib": (lambda d: d[:2] in {b"x\x01", b"x\x5e", b"x\x9c", b"x\xda"}, _zlib),
    "tar": (is_tar, _tar),
    "png": (lambda d: d[:8] == _PNG, _png),
    "pdf": (lambda d: d[:5] == b"%PDF-", _pdf),
    "sqlite": (lambda d: d[:16] == _SQLITE, _sqlite),
    "pyc": (is_pyc, _pyc),
    "exif": (has_exif, _exif),
}


def opaque(data: bytes) -> str | None:
    """The kind of container that Pressgate can't look into, or None."""
    return next((kind for magic, kind in _OPAQUE.items() if data.startswith(magic)), None)
