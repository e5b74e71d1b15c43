"""The planted set through Pressgate and through other scanners, in one table.

    python bench/leaks.py [--seed N] [--first]

Each other tool gets each wheel twice: as it is, and unpacked. One that isn't installed is left out. A leak counts as
found where the tool says anything at all of the wheel with it, so the figures flatter tools that flag the plain wheel.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import leakset
import leakset_base
import leakset_more
from pressgate.scan import examine

IDENTIFIERS = (leakset.IDENTIFIER, leakset.IDENTIFIER_KO)
Judge = Callable[[Path], bool]


def unpacked(wheel: Path) -> Path:
    """The wheel's files beside it, as far as zipfile takes them."""
    folder = wheel.parent / "tree"
    folder.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        for info in archive.infolist():
            try:
                archive.extract(info, folder)
            except (OSError, RuntimeError, zipfile.BadZipFile):
                continue
    return folder


def output(*command: str, cwd: Path | None = None) -> str:
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, cwd=cwd).stdout


def detect_secrets(target: Path) -> bool:
    tool = str(Path(sys.executable).parent / "detect-secrets")
    where = target if target.is_dir() else target.parent
    name = "." if target.is_dir() else target.name
    return bool(json.loads(output(tool, "scan", "--all-files", name, cwd=where) or "{}").get("results"))


def check_wheel_contents(target: Path) -> bool:
    tool = str(Path(sys.executable).parent / "check-wheel-contents")
    return subprocess.run([tool, str(target)], capture_output=True, check=False).returncode != 0


def kingfisher(target: Path) -> bool:
    command = ["kingfisher", "scan", str(target), "--no-validate", "--format", "json"]
    return subprocess.run(command, capture_output=True, check=False).returncode >= 200


def gitleaks(target: Path) -> bool:
    command = ["gitleaks", "dir", str(target), "--no-banner", "--max-archive-depth", "4"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 1


def tools() -> dict[str, Judge]:
    """What is installed here, by the name that the table shows."""
    found: dict[str, Judge] = {"pressgate": lambda wheel: bool(examine(wheel, IDENTIFIERS))}
    here = Path(sys.executable).parent
    if (here / "detect-secrets").exists():
        found["detect-secrets, wheel"] = detect_secrets
        found["detect-secrets, unpacked"] = lambda wheel: detect_secrets(unpacked(wheel))
    if (here / "check-wheel-contents").exists():
        found["check-wheel-contents"] = check_wheel_contents
    for name, judge in (("kingfisher", kingfisher), ("gitleaks", gitleaks)):
        if shutil.which(name):
            found[name] = judge
    return found


def count(judge: Judge, cases: list[leakset.Case]) -> int:
    found = 0
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, leakset.WHEEL)
            path.write_bytes(leakset.wheel(case))
            found += judge(path)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--first", action="store_true", help="the first set alone: the other tools are slow")
    options = parser.parse_args()
    seed = options.seed
    sets = {
        "leaks": leakset_base.leaks(seed),
        "neighbours": leakset_more.leaks(seed),
        "look-alikes": leakset_base.look_alikes(seed),
        "their neighbours": leakset_more.look_alikes(seed),
    }
    if options.first:
        sets = {name: cases for name, cases in sets.items() if "neighbours" not in name}
    print("| tool | " + " | ".join(f"{name} ({len(cases)})" for name, cases in sets.items()) + " |")
    print("|---|" + "---|" * len(sets))
    for name, judge in tools().items():
        figures = " | ".join(str(count(judge, cases)) for cases in sets.values())
        print(f"| {name} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
