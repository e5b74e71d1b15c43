"""The permit: everything that must hold before a byte goes out, looked at again on private copies."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from packaging.version import Version

from pressgate import agreement, approve, identity, ledger, private
from pressgate import upload as uploading
from pressgate.admit import admit
from pressgate.config import load
from pressgate.digest import config_digest, sources_digest
from pressgate.gates import GATES, run_gates
from pressgate.index import build_index
from pressgate.index_client import IndexClient, IndexFile, sums, upload_url
from pressgate.leaks.identifiers import load as load_identifiers
from pressgate.model import Approval, Config, GateInput, LastRelease, LedgerEntry, Permit, Refusal, StepError
from pressgate.release_compare import compare, last_release, too_many_gone
from pressgate.stage import expected_members

Progress = Callable[[str], None]
_CLOCK_SECONDS = 600  # that the index's clock and ours may differ


@dataclass(frozen=True, kw_only=True)
class Case:
    """What is to be published, as it is now: the private copies, the posts admitted again, the commit, the ledger."""

    config: Config
    given: GateInput
    commit: str
    config_digest: str
    entries: ledger.Entries
    build: LedgerEntry

    @property
    def artefacts(self) -> dict[str, str]:
        return {view.artefact.path.name: view.artefact.sha256 for view in self.given.artefacts}


def examine(root: Path, folder: Path, progress: Progress) -> Case:
    """Copies the artefacts, admits the posts again at the real time, and compares all that can be compared at once."""
    config = load(root)
    views = private.copies(config, folder)
    progress("posts")
    admission, forbidden = admit(config, None), load_identifiers(config, os.environ)
    if not admission.admitted:
        raise Refusal(f"{config.posts.path}: no post is admitted any more; 'pressgate check' says why")
    index = build_index(config, admission)
    digest = config_digest(config, forbidden)
    commit = agreement.commit_of(config, admission)
    entries = _ledger(config)
    artefacts = {view.artefact.path.name: view.artefact.sha256 for view in views}
    build = agreement.check_ledger(
        entries,
        artefacts,
        commit=commit,
        config_digest=digest,
        sources=sources_digest(admission),
        now=approve.now(),
        max_age=config.publish.max_age,
    )
    given = GateInput(
        config=config,
        admission=admission,
        index=index,
        artefacts=views,
        expected=expected_members(config, index),
        forbidden=forbidden,
        recorded=dict(build.result.artefacts),
    )
    return Case(
        config=config,
        given=given,
        commit=commit,
        config_digest=digest,
        entries=entries,
        build=build,
    )


def make_permit(
    case: Case, client: IndexClient, environ: Mapping[str, str], expect_removals: int | None, progress: Progress
) -> Permit:
    """The permit, after approval, index and every gate of the code's own list said yes. Raises Refusal else."""
    approval = _approval(case, environ)
    progress("index")
    files = client.files()
    _check_clock(client.date, approve.now())
    states = uploading.states(files, case.given.artefacts, client)
    if approval.how == "terminal" and "absent" in states.values():
        uploading.need_token(environ)
    _check_version(case.config, files)
    last = last_release(case.config, client)
    _check_removals(case, last, expect_removals if expect_removals is not None else approval.removals)
    _run_gates(replace(case, given=replace(case.given, served=sums(files), last=last)), progress)
    if agreement.commit_of(case.config, case.given.admission) != case.commit:
        raise Refusal("the commit or the tag moved while the gates ran: run 'pressgate release' again")
    return Permit(artefacts=case.given.artefacts, ledger_head=ledger.head(case.entries), approval=approval)


def _ledger(config: Config) -> ledger.Entries:
    try:
        return ledger.read(config.output / "ledger.jsonl")
    except StepError as error:
        raise Refusal(str(error)) from None


def _approval(case: Case, environ: Mapping[str, str]) -> Approval:
    """A person's word from the terminal or, in a CI job that may ask for an id-token, the protected environment's."""
    url, head = upload_url(case.config.index), ledger.head(case.entries)
    if identity.available(environ):
        _, actor = id_token(case, environ)
        return Approval(
            at=approve.now(),
            by=actor,
            how="environment",
            artefacts=case.artefacts,
            commit=case.commit,
            index_url=url,
            ledger_head=head,
        )
    return approve.check(
        approve.load(case.config.output / "approval.json"),
        artefacts=case.artefacts,
        commit=case.commit,
        index_url=url,
        ledger_head=head,
        now=approve.now(),
        max_age=case.config.publish.max_age,
    )


def id_token(case: Case, environ: Mapping[str, str]) -> tuple[str, str]:
    """A fresh id-token whose claims are the ledger's (it lives for minutes, the gates may take longer), and the actor.

    Raises Refusal where a claim, or the variable that says the same, differs.
    """
    if not case.build.repository or not case.build.ref:
        raise Refusal("the ledger names no repository at GitHub or no tag: build in a checkout of the tag")
    wanted = {"sha": case.commit, "ref": case.build.ref, "repository": case.build.repository}
    for name, value in wanted.items():
        variable = f"GITHUB_{name.upper()}"
        if environ.get(variable) != value:
            raise Refusal(f"{variable} is '{environ.get(variable)}', and the ledger says '{value}'")
    audience = identity.audience(upload_url(case.config.index))
    token = identity.id_token(environ, audience)
    claims = identity.claims(token)
    identity.check(claims, {**wanted, "aud": audience, "event_name": "push"})
    return token, str(claims.get("actor", ""))


def _check_clock(index_date: datetime | None, now: datetime) -> None:
    if index_date is None:
        raise Refusal("the index tells no time (HTTP Date), so this machine's clock can't be compared with it")
    apart = abs((index_date - now).total_seconds())
    if apart > _CLOCK_SECONDS:
        raise Refusal(f"this machine's clock and the index's are {int(apart)} s apart: set the clock right")


def _check_version(config: Config, files: tuple[IndexFile, ...]) -> None:
    higher = [file.version for file in files if file.version > Version(config.package.version)]
    if higher:
        raise Refusal(f"the index has {max(higher)} already: raise [package] version above it")


def _check_removals(case: Case, last: LastRelease, expected: int | None) -> None:
    comparison = compare(case.config, case.given.index, last)
    if not comparison.known:
        raise StepError(comparison.note)
    gone = len(comparison.gone)
    if too_many_gone(comparison) and expected != gone:
        raise Refusal(
            f"{gone} of {comparison.previous_count} posts of {comparison.previous} are gone: if that is meant, "
            f"say so with --expect-removals {gone}"
        )


def _run_gates(case: Case, progress: Progress) -> None:
    """Every gate of the code's own list, again, on the private copies."""
    for module in GATES:
        progress(f"gate {module.NAME}")
        for result in run_gates(case.given, case.config_digest, (module.NAME,)):
            if result.verdict != "PASS":
                found = "; ".join(f"{f.code} {f.where} {f.detail}".strip() for f in result.findings[:3])
                raise (StepError if result.verdict == "ERROR" else Refusal)(
                    f"the gate '{result.gate}', run again, says {result.verdict}: {found}"
                )
