"""What the last release says to everybody is no secret; what only looks like it still is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import publishing as p
import wheels
from pressgate import chain
from pressgate.cli import _run
from pressgate.leaks.taken_down import FILE
from pressgate.model import Finding, Refusal
from strict_index import StrictIndex, running

QUOTE = "The harbour master rang the bell three times before every boat that came home at night.\n"
TITLE = "How the harbour master of the old town rang his bell for the boats"
LAST = f"{p.IMPORT}-0.1.0-py3-none-any.whl"


@pytest.fixture
def index() -> Iterator[StrictIndex]:
    with running() as strict, p.environment(), p.quick_smoke():
        yield strict


@pytest.fixture
def root(tmp_path: Path, index: StrictIndex) -> Path:
    """Version 0.2.0, in which an admitted post and a draft share a sentence."""
    root = tmp_path / "blog"
    p.make_corpus(root, index.upload_url)
    p.write_post(root, 2, body=f"{p.body_of(2)}\n{QUOTE}")
    p.write_post(root, 7, body=f"{p.body_of(7)}\n{QUOTE}", status="draft")
    p.set_version(root, "0.2.0")
    p.commit(root, "v0.2.0")
    return root


def offer(index: StrictIndex, body: str = f"Words.\n\n{QUOTE}", *, name: str = LAST, **more: str) -> None:
    entry = wheels.article("05", more.pop("title", "Post 5"), **{"url": "https://blog.example.com/5", **more})
    index.files[name] = wheels.post_wheel(p.IMPORT, "0.1.0", [(entry, body)])
    index.projects[name] = p.NAME


def leaked(root: Path, *only: str) -> list[Finding]:
    """The findings of the leaks gate on a fresh build."""
    corpus = chain.open_corpus(root, None)
    chain.make(corpus, lambda _: None)
    results = chain.gate(corpus, lambda _: None, only)
    return [finding for result in results if result.gate == "leaks" for finding in result.findings]


@pytest.mark.parametrize("only", [(), ("leaks",)])
def test_a_sentence_of_the_last_release_passes(root: Path, index: StrictIndex, only: tuple[str, ...]) -> None:
    assert {f.code for f in leaked(root, *only)} == {"refused-text"}
    offer(index)
    assert leaked(root, *only) == []


def test_another_sentence_beside_it_doesnt(root: Path, index: StrictIndex) -> None:
    offer(index)
    new = "Nobody was told that the bell itself had been sold to a museum abroad.\n"
    p.write_post(root, 2, body=f"{p.body_of(2)}\n{QUOTE}{new}")
    p.write_post(root, 7, body=f"{p.body_of(7)}\n{QUOTE}{new}", status="draft")
    assert [(f.code, f.where) for f in leaked(root, "leaks")] == [("refused-text", f"{p.IMPORT}/data/articles/02.md")]


@pytest.mark.parametrize("field", ["title", "description"])
def test_its_titles_and_descriptions_are_public_too(root: Path, index: StrictIndex, field: str) -> None:
    p.write_post(root, 2, body=f"{p.body_of(2)}\n{TITLE}\n")
    p.write_post(root, 7, body=f"{TITLE}\n", status="draft")
    offer(index, "Words.\n")
    assert [f.code for f in leaked(root, "leaks")] == ["refused-text"]
    offer(index, "Words.\n", **{field: TITLE})
    assert leaked(root, "leaks") == []


def _yanked(index: StrictIndex) -> None:
    index.yanked.add(LAST)


def _tampered(index: StrictIndex) -> None:
    index.other_bytes = True


def _unhashed(index: StrictIndex) -> None:
    index.hashes = False


def _higher(index: StrictIndex) -> None:
    name = LAST.replace("0.1.0", "0.3.0")
    index.files[name], index.projects[name] = index.files.pop(LAST), index.projects.pop(LAST)


def _older(index: StrictIndex) -> None:
    older = index.files[LAST]
    offer(index, "Words.\n")
    name = LAST.replace("0.1.0", "0.0.9")
    index.files[name], index.projects[name] = older, p.NAME


def _of_another_project(index: StrictIndex) -> None:
    name = LAST.replace(p.IMPORT, "other_blog_mcp")
    index.files[name], index.projects[name] = index.files.pop(LAST), index.projects.pop(LAST)


def _gone(index: StrictIndex) -> None:
    index.redirect_simple = "http://127.0.0.2:9"


@pytest.mark.parametrize("fault", [_yanked, _tampered, _unhashed, _higher, _older, _of_another_project, _gone])
def test_what_isnt_surely_public_lets_nothing_pass(root: Path, index: StrictIndex, fault: object) -> None:
    offer(index)
    assert callable(fault)
    fault(index)
    assert {f.code for f in leaked(root, "leaks")} == {"refused-text"}


@pytest.mark.parametrize("entry", ["5", "https://blog.example.com/5"])
def test_a_post_on_the_list_of_takedowns_lends_nothing(root: Path, index: StrictIndex, entry: str) -> None:
    offer(index)
    (root / "posts" / "05-post.md").unlink()
    path = root / "pressgate.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("[publish]", f'[publish]\ntakedown = ["{entry}"]'))
    assert {f.code for f in leaked(root, "leaks")} == {"refused-text"}


def test_a_taken_down_post_stays_secret_though_another_released_post_holds_its_words(
    root: Path, index: StrictIndex
) -> None:
    offer(index)
    assert _run(["takedown", "7", str(root)]) == 0
    assert json.loads((root / FILE).read_text(encoding="utf-8"))["posts"][0]["sentences"]
    assert {"refused-text", "taken-down-text"} <= {f.code for f in leaked(root, "leaks")}
    (root / FILE).unlink()
    assert {f.code for f in leaked(root, "leaks")} == {"refused-text"}


def test_a_scan_of_the_wheel_says_the_same(root: Path, index: StrictIndex) -> None:
    leaked(root, "leaks")
    wheel = str(p.wheel_of(root))
    assert _run(["scan", "--config", str(root), wheel]) == 1
    offer(index)
    assert _run(["scan", "--config", str(root), wheel]) == 0


def test_publishing_asks_the_index_itself(root: Path, index: StrictIndex) -> None:
    offer(index, f"Words.\n\n{QUOTE}")
    for number in range(1, 7):
        path = root / "posts" / f"{number:02}-post.md"
        assert path.exists()
    p.commit(root, "v0.2.0")
    p.release(root)
    p.approve_all(root)
    before = index.files[LAST]
    offer(index, "Words.\n")
    with pytest.raises(Refusal, match="refused-text"):
        p.run_publish(root)
    index.files[LAST] = before
    p.run_publish(root)
    name = LAST.replace("0.1.0", "0.2.0")
    assert hashlib.sha256(index.files[name]).digest() == hashlib.sha256(p.wheel_of(root).read_bytes()).digest()
