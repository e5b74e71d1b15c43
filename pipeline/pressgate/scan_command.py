"""The command `scan`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from pressgate import chain, scan
from pressgate.gates import archive, leaks
from pressgate.index import build_index
from pressgate.leaks import baseline, history
from pressgate.leaks.identifiers import Matcher
from pressgate.leaks.review import review, write
from pressgate.leaks.sarif import commands, sarif
from pressgate.model import ArtefactView, GateInput, GateResult, NothingToExamine, Refusal, StepError, UsageError
from pressgate.stage import expected_members
from pressgate.walk import read_artefact

MEANINGS = {**archive.CODES, **leaks.CODES}


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--config",
    "root",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="A corpus: its identifiers, refused posts and reviewed findings count.",
)
@click.option("--review", "ask", is_flag=True, help="Go through new findings in posts; needs --config and a terminal.")
@click.option("--sarif", "sarif_file", metavar="FILE", type=click.Path(path_type=Path), help="Write SARIF 2.1.0.")
@click.option(
    "--history",
    "repository",
    metavar="[REPO]",
    is_flag=False,
    flag_value=".",
    help="Search a repository's whole history for the identifiers.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def scan_command(
    files: tuple[Path, ...],
    root: Path | None,
    ask: bool,
    sarif_file: Path | None,
    repository: str | None,
    as_json: bool,
) -> None:
    """The archive and leak gates on any wheel or sdist."""
    if not files and repository is None:
        raise NothingToExamine("name a wheel or sdist to scan, or --history")
    if ask:
        _review(files, root)
    views, results = _scan(files, root) if files else ((), ())
    if repository is not None:
        results = (*results, _history(Path(repository), root))
    if sarif_file is not None:
        _write(sarif_file, sarif(results, MEANINGS))
    _show(views, results, as_json)
    verdicts = {result.verdict for result in results}
    if verdicts != {"PASS"}:
        raise SystemExit(4 if "ERROR" in verdicts else 1)


def _scan(files: Sequence[Path], root: Path | None) -> tuple[tuple[ArtefactView, ...], tuple[GateResult, ...]]:
    if root is None:
        return scan.scan_strangers(files, scan.identifiers(os.environ))
    given = _given(files, root)
    return given.artefacts, scan.scan_corpus(given)


def _given(files: Sequence[Path], root: Path) -> GateInput:
    corpus = chain.open_corpus(root, None)
    index = build_index(corpus.config, corpus.admission)
    return GateInput(
        config=corpus.config,
        admission=corpus.admission,
        index=index,
        artefacts=tuple(read_artefact(path) for path in files),
        expected=expected_members(corpus.config, index),
        forbidden=corpus.forbidden,
        last=chain.ask_last_release(corpus.config) if corpus.admission.refused else None,
    )


def _review(files: Sequence[Path], root: Path | None) -> None:
    if root is None or not files:
        raise UsageError("--review needs a corpus (--config DIR) and its wheel")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refusal("reviewing needs a person at a terminal: it shows what was found")
    given = _given(files, root)
    path = given.config.scan.baseline
    if path is None:
        raise UsageError("set [scan] baseline to the file that the review may write")
    known = baseline.load(path)
    _, found = leaks.scan(given)
    entries = review(
        found, known, leaks.article_digests(given), lambda text: click.prompt(text, default=""), click.echo
    )
    write(path, known, entries)
    click.echo(f"{path}: {len(entries)} reviewed; commit it")


def _history(repository: Path, root: Path | None) -> GateResult:
    entries = chain.open_corpus(root, None).forbidden if root else scan.identifiers(os.environ)
    return scan.judge_history(lambda: history.search(repository, Matcher(entries)))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StepError(f"{path}: can't be written: {error.strerror}") from None


def _show(views: tuple[ArtefactView, ...], results: tuple[GateResult, ...], as_json: bool) -> None:
    if as_json:
        members = {view.artefact.path.name: len(view.members) for view in views}
        click.echo(chain.gates_json(tuple(view.artefact for view in views), members, results))
    for result in results:
        click.echo(f"{result.gate:<9} {result.verdict:<5} {result.examined:>6} examined", err=as_json)
        for finding in result.findings:
            line = f":{finding.line}" if finding.line else ""
            more = f" ({finding.detail})" if finding.detail else ""
            click.echo(f"  {finding.code}: {finding.where}{line}{more}", err=as_json)
    if os.environ.get("GITHUB_ACTIONS"):
        for command in commands(results, MEANINGS):
            click.echo(command, err=as_json)
