"""The gates: checks of built artefacts. `GATES` is the whole list; nothing outside this file changes it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Protocol

from pressgate.gates import archive, digest, leaks, licenses, metadata, rebuild, smoke
from pressgate.model import Finding, GateInput, GateResult, Outcome, PressgateError, Verdict


class Gate(Protocol):
    """A module of this package: `CODES` maps each code of its findings to what the code means."""

    NAME: str

    @property
    def CODES(self) -> Mapping[str, str]: ...

    def run(self, given: GateInput) -> Outcome:
        """Examines what is given. Whatever it raises becomes ERROR."""


GATES: tuple[Gate, ...] = (digest, archive, leaks, licenses, metadata, rebuild, smoke)
NAMES = tuple(gate.NAME for gate in GATES)


def run_gates(given: GateInput, config_digest: str, only: tuple[str, ...] = ()) -> Iterator[GateResult]:
    """Runs the gates in order (those named in `only`, or all) and yields each one's result. Never raises for a gate."""
    for gate in GATES:
        if only and gate.NAME not in only:
            continue
        started = time.monotonic()
        verdict, outcome = _run(gate, given)
        yield GateResult(
            gate=gate.NAME,
            verdict=verdict,
            examined=outcome.examined,
            findings=outcome.findings,
            artefacts={view.artefact.path.name: view.artefact.sha256 for view in given.artefacts},
            config_digest=config_digest,
            seconds=time.monotonic() - started,
        )


def _run(gate: Gate, given: GateInput) -> tuple[Verdict, Outcome]:
    try:
        outcome = gate.run(given)
    except PressgateError as error:
        return "ERROR", _broken(str(error))
    except Exception as error:  # a gate that breaks must say so and never pass; its text may hold what it read
        return "ERROR", _broken(f"the gate broke: {_place(error)}")
    unknown = {finding.code for finding in outcome.findings} - gate.CODES.keys()
    if unknown:
        return "ERROR", _broken(f"the gate used codes that it doesn't declare: {', '.join(sorted(unknown))}")
    if outcome.findings:
        return "FAIL", outcome
    if outcome.examined <= 0:
        return "ERROR", _broken("nothing was examined")
    return "PASS", outcome


def _broken(detail: str) -> Outcome:
    return Outcome(examined=0, findings=(Finding(code="gate-error", where="", detail=detail),))


def _place(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" at {trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}" if trace else ""
    return f"{type(error).__name__}{where}"
