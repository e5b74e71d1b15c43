"""Attestations (PEP 740): made with `pypi-attestations` from the CI's id-token; twine only attaches them."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from pressgate import program
from pressgate.model import ArtefactView, StepError

COMMAND = (sys.executable, "-I", "-m", "pypi_attestations")
_SECONDS = 300
_SUFFIX = ".publish.attestation"
_NEEDED = ("ACTIONS_ID_TOKEN_REQUEST_URL", "ACTIONS_ID_TOKEN_REQUEST_TOKEN", "GITHUB_ACTIONS")
_KEPT = ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMP", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE")


def sign(view: ArtefactView, environ: Mapping[str, str]) -> Path:
    """Signs one artefact where it lies and returns the attestation beside it.

    Raises StepError where that can't be done: without an attestation nothing goes out from CI.
    """
    path = view.artefact.path
    if importlib.util.find_spec("pypi_attestations") is None:
        raise StepError("pypi-attestations is missing: install 'pressgate[attestations]' in the publish job")
    environment = {name: environ[name] for name in (*_NEEDED, *_KEPT) if name in environ}
    command = [*COMMAND, "sign", str(path)]
    done = program.run(command, f"{path.name}: signing", seconds=_SECONDS, cwd=path.parent, environment=environment)
    attestation = path.with_name(path.name + _SUFFIX)
    if done.returncode or not attestation.is_file():
        raise StepError(f"{path.name}: can't be signed: {program.last_word(done)}")
    try:
        json.loads(attestation.read_text(encoding="utf-8"))
    except ValueError:
        raise StepError(f"{path.name}: the attestation is no JSON") from None
    return attestation
