"""What the field's own tools say of an artefact: twine and check-wheel-contents, side by side."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pressgate.model import ArtefactView, Finding, StepError

CODES = {
    "metadata-twine": "twine check --strict refuses the artefact",
    "metadata-wheel-contents": "check-wheel-contents finds a fault in the wheel",
}
_SECONDS = 120
# W002 (two files with the same bytes) is left out: two posts may have the same text.


def tools(view: ArtefactView) -> Iterator[Finding]:
    """Runs the tools on a copy of the bytes. Raises StepError where one can't run, or examined nothing."""
    with tempfile.TemporaryDirectory(prefix="pressgate-metadata-") as folder:
        copy = Path(folder, view.artefact.path.name)
        copy.write_bytes(view.data)
        runs = {"metadata-twine": ("twine", _start("twine", "--no-color", "check", "--strict", str(copy)))}
        if view.artefact.kind == "wheel":
            process = _start("check_wheel_contents", "--no-config", "--ignore", "W002", str(copy))
            runs["metadata-wheel-contents"] = ("check-wheel-contents", process)
        for code, (tool, process) in runs.items():
            if complaint := _complaint(tool, process, copy):
                detail = complaint.replace(f"{folder}/", "")[:300]
                yield Finding(code=code, where=view.artefact.path.name, detail=detail)


def _start(module: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-I", "-m", module, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )


def _complaint(tool: str, process: subprocess.Popen[str], copy: Path) -> str:
    """What the tool has against the artefact; empty where it said in so many words that it examined and passed it."""
    try:
        output, _ = process.communicate(timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise StepError(f"{tool} took more than {_SECONDS} s") from None
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    if process.returncode == 0 and f"{copy.name}: " in output and lines[-1].endswith((": PASSED", ": OK")):
        return ""
    if copy.name not in output:
        raise StepError(f"{tool} can't run here: install pressgate again")
    return "; ".join(line for line in lines if not line.startswith("Checking")) or "; ".join(lines)
