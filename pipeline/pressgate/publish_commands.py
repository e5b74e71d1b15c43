"""The commands `approve` and `publish`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pressgate import approve, chain, ledger, repository
from pressgate.config import load
from pressgate.gates import NAMES
from pressgate.index_client import upload_url
from pressgate.model import Approval, Artefact, Refusal, StepError
from pressgate.publish import publish
from pressgate.release_compare import too_many_gone
from pressgate.report import markdown
from pressgate.sheet import Sheet

_dir = click.argument("root", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
_removals = click.option(
    "--expect-removals", metavar="N", type=click.IntRange(min=0), help="So many posts may go away: more than a fifth."
)


@click.command()
@_dir
@click.option("--digest", metavar="SHA256", help="The wheel's whole sha256, instead of typing its beginning.")
@_removals
def approve_command(root: Path, digest: str | None, expect_removals: int | None) -> None:
    """On a terminal: read the sheet and approve exactly these bytes."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refusal("approving needs a person at a terminal; in CI the protected environment 'pypi' is the approval")
    corpus = chain.open_corpus(root, None)
    given = chain.gather(corpus, lambda _: None)
    found = tuple(view.artefact for view in given.artefacts)
    sheet = chain.write_sheet(corpus, given)
    commit = _check_ready(corpus, sheet, found, expect_removals)
    click.echo_via_pager(markdown(sheet))
    wheel = next(artefact for artefact in found if artefact.kind == "wheel")
    _ask(wheel, digest)
    approval = Approval(
        at=approve.now(),
        by=approve.who(),
        how="terminal",
        artefacts={artefact.path.name: artefact.sha256 for artefact in found},
        commit=commit,
        index_url=upload_url(corpus.config.index),
        ledger_head=ledger.head(ledger.read(corpus.ledger)),
        removals=expect_removals,
    )
    approve.save(corpus.config.output / "approval.json", approval)
    click.echo(f"approved {wheel.path.name} for {approval.index_url}; now 'pressgate publish'")


def _check_ready(corpus: chain.Corpus, sheet: Sheet, found: tuple[Artefact, ...], expect_removals: int | None) -> str:
    digests = {artefact.path.name: artefact.sha256 for artefact in found}
    words = ledger.last_words(ledger.read(corpus.ledger), digests)
    for name in ("build", *NAMES):
        if name not in words or words[name].result.verdict != "PASS":
            said = words[name].result.verdict if name in words else "nothing"
            raise Refusal(f"'{name}' says {said} of these bytes: run 'pressgate release' first")
        if words[name].fixed:
            raise Refusal(f"'{name}' ran with --now: what was built with a fixed clock can't be published")
    if not sheet.comparison.known:
        raise StepError(f"{sheet.comparison.note}: nobody can approve what they can't compare; try again")
    commit = repository.commit(corpus.config.root)
    if commit is None:
        raise Refusal("there is no commit, or the corpus has changes: commit, then run 'pressgate release' again")
    gone = len(sheet.comparison.gone)
    if too_many_gone(sheet.comparison) and expect_removals != gone:
        raise Refusal(
            f"{gone} of {sheet.comparison.previous_count} posts of {sheet.comparison.previous} are gone: if that is "
            f"meant, say so with --expect-removals {gone}"
        )
    return commit


def _ask(wheel: Artefact, digest: str | None) -> None:
    if digest is not None:
        if not approve.matches(digest, wheel.sha256, whole=True):
            raise Refusal(f"--digest is not the sha256 of {wheel.path.name}: nothing is approved")
        return
    typed = click.prompt(
        f"Type the first {approve.DIGITS} characters of the sha256 of {wheel.path.name}", default="", show_default=False
    )
    if not approve.matches(typed, wheel.sha256, whole=False):
        raise Refusal("that is not how the sha256 begins: nothing is approved")


@click.command()
@_dir
@_removals
def publish_command(root: Path, expect_removals: int | None) -> None:
    """Check everything again, upload, read back, and run the smoke gate on what the index serves."""
    receipt = publish(root, expect_removals, lambda step: click.echo(f"… {step}", err=True))
    for file in receipt.files:
        click.echo(f"{file.how:<13} {file.name}  sha256 {file.sha256}", err=True)
        click.echo(f"{'served at':<13} {file.url}", err=True)
    click.echo(f"{'receipt':<13} {load(root).output / 'receipt.json'}", err=True)
