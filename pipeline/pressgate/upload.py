"""The upload itself: twine 7, one file a run, to the one URL that was approved; what the index has already is left."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pressgate import program, surroundings
from pressgate.index_client import IndexClient, IndexFile
from pressgate.model import ArtefactView, Refusal, StepError

State = Literal["absent", "same"]
_SECONDS = 1800


def states(files: Iterable[IndexFile], artefacts: Iterable[ArtefactView], client: IndexClient) -> dict[str, State]:
    """For each artefact whether the index has it already, by its sha256.

    Raises Refusal where the index has other bytes under its name, or a file of this version that isn't ours.
    """
    offered = {file.name: file for file in files}
    found: dict[str, State] = {}
    for view in artefacts:
        name = view.artefact.path.name
        if name not in offered:
            found[name] = "absent"
            continue
        if client.digest(offered[name]) != view.artefact.sha256:
            raise Refusal(
                f"{name}: the index has other bytes under this name, and a name is never reused: raise the version, "
                "and find out who uploaded that file"
            )
        found[name] = "same"
    versions = {view.artefact.version for view in artefacts}
    for file in offered.values():
        if str(file.version) in versions and file.name not in found:
            raise Refusal(f"{file.name}: the index has a file of this version that isn't ours: raise the version")
    return found


def need_token(credentials: Mapping[str, str]) -> str:
    """The upload token of the environment. Raises Refusal where there is none."""
    token = credentials.get(surroundings.TOKEN, "").strip()
    if not token:
        raise Refusal(f"there is no upload token: put one into the environment variable {surroundings.TOKEN}")
    return token


def upload(view: ArtefactView, url: str, credentials: Mapping[str, str], attestation: Path | None = None) -> None:
    """Uploads one file by twine. `credentials` holds TWINE_PASSWORD and perhaps TWINE_USERNAME (`__token__` else).

    Raises StepError with twine's own word, never with the token. The file's bytes are compared once more first.
    """
    path = view.artefact.path
    if path.read_bytes() != view.data:
        raise Refusal(f"{path.name}: changed in the private folder: somebody else writes there")
    token = need_token(credentials)
    user = credentials.get(surroundings.USER) or "__token__"
    command = [
        *(sys.executable, "-I", "-m", "twine", "--no-color", "upload", "--non-interactive", "--disable-progress-bar"),
        *("--repository-url", url),
        *(["--attestations"] if attestation else []),
        *("--", str(path)),
        *([str(attestation)] if attestation else []),
    ]
    environment = surroundings.for_twine(credentials, str(path.parent), user, token)
    done = program.run(
        command,
        f"{path.name}: the upload",
        seconds=_SECONDS,
        advice="; run 'pressgate publish' again",
        cwd=path.parent,
        environment=environment,
    )
    if done.returncode:
        raise StepError(f"{path.name}: {urlsplit(url).hostname} didn't take it: {_reason(done, token)}")


def _reason(done: subprocess.CompletedProcess[str], token: str) -> str:
    lines = [line.strip() for line in (done.stdout + "\n" + done.stderr).splitlines()]
    telling = [line for line in lines if line and not line.startswith(("Uploading", "INFO", "WARNING"))]
    text = " ".join(telling[-3:]) or "no word of why"
    return text.replace(token, "…")[:400]
