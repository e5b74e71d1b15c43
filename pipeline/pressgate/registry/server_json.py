"""`server.json` for the MCP Registry, schema 2025-12-11."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pressgate.index import to_json
from pressgate.model import Config, Finding
from pressgate.registry.name import repository, server_name

SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
NAME = "server.json"
_DESCRIPTION = 100
_NAME = re.compile(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+")
_RANGE = re.compile(r"[\^~<>=*]|\bx\b|^latest$")


def server_json(config: Config) -> bytes:
    """The document, byte-stable. Whether the registry will take it is `problems`' matter."""
    package = config.package
    source = repository(config)
    document: dict[str, Any] = {
        "$schema": SCHEMA,
        "name": server_name(config),
        "title": config.site.name,
        "description": package.summary,
        "version": package.version,
        "websiteUrl": config.site.home,
        "repository": {"url": source, "source": "github"} if source else None,
        "packages": [
            {
                "registryType": "pypi",
                "identifier": package.name,
                "version": package.version,
                "runtimeHint": "uvx",
                "transport": {"type": "stdio"},
            }
        ],
    }
    return to_json({name: value for name, value in document.items() if value is not None})


def problems(document: Any) -> Iterator[Finding]:
    """What the registry would refuse in a `server.json`, by the schema and the registry's own rules."""
    if not isinstance(document, dict):
        yield _finding("server-json-broken", "is no JSON object: build again")
        return
    if document.get("$schema") != SCHEMA:
        yield _finding("server-json-schema", f"'$schema' must be {SCHEMA}")
    name = document.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name) or not 3 <= len(name) <= 200:
        yield _finding("server-json-name", "'name' must be NAMESPACE/NAME, of letters, digits, '.', '-' and '_'")
    description = document.get("description")
    if not isinstance(description, str) or not 1 <= len(description) <= _DESCRIPTION:
        length = len(description) if isinstance(description, str) else 0
        detail = f"'description' has {length} characters, of 1 to {_DESCRIPTION}: shorten [package] summary"
        yield _finding("server-json-description", detail)
    title = document.get("title", "-")
    if not isinstance(title, str) or not 1 <= len(title) <= 100:
        yield _finding("server-json-title", "'title' must have 1 to 100 characters: shorten [site] name")
    yield from _versions(document)


def _versions(document: dict[str, Any]) -> Iterator[Finding]:
    version = document.get("version")
    if not isinstance(version, str) or not version or len(version) > 255 or _RANGE.search(version):
        yield _finding("server-json-version", "'version' must be one exact version")
    packages = document.get("packages")
    if not isinstance(packages, list) or not packages:
        yield _finding("server-json-package", "'packages' must name the package")
        return
    for package in packages:
        if not isinstance(package, dict) or package.get("version") != version or not package.get("identifier"):
            yield _finding("server-json-package", "each package needs its identifier and exactly the server's version")


def _finding(code: str, detail: str) -> Finding:
    return Finding(code=code, where=NAME, detail=detail)
