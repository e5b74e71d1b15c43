"""What is new, changed and gone since the last release, word by word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.version import Version

import wheels
from pressgate.index_client import IndexClient, IndexFile
from pressgate.model import Index, ReleasedPost
from pressgate.release_compare import (
    compare,
    difference,
    is_post,
    last_release,
    last_wheel,
    posts_of,
    released_posts,
    too_many_gone,
)
from pressgate.walk import read_artefact
from pressgate.word_diff import word_diff
from strict_index import StrictIndex, running
from support import make_config

NAME = "example_blog_mcp"


def post(id_: str, body: str = "text\n", **more: str) -> ReleasedPost:
    values = {"title": f"Post {id_}", "url": f"https://blog.example.com/{id_}", "license": "CC-BY-4.0"} | more
    return ReleasedPost(id=id_, body=body, fields={"title": values["title"], "url": values["url"]}, **values)


def test_posts_are_told_apart_by_id() -> None:
    before = (post("1"), post("2"), post("3"))
    after = (post("1"), post("2", "other\n"), post("4"))
    found = difference(before, after, "0.1.0", "note")
    assert [p.id for p in found.new] == ["4"]
    assert [c.after.id for c in found.changed] == ["2"]
    assert [p.id for p in found.gone] == ["3"]
    assert (found.same, found.previous, found.previous_count) == (1, "0.1.0", 3)


def test_a_post_whose_id_changed_is_known_by_its_url() -> None:
    old, new = post("1"), post("one", url="https://blog.example.com/1", title="Post 1")
    found = difference((old,), (new,), "0.1.0", "note")
    assert (found.new, found.gone) == ((), ())
    assert found.changed[0].fields == (("id", "1", "one"),)


def test_one_old_post_is_nobodys_twice() -> None:
    old = post("1")
    found = difference((old,), (old, post("2", url=old.url)), "0.1.0", "note")
    assert ([p.id for p in found.new], found.same) == (["2"], 1)


@pytest.mark.parametrize("name", ["title", "url", "license"])
def test_a_changed_field_is_a_change(name: str) -> None:
    new = post("1", **{name: "https://blog.example.com/other"})
    (change,) = difference((post("1"),), (new,), "0.1.0", "note").changed
    assert [row[0] for row in change.fields] == ["licence" if name == "license" else name]
    assert change.diff == ()


@pytest.mark.parametrize(
    ("before", "gone", "too_many"),
    [(10, 2, False), (10, 3, True), (5, 1, False), (4, 1, True), (0, 0, False), (1, 1, True)],
)
def test_more_than_a_fifth_is_too_many(before: int, gone: int, too_many: bool) -> None:
    old = tuple(post(str(n)) for n in range(before))
    assert too_many_gone(difference(old, old[gone:], "0.1.0", "note")) is too_many


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("9", True),
        ("09", True),
        ("BLOG-09", True),
        ("https://blog.example.com/9", True),
        ("https://BLOG.example.com/9/", True),
        ("90", False),
        ("https://blog.example.com/90", False),
        ("https://other.example/9", False),
        ("", False),
    ],
)
def test_a_post_is_meant_by_id_or_url(name: str, expected: bool) -> None:
    assert is_post(name, "09", "https://blog.example.com/9") is expected


def file(version: str, *, yanked: bool = False, kind: str = "wheel") -> IndexFile:
    return IndexFile(
        name=f"x-{version}",
        project="x",
        url="",
        sha256=None,
        yanked=yanked,
        kind=kind,
        version=Version(version),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ([], None),
        ([file("0.9"), file("0.10"), file("0.2")], "0.10"),
        ([file("0.9"), file("1.0"), file("2.0")], "0.9"),
        ([file("0.8"), file("0.9", yanked=True)], "0.8"),
        ([file("0.8", yanked=True), file("0.9", yanked=True)], "0.9"),
        ([file("0.8", kind="sdist")], None),
    ],
)
def test_the_last_release_is_the_highest_below_ours(files: list[IndexFile], expected: str | None) -> None:
    found = last_wheel(files, Version("1.0"))
    assert (str(found.version) if found else None) == expected


@pytest.fixture
def index() -> Iterator[StrictIndex]:
    with running() as strict:
        yield strict


def offer(index: StrictIndex, version: str, data: bytes) -> None:
    name = f"{NAME}-{version}-py3-none-any.whl"
    index.files[name], index.projects[name] = data, "example-blog-mcp"


def document(*entries: dict[str, object]) -> Index:
    files = {str(entry["file"]): f"body of {entry['id']}\n".encode() for entry in entries}
    return Index(document={"articles": list(entries)}, files=files)


def test_the_last_wheel_is_downloaded_and_unpacked(tmp_path: Path, index: StrictIndex) -> None:
    one, two = wheels.article("1", "하나"), wheels.article("2", "둘")
    offer(index, "0.9.0", wheels.post_wheel(NAME, "0.9.0", [(one, "body of 1\n"), (two, "old body\n")]))
    config = make_config(tmp_path)
    client = IndexClient(simple=index.simple_url, project="example-blog-mcp")
    found = compare(config, document(one, two), last_release(config, client))
    assert (found.known, found.previous, found.same) == (True, "0.9.0", 1)
    assert [c.after.title for c in found.changed] == ["둘"]
    assert NAME in found.note


def test_nothing_on_the_index_makes_everything_new(tmp_path: Path, index: StrictIndex) -> None:
    config = make_config(tmp_path)
    client = IndexClient(simple=index.simple_url, project="example-blog-mcp")
    found = compare(config, document(wheels.article("1", "하나")), last_release(config, client))
    assert (found.known, found.previous, len(found.new)) == (True, None, 1)
    assert "no earlier release" in found.note


def test_another_packages_wheel_is_named_as_such(tmp_path: Path, index: StrictIndex) -> None:
    offer(index, "0.9.0", wheels.wheel_bytes(NAME, "0.9.0", {f"{NAME}/__init__.py": b""}))
    config = make_config(tmp_path)
    client = IndexClient(simple=index.simple_url, project="example-blog-mcp")
    found = compare(config, document(wheels.article("1", "하나")), last_release(config, client))
    assert found.known
    assert "is the name yours?" in found.note


@pytest.mark.parametrize("fault", ["redirect_simple", "other_bytes", "stopped"])
def test_what_cant_be_compared_is_said_and_never_taken_for_nothing(
    tmp_path: Path, index: StrictIndex, fault: str
) -> None:
    offer(index, "0.9.0", wheels.post_wheel(NAME, "0.9.0", [(wheels.article("1", "하나"), "x\n")]))
    simple = index.simple_url
    if fault == "redirect_simple":
        index.redirect_simple = "http://127.0.0.2:1"
    elif fault == "other_bytes":
        index.other_bytes = True
    else:
        simple = "http://127.0.0.1:1/simple/"
    config = make_config(tmp_path)
    client = IndexClient(simple=simple, project="example-blog-mcp")
    found = compare(config, document(wheels.article("1", "하나")), last_release(config, client))
    assert not found.known
    assert found.note.startswith("not compared with the index")
    assert (found.new, found.gone) == ((), ())


@pytest.mark.parametrize(
    "text", [b"", b"[]", b"{}", b'{"articles": [1]}', b'{"articles": [{"id": "1"}]}', b"\xff", b'{"articles": 5}']
)
def test_an_index_that_cant_be_read_is_none(tmp_path: Path, text: bytes) -> None:
    data = wheels.wheel_bytes(NAME, "1.0.0", {f"{NAME}/data/index.json": text})
    view = read_artefact(wheels.write(tmp_path, f"{NAME}-1.0.0-py3-none-any.whl", data))
    assert not released_posts(view)


def test_a_posts_own_licence_wins_over_the_sites() -> None:
    entries = [wheels.article("1", "a"), wheels.article("2", "b", license="CC0-1.0")]
    files = {"articles/1.md": b"", "articles/2.md": b""}
    assert [p.license for p in posts_of({"articles": entries}, files, "CC-BY-4.0")] == ["CC-BY-4.0", "CC0-1.0"]


# --- words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("same\n", "same\n", ()),
        ("one two three\n", "one 2 three\n", (("=", "one "), ("-", "two"), ("+", "2"), ("=", " three\n"))),
        ("", "new\n", (("+", "new\n"),)),
        ("old\n", "", (("-", "old\n"),)),
        ("배를 세었다\n", "배를 다시 세었다\n", (("=", "배를 "), ("+", "다시 "), ("=", "세었다\n"))),
        ("港を見た\n", "港は見た\n", (("=", "港"), ("-", "を"), ("+", "は"), ("=", "見た\n"))),
        ("a\nb\nc\n", "a\nc\n", (("=", "a\n"), ("-", "b\n"), ("=", "c\n"))),
    ],
)
def test_the_diff_is_by_words(before: str, after: str, expected: tuple[tuple[str, str], ...]) -> None:
    assert word_diff(before, after) == expected


@pytest.mark.parametrize("lines", [3, 300, 3000])
def test_a_diff_gives_both_texts_back(lines: int) -> None:
    before = "".join(f"line {n} of the harbour book, 배 {n}척\n" for n in range(lines))
    after = before.replace("line 2 ", "row 2 ").replace("배 1척", "배 한 척")
    runs = word_diff(before, after)
    assert ("-", "line") in runs
    assert ("+", "row") in runs
    if lines == 3:
        assert "".join(text for op, text in runs if op in "=-") == before
        assert "".join(text for op, text in runs if op in "=+") == after


def test_what_stayed_is_shortened_to_its_ends() -> None:
    before = "begin\n" + "long same text. " * 200 + "\nend\n"
    runs = word_diff(before, before.replace("begin", "start").replace("end\n", "stop\n"))
    assert ("…", "") in runs
    assert sum(len(text) for op, text in runs if op == "=") < 200
    assert [text for op, text in runs if op in "+-"] == ["begin", "start", "end", "stop"]


def test_wholly_other_texts_end_in_one_replacement() -> None:
    before, after = ("\n".join(f"{word}{n}" for n in range(5000)) for word in ("a", "b"))
    assert [op for op, _ in word_diff(before, after)] == ["-", "+"]
