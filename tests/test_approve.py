"""`pressgate approve`: a person at a real terminal, or nobody."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import publishing as p
from pressgate import approve
from pressgate.cli import _run
from pressgate.model import Refusal
from strict_index import StrictIndex, running
from terminal import at_a_terminal


@pytest.fixture(scope="module")
def server() -> Iterator[StrictIndex]:
    with running() as index:
        yield index


@pytest.fixture(scope="module")
def template(server: StrictIndex, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("template") / "blog"
    with p.environment(), p.quick_smoke():
        p.make_corpus(root, server.upload_url)
        p.release(root)
    return root


@pytest.fixture
def root(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "blog"))


@pytest.fixture(autouse=True)
def _surroundings(server: StrictIndex) -> Iterator[None]:
    p.reset(server)
    with p.environment():
        yield


def approval_of(root: Path) -> dict[str, object] | None:
    path = root / ".pressgate" / "approval.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def digest_of(root: Path) -> str:
    return hashlib.sha256(p.wheel_of(root).read_bytes()).hexdigest()


def test_a_person_sees_the_sheet_and_types_the_digest(root: Path, server: StrictIndex) -> None:
    digest = digest_of(root)
    code, shown = at_a_terminal("approve", str(root), typed=digest[:12])
    assert code == 0, shown
    assert "life-blog-mcp 0.1.0: approval sheet" in shown
    assert "Post 3 글" in shown
    written = approval_of(root)
    assert written is not None
    assert written["artefacts"] == {p.wheel_of(root).name: digest}
    assert written["index"] == server.upload_url
    assert written["commit"] == p.git(root, "rev-parse", "HEAD").strip()
    assert written["by"]
    assert written["how"] == "terminal"


@pytest.mark.parametrize("typed", ["", "y", "yes", "0" * 12])
def test_anything_else_is_no(root: Path, typed: str) -> None:
    code, shown = at_a_terminal("approve", str(root), typed=typed)
    assert code == 1
    assert "nothing is approved" in shown
    assert approval_of(root) is None


def test_eleven_characters_are_too_few(root: Path) -> None:
    code, _ = at_a_terminal("approve", str(root), typed=digest_of(root)[:11])
    assert (code, approval_of(root)) == (1, None)


def test_the_whole_digest_may_be_given(root: Path) -> None:
    code, shown = at_a_terminal("approve", str(root), "--digest", digest_of(root))
    assert code == 0, shown
    assert approval_of(root)


@pytest.mark.parametrize("digits", [12, 63])
def test_a_part_of_the_digest_is_not_the_whole(root: Path, digits: int) -> None:
    code, _ = at_a_terminal("approve", str(root), "--digest", digest_of(root)[:digits])
    assert (code, approval_of(root)) == (1, None)


@pytest.mark.parametrize("more", [[], ["--digest", "DIGEST"]])
def test_without_a_terminal_nothing_is_approved(
    root: Path, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [digest_of(root) if part == "DIGEST" else part for part in more]
    assert _run(["approve", str(root), *arguments]) == 1
    assert "terminal" in capsys.readouterr().err
    assert approval_of(root) is None


def test_what_has_not_passed_every_gate_cant_be_approved(root: Path) -> None:
    (root / ".pressgate" / "ledger.jsonl").unlink()
    code, shown = at_a_terminal("approve", str(root), "--digest", digest_of(root))
    assert code == 1
    assert "says nothing" in shown
    assert approval_of(root) is None


def test_an_uncommitted_corpus_cant_be_approved(root: Path) -> None:
    (root / "notes.txt").write_text("x", encoding="utf-8")
    code, shown = at_a_terminal("approve", str(root), "--digest", digest_of(root))
    assert code == 1
    assert "commit" in shown
    assert approval_of(root) is None


def test_an_index_that_cant_be_asked_cant_be_compared(root: Path, server: StrictIndex) -> None:
    server.redirect_simple = "http://127.0.0.2:9"
    code, shown = at_a_terminal("approve", str(root), "--digest", digest_of(root))
    assert code == 4
    assert "can't compare" in shown
    assert approval_of(root) is None


def test_an_approval_that_is_a_link_isnt_read(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.json").write_text("{}", encoding="utf-8")
    (tmp_path / "approval.json").symlink_to("elsewhere.json")
    with pytest.raises(Refusal, match="link"):
        approve.load(tmp_path / "approval.json")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2}', "null", "\x00"])
def test_an_approval_that_cant_be_read_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "approval.json").write_text(text, encoding="utf-8")
    with pytest.raises(Refusal, match="no approval that can be read"):
        approve.load(tmp_path / "approval.json")
