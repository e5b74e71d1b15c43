"""The bytes of one token's row in `search.db`: which posts hold it, how strongly, and in which titles and headings.

A row is a head, then columns, each read by one call. Numbers are little-endian; a column of numbers is 1, 2 or 4 bytes
wide, as its largest number needs:

    head      u8: the widths' logarithms, two bits each, of the posts', titles', headings' and ordinals' columns
              · how many posts, titles and headings there are, as LEB128
    posts     the post's number less the one before it · impact (u8) · the ordinal of the section that holds the token
              most densely, plus 1; 0 where the body doesn't hold it
    titles    the post's number less the one before it · number of distinct tokens in that title (u8)
    headings  the post's number less the one before it · the section's ordinal in its post · number of distinct tokens
              in that heading (u8)

Ordinals count a post's headings from 1; 0 is what stands above the first.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

VERSION = 1
"""Raise it whenever the bytes mean something else."""

_CODES = "BHI"


class Posting(NamedTuple):
    """One token's row: `posts`, `titles` and `heading_posts` are numbers of posts, ascending; impacts are positive."""

    posts: Sequence[int]
    impacts: Sequence[int]
    densest: Sequence[int]
    titles: Sequence[int]
    title_lengths: Sequence[int]
    heading_posts: Sequence[int]
    ordinals: Sequence[int]
    heading_lengths: Sequence[int]


def merge(parts: Sequence[Posting]) -> Posting:
    """The row of a token that stands for several: the strongest impact of each post, every title and heading once."""
    strongest: dict[int, tuple[int, int]] = {}
    for part in parts:
        for number, impact, section in zip(part.posts, part.impacts, part.densest, strict=True):
            strongest[number] = max((impact, section), strongest.get(number, (0, 0)))
    titles = {pair for part in parts for pair in zip(part.titles, part.title_lengths, strict=True)}
    headings = {
        place for part in parts for place in zip(part.heading_posts, part.ordinals, part.heading_lengths, strict=True)
    }
    return Posting(
        posts=sorted(strongest),
        impacts=[strongest[number][0] for number in sorted(strongest)],
        densest=[strongest[number][1] for number in sorted(strongest)],
        titles=[number for number, _ in sorted(titles)],
        title_lengths=[length for _, length in sorted(titles)],
        heading_posts=[number for number, _, _ in sorted(headings)],
        ordinals=[ordinal for _, ordinal, _ in sorted(headings)],
        heading_lengths=[length for _, _, length in sorted(headings)],
    )


def _width(numbers: Sequence[int]) -> int:
    largest = max(numbers, default=0)
    return 0 if largest < 1 << 8 else 1 if largest < 1 << 16 else 2


def _column(numbers: Sequence[int], width: int) -> bytes:
    return struct.pack(f"<{len(numbers)}{_CODES[width]}", *numbers)


def _deltas(numbers: Sequence[int]) -> list[int]:
    return [after - before for before, after in zip([0, *numbers], numbers, strict=False)]


def _leb128(number: int) -> bytes:
    encoded = bytearray()
    while number > 127:
        encoded.append(number & 127 | 128)
        number >>= 7
    return bytes([*encoded, number])


def pack(posting: Posting) -> bytes:
    """The row's bytes."""
    numbers = [_deltas(part) for part in (posting.posts, posting.titles, posting.heading_posts)]
    widths = [*map(_width, numbers), _width([*posting.ordinals, *posting.densest])]
    posts, titles, headings = (_column(part, width) for part, width in zip(numbers, widths, strict=False))
    lengths = len(posting.posts), len(posting.titles), len(posting.heading_posts)
    return b"".join(
        (
            bytes([sum(width << 2 * place for place, width in enumerate(widths))]),
            *(_leb128(length) for length in lengths),
            *(posts, bytes(posting.impacts), _column(posting.densest, widths[3])),
            *(titles, bytes(posting.title_lengths)),
            *(headings, _column(posting.ordinals, widths[3]), bytes(posting.heading_lengths)),
        )
    )


class _Reader:
    def __init__(self, row: bytes) -> None:
        self.row, self.at = row, 1

    def length(self) -> int:
        number = shift = 0
        while True:
            byte = self.row[self.at]
            self.at += 1
            number |= (byte & 127) << shift
            if byte < 128:
                return number
            shift += 7

    def column(self, length: int, width: int) -> Sequence[int]:
        end = self.at + (length << width)
        part, self.at = self.row[self.at : end], end
        return part if width == 0 else struct.unpack(f"<{length}{_CODES[width]}", part)


def unpack(row: bytes) -> Posting:
    """The row that `pack` made.

    Raises:
        ValueError: the bytes are not those of a row.
    """
    reader = _Reader(row)
    try:
        widths = [row[0] >> shift & 3 for shift in (0, 2, 4, 6)]
        posts, titles, headings = reader.length(), reader.length(), reader.length()
        posting = Posting(
            posts=list(accumulate(reader.column(posts, widths[0]))),
            impacts=reader.column(posts, 0),
            densest=reader.column(posts, widths[3]),
            titles=list(accumulate(reader.column(titles, widths[1]))),
            title_lengths=reader.column(titles, 0),
            heading_posts=list(accumulate(reader.column(headings, widths[2]))),
            ordinals=reader.column(headings, widths[3]),
            heading_lengths=reader.column(headings, 0),
        )
    except (IndexError, struct.error):
        raise ValueError("a row of search.db is damaged") from None
    if reader.at != len(row):
        raise ValueError("a row of search.db is damaged")
    return posting
