"""The documentation says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pressgate.cli import cli
from pressgate.reasons import REASONS
from support import run_cli

ROOT = Path(__file__).parent.parent


def test_every_reason_is_documented_as_it_is() -> None:
    text = (ROOT / "docs" / "headers.md").read_text(encoding="utf-8")
    for code, meaning in REASONS.items():
        assert f"| `{code}` | {meaning} |" in text


def test_the_readme_names_every_command_and_no_other() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.split("| command | does |")[1].split("\n\n")[0]
    named = set(re.findall(r"`pressgate ([a-z-]+)", table))
    assert named == set(cli.list_commands(None))  # type: ignore[arg-type]


@pytest.mark.parametrize("path", [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
def test_every_link_to_a_file_leads_to_one(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_the_readmes_check_prints_what_it_shows() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    command, *output = text.split("```\n$ pressgate ")[1].split("\n```")[0].splitlines()
    done = run_cli(*[str(ROOT / part) if part.startswith("examples") else part for part in command.split()])
    assert done.stdout.splitlines() == output
