"""The metadata says what the configuration says, the index will take it, and what stands beside it fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from email.utils import getaddresses

from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import Version

from pressgate import registry
from pressgate.core_metadata import CoreMetadata, core_metadata
from pressgate.gates import metadata_facts, metadata_readme, metadata_tools
from pressgate.licences.posts import author_name
from pressgate.licences.split import info_folder
from pressgate.model import ArtefactView, Config, Finding, GateInput, Outcome
from pressgate.registry.name import mcp_name_line
from pressgate.sbom import sbom_name

NAME = "metadata"
CODES = {
    "metadata-missing": "the artefact has no metadata",
    "metadata-email": "an e-mail address stands in the metadata that the configuration doesn't give",
    "metadata-author": "an author stands in the metadata that the configuration doesn't give, or one is missing",
    "metadata-url": "a URL stands in the metadata that the configuration doesn't give",
    "metadata-version": "the version doesn't grow: the index has it already with other bytes, or has a higher one",
    "metadata-changelog": "the changelog's top entry isn't this version",
    "metadata-mcp-name": "the long description doesn't carry the server's name for the MCP Registry",
    **metadata_facts.CODES,
    **metadata_readme.CODES,
    **metadata_tools.CODES,
    **registry.CODES,
}

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ENTRY = re.compile(
    r"^#{1,3}[ \t]+\W*(?:version |release )?v?(\d+(?:\.\d+)+(?:(?:a|b|rc|\.?post|\.?dev)\d+)*)", re.M | re.I
)


def run(given: GateInput) -> Outcome:
    """Checks every artefact's metadata, and what lies beside the wheel for registries."""
    findings = [*_changelog(given.config), *_growth(given)]
    for view in given.artefacts:
        findings += examine(view)
        found = core_metadata(view)
        if found is not None:
            findings += _configured(found, given)
        if view.artefact.kind == "wheel":
            findings += _beside(view, given)
    findings += _same_everywhere(given)
    return Outcome(examined=len(given.artefacts), findings=tuple(findings))


def examine(view: ArtefactView) -> tuple[Finding, ...]:
    """The findings that any artefact can have, ours or not."""
    found = core_metadata(view)
    if found is None:
        missing = Finding(code="metadata-missing", where=view.artefact.path.name, detail="has no metadata, or two")
        return (missing, *metadata_tools.tools(view))
    return (*metadata_facts.facts(view, found), *metadata_tools.tools(view))


def _configured(found: CoreMetadata, given: GateInput) -> Iterator[Finding]:
    config = given.config
    rows = (
        ("Name", canonicalize_name(found.text("name")), canonicalize_name(config.package.name)),
        ("Version", found.text("version"), config.package.version),
        ("Summary", found.text("summary"), config.package.summary),
    )
    for what, value, expected in rows:
        if value != expected:
            detail = f"{what} must be '{expected}', is '{value}'"
            yield Finding(code="metadata-name", where=found.where, detail=detail)
    yield from _emails(found, config)
    yield from _people(found, config)
    yield from _urls(found, config)
    if found.text("description").count(mcp_name_line(config)) != 1:
        detail = f"the long description must hold '{mcp_name_line(config)}' once"
        yield Finding(code="metadata-mcp-name", where=found.where, detail=detail)
    yield from metadata_readme.readme(found, config)


def _emails(found: CoreMetadata, config: Config) -> Iterator[Finding]:
    package, site = config.package, config.site
    written = (*package.authors, package.summary, *package.urls.values(), site.home, site.name)
    asked = {match for text in written for match in _EMAIL.findall(text)}
    for number, line in enumerate(found.data.decode("utf-8", "replace").splitlines(), 1):
        if set(_EMAIL.findall(line)) - asked:
            detail = "an e-mail address that pressgate.toml doesn't give: remove it, or write it there"
            yield Finding(code="metadata-email", where=found.where, line=number, detail=detail)


def _people(found: CoreMetadata, config: Config) -> Iterator[Finding]:
    written = [found.text("author"), found.text("maintainer")]
    addresses = getaddresses([found.text("author_email"), found.text("maintainer_email")])
    named = _names([*written, *(name or address for name, address in addresses)])
    known = _names(author_name(author) for author in config.package.authors)
    if named != known:
        detail = f"the authors must be those of [package] authors: {', '.join(sorted(known)) or 'none'}"
        yield Finding(code="metadata-author", where=found.where, detail=detail)


def _names(texts: Iterable[str]) -> set[str]:
    return {name.strip() for text in texts for name in text.split(",") if name.strip()}


def _urls(found: CoreMetadata, config: Config) -> Iterator[Finding]:
    known = {config.site.home, *config.package.urls.values()}
    urls = dict(found.fields.get("project_urls") or {})
    for name in ("home_page", "download_url"):
        if found.text(name):
            urls[name] = found.text(name)
    for label, url in urls.items():
        if url not in known:
            detail = f"'{label}' is a URL that neither [site] home nor [package] urls gives"
            yield Finding(code="metadata-url", where=found.where, detail=detail)


def _beside(view: ArtefactView, given: GateInput) -> Iterator[Finding]:
    config = given.config
    materials = f"{info_folder(config)}/sboms/{sbom_name(config)}"
    if materials not in view.members:
        yield Finding(code="metadata-sbom", where=materials, detail="is missing: build again")
    expected = registry.files(config, given.index, view.artefact.path.name, view.data)
    yield from registry.check(config.output / registry.FOLDER, expected, config.package.version)


def _same_everywhere(given: GateInput) -> Iterator[Finding]:
    """PEP 643: what the sdist says is what its wheel says."""
    found = [metadata for view in given.artefacts if (metadata := core_metadata(view)) is not None]
    for other in found[1:]:
        if other.data != found[0].data:
            yield Finding(code="metadata-dynamic", where=other.where, detail=f"differs from {found[0].where}")


def _changelog(config: Config) -> Iterator[Finding]:
    path = config.root / "CHANGELOG.md"
    if not path.is_file():
        return
    entry = _ENTRY.search(path.read_text(encoding="utf-8", errors="replace"))
    if entry is None or Version(entry[1]) != Version(config.package.version):
        top = f"its top entry is {entry[1]}" if entry else "it has no entry with a version"
        detail = f"{top}; write one for {config.package.version}"
        yield Finding(code="metadata-changelog", where=path.name, detail=detail)


def _growth(given: GateInput) -> Iterator[Finding]:
    """The index must have no higher version, and of this one nothing but these bytes."""
    ours = {view.artefact.path.name: view.artefact.sha256 for view in given.artefacts}
    version = Version(given.config.package.version)
    for name, sha256 in sorted((given.served or {}).items()):
        served = _version_of(name)
        if served is None or served < version or (name in ours and sha256 in {"", ours[name]}):
            continue
        detail = f"the index has {name}: raise [package] version above {served}"
        yield Finding(code="metadata-version", where="pressgate.toml", detail=detail)
        return


def _version_of(name: str) -> Version | None:
    try:
        return parse_wheel_filename(name)[1] if name.endswith(".whl") else parse_sdist_filename(name)[1]
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None
