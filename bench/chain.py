"""`pressgate release` beside the plain tools run one after another on the same posts: seconds, ratio, peak memory.

Usage: python bench/chain.py [POSTS] [BYTES EACH] [RUNS]
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from statistics import median

from posts import write_corpus

ENVIRONMENT = {**os.environ, "PRESSGATE_FORBIDDEN": "acme-internal"}
BIN = Path(sys.executable).parent


def run(*command: str | Path) -> float:
    started = time.perf_counter()
    subprocess.run([str(part) for part in command], check=True, capture_output=True, env=ENVIRONMENT)
    return time.perf_counter() - started


def release(root: Path) -> float:
    shutil.rmtree(root / ".pressgate", ignore_errors=True)
    return run(sys.executable, "-m", "pressgate", "release", root)


def plain(root: Path) -> dict[str, float]:
    """The tools that a careful person would run by hand, each timed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage = shutil.copytree(root / ".pressgate" / "stage", folder / "stage")
        seconds = {"build": run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "-o", folder, stage)}
        wheel = next(folder.glob("*.whl"))
        seconds["twine check"] = run(sys.executable, "-m", "twine", "check", "--strict", wheel)
        seconds["check-wheel-contents"] = run(BIN / "check-wheel-contents", wheel)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder / "unpacked")
        secrets = [BIN / "detect-secrets", "-C", folder / "unpacked", "scan", "--all-files", "."]
        seconds["detect-secrets"] = run(*secrets)
        seconds["uv pip install"] = run(BIN / "uv", "venv", "-q", "-p", sys.executable, folder / "env")
        python = folder / "env" / "bin" / "python"
        seconds["uv pip install"] += run(BIN / "uv", "pip", "install", "-q", "-p", python, wheel)
    return seconds


def main() -> None:
    count, size, runs = (int(text) for text in [*sys.argv[1:], *("69", "35000", "3")[len(sys.argv) - 1 :]])
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "corpus"
        total = write_corpus(root, count, size)
        release(root)
        rows = [(release(root), plain(root)) for _ in range(runs)]
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    ours = median(seconds for seconds, _ in rows)
    print(f"{count} posts, {total / 1e6:.1f} MB, median of {runs}")
    for tool in rows[0][1]:
        print(f"  {tool:<22} {median(row[tool] for _, row in rows):6.2f} s")
    theirs = median(sum(row.values()) for _, row in rows)
    print(f"  {'the tools together':<22} {theirs:6.2f} s")
    print(f"  {'pressgate release':<22} {ours:6.2f} s   ratio {ours / theirs:.2f}")
    print(f"  largest process        {peak:6.0f} MB")


if __name__ == "__main__":
    main()
