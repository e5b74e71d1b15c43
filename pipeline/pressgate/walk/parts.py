"""What the layers inside binary files give."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pressgate.model import Finding
from pressgate.walk.archive import Budget


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


def inflate(data: bytes, budget: Budget) -> bytes:
    """The content of a zlib stream, at most 16 MiB of it; the bytes themselves where they are none."""
    try:
        content = zlib.decompressobj().decompress(data, min(budget.room(), 16 << 20))
    except zlib.error:
        return data
    budget.total += len(content)
    return content
