"""A look at a server over stdio, as a careful client takes it."""

from __future__ import annotations

from pathlib import Path

from pressgate import probe
from pressgate.gates import smoke


def answers_over_stdio(program: Path) -> None:
    """Asserts that the five tools are there in both eras, and that there is nothing to find."""
    for revision in ("2025-11-25", "2026-07-28"):
        target = probe.StdioTarget(command=(str(program),))
        report = probe.run(target, probe.ProbeOptions(revision=revision))
        assert report.exit_code == 0, report
        assert sorted(report.lists[0].names) == sorted(smoke.TOOLS)
        assert {result.tool for result in report.results} >= {"blog_home", "list_articles"}
        assert "Traceback" not in report.stderr
