"""`pressgate scan`: the archive and leak gates on any wheel or sdist."""

from __future__ import annotations

from pathlib import Path

from pressgate.gates import archive, leaks
from pressgate.model import Finding
from pressgate.walk import read_artefact


def examine(path: Path, forbidden: tuple[str, ...]) -> tuple[Finding, ...]:
    """The findings of one file, ours or not."""
    view = read_artefact(path)
    return (*archive.examine(view), *leaks.examine(view, forbidden))
