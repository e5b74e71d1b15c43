"""What git tells of a repository's whole history, streamed: nothing is held but what is being looked at."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pressgate.model import StepError

# These would lead to another repository than the one that is named, or to other objects than those committed.
_ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE", "GIT_INDEX_FILE")
_CHUNK = 1 << 16


@dataclass(frozen=True, kw_only=True)
class Blob:
    """A file's content as it was committed once; `data` is None where it is larger than was asked for."""

    id: str
    name: str
    data: bytes | None


def said(root: Path, *arguments: str) -> str | None:
    """The one line that git says, None where it fails."""
    done = subprocess.run(_command(root, *arguments), capture_output=True, check=False, env=_environment())
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else None


def fields(root: Path, *arguments: str) -> Iterator[str]:
    """What git prints, as far as each NUL. Raises StepError where git fails."""
    rest = b""
    with _running(root, *arguments) as (_, out):
        while chunk := out.read(_CHUNK):
            *whole, rest = (rest + chunk).split(b"\0")
            yield from (field.decode("utf-8", "replace") for field in whole)


def blobs(root: Path, largest: int) -> Iterator[Blob]:
    """Every blob that a branch, a tag or another ref leads to, with one of its names.

    Raises StepError where git fails or an object isn't here.
    """
    with (
        _running(root, "rev-list", "--all", "--objects") as (_, listed),
        _running(
            root, "cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize) %(rest)", source=listed
        ) as (_, kinds),
        _running(root, "cat-file", "--batch", source=subprocess.PIPE) as (ask, answers),
    ):
        for line in kinds:
            id_, kind, *more = line.rstrip(b"\n").split(b" ", 3)
            if kind == b"missing":
                raise StepError(f"{root}: git can't read the object {id_[:12].decode()}: is the clone a partial one?")
            if kind != b"blob":
                continue
            size, name = int(more[0]), more[1].decode("utf-8", "replace") if len(more) > 1 else ""
            data = _content(ask, answers, id_, size) if size <= largest else None
            yield Blob(id=id_.decode(), name=name, data=data)
        ask.close()


def _content(ask: IO[bytes], answers: IO[bytes], id_: bytes, size: int) -> bytes:
    ask.write(id_ + b"\n")
    ask.flush()
    answers.readline()
    return answers.read(size + 1)[:-1]


@contextmanager
def _running(
    root: Path, *arguments: str, source: int | IO[bytes] = subprocess.DEVNULL
) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    command = _command(root, *arguments)
    with subprocess.Popen(
        command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment()
    ) as process:
        assert process.stdout
        try:
            yield process.stdin or process.stdout, process.stdout
        except BaseException:
            process.kill()
            raise
        if process.wait() != 0:
            raise StepError(f"{root}: git {arguments[0]} failed with {process.returncode}")


def _command(root: Path, *arguments: str) -> list[str]:
    return ["git", "--no-replace-objects", "-C", str(root), *arguments]


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
