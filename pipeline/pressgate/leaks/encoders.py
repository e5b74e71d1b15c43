"""How a canary gets into each layer that the walker opens: the other direction of every one of its layers."""

from __future__ import annotations

import base64
import binascii
import bz2
import codecs
import gzip
import io
import json
import lzma
import marshal
import sqlite3
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Mapping

Encoder = Callable[[str], bytes]


def _zip(text: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.md", text)
    return out.getvalue()


def _tar(text: str) -> bytes:
    out, data = io.BytesIO(), text.encode()
    with tarfile.open(fileobj=out, mode="w") as archive:
        member = tarfile.TarInfo("a.md")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _png(text: str) -> bytes:
    compressed = _chunk(b"zTXt", b"Comment\0\0" + zlib.compress(text.encode()))
    return b"\x89PNG\r\n\x1a\n" + compressed + _chunk(b"IEND", b"")


def _pdf(text: str) -> bytes:
    return b"%PDF-1.7\n1 0 obj<<>>stream\n" + zlib.compress(text.encode()) + b"\nendstream\nendobj\n%%EOF"


def _sqlite(text: str) -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t(c)")
    connection.execute("insert into t values (?)", ("x" * 9000 + " " + text,))
    connection.commit()
    data = connection.serialize()
    connection.close()
    return data


def _pyc(text: str) -> bytes:
    code = compile(f"x = {text!r}", "a.py", "exec")
    return b"\xa7\r\r\n" + bytes(12) + marshal.dumps(code)


def _exif(text: str) -> bytes:
    value = text.encode() + b"\0"
    tiff = b"II*\0" + struct.pack("<IHHHIII", 8, 1, 0x013B, 2, len(value), 26, 0) + value
    return b"\xff\xd8\xff\xe1" + struct.pack(">H", len(tiff) + 8) + b"Exif\0\0" + tiff + b"\xff\xd9"


def _line(change: Callable[[str], str]) -> Encoder:
    return lambda text: f"a line\n{change(text)}\nanother\n".encode()


def _halves(text: str) -> str:
    return f'x = "{text[: len(text) // 2]}" + "{text[len(text) // 2 :]}"'


def _wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def _base58(data: bytes) -> str:
    alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    number, digits = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        digits = alphabet[digit] + digits
    return digits


def _uuencoded(text: str) -> str:
    return f"begin 644 a.md\n{binascii.b2a_uu(text.encode()).decode()}`\nend"


TEXTS: Mapping[str, Encoder] = {
    "base64": _line(lambda t: base64.b64encode(t.encode()).decode()),
    "base32": _line(lambda t: base64.b32encode(t.encode()).decode()),
    "base85": _line(lambda t: base64.a85encode(t.encode(), adobe=True).decode()),
    "base58": _line(lambda t: _base58(t.encode())),
    "uuencode": _line(_uuencoded),
    "utf-7": _line(lambda t: _wide(t).encode("utf-7").decode()),
    "hex": _line(lambda t: t.encode().hex()),
    "percent": _line(lambda t: "".join(f"%{byte:02X}" for byte in t.encode())),
    "entity": _line(lambda t: "".join(f"&#{ord(c)};" for c in t)),
    "escape": _line(lambda t: "".join(f"\\u{ord(c):04x}" for c in t)),
    "css": _line(lambda t: "".join(f"\\{ord(c):x} " for c in t)),
    "quoted-printable": _line(lambda t: "".join(f"={byte:02X}" for byte in t.encode())),
    "literal": _line(_halves),
    "numbers": _line(lambda t: ", ".join(str(byte) for byte in t.encode())),
    "markup": _line(lambda t: "<b></b>".join(t)),
    "punycode": _line(lambda t: "xn--" + codecs.encode(_wide(t), "punycode").decode()),
    "folded": _line(_wide),
}  # fmt: skip


def _woff(text: str) -> bytes:
    table = zlib.compress(text.encode() + bytes(200))
    head = b"wOFF" + b"\0\1\0\0" + struct.pack(">IHHIHHIIIII", 64 + len(table), 1, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    return head + b"name" + struct.pack(">IIII", 64, len(table), len(text.encode()) + 200, 0) + table


def _gif(text: str) -> bytes:
    raw = b"x" * 250 + b" " + text.encode()
    blocks = b"".join(bytes([len(raw[at : at + 255])]) + raw[at : at + 255] for at in range(0, len(raw), 255))
    return b"GIF89a\1\0\1\0\0\0\0!\xfe" + blocks + b"\0;"


def _notebook(text: str) -> bytes:
    cell = {"cell_type": "code", "source": [text[:5], text[5:]], "outputs": []}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4}).encode()


BINARIES: Mapping[str, Encoder] = {
    "zip": _zip,
    "gzip": lambda t: gzip.compress(t.encode()),
    "bzip2": lambda t: bz2.compress(t.encode()),
    "xz": lambda t: lzma.compress(t.encode()),
    "zlib": lambda t: zlib.compress(t.encode()),
    "tar": _tar,
    "png": _png,
    "pdf": _pdf,
    "sqlite": _sqlite,
    "pyc": _pyc,
    "exif": _exif,
    "lzma": lambda t: lzma.compress(t.encode(), format=lzma.FORMAT_ALONE),
    "woff": _woff,
    "gif": _gif,
    "notebook": _notebook,
    "carved": lambda t: b"\xff\xd8\xff\xd9" + bytes(30) + _zip(t),
}
ENCODINGS: Mapping[str, Encoder] = {
    "utf-16-le": lambda t: t.encode("utf-16-le"),
    "utf-16-be": lambda t: t.encode("utf-16-be"),
    "utf-32-le": lambda t: codecs.BOM_UTF32_LE + t.encode("utf-32-le"),
    "cp949": lambda t: f"한글 {t} 문서".encode("cp949"),
    "(readable parts)": lambda t: b"\x00\xff\xfe\x01" * 30 + t.encode() + b"\x00\x93",
}
