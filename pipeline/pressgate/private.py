"""Private copies: each artefact is opened once, without following links, and everything after works on the copy."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from packaging.utils import canonicalize_name

from pressgate.model import ArtefactView, Config, NothingToExamine, PressgateError, Refusal
from pressgate.walk import read_artefact

_LIMIT = 1 << 28


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder that this user alone can enter (mode 0700); gone with everything in it at the end."""
    with tempfile.TemporaryDirectory(prefix="pressgate-publish-") as name:
        path = Path(name)
        path.chmod(0o700)
        yield path


def copies(config: Config, private: Path) -> tuple[ArtefactView, ...]:
    """Copies what lies in `.pressgate/dist` into `private` and reads the copies, in the order of names.

    Raises NothingToExamine where nothing was built; Refusal for a link, another kind of file, a name that isn't this
    release's, more than one wheel or sdist, or one that the configuration doesn't ask for.
    """
    dist = config.output / "dist"
    for place in (config.output, dist):
        if place.is_symlink():
            raise Refusal(f"{place}: is a symbolic link; build again")
    try:
        names = sorted(path.name for path in dist.iterdir())
    except FileNotFoundError:
        names = []
    if not names:
        raise NothingToExamine(f"{dist}: nothing was built; run 'pressgate release' first")
    views = []
    for name in names:
        data = _read_once(dist / name)
        target = private / name
        with target.open("xb") as file:
            file.write(data)
        views.append(_view(target, data))
    _check_names(config, views)
    return tuple(views)


def read_plain(path: Path) -> bytes | None:
    """A small file of ours, read once without following a link; None where there is none. Raises Refusal else."""
    try:
        return _read_once(path)
    except FileNotFoundError:
        return None


def _read_once(path: Path) -> bytes:
    try:
        before = path.lstat()
        if not stat.S_ISREG(before.st_mode):
            raise Refusal(f"{path}: is a link or no plain file; build again")
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Refusal(f"{path}: can't be opened: {error.strerror}") from None
    with os.fdopen(handle, "rb") as file:
        opened = os.fstat(file.fileno())
        if not os.path.samestat(before, opened):
            raise Refusal(f"{path}: was swapped while it was opened")
        data = file.read(_LIMIT + 1)
    if len(data) > _LIMIT:
        raise Refusal(f"{path}: is larger than {_LIMIT >> 20} MiB")
    return data


def _view(path: Path, data: bytes) -> ArtefactView:
    try:
        view = read_artefact(path)
    except PressgateError as error:
        raise Refusal(str(error)) from None
    if view.data != data:
        raise Refusal(f"{path.name}: changed in the private folder: somebody else writes there")
    return view


def _check_names(config: Config, views: list[ArtefactView]) -> None:
    package = config.package
    wanted = {f"{package.import_name}-{package.version}-py3-none-any.whl"}
    if package.sdist:
        wanted.add(f"{package.import_name}-{package.version}.tar.gz")
    for view in views:
        name, artefact = view.artefact.path.name, view.artefact
        if canonicalize_name(artefact.name or "") != canonicalize_name(package.name):
            raise Refusal(f"{name}: is a file of the project '{artefact.name}', not of {package.name}")
        if artefact.version != package.version:
            raise Refusal(f"{name}: is version {artefact.version}, and pressgate.toml says {package.version}")
        if name not in wanted:
            raise Refusal(f"{name}: isn't this release's file ({', '.join(sorted(wanted))}); build again")
    missing = wanted - {view.artefact.path.name for view in views}
    if missing:
        raise Refusal(f"{config.output / 'dist'}: {', '.join(sorted(missing))} is missing; build again")
