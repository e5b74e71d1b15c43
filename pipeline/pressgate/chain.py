"""The steps in their order, for the command line: admit → build → gates → sheet."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from pressgate import ledger, repository
from pressgate.admit import admit
from pressgate.baselined import reviewed_since
from pressgate.build import artefacts, build, prepare_output
from pressgate.config import load
from pressgate.digest import config_digest, sources_digest
from pressgate.gates import GATES, leaks, run_gates
from pressgate.index import build_index
from pressgate.index_client import IndexClient, simple_url, sums
from pressgate.leaks.identifiers import load as load_identifiers
from pressgate.model import (
    Admission,
    Artefact,
    Comparison,
    Config,
    GateInput,
    GateResult,
    Index,
    LastRelease,
    NothingToExamine,
    PressgateError,
    StepError,
)
from pressgate.onlookers import is_public
from pressgate.release_compare import compare, last_release
from pressgate.report import markdown, write_summary
from pressgate.sheet import Sheet, make_sheet
from pressgate.sheet_html import page
from pressgate.stage import expected_members
from pressgate.walk import read_artefact

Progress = Callable[[str], None]
_AT_ONCE = 2  # gates wait for programs of their own as much as they compute


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """A corpus with the verdicts on its posts."""

    config: Config
    admission: Admission
    forbidden: tuple[str, ...]

    @property
    def ledger(self) -> Path:
        return self.config.output / "ledger.jsonl"


def open_corpus(root: Path, now: datetime | None) -> Corpus:
    """Reads the configuration and judges every post. Raises PressgateError for whatever is in the way."""
    config = load(root)
    return Corpus(config=config, admission=admit(config, now), forbidden=load_identifiers(config, os.environ))


def make_index(corpus: Corpus, progress: Progress) -> Index:
    """The index of the admitted posts. Raises NothingToExamine where there are none."""
    if not corpus.admission.admitted:
        raise NothingToExamine(f"{corpus.config.posts.path}: no post is admitted; 'pressgate check' says why")
    progress("index")
    return build_index(corpus.config, corpus.admission)


def make(corpus: Corpus, progress: Progress) -> tuple[Artefact, ...]:
    """Index, stage and wheel; the ledger gets an entry 'build' with the digests and whether the clock was fixed."""
    config, admission = corpus.config, corpus.admission
    ledger.read(corpus.ledger)
    index = make_index(corpus, progress)
    progress("wheel")
    built = build(config, admission, index)
    result = GateResult(
        gate="build",
        verdict="PASS",
        examined=len(admission.admitted),
        findings=(),
        artefacts={artefact.path.name: artefact.sha256 for artefact in built},
        config_digest=config_digest(config, corpus.forbidden),
    )
    _append(corpus, (result,))
    return built


def gate(corpus: Corpus, progress: Progress, only: tuple[str, ...] = ()) -> tuple[GateResult, ...]:
    """Runs the gates on what lies in `.pressgate/dist`, appends their results and writes the sheet.

    Raises NothingToExamine where nothing was built.
    """
    given = gather(corpus, progress)
    config = corpus.config
    if not only:
        given = replace(given, served=_served(config))
    if not only or leaks.NAME in only:
        given = replace(given, last=ask_last_release(config))
    digest = config_digest(config, corpus.forbidden)

    def run(name: str) -> tuple[GateResult, ...]:
        progress(f"gate {name}")
        return tuple(run_gates(given, digest, (name,)))

    names = [module.NAME for module in GATES if not only or module.NAME in only]
    with ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
        results = tuple(result for each in pool.map(run, names) for result in each)
    _append(corpus, results)
    write_sheet(corpus, given)
    return results


def _served(config: Config) -> dict[str, str] | None:
    """File name → sha256 of what the index serves of this project; None where it can't be asked."""
    try:
        return sums(IndexClient(simple=simple_url(config.index), project=config.package.name).files())
    except PressgateError:
        return None


def ask_last_release(config: Config) -> LastRelease:
    """The release before this one, from the index that the configuration names."""
    return last_release(config, IndexClient(simple=simple_url(config.index), project=config.package.name))


def gather(corpus: Corpus, progress: Progress) -> GateInput:
    """All that the gates look at. Raises NothingToExamine where nothing was built."""
    config = corpus.config
    recorded = ledger.recorded_build(corpus.ledger)
    found = artefacts(config.output / "dist")
    if not found:
        raise NothingToExamine(f"{config.output / 'dist'}: nothing was built; run 'pressgate build' first")
    index = make_index(corpus, progress)
    return GateInput(
        config=config,
        admission=corpus.admission,
        index=index,
        artefacts=tuple(read_artefact(artefact.path) for artefact in found),
        expected=expected_members(config, index),
        forbidden=corpus.forbidden,
        recorded=recorded,
    )


def write_sheet(corpus: Corpus, given: GateInput) -> Sheet:
    """Writes `.pressgate/approval.md` and `.html` from the verdicts and from each gate's last word on these artefacts.

    Only a whole set of verdicts is compared with the last release: the index isn't asked after each single gate. Where
    others may read along, refused posts are counts alone; GitHub's step summary gets the sheet too.
    """
    config, commit = corpus.config, repository.commit(corpus.config.root)
    digests = {view.artefact.path.name: view.artefact.sha256 for view in given.artefacts}
    results = ledger.latest(corpus.ledger, digests)
    if all(module.NAME in results for module in GATES):
        comparison = compare(config, given.index, given.last or ask_last_release(config))
    else:
        comparison = Comparison(known=False, note="not compared with the index: not every gate has run")
    reviewed = reviewed_since(config, comparison.previous)
    sheet = make_sheet(config, corpus.admission, given, results, commit, comparison, reviewed, public=is_public())
    text = markdown(sheet)
    _write_whole(config.output / "approval.md", text)
    _write_whole(config.output / "approval.html", page(sheet))
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        write_summary(Path(summary), text)
    return sheet


def _write_whole(path: Path, text: str) -> None:
    temporary = path.with_name(path.name + ".new")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        temporary.replace(path)
    except OSError as error:
        raise StepError(f"{path}: can't be written: {error.strerror}") from None


def _append(corpus: Corpus, results: tuple[GateResult, ...]) -> None:
    prepare_output(corpus.config.output)
    root = corpus.config.root
    ledger.append(
        corpus.ledger,
        results,
        commit=repository.commit(root),
        sources=sources_digest(corpus.admission),
        fixed=corpus.admission.fixed,
        ref=repository.tag_ref(root, f"v{corpus.config.package.version}"),
        repository=repository.origin(root),
    )


def gates_json(found: tuple[Artefact, ...], members: dict[str, int], results: tuple[GateResult, ...]) -> str:
    """`gate --json` and `scan --json`: what was looked at, and each gate's verdict and findings."""
    document = {
        "artefacts": [{"file": a.path.name, "sha256": a.sha256, "members": members[a.path.name]} for a in found],
        "gates": [
            {
                "gate": result.gate,
                "verdict": result.verdict,
                "examined": result.examined,
                "findings": [
                    {"code": f.code, "where": f.where, "line": f.line, "detail": f.detail} for f in result.findings
                ],
            }
            for result in results
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)
