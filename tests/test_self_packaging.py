"""Pressgate as it is shipped: the exact files, and a release by nothing but the installed wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pressgate import fresh
from support import write_corpus

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def test_the_wheel_holds_the_tracked_files_and_no_others(wheel: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "pipeline", "server"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    expected = {name.split("/", 1)[1] for name in tracked.stdout.split("\0") if name}
    info = "pressgate-0.1.0.dist-info"
    expected |= {f"{info}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE")}
    with zipfile.ZipFile(wheel) as archive:
        found = set(archive.namelist())
    assert sorted(found ^ expected) == []


def test_the_installed_wheel_releases_a_corpus_outside_its_repository(wheel: Path, tmp_path: Path) -> None:
    python = fresh.install(wheel, tmp_path / "env")
    corpus = write_corpus(tmp_path / "corpus")
    clean = {name: value for name, value in os.environ.items() if name not in {"CI", "PYTHONPATH"}}
    done = subprocess.run(
        [str(python), "-I", "-m", "pressgate", "release", str(corpus)],
        cwd=tmp_path,
        env={**clean, "PRESSGATE_TEST_FORBIDDEN": "acme-internal"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (corpus / ".pressgate" / "approval.md").is_file()
