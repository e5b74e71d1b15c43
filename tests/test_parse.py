"""Which files are read, and what becomes of those that can't be taken as they are."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpora import codes, decide, one, post, public, write
from pressgate.model import HeaderError, NothingToExamine, UsageError
from pressgate.parse import MAX_BYTES, read_header, read_sources
from support import make_config


def paths(tmp_path: Path, **posts: object) -> list[str]:
    return [source.path for source in read_sources(make_config(tmp_path, posts=posts))]


def test_posts_come_sorted_and_by_the_patterns(tmp_path: Path) -> None:
    names = ["b.md", "a.markdown", "x/c.mdx", "x/y/d.md", "e.txt", "f.md.bak", "x/.hidden/g.md", "_drafts/h.md"]
    write(tmp_path / "posts", dict.fromkeys(names, "x"))
    assert paths(tmp_path) == ["_drafts/h.md", "a.markdown", "b.md", "x/.hidden/g.md", "x/c.mdx", "x/y/d.md"]
    assert paths(tmp_path, include=("*.md",)) == ["b.md"]
    assert paths(tmp_path, include=("x/**",)) == ["x/.hidden/g.md", "x/c.mdx", "x/y/d.md"]
    assert paths(tmp_path, include=("**/[bd].md",)) == ["b.md", "x/y/d.md"]
    assert paths(tmp_path, include=("**/[!b].md",), exclude=("**/.hidden/**", "_drafts/*")) == ["x/y/d.md"]
    assert paths(tmp_path, include=("?.m*n",)) == ["a.markdown"]


def test_folders_of_tools_are_not_posts(tmp_path: Path) -> None:
    names = ["a.md", ".git/x.md", ".pressgate/stage/x.md", "node_modules/p/README.md", ".venv/x.md", ".nox/x.md"]
    write(tmp_path / "posts", dict.fromkeys(names, "x"))
    assert paths(tmp_path) == ["a.md"]


def test_paths_are_nfc(tmp_path: Path) -> None:
    write(tmp_path / "posts", {unicodedata.normalize("NFD", "한글/글.md"): "x"})
    assert paths(tmp_path, include=("한글/*.md",)) == ["한글/글.md"]


def test_nothing_to_examine_names_the_folder_and_patterns(tmp_path: Path) -> None:
    (tmp_path / "posts").mkdir()
    with pytest.raises(NothingToExamine) as caught:
        paths(tmp_path)
    assert str(tmp_path / "posts") in str(caught.value)
    assert "**/*.md" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_folder_is_an_error_of_use(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        paths(tmp_path)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfa\r\nb\rc", "a\nb\nc"),
        (unicodedata.normalize("NFD", "한글").encode(), "한글"),
        (b"a\xc2\x85b\xe2\x80\xa8c", "a\x85b\u2028c"),
    ],
)
def test_text_is_decoded_with_lf_and_nfc(tmp_path: Path, data: bytes, text: str) -> None:
    write(tmp_path / "posts", {"a.md": data})
    (source,) = read_sources(make_config(tmp_path))
    assert (source.text, source.sha256, source.problems) == (text, hashlib.sha256(data).hexdigest(), ())


@pytest.mark.parametrize(
    ("data", "code", "text"),
    [
        ("제목: 한글".encode("cp949"), "not-utf8", "제목: 한글"),
        ("下書きの記事です".encode("shift_jis"), "not-utf8", None),
        ("가나다".encode("utf-16"), "not-utf8", "가나다"),
        (b"ok\n\xff\xfe\xfd\x80\n", "not-utf8", None),
        (b"a\0b", "nul-bytes", "a\0b"),
        (b"---\nurl: https://blog.example.com/1\n---\n" + b"x" * MAX_BYTES, "too-large", None),
    ],
)
def test_a_bad_file_is_refused_alone_and_its_text_kept_for_the_leak_gate(
    tmp_path: Path, data: bytes, code: str, text: str | None
) -> None:
    decisions = decide(tmp_path, {"bad.md": data, "good.md": public()})
    assert codes(decisions["bad.md"]) == {code}
    assert decisions["bad.md"].source.text
    assert text is None or decisions["bad.md"].source.text == text
    assert decisions["good.md"].admitted


def test_the_line_of_the_first_bad_byte_is_named(tmp_path: Path) -> None:
    (reason,) = one(tmp_path, b"a\nb\n\xff\n").reasons
    assert reason.line == 3


def test_links_are_never_followed(tmp_path: Path) -> None:
    secret = tmp_path / "outside" / "secret.md"
    write(tmp_path / "outside", {"secret.md": public(body="secret text"), "deep/more.md": "secret text"})
    write(tmp_path / "posts", {"good.md": public(), "own/x.md": post(url="https://blog.example.com/x/")})
    (tmp_path / "posts/link.md").symlink_to(secret)
    (tmp_path / "posts/inside.md").symlink_to("good.md")
    (tmp_path / "posts/broken.md").symlink_to("nowhere.md")
    (tmp_path / "posts/folder").symlink_to(tmp_path / "outside")
    (tmp_path / "posts/again").symlink_to("own")
    (tmp_path / "posts/loop").symlink_to(".")
    decisions = decide(tmp_path, {})
    linked = {path for path, decision in decisions.items() if codes(decision) == {"symlink"}}
    assert linked == {"link.md", "inside.md", "broken.md", "folder/secret.md", "folder/deep/more.md"}
    assert decisions.keys() == linked | {"good.md", "own/x.md"}
    assert decisions["good.md"].admitted
    assert not any("secret" in decision.source.text for decision in decisions.values())


def test_what_is_no_regular_file_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    write(tmp_path / "posts", {"good.md": public()})
    os.mkfifo(tmp_path / "posts/pipe.md")
    decisions = decide(tmp_path, {})
    assert codes(decisions["pipe.md"]) == {"unreadable"}
    assert decisions["good.md"].admitted


@pytest.fixture
def without_root() -> Iterator[Path]:
    """A folder, and nobody's rights where the tests run as root, who reads everything."""
    root = Path(tempfile.mkdtemp(prefix="pressgate-test-"))
    root.chmod(0o777)
    user = os.geteuid()
    decide(root / "first", {"good.md": public()})  # so that all is imported that nobody may not reach
    try:
        if user == 0:
            os.seteuid(65534)
        yield root
    finally:
        os.seteuid(user)
        shutil.rmtree(root)


def test_files_and_folders_without_permission_are_refused(without_root: Path) -> None:
    write(without_root / "posts", {"good.md": public(), "shut.md": "x", "closed/x.md": "x"})
    (without_root / "posts/shut.md").chmod(0)
    (without_root / "posts/closed").chmod(0)
    decisions = decide(without_root, {})
    (without_root / "posts/closed").chmod(0o700)
    assert decisions["good.md"].admitted
    assert codes(decisions["shut.md"]) == {"unreadable"}
    assert codes(decisions["closed"]) == {"unreadable-folder"}


@pytest.mark.parametrize("name", [b"bad\xff.md", b"new\nline.md", b"escape\x1b[31m.md", b"turn\xe2\x80\xaed.md"])
def test_names_that_could_forge_a_report_are_refused(tmp_path: Path, name: bytes) -> None:
    write(tmp_path / "posts", {"good.md": public()})
    Path(os.fsdecode(bytes(tmp_path / "posts") + b"/" + name)).write_text(public(), encoding="utf-8")
    (bad,) = [decision for path, decision in decide(tmp_path, {}).items() if path != "good.md"]
    assert codes(bad) == {"path-unsafe"}
    assert bad.source.path.isprintable()


def test_names_that_differ_in_unicode_form_only_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "posts", {"글.md": "a", unicodedata.normalize("NFD", "글.md"): "b", "good.md": public()})
    sources = read_sources(make_config(tmp_path))
    assert [[problem.code for problem in source.problems] for source in sources] == [
        [],
        ["path-doubled"],
        ["path-doubled"],
    ]


def test_two_headers_are_refused() -> None:
    with pytest.raises(HeaderError) as caught:
        read_header("---\ntitle: x\n---\n\n# H\n\n- 상태: 비공개\n- 제목: y\n\nBody")
    assert (caught.value.code, caught.value.line) == ("header-ambiguous", 4)


@pytest.mark.parametrize("second", ["---\ndraft: true\n---\n", "\n\n+++\ntitle = 1\n+++\n"])
def test_a_second_front_matter_is_refused(second: str) -> None:
    with pytest.raises(HeaderError) as caught:
        read_header(f"---\ntitle: x\n---\n{second}Body")
    assert (caught.value.code, caught.value.line) == ("header-ambiguous", 4)


@pytest.mark.parametrize("body", ["---\n\nText\n\n---\n", "---\n", "---\nText: here\n---\n", "----\nText"])
def test_a_rule_between_paragraphs_is_no_second_header(body: str) -> None:
    header = read_header(f"---\ntitle: x\n---\n{body}")
    assert header is not None
    assert header.body == body


def test_a_list_under_a_heading_is_no_second_header() -> None:
    header = read_header("---\ntitle: x\n---\n\n# H\n\n- 분류: 검색\n- 제목: y\n\nBody")
    assert header is not None
    assert header.dialect == "yaml"
