"""What stands beside the wheel for registries and hosts: `server.json`, a `.mcpb` bundle and `llms.txt`."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pressgate.model import Config, Finding, Index
from pressgate.registry import bundle, llms, server_json

FOLDER = "registry"
CODES = {
    "registry-missing": "a file for registries is missing from .pressgate/registry",
    "registry-changed": "a file for registries isn't the one that belongs to this wheel",
    "registry-unexpected": "a file lies in .pressgate/registry that the build didn't write",
    "server-json-broken": "server.json is no JSON object",
    "server-json-schema": "server.json names another schema",
    "server-json-name": "the server's name isn't one that the registry takes",
    "server-json-description": "server.json's description has more than 100 characters, or none",
    "server-json-title": "server.json's title has more than 100 characters, or none",
    "server-json-version": "server.json's version is no exact version",
    "server-json-package": "server.json's package isn't exactly this one",
    "mcpb-manifest": "the bundle's manifest isn't one that hosts take",
}


def files(config: Config, index: Index, wheel_name: str, wheel: bytes) -> dict[str, bytes]:
    """File name → bytes of all that belongs to this wheel, byte-stable."""
    return {
        server_json.NAME: server_json.server_json(config),
        bundle.bundle_name(config): bundle.bundle(config, index, wheel_name, wheel),
        llms.NAME: llms.llms_txt(config, index),
    }


def check(folder: Path, expected: Mapping[str, bytes], version: str) -> Iterator[Finding]:
    """Compares what lies in `folder` with what belongs there, and judges it by the registry's and the hosts' rules."""
    found = {path.name: path.read_bytes() for path in sorted(folder.iterdir())} if folder.is_dir() else {}
    for name, data in expected.items():
        if name not in found:
            yield Finding(code="registry-missing", where=f"{FOLDER}/{name}", detail="build again")
            continue
        if name == server_json.NAME:
            yield from server_json.problems(_json(found[name]))
        if name.endswith(".mcpb"):
            yield from bundle.problems(_manifest(found[name]), version)
        if found[name] != data:
            detail = "isn't what belongs to this wheel: build again"
            yield Finding(code="registry-changed", where=f"{FOLDER}/{name}", detail=detail)
    for name in sorted(found.keys() - expected.keys()):
        yield Finding(code="registry-unexpected", where=f"{FOLDER}/{name}", detail="remove it, or build again")


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def _manifest(data: bytes) -> Any:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _json(archive.read(bundle.MANIFEST))
    except (zipfile.BadZipFile, KeyError, NotImplementedError, OSError):
        return None
