"""`pressgate scan`: the archive and leak gates on any wheel or sdist, ours or a stranger's."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from pressgate.gates import archive, leaks
from pressgate.leaks.identifiers import parse
from pressgate.leaks.masks import masked
from pressgate.model import ArtefactView, Finding, GateInput, GateResult, Outcome, PressgateError, UsageError, Verdict
from pressgate.walk import read_artefact

VARIABLE = "PRESSGATE_FORBIDDEN"


def identifiers(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The forbidden identifiers of a scan without a configuration: those in the environment, if set.

    Raises StepError where the variable is set and holds none, or one that can't be used.
    """
    return parse(environ[VARIABLE], f"the environment variable {VARIABLE}") if VARIABLE in environ else ()


def scan_strangers(
    paths: Sequence[Path], forbidden: tuple[str, ...]
) -> tuple[tuple[ArtefactView, ...], tuple[GateResult, ...]]:
    """The views of the files and the results of the two gates. Raises UsageError where a file can't be opened."""
    views = tuple(read_artefact(path) for path in paths)
    return views, (
        _judge("archive", views, lambda: _archive(views, forbidden)),
        _judge("leaks", views, lambda: _together(leaks.examine(view, forbidden) for view in views)),
    )


def scan_corpus(given: GateInput) -> tuple[GateResult, ...]:
    """The results of the two gates on artefacts of a corpus."""
    return (
        _judge("archive", given.artefacts, lambda: archive.run(given)),
        _judge("leaks", given.artefacts, lambda: leaks.run(given)),
    )


def examine(path: Path, forbidden: tuple[str, ...]) -> tuple[Finding, ...]:
    """All findings of one file."""
    _, results = scan_strangers((path,), forbidden)
    return tuple(finding for result in results for finding in result.findings)


def judge_history(search: Callable[[], Outcome]) -> GateResult:
    """The result of searching a repository's history. Raises UsageError as the search does."""
    return _judge("history", (), search)


def _archive(views: Sequence[ArtefactView], forbidden: tuple[str, ...]) -> Outcome:
    findings = tuple(masked(finding, forbidden) for view in views for finding in archive.examine(view))
    return Outcome(examined=sum(len(view.members) for view in views), findings=findings)


def _together(outcomes: Iterable[Outcome]) -> Outcome:
    every = tuple(outcomes)
    return Outcome(
        examined=sum(outcome.examined for outcome in every), findings=tuple(f for o in every for f in o.findings)
    )


def _judge(name: str, views: Sequence[ArtefactView], run: Callable[[], Outcome]) -> GateResult:
    """As the chain judges: an exception is ERROR, a finding FAIL, nothing examined ERROR."""
    started = time.monotonic()
    try:
        outcome = run()
    except UsageError:
        raise
    except PressgateError as error:
        outcome, broken = Outcome(examined=0), str(error)
    except Exception as error:  # a gate that breaks must say so and never pass; its text may hold what it read
        if os.environ.get("PRESSGATE_DEBUG"):
            raise
        outcome, broken = Outcome(examined=0), f"the gate broke: {type(error).__name__}"
    else:
        broken = "" if outcome.findings or outcome.examined > 0 else "nothing was examined"
    verdict: Verdict = "ERROR" if broken else "FAIL" if outcome.findings else "PASS"
    findings = (Finding(code="gate-error", where="", detail=broken),) if broken else outcome.findings
    return GateResult(
        gate=name,
        verdict=verdict,
        examined=outcome.examined,
        findings=findings,
        artefacts={view.artefact.path.name: view.artefact.sha256 for view in views},
        config_digest="",
        seconds=time.monotonic() - started,
    )
