"""Small wheels and sdists made by hand, for tests that need bytes and not a whole build."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def wheel_bytes(name: str, version: str, files: Mapping[str, bytes], metadata: str = "") -> bytes:
    """A valid pure wheel with these package files."""
    info = f"{name}-{version}.dist-info"
    members = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n{metadata}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{path},sha256={_urlsafe(data)},{len(data)}" for path, data in members.items()]
    members[f"{info}/RECORD"] = ("\n".join([*rows, f"{info}/RECORD,,"]) + "\n").encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in members.items():
            archive.writestr(zipfile.ZipInfo(path), data)
    return buffer.getvalue()


def sdist_bytes(name: str, version: str) -> bytes:
    """A small sdist."""
    buffer = io.BytesIO()
    metadata = f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n".encode()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for path, data in (("PKG-INFO", metadata), ("pyproject.toml", b"")):
            member = tarfile.TarInfo(f"{name}-{version}/{path}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def article(id_: str, title: str, **more: Any) -> dict[str, Any]:
    """An entry of `index.json`."""
    return {
        "id": id_,
        "title": title,
        "url": f"https://blog.example.com/{id_}",
        "file": f"articles/{id_}.md",
        "tags": [],
        **more,
    }


def post_wheel(name: str, version: str, posts: Sequence[tuple[dict[str, Any], str]]) -> bytes:
    """A wheel that holds posts as Pressgate packs them: entries of the index, each with its body."""
    document = {
        "schema": 1,
        "licenses": {"code": "MIT", "content": "CC-BY-4.0"},
        "count": len(posts),
        "articles": [entry for entry, _ in posts],
    }
    files = {f"{name}/data/{entry['file']}": body.encode() for entry, body in posts}
    files[f"{name}/data/index.json"] = json.dumps(document).encode()
    return wheel_bytes(name, version, files)


def write(folder: Path, name: str, data: bytes) -> Path:
    """Writes one file and returns its path."""
    path = folder / name
    path.write_bytes(data)
    return path


def _urlsafe(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
