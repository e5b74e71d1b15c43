"""Publishing: everything is looked at again on private copies, then a permit is made, and only with it an upload.

Nothing on disk is trusted: not the ledger, not nox, not the CI. A refusal changes nothing and appends nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pressgate import identity, private, readback, receipt, surroundings
from pressgate import upload as uploading
from pressgate.attest import sign
from pressgate.index_client import IndexClient, simple_url
from pressgate.model import ArtefactView, Permit, StepError
from pressgate.permit import Case, Progress, examine, id_token, make_permit


def publish(root: Path, expect_removals: int | None, progress: Progress) -> receipt.Receipt:
    """Makes the permit, uploads what the index lacks, reads it back, runs the smoke gate on that, writes the receipt.

    Raises Refusal (exit 1) where anything doesn't agree; StepError (exit 4) where something broke.
    """
    with private.folder() as folder, surroundings.guarded() as environ:
        case = examine(root, folder, progress)
        client = IndexClient(simple=simple_url(case.config.index), project=case.config.package.name)
        permit = make_permit(case, client, environ, expect_removals, progress)
        done = _upload(case, permit, client, environ, progress)
        return readback.confirm(case.config, case.given, case.config_digest, permit, client, done, progress)


def _upload(
    case: Case, permit: Permit, client: IndexClient, environ: Mapping[str, str], progress: Progress
) -> dict[str, str]:
    """Uploads what the index lacks. File name → "uploaded" or "already there"."""
    states = uploading.states(client.files(), permit.artefacts, client)
    trusted = permit.approval.how == "environment"
    done: dict[str, str] = {}
    missing = [view for view in permit.artefacts if states[view.artefact.path.name] == "absent"]
    attestations = {view.artefact.path.name: sign(view, environ) for view in missing} if trusted else {}
    credentials = dict(environ)
    if trusted and missing:
        token = identity.mint(permit.approval.index_url, id_token(case, environ)[0])
        credentials |= {surroundings.USER: "__token__", surroundings.TOKEN: token}
    for view in permit.artefacts:
        name = view.artefact.path.name
        progress(f"upload {name}")
        if view in missing:
            _upload_one(view, permit.approval.index_url, credentials, attestations.get(name), done)
        done[name] = "uploaded" if view in missing else "already there"
    return done


def _upload_one(
    view: ArtefactView, url: str, credentials: Mapping[str, str], attestation: Path | None, done: Mapping[str, str]
) -> None:
    try:
        uploading.upload(view, url, credentials, attestation)
    except StepError as error:
        raise StepError(
            f"{error}\n{len(done)} file(s) of this release are on the index. Run 'pressgate publish' again: what is "
            "there with the same sha256 is left, the rest is uploaded."
        ) from None
