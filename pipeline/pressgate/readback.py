"""After the upload: what the index really serves is downloaded, compared, installed into nothing, and looked at."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

from pressgate import approve, private, receipt
from pressgate.gates import run_gates
from pressgate.index_client import PUBLIC_SIMPLE, IndexClient, IndexFile
from pressgate.model import ArtefactView, Config, GateInput, Permit, PressgateError, Refusal, StepError
from pressgate.walk import read_artefact

WAIT = 300.0  # seconds that a large index may take to show a new file
_PAUSE = 3.0


def confirm(
    config: Config,
    given: GateInput,
    config_digest: str,
    permit: Permit,
    client: IndexClient,
    done: Mapping[str, str],
    progress: Callable[[str], None],
) -> receipt.Receipt:
    """Downloads each file by its URL, compares sha256, runs the smoke gate on the downloaded wheel, writes the receipt.

    The receipt is written before this begins too, as not verified. Raises Refusal or StepError that say what to do.
    """
    sent = _receipt(config, given, permit, client, done)
    receipt.save(config.output, sent)
    try:
        with private.folder() as folder:
            progress("read back")
            served = {view.artefact.path.name: _served(view, client, folder) for view in permit.artefacts}
            sent = replace(sent, files=tuple(replace(f, url=served[f.name][0].url) for f in sent.files))
            progress("gate smoke, on what the index serves")
            _smoke(replace(given, artefacts=tuple(view for _, view in served.values())), config_digest)
    except PressgateError as error:
        receipt.save(config.output, replace(sent, trouble=str(error)))
        raise type(error)(f"{error}\n{what_to_do(config, client)}") from None
    sent = replace(sent, verified=True)
    receipt.save(config.output, sent)
    return sent


def what_to_do(config: Config, client: IndexClient) -> str:
    """For a release that is out and isn't right."""
    name, version = config.package.name, config.package.version
    place = f"https://pypi.org/manage/project/{name}/releases/" if client.simple == PUBLIC_SIMPLE else "its own page"
    return (
        f"{name} {version} is out and isn't what it should be. Yank it now, so that nobody gets it who doesn't ask for "
        f"this very version: {place} → {version} → Options → Yank.\n"
        "Don't delete it: mirrors have it already, and the file's name can never be used again.\n"
        "Then find the cause, raise [package] version, and release again. Only a new version reaches people: the same "
        "version can't be uploaded twice."
    )


def _served(view: ArtefactView, client: IndexClient, folder: Path) -> tuple[IndexFile, ArtefactView]:
    name = view.artefact.path.name
    file = _wait_for(name, client)
    data = client.download(file)
    digest = hashlib.sha256(data).hexdigest()
    if digest != view.artefact.sha256:
        raise Refusal(f"{name}: the index serves sha256 {digest}, and what was approved is {view.artefact.sha256}")
    path = folder / name
    path.write_bytes(data)
    return file, read_artefact(path)


def _wait_for(name: str, client: IndexClient) -> IndexFile:
    deadline = monotonic() + WAIT
    while True:
        for file in client.files():
            if file.name == name:
                return file
        if monotonic() > deadline:
            raise StepError(f"{name}: was taken, but {client.simple} doesn't show it after {int(WAIT)} s")
        sleep(_PAUSE)


def _smoke(given: GateInput, config_digest: str) -> None:
    for result in run_gates(given, config_digest, ("smoke",)):
        if result.verdict != "PASS":
            found = "; ".join(f"{f.code} {f.where} {f.detail}".strip() for f in result.findings[:3])
            kind = StepError if result.verdict == "ERROR" else Refusal
            raise kind(f"the smoke gate on what the index serves says {result.verdict}: {found}")


def _receipt(
    config: Config, given: GateInput, permit: Permit, client: IndexClient, done: Mapping[str, str]
) -> receipt.Receipt:
    return receipt.Receipt(
        package=config.package.name,
        release=config.package.version,
        at=approve.now(),
        commit=permit.approval.commit,
        ledger_head=permit.ledger_head,
        approval=permit.approval,
        simple_url=client.simple,
        files=tuple(
            receipt.SentFile(
                name=view.artefact.path.name,
                sha256=view.artefact.sha256,
                size=len(view.data),
                how=done[view.artefact.path.name],
            )
            for view in permit.artefacts
        ),
        posts=tuple((article["id"], article["url"]) for article in given.index.document["articles"]),
    )
