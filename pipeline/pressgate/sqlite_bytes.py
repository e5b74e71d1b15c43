"""The same bytes of a database whichever SQLite wrote it. Source: SQLite's "Database File Format"."""

from __future__ import annotations

import struct

PAGE = 4096
"""Bytes of a page."""

_HEADS = {2: 12, 5: 12, 10: 8, 13: 8}  # a b-tree page's type and the bytes of its head (section 1.6)


def normalised(database: bytes) -> bytes:
    """A database file just vacuumed, without what depends on the SQLite that wrote it.

    That is the header's counters and versions (file format, section 1.3: offsets 24, 40, 92 and 96), and what stands in
    the room between a b-tree page's cell pointers and its cells (section 1.6), where some versions leave bytes behind.
    """
    content = bytearray(database)
    content[24:28] = content[40:44] = content[92:96] = (1).to_bytes(4, "big")
    content[96:100] = (3_000_000).to_bytes(4, "big")
    for page in range(0, len(content), PAGE):
        head = page + (100 if page == 0 else 0)
        if size := _HEADS.get(content[head]):
            cells, first = struct.unpack_from(">HH", content, head + 3)
            start, end = head + size + 2 * cells, page + first
            content[start:end] = bytes(end - start)
    return bytes(content)
