"""What git says of a corpus: its commit, and whether the tree is clean."""

from __future__ import annotations

import subprocess
from pathlib import Path


def _git(root: Path, *arguments: str) -> str | None:
    """Standard output of a git command, or None where git, a repository or a commit is missing."""
    command = ["git", "-c", "core.quotePath=false", "-C", str(root), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout


def changes(root: Path) -> tuple[str, ...] | None:
    """Paths below `root` that differ from the commit, Pressgate's own outputs aside; None outside a repository."""
    status = _git(root, "status", "--porcelain=v1", "-z", "--untracked-files=all", "--", ".", ":(exclude).pressgate")
    if status is None:
        return None
    return tuple(entry[3:] for entry in status.split("\0") if entry[2:3] == " ")


def commit(root: Path) -> str | None:
    """The full hash of HEAD, or None outside a repository, before the first commit, or where `root` has changes."""
    head = _git(root, "rev-parse", "--verify", "HEAD")
    if head is None or changes(root):
        return None
    return head.strip()
