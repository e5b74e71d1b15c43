"""Publishing, and the ways around it: each is refused, changes nothing, and appends nothing."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

import pytest

import publishing as p
from pressgate import chain, ledger, readback
from pressgate import upload as uploading
from pressgate.cli import _run
from pressgate.config import load
from pressgate.gates import smoke
from pressgate.index_client import PUBLIC_SIMPLE, IndexClient
from pressgate.model import Finding, GateResult, Outcome, PressgateError, Refusal, StepError
from pypi_server import USER, serving
from strict_index import TOKEN, StrictIndex, running

DIST = Path(".pressgate") / "dist"


@pytest.fixture(scope="session")
def server() -> Iterator[StrictIndex]:
    with running() as index:
        yield index


@pytest.fixture(scope="session")
def template(server: StrictIndex, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus that is released and approved, made once."""
    root = tmp_path_factory.mktemp("template") / "blog"
    with p.environment(), p.quick_smoke():
        p.make_corpus(root, server.upload_url)
        p.release(root)
        p.approve_all(root)
    return root


@pytest.fixture(autouse=True)
def _surroundings() -> Iterator[None]:
    with p.environment(), p.quick_smoke(), mock.patch.object(readback, "_PAUSE", 0.01):
        yield


@pytest.fixture
def index(server: StrictIndex) -> StrictIndex:
    return p.reset(server)


@pytest.fixture
def root(template: Path, tmp_path: Path, index: StrictIndex) -> Path:
    return Path(shutil.copytree(template, tmp_path / "blog", symlinks=True))


def snapshot(root: Path) -> dict[str, str]:
    """Everything in `.pressgate`, by its digest: what a refusal must leave as it is."""
    return {
        str(path.relative_to(root)): str(path.readlink())
        if path.is_symlink()
        else hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((root / ".pressgate").rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def refused(root: Path, index: StrictIndex, word: str, exit_code: int = 1) -> None:
    """Publishing says no with this word, leaves every file as it was, and nothing reaches the index."""
    before, files = snapshot(root), dict(index.files)
    with pytest.raises(PressgateError, match=word) as error:
        p.run_publish(root)
    assert error.value.exit_code == exit_code, error.value
    assert "\n" not in str(error.value)
    assert snapshot(root) == before
    assert index.files == files


# --- the straight way ---------------------------------------------------------------------------------------------


def test_what_is_approved_goes_out_and_the_receipt_says_so(root: Path, index: StrictIndex) -> None:
    wheel = p.wheel_of(root)
    receipt = p.run_publish(root)
    assert index.files == {wheel.name: wheel.read_bytes()}
    written = json.loads((root / ".pressgate" / "receipt.json").read_text(encoding="utf-8"))
    (file,) = written["files"]
    assert (written["verified"], written["release"], file["how"]) == (True, "0.1.0", "uploaded")
    assert file["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert file["url"] == f"{index.url}/files/{wheel.name}"
    assert [post["id"] for post in written["posts"]] == ["01", "02", "03", "04", "05", "06"]
    assert receipt.verified
    assert written["approval"]["by"] == "writer"


def test_publishing_again_changes_nothing_on_the_index(root: Path, index: StrictIndex) -> None:
    p.run_publish(root)
    files = dict(index.files)
    receipt = p.run_publish(root)
    assert [file.how for file in receipt.files] == ["already there"]
    assert index.files == files


def test_nothing_built_is_nothing_to_examine(root: Path, index: StrictIndex) -> None:
    shutil.rmtree(root / DIST)
    refused(root, index, "nothing was built", exit_code=3)


# --- two dozen ways around ----------------------------------------------------------------------------------------


def append_fake_results(root: Path, results: tuple[GateResult, ...] | None = None) -> None:
    """Rewrites the whole ledger by hand, every line rightly chained, for the bytes that lie in dist."""
    path = root / ".pressgate" / "ledger.jsonl"
    entries = [entry for entry, _ in ledger.read(path)]
    found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (root / DIST).iterdir()}
    path.unlink()
    last = entries[-1]
    fakes = results or tuple(replace(entry.result, artefacts=found) for entry in entries)
    ledger.append(path, fakes, commit=last.commit, sources=last.sources, ref=last.ref, repository=last.repository)


def tamper(wheel: Path) -> None:
    """Another member in the wheel, RECORD and all left as they are."""
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("life_blog_mcp/extra.py", "print('hello')\n")


def gate_missing(root: Path) -> None:
    """What is left after a session was skipped, or after `nox --no-dependencies`: a ledger without a gate's word."""
    path = root / ".pressgate" / "ledger.jsonl"
    entries = [entry for entry, _ in ledger.read(path)]
    kept = tuple(entry.result for entry in entries if entry.result.gate != "leaks")
    append_fake_results(root, kept)
    p.approve_all(root)


def gate_failed(root: Path) -> None:
    path = root / ".pressgate" / "ledger.jsonl"
    results = [entry.result for entry, _ in ledger.read(path)]
    finding = Finding(code="secret", where="x")
    changed = [replace(r, verdict="FAIL", findings=(finding,)) if r.gate == "leaks" else r for r in results]
    append_fake_results(root, tuple(changed))
    p.approve_all(root)


def ledger_line_edited(root: Path) -> None:
    path = root / ".pressgate" / "ledger.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[1] = lines[1].replace('"examined": 1', '"examined": 2')
    path.write_text("".join(lines), encoding="utf-8")


def ledger_gone(root: Path) -> None:
    (root / ".pressgate" / "ledger.jsonl").unlink()


def ledger_rebuilt_for_other_bytes(root: Path) -> None:
    tamper(p.wheel_of(root))
    append_fake_results(root)
    p.approve_all(root)


def ledger_of_another_version(root: Path) -> None:
    kept = (root / ".pressgate" / "ledger.jsonl").read_bytes()
    p.set_version(root, "0.2.0")
    p.commit(root, "v0.2.0")
    p.release(root)
    (root / ".pressgate" / "ledger.jsonl").write_bytes(kept)
    p.approve_all(root)


def wheel_swapped_after_the_gates(root: Path) -> None:
    tamper(p.wheel_of(root))


def wheel_swapped_and_approved(root: Path) -> None:
    tamper(p.wheel_of(root))
    p.approve_all(root)


def change_approval(root: Path, **values: object) -> None:
    path = root / ".pressgate" / "approval.json"
    document = json.loads(path.read_text(encoding="utf-8")) | values
    path.write_text(json.dumps(document), encoding="utf-8")


def approval_gone(root: Path) -> None:
    (root / ".pressgate" / "approval.json").unlink()


def approval_of_another_digest(root: Path) -> None:
    change_approval(root, artefacts={p.wheel_of(root).name: "0" * 64})


def approval_of_an_older_ledger(root: Path) -> None:
    p.release(root)


def approval_of_another_index(root: Path) -> None:
    change_approval(root, index="https://upload.pypi.org/legacy/")


def approval_of_another_commit(root: Path) -> None:
    change_approval(root, commit="1" * 40)


def approval_too_old(root: Path) -> None:
    change_approval(root, at=(datetime.now(UTC) - timedelta(days=2)).isoformat())


def approval_from_the_future(root: Path) -> None:
    change_approval(root, at=(datetime.now(UTC) + timedelta(hours=2)).isoformat())


def approval_by_a_machine(root: Path) -> None:
    change_approval(root, how="environment")


def config_changed_after_the_gates(root: Path) -> None:
    path = root / "pressgate.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("lives for a test", "changed"), encoding="utf-8")
    p.commit(root, "v0.1.0")
    p.approve_all(root)


def licence_text_changed_after_the_gates(root: Path) -> None:
    (root / "LICENSE-CONTENT").write_text("Do as you like.\n", encoding="utf-8")
    p.commit(root, "v0.1.0")


def post_retracted_after_the_gates(root: Path) -> None:
    p.write_post(root, 3, status="private")
    p.commit(root, "v0.1.0")
    p.approve_all(root)


def post_deleted_after_the_gates(root: Path) -> None:
    (root / "posts" / "03-post.md").unlink()
    p.commit(root, "v0.1.0")
    p.approve_all(root)


def draft_changed_after_the_gates(root: Path) -> None:
    p.write_post(
        root, 9, body="Another draft, with other secret words about another lighthouse keeper.\n", status="draft"
    )
    p.commit(root, "v0.1.0")
    p.approve_all(root)


def ignored_draft_changed_after_the_gates(root: Path) -> None:
    (root / ".git" / "info" / "exclude").write_text("posts/08-post.md\n", encoding="utf-8")
    p.write_post(root, 8, body="A draft that git doesn't know, about a storm that nobody saw.\n", status="draft")
    p.release(root)
    p.approve_all(root)
    p.write_post(root, 8, body="A draft that git doesn't know, about a fire that nobody saw.\n", status="draft")


def everything_retracted(root: Path) -> None:
    for number in range(1, 7):
        p.write_post(root, number, status="private")
    p.commit(root, "v0.1.0")


def built_with_now(root: Path) -> None:
    corpus = chain.open_corpus(root, datetime(2026, 1, 1, tzinfo=UTC))
    chain.make(corpus, lambda _: None)
    chain.gate(corpus, lambda _: None)
    p.approve_all(root)


def built_with_now_gated_without(root: Path) -> None:
    chain.make(chain.open_corpus(root, datetime(2026, 1, 1, tzinfo=UTC)), lambda _: None)
    chain.gate(chain.open_corpus(root, None), lambda _: None)
    p.approve_all(root)


def dirty_tree(root: Path) -> None:
    (root / "notes.txt").write_text("not committed\n", encoding="utf-8")


def dirty_tree_hidden_from_git(root: Path) -> None:
    p.git(root, "update-index", "--assume-unchanged", "LICENSE-CONTENT")


def post_that_git_ignores(root: Path) -> None:
    (root / ".git" / "info" / "exclude").write_text("posts/07-post.md\n", encoding="utf-8")
    p.write_post(root, 7)
    p.release(root)
    p.approve_all(root)


def no_tag(root: Path) -> None:
    p.git(root, "tag", "-d", "v0.1.0")


def moved_tag(root: Path) -> None:
    (root / "more.txt").write_text("x\n", encoding="utf-8")
    p.commit(root, "v0.1.0")


def tag_on_another_commit(root: Path) -> None:
    p.commit(root)


def branch_called_like_the_tag(root: Path) -> None:
    p.git(root, "tag", "-d", "v0.1.0")
    p.git(root, "branch", "v0.1.0")


def no_repository(root: Path) -> None:
    shutil.rmtree(root / ".git")


def second_wheel(root: Path) -> None:
    shutil.copy(p.wheel_of(root), root / DIST / "life_blog_mcp-0.1.0-py2.py3-none-any.whl")


def second_wheel_in_the_ledger_too(root: Path) -> None:
    second_wheel(root)
    append_fake_results(root)


def link_in_dist(root: Path) -> None:
    wheel = p.wheel_of(root)
    wheel.rename(root / ".pressgate" / wheel.name)
    wheel.symlink_to(Path("..") / wheel.name)


def dist_is_a_link(root: Path) -> None:
    (root / DIST).rename(root / ".pressgate" / "elsewhere")
    (root / DIST).symlink_to("elsewhere")


def pipe_in_dist(root: Path) -> None:
    wheel = p.wheel_of(root)
    wheel.unlink()
    os.mkfifo(wheel)


def name_of_another_project(root: Path) -> None:
    wheel = p.wheel_of(root)
    wheel.rename(wheel.with_name("life_blog_mcp_extra-0.1.0-py3-none-any.whl"))


def name_in_another_spelling(root: Path) -> None:
    wheel = p.wheel_of(root)
    wheel.rename(wheel.with_name("Life.Blog.MCP-0.1.0-py3-none-any.whl"))


def results_too_old(root: Path) -> None:
    age_ledger(root, timedelta(days=-2))
    p.approve_all(root)


def ledger_from_the_future(root: Path) -> None:
    age_ledger(root, timedelta(days=1))
    p.approve_all(root)


def age_ledger(root: Path, by: timedelta) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(UTC) + by

    with mock.patch.object(ledger, "datetime", Clock):
        append_fake_results(root)


ATTACKS: dict[Callable[[Path], None], str] = {
    gate_missing: "no word of the gate 'leaks'",
    gate_failed: "'leaks' says FAIL",
    ledger_line_edited: "chain is broken",
    ledger_gone: "records no build",
    ledger_rebuilt_for_other_bytes: "'archive', run again, says FAIL",
    ledger_of_another_version: "speaks of other bytes",
    wheel_swapped_after_the_gates: "speaks of other bytes",
    wheel_swapped_and_approved: "speaks of other bytes",
    approval_gone: "nobody has approved",
    approval_of_another_digest: "of other bytes",
    approval_of_an_older_ledger: "an older or another ledger",
    approval_of_another_index: "another index",
    approval_of_another_commit: "another commit",
    approval_too_old: "older than",
    approval_from_the_future: "from the future",
    approval_by_a_machine: "no approval that can be read",
    config_changed_after_the_gates: "changed: run 'pressgate release' again",
    licence_text_changed_after_the_gates: "changed: run 'pressgate release' again",
    post_retracted_after_the_gates: "changed: run 'pressgate release' again",
    post_deleted_after_the_gates: "changed: run 'pressgate release' again",
    draft_changed_after_the_gates: "changed: run 'pressgate release' again",
    ignored_draft_changed_after_the_gates: "a source file changed",
    everything_retracted: "no post is admitted",
    built_with_now: "fixed clock can't be published",
    built_with_now_gated_without: "fixed clock can't be published",
    dirty_tree: "isn't clean: notes.txt",
    dirty_tree_hidden_from_git: "told not to look at LICENSE-CONTENT",
    post_that_git_ignores: "isn't committed",
    no_tag: "there is no tag v0.1.0",
    moved_tag: "commit changed",
    tag_on_another_commit: "the tag v0.1.0 stands on",
    branch_called_like_the_tag: "there is no tag v0.1.0",
    no_repository: "no git repository",
    second_wheel: "isn't this release's file",
    second_wheel_in_the_ledger_too: "isn't this release's file",
    link_in_dist: "is a link or no plain file",
    dist_is_a_link: "symbolic link",
    pipe_in_dist: "is a link or no plain file",
    name_of_another_project: "is a file of the project 'life-blog-mcp-extra'",
    name_in_another_spelling: "isn't this release's file",
    results_too_old: "older than",
    ledger_from_the_future: "lie in the future",
}


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_a_way_around_is_refused(root: Path, index: StrictIndex, attack: Callable[[Path], None]) -> None:
    attack(root)
    refused(root, index, ATTACKS[attack])


def test_a_gate_taken_off_the_list_by_configuration_is_an_error(root: Path, index: StrictIndex) -> None:
    with (root / "pressgate.toml").open("a", encoding="utf-8") as file:
        file.write('\n[gates]\nskip = ["leaks"]\n')
    refused(root, index, "gates", exit_code=2)


def test_a_forbidden_list_that_was_emptied_or_changed_is_noticed(root: Path, index: StrictIndex) -> None:
    with p.environment(LIFE_FORBIDDEN="Somebody Else"):
        refused(root, index, "list")
    with p.environment(LIFE_FORBIDDEN=""), pytest.raises(PressgateError):
        p.run_publish(root)
    with p.environment(LIFE_FORBIDDEN=None), pytest.raises(PressgateError):
        p.run_publish(root)
    assert index.files == {}


@pytest.mark.parametrize("variables", [{"CI": "true"}, {"CI": "true", "GITHUB_ACTIONS": "true"}])
def test_ci_set_by_hand_is_no_approval(root: Path, index: StrictIndex, variables: dict[str, str]) -> None:
    approval_gone(root)
    with p.environment(**variables):
        refused(root, index, "nobody has approved")


def test_a_wheel_swapped_between_the_check_and_the_upload_doesnt_go_out(root: Path, index: StrictIndex) -> None:
    wheel = p.wheel_of(root)
    good = wheel.read_bytes()
    run = uploading.upload

    def swap(*arguments: object) -> None:
        tamper(wheel)
        run(*arguments)  # type: ignore[arg-type]

    with mock.patch.object(uploading, "upload", swap):
        p.run_publish(root)
    assert index.files == {wheel.name: good}
    assert wheel.read_bytes() != good


def test_a_private_copy_that_is_swapped_is_noticed(root: Path, index: StrictIndex) -> None:
    run = uploading.upload

    def swap(view: object, *arguments: object) -> None:
        tamper(view.artefact.path)  # type: ignore[attr-defined]
        run(view, *arguments)  # type: ignore[arg-type]

    with mock.patch.object(uploading, "upload", swap), pytest.raises(Refusal, match="private folder"):
        p.run_publish(root)
    assert index.files == {}


def test_the_private_folder_is_closed_to_others(root: Path, index: StrictIndex) -> None:
    modes = []
    run = uploading.upload

    def look(view: object, *arguments: object) -> None:
        modes.append(view.artefact.path.parent.stat().st_mode & 0o777)  # type: ignore[attr-defined]
        run(view, *arguments)  # type: ignore[arg-type]

    with mock.patch.object(uploading, "upload", look):
        p.run_publish(root)
    assert modes == [0o700]


def test_a_commit_made_while_the_gates_run_is_noticed(root: Path, index: StrictIndex) -> None:
    def commit_meanwhile(given: object) -> Outcome:
        p.write_post(root, 3, status="private")
        return Outcome(examined=1)

    with mock.patch.object(smoke, "run", commit_meanwhile):
        refused(root, index, "isn't clean")


@pytest.mark.parametrize(("outcome", "exit_code"), [("finding", 1), ("error", 4)])
def test_a_gate_that_says_no_when_run_again_stops_everything(
    root: Path, index: StrictIndex, outcome: str, exit_code: int
) -> None:
    found = Outcome(examined=1, findings=(Finding(code="smoke-ids", where="x"),)) if outcome == "finding" else None
    with p.quick_smoke(found or Outcome(examined=0)):
        refused(root, index, "'smoke', run again", exit_code=exit_code)


@pytest.mark.parametrize("seconds", [-86400.0, 86400.0])
def test_a_clock_that_isnt_the_indexs_is_noticed(root: Path, index: StrictIndex, seconds: float) -> None:
    index.clock = seconds
    refused(root, index, "clock")


def test_an_index_without_a_clock_is_refused(root: Path, index: StrictIndex) -> None:
    index.no_date = True
    refused(root, index, "tells no time")


def test_an_index_that_has_other_bytes_under_the_name_stops_everything(root: Path, index: StrictIndex) -> None:
    name = p.wheel_of(root).name
    index.files[name], index.projects[name] = b"other bytes", p.NAME
    refused(root, index, "other bytes under this name")


def test_an_index_that_has_a_higher_version_is_told(root: Path, index: StrictIndex) -> None:
    name = "life_blog_mcp-0.3.0-py3-none-any.whl"
    index.files[name], index.projects[name] = b"x", p.NAME
    refused(root, index, "the index has 0.3.0 already")


@pytest.mark.parametrize("where", ["simple", "upload"])
def test_an_index_that_redirects_to_another_host_is_refused(root: Path, index: StrictIndex, where: str) -> None:
    with running() as other:
        setattr(index, f"redirect_{where}", other.url)
        with pytest.raises(PressgateError, match=r"isn't the index|[Rr]edirect") as error:
            p.run_publish(root)
        assert error.value.exit_code == (1 if where == "simple" else 4)
        assert (other.log, index.files) == ([], {})


@pytest.mark.parametrize("key", ["repository-url", "simple-url"])
def test_a_token_in_the_url_is_refused_and_not_shown(
    root: Path, index: StrictIndex, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = root / "pressgate.toml"
    text = path.read_text(encoding="utf-8").partition("[index]")[0]
    path.write_text(f'{text}[index]\n{key} = "https://__token__:pypi-hidden@index.example/legacy/"\n', encoding="utf-8")
    assert _run(["publish", str(root)]) == 2
    assert "pypi-hidden" not in "".join(capsys.readouterr())


def test_variables_that_name_another_index_change_nothing(root: Path, index: StrictIndex) -> None:
    with running() as other:
        names = ("TWINE_REPOSITORY_URL", "TWINE_REPOSITORY", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL")
        names += ("UV_DEFAULT_INDEX", "UV_INDEX", "UV_PUBLISH_URL", "HTTP_PROXY", "http_proxy", "all_proxy")
        seen: list[str] = []

        def look(given: object) -> Outcome:
            seen.extend(name for name in names if name in os.environ and "proxy" not in name.lower())
            return Outcome(examined=1)

        with p.environment(**dict.fromkeys(names, other.upload_url)), mock.patch.object(smoke, "run", look):
            p.run_publish(root)
        assert (other.log, seen, len(index.files)) == ([], [], 1)


def test_without_a_token_it_stops_before_the_gates(root: Path, index: StrictIndex) -> None:
    with p.environment(TWINE_PASSWORD=None), mock.patch.object(smoke, "run", side_effect=AssertionError):
        refused(root, index, "TWINE_PASSWORD")


# --- after the upload ---------------------------------------------------------------------------------------------


def test_an_index_that_answers_with_other_bytes_is_found_out(root: Path, index: StrictIndex) -> None:
    run = uploading.upload

    def then_lie(*arguments: object) -> None:
        run(*arguments)  # type: ignore[arg-type]
        index.unhashed_other_bytes = True

    with mock.patch.object(uploading, "upload", then_lie), pytest.raises(Refusal) as error:
        p.run_publish(root)
    text = str(error.value)
    assert "serves sha256" in text
    for word in ("Yank it now", "life-blog-mcp 0.1.0", "Don't delete", "raise [package] version", "new version"):
        assert word in text
    receipt = json.loads((root / ".pressgate" / "receipt.json").read_text(encoding="utf-8"))
    assert receipt["verified"] is False
    assert "serves sha256" in receipt["trouble"]


def test_a_smoke_gate_that_fails_on_what_is_served_says_what_to_do(root: Path, index: StrictIndex) -> None:
    def fails_later(given: object) -> Outcome:
        found = (Finding(code="smoke-ids", where="x"),) if index.files else ()
        return Outcome(examined=1, findings=found)

    with mock.patch.object(smoke, "run", fails_later), pytest.raises(Refusal, match="Yank it now"):
        p.run_publish(root)


def test_the_page_of_the_public_index_is_named(root: Path) -> None:
    client = IndexClient(simple=PUBLIC_SIMPLE, project=p.NAME)
    assert "https://pypi.org/manage/project/life-blog-mcp/releases/" in readback.what_to_do(load(root), client)


def test_the_downloaded_file_is_what_the_smoke_gate_sees(root: Path, index: StrictIndex) -> None:
    seen: list[tuple[Path, bytes]] = []

    def look(given: object) -> Outcome:
        (view,) = given.artefacts  # type: ignore[attr-defined]
        seen.append((view.artefact.path, view.data))
        return Outcome(examined=1)

    with mock.patch.object(smoke, "run", look):
        p.run_publish(root)
    before, after = seen
    assert before[0] != after[0]
    assert after[1] == index.files[p.wheel_of(root).name]


# --- cuts and resuming --------------------------------------------------------------------------------------------


@pytest.fixture
def two_files(tmp_path: Path, index: StrictIndex) -> Path:
    """A release of a wheel and an sdist, approved."""
    root = tmp_path / "two"
    p.make_corpus(root, index.upload_url)
    path = root / "pressgate.toml"
    text = path.read_text(encoding="utf-8").replace("[site]", "sdist = true\n\n[site]", 1)
    path.write_text(text, encoding="utf-8")
    p.commit(root, "v0.1.0")
    p.release(root)
    p.approve_all(root)
    return root


@pytest.mark.parametrize("fault", ["unavailable_after", "cut_after"])
def test_after_a_cut_a_second_publish_finishes_and_the_receipt_tells(
    two_files: Path, index: StrictIndex, fault: str
) -> None:
    setattr(index, fault, 1)
    with pytest.raises(StepError, match="1 file\\(s\\) of this release are on the index"):
        p.run_publish(two_files)
    first = dict(index.files)
    assert len(first) == 1
    setattr(index, fault, None)
    receipt = p.run_publish(two_files)
    assert {file.name: file.how for file in receipt.files} == {
        name: "already there" if name in first else "uploaded" for name in index.files
    }
    assert len(index.files) == 2
    assert receipt.verified


def test_an_upload_whose_answer_was_lost_is_found_again(root: Path, index: StrictIndex) -> None:
    index.cut_after_storing = True
    with pytest.raises(StepError, match="Run 'pressgate publish' again"):
        p.run_publish(root)
    index.cut_after_storing = False
    receipt = p.run_publish(root)
    assert [file.how for file in receipt.files] == ["already there"]


def test_a_half_uploaded_release_isnt_finished_with_other_bytes(two_files: Path, index: StrictIndex) -> None:
    index.unavailable_after = 1
    with pytest.raises(StepError):
        p.run_publish(two_files)
    index.unavailable_after = None
    (name,) = index.files
    index.files[name] += b"x"
    refused(two_files, index, "other bytes under this name")


# --- removals -----------------------------------------------------------------------------------------------------


def test_losing_more_than_a_fifth_of_the_posts_must_be_said_aloud(root: Path, index: StrictIndex) -> None:
    p.run_publish(root)
    for number in (2, 3):
        (root / "posts" / f"{number:02}-post.md").unlink()
    p.set_version(root, "0.2.0")
    p.commit(root, "v0.2.0")
    p.release(root)
    p.approve_all(root)
    refused(root, index, "--expect-removals 2")
    with pytest.raises(Refusal, match="--expect-removals 2"):
        p.run_publish(root, expect_removals=3)
    p.approve_all(root, removals=2)
    receipt = p.run_publish(root)
    assert (receipt.release, len(receipt.posts)) == ("0.2.0", 4)
    assert json.loads((root / ".pressgate" / "receipt-0.1.0.json").read_text(encoding="utf-8"))["release"] == "0.1.0"


def test_losing_one_of_six_needs_no_word(root: Path, index: StrictIndex) -> None:
    p.run_publish(root)
    (root / "posts" / "02-post.md").unlink()
    p.set_version(root, "0.2.0")
    p.commit(root, "v0.2.0")
    p.release(root)
    p.approve_all(root)
    assert p.run_publish(root).release == "0.2.0"


def test_pypiserver_serves_as_well(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        root = tmp_path / "blog"
        p.make_corpus(root, url)
        p.release(root)
        p.approve_all(root)
        with p.environment(TWINE_USERNAME=USER, TWINE_PASSWORD="wrong"), pytest.raises(StepError, match="403"):
            p.run_publish(root)
        with p.environment(TWINE_USERNAME=USER):
            receipt = p.run_publish(root)
            again = p.run_publish(root)
    assert [receipt.files[0].how, again.files[0].how] == ["uploaded", "already there"]
    assert again.verified


def test_there_is_no_force(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--force", "--yes", "--skip-gates", "--no-verify", "--skip-existing"):
        assert _run(["publish", option]) == 2
    assert "No such option" in capsys.readouterr().err


def test_the_command_says_why_in_one_line(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dirty_tree(root)
    assert _run(["publish", str(root)]) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("…")]
    assert len(lines) == 1
    assert lines[0].startswith("pressgate: the git tree isn't clean")


def test_the_command_publishes(root: Path, index: StrictIndex, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(["publish", str(root)]) == 0
    shown = capsys.readouterr()
    assert "uploaded" in shown.err
    assert "receipt.json" in shown.err
    assert TOKEN not in shown.err + shown.out
