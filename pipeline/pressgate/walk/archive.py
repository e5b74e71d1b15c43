"""What every container reader returns: members in order, faults, and bytes that belong to no member."""

from __future__ import annotations

import stat
from dataclasses import dataclass, field

from pressgate.model import Finding

EXECUTABLE = 0o111


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Bounds of one artefact. Sizes are bytes after decompression; going over one is a finding."""

    member: int = 256 << 20
    total: int = 1 << 30
    members: int = 200_000
    depth: int = 8
    layers: int = 50_000


@dataclass(frozen=True, kw_only=True)
class Member:
    """One member: its bytes, its Unix mode (0 where unknown) and what else is stored beside it (comments, owners)."""

    name: str
    data: bytes
    mode: int = 0
    is_dir: bool = False
    link: str | None = None
    notes: tuple[tuple[str, bytes], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Archive:
    """A container, read whole. `declared` is how many members its own directory counts."""

    members: tuple[Member, ...]
    faults: tuple[Finding, ...] = ()
    stray: tuple[tuple[str, bytes], ...] = ()
    declared: int = 0


@dataclass(kw_only=True)
class Budget:
    """What is left of the limits while one artefact is read, nested containers included."""

    limits: Limits
    total: int = field(default=0)
    members: int = field(default=0)
    layers: int = field(default=0)

    def room(self) -> int:
        """The bytes that the next member may have."""
        return max(0, min(self.limits.member, self.limits.total - self.total))

    def spend(self, size: int) -> None:
        self.total += size
        self.members += 1


def mode_fault(name: str, mode: int) -> Finding | None:
    """The finding for a Unix mode that no data file should have."""
    kind = stat.S_IFMT(mode)
    if kind == stat.S_IFLNK:
        return Finding(code="symlink-member", where=name, detail="a symbolic link")
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        return Finding(code="special-member", where=name, detail="a device, pipe or socket")
    if kind != stat.S_IFDIR and mode & (stat.S_ISUID | stat.S_ISGID | stat.S_ISVTX):
        return Finding(code="executable-member", where=name, detail=f"mode {mode & 0o7777:04o}")
    if kind != stat.S_IFDIR and mode & EXECUTABLE:
        return Finding(code="executable-member", where=name, detail=f"mode {mode & 0o7777:04o}")
    return None
