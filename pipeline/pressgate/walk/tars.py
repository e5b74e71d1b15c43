"""A strict reader of tar archives (POSIX.1-2001 pax and GNU long names) and of the gzip around them (RFC 1952)."""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Iterator, Mapping

from pressgate.model import Finding
from pressgate.walk.archive import Archive, Budget, Member, mode_fault
from pressgate.walk.names import name_faults, printable

_BLOCK = 512
_KINDS = {b"1": stat.S_IFLNK, b"2": stat.S_IFLNK, b"3": stat.S_IFCHR, b"4": stat.S_IFBLK, b"6": stat.S_IFIFO}
_PLAIN = {b"0", b"\0", b"7", b"5"}
_NOBODY = {"", "root", "wheel", "nobody", "nogroup", "0"}


class TarFault(Exception):
    """The bytes can't be read as a tar or gzip file. The text says why."""


def is_tar(data: bytes) -> bool:
    """Whether `data` begins with a tar header whose checksum is right."""
    return len(data) >= _BLOCK and any(data[:_BLOCK]) and _checksum(data[:_BLOCK])


def gunzip(data: bytes, room: int) -> tuple[bytes, tuple[tuple[str, bytes], ...], tuple[Finding, ...]]:
    """The content (at most `room` bytes), what the header says beside it, and faults: a bomb, several streams, a tail.

    Raises TarFault where it is no gzip stream.
    """
    if len(data) < 18 or data[:3] != b"\x1f\x8b\x08":
        raise TarFault("no gzip header")
    notes = tuple(_gzip_notes(data))
    content, faults, rest = b"", [], data
    while rest[:2] == b"\x1f\x8b" and len(content) <= room:
        inflate = zlib.decompressobj(31)
        try:
            content += inflate.decompress(rest, room + 1 - len(content))
        except zlib.error as error:
            raise TarFault("broken gzip data") from error
        if len(content) <= room and not inflate.eof:
            raise TarFault("truncated gzip data")
        rest = inflate.unused_data
    if len(content) > room:
        faults.append(Finding(code="too-large", where="(gzip)", detail="more than the limit after unpacking"))
        content, rest = b"", b""
    if rest.strip(b"\0"):
        faults.append(Finding(code="trailing-bytes", where="(gzip)", detail=f"{len(rest)} bytes"))
        notes += (("(trailing bytes)", rest),)
    return content, notes, tuple(faults)


def _gzip_notes(data: bytes) -> Iterator[tuple[str, bytes]]:
    flags, at = data[3], 10
    if flags & 4:
        length = struct.unpack_from("<H", data, at)[0]
        yield "gzip extra field", data[at + 2 : at + 2 + length]
        at += 2 + length
    for flag, label in ((8, "gzip file name"), (16, "gzip comment")):
        if flags & flag:
            end = data.find(b"\0", at)
            if end < 0:
                return
            yield label, data[at:end]
            at = end + 1


def read_tar(data: bytes, budget: Budget) -> Archive:
    """Every member of an uncompressed tar archive. Raises TarFault at the first header that is broken."""
    members: list[Member] = []
    faults: list[Finding] = []
    stray: list[tuple[str, bytes]] = []
    pending: dict[str, str] = {}
    at = 0
    while at + _BLOCK <= len(data) and any(data[at : at + _BLOCK]):
        header = data[at : at + _BLOCK]
        if not _checksum(header):
            raise TarFault(f"broken tar header at {at}")
        size, kind = _number(header[124:136]), header[156:157]
        content = data[at + _BLOCK : at + _BLOCK + size]
        end = at + _BLOCK + -(-size // _BLOCK) * _BLOCK
        if len(content) < size:
            raise TarFault(f"truncated tar member at {at}")
        if padding := data[at + _BLOCK + size : end].strip(b"\0"):
            faults.append(
                Finding(code="hidden-bytes", where=f"(offset {at})", detail="bytes in the padding of a member")
            )
            stray.append((f"(padding at {at})", padding))
        at = end
        if kind in {b"x", b"g", b"L", b"K"}:
            pending |= _extended(kind, content)
            if kind in {b"x", b"g"}:
                stray.append(("(pax header)", content))
            continue
        members.append(_member(header, content, pending, budget, faults))
        pending = {}
    if rest := data[at:].strip(b"\0"):
        faults.append(Finding(code="trailing-bytes", where="(tar)", detail=f"{len(rest)} bytes"))
        stray.append(("(trailing bytes)", rest))
    faults.extend(name_faults(m.name for m in members))
    return Archive(members=tuple(members), faults=tuple(faults), stray=tuple(stray), declared=len(members))


def _member(header: bytes, content: bytes, pending: Mapping[str, str], budget: Budget, faults: list[Finding]) -> Member:
    name = pending.get("path") or "/".join(filter(None, (_text(header[345:500]), _text(header[:100]))))
    kind = header[156:157]
    mode = (_number(header[100:108]) & 0o7777) | _KINDS.get(kind, stat.S_IFDIR if kind == b"5" else stat.S_IFREG)
    where = printable(name)
    if kind not in _PLAIN and kind not in _KINDS:
        faults.append(Finding(code="special-member", where=where, detail="a tar record of an unusual type"))
    if fault := mode_fault(where, mode):
        faults.append(fault)
    owners = {pending.get("uname") or _text(header[265:297]), pending.get("gname") or _text(header[297:329])}
    if owners - _NOBODY:
        faults.append(Finding(code="owner-name", where=where, detail="the name of the user who packed it"))
    if len(content) > budget.room():
        faults.append(Finding(code="too-large", where=where, detail=f"{len(content)} bytes"))
        content = b""
    budget.spend(len(content))
    link = pending.get("linkpath") or _text(header[157:257])
    notes = tuple(("owner", o.encode()) for o in sorted(owners - _NOBODY))
    notes += (("link target", link.encode()),) if link else ()
    return Member(name=name, data=content, mode=mode, is_dir=kind == b"5", link=link or None, notes=notes)


def _extended(kind: bytes, content: bytes) -> dict[str, str]:
    if kind == b"L":
        return {"path": _text(content)}
    if kind == b"K":
        return {"linkpath": _text(content)}
    fields, at = {}, 0
    while at < len(content):
        space = content.find(b" ", at)
        length = content[at:space]
        if space < 0 or not length.isdigit() or int(length) <= space - at:
            raise TarFault("broken pax header")
        name, _, value = content[space + 1 : at + int(length)].rstrip(b"\n").partition(b"=")
        fields[name.decode("utf-8", "replace")] = value.decode("utf-8", "replace")
        at += int(length)
    return fields


def _number(field: bytes) -> int:
    if field[:1] == b"\x80":
        return int.from_bytes(field[1:], "big")
    try:
        return int(field.strip(b"\0 ") or b"0", 8)
    except ValueError as error:
        raise TarFault("a number that isn't octal") from error


def _text(field: bytes) -> str:
    return field.split(b"\0", 1)[0].decode("utf-8", "replace")


def _checksum(header: bytes) -> bool:
    try:
        said = int(header[148:156].strip(b"\0 ") or b"-1", 8)
    except ValueError:
        return False
    return said == sum(header) - sum(header[148:156]) + 8 * 32
