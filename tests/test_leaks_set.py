"""The planted leaks are found and the look-alikes pass, whatever the seed."""

from __future__ import annotations

from pathlib import Path

import pytest

import leakset
import leakset_base
import leakset_more
from pressgate.scan import examine

IDENTIFIERS = (leakset.IDENTIFIER, leakset.IDENTIFIER_KO)
SEEDS = (1, 20261130)


def codes(folder: Path, case: leakset.Case | None) -> set[str]:
    path = folder / leakset.WHEEL
    path.write_bytes(leakset.wheel(case))
    return {finding.code for finding in examine(path, IDENTIFIERS)}


def cases(make, seeds=SEEDS):
    return [pytest.param(case, id=f"{case.kind}-{seed}") for seed in seeds for case in make(seed)]


def test_the_plain_wheel_passes(tmp_path: Path) -> None:
    assert codes(tmp_path, None) == set()


@pytest.mark.parametrize("case", cases(leakset_base.leaks) + cases(leakset_more.leaks))
def test_a_leak_is_found(tmp_path: Path, case: leakset.Case) -> None:
    assert codes(tmp_path, case)


@pytest.mark.parametrize("case", cases(leakset_base.look_alikes) + cases(leakset_more.look_alikes))
def test_a_look_alike_passes(tmp_path: Path, case: leakset.Case) -> None:
    assert codes(tmp_path, case) == set()
