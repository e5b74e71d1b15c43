"""The wheel, installed alone into a fresh environment, works as an MCP server and serves just the admitted posts."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pressgate import fresh, program
from pressgate.dependencies import constraints
from pressgate.gates import smoke_credit, smoke_judge, smoke_plan
from pressgate.model import ArtefactView, Finding, GateInput, Outcome, StepError

NAME = "smoke"
CODES = smoke_judge.CODES
TOOLS = smoke_plan.TOOLS
_PACKAGE = Path(__file__).parent.parent
_EYES = "pressgate_eyes"
_START = f"import sys; sys.path.append({{!r}}); from {_EYES}.gates.smoke_observer import main; main()"
_ERAS = {"handshake", "modern"}
_SECONDS = 600


def run(given: GateInput) -> Outcome:
    """Installs each wheel alone and looks at it with the probe: in memory in every revision, over stdio in both eras.

    `examined` counts the articles read, once a look. Raises StepError where there is nothing to look at.
    """
    findings: list[Finding] = []
    examined = 0
    for view in given.artefacts:
        if view.artefact.kind == "wheel":
            count, found = _check(view, given)
            examined += count
            findings += found
    return Outcome(examined=examined, findings=tuple(findings))


def _check(view: ArtefactView, given: GateInput) -> tuple[int, list[Finding]]:
    with tempfile.TemporaryDirectory(prefix="pressgate-smoke-") as name:
        folder = Path(name)
        wheel = folder / view.artefact.path.name
        wheel.write_bytes(view.data)
        tried = json.loads(given.index.files["provenance.json"])["dependencies"]
        python = fresh.install(wheel, folder / "env", constraints=constraints(tried))
        plan = smoke_plan.plan(given, python.with_name(given.config.package.name))
        seen, noise = _observe(python, folder, plan)
        versions = list(smoke_credit.versions(fresh.installed(python), tried, given.config.package.name))
    looks = [*_looks(seen, plan, given), ("in memory", noise)]
    count = sum(len(look["articles"]) for look in (*seen["memory"], *seen["stdio"]))
    return count, [*_merged(looks), *versions]


def _observe(python: Path, folder: Path, plan: dict[str, Any]) -> tuple[dict[str, Any], list[Finding]]:
    """What the observer saw, and what the server let out on the observer's own output."""
    _copy_eyes(folder / "eyes" / _EYES)
    plan_file, out = folder / "plan.json", folder / "seen.json"
    plan_file.write_text(json.dumps(plan), encoding="utf-8")
    command = [str(python), "-I", "-c", _START.format(str(folder / "eyes")), str(plan_file), str(out)]
    done = program.run(command, "looking at the installed server", seconds=_SECONDS, cwd=folder)
    if done.returncode or not out.is_file():
        raise StepError(f"the installed server can't be looked at: {program.last_word(done)}")
    seen: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    _check_whole(seen, folder / "env")
    noise = list(smoke_judge.traceback(done.stderr))
    if done.stdout:
        noise.append(Finding(code="smoke-stdout", where="stdout", detail="the server prints"))
    return seen, noise


def _check_whole(seen: dict[str, Any], environment: Path) -> None:
    """Raises StepError where something else was looked at than was to be, or less."""
    if not Path(seen["module"]).is_relative_to(environment):
        raise StepError("the server that answered isn't the installed one")
    whole = {look["era"] for look in seen["memory"] if look["whole"]}
    if whole != _ERAS or {look["era"] for look in seen["stdio"]} != _ERAS:
        raise StepError("the installed server wasn't looked at in both eras")


def _copy_eyes(package: Path) -> None:
    """The probe and the observer, as a package of their own: the fresh environment has none of Pressgate."""
    (package / "gates").mkdir(parents=True)
    half_written = shutil.ignore_patterns("*.pyc.*")
    shutil.copytree(_PACKAGE / "probe", package / "probe", ignore=half_written)
    shutil.copy2(_PACKAGE / "gates" / "smoke_observer.py", package / "gates")


def _looks(seen: dict[str, Any], plan: dict[str, Any], given: GateInput) -> Iterator[tuple[str, list[Finding]]]:
    for transport, name in (("memory", "in memory"), ("stdio", "over stdio")):
        for look in seen[transport]:
            findings = smoke_judge.judge(look, plan, given, stdio=transport == "stdio")
            yield f"{look['revision']} {name}", list(findings)


def _merged(looks: Iterable[tuple[str, list[Finding]]]) -> list[Finding]:
    """Each finding once, with the looks that it showed in: most faults show in all."""
    places: dict[Finding, list[str]] = {}
    for name, findings in looks:
        for finding in dict.fromkeys(findings):
            places.setdefault(finding, []).append(name)
    return [
        Finding(code=found.code, where=found.where, detail=f"{found.detail} ({_first(names)})")
        for found, names in places.items()
    ]


def _first(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more looks"
