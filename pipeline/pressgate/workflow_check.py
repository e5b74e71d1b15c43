"""`pressgate workflow-check`: the release workflow's policy, for ours and for everybody's."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pressgate import workflow
from pressgate.model import Finding, NothingToExamine, UsageError
from pressgate.workflow_rules import RULES, can_publish

FOLDER = Path(".github") / "workflows"


def check(path: Path) -> tuple[Finding, ...] | None:
    """The findings of one workflow, in the order of lines; None where no job of it uploads to an index.

    Raises UsageError where the file can't be read or is no workflow.
    """
    found = workflow.read(path)
    if not can_publish(found):
        return None
    findings = [
        Finding(code=rule.code, where=str(path), line=line, detail=detail)
        for rule in RULES
        for line, detail in rule.check(found)
    ]
    return tuple(sorted(dict.fromkeys(findings), key=lambda f: (f.line or 0, f.code)))


@click.command()
@click.argument("files", metavar="[FILE…]", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def workflow_check_command(files: tuple[Path, ...], as_json: bool) -> None:
    """The policy of workflows that publish (without FILE: those in .github/workflows)."""
    paths = files or tuple(sorted((*FOLDER.glob("*.yml"), *FOLDER.glob("*.yaml"))))
    if not paths:
        raise NothingToExamine(f"{FOLDER}: holds no workflow")
    for path in files:
        if not path.is_file():
            raise UsageError(f"{path}: is no file")
    results = {path: check(path) for path in paths}
    examined = {path: findings for path, findings in results.items() if findings is not None}
    findings = [finding for found in examined.values() for finding in found]
    if as_json:
        rows = [{"code": f.code, "where": f.where, "line": f.line, "detail": f.detail} for f in findings]
        click.echo(json.dumps({"examined": [str(path) for path in examined], "findings": rows}, indent=2))
    for f in findings:
        click.echo(f"{f.where}:{f.line}: {f.code}: {f.detail}", err=as_json)
    for path in results:
        said = "publishes nothing" if path not in examined else f"{len(examined[path])} finding(s)"
        click.echo(f"{path}: {said}", err=True)
    if not examined:
        raise NothingToExamine("no workflow publishes: there is nothing to check")
    if findings:
        raise SystemExit(1)
