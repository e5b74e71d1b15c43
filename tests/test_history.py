"""The repository's history: what was deleted, renamed, merged or only said, and who said it."""

from __future__ import annotations

import base64
import io
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pressgate import onlookers, scan
from pressgate.gates import leaks
from pressgate.leaks import history
from pressgate.leaks.identifiers import Matcher
from pressgate.model import Finding, StepError, UsageError
from pressgate.scan_command import scan_command
from scanned import corpus

WANTED = "acme-internal"


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*onlookers.VARIABLES, "PRESSGATE_FORBIDDEN"):
        monkeypatch.delenv(name, raising=False)


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Pen Name", "-c", "user.email=pen@example.com", "-c", "commit.gpgsign=false"]
    command = ["git", "-C", str(root), *identity, "-c", "tag.gpgsign=false", *arguments]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one harmless commit."""
    git(tmp_path, "init", "-q", "-b", "main")
    commit(tmp_path, "readme.md", "about words\n")
    return tmp_path


def commit(root: Path, name: str, content: str | bytes, *more: str, message: str = "Add words") -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message, *more)


def found(root: Path) -> list[Finding]:
    findings = list(history.search(root, Matcher((WANTED,))).findings)
    assert "acme" not in " ".join(f.where + f.detail for f in findings).lower()
    return findings


def run(*arguments: object) -> Result:
    return CliRunner().invoke(scan_command, [str(a) for a in arguments])


def test_a_harmless_history_is_counted(repository: Path) -> None:
    assert history.search(repository, Matcher((WANTED,))) == leaks.Outcome(examined=2)


def test_what_was_deleted_is_found(repository: Path) -> None:
    commit(repository, "a.md", "one\nabout ACME_internal\n")
    git(repository, "rm", "-q", "a.md")
    git(repository, "commit", "-q", "-m", "Remove words")
    (one,) = found(repository)
    assert one.where.startswith("a.md @ ")
    assert one.line == 2


def _zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("inner.txt", "about acme-internal")
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        "about \uff41cme\u200b-internal",
        base64.b64encode(b"these are words about acme-internal"),
        "about acme&#45;internal",
        _zipped(),
        "about acme-internal".encode("utf-16"),
    ],
)
def test_every_layer_is_looked_into(repository: Path, content: str | bytes) -> None:
    commit(repository, "a.bin", content)
    assert [f.where[:8] for f in found(repository)] == ["a.bin @ "]


def test_a_file_in_many_versions_is_one_finding(repository: Path) -> None:
    for number in range(4):
        commit(repository, "a.md", f"{number} about acme-internal\n")
    assert [f.detail for f in found(repository)] == ["in 4 versions"]


@pytest.mark.parametrize("name", ["acme-internal.md", "acme/internal/a.md", "x\ny/acme-internal", "\uff41cme-internal"])
def test_a_name_is_found_though_the_file_only_passed_through_it(repository: Path, name: str) -> None:
    commit(repository, "a.md", "words that stay the same\n")
    (repository / name).parent.mkdir(parents=True, exist_ok=True)
    git(repository, "mv", "a.md", name)
    git(repository, "commit", "-q", "-m", "Rename")
    git(repository, "mv", name, "b.md")
    git(repository, "commit", "-q", "-m", "Rename back")
    assert [(f.where, f.detail) for f in found(repository)] == [("file names", "1 files, deleted ones counted")]


def test_a_name_that_only_a_merge_brought_is_found(repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "side")
    commit(repository, "side.md", "other words\n")
    git(repository, "checkout", "-q", "main")
    commit(repository, "main.md", "more words\n")
    git(repository, "merge", "-q", "--no-commit", "--no-ff", "side")
    commit(repository, "acme-internal.md", "about words\n", message="Merge")
    assert [f.where for f in found(repository)] == ["file names"]


@pytest.mark.parametrize("who", ["Acme Internal <x@example.com>", "Pen Name <pen@acme-internal.example>"])
def test_an_author_of_many_commits_is_one_finding(repository: Path, who: str) -> None:
    for number in range(3):
        commit(repository, "a.md", f"{number}\n", "--author", who)
    (one,) = found(repository)
    assert one.where.startswith("commit ")
    assert one.detail in {"author, in 3 commits", "author's e-mail, in 3 commits"}


def test_a_committer_and_a_message_are_found(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_COMMITTER_NAME", "Acme Internal")
    commit(repository, "a.md", "words\n", message="Forget acme\n\ninternal and so on: acme internal\n")
    assert {f.detail for f in found(repository)} == {"committer", "message"}


def test_tags_and_branches_are_looked_at(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(repository, "tag", "-a", "v1", "-m", "The acme-internal release")
    git(repository, "branch", "feature/acme-internal")
    monkeypatch.setenv("GIT_COMMITTER_NAME", "Acme Internal")
    git(repository, "tag", "-a", "v2", "-m", "Words")
    assert {(f.where, f.detail) for f in found(repository)} == {
        ("refs/tags/v1", "the tag's message"),
        ("a branch or tag", "its name"),
        ("refs/tags/v2", "the tagger"),
    }


def test_another_branch_is_looked_at(repository: Path) -> None:
    git(repository, "checkout", "-q", "--orphan", "gh-pages")
    commit(repository, "a.md", "about acme-internal\n")
    git(repository, "checkout", "-q", "main")
    assert [f.where[:7] for f in found(repository)] == ["a.md @ "]


def test_a_repository_with_longer_hashes(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256")
    commit(tmp_path, "a.md", "about acme-internal\n")
    assert [f.where[:7] for f in found(tmp_path)] == ["a.md @ "]


def test_no_variable_leads_elsewhere(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    commit(repository, "a.md", "about acme-internal\n")
    other = tmp_path_factory.mktemp("other")
    git(other, "init", "-q")
    git(other, "commit", "-q", "--allow-empty", "-m", "Nothing")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_DIR", str(other / ".git"))
        patch.setenv("GIT_WORK_TREE", str(other))
        assert len(found(repository)) == 1


def test_a_replaced_object_hides_nothing(repository: Path) -> None:
    commit(repository, "a.md", "about acme-internal\n")
    commit(repository, "a.md", "about nothing\n")
    git(repository, "replace", "HEAD~1:a.md", "HEAD:a.md")
    assert [f.where[:7] for f in found(repository)] == ["a.md @ "]


def test_objects_that_are_not_here_are_an_error(repository: Path) -> None:
    commit(repository, "a.md", "about acme-internal\n")
    blob = subprocess.check_output(["git", "-C", str(repository), "rev-parse", "HEAD:a.md"], text=True).strip()
    path = repository / ".git" / "objects" / blob[:2] / blob[2:]
    path.chmod(0o644)
    path.unlink()
    with pytest.raises(StepError, match="git"):
        history.search(repository, Matcher((WANTED,)))


def test_a_shallow_clone_is_an_error(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    commit(repository, "a.md", "words\n")
    clone = tmp_path_factory.mktemp("clone")
    git(clone, "clone", "-q", "--depth", "1", f"file://{repository}", ".")
    with pytest.raises(StepError, match="shallow"):
        history.search(clone, Matcher((WANTED,)))


def test_without_identifiers_or_repository(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="none are configured"):
        history.search(tmp_path, Matcher(()))
    with pytest.raises(UsageError, match="no git repository"):
        history.search(tmp_path, Matcher(("x1",)))


def test_the_command(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(repository, "commit", "-q", "--allow-empty", "-m", "About acme-internal")
    monkeypatch.setenv("PRESSGATE_FORBIDDEN", WANTED)
    assert run("--history", repository).exit_code == 1
    monkeypatch.setenv("PRESSGATE_FORBIDDEN", "bluefin")
    assert run("--history", repository).exit_code == 0


def test_an_empty_repository_proves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tmp_path, "init", "-q")
    monkeypatch.setenv("PRESSGATE_FORBIDDEN", WANTED)
    assert run("--history", tmp_path).exit_code == 4


def test_as_a_gate(repository: Path) -> None:
    given = corpus(repository, "Words.\n")
    asked = replace(
        given, config=replace(given.config, scan=replace(given.config.scan, history=True)), forbidden=(WANTED,)
    )
    assert leaks.run(asked).findings == ()
    commit(repository, "a.md", "about acme-internal\n")
    git(repository, "rm", "-q", "a.md")
    git(repository, "commit", "-q", "-m", "Remove words")
    assert leaks.run(given).findings == ()
    assert [f.code for f in leaks.run(asked).findings] == ["history"]
    with pytest.raises(UsageError, match="none are configured"):
        leaks.run(replace(asked, forbidden=()))


def test_a_gate_on_an_empty_repository_is_an_error(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    given = corpus(tmp_path, "Words.\n")
    config = replace(given.config, scan=replace(given.config.scan, history=True))
    with pytest.raises(StepError, match="no commits"):
        leaks.run(replace(given, config=config, forbidden=(WANTED,)))
    assert scan.judge_history(lambda: history.search(tmp_path, Matcher((WANTED,)))).verdict == "ERROR"
