"""Code and content each go out under their licence, and both texts are inside."""

from __future__ import annotations

import json
from email import message_from_bytes
from typing import Any

from pressgate.model import ArtefactView, Finding, GateInput, Outcome
from pressgate.stage import license_expression, license_texts

NAME = "licenses"
CODES = {
    "license-expression": "License-Expression isn't the code's licence AND the content's",
    "license-file-missing": "a licence's text isn't in dist-info/licenses, or METADATA doesn't list it",
    "license-text-changed": "a licence's text differs from the one that the corpus gives",
    "license-index": "data/index.json names other licences than the configuration",
}


def run(given: GateInput) -> Outcome:
    """Checks every wheel: METADATA's expression and file list (PEP 639), the texts, and what the index says."""
    findings: list[Finding] = []
    examined = 0
    for view in given.artefacts:
        if view.artefact.kind == "wheel":
            examined += 1
            findings += _metadata(view, given)
            findings += _texts(view, given)
            findings += _index(view, given)
    return Outcome(examined=examined, findings=tuple(findings))


def _info(given: GateInput) -> str:
    return f"{given.config.package.import_name}-{given.config.package.version}.dist-info"


def _metadata(view: ArtefactView, given: GateInput) -> list[Finding]:
    where = f"{_info(given)}/METADATA"
    headers = message_from_bytes(view.members.get(where, b""))
    findings = []
    expected = license_expression(given.config, given.index)
    if headers.get_all("License-Expression") != [expected]:
        detail = f"must be '{expected}', is '{headers.get('License-Expression', 'absent')}'"
        findings.append(Finding(code="license-expression", where=where, detail=detail))
    listed = set(headers.get_all("License-File", []))
    for name in license_texts(given.config):
        if f"LICENSES/{name}.txt" not in listed:
            detail = f"has no 'License-File: LICENSES/{name}.txt'"
            findings.append(Finding(code="license-file-missing", where=where, detail=detail))
    return findings


def _texts(view: ArtefactView, given: GateInput) -> list[Finding]:
    findings = []
    for name, text in license_texts(given.config).items():
        where = f"{_info(given)}/licenses/LICENSES/{name}.txt"
        if where not in view.members:
            findings.append(Finding(code="license-file-missing", where=where, detail=f"put the text of {name} there"))
        elif view.members[where] != text or not text.strip():
            findings.append(Finding(code="license-text-changed", where=where, detail=f"isn't the text of {name}"))
    return findings


def _index(view: ArtefactView, given: GateInput) -> list[Finding]:
    where = f"{given.config.package.import_name}/data/index.json"
    expected = {"code": given.config.licenses.code, "content": given.config.licenses.content}
    try:
        document: Any = json.loads(view.members.get(where, b""))
        found = document["licenses"]
    except (ValueError, KeyError, TypeError):
        found = None
    if found == expected:
        return []
    return [Finding(code="license-index", where=where, detail="'licenses' isn't what pressgate.toml says: build again")]
