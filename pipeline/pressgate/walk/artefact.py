"""From a path to an ArtefactView: opened once, without following links, hashed and read strictly."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from packaging.utils import InvalidSdistFilename, InvalidWheelFilename, parse_sdist_filename, parse_wheel_filename

from pressgate.model import Artefact, ArtefactKind, ArtefactView, Finding, UsageError
from pressgate.walk.archive import Archive, Budget, Limits
from pressgate.walk.tars import TarFault, gunzip, read_tar
from pressgate.walk.zip_records import ZipFault
from pressgate.walk.zips import read_zip

LIMITS = Limits()
_SDIST_SUFFIXES = (".tar.gz", ".tgz", ".zip")


def read_artefact(path: Path) -> ArtefactView:
    """The file's bytes, digest and members. A link is not followed; what is wrong inside is told by `structure`.

    Raises UsageError where the file can't be opened, is no regular file, is no wheel or sdist by its name, or is
    larger than the limit.
    """
    kind, name, version = _identity(path)
    data = _read(path)
    artefact = Artefact(path=path, kind=kind, name=name, version=version, sha256=hashlib.sha256(data).hexdigest())
    archive = read_archive(kind, data, LIMITS)
    members = {m.name: m.data for m in archive.members if not m.is_dir}
    return ArtefactView(artefact=artefact, data=data, members=members)


def structure(view: ArtefactView) -> tuple[Finding, ...]:
    """Every way in which the container itself is not plain: see the CODES of the archive gate."""
    faults = read_archive(view.artefact.kind, view.data, LIMITS).faults
    if view.artefact.name:
        return faults
    return (Finding(code="file-name", where=view.artefact.path.name, detail="no valid wheel or sdist name"), *faults)


def read_archive(kind: ArtefactKind, data: bytes, limits: Limits) -> Archive:
    """The whole archive; bytes that are no archive give no members and a `not-an-archive` finding."""
    budget = Budget(limits=limits)
    try:
        if kind == "wheel" or data[:2] == b"PK":
            return read_zip(data, budget)
        content, notes, faults = gunzip(data, limits.total)
        archive = read_tar(content, budget)
    except (ZipFault, TarFault) as error:
        fault = Finding(code="not-an-archive", where="(archive)", detail=str(error))
        return Archive(members=(), faults=(fault,), stray=(("(whole file)", data),))
    return Archive(
        members=archive.members,
        faults=faults + archive.faults,
        stray=notes + archive.stray,
        declared=archive.declared,
    )


def _read(path: Path) -> bytes:
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        reason = "is a symbolic link" if path.is_symlink() else f"can't be opened: {error.strerror}"
        raise UsageError(f"{path}: {reason}; name a wheel or sdist that is a regular file") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UsageError(f"{path}: is not a regular file; name a wheel or sdist")
    with os.fdopen(handle, "rb") as file:
        data = file.read(LIMITS.total + 1)
    if len(data) > LIMITS.total:
        raise UsageError(f"{path}: is larger than {LIMITS.total >> 20} MiB, the limit of what is read")
    return data


def _identity(path: Path) -> tuple[ArtefactKind, str, str]:
    if path.name.endswith(".whl"):
        try:
            name, version, _, _ = parse_wheel_filename(path.name)
        except InvalidWheelFilename:
            return "wheel", "", ""
        return "wheel", str(name), str(version)
    if not path.name.endswith(_SDIST_SUFFIXES):
        raise UsageError(f"{path}: neither a wheel (.whl) nor an sdist (.tar.gz)")
    try:
        name, sdist_version = parse_sdist_filename(path.name)
    except InvalidSdistFilename:
        return "sdist", "", ""
    return "sdist", str(name), str(sdist_version)
