"""The index → the tree that the wheel is built from, and the members that the wheel must hold."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import tomli_w

from pressgate.model import Config, Index, UsageError
from pressgate.readme import readme

_CLASSIFIERS = (
    "Operating System :: OS Independent",
    "Programming Language :: Python :: 3",
    "Topic :: Documentation",
    "Typing :: Typed",
)
_HTTP_EXTRA = ["limits>=5.8,<6", "redis>=5,<9"]


def stage(config: Config, index: Index) -> dict[str, bytes]:
    """Every file of the staged tree by its POSIX path. Raises UsageError where a licence text can't be read."""
    package = {f"src/{name}": data for name, data in _package(config, index).items()}
    licences = {f"LICENSES/{name}.txt": text for name, text in license_texts(config).items()}
    return {
        **package,
        **licences,
        "README.md": readme(config, index).encode(),
        "pyproject.toml": tomli_w.dumps(_pyproject(config, index)).encode(),
    }


def expected_members(config: Config, index: Index) -> dict[str, bytes | None]:
    """The members of the wheel: bytes where they come from the staged tree, None where the backend writes them."""
    info = f"{config.package.import_name}-{config.package.version}.dist-info"
    written = {f"{info}/{name}": None for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt")}
    licences = {f"{info}/licenses/LICENSES/{name}.txt": text for name, text in license_texts(config).items()}
    return {**_package(config, index), **licences, **written}


def license_texts(config: Config) -> dict[str, bytes]:
    """SPDX id → text, for the code and the content."""
    texts = {config.licenses.code: resources.files("pressgate_server").joinpath("LICENSE").read_bytes()}
    if config.licenses.content_file is not None:
        try:
            texts[config.licenses.content] = config.licenses.content_file.read_bytes()
        except OSError as error:
            message = f"{config.licenses.content_file}: the licence text can't be read: {error.strerror}"
            raise UsageError(message) from None
    return texts


def license_expression(config: Config, index: Index) -> str:
    """The wheel's `License-Expression` (PEP 639): the code's licence AND each licence of the content."""
    own = {article["license"] for article in index.document["articles"] if "license" in article}
    content = sorted({config.licenses.content, *own} - {config.licenses.code})
    return " AND ".join([config.licenses.code, *content])


def _package(config: Config, index: Index) -> dict[str, bytes]:
    name = config.package.import_name
    about = f'"""Written by the build."""\n\nNAME = "{config.package.name}"\nVERSION = "{config.package.version}"\n'
    files = {f"{name}/{path}": data for path, data in _server_files(resources.files("pressgate_server"), "").items()}
    files[f"{name}/_about.py"] = about.encode()
    files |= {f"{name}/data/{path}": data for path, data in index.files.items()}
    return files


def _server_files(folder: Traversable, prefix: str) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in {"__pycache__", "data"}:
            files |= _server_files(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith((".py", ".typed")):
            files[prefix + entry.name] = entry.read_bytes()
    return files


def _author(text: str) -> dict[str, str]:
    name, _, email = text.partition("<")
    return {"name": name.strip(), "email": email.strip(" >")} if email else {"name": text}


def _pyproject(config: Config, index: Index) -> Mapping[str, Any]:
    package = config.package
    everything = [f"src/{package.import_name}/**"]
    return {
        "build-system": {"requires": ["hatchling>=1.32,<2"], "build-backend": "hatchling.build"},
        "project": {
            "name": package.name,
            "version": package.version,
            "description": package.summary,
            "readme": "README.md",
            "requires-python": ">=3.11",
            "license": license_expression(config, index),
            "license-files": ["LICENSES/*.txt"],
            "authors": [_author(author) for author in package.authors],
            "classifiers": list(_CLASSIFIERS),
            "urls": {"Homepage": config.site.home, **package.urls},
            "dependencies": ["mcp>=2.3,<3"],
            "optional-dependencies": {"http": _HTTP_EXTRA},
            "scripts": {package.name: f"{package.import_name}.app:main"},
        },
        "tool": {
            "hatch": {
                "build": {
                    "ignore-vcs": True,
                    "targets": {
                        "wheel": {"packages": [f"src/{package.import_name}"], "artifacts": everything},
                        "sdist": {"artifacts": everything},
                    },
                }
            }
        },
    }
