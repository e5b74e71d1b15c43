"""The artefacts are the ones that the build recorded, byte for byte, and no others."""

from __future__ import annotations

from pressgate.model import Finding, GateInput, Outcome

NAME = "digest"
CODES = {
    "digest-not-recorded": "an artefact lies in .pressgate/dist that the last build didn't write",
    "digest-differs": "an artefact's bytes changed after the build",
    "digest-missing": "an artefact that the last build wrote is gone",
}


def run(given: GateInput) -> Outcome:
    """Compares the sha256 of each artefact with the one that `build` wrote into the ledger."""
    found = {view.artefact.path.name: view.artefact.sha256 for view in given.artefacts}
    findings = []
    for name in sorted(found.keys() | given.recorded.keys()):
        if name not in given.recorded:
            findings.append(Finding(code="digest-not-recorded", where=name, detail="build again, or remove the file"))
        elif name not in found:
            findings.append(Finding(code="digest-missing", where=name, detail="build again"))
        elif found[name] != given.recorded[name]:
            detail = f"sha256 {found[name][:12]}…, recorded {given.recorded[name][:12]}…: build again"
            findings.append(Finding(code="digest-differs", where=name, detail=detail))
    return Outcome(examined=len(found), findings=tuple(findings))
