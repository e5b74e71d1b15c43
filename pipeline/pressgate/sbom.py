"""The bill of materials in `dist-info/sboms/` (PEP 770): CycloneDX 1.6, the same bytes for the same input."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime

from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.dependency import Dependency
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pressgate.dependencies import DECLARED, Tried
from pressgate.model import Config

_NAMESPACE = uuid.UUID("5f3b6a64-1d5c-5a0e-9d0e-0d5b0a6f8a11")


def sbom_name(config: Config) -> str:
    """The file's name: `IMPORT_NAME.cdx.json`."""
    return f"{config.package.import_name}.cdx.json"


def sbom(config: Config, expression: str, distributions: Mapping[str, Tried], clock: datetime) -> bytes:
    """The wheel, what it declares, and all that this drew in where the wheel was tried. `clock` is aware.

    Nothing of the machine is in it: no path, no host, no random number.
    """
    package = config.package
    root = Component(
        type=ComponentType.APPLICATION,
        name=package.name,
        version=package.version,
        bom_ref=_purl(package.name, package.version).to_string(),
        purl=_purl(package.name, package.version),
        licenses=[LicenseExpression(expression)],
    )
    libraries = {name: _library(name, entry["version"]) for name, entry in distributions.items()}
    declared = [canonicalize_name(Requirement(text).name) for text in DECLARED]
    graph = [_edges(root, declared, libraries)]
    graph += [_edges(libraries[name], entry["requires"], libraries) for name, entry in distributions.items()]
    bom = Bom(
        serial_number=_serial_number([package.name, package.version, expression, distributions]),
        metadata=BomMetaData(component=root, timestamp=clock),
        components=libraries.values(),
        dependencies=graph,
    )
    return JsonV1Dot6(bom).output_as_string(indent=2).encode() + b"\n"


def _library(name: str, version: str) -> Component:
    purl = _purl(name, version)
    return Component(type=ComponentType.LIBRARY, name=name, version=version, bom_ref=purl.to_string(), purl=purl)


def _purl(name: str, version: str) -> PackageURL:
    return PackageURL("pypi", name=canonicalize_name(name), version=version)


def _edges(component: Component, needs: Sequence[str], libraries: Mapping[str, Component]) -> Dependency:
    return Dependency(component.bom_ref, [Dependency(libraries[name].bom_ref) for name in needs])


def _serial_number(content: object) -> uuid.UUID:
    """A UUID of the content, where the library would draw a random one."""
    return uuid.uuid5(_NAMESPACE, json.dumps(content, sort_keys=True))
