"""The artefacts can be built again, byte for byte, from the posts as committed, in another place.

So nothing stale or uncommitted goes out. Where the corpus has no commit or has changes, the folder as it stands is
copied and built: a first look needs no repository, the sheet says so, and publishing refuses it by the missing commit.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from pressgate.difference import first_difference
from pressgate.model import Artefact, Finding, GateInput, Outcome
from pressgate.rebuild import RebuildFailed, rebuild

NAME = "rebuild"
CODES = {
    "rebuild-failed": "what is committed can't be built",
    "rebuild-missing": "an artefact isn't among those that a rebuild makes, or a rebuild makes one that isn't here",
    "rebuild-differs": "an artefact's bytes aren't those that a rebuild makes",
}


def run(given: GateInput) -> Outcome:
    """Builds once more and compares; `examined` counts the members that were compared."""
    with tempfile.TemporaryDirectory(prefix="pressgate-rebuild-") as name:
        try:
            built = rebuild(given.config, given.admission.clock, Path(name))
        except RebuildFailed as error:
            return Outcome(examined=1, findings=(Finding(code="rebuild-failed", where="", detail=str(error)),))
        findings = tuple(_compare(given, {made.path.name: made for made in built}, Path(name)))
    return Outcome(examined=sum(len(view.members) for view in given.artefacts), findings=findings)


def _compare(given: GateInput, built: dict[str, Artefact], folder: Path) -> Iterator[Finding]:
    ours = {view.artefact.path.name: view for view in given.artefacts}
    for name in sorted(built.keys() ^ ours.keys()):
        yield Finding(code="rebuild-missing", where=name, detail="build again")
    for name in sorted(built.keys() & ours.keys()):
        copy = folder / name
        copy.write_bytes(ours[name].data)
        if difference := first_difference(copy, built[name].path):
            where, detail = difference
            detail = f"{name}: {detail}; build again, from what is committed"
            yield Finding(code="rebuild-differs", where=where, detail=detail)
