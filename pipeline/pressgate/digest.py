"""Digests of what a result depends on: the effective configuration and the sources."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
from importlib import metadata
from pathlib import Path
from typing import Any

from pressgate import __version__
from pressgate.leaks import taken_down
from pressgate.licences.supply import license_texts
from pressgate.model import Admission, Config

_TOOLS = ("build", "detect-secrets", "hatchling", "mcp", "ruamel.yaml", "twine")


def config_digest(config: Config, forbidden: tuple[str, ...]) -> str:
    """sha256 in hex over the effective configuration, baseline, licence texts, tool versions and the forbidden list.

    The list goes in as a key stretched by scrypt (RFC 7914), so that a public digest isn't a cheap oracle for guesses.
    """
    document = {
        "config": _plain(config, config.root),
        "baseline": _file_digest(config.scan.baseline),
        "takedown": _file_digest(config.root / taken_down.FILE),
        "licences": {name: hashlib.sha256(text).hexdigest() for name, text in license_texts(config).items()},
        "tools": {"pressgate": __version__, **{name: metadata.version(name) for name in _TOOLS}},
    }
    message = json.dumps(document, ensure_ascii=False, sort_keys=True).encode()
    salt = hashlib.sha256(message).digest()
    key = hashlib.scrypt("\n".join(forbidden).encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)
    return hmac.new(key, message, hashlib.sha256).hexdigest()


def sources_digest(admission: Admission) -> str:
    """sha256 in hex over the path and sha256 of every source file, admitted or not."""
    lines = sorted(f"{d.source.sha256}  {d.source.path}\n" for d in admission.decisions)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _file_digest(path: Path | None) -> str | None:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path and path.is_file() else None


def _plain(value: Any, root: Path) -> Any:
    """`value` as JSON data, with paths relative to the corpus, so that the digest is the same in every checkout."""
    if dataclasses.is_dataclass(value):
        names = [f.name for f in dataclasses.fields(value) if f.name not in {"root", "timezone"}]
        return {name: _plain(getattr(value, name), root) for name in names}
    if isinstance(value, Path):
        return value.relative_to(root).as_posix() if value.is_relative_to(root) else "outside/" + value.name
    if isinstance(value, tuple):
        return [_plain(item, root) for item in value]
    if isinstance(value, str):
        return value.replace(f"{root}/", "")
    return dict(value) if isinstance(value, dict) else value
