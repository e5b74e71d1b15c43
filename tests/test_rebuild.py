"""The rebuild gate and `build --verify`: the bytes come from the commit, wherever and whenever they are made."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from built import SDIST_CONFIG, gather, member, view_of, with_members
from pressgate.admit import admit
from pressgate.build import build
from pressgate.config import load
from pressgate.difference import first_difference
from pressgate.gates import rebuild
from pressgate.index import build_index
from pressgate.model import Finding, GateInput
from pressgate.rebuild import rebuild as build_again
from pressgate.verify import verify
from support import CONFIG, POSTS, repack, run_cli, write_corpus


def git(root: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=Pen Name", "-c", "user.email=pen@example.com", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *identity, *arguments], cwd=root, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip()


def commit(root: Path, message: str = "posts") -> str:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message)
    return git(root, "rev-parse", "HEAD")


def repository(root: Path, config: str = SDIST_CONFIG, posts: dict[str, str] | None = None) -> Path:
    """A committed corpus in a folder of a repository."""
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    corpus = write_corpus(root / "blog", POSTS if posts is None else posts, config)
    commit(root)
    return corpus


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return repository(tmp_path / "repository")


def findings(given: GateInput) -> tuple[Finding, ...]:
    return rebuild.run(given).findings


def test_wheel_and_sdist_come_out_the_same(corpus: Path) -> None:
    given = gather(corpus)
    outcome = rebuild.run(given)
    assert outcome.findings == ()
    assert outcome.examined == sum(len(view.members) for view in given.artefacts)


def test_the_commit_is_built_and_not_the_folder(corpus: Path) -> None:
    given = gather(corpus)
    path = corpus / "posts" / "pinning.md"
    path.write_text(path.read_text(encoding="utf-8").replace("compiler", "toolchain"), encoding="utf-8")
    commit(corpus, "a correction after the build")
    found = findings(given)
    assert [finding.code for finding in found] == ["rebuild-differs", "rebuild-differs"]
    assert found[0].where == "example_blog_mcp/data/index.json"
    assert "at byte" in found[0].detail


def ignored_post(corpus: Path) -> None:
    (corpus / ".gitignore").write_text("private.md\n", encoding="utf-8")
    commit(corpus, "ignore")
    text = POSTS["pinning.md"].replace("/pinning", "/private").replace("Pinning a", "Another")
    (corpus / "posts" / "private.md").write_text(text, encoding="utf-8")


def post_hidden_from_git(corpus: Path) -> None:
    git(corpus, "update-index", "--assume-unchanged", "posts/draft.md")
    path = corpus / "posts" / "draft.md"
    path.write_text(path.read_text(encoding="utf-8").replace("draft: true", "draft: false"), encoding="utf-8")


@pytest.mark.parametrize("change", [ignored_post, post_hidden_from_git])
def test_what_git_doesnt_hold_doesnt_go_out(corpus: Path, change: Callable[[Path], None]) -> None:
    change(corpus)
    given = gather(corpus)
    assert json.loads(given.index.files["provenance.json"])["commit"]
    assert {finding.code for finding in findings(given)} == {"rebuild-differs"}


def test_a_commit_that_cant_be_built(corpus: Path) -> None:
    given = gather(corpus)
    (corpus / ".gitignore").write_text("pressgate.toml\n", encoding="utf-8")
    git(corpus, "rm", "-q", "--cached", "pressgate.toml")
    commit(corpus, "no configuration")
    (finding,) = findings(given)
    assert finding.code == "rebuild-failed"
    assert "pressgate.toml" in finding.detail
    assert "/tmp" not in finding.detail


def test_an_artefact_too_many_or_too_few(corpus: Path) -> None:
    given = gather(corpus)
    wheel = replace(given, artefacts=(view_of(given),))
    assert [(f.code, f.where) for f in findings(wheel)] == [("rebuild-missing", "example_blog_mcp-1.0.0.tar.gz")]


def plain(corpus: Path) -> None:
    shutil.rmtree(corpus.parent / ".git")


def changed(corpus: Path) -> None:
    (corpus / "notes.txt").write_text("a change\n", encoding="utf-8")


@pytest.mark.parametrize("state", [plain, changed])
def test_without_a_commit_the_folder_as_it_stands_is_built(corpus: Path, state: Callable[[Path], None]) -> None:
    state(corpus)
    given = gather(corpus)
    assert json.loads(given.index.files["provenance.json"])["commit"] is None
    assert findings(given) == ()
    path = corpus / "posts" / "pinning.md"
    path.write_text(path.read_text(encoding="utf-8").replace("compiler", "toolchain"), encoding="utf-8")
    assert {finding.code for finding in findings(given)} == {"rebuild-differs"}


def test_posts_that_lie_beside_the_configuration(tmp_path: Path) -> None:
    root = tmp_path / "site" / "package"
    write_corpus(root, POSTS, CONFIG + '\n[posts]\npath = "../content"\n')
    (root / "posts").rename(tmp_path / "site" / "content")
    os.mkfifo(tmp_path / "site" / "content" / "pipe")
    assert findings(gather(root)) == ()


def test_the_rebuild_sees_another_place_zone_locale_umask_and_time(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pressgate import program

    seen: dict[str, object] = {}
    run = program.run

    def look(command: list[str], what: str, **given: Any) -> object:
        if "pressgate.rebuild" in command:
            root = Path(command[4])
            post = root / "posts" / "toml.md"
            around = given["environment"]
            seen.update(root=root, umask=given["umask"], zone=around["TZ"], locale=around["LC_ALL"])
            seen["old"] = post.stat().st_mtime < (corpus / "posts" / "toml.md").stat().st_mtime - 86_400
        return run(command, what, **given)

    monkeypatch.setattr(program, "run", look)
    given = gather(corpus)
    built = build_again(given.config, given.admission.clock, tmp_path)
    assert seen["root"] != corpus
    assert (seen["umask"], seen["old"]) == (0o077, True)
    assert seen["zone"] != os.environ.get("TZ")
    assert [made.sha256 for made in built] == [view.artefact.sha256 for view in given.artefacts]


def test_two_clones_in_two_folders_make_the_same_bytes(corpus: Path, tmp_path: Path) -> None:
    sums = []
    for name in ("one", "또 다른 폴더/deeper"):
        clone = tmp_path / name
        git(tmp_path, "clone", "-q", str(corpus.parent), str(clone))
        sums.append({view.artefact.path.name: view.artefact.sha256 for view in gather(clone / "blog").artefacts})
    assert sums[0] == sums[1]
    assert len(sums[0]) == 2


def test_a_shallow_clone_will_do(corpus: Path, tmp_path: Path) -> None:
    (corpus / "notes.txt").write_text("more\n", encoding="utf-8")
    commit(corpus, "more")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{corpus.parent}", str(tmp_path / "shallow"))
    assert findings(gather(tmp_path / "shallow" / "blog")) == ()


def test_where_two_wheels_first_differ(corpus: Path, tmp_path: Path) -> None:
    wheel = view_of(gather(corpus)).artefact.path
    other = tmp_path / wheel.name
    shutil.copy(wheel, other)
    assert first_difference(wheel, other) is None
    repack(other, lambda members: members.update({"example_blog_mcp/py.typed": b"typed"}))
    assert first_difference(wheel, other) == ("example_blog_mcp/py.typed", "differs from the rebuild at byte 0")
    repack(other, lambda members: members.update({"example_blog_mcp/py.typed": b"", "zzz.py": b""}))
    assert first_difference(wheel, other) == ("zzz.py", "is in the rebuild alone")
    assert first_difference(other, wheel) == ("zzz.py", "isn't in the rebuild")
    other.write_bytes(wheel.read_bytes() + b"more")
    where, detail = first_difference(wheel, other) or ("", "")
    assert where == wheel.name
    assert str(wheel.stat().st_size) in detail


# --- build --verify -------------------------------------------------------------------------------------------------


@pytest.fixture
def published(corpus: Path, tmp_path: Path) -> Path:
    """A wheel far from its corpus."""
    given = gather(corpus)
    return Path(shutil.copy(view_of(given).artefact.path, tmp_path))


def stranger(corpus: Path, tmp_path: Path) -> Path:
    git(tmp_path, "clone", "-q", str(corpus.parent), str(tmp_path / "stranger"))
    return tmp_path / "stranger" / "blog"


def test_a_stranger_gets_the_same_bytes(corpus: Path, published: Path, tmp_path: Path) -> None:
    clone = stranger(corpus, tmp_path)
    done = run_cli("build", "--verify", published, clone, PRESSGATE_TEST_FORBIDDEN="")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("the same bytes: example_blog_mcp-1.0.0-py3-none-any.whl  sha256 ")
    assert not (clone / ".pressgate").exists()


def test_another_commit_is_named_before_the_difference(corpus: Path, published: Path, tmp_path: Path) -> None:
    path = corpus / "posts" / "pinning.md"
    path.write_text(path.read_text(encoding="utf-8").replace("compiler", "toolchain"), encoding="utf-8")
    head = commit(corpus, "later")
    done = run_cli("build", "--verify", published, stranger(corpus, tmp_path))
    assert done.returncode == 1
    first, second, last = done.stdout.splitlines()
    assert first.startswith("commit: ")
    assert head in first
    assert second.startswith("example_blog_mcp/data/")
    assert last.startswith("NOT the same bytes: ")


def test_a_tools_version_is_named_first(corpus: Path, published: Path, tmp_path: Path) -> None:
    def older(members: dict[str, bytes]) -> None:
        name = next(name for name in members if name.endswith("provenance.json"))
        document = json.loads(members[name])
        document["tools"]["hatchling"] = "1.32.0"
        members[name] = json.dumps(document, indent=2).encode() + b"\n"

    repack(published, older)
    found = verify(stranger(corpus, tmp_path), published)
    assert found.notes[0].startswith("hatchling: 1.32.0 built the wheel, here is ")
    assert not found.same


def test_an_article_that_is_no_post_is_named(corpus: Path, published: Path, tmp_path: Path) -> None:
    clone = stranger(corpus, tmp_path)
    (clone / "posts" / "toml.md").unlink()
    found = verify(clone, published)
    assert not found.same
    assert any("is no post of this corpus" in note for note in found.notes)


def test_what_a_witness_said_comes_from_the_wheel(tmp_path: Path) -> None:
    silent = "---\ntitle: Silent\ndate: 2024-05-01\n---\n\nSee [the other](other.md).\n"
    posts = {
        "2024-05-01-silent.md": silent,
        "other.md": silent.replace("Silent", "Other").replace("05-01", "05-02").replace("other.md", "x"),
    }
    config = CONFIG + '\n[publish]\nwitness = "public/sitemap.xml"\npermalink = "/posts/:title/"\n'
    corpus = repository(tmp_path / "repository", config, posts)
    urls = "".join(f"<url><loc>https://blog.example.com/posts/{name}/</loc></url>" for name in ("silent", "other"))
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    (corpus / ".gitignore").write_text("public/\n", encoding="utf-8")
    (corpus / "public").mkdir()
    (corpus / "public" / "sitemap.xml").write_text(f'<urlset xmlns="{space}">{urls}</urlset>', encoding="utf-8")
    commit(corpus, "ignore what the site builds")
    given = gather(corpus)
    assert given.index.document["count"] == 2
    assert findings(given) == ()
    clone = stranger(corpus, tmp_path)
    assert not (clone / "public").exists()
    found = verify(clone, view_of(given).artefact.path)
    assert found.same, found.notes


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda corpus, wheel: wheel.rename(wheel.with_suffix(".zip")), "is no wheel"),
        (lambda corpus, wheel: wheel.unlink(), "is no wheel"),
        (lambda corpus, wheel: wheel.write_bytes(b"no zip"), "holds no data/provenance.json"),
        (
            lambda corpus, wheel: repack(
                wheel, lambda m: m.update({n: b'{"clock": 5}' for n in m if n.endswith("provenance.json")})
            ),
            "its record of the build can't be read",
        ),
        (
            lambda corpus, wheel: (corpus / "pressgate.toml").write_text(
                SDIST_CONFIG.replace("1.0.0", "1.1.0"), encoding="utf-8"
            ),
            "check out the tag of this wheel",
        ),
    ],
)
def test_a_wheel_that_cant_be_verified_is_an_error_of_one_line(
    corpus: Path, published: Path, change: Callable[[Path, Path], object], said: str
) -> None:
    change(corpus, published)
    done = run_cli("build", "--verify", published, corpus)
    assert done.returncode == 2, done.stdout
    (line,) = done.stderr.splitlines()
    assert said in line


def test_admission_at_the_clock_gives_the_same_verdicts(corpus: Path) -> None:
    config = load(corpus)
    first = admit(config)
    again = admit(config, first.clock)
    assert [d.admitted for d in again.decisions] == [d.admitted for d in first.decisions]
    assert again.clock == first.clock
    one = {made.path.name: made.sha256 for made in build(config, first, build_index(config, first))}
    other = {made.path.name: made.sha256 for made in build(config, again, build_index(config, again))}
    assert one == other


def test_a_forged_member_is_found_by_the_rebuild_too(corpus: Path) -> None:
    given = gather(corpus)
    name = member(view_of(given), "app.py")
    wheel = view_of(given)
    repack(wheel.artefact.path, lambda members: members.update({name: members[name] + b"# more\n"}))
    forged = replace(wheel, data=wheel.artefact.path.read_bytes())
    found = findings(replace(with_members(given, {}), artefacts=(forged, view_of(given, "sdist"))))
    assert [(finding.code, finding.where) for finding in found] == [("rebuild-differs", name)]
