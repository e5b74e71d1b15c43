"""The CI's approval: an id-token whose claims are the ledger's, changed at the index, and nothing else.

The real issuer, the real index and the transparency log can't be reached from a test. A loopback issuer and index stand
for them, so that the shape of the requests is known; what the real ones do with them is not.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

import publishing as p
from pressgate import attest, identity, readback
from pressgate.model import PressgateError, Refusal, StepError
from strict_index import StrictIndex, id_token, running

REF = "refs/tags/v0.1.0"
REPOSITORY = "example-writer/life-blog"


@pytest.fixture(scope="module")
def server() -> Iterator[StrictIndex]:
    with running() as index:
        yield index


@pytest.fixture(scope="module")
def template(server: StrictIndex, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus that is released, and that nobody approved on a terminal."""
    root = tmp_path_factory.mktemp("template") / "blog"
    with p.environment(), p.quick_smoke():
        p.make_corpus(root, server.upload_url)
        p.release(root)
    return root


@pytest.fixture
def index(server: StrictIndex) -> StrictIndex:
    return p.reset(server)


@pytest.fixture
def root(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "blog"))


@pytest.fixture
def ci(root: Path, index: StrictIndex) -> Iterator[dict[str, str]]:
    """The publish job as it should be: its variables, its id-token, and a signer in the place of the real one."""
    sha = p.git(root, "rev-parse", "HEAD").strip()
    index.claims = {
        "iss": identity.ISSUER,
        "environment": "pypi",
        "sha": sha,
        "ref": REF,
        "repository": REPOSITORY,
        "event_name": "push",
        "actor": "example-writer",
    }
    variables = {
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_SHA": sha,
        "GITHUB_REF": REF,
        "GITHUB_REPOSITORY": REPOSITORY,
        **index.issuer,
    }
    signer = (
        "import pathlib, os, sys, json; path = pathlib.Path(sys.argv[-1]);"
        "path.with_name(path.name + '.publish.attestation').write_text(json.dumps({'signed': path.name,"
        "'token': 'TWINE_PASSWORD' in os.environ, 'issuer': 'ACTIONS_ID_TOKEN_REQUEST_URL' in os.environ}))"
    )
    command = (sys.executable, "-I", "-c", signer)
    with (
        p.environment(**{**variables, "TWINE_PASSWORD": "pypi-a-token-that-must-not-be-used"}),
        p.quick_smoke(),
        mock.patch.object(attest, "COMMAND", command),
        mock.patch.object(readback, "_PAUSE", 0.01),
    ):
        yield variables


def refused(root: Path, index: StrictIndex, word: str, exit_code: int = 1) -> None:
    with pytest.raises(PressgateError, match=word) as error:
        p.run_publish(root)
    assert error.value.exit_code == exit_code
    assert index.files == {}


def test_the_protected_environment_is_the_approval(root: Path, index: StrictIndex, ci: dict[str, str]) -> None:
    receipt = p.run_publish(root)
    assert (receipt.approval.how, receipt.approval.by) == ("environment", "example-writer")
    assert list(index.files) == [p.wheel_of(root).name]
    assert len(index.minted) == 1


def test_the_requests_have_the_shape_that_issuer_and_index_want(
    root: Path, index: StrictIndex, ci: dict[str, str]
) -> None:
    p.run_publish(root)
    log = "\n".join(index.log)
    assert "GET /_/oidc/audience" in log
    assert "GET /issuer?job=1&audience=pypi" in log
    (minting,) = [json.loads(body) for body in index.bodies if body.startswith(b'{"token"')]
    assert identity.claims(minting["token"])["environment"] == "pypi"


def test_only_the_minted_token_is_used_and_the_file_is_attested(
    root: Path, index: StrictIndex, ci: dict[str, str]
) -> None:
    p.run_publish(root)
    (text,) = index.attestations.values()
    (attestation,) = json.loads(text)
    assert attestation == {"signed": p.wheel_of(root).name, "token": False, "issuer": True}


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("environment", "testing"),
        ("environment", None),
        ("sha", "0" * 40),
        ("ref", "refs/heads/main"),
        ("ref", "refs/tags/v0.2.0"),
        ("repository", "somebody/fork"),
        ("event_name", "workflow_dispatch"),
        ("iss", "https://issuer.example"),
        ("aud", "sigstore"),
        ("exp", 1),
        ("exp", "never"),
        ("nbf", 4102444800),
    ],
)
def test_a_claim_that_isnt_the_ledgers_is_no_approval(
    root: Path, index: StrictIndex, ci: dict[str, str], claim: str, value: object
) -> None:
    index.claims[claim] = value
    refused(root, index, "id-token")
    assert index.minted == []


@pytest.mark.parametrize("name", ["GITHUB_SHA", "GITHUB_REF", "GITHUB_REPOSITORY"])
@pytest.mark.parametrize("value", ["something-else", None])
def test_a_variable_that_isnt_the_ledgers_is_refused(
    root: Path, index: StrictIndex, ci: dict[str, str], name: str, value: str | None
) -> None:
    with p.environment(**{**ci, name: value}):
        refused(root, index, name)


def test_an_index_that_doesnt_know_the_publisher_gives_no_token(
    root: Path, index: StrictIndex, ci: dict[str, str]
) -> None:
    index.mint = False
    refused(root, index, "invalid-publisher")


def test_an_approval_file_in_the_bundle_counts_for_nothing_in_ci(
    root: Path, index: StrictIndex, ci: dict[str, str]
) -> None:
    p.approve_all(root)
    index.claims["environment"] = "testing"
    refused(root, index, "environment")


def test_without_an_attestation_nothing_goes_out(root: Path, index: StrictIndex, ci: dict[str, str]) -> None:
    with mock.patch.object(attest, "COMMAND", (sys.executable, "-I", "-c", "raise SystemExit('no log')")):
        refused(root, index, "can't be signed", exit_code=4)
    with mock.patch.object(attest.importlib.util, "find_spec", return_value=None):
        refused(root, index, r"pressgate\[attestations\]", exit_code=4)


def test_the_bearer_of_the_request_never_shows(root: Path, index: StrictIndex, ci: dict[str, str]) -> None:
    with p.environment(**{**ci, "ACTIONS_ID_TOKEN_REQUEST_TOKEN": "wrong-bearer"}), pytest.raises(StepError) as error:
        p.run_publish(root)
    assert "wrong-bearer" not in str(error.value)


@pytest.mark.parametrize("token", ["", "a.b", "a.b.c", "a.W10.c", "a.eyJ4.c"])
def test_what_is_no_token_is_an_error(token: str) -> None:
    with pytest.raises(StepError, match="can't be read"):
        identity.claims(token)


def test_claims_are_read_whatever_their_padding() -> None:
    for text in ("", "x", "xx", "xxx"):
        assert identity.claims(id_token({"sub": text})) == {"sub": text}


def test_a_ledger_without_a_repository_is_refused(root: Path, index: StrictIndex, ci: dict[str, str]) -> None:
    p.git(root, "remote", "remove", "origin")
    p.release(root)
    with pytest.raises(Refusal, match="no repository at GitHub"):
        p.run_publish(root)
