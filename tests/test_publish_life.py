"""A full life on loopback, with everything real: two releases, a takedown, and what the sheet says between them."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import publishing as p
from pressgate import fresh
from strict_index import StrictIndex, running
from terminal import at_a_terminal


@pytest.fixture(scope="module")
def index() -> Iterator[StrictIndex]:
    with running() as strict, p.environment():
        yield strict


def pressgate(*arguments: str) -> str:
    """Runs the command and gives what it said; it must succeed."""
    done = subprocess.run([sys.executable, "-m", "pressgate", *arguments], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def release_and_publish(root: Path, version: str) -> str:
    """Everything that a person does for a release; gives the sheet."""
    p.set_version(root, version)
    p.commit(root, f"v{version}")
    pressgate("release", str(root))
    digest = hashlib.sha256(p.wheel_of(root).read_bytes()).hexdigest()
    code, shown = at_a_terminal("approve", str(root), typed=digest[:12])
    assert code == 0, shown
    said = pressgate("publish", str(root))
    assert f"uploaded      life_blog_mcp-{version}-py3-none-any.whl" in said
    return (root / ".pressgate" / "approval.md").read_text(encoding="utf-8")


def answers_over_stdio(command: Path) -> dict[str, object]:
    """The server's first answer."""
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "tests", "version": "1"},
        },
    }
    done = subprocess.run(
        [str(command)], input=json.dumps(hello) + "\n", capture_output=True, encoding="utf-8", timeout=60
    )
    answer: dict[str, object] = json.loads(done.stdout.splitlines()[0])
    return answer


def test_a_full_life(tmp_path: Path, index: StrictIndex) -> None:
    root = tmp_path / "blog"
    p.make_corpus(root, index.upload_url)
    sheet = release_and_publish(root, "0.1.0")
    assert "There is no earlier release" in sheet
    assert "6 new, 0 changed, 0 gone" in sheet

    environment = tmp_path / "reader"
    python = fresh.install(p.wheel_of(root), environment)  # for the dependencies; then ours as the index serves it
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--force-reinstall"]
    where = ["--index-url", index.simple_url, "--no-cache-dir", f"{p.NAME}==0.1.0"]
    subprocess.run([*pip, *where], check=True, capture_output=True, env={**os.environ, "PIP_CONFIG_FILE": os.devnull})
    answer = answers_over_stdio(python.with_name(p.NAME))
    assert answer["id"] == 1
    assert "result" in answer

    p.write_post(root, 7)
    p.write_post(root, 2, body=p.body_of(2).replace("counted", "painted"))
    (root / "posts" / "05-post.md").unlink()
    sheet = release_and_publish(root, "0.2.0")
    assert "1 new, 1 changed, 1 gone, 4 as before." in sheet
    changes = sheet.partition("## What becomes public")[2].partition("## Gates")[0]
    assert "### New (1)\n\n| id | title | URL | licence |\n|---|---|---|---|\n| 07 | Post 7 글 |" in changes
    assert "### Gone (1)\n\n| id | title | URL | licence |\n|---|---|---|---|\n| 05 | Post 5 글 |" in changes
    assert "[-counted-]{+painted+}" in changes
    assert changes.count("#### ") == 1
    assert sorted(index.files) == [f"{p.IMPORT}-{version}-py3-none-any.whl" for version in ("0.1.0", "0.2.0")]

    said = pressgate("exposure", "5", str(root))
    assert "0.1.0        on the index" in said
    assert "0.2.0" not in said
    said = pressgate("takedown", "https://blog.example.com/3", str(root))
    assert "Yank 0.1.0, 0.2.0" in said
    index.yanked.update(index.files)
    sheet = release_and_publish(root, "0.3.0")
    assert "0 new, 0 changed, 1 gone, 5 as before." in sheet
    assert "### Newly refused (1)" in sheet
    said = pressgate("exposure", "3", str(root))
    assert [line.split()[:2] for line in said.splitlines()[:2]] == [["0.1.0", "yanked"], ["0.2.0", "yanked"]]
    receipts = sorted(path.name for path in (root / ".pressgate").glob("receipt*.json"))
    assert receipts == ["receipt-0.1.0.json", "receipt-0.2.0.json", "receipt.json"]
    assert all(json.loads((root / ".pressgate" / name).read_text(encoding="utf-8"))["verified"] for name in receipts)
