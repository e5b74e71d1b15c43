"""Pictures, fonts, notebooks and databases: the texts that they hold beside what they show."""

from __future__ import annotations

import json
import re
import sqlite3
import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from pressgate.walk.archive import Budget
from pressgate.walk.parts import Opened, Part, inflate
from pressgate.walk.texts import runs

PNG = b"\x89PNG\r\n\x1a\n"
_HIDDEN = 1 << 16
_FONT_TEXTS = {b"name", b"meta", b"DSIG", b"SVG ", b"ltag"}


def png(data: bytes, budget: Budget) -> Opened:
    return Opened(parts=_png_chunks(data, budget))


def _png_chunks(data: bytes, budget: Budget) -> Iterator[Part]:
    at, header, pixels = len(PNG), b"", b""
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        label = kind.decode("latin-1")
        if kind == b"zTXt" or kind == b"iCCP":
            yield Part(label=label, data=inflate(body.partition(b"\0")[2][1:], budget))
        elif kind == b"iTXt":
            head, _, rest = body.partition(b"\0")
            tail = rest[2:].split(b"\0", 2)[-1]
            yield Part(label=label, data=head + b"\n" + (inflate(tail, budget) if rest[:1] == b"\x01" else tail))
        elif kind == b"IHDR":
            header = body
        elif kind == b"IDAT":
            pixels += body
        elif kind not in {b"PLTE", b"fdAT"}:
            yield Part(label=label, data=body.replace(b"\0", b"\n") if kind == b"tEXt" else body)
        at += 12 + length
        if kind == b"IEND":
            break
    if at < len(data):
        yield Part(label="(bytes after the image)", data=data[at:])
    if len(header) == 13 and (hidden := _after_pixels(header, pixels, budget)):
        yield Part(label="(bytes after the pixels)", data=hidden)


def _after_pixels(header: bytes, pixels: bytes, budget: Budget) -> bytes:
    """What the compressed data holds beyond the rows of the picture (PNG 1.2, 4.1.1); interlaced ones are left out."""
    width, height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    row = 1 + (width * bits * {2: 3, 4: 2, 6: 4}.get(colour, 1) + 7) // 8
    reader = zlib.decompressobj()
    try:
        rows = reader.decompress(pixels, min(budget.room(), row * height + _HIDDEN))
    except zlib.error:
        return b""
    return reader.unused_data if interlaced else rows[row * height :] + reader.unused_data


def woff(data: bytes, budget: Budget) -> Opened:
    """The tables of a web font (WOFF 1.0): its names, and whatever else may stand there."""
    count = min(struct.unpack_from(">H", data, 12)[0], 100)
    entries = [struct.unpack_from(">4sIIII", data, 44 + 20 * n) for n in range(count)]
    tables = (
        (tag, data[at : at + packed], packed < size) for tag, at, packed, size, _ in entries if tag in _FONT_TEXTS
    )
    return Opened(
        parts=iter(
            Part(label=tag.decode("latin-1"), data=inflate(raw, budget) if small else raw) for tag, raw, small in tables
        )
    )


def gif(data: bytes, _budget: Budget) -> Opened:
    """The comments of a GIF (89a, 24): blocks of at most 255 bytes, joined."""
    return Opened(parts=iter(Part(label="comment", data=_blocks(data, m.end())) for m in re.finditer(rb"!\xfe", data)))


def _blocks(data: bytes, at: int) -> bytes:
    parts = []
    while at < len(data) and data[at]:
        parts.append(data[at + 1 : at + 1 + data[at]])
        at += 1 + data[at]
    return b"".join(parts)


def notebook(data: bytes, _budget: Budget) -> Opened:
    """The cells of a Jupyter notebook (nbformat 4): source and output as people read them."""
    cells = json.loads(data).get("cells", [])
    return Opened(parts=iter(Part(label=f"cell {number}", data=_cell(cell)) for number, cell in enumerate(cells, 1)))


def _cell(cell: Mapping[str, Any]) -> str:
    outputs = (
        part for output in cell.get("outputs", ()) for part in (output.get("text", ()), output.get("traceback", ()))
    )
    return "\n\n".join("".join(part) for part in (cell.get("source", ()), *outputs))


def sqlite(data: bytes, _budget: Budget) -> Opened:
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
