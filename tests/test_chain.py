"""The whole chain: a corpus becomes a wheel that works, and each planted fault turns it red at the right place."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from looked import answers_over_stdio
from support import CONFIG, POSTS, SECRET_SENTENCE, repack, run_cli, write_corpus

HOME_PATH = "/home/jkim/work/notes"


@pytest.fixture(scope="session")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus after a good release. Tests work on copies."""
    root = write_corpus(tmp_path_factory.mktemp("released"))
    done = run_cli("release", root)
    assert done.returncode == 0, done.stdout + done.stderr
    return root


@pytest.fixture
def corpus(released: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(released, tmp_path / "corpus"))


def wheel_of(root: Path) -> Path:
    return next((root / ".pressgate" / "dist").glob("*.whl"))


def findings(done: subprocess.CompletedProcess[str]) -> dict[str, list[str]]:
    """Code → places, of a `--json` run that must have failed without a word of what it found."""
    assert done.returncode == 1, done.stderr
    for secret in (SECRET_SENTENCE, "acme-internal", HOME_PATH):
        assert secret not in done.stdout + done.stderr
    found: dict[str, list[str]] = {}
    for gate in json.loads(done.stdout)["gates"]:
        for finding in gate["findings"]:
            found.setdefault(finding["code"], []).append(finding["where"])
    return found


def places(found: dict[str, list[str]]) -> str:
    return " ".join(where for wheres in found.values() for where in wheres)


def test_release_ends_with_the_sheet_and_the_digest(released: Path) -> None:
    done = run_cli("gate", released)
    assert done.returncode == 0, done.stdout
    sheet, digest = done.stdout.splitlines()[-2:]
    assert sheet.split()[-1] == str(released / ".pressgate" / "approval.md")
    text = Path(sheet.split()[-1]).read_text(encoding="utf-8")
    assert digest.split()[1] in text
    for said in (
        "작은 색인 만들기",
        "https://blog.example.com/pinning",
        "CC-BY-4.0",
        "lighthouse",
        "draft-true",
        "PASS",
    ):
        assert said in text


def test_every_gate_has_an_entry_in_the_ledger(released: Path) -> None:
    lines = (released / ".pressgate" / "ledger.jsonl").read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    gates = {entry["gate"] for entry in entries}
    assert gates >= {"build", "digest", "archive", "leaks", "licenses", "metadata", "smoke"}
    assert {entry["verdict"] for entry in entries} == {"PASS"}
    assert len({json.dumps(entry["artefacts"]) for entry in entries}) == 1


def test_two_builds_are_the_same_bytes(corpus: Path) -> None:
    before = wheel_of(corpus).read_bytes()
    shutil.rmtree(corpus / ".pressgate")
    assert run_cli("build", corpus).returncode == 0
    assert wheel_of(corpus).read_bytes() == before


def test_the_sheet_of_a_public_log_has_no_refused_title(corpus: Path) -> None:
    assert run_cli("gate", corpus, "--only", "digest", CI="true").returncode == 0
    text = (corpus / ".pressgate" / "approval.md").read_text(encoding="utf-8")
    assert "lighthouse" not in text
    assert "draft-true" in text


def before_the_build(root: Path, posts: dict[str, str], config: str = CONFIG) -> dict[str, list[str]]:
    return findings(run_cli("release", "--json", write_corpus(root, POSTS | posts, config)))


def test_a_refused_sentence_in_an_admitted_post(tmp_path: Path) -> None:
    text = POSTS["toml.md"] + f"\nBy the way: {SECRET_SENTENCE}\n"
    assert "articles/toml.md" in places(before_the_build(tmp_path, {"toml.md": text}))


def test_a_forbidden_identifier_in_a_tag(tmp_path: Path) -> None:
    text = POSTS["pinning.md"].replace("[python]", "[python, ACME-Internal]")
    assert "data/index.json" in places(before_the_build(tmp_path, {"pinning.md": text}))


def test_a_home_path_in_the_summary(tmp_path: Path) -> None:
    config = CONFIG.replace("Posts of an example blog.", f"Posts, from {HOME_PATH}.")
    assert "METADATA" in places(before_the_build(tmp_path, {}, config))


def test_a_file_added_after_the_build(corpus: Path) -> None:
    repack(wheel_of(corpus), lambda members: members.update({"example_blog_mcp/extra.py": b"x = 1\n"}))
    found = findings(run_cli("gate", "--json", corpus, "--only", "digest", "--only", "archive"))
    assert "digest-differs" in found
    assert "example_blog_mcp/extra.py" in places(found)


def test_one_byte_flipped_anywhere(corpus: Path) -> None:
    wheel = wheel_of(corpus)
    good = wheel.read_bytes()
    for position in (0, len(good) // 3, len(good) // 2, len(good) - 1):
        data = bytearray(good)
        data[position] ^= 1
        wheel.write_bytes(data)
        assert wheel.name in findings(run_cli("gate", "--json", corpus, "--only", "digest"))["digest-differs"]


def drop(ending: str) -> Callable[[dict[str, bytes]], None]:
    def change(members: dict[str, bytes]) -> None:
        del members[next(name for name in members if name.endswith(ending))]

    return change


def test_a_licence_text_missing(corpus: Path) -> None:
    repack(wheel_of(corpus), drop("CC-BY-4.0.txt"))
    found = findings(run_cli("gate", "--json", corpus, "--only", "licenses"))
    assert "licenses/LICENSES/CC-BY-4.0.txt" in places(found)


def test_a_content_licence_that_differs_from_the_expression(corpus: Path) -> None:
    config = (corpus / "pressgate.toml").read_text(encoding="utf-8")
    (corpus / "pressgate.toml").write_text(config.replace("CC-BY-4.0", "CC0-1.0"), encoding="utf-8")
    assert "METADATA" in places(findings(run_cli("gate", "--json", corpus, "--only", "licenses")))


def test_a_tool_that_raises(corpus: Path) -> None:
    def change(members: dict[str, bytes]) -> None:
        name = next(name for name in members if name.endswith("/corpus.py"))
        members[name] += b"\ndef _broken(*a, **k):\n    raise RuntimeError\n\n"
        members[name] += b"for _n, _c in list(globals().items()):\n    if isinstance(_c, type):\n"
        members[name] += b"        [setattr(_c, m, _broken) for m in list(vars(_c)) if 'categor' in m]\n"

    repack(wheel_of(corpus), change)
    found = findings(run_cli("gate", "--json", corpus, "--only", "smoke"))
    assert "list_categories" in places(found)


def test_a_served_id_too_many(corpus: Path, tmp_path: Path) -> None:
    extra = POSTS["toml.md"].replace("line-ends", "more").replace("Line ends", "More")
    other = write_corpus(tmp_path / "other", POSTS | {"more.md": extra})
    assert run_cli("build", other).returncode == 0
    shutil.copy(wheel_of(other), wheel_of(corpus))
    assert "smoke-ids" in findings(run_cli("gate", "--json", corpus, "--only", "smoke"))


def test_an_empty_article_planted_into_the_staged_tree(corpus: Path) -> None:
    stage = corpus / ".pressgate" / "stage"
    (stage / "src" / "example_blog_mcp" / "data" / "articles" / "99.md").write_bytes(b"")
    dist = corpus / ".pressgate" / "dist"
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(dist), str(stage)]
    subprocess.run(command, check=True, capture_output=True)
    found = findings(run_cli("gate", "--json", corpus, "--only", "archive"))
    assert "example_blog_mcp/data/articles/99.md" in places(found)


def test_a_broken_ledger_stops_everything(corpus: Path) -> None:
    path = corpus / ".pressgate" / "ledger.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"PASS"', '"FAIL"', 1), encoding="utf-8")
    done = run_cli("gate", corpus)
    assert done.returncode == 4
    assert "ledger.jsonl:2" in done.stderr


def test_one_file_name_in_two_folders_and_a_year_of_dated_names_go_out(tmp_path: Path) -> None:
    posts = {}
    for month in range(1, 13):
        text = POSTS["pinning.md"].replace("blog.example.com/pinning", f"blog.example.com/2024/{month:02}/x")
        posts[f"2024-{month:02}-05-x.md"] = text
    for folder in ("a", "b"):
        text = POSTS["pinning.md"].replace("blog.example.com/pinning", f"blog.example.com/{folder}/same")
        posts[f"{folder}/same.md"] = text
    root = write_corpus(tmp_path, posts)
    document = json.loads(run_cli("check", "--json", root).stdout)
    assert document["refused"] == 0
    assert len({post["id"] for post in document["posts"]}) == 14
    done = run_cli("release", root)
    assert done.returncode == 0, done.stdout


def test_the_wheel_answers_alone_outside_the_tree(released: Path, tmp_path: Path) -> None:
    """Installed into a fresh environment, run with -I from another folder, in both eras."""
    from pressgate import fresh

    python = fresh.install(wheel_of(released), tmp_path / "env")
    found = subprocess.run(
        [str(python), "-I", "-c", "import example_blog_mcp.app as a; print(a.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert str(tmp_path / "env") in found.stdout
    answers_over_stdio(python.with_name("example-blog-mcp"))
