"""Ids: explicit ones as written, derived ones from number or slug, unique whatever the folders are called."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora import codes, decide, one, public
from pressgate.ids import MAX_LENGTH, derive, lengthen, problem, same


@pytest.mark.parametrize(
    ("path", "slug", "id_"),
    [
        ("09-title.md", None, "09"),
        ("9_title.md", "named", "9"),
        ("101.md", None, "101"),
        ("7. title.md", None, "7"),
        ("a/007 bond.md", None, "007"),
        ("2024-03-05-x.md", None, "x"),
        ("20240305-x.md", None, "x"),
        ("2024-03-05.md", None, "2024-03-05"),
        ("2024-review.md", None, "2024-review"),
        ("24-03-05-x.md", None, "24-03-05-x"),
        ("1.5-release.md", None, "1.5-release"),
        ("3d-printing.md", None, "3d-printing"),
        ("123456-x.md", None, "123456-x"),
        ("x.md", "my-slug", "my-slug"),
        ("x.md", "012", "012"),
        ("x.md", "/docs/my slug/", "docs-my-slug"),
        ("bundle/index.md", None, "bundle"),
        ("bundle/_index.md", None, "bundle"),
        ("2024-03-05-bundle/index.md", None, "bundle"),
        ("글 제목.md", None, "글-제목"),
        ("....md", None, "post"),
        ("x" * 300 + ".md", None, "x" * 100),
        ("a\u200bb.md", None, "ab"),
    ],
)
def test_derived_ids(path: str, slug: str | None, id_: str) -> None:
    assert derive(path, slug) == id_
    assert problem(id_) is None


@pytest.mark.parametrize("id_", ["012", "62057e11", "POST-101", "글-1", "a b", "x" * MAX_LENGTH, "0x1f", "1e400"])
def test_explicit_ids_are_served_as_written(tmp_path: Path, id_: str) -> None:
    decision = one(tmp_path, public(f"id: {id_}"))
    assert decision.admitted
    assert decision.post is not None
    assert decision.post.id == id_


@pytest.mark.parametrize(
    "id_", ["a/b", "a\\b", "x" * (MAX_LENGTH + 1), ".", "..", '"a\\tb"', '"a\\u200bb"', '"a\\u202eb"']
)
def test_ids_that_cannot_be_served(tmp_path: Path, id_: str) -> None:
    assert "id-invalid" in codes(one(tmp_path, public(f"id: {id_}")))


def test_a_header_has_one_id(tmp_path: Path) -> None:
    assert codes(one(tmp_path, public("id: 1", "문서 ID: 2"))) == {"id-invalid"}
    assert one(tmp_path, public("id: 1", "문서 ID: '1'")).admitted


@pytest.mark.parametrize(
    ("one_id", "other", "is_same"),
    [
        ("09", "9", True),
        ("9", "BLOG-09", True),
        ("blog-9", "BLOG-009", True),
        ("POST-12", "12", True),
        ("문서-12", "12", True),
        ("POST-12", "BLOG-12", False),
        ("Post", "post", True),
        ("post-a", "a", False),
        ("12", "13", False),
        ("1-2", "2", False),
        ("9" * 50, "9" * 50, True),
    ],
)
def test_how_an_id_is_looked_up(one_id: str, other: str, is_same: bool) -> None:
    assert same(one_id, other) is is_same
    assert same(other, one_id) is is_same


def ids(tmp_path: Path, files: dict[str, str]) -> dict[str, str | None]:
    """The id of each file; `files` maps paths to URL paths or to whole posts."""
    posts = {
        path: text if "\n" in text else public(url=f"https://blog.example.com{text}") for path, text in files.items()
    }
    decisions = decide(tmp_path, dict(posts))
    assert all(decision.admitted for decision in decisions.values()), decisions
    return {path: decision.post.id for path, decision in decisions.items() if decision.post}


def test_one_name_in_two_folders_goes_out_twice(tmp_path: Path) -> None:
    files = {"go/01-intro.md": "/go/intro/", "py/01-intro.md": "/py/intro/", "py/02-next.md": "/py/next/"}
    assert ids(tmp_path, files) == {
        "go/01-intro.md": "go-intro",
        "py/01-intro.md": "py-intro",
        "py/02-next.md": "02",
    }


def test_a_year_of_dated_posts_goes_out(tmp_path: Path) -> None:
    files = {f"2024-{month:02}-05-x.md": f"/2024/{month:02}/05/x/" for month in range(1, 13)}
    found = ids(tmp_path, files)
    assert len(set(found.values())) == 12
    assert found["2024-03-05-x.md"] == "03-05-x"


def test_numbers_that_look_up_alike_collide(tmp_path: Path) -> None:
    found = ids(tmp_path, {"a/09-x.md": "/a/x", "b/9-y.md": "/b/y", "c/10-z.md": "/c/z"})
    assert found == {"a/09-x.md": "x", "b/9-y.md": "y", "c/10-z.md": "10"}


def test_an_explicit_id_keeps_its_name(tmp_path: Path) -> None:
    url = "https://blog.example.com"
    files = {"a.md": public("id: intro", url=f"{url}/a/b/"), "x/INTRO.md": "/x/INTRO/", "07-y.md": "/y"}
    files["c.md"] = public("id: BLOG-7", url=f"{url}/c")
    found = ids(tmp_path, files)
    assert found == {"a.md": "intro", "c.md": "BLOG-7", "x/INTRO.md": "x-INTRO", "07-y.md": "y"}


def test_a_post_that_stays_changes_no_id(tmp_path: Path) -> None:
    files = {
        "a/intro.md": public(url="https://blog.example.com/a/intro/"),
        "b/intro.md": public("private: true", url="https://blog.example.com/b/intro/"),
    }
    decision = decide(tmp_path, dict(files))["a/intro.md"]
    assert decision.post is not None
    assert decision.post.id == "intro"


PATHS = st.lists(
    st.lists(st.sampled_from(["a", "b", "a-b", "A", "1", "01", "%EA%B0%80"]), min_size=1, max_size=4).map("/".join),
    min_size=1,
    max_size=12,
    unique_by=lambda path: path.casefold(),
)


@given(PATHS, st.sampled_from(["x", "1", "가", "X" * 100]), st.randoms(use_true_random=False))
def test_lengthened_ids_are_unique_and_the_same_in_any_order(paths: list[str], name: str, order: random.Random) -> None:
    derived = {f"{path}/{name}.md": (name, f"https://blog.example.com/{path}/") for path in paths}
    found = lengthen(derived, frozenset({"b", "BLOG-1"}))
    assert len({id_.casefold() for id_ in found.values()}) == len(paths)
    assert not {id_.casefold() for id_ in found.values()} & {"b", "blog-1"}
    assert all(problem(id_) is None for id_ in found.values())
    shuffled = list(derived.items())
    order.shuffle(shuffled)
    assert lengthen(dict(shuffled), frozenset({"b", "BLOG-1"})) == found
