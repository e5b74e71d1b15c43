"""Reading an index back, and uploading to it with twine: against a strict index of ours and against pypiserver."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.version import Version

import wheels
from pressgate import upload as uploading
from pressgate import web
from pressgate.index_client import IndexClient, simple_url, upload_url
from pressgate.model import ArtefactView, IndexConfig, Refusal, StepError
from pressgate.walk import read_artefact
from pypi_server import serving
from strict_index import TOKEN, StrictIndex, running

NAME = "example_blog_mcp"
WHEEL = f"{NAME}-1.0.0-py3-none-any.whl"


@pytest.fixture
def index() -> Iterator[StrictIndex]:
    with running() as strict:
        yield strict


def client_of(index: StrictIndex) -> IndexClient:
    return IndexClient(simple=index.simple_url, project="example-blog-mcp")


def view(folder: Path, name: str = WHEEL, data: bytes | None = None) -> ArtefactView:
    folder.mkdir(exist_ok=True)
    data = data or wheels.wheel_bytes(NAME, "1.0.0", {f"{NAME}/__init__.py": b"x = 1\n"})
    return read_artefact(wheels.write(folder, name, data))


def environment(token: str = TOKEN, **more: str) -> dict[str, str]:
    return {**os.environ, "TWINE_PASSWORD": token, **more}


@pytest.mark.parametrize("html_only", [False, True])
def test_what_was_uploaded_is_read_back_with_its_digest(index: StrictIndex, tmp_path: Path, html_only: bool) -> None:
    index.html_only = html_only
    sent = view(tmp_path)
    uploading.upload(sent, index.upload_url, environment())
    index.yanked.add(WHEEL)
    (file,) = client_of(index).files()
    assert (file.name, file.version, file.kind, file.yanked) == (WHEEL, Version("1.0.0"), "wheel", True)
    assert file.sha256 == sent.artefact.sha256
    assert client_of(index).download(file) == sent.data


def test_without_a_digest_on_the_page_the_bytes_are_hashed(index: StrictIndex, tmp_path: Path) -> None:
    index.hashes = False
    sent = view(tmp_path)
    uploading.upload(sent, index.upload_url, environment())
    (file,) = client_of(index).files()
    assert file.sha256 is None
    assert client_of(index).digest(file) == sent.artefact.sha256


def test_an_unknown_project_has_no_files(index: StrictIndex) -> None:
    assert client_of(index).files() == ()


def test_the_pages_bytes_must_be_what_the_page_says(index: StrictIndex, tmp_path: Path) -> None:
    uploading.upload(view(tmp_path), index.upload_url, environment())
    index.other_bytes = True
    (file,) = client_of(index).files()
    with pytest.raises(StepError, match="haven't the sha256"):
        client_of(index).download(file)


@pytest.mark.parametrize("where", ["simple", "files"])
def test_a_redirect_to_another_host_is_refused(index: StrictIndex, tmp_path: Path, where: str) -> None:
    uploading.upload(view(tmp_path), index.upload_url, environment())
    (file,) = client_of(index).files()
    with running() as other:
        setattr(index, f"redirect_{where}", other.url)
        with pytest.raises(Refusal, match="isn't the index"):
            client_of(index).files() if where == "simple" else client_of(index).download(file)
        assert other.log == []


def test_a_redirect_on_the_same_host_is_followed(index: StrictIndex, tmp_path: Path) -> None:
    uploading.upload(view(tmp_path), index.upload_url, environment())
    client = IndexClient(simple=f"{index.url}/moved/", project="example-blog-mcp")
    assert [file.name for file in client.files()] == [WHEEL]


@pytest.mark.parametrize(
    "url",
    [
        "https://user:secret@index.example/simple/",
        "http://index.example/simple/",
        "http://127.0.0.1.example/simple/",
        "http://user@127.0.0.1/simple/",
        "ftp://127.0.0.1/simple/",
        "file:///etc/passwd",
        "https:///simple/",
    ],
)
def test_urls_with_credentials_or_without_tls_are_never_asked(url: str) -> None:
    with pytest.raises(Refusal) as error:
        web.request(url)
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("config", "upload", "simple"),
    [
        (IndexConfig(), "https://upload.pypi.org/legacy/", "https://pypi.org/simple/"),
        (
            IndexConfig(repository_url="https://test.pypi.org/legacy/"),
            "https://test.pypi.org/legacy/",
            "https://test.pypi.org/simple/",
        ),
        (
            IndexConfig(repository_url="http://127.0.0.1:8080"),
            "http://127.0.0.1:8080",
            "http://127.0.0.1:8080/simple/",
        ),
        (
            IndexConfig(repository_url="https://a.example/up", simple_url="https://b.example/s"),
            "https://a.example/up",
            "https://b.example/s/",
        ),
    ],
)
def test_where_to_read_back_follows_from_where_to_upload(config: IndexConfig, upload: str, simple: str) -> None:
    assert (upload_url(config), simple_url(config)) == (upload, simple)


def test_the_token_comes_from_the_environment_alone(index: StrictIndex, tmp_path: Path) -> None:
    (tmp_path / ".pypirc").write_text(
        f"[pypi]\nrepository = {index.upload_url}\nusername = __token__\npassword = {TOKEN}\n", encoding="utf-8"
    )
    sent = view(tmp_path / "dist")
    without = {k: v for k, v in environment(HOME=str(tmp_path)).items() if k != "TWINE_PASSWORD"}
    with pytest.raises(Refusal, match="TWINE_PASSWORD"):
        uploading.upload(sent, index.upload_url, without)
    with pytest.raises(StepError, match="403") as error:
        uploading.upload(sent, index.upload_url, environment("a-wrong-token"))
    assert "a-wrong-token" not in str(error.value)
    assert index.files == {}


def test_the_token_is_never_in_argv(index: StrictIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    run = subprocess.run

    def spy(command: list[str], **options: object) -> object:
        seen.append([*command])
        return run(command, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "run", spy)
    uploading.upload(view(tmp_path), index.upload_url, environment())
    assert not any(TOKEN in argument for command in seen for argument in command)


@pytest.mark.parametrize(
    "names",
    [
        ("TWINE_REPOSITORY_URL", "TWINE_REPOSITORY"),
        ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"),
        ("TWINE_CERT",),
    ],
)
def test_no_variable_changes_where_an_upload_goes(index: StrictIndex, tmp_path: Path, names: tuple[str, ...]) -> None:
    with running() as other:
        more = dict.fromkeys(names, other.upload_url)
        uploading.upload(view(tmp_path), index.upload_url, environment(**more))
        assert (list(index.files), other.log) == ([WHEEL], [])


def test_no_proxy_for_plain_http_changes_what_is_read_back(
    index: StrictIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uploading.upload(view(tmp_path), index.upload_url, environment())
    with running() as other:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, other.url)
        assert [file.name for file in client_of(index).files()] == [WHEEL]
        assert other.log == []


def test_twine_doesnt_follow_a_redirect(index: StrictIndex, tmp_path: Path) -> None:
    with running() as other:
        index.redirect_upload = other.url
        with pytest.raises(StepError, match=r"[Rr]edirect"):
            uploading.upload(view(tmp_path), index.upload_url, environment())
        assert (other.log, index.files) == ([], {})


def test_a_file_that_changes_in_the_private_folder_is_refused(index: StrictIndex, tmp_path: Path) -> None:
    sent = view(tmp_path)
    sent.artefact.path.write_bytes(sent.data + b"x")
    with pytest.raises(Refusal, match="changed"):
        uploading.upload(sent, index.upload_url, environment())
    assert index.files == {}


def test_what_the_index_has_is_told_apart_by_its_digest(index: StrictIndex, tmp_path: Path) -> None:
    sent, client = view(tmp_path), client_of(index)
    assert uploading.states(client.files(), [sent], client) == {WHEEL: "absent"}
    uploading.upload(sent, index.upload_url, environment())
    assert uploading.states(client.files(), [sent], client) == {WHEEL: "same"}
    other = view(tmp_path / "other", data=wheels.wheel_bytes(NAME, "1.0.0", {f"{NAME}/__init__.py": b"y\n"}))
    with pytest.raises(Refusal, match="other bytes under this name"):
        uploading.states(client.files(), [other], client)


def test_a_file_of_this_version_that_isnt_ours_is_refused(index: StrictIndex, tmp_path: Path) -> None:
    sdist = view(tmp_path, f"{NAME}-1.0.0.tar.gz", wheels.sdist_bytes(NAME, "1.0.0"))
    uploading.upload(sdist, index.upload_url, environment())
    with pytest.raises(Refusal, match="isn't ours"):
        uploading.states(client_of(index).files(), [view(tmp_path)], client_of(index))


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        (WHEEL, wheels.wheel_bytes(NAME, "1.0.0", {}) + b"more", "trailing"),
        (WHEEL, b"#!/bin/sh\n" + wheels.wheel_bytes(NAME, "1.0.0", {}), "400|twine|InvalidDistribution"),
        ("Example_Blog_MCP-1.0.0-py3-none-any.whl", wheels.wheel_bytes("Example_Blog_MCP", "1.0.0", {}), "normalised"),
    ],
)
def test_the_strict_index_refuses_what_the_public_one_does(
    index: StrictIndex, tmp_path: Path, name: str, data: bytes, word: str
) -> None:
    with pytest.raises(StepError, match=word):
        uploading.upload(view(tmp_path, name, data), index.upload_url, environment())
    assert index.files == {}


def test_a_name_is_never_reused_even_after_deletion(index: StrictIndex, tmp_path: Path) -> None:
    sent = view(tmp_path)
    uploading.upload(sent, index.upload_url, environment())
    with pytest.raises(StepError, match="already exists"):
        uploading.upload(sent, index.upload_url, environment())
    index.delete(WHEEL)
    with pytest.raises(StepError, match="already been used"):
        uploading.upload(sent, index.upload_url, environment())


def test_an_attestation_is_attached(index: StrictIndex, tmp_path: Path) -> None:
    attestation = wheels.write(tmp_path, WHEEL + ".publish.attestation", b'{"version": 1, "made": "up"}')
    uploading.upload(view(tmp_path), index.upload_url, environment(), attestation)
    assert '"made": "up"' in index.attestations[WHEEL]


@pytest.fixture
def pypiserver(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as url:
        yield url


def test_pypiserver_takes_and_serves_the_same_bytes(pypiserver: str, tmp_path: Path) -> None:
    sent = view(tmp_path / "dist")
    config = IndexConfig(repository_url=pypiserver)
    client = IndexClient(simple=simple_url(config), project="example-blog-mcp")
    assert client.files() == ()
    with pytest.raises(StepError, match="403"):
        uploading.upload(sent, upload_url(config), environment("wrong", TWINE_USERNAME="writer"))
    uploading.upload(sent, upload_url(config), environment(TWINE_USERNAME="writer"))
    (file,) = client.files()
    assert uploading.states(client.files(), [sent], client) == {WHEEL: "same"}
    assert client.download(file) == sent.data
    with pytest.raises(StepError, match=r"409|400"):
        uploading.upload(sent, upload_url(config), environment(TWINE_USERNAME="writer"))
