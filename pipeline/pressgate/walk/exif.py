"""EXIF in JPEG, PNG, WebP and TIFF: the text values and whether there is a position (TIFF 6.0, EXIF 2.32)."""

from __future__ import annotations

import struct
from collections.abc import Iterator

_SUB_FOLDERS = {0x8769, 0x8825}
_GPS = 0x8825
_NAMES = {0x013B: "Artist", 0xA430: "Owner", 0x9C9D: "Artist", 0x010E: "Description", 0x8298: "Copyright"}
_MOST = 2000


def has_exif(data: bytes) -> bool:
    """Whether the file is a picture of a kind that carries EXIF, and holds any."""
    if data[:3] == b"\xff\xd8\xff" or (data[:4] == b"RIFF" and data[8:12] == b"WEBP") or data[4:8] == b"ftyp":
        return b"Exif\0\0" in data or b"EXIF" in data
    return data[:4] in {b"II*\0", b"MM\0*"}


def exif_lines(data: bytes) -> Iterator[str]:
    """`EXIF Artist …` and so on for each text; `EXIF GPS position` where the place is told."""
    start = data.find(b"Exif\0\0") + 6 if b"Exif\0\0" in data else 0
    for mark in (b"II*\0", b"MM\0*"):
        place = data.find(mark, start)
        if place >= 0:
            yield from _folders(data[place:], "<" if mark[:1] == b"I" else ">")
            return


def _folders(tiff: bytes, order: str) -> Iterator[str]:
    waiting, done = [(struct.unpack_from(f"{order}I", tiff, 4)[0], 0)], set[int]()
    while waiting and len(done) < 16:
        at, parent = waiting.pop()
        if at in done or at + 2 > len(tiff):
            continue
        done.add(at)
        count = min(struct.unpack_from(f"{order}H", tiff, at)[0], _MOST)
        if parent == _GPS and count >= 2:
            yield "EXIF GPS position"
        for number in range(count):
            entry = at + 2 + 12 * number
            if entry + 12 > len(tiff):
                break
            tag, kind, length, value = struct.unpack_from(f"{order}HHII", tiff, entry)
            if tag in _SUB_FOLDERS:
                waiting.append((value, tag))
            elif kind in {1, 2} and length > 4:
                raw = tiff[value : value + length]
                text = raw.decode("utf-16-le" if 0x9C9B <= tag <= 0x9C9F else "utf-8", "replace").strip("\0 ")
                yield f"EXIF {_NAMES.get(tag, 'text')} {text}"
