"""The index → the tree that the wheel is built from, and the members that the wheel must hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import tomli_w

from pressgate.dependencies import DECLARED, HTTP_EXTRA
from pressgate.licences.reuse import reuse_toml
from pressgate.licences.split import info_folder
from pressgate.licences.supply import FOLDER, license_expression, license_texts
from pressgate.model import Config, Index
from pressgate.readme import readme
from pressgate.sbom import sbom, sbom_name

_CLASSIFIERS = (
    "Operating System :: OS Independent",
    "Programming Language :: Python :: 3",
    "Topic :: Documentation",
    "Typing :: Typed",
)


def stage(config: Config, index: Index) -> dict[str, bytes]:
    """Every file of the staged tree by its POSIX path. Raises UsageError where a licence text can't be read."""
    package = {f"src/{name}": data for name, data in _package(config, index).items()}
    return {
        **package,
        **_license_files(config, index),
        ".gitignore": b"/dist/\n",  # else the sdist would hold the one that hatchling finds in a folder above
        "README.md": readme(config, index).encode(),
        "REUSE.toml": reuse_toml(config, index),
        "pyproject.toml": tomli_w.dumps(_pyproject(config, index)).encode(),
        f"sboms/{sbom_name(config)}": _sbom(config, index),
    }


def expected_members(config: Config, index: Index) -> dict[str, bytes | None]:
    """The members of the wheel: bytes where they come from the staged tree, None where the backend writes them."""
    info = info_folder(config)
    written = {f"{info}/{name}": None for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt")}
    licences = {f"{info}/licenses/{name}": text for name, text in _license_files(config, index).items()}
    materials = {f"{info}/sboms/{sbom_name(config)}": _sbom(config, index)}
    return {**_package(config, index), **licences, **materials, **written}


def expected_sdist(config: Config, index: Index) -> dict[str, bytes | None]:
    """The members of the sdist below its one folder: the staged tree, and what the backend writes."""
    return {**stage(config, index), "PKG-INFO": None}


def _license_files(config: Config, index: Index) -> dict[str, bytes]:
    return {f"{FOLDER}/{licence}.txt": text for licence, text in license_texts(config, index).items()}


def _sbom(config: Config, index: Index) -> bytes:
    provenance = json.loads(index.files["provenance.json"])
    clock = datetime.fromisoformat(provenance["clock"])
    return sbom(config, license_expression(config, index), provenance["dependencies"], clock)


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
            "license-files": [f"{FOLDER}/*.txt"],
            "authors": [_author(author) for author in package.authors],
            "classifiers": list(_CLASSIFIERS),
            "urls": {"Homepage": config.site.home, **package.urls},
            "dependencies": list(DECLARED),
            "optional-dependencies": {"http": list(HTTP_EXTRA)},
            "scripts": {package.name: f"{package.import_name}.__main__:main"},
        },
        "tool": {
            "hatch": {
                "build": {
                    "ignore-vcs": True,
                    "targets": {
                        "wheel": {
                            "packages": [f"src/{package.import_name}"],
                            "artifacts": everything,
                            "sbom-files": [f"sboms/{sbom_name(config)}"],
                        },
                        "sdist": {"artifacts": everything},
                    },
                }
            }
        },
    }
