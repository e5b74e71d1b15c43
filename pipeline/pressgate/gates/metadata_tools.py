"""What the field's own tools say of an artefact: twine and check-wheel-contents, side by side."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pressgate.model import ArtefactView, Finding, StepError

CODES = {
    "metadata-twine": "twine check --strict refuses the artefact",
    "metadata-wheel-contents": "check-wheel-contents finds a fault in the wheel",
}
_TWINE = ("twine", "--no-color", "check", "--strict")
# W002 (two files with the same bytes) is left out: two posts may have the same text.
_CONTENTS = ("check_wheel_contents", "--no-config", "--ignore", "W002")
_SECONDS = 120


def tools(view: ArtefactView) -> Iterator[Finding]:
    """Runs the tools on a copy of the bytes. Raises StepError where one can't run, or examined nothing."""
    commands = {"metadata-twine": _TWINE}
    if view.artefact.kind == "wheel":
        commands["metadata-wheel-contents"] = _CONTENTS
    with tempfile.TemporaryDirectory(prefix="pressgate-metadata-") as folder, ThreadPoolExecutor() as pool:
        copy = Path(folder, view.artefact.path.name)
        copy.write_bytes(view.data)
        complaints = list(pool.map(lambda command: _complaint(command, copy), commands.values()))
    for code, complaint in zip(commands, complaints, strict=True):
        if complaint:
            detail = complaint.replace(f"{folder}/", "")[:300]
            yield Finding(code=code, where=view.artefact.path.name, detail=detail)


def _complaint(command: tuple[str, ...], copy: Path) -> str:
    """What the tool has against the artefact; empty where it said in so many words that it examined and passed it."""
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-m", *command, str(copy)],
            env={**os.environ, "COLUMNS": "10000"},  # twine breaks long lines, names included
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise StepError(f"{command[0]} took more than {_SECONDS} s") from None
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    if copy.name not in done.stdout:
        raise StepError(f"{command[0]} can't run here: install pressgate again")
    if done.returncode == 0 and lines[-1].endswith((f"{copy.name}: PASSED", f"{copy.name}: OK")):
        return ""
    return "; ".join(line for line in lines if not line.startswith("Checking")) or "; ".join(lines)
