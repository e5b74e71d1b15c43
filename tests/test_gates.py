"""The contract of the gates: all documented, none passes on nothing, and whatever breaks is an error."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

import pytest

from pressgate import gates
from pressgate.model import Admission, Finding, GateInput, Index, Outcome, StepError
from support import make_config

DOCS = Path(__file__).parent.parent / "docs" / "gates.md"


@pytest.fixture
def given(tmp_path: Path) -> GateInput:
    admission = Admission(decisions=(), clock=datetime(2025, 1, 1, tzinfo=UTC))
    index = Index(document={"articles": []}, files={})
    return GateInput(config=make_config(tmp_path), admission=admission, index=index, artefacts=(), expected={})


class FakeGate:
    NAME = "fake"
    CODES: ClassVar = {"known": "a code"}

    def __init__(self, outcome: Outcome | Exception) -> None:
        self.outcome = outcome

    def run(self, given: GateInput) -> Outcome:
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [
        (Outcome(examined=1), "PASS"),
        (Outcome(examined=0), "ERROR"),
        (Outcome(examined=-1), "ERROR"),
        (Outcome(examined=0, findings=(Finding(code="known", where="x"),)), "FAIL"),
        (Outcome(examined=5, findings=(Finding(code="unknown", where="x"),)), "ERROR"),
        (StepError("a tool is missing"), "ERROR"),
        (RuntimeError("with the secret in its text"), "ERROR"),
    ],
)
def test_only_work_without_findings_passes(
    given: GateInput, monkeypatch: pytest.MonkeyPatch, outcome: Outcome | Exception, verdict: str
) -> None:
    monkeypatch.setattr(gates, "GATES", (FakeGate(outcome),))
    (result,) = gates.run_gates(given, "0" * 64)
    assert result.verdict == verdict
    assert "secret" not in repr(result)


@pytest.mark.parametrize("name", gates.NAMES)
def test_a_gate_without_artefacts_never_passes(given: GateInput, name: str) -> None:
    (result,) = gates.run_gates(replace(given, recorded={}), "0" * 64, (name,))
    assert result.verdict != "PASS"


def test_every_gate_and_every_code_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for gate in gates.GATES:
        assert f"\n## {gate.NAME}\n" in text
        for code in gate.CODES:
            assert f"`{code}`" in text, code


def test_a_code_means_one_thing() -> None:
    meanings: dict[str, str] = {}
    for gate in gates.GATES:
        for code, meaning in gate.CODES.items():
            assert meanings.setdefault(code, meaning) == meaning
