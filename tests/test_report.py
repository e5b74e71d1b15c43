"""The approval sheet: what a person sees before saying yes, and what others must not see."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

import wheels
from pressgate.baselined import Reviewed, reviewed_since
from pressgate.gates import NAMES
from pressgate.model import (
    Admission,
    Comparison,
    Config,
    Decision,
    Finding,
    GateInput,
    GateResult,
    Index,
    Post,
    Reason,
    ReleasedPost,
    SourceFile,
)
from pressgate.release_compare import difference, posts_of
from pressgate.report import markdown, write_summary
from pressgate.sheet import Sheet, make_sheet, visible
from pressgate.sheet_html import page
from pressgate.walk import read_artefact
from publishing import commit, git
from support import make_config

NAME = "example_blog_mcp"
SECRET_TITLE = "The lighthouse nobody may know"
BODIES = {"1": "one harbour\n", "2": "two boats and a bridge\n", "4": "four\n"}
OLD = {"1": "one harbour\n", "2": "two ships and a bridge\n", "3": "three\n", "5": "five\n"}


def decision(path: str, title: str, url: str, *codes: str) -> Decision:
    post = Post(
        id=path.partition(".")[0],
        title=title,
        date=None,
        url=url,
        category=None,
        tags=(),
        description=None,
        license=None,
        body="",
        dialect="front_matter",
    )
    reasons = tuple(Reason(code=code, message="") for code in codes)
    return Decision(source=SourceFile(path=path, text="", sha256="0" * 64), post=post, reasons=reasons)


def entries(bodies: dict[str, str], **more: str) -> Index:
    articles = [wheels.article(id_, f"Post {id_} 글", **more) for id_ in bodies]
    files = {f"articles/{id_}.md": body.encode() for id_, body in bodies.items()}
    return Index(document={"articles": articles}, files=files)


@pytest.fixture
def given(tmp_path: Path) -> GateInput:
    config = make_config(tmp_path)
    index = entries(BODIES)
    data = wheels.post_wheel(NAME, "1.0.0", [(a, BODIES[a["id"]]) for a in index.document["articles"]])
    view = read_artefact(wheels.write(tmp_path, f"{NAME}-1.0.0-py3-none-any.whl", data))
    admission = Admission(
        decisions=(
            decision("9.md", SECRET_TITLE, "https://blog.example.com/99", "status-not-public"),
            decision("five.md", "Post 5 in secret", "https://blog.example.com/5", "draft-true", "url-host"),
        ),
        clock=datetime(2025, 1, 1, tzinfo=UTC),
    )
    return GateInput(
        config=config, admission=admission, index=index, artefacts=(view,), expected={}, forbidden=("a", "b")
    )


def results(**verdicts: str) -> dict[str, GateResult]:
    return {
        name: GateResult(
            gate=name,
            verdict=verdicts.get(name, "PASS"),  # type: ignore[arg-type]
            examined=7,
            findings=(Finding(code="secret-code", where="a/b.md", line=3, detail="…"),) if name in verdicts else (),
            artefacts={},
            config_digest="",
        )
        for name in NAMES
    }


def released(bodies: dict[str, str], **more: str) -> tuple[ReleasedPost, ...]:
    index = entries(bodies, **more)
    return posts_of(index.document, index.files, "CC-BY-4.0")


def sheet_of(
    given: GateInput,
    *,
    public: bool = False,
    comparison: Comparison | None = None,
    verdicts: dict[str, GateResult] | None = None,
    reviewed: tuple[Reviewed, ...] = (),
) -> Sheet:
    compared = difference(released(OLD), released(BODIES), "0.9.0", "compared with the last one")
    return make_sheet(
        given.config,
        given.admission,
        given,
        verdicts if verdicts is not None else results(),
        "c" * 40,
        comparison or compared,
        reviewed,
        public=public,
    )


def both(sheet: Sheet) -> tuple[str, str]:
    return markdown(sheet), page(sheet)


def test_new_changed_and_gone_are_named(given: GateInput) -> None:
    sheet = sheet_of(given)
    assert [p.id for p in sheet.comparison.new] == ["4"]
    assert [p.id for p in sheet.gone] == ["3"]
    text, html = both(sheet)
    assert "1 new, 1 changed, 2 gone, 1 as before." in text
    assert "two [-ships-]{+boats+} and a bridge" in text
    assert "two <del>ships</del><ins>boats</ins> and a bridge" in html
    for shown in (text, html):
        assert "Post 3 글" in shown
        assert "Post 4 글" in shown


def test_newly_refused_posts_are_told_from_deleted_ones(given: GateInput) -> None:
    sheet = sheet_of(given)
    assert sheet.newly == (("five.md", "Post 5 in secret", "draft-true, url-host"),)
    assert sheet.newly_count == 1


def test_taken_down_posts_are_kept_back_too(given: GateInput) -> None:
    taken = replace(given, config=replace(given.config, publish=replace(given.config.publish, takedown=("3",))))
    sheet = sheet_of(taken)
    assert (sheet.gone, sheet.newly_count) == ((), 2)
    assert ("", "Post 3 글", "takedown") in sheet.newly
    for text in both(sheet_of(taken, public=True)):
        assert "Post 3 글" not in text


def test_where_others_read_along_no_refused_title_shows(given: GateInput) -> None:
    for text in both(sheet_of(given, public=True)):
        for secret in (SECRET_TITLE, "9.md", "five.md", "Post 5"):
            assert secret not in text
        assert "status-not-public" in text
        assert "Newly refused (1)" in text
    for text in both(sheet_of(given)):
        assert SECRET_TITLE in text


@pytest.mark.parametrize("verdict", ["FAIL", "ERROR"])
def test_a_gate_that_said_no_leads_the_sheet(given: GateInput, verdict: str) -> None:
    text, html = both(sheet_of(given, verdicts=results(leaks=verdict)))
    for shown in (text, html):
        assert "Not ready" in shown
        assert "secret-code a/b.md:3" in shown
        assert "pressgate approve" not in shown


def test_a_gate_that_did_not_run_is_no_pass(given: GateInput) -> None:
    verdicts = results()
    del verdicts["smoke"]
    for text in both(sheet_of(given, verdicts=verdicts)):
        assert "Not ready" in text
        assert "did not run" in text


def test_the_whole_digest_and_the_size_are_there(given: GateInput) -> None:
    (view,) = given.artefacts
    text, html = both(sheet_of(given))
    assert f"`{view.artefact.sha256}`" in text
    assert f"<b>{view.artefact.sha256[:12]}</b>{view.artefact.sha256[12:]}" in html
    assert f"{len(view.data):,}" in text


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ("forbidden", "none were looked for"),
        ("fixed", "The clock was fixed by --now"),
        ("unknown", "Not compared with the index: out of reach"),
        ("gone", "--expect-removals 2"),
        ("licence", "no commercial use"),
        ("warning", "the witness is old"),
    ],
)
def test_what_a_person_must_know_stands_at_the_top(given: GateInput, change: str, word: str) -> None:
    comparison = None
    if change == "forbidden":
        given = replace(given, forbidden=())
    elif change == "fixed":
        given = replace(given, admission=replace(given.admission, fixed=True))
    elif change == "unknown":
        comparison = Comparison(known=False, note="not compared with the index: out of reach")
    elif change == "licence":
        given = replace(given, index=entries(BODIES, license="CC-BY-NC-4.0"))
    elif change == "warning":
        given = replace(given, admission=replace(given.admission, warnings=("the witness is old",)))
    sheet = sheet_of(given, comparison=comparison)
    assert any(word in warning for warning in sheet.warnings)
    for text in both(sheet):
        assert text.index(word) < text.index("What goes out")


HOSTILE = "a | b <img src=x onerror=alert(1)> `code` [link](https://evil.example) ![x](https://evil.example/x.png) *b*"


def test_a_title_stays_text(given: GateInput) -> None:
    index = entries(BODIES)
    index.document["articles"][0]["title"] = HOSTILE
    text, html = both(sheet_of(replace(given, index=index)))
    assert "<img" not in text
    assert "\\[link\\](https://evil" in text
    assert "a \\| b" in text
    assert "<img" not in html


def test_a_body_cant_leave_its_fence_or_the_page(given: GateInput) -> None:
    body = "```\n</div></details><script>alert(1)</script>\n````\n# heading\n"
    compared = difference(released({"1": "x\n"}), released({"1": body}), "0.9.0", "note")
    text, html = both(sheet_of(given, comparison=compared))
    assert "<script" not in html
    fence = next(line for line in text.splitlines() if line.startswith("`````"))
    assert text.count(fence.removesuffix("text")) == 2


def test_what_cant_be_seen_is_written_out(given: GateInput) -> None:
    assert visible("a\u202eb\u200bc\x1b[31m\ud800") == "a⟨U+202E⟩b⟨U+200B⟩c⟨U+001B⟩[31m⟨U+D800⟩"
    compared = difference(released({"1": "x\n"}), released({"1": "x \u202ey\x1b[2J\n"}), "0.9.0", "note")
    for text in both(sheet_of(given, comparison=compared)):
        assert "\u202e" not in text
        assert "\x1b" not in text
        assert "⟨U+202E⟩" in text


class Page(HTMLParser):
    """Everything that a page could fetch or run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.sources: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in {"src", "srcset", "data", "poster", "action", "background"} or name.startswith("on"):
                self.sources.append(name)
            if name == "href":
                self.links.append(value or "")


def test_the_page_needs_no_network_and_no_script(given: GateInput) -> None:
    html = page(sheet_of(given))
    parsed = Page(html)
    assert not {"script", "link", "iframe", "img", "object", "embed", "form", "base"} & set(parsed.tags)
    assert parsed.sources == []
    assert "@import" not in html
    assert "url(" not in html
    assert "default-src 'none'" in html
    assert 'name="viewport"' in html
    assert "prefers-color-scheme: dark" in html


def test_only_https_becomes_a_link(given: GateInput) -> None:
    old = released({"3": "x\n"}, url="javascript:alert(1)")
    parsed = Page(page(sheet_of(given, comparison=difference(old, released({"1": "x\n"}), "0.9.0", "note"))))
    assert parsed.links
    assert all(link.startswith("https://") for link in parsed.links)


def test_a_long_diff_is_cut_and_says_so(given: GateInput) -> None:
    body = "".join(f"word{n} " for n in range(9000))
    compared = difference(released({"1": "x\n"}), released({"1": body}), "0.9.0", "note")
    text, html = both(sheet_of(given, comparison=compared))
    assert "more characters: see approval.html" in text
    assert "The diff goes on" in html


def test_reviewed_findings_are_named(given: GateInput) -> None:
    reviewed = (Reviewed(code="private-address", post="4", reason="an example | of mine"),)
    for text in both(sheet_of(given, reviewed=reviewed)):
        assert "let pass since the last release (1)" in text
        assert "private-address" in text


def test_only_findings_reviewed_since_the_last_tag_count(tmp_path: Path) -> None:
    baseline = tmp_path / "pressgate-baseline.json"
    config: Config = make_config(tmp_path, scan={"baseline": baseline})
    assert reviewed_since(config, None) == ()
    old = '{"fingerprint": "aa", "code": "email", "post": "1", "reason": "mine"}'
    baseline.write_text(f'{{"schema": 1, "salt": "00", "entries": [{old}]}}', encoding="utf-8")
    git(tmp_path, "init", "-q")
    commit(tmp_path, "v0.9.0")
    assert reviewed_since(config, "0.9.0") == ()
    assert [r.code for r in reviewed_since(config, None)] == ["email"]
    new = '{"fingerprint": "bb", "code": "phone", "post": "2", "reason": "an example"}'
    baseline.write_text(f'{{"schema": 1, "salt": "00", "entries": [{old}, {new}]}}', encoding="utf-8")
    assert reviewed_since(config, "0.9.0") == (Reviewed(code="phone", post="2", reason="an example"),)


def test_a_step_summary_is_cut_at_a_line(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    path.write_text("before\n", encoding="utf-8")
    write_summary(path, "short\n")
    assert path.read_text(encoding="utf-8") == "before\nshort\n"
    write_summary(path, "글 한 줄\n" * 200_000)
    assert path.stat().st_size < 1_048_576
    assert "read approval.html" in path.read_text(encoding="utf-8").splitlines()[-1]
