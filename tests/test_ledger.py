"""The ledger: each line is bound to the one before, and every edit shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pressgate import ledger
from pressgate.model import Finding, GateResult, StepError

DIGESTS = {"a-1.whl": "1" * 64}


def result(gate: str, verdict: str = "PASS", artefacts: dict[str, str] | None = None) -> GateResult:
    return GateResult(
        gate=gate,
        verdict=verdict,  # type: ignore[arg-type]
        examined=3,
        findings=(Finding(code="c", where="글.md", line=2, detail="…"),) if verdict == "FAIL" else (),
        artefacts=artefacts or DIGESTS,
        config_digest="2" * 64,
        seconds=0.25,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ledger.jsonl"
    ledger.append(path, (result("build"), result("archive", "FAIL")), commit="c" * 40, sources="s" * 64, fixed=True)
    ledger.append(path, (result("archive"),), commit=None, sources="t" * 64, ref="refs/tags/v1", repository="o/n")
    return path


def test_what_is_appended_is_read_back(path: Path) -> None:
    entries = [entry for entry, _ in ledger.read(path)]
    assert [e.result.gate for e in entries] == ["build", "archive", "archive"]
    assert [e.result for e in entries] == [result("build"), result("archive", "FAIL"), result("archive")]
    assert [(e.commit, e.fixed, e.ref, e.repository) for e in entries[1:]] == [
        ("c" * 40, True, None, None),
        (None, False, "refs/tags/v1", "o/n"),
    ]
    assert entries[0].previous == ledger.START


def test_the_head_changes_with_every_entry(path: Path) -> None:
    before = ledger.head(ledger.read(path))
    ledger.append(path, (result("smoke"),), commit=None, sources="t" * 64)
    assert ledger.head(ledger.read(path)) != before
    assert ledger.head(()) == ledger.START


def test_the_last_word_on_these_bytes_counts(path: Path) -> None:
    ledger.append(path, (result("archive", "FAIL", {"b-1.whl": "3" * 64}),), commit=None, sources="t" * 64)
    assert ledger.latest(path, DIGESTS)["archive"].verdict == "PASS"
    assert ledger.latest(path, {"b-1.whl": "3" * 64}).keys() == {"archive"}
    assert ledger.recorded_build(path) == DIGESTS


EDITS: dict[str, Callable[[list[str]], list[str]]] = {
    "a value": lambda lines: [lines[0].replace('"examined": 3', '"examined": 4'), *lines[1:]],
    "the first line gone": lambda lines: lines[1:],
    "a middle line gone": lambda lines: [lines[0], lines[2]],
    "two lines exchanged": lambda lines: [lines[0], lines[2], lines[1]],
    "a line doubled": lambda lines: [lines[0], lines[0], *lines[1:]],
    "an empty line": lambda lines: [lines[0], "\n", *lines[1:]],
    "cut off": lambda lines: [*lines[:2], lines[2][:40]],
    "no line end": lambda lines: [*lines[:2], lines[2].rstrip("\n")],
    "another line end": lambda lines: [line.replace("\n", "\r\n") for line in lines],
    "no JSON": lambda lines: [*lines, "hello\n"],
    "a list": lambda lines: [*lines, "[]\n"],
    "a field gone": lambda lines: [*lines[:2], lines[2].replace('"fixed": false, ', "")],
    "a clock without a zone": lambda lines: [*lines[:2], lines[2].replace("+00:00", "")],
}


@pytest.mark.parametrize("edit", EDITS)
def test_every_edit_shows_with_its_line(path: Path, edit: str) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_bytes("".join(EDITS[edit](lines)).encode())
    with pytest.raises(StepError, match=r"ledger\.jsonl:\d+: (is no ledger entry|the chain is broken here)"):
        ledger.read(path)


def test_nothing_is_appended_to_a_broken_ledger(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"hello\n")
    before = path.read_bytes()
    with pytest.raises(StepError):
        ledger.append(path, (result("smoke"),), commit=None, sources="")
    assert path.read_bytes() == before


def test_no_ledger_is_an_empty_one(tmp_path: Path) -> None:
    assert ledger.read(tmp_path / "none.jsonl") == ()


def test_a_ledger_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "ledger.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(StepError, match="can't be read"):
        ledger.read(tmp_path / "ledger.jsonl")
