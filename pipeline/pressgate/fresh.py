"""A fresh virtual environment that holds one wheel and what it declares, by uv where it is there, else by pip."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

from packaging.utils import canonicalize_name

from pressgate import program
from pressgate.model import StepError

_INSTALL_SECONDS = 600


_LIST = """\
import importlib.metadata, json
print(json.dumps([[found.name, found.version] for found in importlib.metadata.distributions()]))
"""


def install(wheel: Path, folder: Path, *, extra: str = "", constraints: str = "") -> Path:
    """Makes a virtual environment in `folder`, installs the wheel into it, and returns its Python.

    `constraints` are lines `NAME==VERSION` for what the wheel draws in. Raises StepError where an environment can't be
    made or the wheel can't be installed.
    """
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    target = [f"{wheel}[{extra}]" if extra else str(wheel)]
    if constraints:
        file = folder.with_name(folder.name + "-constraints.txt")
        file.write_text(constraints, encoding="utf-8")
        target += ["--constraint", str(file)]
    uv = _uv()
    if uv:
        _run([uv, "venv", "--quiet", "--python", sys.executable, str(folder)])
        _run([uv, "pip", "install", "--quiet", "--python", str(python), *target])
    else:
        _run([sys.executable, "-I", "-m", "venv", str(folder)])
        _run([str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *target])
    return python


def installed(python: Path) -> dict[str, str]:
    """Name (in normal form) → version of every distribution in the environment of `python`, the installers left out."""
    output = _run([str(python), "-I", "-c", _LIST])
    found = {canonicalize_name(name): version for name, version in json.loads(output)}
    return {name: version for name, version in found.items() if name not in {"pip", "setuptools"}}


def _uv() -> str | None:
    beside = Path(sys.executable).with_name("uv")
    return str(beside) if beside.is_file() else shutil.which("uv")


def _run(command: list[str]) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    what, advice = "installing the wheel", ": is the index in reach?"
    done = program.run(command, what, seconds=_INSTALL_SECONDS, advice=advice, environment=environment)
    if done.returncode:
        raise StepError(f"the wheel can't be installed alone: {program.last_word(done, 0)}")
    return done.stdout
