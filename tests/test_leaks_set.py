"""The planted leaks are found and the look-alikes pass, whatever the seed.

Each run of the gate plants its canaries anew, which costs far more than a tiny wheel does. Here the plain wheel is
scanned with them; `test_leaks_rules.py` is about them; the cases are scanned by the same functions without them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import leakset
import leakset_base
import leakset_files
import leakset_more
import leakset_secrets
import leakset_words
from pressgate.gates import leaks
from pressgate.scan import examine

IDENTIFIERS = (leakset.IDENTIFIER, leakset.IDENTIFIER_KO)
SEEDS = (1, 20261130)
SETS = (leakset_base, leakset_more, leakset_secrets, leakset_words, leakset_files)


def codes(folder: Path, case: leakset.Case | None) -> set[str]:
    path = folder / leakset.WHEEL
    path.write_bytes(leakset.wheel(case))
    return {finding.code for finding in examine(path, IDENTIFIERS)}


@pytest.fixture
def without_canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaks, "prove", lambda *_: None)


def cases(name: str):
    drawn = ((seed, case) for seed in SEEDS for of in SETS for case in getattr(of, name)(seed))
    return [pytest.param(case, id=f"{case.kind}-{seed}") for seed, case in drawn]


def test_the_plain_wheel_passes(tmp_path: Path) -> None:
    assert codes(tmp_path, None) == set()


@pytest.mark.usefixtures("without_canaries")
@pytest.mark.parametrize("case", cases("leaks"))
def test_a_leak_is_found(tmp_path: Path, case: leakset.Case) -> None:
    found = codes(tmp_path, case)
    assert found
    assert "gate-error" not in found


@pytest.mark.usefixtures("without_canaries")
@pytest.mark.parametrize("case", cases("look_alikes"))
def test_a_look_alike_passes(tmp_path: Path, case: leakset.Case) -> None:
    assert codes(tmp_path, case) == set()
