"""Building once more, elsewhere: from the commit in a fresh clone, or from a copy of the folder as it stands."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from datetime import datetime
from pathlib import Path

from pressgate import program, repository
from pressgate.admit import admit
from pressgate.build import artefacts, build
from pressgate.config import load
from pressgate.index import build_index
from pressgate.model import Artefact, Config, PressgateError, StepError

# Nothing of these may reach the bytes: see the test that builds under each.
_ELSEWHERE = {"TZ": "America/St_Johns", "LC_ALL": "C", "LANG": "C", "PYTHONHASHSEED": "random"}
_UMASK = 0o077
_OLD = 946_684_800  # 2000-01-01, for the times of files
_SECONDS = 900
_NOT_COPIED = shutil.ignore_patterns(
    ".git", ".pressgate", ".nox", ".tox", ".venv", "venv", "node_modules", "__pycache__", ".*_cache"
)


class RebuildFailed(Exception):
    """What was committed can't be built. The text is one line of why, without this machine's paths."""


def rebuild(config: Config, clock: datetime, folder: Path) -> tuple[Artefact, ...]:
    """Admits at `clock`, indexes and builds in another place of `folder`, with other umask, zone, locale and times.

    From HEAD where the corpus is committed and has no changes, else from a copy of it as it stands.
    Raises RebuildFailed where that can't be built, StepError where git or the disk fails.
    """
    root = _clone(config, folder) if repository.commit(config.root) else _copy(config, folder)
    _age(config, root)
    command = [sys.executable, "-I", "-m", "pressgate.rebuild", str(root), clock.isoformat()]
    done = program.run(command, "the rebuild", seconds=_SECONDS, environment={**os.environ, **_ELSEWHERE}, umask=_UMASK)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or ["no word of why"]
        raise RebuildFailed(lines[-1].replace(str(root), ".").replace(str(folder), ".")[:300])
    return artefacts(root / ".pressgate" / "dist")


def _clone(config: Config, folder: Path) -> Path:
    """A fresh clone of HEAD, as a stranger would have it, with the witnesses that git doesn't hold."""
    top = repository.top(config.root)
    if top is None:
        raise StepError(f"{config.root}: git can't say where the repository begins")
    clone = folder / "clone"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_LFS_SKIP_SMUDGE": "1", "GIT_TERMINAL_PROMPT": "0"}
    for command in (
        ["git", "clone", "--quiet", "--shared", "--no-checkout", "--template=", str(top), str(clone)],
        [
            "git",
            "-c",
            "core.hooksPath=/dev/null",
            "-C",
            str(clone),
            "checkout",
            "--quiet",
            "--detach",
            str(repository.head_commit(config.root)),
        ],
    ):
        done = program.run(command, "the rebuild", seconds=_SECONDS, environment=environment)
        if done.returncode:
            raise StepError(f"{top}: can't be cloned: {(done.stderr.strip().splitlines() or ['no word of why'])[-1]}")
    root = clone / config.root.resolve().relative_to(top.resolve())
    for name in config.publish.witness:
        _bring(config.root / name, root / name)
    return root


def _bring(source: Path, target: Path) -> None:
    """Copies what the site built, where it is a file or folder and the commit doesn't hold it."""
    if not source.exists() or target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, copy_function=_copy_file)
    else:
        shutil.copyfile(source, target)


def _copy(config: Config, folder: Path) -> Path:
    """A copy of the corpus, and of its posts where they lie beside it."""
    outside = Path(os.path.relpath(config.posts.path, config.root))

    def left_out(directory: str, names: list[str]) -> set[str]:
        ours = {name for name in names if Path(directory, name) == folder}  # temporary files may lie in the corpus
        return ours | _NOT_COPIED(directory, names)

    root = folder.joinpath("copy", *("up" for part in outside.parts if part == ".."), config.root.name or "corpus")
    try:
        shutil.copytree(config.root, root, symlinks=True, ignore=left_out, copy_function=_copy_file)
        if ".." in outside.parts and config.posts.path.is_dir():
            target = Path(os.path.normpath(root / outside))
            shutil.copytree(config.posts.path, target, symlinks=True, ignore=left_out, copy_function=_copy_file)
    except (OSError, shutil.Error) as error:
        raise StepError(f"{config.root}: can't be copied for the rebuild: {str(error)[:200]}") from None
    return root


def _copy_file(source: str, target: str) -> str:
    """Copies a plain file; pipes, sockets and what can't be read stay behind, as they do when posts are read."""
    if stat.S_ISREG(Path(source).lstat().st_mode) and os.access(source, os.R_OK):
        shutil.copyfile(source, target)
    return target


def _age(config: Config, root: Path) -> None:
    """Gives the posts other times than those that the first build saw."""
    posts = Path(os.path.normpath(root / os.path.relpath(config.posts.path, config.root)))
    for path in [root / "pressgate.toml", *posts.rglob("*")]:
        if path.is_file() and not path.is_symlink():
            os.utime(path, (_OLD, _OLD))


def main() -> int:
    """`python -m pressgate.rebuild ROOT CLOCK`: posts → `.pressgate/dist`, without the ledger."""
    root, clock = Path(sys.argv[1]), datetime.fromisoformat(sys.argv[2])
    try:
        config = load(root)
        admission = admit(config, clock)
        build(config, admission, build_index(config, admission))
    except PressgateError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
