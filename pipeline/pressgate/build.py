"""The staged tree → wheel (and sdist where asked) in `.pressgate/dist`: all of it, or nothing."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from packaging.utils import InvalidSdistFilename, InvalidWheelFilename, parse_sdist_filename, parse_wheel_filename

from pressgate import program, registry
from pressgate.model import Admission, Artefact, Config, Index, NothingToExamine, StepError
from pressgate.stage import stage

_SECONDS = 900
ZIP_EPOCH = datetime(1980, 1, 1, tzinfo=UTC)


def build(config: Config, admission: Admission, index: Index) -> tuple[Artefact, ...]:
    """Builds into `dist`, `stage` and `registry` of `.pressgate`, replacing all at once; returns the artefacts.

    Raises NothingToExamine where no post is admitted, StepError where the output can't be written or the build breaks.
    """
    if not admission.admitted:
        raise NothingToExamine(f"{config.posts.path}: no post is admitted; 'pressgate check' says why")
    with _workspace(config.output) as work:
        build_in(work, config, admission, index)
        for name in ("stage", registry.FOLDER, "dist"):
            _replace(work / name, config.output / name, work / f"old-{name}")
    return artefacts(config.output / "dist")


def build_in(folder: Path, config: Config, admission: Admission, index: Index) -> tuple[Artefact, ...]:
    """Builds into `dist`, `stage` and `registry` of a folder that has none of them; returns the artefacts."""
    _write(folder / "stage", stage(config, index))
    (folder / "dist").mkdir()
    _run_build(config, folder, wheel_clock(admission))
    built = artefacts(folder / "dist")
    _write(folder / registry.FOLDER, _registry_files(config, index, built))
    return built


def stage_only(config: Config, index: Index) -> Path:
    """Writes the staged tree alone and returns its folder; what was built before stays. Raises as `build` does."""
    tree = stage(config, index)
    with _workspace(config.output) as work:
        _write(work / "stage", tree)
        _replace(work / "stage", config.output / "stage", work / "old-stage")
    return config.output / "stage"


def _registry_files(config: Config, index: Index, built: tuple[Artefact, ...]) -> dict[str, bytes]:
    for made in built:
        if made.kind == "wheel":
            return registry.files(config, index, made.path.name, made.path.read_bytes())
    raise StepError(f"{config.root}: the build left no wheel")


def wheel_clock(admission: Admission) -> datetime:
    """The time of every member: the newest admitted post's date, but nothing that a zip can't hold (before 1980)."""
    moments = [d.post.moment for d in admission.admitted if d.post and d.post.moment]
    return max([ZIP_EPOCH, *moments])


def artefacts(dist: Path) -> tuple[Artefact, ...]:
    """Every file in `dist`, in the order of names. Raises StepError where one is no wheel or sdist by its name."""
    try:
        paths = sorted(dist.iterdir())
    except FileNotFoundError:
        return ()
    return tuple(artefact(path) for path in paths)


def artefact(path: Path) -> Artefact:
    """A wheel or sdist by its file name, and its digest. Raises StepError for another name, a link or no file."""
    try:
        if path.is_symlink():
            raise StepError(f"{path}: is a symbolic link; artefacts are plain files")
        if path.suffix == ".whl":
            name, version, _, _ = parse_wheel_filename(path.name)
        else:
            name, version = parse_sdist_filename(path.name)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except (InvalidWheelFilename, InvalidSdistFilename):
        raise StepError(f"{path}: is neither a wheel nor an sdist by its name") from None
    except OSError as error:
        raise StepError(f"{path}: can't be read: {error.strerror}") from None
    kind = "wheel" if path.suffix == ".whl" else "sdist"
    return Artefact(path=path, kind=kind, name=str(name), version=str(version), sha256=digest)  # type: ignore[arg-type]


def prepare_output(folder: Path) -> None:
    """Makes `.pressgate/` with a `.gitignore` of its own. Raises StepError where that can't be done."""
    try:
        folder.mkdir(exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise StepError(f"{folder}: can't be written: {error.strerror}; make it writable") from None


@contextmanager
def _workspace(output: Path) -> Iterator[Path]:
    prepare_output(output)
    try:
        work = Path(tempfile.mkdtemp(prefix=".build-", dir=output))
    except OSError as error:
        raise StepError(f"{output}: can't be written: {error.strerror}; make it writable") from None
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _write(root: Path, tree: Mapping[str, bytes]) -> None:
    for name, data in tree.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _replace(new: Path, place: Path, aside: Path) -> None:
    if place.is_symlink():
        place.unlink()
    elif place.exists():
        place.rename(aside)
    new.rename(place)


def _run_build(config: Config, work: Path, clock: datetime) -> None:
    kinds = ["--wheel", "--sdist"] if config.package.sdist else ["--wheel"]
    command = [sys.executable, "-I", "-m", "build", "--no-isolation", *kinds, "--outdir", "../dist", "."]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(int(clock.timestamp())), "PYTHONHASHSEED": "0"}
    done = program.run(command, "building", seconds=_SECONDS, cwd=work / "stage", environment=environment)
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        causes = [line for line in lines if re.match(r"\w+(?:\.\w+)*(?:Error|Exception): ", line)] or lines
        raise StepError(f"{config.root}: the wheel can't be built: {causes[-1] if causes else 'no word of why'}")
