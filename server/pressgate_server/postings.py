"""The bytes of one token's row in `search.db`: which posts and sections hold it, and how strongly.

A row is a head, then columns, each read by one call. Numbers are little-endian:

    head      u8: the widths of the posts', the titles' and the sections' numbers (two bits each: 1, 2 or 4 bytes is
              0, 1 or 2) and, as bit 6, whether the three lengths that follow are u32 instead of u8: number of posts ·
              of posts with the token in the title · of sections
    posts     the post's number less the one before it · impact (u8)
    titles    the post's number less the one before it · number of tokens in that title (u8)
    sections  how many each of the row's posts has (u8) · the section's number within its post · impact (u8)
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

VERSION = 1
"""Raise it whenever the bytes mean something else."""

_CODES = "BHI"
_LONG = 1 << 6


@dataclass(frozen=True, kw_only=True)
class Posting:
    """One token's row. `posts` and `titles` are ascending numbers of posts; impacts lie in 1 to 255.

    `counts` has one number for each of `posts`; `sections` and `section_impacts` run through them in the same order.
    """

    posts: Sequence[int]
    impacts: Sequence[int]
    titles: Sequence[int]
    title_lengths: Sequence[int]
    counts: Sequence[int]
    sections: Sequence[int]
    section_impacts: Sequence[int]


def _width(numbers: Sequence[int]) -> int:
    largest = max(numbers, default=0)
    return 0 if largest < 1 << 8 else 1 if largest < 1 << 16 else 2


def _deltas(numbers: Sequence[int]) -> list[int]:
    return [after - before for before, after in zip([0, *numbers], numbers, strict=False)]


def pack(posting: Posting) -> bytes:
    """The row's bytes."""
    columns = [_deltas(posting.posts), _deltas(posting.titles), posting.sections]
    widths = [_width(column) for column in columns]
    lengths = [len(column) for column in columns]
    long = max(lengths) > 255
    head = widths[0] | widths[1] << 2 | widths[2] << 4 | (_LONG if long else 0)
    posts, titles, sections = (
        struct.pack(f"<{len(column)}{_CODES[width]}", *column) for column, width in zip(columns, widths, strict=True)
    )
    return b"".join(
        (
            struct.pack("<BIII" if long else "<BBBB", head, *lengths),
            posts,
            bytes(posting.impacts),
            titles,
            bytes(posting.title_lengths),
            bytes(posting.counts),
            sections,
            bytes(posting.section_impacts),
        )
    )


def unpack(row: bytes) -> Posting:
    """The row that `pack` made.

    Raises:
        ValueError: the bytes are not those of a row.
    """
    head = row[0]
    form = "<III" if head & _LONG else "<BBB"
    posts, titles, sections = struct.unpack_from(form, row, 1)
    at = 1 + struct.calcsize(form)
    columns: list[Sequence[int]] = []
    layout = ((posts, head & 3), (posts, 0), (titles, head >> 2 & 3), (titles, 0))
    for length, width in (*layout, (posts, 0), (sections, head >> 4 & 3), (sections, 0)):
        end = at + (length << width)
        columns.append(row[at:end] if width == 0 else struct.unpack(f"<{length}{_CODES[width]}", row[at:end]))
        at = end
    if at != len(row):
        raise ValueError("a row of search.db is damaged")
    return Posting(
        posts=list(accumulate(columns[0])),
        impacts=columns[1],
        titles=list(accumulate(columns[2])),
        title_lengths=columns[3],
        counts=columns[4],
        sections=columns[5],
        section_impacts=columns[6],
    )
