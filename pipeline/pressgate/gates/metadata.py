"""The metadata says what the configuration says, and the index will take it."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

from packaging.utils import canonicalize_name

from pressgate.model import ArtefactView, Finding, GateInput, Outcome, StepError

NAME = "metadata"
CODES = {
    "metadata-twine": "twine check --strict refuses the artefact",
    "metadata-name": "Name, Version or the file name isn't the configuration's",
    "metadata-email": "an e-mail address stands in METADATA that the configuration doesn't give",
    "metadata-missing": "the artefact has no METADATA",
}

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def run(given: GateInput) -> Outcome:
    """Checks METADATA of every wheel (core metadata specification) and lets twine render each artefact."""
    findings: list[Finding] = []
    for view in given.artefacts:
        findings += _twine(view)
        if view.artefact.kind == "wheel":
            findings += _wheel(view, given)
    return Outcome(examined=len(given.artefacts), findings=tuple(findings))


def _wheel(view: ArtefactView, given: GateInput) -> list[Finding]:
    package = given.config.package
    where = f"{package.import_name}-{package.version}.dist-info/METADATA"
    if where not in view.members:
        return [Finding(code="metadata-missing", where=where, detail="build again")]
    headers = message_from_bytes(view.members[where])
    return [*_names(view, headers, given, where), *_emails(view.members[where], given, where)]


def _names(view: ArtefactView, headers: Message, given: GateInput, where: str) -> list[Finding]:
    package = given.config.package
    rows = (
        ("Name", canonicalize_name(str(headers.get("Name", ""))), canonicalize_name(package.name)),
        ("Version", headers.get("Version"), package.version),
        ("the file's project", canonicalize_name(view.artefact.name), canonicalize_name(package.name)),
        ("the file's version", view.artefact.version, package.version),
    )
    return [
        Finding(code="metadata-name", where=where, detail=f"{what} must be '{expected}', is '{found}'")
        for what, found, expected in rows
        if found != expected
    ]


def _emails(metadata: bytes, given: GateInput, where: str) -> list[Finding]:
    asked = {match for author in given.config.package.authors for match in _EMAIL.findall(author)}
    findings = []
    for number, line in enumerate(metadata.decode("utf-8", "replace").splitlines(), 1):
        if set(_EMAIL.findall(line)) - asked:
            detail = "an e-mail address that [package] authors doesn't give: remove it, or write it there"
            findings.append(Finding(code="metadata-email", where=where, line=number, detail=detail))
    return findings


def _twine(view: ArtefactView) -> list[Finding]:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, view.artefact.path.name)
        copy.write_bytes(view.data)
        command = [sys.executable, "-I", "-m", "twine", "--no-color", "check", "--strict", str(copy)]
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", check=False, stdin=subprocess.DEVNULL
        )
    if done.returncode == 0 and "PASSED" in done.stdout:
        return []
    lines = [line.strip() for line in done.stdout.splitlines() if "ERROR" in line or "warning" in line.lower()]
    if not lines and "FAILED" not in done.stdout:
        raise StepError("twine can't run here: install pressgate again")
    detail = "; ".join(lines).replace(folder, "") or "run 'twine check --strict' on it"
    return [Finding(code="metadata-twine", where=view.artefact.path.name, detail=detail[:300])]
