"""A small corpus in git, released and approved, for the tests of publishing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from pressgate import approve, chain, ledger, repository
from pressgate.gates import rebuild, smoke
from pressgate.index_client import upload_url
from pressgate.model import Approval, GateInput, Outcome
from pressgate.publish import publish
from pressgate.receipt import Receipt
from strict_index import TOKEN, StrictIndex

NAME = "life-blog-mcp"
IMPORT = "life_blog_mcp"
CONFIG = """\
[package]
name = "life-blog-mcp"
version = "0.1.0"
summary = "Posts of a blog that lives for a test."
authors = ["Example Writer"]

[site]
name = "Life / 삶"
home = "https://blog.example.com/"
language = "ko"
timezone = "Asia/Seoul"

[publish]
hosts = ["blog.example.com"]

[licenses]
code = "MIT"
content = "CC-BY-4.0"
content-file = "LICENSE-CONTENT"

[scan]
forbidden = { env = "LIFE_FORBIDDEN" }

[index]
repository-url = "URL"
"""
WORDS = ("색인", "되돌림", "기록", "quiet", "plain", "small", "wheel", "harbour")
POST = """\
---
title: {title}
date: 2024-0{month}-11
status: {status}
url: https://blog.example.com/{number}
---
{body}
"""
LICENCE = Path(__file__).parent.parent / "examples" / "blog" / "LICENSE-CONTENT"


def body_of(number: int) -> str:
    """A few sentences that no other post has."""
    word = WORDS[number % len(WORDS)]
    return (
        f"The {number}. post tells how {word} boats were counted in the old harbour before the bridge was built.\n\n"
        f"{word}에 대한 {number}번째 글입니다. 다리가 놓이기 전 항구의 배를 어떻게 세었는지 차근차근 적어 둡니다.\n"
    )


def git(root: Path, *arguments: str) -> str:
    """Runs git as somebody who doesn't exist."""
    who = ["-c", "user.name=Example Writer", "-c", "user.email=writer@blog.example.com"]
    command = ["git", *who, "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false", "-C", str(root), *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def write_post(root: Path, number: int, *, body: str | None = None, status: str = "public") -> Path:
    """One post with its own sentences; `body` replaces them."""
    path = root / "posts" / f"{number:02}-post.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = POST.format(
        title=f"Post {number} 글", month=number % 9 + 1, status=status, number=number, body=body or body_of(number)
    )
    path.write_text(text, encoding="utf-8")
    return path


def make_corpus(root: Path, index_url: str, posts: int = 6) -> None:
    """A clean repository with posts, one of which is a draft, and the tag v0.1.0."""
    root.mkdir(parents=True)
    shutil.copy(LICENCE, root / "LICENSE-CONTENT")
    (root / "pressgate.toml").write_text(CONFIG.replace("URL", index_url), encoding="utf-8")
    for number in range(1, posts + 1):
        write_post(root, number)
    write_post(
        root, 9, body="A draft about a lighthouse keeper that nobody may read yet, not a word of it.\n", status="draft"
    )
    git(root, "init", "-q", "-b", "main")
    git(root, "remote", "add", "origin", "https://github.com/example-writer/life-blog.git")
    commit(root, "v0.1.0")


def commit(root: Path, tag: str | None = None) -> str:
    """Commits everything; gives the commit."""
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "posts")
    if tag:
        git(root, "tag", "-f", tag)
    return git(root, "rev-parse", "HEAD").strip()


def set_version(root: Path, version: str) -> None:
    """Writes another version into pressgate.toml."""
    path = root / "pressgate.toml"
    lines = [
        f'version = "{version}"' if line.startswith("version = ") else line
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@contextmanager
def quick_smoke(outcome: Outcome | None = None) -> Iterator[None]:
    """The slow gates say yes without installing or building anything: for tests of what is decided beside them."""

    def yes(given: GateInput) -> Outcome:
        return Outcome(examined=len(given.artefacts))

    with (
        mock.patch.object(rebuild, "run", yes),
        mock.patch.object(smoke, "run", lambda given: outcome or yes(given)),
    ):
        yield


@contextmanager
def environment(**more: str | None) -> Iterator[None]:
    """The environment of a person who publishes: no CI, the list, the token; `more` sets or, with None, removes."""
    names = ("CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "ACTIONS_ID_TOKEN_REQUEST_URL")
    wanted: dict[str, str | None] = {**dict.fromkeys(names), "LIFE_FORBIDDEN": "Kowalczyk-Secret-Name"}
    wanted |= {"TWINE_PASSWORD": TOKEN, **more}
    kept = {k: v for k, v in os.environ.items() if k not in wanted}
    with mock.patch.dict(os.environ, {**kept, **{k: v for k, v in wanted.items() if v is not None}}, clear=True):
        yield


def release(root: Path) -> None:
    """check, build, gate and sheet."""
    corpus = chain.open_corpus(root, None)
    chain.make(corpus, lambda _: None)
    results = chain.gate(corpus, lambda _: None)
    assert [r.gate for r in results if r.verdict != "PASS"] == [], [f for r in results for f in r.findings]


def approve_all(root: Path, removals: int | None = None) -> Approval:
    """What `pressgate approve` writes after a person said yes."""
    corpus = chain.open_corpus(root, None)
    given = chain.gather(corpus, lambda _: None)
    approval = Approval(
        at=approve.now(),
        by="writer",
        how="terminal",
        artefacts={view.artefact.path.name: view.artefact.sha256 for view in given.artefacts},
        commit=repository.commit(root) or "",
        index_url=upload_url(corpus.config.index),
        ledger_head=ledger.head(ledger.read(corpus.ledger)),
        removals=removals,
    )
    approve.save(root / ".pressgate" / "approval.json", approval)
    return approval


def run_publish(root: Path, expect_removals: int | None = None) -> Receipt:
    """`pressgate publish`, in this process."""
    return publish(root, expect_removals, lambda _: None)


def wheel_of(root: Path) -> Path:
    """The built wheel."""
    (path,) = (root / ".pressgate" / "dist").glob("*.whl")
    return path


def reset(index: StrictIndex) -> StrictIndex:
    """An index as on its first day, at the same address."""
    url = index.url
    index.__init__()  # type: ignore[misc]
    index.url = url
    return index
