"""Every member goes out under a known licence, each text is inside and is what it claims to be, and all is credited."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from pressgate.core_metadata import CoreMetadata, core_metadata
from pressgate.licences.matching import mismatch
from pressgate.licences.reuse import authors, reuse_toml
from pressgate.licences.split import info_folder, kinds, tree_rules, wheel_rules
from pressgate.licences.supply import FOLDER, article_license, content_licenses, license_expression, license_texts
from pressgate.model import ArtefactView, Finding, GateInput, Outcome
from pressgate.walk.names import printable

NAME = "licenses"
CODES = {
    "license-unmapped": "no rule, or more than one, says whether a member is code or content",
    "license-expression": "License-Expression isn't the code's licence AND each of the content's",
    "license-expression-or": "License-Expression offers a choice, where every licence binds a part",
    "license-file-unlisted": "the metadata's License-File lines aren't exactly the licences' texts",
    "license-file-missing": "a licence's text isn't in the artefact",
    "license-text-changed": "a licence's text differs from the one that the corpus gives",
    "license-text-wrong": "a text isn't the text of the listed licence that it claims to be",
    "license-ref-text": "a LicenseRef's text says nothing, or is the text of a listed licence",
    "license-author": "a licence asks for the author's name and the configuration gives none",
    "license-attribution": "the long description doesn't name a licence, the author or the source",
    "license-index": "data/index.json names other licences or authors than the configuration",
    "license-post": "an article's licence isn't the one that its post says, or isn't allowed",
    "license-reuse": "the sdist's REUSE.toml isn't the one that the licence split gives",
}


def run(given: GateInput) -> Outcome:
    """Checks every artefact, member by member; `examined` counts members."""
    findings = [*_corpus(given)]
    for view in given.artefacts:
        wheel = view.artefact.kind == "wheel"
        members = view.members if wheel else {name.partition("/")[2]: data for name, data in view.members.items()}
        findings += _split(members, given, wheel)
        findings += _texts(members, given, f"{info_folder(given.config)}/licenses/{FOLDER}" if wheel else FOLDER)
        findings += _index(members, given, "" if wheel else "src/")
        findings += _metadata(core_metadata(view), view, given)
        if not wheel and members.get("REUSE.toml") != reuse_toml(given.config, given.index):
            findings.append(Finding(code="license-reuse", where="REUSE.toml", detail="build again"))
    return Outcome(examined=sum(len(view.members) for view in given.artefacts), findings=tuple(findings))


def _corpus(given: GateInput) -> Iterator[Finding]:
    """What is wrong before anything was built: the texts that the corpus gives, and a missing author."""
    for licence, text in license_texts(given.config, given.index).items():
        if detail := mismatch(text.decode("utf-8", "replace"), licence):
            code = "license-ref-text" if licence.startswith("LicenseRef-") else "license-text-wrong"
            yield Finding(code=code, where=f"{FOLDER}/{licence}.txt", detail=detail)
    asking = [licence for licence in content_licenses(given.config, given.index) if licence.startswith("CC-BY")]
    if asking and not given.config.package.authors:
        detail = f"{', '.join(asking)} asks for the author's name: write it into [package] authors"
        yield Finding(code="license-author", where="pressgate.toml", detail=detail)


def _split(members: Mapping[str, bytes], given: GateInput, wheel: bool) -> Iterator[Finding]:
    rules = wheel_rules(given.config) if wheel else tree_rules(given.config)
    for name in members:
        found = kinds(name, rules)
        if len(found) != 1:
            detail = f"falls under {' and '.join(found)}" if found else "falls under no rule: not code, not content"
            yield Finding(code="license-unmapped", where=printable(name), detail=detail)


def _texts(members: Mapping[str, bytes], given: GateInput, folder: str) -> Iterator[Finding]:
    for licence, text in license_texts(given.config, given.index).items():
        where = f"{folder}/{licence}.txt"
        if where not in members:
            yield Finding(code="license-file-missing", where=where, detail=f"put the text of {licence} there")
        elif members[where] != text:
            yield Finding(code="license-text-changed", where=where, detail=f"isn't the corpus's text of {licence}")


def _metadata(found: CoreMetadata | None, view: ArtefactView, given: GateInput) -> Iterator[Finding]:
    if found is None:
        yield Finding(code="license-expression", where=view.artefact.path.name, detail="has no metadata: build again")
        return
    expression = found.text("license_expression")
    expected = license_expression(given.config, given.index)
    if re.search(r"\bOR\b", expression, re.IGNORECASE):
        yield Finding(code="license-expression-or", where=found.where, detail=f"must be '{expected}'")
    elif expression != expected or not _canonical(expression):
        detail = f"must be '{expected}', is '{expression or 'absent'}'"
        yield Finding(code="license-expression", where=found.where, detail=detail)
    names = sorted(f"{FOLDER}/{licence}.txt" for licence in license_texts(given.config, given.index))
    if sorted(found.texts("license_files")) != names:
        detail = f"must have 'License-File:' for {', '.join(names)} and no other"
        yield Finding(code="license-file-unlisted", where=found.where, detail=detail)
    yield from _attribution(found, given)


def _canonical(expression: str) -> bool:
    try:
        return canonicalize_license_expression(expression) == expression
    except InvalidLicenseExpression:
        return False


def _attribution(found: CoreMetadata, given: GateInput) -> Iterator[Finding]:
    description = found.text("description")
    credits = (*content_licenses(given.config, given.index), authors(given.config), given.config.site.home)
    for credit in credits:
        if credit not in description:
            detail = f"the long description must name {credit}"
            yield Finding(code="license-attribution", where=found.where, detail=detail)


def _index(members: Mapping[str, bytes], given: GateInput, prefix: str) -> Iterator[Finding]:
    where = f"{prefix}{given.config.package.import_name}/data/index.json"
    document = _json(members.get(where, b""))
    licences = {"code": given.config.licenses.code, "content": given.config.licenses.content}
    site = document.get("site")
    if (
        document.get("licenses") != licences
        or not isinstance(site, dict)
        or site.get("author") != authors(given.config)
    ):
        detail = "its licences or its author aren't what pressgate.toml says: build again"
        yield Finding(code="license-index", where=where, detail=detail)
    said = {a["id"]: article_license(a, given.config) for a in given.index.document["articles"]}
    allowed = {given.config.licenses.content, *given.config.licenses.allowed}
    for article in _articles(document):
        licence = article_license(article, given.config)
        if licence != said.get(article.get("id", "")) or licence not in allowed:
            detail = f"article '{printable(str(article.get('id')))}' goes out under '{printable(licence)}'"
            yield Finding(code="license-post", where=where, detail=detail)


def _json(data: bytes) -> dict[str, Any]:
    try:
        document = json.loads(data)
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def _articles(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    articles = document.get("articles")
    return [a for a in articles if isinstance(a, dict)] if isinstance(articles, list) else []
