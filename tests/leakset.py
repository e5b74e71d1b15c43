"""Planted leaks and look-alikes, each for a tiny wheel of its own. Every secret is drawn by a seeded generator."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import io
import json
import marshal
import random
import sqlite3
import string
import struct
import tarfile
import uuid
import warnings
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
IDENTIFIER, IDENTIFIER_KO = "acme-internal", "한빛비밀과제"
WHEEL = "leakset-0.1.0-py3-none-any.whl"
INFO = "leakset-0.1.0.dist-info"
DATA = "leakset/data/"
METADATA = (
    "Metadata-Version: 2.4\nName: leakset\nVersion: 0.1.0\nSummary: Synthetic posts\nLicense-Expression: MIT\n"
    "License-File: LICENSE\nRequires-Python: >=3.10\nDescription-Content-Type: text/markdown\n\n# leakset\n\nA "
    "package.\n"
)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A member to plant (none where `data` is None) and how: `leak` says whether a scan must stop the wheel."""

    kind: str
    leak: bool
    path: str = DATA + "a.md"
    data: bytes | None = b""
    mode: int = 0o100644
    twice: bytes | None = None
    comment: bytes = b""
    member_comment: bytes = b""
    in_record: bool = True
    right_hash: bool = True
    extra: Mapping[str, bytes] = field(default_factory=dict)
    metadata: str | None = None
    pure: bool = True
    around: tuple[bytes, bytes] = (b"", b"")


def wheel(case: Case | None) -> bytes:
    """The bytes of a wheel with the case planted; of the plain wheel where there is none."""
    files = {
        "leakset/__init__.py": b'"""x."""\n',
        f"{INFO}/METADATA": METADATA.encode(),
        f"{INFO}/WHEEL": b"Wheel-Version: 1.0\nGenerator: leakset\nRoot-Is-Purelib: %s\nTag: py3-none-any\n"
        % (b"true" if case is None or case.pure else b"false"),
        f"{INFO}/licenses/LICENSE": b"MIT License\n",
    }
    if case:
        files |= {f"{INFO}/METADATA": case.metadata.encode()} if case.metadata else {}
        files |= {case.path: case.data} if case.data is not None else {}
        files |= dict(case.extra)
    out = io.BytesIO()
    rows = []
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")
        for name, data in files.items():
            mine = case is not None and name == case.path
            _write(archive, name, data, case if mine else None)
            if case and mine and case.twice is not None:
                _write(archive, name, case.twice, None)
            right = data if not (case and mine) or case.right_hash else b"other"
            digest = base64.urlsafe_b64encode(hashlib.sha256(right).digest()).rstrip(b"=").decode()
            if not (case and mine) or case.in_record:
                rows.append(f"{name},sha256={digest},{len(data)}")
        _write(archive, f"{INFO}/RECORD", "\n".join([*rows, f"{INFO}/RECORD,,", ""]).encode(), None)
        archive.comment = case.comment if case else b""
    before, after = case.around if case else (b"", b"")
    return before + out.getvalue() + after


def _write(archive: zipfile.ZipFile, name: str, data: bytes, case: Case | None) -> None:
    info = zipfile.ZipInfo(name, (2020, 2, 2, 0, 0, 0))
    info.filename = name
    info.external_attr = (case.mode if case else 0o100644) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    info.comment = case.member_comment if case else b""
    archive.writestr(info, data)


def post(text: str) -> bytes:
    """A short post with `text` in its middle."""
    return f"# Post\n\nSome words about a build.\n\n{text}\n\nMore words.\n".encode()


class Draw:
    """Secrets and persons that nobody has, drawn from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self, length: int, alphabet: str = ALNUM) -> str:
        return "".join(self.random.choices(alphabet, k=length))

    def hex(self, length: int) -> str:
        return self.text(length, HEX)

    def name(self) -> str:
        return self.text(1, "jkmshd") + self.text(4, "aeiounmk")

    def checked(self, prefix: str) -> str:
        """A token with the check digits that GitHub and npm append: CRC-32 in base 62."""
        body = self.text(30)
        rest, digits = zlib.crc32(body.encode()), ""
        while rest:
            rest, digit = divmod(rest, 62)
            digits = (string.digits + string.ascii_uppercase + string.ascii_lowercase)[digit] + digits
        return prefix + body + digits.rjust(6, "0")

    def github(self) -> str:
        return self.checked("ghp_")

    def aws(self) -> str:
        return "AKIA" + self.text(16, string.ascii_uppercase + "234567")

    def jwt(self) -> str:
        claims = {"sub": self.text(8), "iss": f"login.{self.text(6).lower()}.io", "exp": 1893456000}
        parts = (b'{"alg":"HS256","typ":"JWT"}', json.dumps(claims).encode(), self.random.randbytes(32))
        return ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)

    def pem(self, kind: str) -> str:
        body = base64.b64encode(self.random.randbytes(900)).decode()
        lines = "\n".join(body[at : at + 64] for at in range(0, len(body), 64))
        return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----\n"

    def resident(self) -> str:
        """A Korean resident registration number with the right check digit."""
        body = f"{self.random.randrange(50, 99)}{self.random.randrange(1, 13):02}{self.random.randrange(1, 29):02}"
        body += self.text(1, "12") + self.text(5, string.digits)
        weights = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
        check = (11 - sum(int(d) * w for d, w in zip(body, weights, strict=True)) % 11) % 10
        return f"{body[:6]}-{body[6:]}{check}"

    def uuid(self) -> str:
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))


def zipped(name: str, data: bytes, comment: bytes = b"") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
        archive.comment = comment
    return out.getvalue()


def tarred(name: str, data: bytes, form: str = "w:gz", **info: object) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=form) as archive:  # type: ignore[call-overload]
        member = tarfile.TarInfo(name)
        member.size = len(data)
        for key, value in info.items():
            setattr(member, key, value)
        archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    middle = b"".join(chunk(kind, body) for kind, body in chunks)
    return b"\x89PNG\r\n\x1a\n" + head + middle + chunk(b"IDAT", zlib.compress(b"\0\0\0\0")) + chunk(b"IEND", b"")


def pyc(source: str, file: str) -> bytes:
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(compile(source + "\n", file, "exec"))


def sqlite(text: str, *, deleted: bool = False) -> bytes:
    """A database with `text` in a row, or in the free space that a deleted row leaves."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "x.db")
        connection = sqlite3.connect(path)
        connection.execute("pragma secure_delete = off")
        connection.execute("create table d(b)")
        connection.executemany("insert into d values (?)", [("public",), (text,)])
        connection.commit()
        if deleted:
            connection.execute("delete from d where b = ?", (text,))
            connection.commit()
        connection.close()
        return path.read_bytes()
