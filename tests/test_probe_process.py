"""Servers that die, hang or leave something behind: the look ends, says so, and no process is left."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pressgate.probe import ProbeOptions, ProbeReport, StdioTarget, run

SERVE = Path(__file__).parent / "faulty" / "serve.py"
STAGES = {
    "modern": ("server/discover", "tools/list", "tools/call", "resources/read"),
    "handshake": ("initialize", "notifications/initialized", "tools/list", "tools/call", "resources/read"),
}
REVISIONS = {"modern": "2026-07-28", "handshake": "2025-11-25"}


def look(fault: str, era: str, **options: float | str | None) -> ProbeReport:
    command = (sys.executable, str(SERVE), fault, era)
    return run(StdioTarget(command=command), ProbeOptions(**{"max_seconds": 10, **options}))  # type: ignore[arg-type]


def codes(report: ProbeReport) -> set[str]:
    return {finding.code for finding in report.findings}


def alive(pid: int) -> bool:
    """Whether the process runs; one that is dead and not yet reaped does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def gone(pid: int, seconds: float = 5) -> bool:
    deadline = time.monotonic() + seconds
    while alive(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.parametrize(("era", "stage"), [(era, stage) for era, stages in STAGES.items() for stage in stages])
@pytest.mark.parametrize("forced", [True, False])
def test_a_server_that_is_killed(monkeypatch: pytest.MonkeyPatch, era: str, stage: str, forced: bool) -> None:
    monkeypatch.setenv("FAULTY_AT", stage)
    report = look("dies", era, revision=REVISIONS[era] if forced else None)
    assert "server-exited" in codes(report)
    assert any("signal 9" in finding.detail for finding in report.findings)
    assert report.exit_code == 1
    assert report.stderr == "going down\n"
    assert report.lists[0].complete == (stage in ("tools/call", "resources/read"))


def test_a_server_that_an_unknown_request_kills_is_met_with_a_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULTY_AT", "server/discover")
    report = look("dies", "handshake")
    assert codes(report) == {"server-exited"}
    assert report.era == "handshake"
    assert all(entry.complete for entry in report.lists)


@pytest.mark.parametrize("era", ["modern", "handshake"])
@pytest.mark.parametrize("forced", [True, False])
def test_a_server_that_never_answers(era: str, forced: bool) -> None:
    report = look("silent", era, max_seconds=2, revision=REVISIONS[era] if forced else None)
    assert "no-answer" in codes(report)
    assert {(entry.complete, entry.stopped) for entry in report.lists} == {(False, "time-limit")}
    assert report.exit_code == 1
    assert report.seconds < 12


@pytest.mark.parametrize("era", ["modern", "handshake"])
def test_a_server_that_is_slow_to_start_is_met_in_its_era(era: str) -> None:
    report = look("slow-to-start", era, max_seconds=6)
    assert (codes(report), report.era) == (set(), era)
    assert all(entry.complete for entry in report.lists)


@pytest.mark.parametrize("era", ["modern", "handshake"])
@pytest.mark.parametrize("fault", ["closes-output", "closes-input"])
def test_a_server_that_closes_a_pipe(era: str, fault: str) -> None:
    report = look(fault, era, max_seconds=4)
    assert codes(report) == {"pipe-closed"}
    assert not report.lists[0].complete
    assert report.exit_code == 1


@pytest.mark.parametrize("era", ["modern", "handshake"])
def test_what_the_server_started_ends_with_it(era: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pid"
    monkeypatch.setenv("FAULTY_PID", str(file))
    report = look("leaves-child", era)
    assert codes(report) == set()
    assert gone(int(file.read_text(encoding="ascii")))


IN_THE_BACKGROUND = ("sh", "-c", "trap '' INT; exec \"$@\"", "sh")


@pytest.mark.parametrize(
    ("number", "before"), [(signal.SIGTERM, ()), (signal.SIGTERM, IN_THE_BACKGROUND), (signal.SIGINT, ())]
)
def test_a_probe_that_is_ended_ends_its_server(tmp_path: Path, number: signal.Signals, before: tuple[str, ...]) -> None:
    file = tmp_path / "pid"
    code = "import sys; from pressgate.cli import main; main()"
    child = f"import os, time; open({str(file)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    probe = subprocess.Popen(
        [*before, sys.executable, "-c", code, "probe", "--", sys.executable, "-c", child],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 20
        while not (file.exists() and file.read_text(encoding="ascii")):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        probe.send_signal(number)
        assert probe.wait(20) not in (0, 1)
    finally:
        probe.kill()
        probe.wait()
    assert gone(int(file.read_text(encoding="ascii")))


@pytest.mark.parametrize("command", [("no-such-command-anywhere",), (str(SERVE.parent),), ("",), ("a\0b",)])
def test_a_command_that_can_not_be_started(command: tuple[str, ...]) -> None:
    report = run(StdioTarget(command=command), ProbeOptions(max_seconds=5))
    assert codes(report) == {"cannot-connect"}
    assert report.exit_code == 4


def test_a_command_that_ends_at_once() -> None:
    report = run(StdioTarget(command=(sys.executable, "-c", "raise SystemExit(3)")), ProbeOptions(max_seconds=10))
    assert codes(report) == {"server-exited"}
    assert "exit code 3" in {finding.detail for finding in report.findings}
    assert report.exit_code == 1


def test_stderr_is_kept_apart(tmp_path: Path) -> None:
    noise = "import sys\nfor n in range(20000): print(n, file=sys.stderr)\n"
    start = (
        f"import runpy\nsys.argv = ['serve.py', 'healthy', 'modern']\nrunpy.run_path({str(SERVE)!r}, None, '__main__')"
    )
    script = tmp_path / "noisy.py"
    script.write_text(noise + start, encoding="utf-8")
    report = run(StdioTarget(command=(sys.executable, str(script))), ProbeOptions(max_seconds=20))
    assert codes(report) == set()
    assert report.stderr.endswith("19999\n")
    assert len(report.stderr) <= 65536
