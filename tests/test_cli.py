"""Bad input: one clear line on standard error, the right exit code, nothing half-written, never a traceback."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from support import CONFIG, POSTS, SECRET_SENTENCE, run_cli, write_corpus

EXAMPLE = Path(__file__).parent.parent / "examples" / "blog"


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    return lines[0]


def test_no_config(tmp_path: Path) -> None:
    done = run_cli("check", tmp_path)
    assert done.returncode == 2
    assert "pressgate init" in one_line(done)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    done = run_cli("release", tmp_path / "nowhere")
    assert done.returncode == 2
    assert "nowhere" in one_line(done)


@pytest.mark.parametrize("command", ["check", "build", "release"])
def test_no_posts(tmp_path: Path, command: str) -> None:
    done = run_cli(command, write_corpus(tmp_path, {}))
    assert done.returncode == 3
    assert "posts" in one_line(done)
    assert not (tmp_path / ".pressgate").exists()


@pytest.mark.parametrize("command", ["build", "release"])
def test_every_post_refused(tmp_path: Path, command: str) -> None:
    done = run_cli(command, write_corpus(tmp_path, {"draft.md": POSTS["draft.md"]}))
    assert done.returncode == 3
    assert "no post is admitted" in one_line(done)
    assert not (tmp_path / ".pressgate").exists()


def test_gate_without_a_build(tmp_path: Path) -> None:
    done = run_cli("gate", write_corpus(tmp_path))
    assert done.returncode == 3
    assert "pressgate build" in one_line(done)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('forbidden = { env = "PRESSGATE_TEST_FORBIDDEN" }', "", "forbidden: is missing"),
        ('name = "example-blog-mcp"', 'name = "예시 블로그"', "no valid distribution name"),
    ],
)
def test_a_wrong_config(tmp_path: Path, old: str, new: str, says: str) -> None:
    done = run_cli("release", write_corpus(tmp_path, config=CONFIG.replace(old, new)))
    assert done.returncode == 2
    assert says in one_line(done)


def test_a_forbidden_list_that_is_not_there(tmp_path: Path) -> None:
    done = run_cli("release", write_corpus(tmp_path), PRESSGATE_TEST_FORBIDDEN="")
    assert done.returncode == 4
    assert "PRESSGATE_TEST_FORBIDDEN" in one_line(done)
    assert not (tmp_path / ".pressgate" / "dist").exists()


def test_an_unknown_option_and_a_wrong_time(tmp_path: Path) -> None:
    write_corpus(tmp_path)
    for arguments in (["check", "--nwo"], ["check", "--now", "yesterday", str(tmp_path)], ["chekc"]):
        done = run_cli(*arguments)
        assert done.returncode == 2
        one_line(done)


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"---\ntitle: \xff\xfe\n---\n\nText.\n", "not-utf8"), (b"x" * 5_000_000, "too-large")],
)
def test_a_post_that_cannot_be_read_is_refused_alone(tmp_path: Path, data: bytes, code: str) -> None:
    write_corpus(tmp_path)
    (tmp_path / "posts" / "bad.md").write_bytes(data)
    done = run_cli("check", "--json", tmp_path)
    assert done.returncode == 0
    posts = {post["file"]: post for post in json.loads(done.stdout)["posts"]}
    assert code in [reason["code"] for reason in posts["bad.md"]["reasons"]]
    assert posts["pinning.md"]["admitted"]


def test_a_link_out_of_the_corpus_is_refused_and_never_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text(POSTS["pinning.md"], encoding="utf-8")
    root = write_corpus(tmp_path / "corpus")
    (root / "posts" / "link.md").symlink_to(outside)
    posts = {p["file"]: p for p in json.loads(run_cli("check", "--json", root).stdout)["posts"]}
    assert [reason["code"] for reason in posts["link.md"]["reasons"]] == ["symlink"]
    assert posts["link.md"]["title"] is None
    assert posts["pinning.md"]["admitted"]


def test_an_empty_body_is_refused(tmp_path: Path) -> None:
    root = write_corpus(tmp_path, POSTS | {"empty.md": POSTS["pinning.md"].split("\n\n")[0] + "\n"})
    posts = {p["file"]: p for p in json.loads(run_cli("check", "--json", root).stdout)["posts"]}
    assert "empty-body" in [reason["code"] for reason in posts["empty.md"]["reasons"]]


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    (write_corpus(tmp_path) / ".pressgate").write_text("a file where a folder should be", encoding="utf-8")
    done = run_cli("build", tmp_path)
    assert done.returncode == 4
    assert ".pressgate" in one_line(done)


def test_a_read_only_output_folder() -> None:
    root = Path(tempfile.mkdtemp(prefix="pressgate-test-"))
    try:
        write_corpus(root)
        output = root / ".pressgate"
        output.mkdir()
        for path in (*root.rglob("*"), root):
            path.chmod(0o555 if path.is_dir() else 0o444)
        # root may write anywhere, and other users may not reach root's interpreter: so import first, then step down
        program = "import os, sys, pressgate.cli; os.geteuid() or os.seteuid(65534); pressgate.cli.main()"
        done = subprocess.run(
            [sys.executable, "-c", program, "build", str(root)],
            env={**os.environ, "PRESSGATE_TEST_FORBIDDEN": "acme-internal"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 4
        assert "make it writable" in one_line(done)
        assert list(output.iterdir()) == []
    finally:
        for path in (root, *root.rglob("*")):
            path.chmod(0o755)
        shutil.rmtree(root)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ending_the_build_leaves_what_was_there(tmp_path: Path, number: signal.Signals) -> None:
    write_corpus(tmp_path)
    assert run_cli("build", tmp_path).returncode == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / ".pressgate" / "dist").iterdir()}
    process = subprocess.Popen(
        [sys.executable, "-m", "pressgate", "build", str(tmp_path)],
        env={**os.environ, "PRESSGATE_TEST_FORBIDDEN": "acme-internal"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    while not list((tmp_path / ".pressgate").glob(".build-*")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.split("\n", 1)[-1].strip() == "pressgate: interrupted; nothing half-written is left"
    assert out == ""
    assert {path.name: path.read_bytes() for path in (tmp_path / ".pressgate" / "dist").iterdir()} == before
    assert not list((tmp_path / ".pressgate").glob(".build-*"))


def test_json_is_alone_on_standard_output(tmp_path: Path) -> None:
    done = run_cli("check", "--json", write_corpus(tmp_path))
    document = json.loads(done.stdout)
    assert (document["admitted"], document["refused"]) == (3, 1)
    assert "3 admitted, 1 refused" in done.stderr
    assert list(document["posts"][0]) == [
        *("file", "dialect", "id", "title", "date", "url", "category"),
        *("tags", "description", "admitted", "reasons"),
    ]


def test_a_public_log_shows_no_refused_title(tmp_path: Path) -> None:
    write_corpus(tmp_path)
    at_home = run_cli("check", tmp_path)
    in_ci = run_cli("check", tmp_path, CI="true")
    assert "lighthouse" in at_home.stdout
    assert "lighthouse" not in in_ci.stdout + in_ci.stderr
    assert "draft.md" not in in_ci.stdout + in_ci.stderr
    assert "1 refused" in in_ci.stdout


def test_why_tells_everything_about_one_post(tmp_path: Path) -> None:
    write_corpus(tmp_path)
    done = run_cli("check", "--why", "draft.md", tmp_path)
    assert "draft.md: refused" in done.stdout
    assert "line 4" in done.stdout
    assert SECRET_SENTENCE not in done.stdout
    assert run_cli("check", "--why", "nowhere.md", tmp_path).returncode == 2


def test_the_example_shows_both_verdicts() -> None:
    document = json.loads(run_cli("check", "--json", EXAMPLE).stdout)
    assert document["admitted"] >= 8
    codes = {reason["code"] for post in document["posts"] for reason in post["reasons"]}
    assert len(codes) >= 5
    assert {post["dialect"] for post in document["posts"]} >= {"bullets"}
