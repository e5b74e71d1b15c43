"""What git says of a corpus: its commit, its tag, its remote, and whether the tree is clean."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

_GITHUB = re.compile(
    r"(?:https://(?:[^@/]*@)?github\.com/|(?:ssh://)?git@github\.com[:/])([\w.-]+/[\w.-]+?)(?:\.git)?/?"
)
# A monitor or a cache that lies would hide changes; what a commit holds is read, not asked for.
_SETTINGS = ("core.quotePath=false", "core.fsmonitor=false", "core.untrackedCache=false")


def _git(root: Path, *arguments: str) -> str | None:
    """Standard output of a git command, or None where git, a repository or a commit is missing."""
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", *settings, "-C", str(root), *arguments],
            capture_output=True,
            check=True,
            stdin=subprocess.DEVNULL,
            env={**environment, "GIT_OPTIONAL_LOCKS": "0"},
        )
        return done.stdout.decode("utf-8", "surrogateescape")
    except (OSError, subprocess.CalledProcessError):
        return None


def changes(root: Path, outputs: str = ".pressgate") -> tuple[str, ...] | None:
    """Paths below `root` that differ from the commit, those below `outputs` aside; None outside a repository."""
    status = _git(
        root,
        *("status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignore-submodules=none", "--no-renames"),
        *("--", ".", f":(exclude,literal){outputs}"),
    )
    if status is None:
        return None
    return tuple(entry[3:] for entry in status.split("\0") if entry)


def commit(root: Path) -> str | None:
    """The full hash of HEAD, or None outside a repository, before the first commit, or where `root` has changes."""
    head = head_commit(root)
    return None if head is None or changes(root) else head


def head_commit(root: Path) -> str | None:
    """The full hash of HEAD, or None outside a repository or before the first commit."""
    head = _git(root, "rev-parse", "--verify", "--end-of-options", "HEAD^{commit}")
    return head.strip() if head else None


def top(root: Path) -> Path | None:
    """The folder that holds the whole work tree, or None outside a repository."""
    text = _git(root, "rev-parse", "--show-toplevel")
    return Path(text.rstrip("\n")) if text else None


def tagged(root: Path, tag: str) -> str | None:
    """The full hash of the commit that `tag` stands on, or None where there is no such tag."""
    found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"refs/tags/{tag}^{{commit}}")
    return found.strip() if found else None


def tag_ref(root: Path, tag: str) -> str | None:
    """`refs/tags/TAG` where it stands on HEAD, else None."""
    head = head_commit(root)
    return f"refs/tags/{tag}" if head is not None and tagged(root, tag) == head else None


def origin(root: Path) -> str | None:
    """`OWNER/NAME` of the remote `origin` at GitHub, or None."""
    url = _git(root, "config", "--get", "remote.origin.url")
    match = _GITHUB.fullmatch((url or "").strip())
    return match[1] if match else None


def hidden(root: Path) -> tuple[str, ...]:
    """Tracked paths below `root` that git was told not to compare (assume-unchanged, skip-worktree)."""
    listed = _git(root, "ls-files", "-v", "-z") or ""
    return tuple(line[2:] for line in listed.split("\0") if line and (line[0].islower() or line[0] == "S"))


def tracked(root: Path) -> frozenset[str]:
    """POSIX paths below `root`, relative to it, that the index of git holds; as git has them, in any normal form."""
    return frozenset((_git(root, "ls-files", "-z") or "").split("\0")) - {""}


def show(root: Path, revision: str, path: Path) -> bytes | None:
    """What `path` (below `root`) held in a revision, or None where it wasn't there."""
    text = _git(root, "show", f"{revision}:./{path.relative_to(root).as_posix()}")
    return None if text is None else text.encode("utf-8", "surrogateescape")
