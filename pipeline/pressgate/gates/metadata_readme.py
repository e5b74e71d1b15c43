"""The long description promises only what is so: tools that exist, a command that starts, JSON that hosts read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pressgate.core_metadata import CoreMetadata
from pressgate.model import Config, Finding
from pressgate.registry.bundle import TOOLS

CODES = {
    "metadata-readme-tool": "the long description names a tool that doesn't exist, or leaves one out",
    "metadata-readme-config": "a configuration in the long description doesn't start this server",
}
_ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
_JSON = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)


def readme(found: CoreMetadata, config: Config) -> Iterator[Finding]:
    """Checks the table of tools and every JSON block."""
    description = found.text("description")
    named = set(_ROW.findall(description))
    if named != TOOLS.keys():
        detail = f"must name exactly {', '.join(TOOLS)}; differing: {', '.join(sorted(named ^ TOOLS.keys()))}"
        yield Finding(code="metadata-readme-tool", where=found.where, detail=detail)
    blocks = _JSON.findall(description)
    if not blocks or not all(_starts(block, config.package.name) for block in blocks):
        detail = f"each JSON block must start 'uvx {config.package.name}'"
        yield Finding(code="metadata-readme-config", where=found.where, detail=detail)


def _starts(block: str, name: str) -> bool:
    try:
        document: Any = json.loads(block)
        servers = document.get("mcpServers") or document.get("servers")
        return [(s["command"], s["args"]) for s in servers.values()] == [("uvx", [name])]
    except (ValueError, AttributeError, KeyError, TypeError):
        return False
