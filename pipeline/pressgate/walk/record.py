"""RECORD, exact in both directions (the binary distribution format's "The .dist-info directory")."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
from collections.abc import Iterator, Mapping

from pressgate.model import Finding
from pressgate.walk.names import printable

_SIGNATURES = (".jws", ".p7s")


def check_record(members: Mapping[str, bytes]) -> Iterator[Finding]:
    """Findings where RECORD and the wheel's members (folders left out) differ: rows, digests and sizes."""
    records = [name for name in members if name.endswith(".dist-info/RECORD") and name.count("/") == 1]
    if len(records) != 1:
        yield Finding(code="record-missing", where="RECORD", detail=f"{len(records)} RECORD files at the top")
        return
    own = records[0]
    try:
        rows = list(csv.reader(io.StringIO(members[own].decode("utf-8"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error):
        yield Finding(code="record-malformed", where=own, detail="not UTF-8 or not CSV")
        return
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        if len(row) != 3:
            yield Finding(code="record-malformed", where=own, line=number, detail="a row is not name, hash, size")
        elif row[0] in seen:
            yield Finding(code="record-malformed", where=own, line=number, detail="a name stands twice")
        elif row[0] not in members:
            yield Finding(code="record-extra-row", where=own, line=number, detail="names a file that is not there")
        else:
            yield from _row(row, members, own, number)
        seen.update(row[:1])
    exempt = {own + suffix for suffix in _SIGNATURES}
    for name in members:
        if name not in seen and name not in exempt:
            yield Finding(code="record-missing-row", where=printable(name), detail="not listed in RECORD")


def _row(row: list[str], members: Mapping[str, bytes], own: str, number: int) -> Iterator[Finding]:
    name, digest, size = row
    if name == own:
        if digest or size:
            yield Finding(code="record-malformed", where=own, line=number, detail="RECORD has a hash of itself")
        return
    data = members[name]
    method, _, value = digest.partition("=")
    if method not in {"sha256", "sha384", "sha512"}:
        yield Finding(code="record-hash", where=printable(name), line=number, detail="no sha256 or stronger digest")
        return
    right = base64.urlsafe_b64encode(hashlib.new(method, data).digest()).rstrip(b"=").decode("ascii")
    if value != right or size != str(len(data)):
        yield Finding(code="record-hash", where=printable(name), line=number, detail="digest or size differs")


def for_one_platform(members: Mapping[str, bytes]) -> bool:
    """Whether the wheel says that it holds compiled files (`Root-Is-Purelib: false`)."""
    wheels = [data for name, data in members.items() if name.endswith(".dist-info/WHEEL") and name.count("/") == 1]
    return len(wheels) == 1 and b"root-is-purelib: false" in wheels[0].lower()
