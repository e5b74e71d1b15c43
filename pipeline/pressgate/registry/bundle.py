"""The `.mcpb` bundle (manifest 0.4): the wheel itself, and the few lines that start it. The same bytes every time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import tomli_w

from pressgate.index import to_json
from pressgate.licences.reuse import authors
from pressgate.licences.supply import license_expression
from pressgate.model import Config, Finding, Index

MANIFEST = "manifest.json"
TOOLS = {
    "list_categories": "The categories with their numbers of posts",
    "list_articles": "The list of posts, page by page",
    "search_articles": "Search in the posts",
    "get_article": "One post, or a part of it",
    "blog_home": "What this snapshot is and where it comes from",
}
_REQUIRED = ("manifest_version", "name", "version", "description", "author", "server")


def bundle_name(config: Config) -> str:
    """The bundle's file name."""
    return f"{config.package.import_name}-{config.package.version}.mcpb"


def bundle(config: Config, index: Index, wheel_name: str, wheel: bytes) -> bytes:
    """A zip with fixed times and modes, its members stored as they are, so that no compressor's version matters."""
    start = f"from {config.package.import_name}.__main__ import main\n\nmain()\n"
    members = {
        MANIFEST: to_json(_manifest(config, index)),
        "pyproject.toml": tomli_w.dumps(_project(config, wheel_name)).encode(),
        "server.py": start.encode(),
        wheel_name: wheel,
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(members):
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.create_system = 3  # Unix, on every system
            info.external_attr = 0o100644 << 16
            archive.writestr(info, members[name])
    return target.getvalue()


def _manifest(config: Config, index: Index) -> dict[str, Any]:
    package = config.package
    return {
        "manifest_version": "0.4",
        "name": package.name,
        "display_name": config.site.name,
        "version": package.version,
        "description": package.summary,
        "author": {"name": authors(config), "url": config.site.home},
        "homepage": config.site.home,
        "license": license_expression(config, index),
        "server": {
            "type": "uv",
            "entry_point": "server.py",
            "mcp_config": {"command": "uv", "args": ["run", "--directory", "${__dirname}", "server.py"]},
        },
        "tools": [{"name": name, "description": text} for name, text in TOOLS.items()],
        "compatibility": {"platforms": ["darwin", "linux", "win32"], "runtimes": {"python": ">=3.11"}},
    }


def _project(config: Config, wheel_name: str) -> dict[str, Any]:
    package = config.package
    return {
        "project": {
            "name": f"{package.name}-bundle",
            "version": package.version,
            "requires-python": ">=3.11",
            "dependencies": [package.name],
        },
        "tool": {"uv": {"package": False, "sources": {package.name: {"path": wheel_name}}}},
    }


def problems(manifest: Any, version: str) -> Iterator[Finding]:
    """What a host would refuse in a bundle's manifest."""
    missing = [name for name in _REQUIRED if not isinstance(manifest, dict) or not manifest.get(name)]
    if missing:
        yield Finding(code="mcpb-manifest", where=MANIFEST, detail=f"has no {', '.join(missing)}")
    elif manifest["manifest_version"] != "0.4" or manifest["version"] != version:
        yield Finding(code="mcpb-manifest", where=MANIFEST, detail=f"must be manifest 0.4 of version {version}")
