"""What core metadata must be for any index and any reader, whoever built it: PEP 639, 643, 685, 770 and the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version
from readme_renderer import markdown
from trove_classifiers import classifiers as known_classifiers
from trove_classifiers import deprecated_classifiers

from pressgate.core_metadata import CoreMetadata
from pressgate.model import ArtefactView, Finding
from pressgate.walk.names import printable

CODES = {
    "metadata-unreadable": "a metadata field is unknown, doubled or can't be read",
    "metadata-name": "Name, Version or the file name isn't the configuration's, or they differ from each other",
    "metadata-license-expression": "License-Expression is missing or no valid SPDX expression (PEP 639)",
    "metadata-license-classifier": "a 'License ::' classifier stands in the metadata (PEP 639)",
    "metadata-license-field": "the old License field stands beside License-Expression (PEP 639)",
    "metadata-license-file": "a License-File isn't in the artefact, or there is none (PEP 639)",
    "metadata-old": "the metadata's version is older than the fields that it uses",
    "metadata-dynamic": "an sdist leaves fields open, or differs from its wheel (PEP 643)",
    "metadata-extra": "an extra isn't named in its normal form (PEP 685)",
    "metadata-sbom": "a file in sboms/ is no bill of materials, or one is missing (PEP 770)",
    "metadata-classifier": "a classifier is unknown or deprecated",
    "metadata-requires-python": "Requires-Python is missing or no version specifier",
    "metadata-dependency": "a dependency can't be read, or is a URL, which indexes refuse",
    "metadata-dependency-unbounded": "a dependency has no upper bound",
    "metadata-description": "the long description is missing or doesn't render",
    "metadata-summary": "the summary is missing, too long or on several lines",
}
_FIRST_WITH = {"license_expression": (2, 4), "license_files": (2, 4), "dynamic": (2, 2)}


def facts(view: ArtefactView, found: CoreMetadata) -> Iterator[Finding]:
    """The findings of one artefact's metadata, without regard to whose it is."""
    rules = (_unread, _names, _licence, _license_files, _versions, _extras, _boms, _classifiers, _python, _texts)
    for rule in rules:
        for code, detail in rule(view, found):
            yield Finding(code=code, where=found.where, detail=printable(detail))
    for code, detail in chain.from_iterable(_dependency(text) for text in found.texts("requires_dist")):
        yield Finding(code=code, where=found.where, detail=printable(detail))


Faults = Iterator[tuple[str, str]]


def _unread(_view: ArtefactView, found: CoreMetadata) -> Faults:
    for name in sorted(found.unread):
        if name.casefold() != "license-file" or "license_files" not in found.fields:
            yield "metadata-unreadable", f"'{name}' can't be read"


def _names(view: ArtefactView, found: CoreMetadata) -> Faults:
    if canonicalize_name(found.text("name")) != canonicalize_name(view.artefact.name):
        yield "metadata-name", f"Name is '{found.text('name')}', the file says '{view.artefact.name}'"
    try:
        same = Version(found.text("version")) == Version(view.artefact.version)
    except InvalidVersion:
        same = False
    if not same:
        yield "metadata-name", f"Version is '{found.text('version')}', the file says '{view.artefact.version}'"


def _licence(_view: ArtefactView, found: CoreMetadata) -> Faults:
    expression = found.text("license_expression")
    try:
        good = bool(expression) and canonicalize_license_expression(expression) == expression
    except InvalidLicenseExpression:
        good = False
    if not good:
        detail = f"'{expression}' is no canonical SPDX expression" if expression else "there is no License-Expression"
        yield "metadata-license-expression", detail
    if any(classifier.startswith("License ::") for classifier in found.texts("classifiers")):
        yield "metadata-license-classifier", "say it in License-Expression, and remove the 'License ::' classifier"
    if expression and found.text("license"):
        yield "metadata-license-field", "remove the License field: License-Expression says it"


def _license_files(view: ArtefactView, found: CoreMetadata) -> Faults:
    folder = found.where.rpartition("/")[0] + ("/licenses/" if view.artefact.kind == "wheel" else "/")
    names = found.texts("license_files")
    if not names:
        yield "metadata-license-file", "there is no License-File: the licence's text must go out with it"
    for name in names:
        if not view.members.get(folder + name, b"").strip():
            yield "metadata-license-file", f"'{name}' isn't in the artefact at {folder}, or is empty"


def _versions(_view: ArtefactView, found: CoreMetadata) -> Faults:
    try:
        version = tuple(int(part) for part in found.text("metadata_version").split("."))
    except ValueError:
        yield "metadata-old", "there is no Metadata-Version"
        return
    for name, first in _FIRST_WITH.items():
        if found.fields.get(name) and version < first:
            yield "metadata-old", f"{name.replace('_', '-')} came with Metadata-Version {first[0]}.{first[1]}"
    dynamic = {name.casefold() for name in found.texts("dynamic")}
    if dynamic & {"name", "version", "metadata-version"}:
        yield "metadata-dynamic", "Dynamic must not hold the name or the version"


def _extras(_view: ArtefactView, found: CoreMetadata) -> Faults:
    extras = found.texts("provides_extra")
    for extra in extras:
        if canonicalize_name(extra) != extra:
            yield "metadata-extra", f"write extra '{extra}' as '{canonicalize_name(extra)}'"
    if len({canonicalize_name(extra) for extra in extras}) != len(extras):
        yield "metadata-extra", "two extras have the same name"


def _boms(view: ArtefactView, found: CoreMetadata) -> Faults:
    folder = found.where.rpartition("/")[0] + "/sboms/"
    for name, data in view.members.items():
        if view.artefact.kind == "wheel" and name.startswith(folder) and not _is_bom(data):
            yield "metadata-sbom", f"{name} is no CycloneDX or SPDX document"


def _is_bom(data: bytes) -> bool:
    try:
        document = json.loads(data)
    except ValueError:
        return data.lstrip().startswith((b"<?xml", b"SPDXVersion:"))
    return isinstance(document, dict) and bool({"bomFormat", "spdxVersion", "@context"} & document.keys())


def _classifiers(_view: ArtefactView, found: CoreMetadata) -> Faults:
    for classifier in found.texts("classifiers"):
        if classifier not in known_classifiers and classifier not in deprecated_classifiers:
            yield "metadata-classifier", f"'{classifier}' is no known classifier"
        elif classifier in deprecated_classifiers and not classifier.startswith("License ::"):
            yield "metadata-classifier", f"'{classifier}' is deprecated"


def _python(_view: ArtefactView, found: CoreMetadata) -> Faults:
    text = found.text("requires_python")
    try:
        good = bool(text and SpecifierSet(text))
    except InvalidSpecifier:
        good = False
    if not good:
        yield "metadata-requires-python", f"'{text}' is no version specifier" if text else "there is no Requires-Python"


def _dependency(text: str) -> Faults:
    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        yield "metadata-dependency", f"'{text}' can't be read"
        return
    if requirement.url:
        yield "metadata-dependency", f"'{requirement.name}' is a URL, which indexes refuse"
    elif not any(specifier.operator in {"<", "<=", "==", "===", "~="} for specifier in requirement.specifier):
        yield "metadata-dependency-unbounded", f"'{requirement.name}' needs an upper bound, such as <2"


def _texts(_view: ArtefactView, found: CoreMetadata) -> Faults:
    summary, description = found.text("summary"), found.text("description")
    if not 1 <= len(summary) <= 512 or "\n" in summary:
        yield "metadata-summary", "the summary must be one line of 1 to 512 characters"
    kind = found.text("description_content_type").partition(";")[0].strip()
    if not description.strip():
        yield "metadata-description", "there is no long description"
    elif kind == "text/markdown" and not (markdown.render(description) or "").strip():
        yield "metadata-description", "the long description renders to nothing"
