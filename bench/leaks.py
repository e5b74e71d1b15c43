"""A labelled set of wheels through Pressgate and through other scanners, in one table.

    python bench/leaks.py [FOLDER] [--seed N] [--only TOOL]

FOLDER holds `cases.jsonl` (`id`, `cls`, `expected`: "block" or "pass") and `wheels/<id>/*.whl`; without it the set of
the tests is written to a temporary folder. detect-secrets, betterleaks and gitleaks get the wheels unpacked, since they
see nothing in a wheel; the others get the wheel itself. A tool that isn't installed is left out. A leak counts as found
where the tool says anything at all of its wheel, so the figures flatter tools that flag the plain wheel. What takes
longer than the limit counts as not found.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SEED, SECONDS = 20261130, 20
IDENTIFIERS = ("acme-internal", "한빛비밀과제")


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A wheel, whether it must be stopped, and the class of what is planted in it."""

    wheel: Path
    leak: bool
    kind: str


Judge = Callable[[Path], bool]


def samples(folder: Path) -> list[Sample]:
    """The samples in `folder`, and the plain wheel, if it is there."""
    rows = [json.loads(line) for line in (folder / "cases.jsonl").read_text(encoding="utf-8").splitlines()]
    found = [_sample(folder, row["id"], row["expected"] == "block", row["cls"]) for row in rows]
    return [*found, _sample(folder, "BASE", False, "plain wheel")] if (folder / "wheels" / "BASE").is_dir() else found


def _sample(folder: Path, name: str, leak: bool, kind: str) -> Sample:
    (wheel,) = (folder / "wheels" / name).glob("*.whl")
    return Sample(wheel=wheel, leak=leak, kind=kind)


def write_set(folder: Path, seed: int) -> None:
    """The tests' own set, in the form that `samples` reads."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    import leakset
    import leakset_base

    rows = []
    cases = [*leakset_base.leaks(seed), *leakset_base.look_alikes(seed), None]
    for number, case in enumerate(cases):
        name = "BASE" if case is None else f"{number:03}"
        path = folder / "wheels" / name / leakset.WHEEL
        path.parent.mkdir(parents=True)
        path.write_bytes(leakset.wheel(case))
        if case is not None:
            rows.append({"id": name, "cls": "leak", "expected": "block" if case.leak else "pass"})
    (folder / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@contextlib.contextmanager
def unpacked(wheel: Path) -> Iterator[Path]:
    """The wheel's files, as far as zipfile takes them."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        for info in archive.infolist():
            with contextlib.suppress(OSError, RuntimeError, zipfile.BadZipFile):
                archive.extract(info, folder)
        yield Path(folder)


def pressgate() -> Judge:
    from pressgate.scan import examine

    return lambda wheel: bool(examine(wheel, IDENTIFIERS))


def detect_secrets() -> Judge:
    from detect_secrets import SecretsCollection
    from detect_secrets.settings import default_settings

    def judge(wheel: Path) -> bool:
        secrets = SecretsCollection()
        with unpacked(wheel) as folder, default_settings():
            for path in sorted(p for p in folder.rglob("*") if p.is_file()):
                secrets.scan_file(str(path))
        return any(found for _, found in secrets)

    return judge


def check_wheel_contents() -> Judge:
    from check_wheel_contents.__main__ import main as check

    def judge(wheel: Path) -> bool:
        try:
            return bool(check.main(["--no-config", str(wheel)], standalone_mode=False))
        except Exception:  # it breaks on archives that are broken: that is noticed too
            return True

    return judge


def program(name: str, *arguments: str, codes: Sequence[int]) -> Callable[[], Judge]:
    """A judge that starts a program, whose exit code is one of `codes` where it found something.

    In the arguments WHEEL stands for the wheel and FOLDER for what is in it.
    """

    def make() -> Judge:
        tool = shutil.which(name) or str(Path(sys.executable).with_name(name))
        if not Path(tool).exists():
            raise ImportError(name)

        def judge(wheel: Path) -> bool:
            with unpacked(wheel) as folder:
                places = {"WHEEL": str(wheel), "FOLDER": str(folder)}
                command = [tool, *(places.get(text, text) for text in arguments)]
                code = subprocess.run(command, capture_output=True, check=False, timeout=SECONDS).returncode
            if code not in {0, *codes}:
                raise RuntimeError(f"{name} breaks with {code}")
            return code in codes

        return judge

    return make


KINGFISHER = ("scan", "WHEEL", "--no-validate", "--no-update-check", "--format", "json")
TOOLS: Mapping[str, Callable[[], Judge]] = {
    "pressgate": pressgate,
    "detect-secrets": detect_secrets,
    "check-wheel-contents": check_wheel_contents,
    "kingfisher": program("kingfisher", *KINGFISHER, codes=(200, 205)),
    "betterleaks": program("betterleaks", "FOLDER", "--no-color", "--exit-code", "99", codes=(99,)),
    "gitleaks": program("gitleaks", "dir", "FOLDER", "--no-banner", "--exit-code", "99", codes=(99,)),
}


@contextlib.contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raises TimeoutError in the block after so many seconds, where the system can."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def stopped(judge: Judge, wheel: Path) -> bool:
    """What the judge says, in silence; False where it takes too long."""
    silence = io.StringIO()
    with contextlib.redirect_stdout(silence), contextlib.redirect_stderr(silence):
        try:
            with limited(SECONDS):
                return judge(wheel)
        except (TimeoutError, subprocess.TimeoutExpired):
            return False


def row(name: str, judge: Judge, every: Sequence[Sample], kinds: Sequence[str]) -> str:
    """One tool's line of the table; progress goes to standard error."""
    started, said = time.monotonic(), dict[Path, bool]()
    for number, sample in enumerate(every, 1):
        said[sample.wheel] = stopped(judge, sample.wheel)
        print(f"\r{name}: {number} of {len(every)}", end="", file=sys.stderr, flush=True)
    print(f", {time.monotonic() - started:.0f} s", file=sys.stderr)
    leaks = [s for s in every if s.leak]
    found = sum(said[s.wheel] for s in leaks)
    alarms = sum(said[s.wheel] for s in every if not s.leak)
    by_kind = " | ".join(str(sum(said[s.wheel] for s in leaks if s.kind == kind)) for kind in kinds)
    return f"| {name} | {found} | {alarms} | {by_kind} | {time.monotonic() - started:.0f} |"


def table(every: Sequence[Sample], only: str | None) -> None:
    leaks = [s for s in every if s.leak]
    kinds = list(dict.fromkeys(s.kind for s in leaks))
    heads = " | ".join(f"{kind} ({sum(s.kind == kind for s in leaks)})" for kind in kinds)
    print(f"| tool | leaks ({len(leaks)}) | false alarms ({len(every) - len(leaks)}) | {heads} | s |")
    print("|---|" + "---|" * (len(kinds) + 3))
    for name, make in TOOLS.items():
        if only in {None, name}:
            try:
                print(row(name, make(), every, kinds), flush=True)
            except ImportError:
                print(f"{name}: is not installed", file=sys.stderr)
            except RuntimeError as error:
                print(f"\n{error}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", choices=list(TOOLS))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        if options.folder is None:
            write_set(Path(made), options.seed)
        table(samples(options.folder or Path(made)), options.only)


if __name__ == "__main__":
    main()
