"""Where two artefacts first differ."""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path

from pressgate.walk import read_artefact
from pressgate.walk.names import printable


def first_difference(file: Path, rebuilt: Path) -> tuple[str, str] | None:
    """Member and detail of the first difference between a file and its rebuild; None where the bytes are the same.

    Members come in the order of the file, RECORD last, because it only repeats the others.
    """
    a, b = read_artefact(file), read_artefact(rebuilt)
    if a.data == b.data:
        return None
    names = dict.fromkeys((*a.members, *b.members))
    for name in sorted(names, key=lambda name: name.endswith(".dist-info/RECORD")):
        if name not in b.members:
            return printable(name), "isn't in the rebuild"
        if name not in a.members:
            return printable(name), "is in the rebuild alone"
        if a.members[name] != b.members[name]:
            return printable(name), f"differs from the rebuild at byte {_offset(a.members[name], b.members[name])}"
    detail = "every member is the same, the archive itself differs from the rebuild at byte"
    return file.name, f"{detail} {_offset(a.data, b.data)}"


def _offset(a: bytes, b: bytes) -> int:
    """The number, from 0, of the first byte that differs."""
    return bisect_left(range(min(len(a), len(b))), True, key=lambda n: a[: n + 1] != b[: n + 1])
