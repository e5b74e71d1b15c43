"""What only the whole set shows: doubled ids and URLs, the takedown list; and what a post says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora import admission, codes, decide, one, post, public
from pressgate.model import UsageError

HOST = "https://blog.example.com"


def test_every_party_to_one_url_is_refused(tmp_path: Path) -> None:
    decisions = decide(
        tmp_path,
        {
            "a.md": public(url=f"{HOST}/same"),
            "b.md": public(url=f"{HOST}/Same/index.html"),
            "c.md": post("private: true", url=f"{HOST}/s%61me/"),
            "_drafts/d.md": public(url=f"{HOST}/other"),
            "e.md": public(url=f"{HOST}/other"),
            "f.md": public(url="http://blog.example.com/third"),
            "g.md": public(url=f"{HOST}/third"),
            "h.md": public(url=f"{HOST}/alone"),
        },
    )
    doubled = {path for path, decision in decisions.items() if "duplicate-url" in codes(decision)}
    assert doubled == decisions.keys() - {"h.md"}
    assert codes(decisions["a.md"]) == {"duplicate-url"}
    assert decisions["h.md"].admitted
    (reason,) = decisions["a.md"].reasons
    assert "b.md, c.md" in reason.message


def test_a_file_that_cannot_be_taken_still_claims_its_url_and_id(tmp_path: Path) -> None:
    decisions = decide(
        tmp_path,
        {
            "a.md": public("id: 1", url=f"{HOST}/a"),
            "b.md": public("id: 2", url=f"{HOST}/b"),
            "nul.md": public(body="\0", url=f"{HOST}/a"),
            "bytes.md": public("id: 2", url=f"{HOST}/c").encode() + b"\xff",
        },
    )
    assert codes(decisions["a.md"]) == {"duplicate-url"}
    assert codes(decisions["b.md"]) == {"duplicate-id"}
    assert codes(decisions["nul.md"]) == {"nul-bytes", "duplicate-url"}


def test_every_party_to_one_explicit_id_is_refused(tmp_path: Path) -> None:
    decisions = decide(
        tmp_path,
        {
            "a.md": public("id: Post-1", url=f"{HOST}/1"),
            "b.md": public("id: 'post-1'", url=f"{HOST}/2"),
            "c.md": public("id: 7", url=f"{HOST}/3"),
            "d.md": post("draft: true", "id: 7", url=f"{HOST}/4"),
            "post-1.md": public(url=f"{HOST}/5"),
        },
    )
    doubled = {path for path, decision in decisions.items() if "duplicate-id" in codes(decision)}
    assert doubled == {"a.md", "b.md", "c.md", "d.md"}
    assert decisions["post-1.md"].admitted


def test_a_reason_names_three_others_at_most(tmp_path: Path) -> None:
    decisions = decide(tmp_path, {f"{n}.md": public(url=f"{HOST}/same") for n in range(9)})
    (reason,) = decisions["0.md"].reasons
    assert "1.md, 2.md, 3.md and 5 more" in reason.message


@pytest.mark.parametrize(
    "entry", ["POST-12", "post-012", "12", f"{HOST}/twelve/", f"{HOST}/TWELVE", f"{HOST}/tw%65lve"]
)
def test_what_was_taken_down_stays_down(tmp_path: Path, entry: str) -> None:
    files: dict[str, str | bytes] = {
        "a.md": public("id: POST-12", url=f"{HOST}/twelve"),
        "b.md": public("id: POST-13", url=f"{HOST}/thirteen"),
    }
    decisions = decide(tmp_path, files, publish={"takedown": (entry,)})
    assert codes(decisions["a.md"]) == {"takedown"}
    assert decisions["b.md"].admitted


@pytest.mark.parametrize("entry", ["intro", "go-intro"])
def test_takedown_knows_a_derived_id_before_and_after_it_was_lengthened(tmp_path: Path, entry: str) -> None:
    files: dict[str, str | bytes] = {f"{x}/intro.md": public(url=f"{HOST}/{x}/intro/") for x in ("go", "py")}
    decisions = decide(tmp_path, files, publish={"takedown": (entry,)})
    assert codes(decisions["go/intro.md"]) == {"takedown"}
    assert decisions["py/intro.md"].admitted is (entry == "go-intro")


def test_a_takedown_entry_that_is_neither_id_nor_url_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="takedown"):
        admission(tmp_path, {"a.md": public()}, publish={"takedown": ("://x",)})


@pytest.mark.parametrize(
    ("text", "name", "title"),
    [
        (public("title: Written", body="# Heading"), "x.md", "Written"),
        (public("title: '  two\n\n  lines '", body="# Heading"), "x.md", "two lines"),
        (public(body="Text\n\n# A *b* [c](d) `e` {#id} #\n\n# Second"), "x.md", None),
        (public(body="```\n# no\n```\n\n제목\n===="), "x.md", "제목"),
        (public("title:", body="## Only H2"), "my-post.md", "my-post"),
        (public(body="Text"), "2024-03-05-my-post.md", "my-post"),
        (public(body="Text"), "bundle/index.md", "bundle"),
        (public("title: 2024"), "x.md", "2024"),
        (f"# Heading\n\n- 상태: 공개\n- URL: {HOST}/1\n\n# Body heading", "x.md", "Heading"),
        (f"# Heading\n\n- 상태: 공개\n- URL: {HOST}/1\n- 제목: `T`\n\nBody", "x.md", "T"),
    ],
)
def test_titles(tmp_path: Path, text: str, name: str, title: str | None) -> None:
    decision = one(tmp_path, text, name)
    assert decision.post is not None
    assert decision.post.title == (title or "A *b* c e")


@pytest.mark.parametrize(
    ("lines", "tags", "category"),
    [
        ("tags: [a, 2018, null, 'b c', a]", ("a", "2018", "b c"), None),
        ("tags: a b c", ("a", "b", "c"), None),
        ("tags: a, b c", ("a", "b c"), None),
        ("tags: 가、나", ("가", "나"), None),
        ("tags: '#a #b'", ("a", "b"), None),
        ("tags:", (), None),
        ("tags: [[a, b], c]", ("a", "b", "c"), None),
        ("tags: {x: a}", ("a",), None),
        ("topics: [a]", ("a",), None),
        ("tags: [a]\ntopics: [b]", ("a",), "b"),
        ("categories: build tools", (), "build"),
        ("categories: build tools, other", (), "build tools"),
        ("category: Machine Learning", (), "Machine Learning"),
        ("categories: [[프로젝트, 대형], 둘]", (), "프로젝트"),
        ("categories:\n  - Machine Learning", (), "Machine Learning"),
        ("categories: []", (), None),
        ("taxonomies:\n  tags: [a]\n  categories: [b c]", ("a",), "b c"),
    ],
)
def test_tags_and_categories(tmp_path: Path, lines: str, tags: tuple[str, ...], category: str | None) -> None:
    decision = one(tmp_path, public(lines))
    assert decision.post is not None
    assert (decision.post.tags, decision.post.category) == (tags, category)


def test_bullet_tags_split_at_commas_and_hashes_only(tmp_path: Path) -> None:
    text = f"# H\n\n- 상태: 공개\n- URL: {HOST}/1\n- 태그: {{}}\n\nBody"
    for written, tags in {
        "a b, c": ("a b", "c"),
        "a b": ("a b",),
        "#a #b": ("a", "b"),
        "`a`, `b c`": ("a", "b c"),
    }.items():
        decision = one(tmp_path, text.format(written))
        assert decision.post is not None
        assert decision.post.tags == tags


@pytest.mark.parametrize(
    "text", [public(body=""), public(body=" \n\t\n"), public(body="<!-- only a note -->"), public(body="{: .x}")]
)
def test_an_empty_body_is_refused(tmp_path: Path, text: str) -> None:
    assert codes(one(tmp_path, text)) == {"empty-body"}


def test_a_file_without_a_header_still_has_a_title(tmp_path: Path) -> None:
    decision = one(tmp_path, "# 제목\n\nText")
    assert codes(decision) == {"no-header"}
    assert decision.post is not None
    assert (decision.post.title, decision.post.url, decision.post.dialect) == ("제목", None, "none")
