"""Silent posts, the site's rule and the witness: who goes out, and why the others stay."""

from __future__ import annotations

import re
from datetime import timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from corpora import NOW, admission, codes, write
from pressgate.model import Admission, Decision
from pressgate.witness import reader
from test_witness_documents import urlset

HOME = "https://blog.example.com/"
PROSE = "The lamp was lit at dusk and put out again at dawn."
PAGE = "<html><head><title>{0}</title>{2}</head><body><h1>{0}</h1><p>{1}</p></body></html>"


def post(title: str = "One", *lines: str, body: str = PROSE) -> str:
    return "\n".join(["---", f"title: {title}", *lines, "---", "", body, ""])


def feed(*items: tuple[str, str]) -> bytes:
    entries = "".join(f"<item><title>{title}</title><link>{HOME}{path}</link></item>" for path, title in items)
    return f"<rss><channel>{entries}</channel></rss>".encode()


def judged(
    root: Path,
    posts: dict[str, str | bytes],
    listed: bytes | None = None,
    generator: str = "vitepress",
    folder: dict[str, str | bytes] | None = None,
    **publish: Any,
) -> Admission:
    """The verdicts on `posts` of a site whose sitemap or feed is `listed`, or whose output folder holds `folder`."""
    if generator == "vitepress":
        write(root, {"posts/.vitepress/config.mts": "export default { cleanUrls: true }"})
    if listed is not None:
        write(root, {"out.xml": listed})
        publish = {"witness": ("out.xml",), **publish}
    if folder is not None:
        write(root / "out", folder)
        publish = {"witness": ("out",), **publish}
    return admission(root, posts, site={"generator": generator}, publish=publish)


def by_path(result: Admission) -> dict[str, Decision]:
    return {decision.source.path: decision for decision in result.decisions}


def only(result: Admission) -> Decision:
    (decision,) = result.decisions
    return decision


def test_ids_of_docusaurus_are_the_sites_own(tmp_path: Path) -> None:
    write(
        tmp_path, {"docusaurus.config.js": 'const c = { i18n: { defaultLocale: "en" }, docs: { path: "posts/docs" } };'}
    )
    posts: dict[str, str | bytes] = {"docs/a.md": post("One", "id: lamp"), "docs/oil/b.md": post("Two", "id: lamp")}
    result = judged(tmp_path, posts, urlset(f"{HOME}docs/lamp", f"{HOME}docs/oil/lamp"), "docusaurus")
    assert {decision.post.id for decision in result.admitted} == {"docs-lamp", "oil-lamp"}


@pytest.mark.parametrize(("hours", "code"), [(-1, None), (1, "future-date")])
def test_zenn_publishes_by_the_clock_of_japan(tmp_path: Path, hours: int, code: str | None) -> None:
    at = (NOW + timedelta(hours=9 + hours)).strftime("%Y-%m-%d %H:%M")
    text = post("One", "published: true", f"published_at: {at}")
    site = {"generator": "zenn", "home": "https://blog.example.com/", "timezone": timezone(timedelta(hours=13))}
    decision = only(admission(tmp_path, {"articles/abcdefghijklmn.md": text}, site=site))
    assert [reason.code for reason in decision.reasons] == ([code] if code else [])


def test_links_in_mkdocs_are_read_by_the_source_s_folder_where_they_name_a_file(tmp_path: Path) -> None:
    links = '![a](../img/a.png) ![none](../img/b.png) <img src="../../img/a.png"> [out](../../mkdocs.yml)'
    write(tmp_path, {"mkdocs.yml": "docs_dir: posts", "posts/img/a.png": b"."})
    posts: dict[str, str | bytes] = {"lamp/one.md": post("One", body=f"{PROSE}\n\n{links}")}
    decision = only(judged(tmp_path, posts, urlset(f"{HOME}lamp/one/"), "mkdocs"))
    assert decision.post
    assert re.findall(r"\]\(([^)]*)|src=\"([^\"]*)", decision.post.body) == [
        (f"{HOME}img/a.png", ""),
        (f"{HOME}lamp/img/b.png", ""),
        ("", f"{HOME}img/a.png"),
        (f"{HOME}mkdocs.yml", ""),
    ]


@pytest.mark.parametrize(
    ("status", "code"),
    [("new", None), ("deprecated", None), ("fresh", None), ("draft", "status-not-public"), ("odd", "status-unknown")],
)
def test_the_marks_of_a_theme_are_no_status(tmp_path: Path, status: str, code: str | None) -> None:
    write(tmp_path, {"mkdocs.yml": "docs_dir: posts\nextra: {status: {fresh: Fresh, draft: Not ready}}"})
    decision = only(judged(tmp_path, {"one.md": post("One", f"status: {status}")}, urlset(f"{HOME}one/"), "mkdocs"))
    assert [reason.code for reason in decision.reasons] == ([code] if code else [])


def test_a_silent_post_goes_out_where_the_witness_lists_its_page(tmp_path: Path) -> None:
    result = judged(tmp_path, {"one.md": post(), "two.md": post("Two")}, urlset(f"{HOME}one"))
    decisions = by_path(result)
    assert decisions["one.md"].admitted
    assert decisions["one.md"].post.url == f"{HOME}one"
    assert codes(decisions["two.md"]) == {"not-in-witness"}
    message = decisions["two.md"].reasons[0].message
    assert "/two is not in out.xml" in message
    assert "permalink" in message
    assert set(result.witness) == {"out.xml"}


def test_the_url_goes_out_as_the_site_writes_it(tmp_path: Path) -> None:
    url = f"{HOME}%EB%93%B1%EB%8C%80/"
    assert only(judged(tmp_path, {"등대.md": post()}, urlset(url))).post.url == url


def test_case_counts_between_a_post_and_its_page(tmp_path: Path) -> None:
    assert codes(only(judged(tmp_path, {"one.md": post()}, urlset(f"{HOME}One")))) == {"not-in-witness"}


@pytest.mark.parametrize("listed", [None, b"", urlset(f"{HOME}one")[:-8], urlset("https://other.example.com/one")])
def test_a_witness_that_says_nothing_admits_nothing_silent(tmp_path: Path, listed: bytes | None) -> None:
    spoken = post("Spoken", "draft: false", f"url: {HOME}spoken/")
    posts: dict[str, str | bytes] = {"one.md": post(), "spoken.md": spoken}
    result = judged(tmp_path, posts, listed, witness=("out.xml",))
    decisions = by_path(result)
    assert codes(decisions["one.md"]) == {"witness-unreadable"}
    assert decisions["spoken.md"].admitted
    (warning,) = result.warnings
    assert warning.startswith("witness out.xml: ")
    assert "\n" not in warning


def test_one_unreadable_witness_of_two_admits_nothing_silent(tmp_path: Path) -> None:
    result = judged(tmp_path, {"one.md": post()}, urlset(f"{HOME}one"), witness=("out.xml", "gone.xml"))
    assert codes(only(result)) == {"witness-unreadable"}


def test_a_huge_sitemap_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "out.xml").open("wb") as file:
        file.write(urlset(f"{HOME}one"))
        file.truncate(200 * 1024 * 1024)
    monkeypatch.setattr(reader, "read_document", lambda _: pytest.fail("the file was read"))
    result = judged(tmp_path, {"one.md": post()}, witness=("out.xml",))
    assert codes(only(result)) == {"witness-unreadable"}
    assert "larger than" in result.warnings[0]


def test_without_a_witness_silence_refuses(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"one.md": post(), "two.md": post("Two", "draft: false")}
    decisions = by_path(judged(tmp_path, posts))
    assert codes(decisions["one.md"]) == {"status-missing"}
    assert codes(decisions["two.md"]) == {"url-unconfirmed"}


def test_a_veto_comes_before_the_witness(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {
        "draft.md": post("Draft", "draft: true"),
        "later.md": post("Later", "date: 2099-01-01"),
        "drafts/inside.md": post("Inside"),
    }
    result = judged(tmp_path, posts, urlset(f"{HOME}draft", f"{HOME}later", f"{HOME}drafts/inside"))
    assert not result.admitted


@pytest.mark.parametrize("line", ["sitemap: false", "sitemap: {disable: true}"])
def test_what_is_off_the_sitemap_goes_out_by_the_word_of_a_feed_alone(tmp_path: Path, line: str) -> None:
    posts: dict[str, str | bytes] = {"one.md": post("One", line)}
    folder: dict[str, str | bytes] = {"one.html": PAGE.format("One", PROSE, ""), "index.html": '<a href="/one">One</a>'}
    assert codes(only(judged(tmp_path / "sitemap", posts, urlset(f"{HOME}one")))) == {"unlisted"}
    assert codes(only(judged(tmp_path / "folder", posts, folder=folder))) == {"unlisted"}
    assert only(judged(tmp_path / "feed", posts, feed(("one", "One")))).admitted
    folder["feed.xml"] = feed(("one", "One"))
    folder["sitemap.xml"] = urlset(f"{HOME}two")
    assert only(judged(tmp_path / "both", posts, folder=folder)).admitted


def test_a_word_for_public_does_not_stand_in_for_the_feed(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"one.md": post("One", "draft: false", "sitemap: false")}
    result = judged(tmp_path, posts, urlset(f"{HOME}two"), permalink="/:title/")
    assert codes(only(result)) == {"unlisted"}


HUGO_DATES = [
    ("", ("date: 2099-01-01", "publishDate: 2024-01-01"), set()),
    ("", ("date: 2099-01-01", "pubDate: 2024-01-01"), set()),
    ("", ("date: 2099-01-01", "published: 2024-01-01"), set()),
    ("", ("date: 2099-01-01", "PublishDate: 2024-01-01"), set()),
    ("", ("date: 2024-01-01", "publishDate: 2099-01-01"), {"future-date"}),
    ("", ("date: 2024-01-01", "publishDate: 2024-01-01", "pubDate: 2099-01-01"), {"future-date"}),
    ("", ("date: 2099-01-01", "lastmod: 2024-01-01"), {"future-date"}),
    ("", ("date: 2099-01-01", "published_at: 2024-01-01"), {"future-date"}),
    ("", ("date: 2099-01-01", "publishDate: soon"), {"future-date", "date-unreadable"}),
    ("", ("date: 2099-01-01", "publishDate:"), {"future-date"}),
    ("", ("date: 2099-01-01", "publishDate: 2024-01-01", "expiryDate: 2025-01-01"), {"expired"}),
    ("publishDate = ['date', 'publishDate']", ("date: 2099-01-01", "publishDate: 2024-01-01"), {"future-date"}),
    ("publishDate = ['released', 'date']", ("date: 2099-01-01", "publishDate: 2024-01-01"), {"future-date"}),
    ("date = ['lastmod']", ("date: 2099-01-01", "publishDate: 2024-01-01"), set()),
]


@pytest.mark.parametrize(("order", "lines", "expected"), HUGO_DATES)
def test_hugo_goes_by_its_publish_date(tmp_path: Path, order: str, lines: tuple[str, ...], expected: set[str]) -> None:
    write(tmp_path, {"hugo.toml": f"contentDir = 'posts'\n[frontmatter]\n{order}\n"})
    result = judged(tmp_path, {"one.md": post("One", *lines)}, urlset(f"{HOME}one/"), "hugo")
    assert codes(only(result)) == expected
    if not expected:
        assert only(result).post.moment.year == 2024
        assert result.clock.year == 2023  # midnight in Seoul


def test_other_sites_wait_for_every_date(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"one.md": post("One", "date: 2099-01-01", "publishDate: 2024-01-01")}
    assert codes(only(judged(tmp_path, posts, urlset(f"{HOME}one")))) == {"future-date"}


def test_a_permalink_of_ones_own_and_a_word_for_public_need_no_witness(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {
        "2024-03-05-one.md": post("One", "draft: false"),
        "2024-03-06-two.md": post("Two"),
    }
    decisions = by_path(judged(tmp_path, posts, permalink="/:year/:month/:day/:title/"))
    assert decisions["2024-03-05-one.md"].post.url == f"{HOME}2024/03/05/one/"
    assert codes(decisions["2024-03-06-two.md"]) == {"status-missing"}


def test_a_permalink_of_ones_own_is_confirmed_for_silent_posts(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"one.md": post("One", "date: 2024-03-05")}
    result = judged(tmp_path, posts, urlset(f"{HOME}2024/one/"), "explicit", permalink="/:year/:slug/")
    assert only(result).post.url == f"{HOME}2024/one/"


def test_a_posts_own_url_is_confirmed_for_silent_posts(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {
        "one.md": post("One", f"url: {HOME}p/1"),
        "two.md": post("Two", f"url: {HOME}p/2"),
        "three.md": post("Three", "permalink: /p/3/"),
        "four.md": post("Four", "permalink: /p/4/"),
    }
    result = judged(tmp_path, posts, urlset(f"{HOME}p/1/", f"{HOME}p/3/"), "explicit")
    assert {decision.source.path for decision in result.admitted} == {"one.md", "three.md"}


def test_a_file_that_the_site_leaves_out_stays(tmp_path: Path) -> None:
    write(tmp_path, {"mkdocs.yml": "docs_dir: posts\nexclude_docs: /secret.md\n"})
    result = judged(
        tmp_path, {"secret.md": post(), "one.md": post()}, urlset(f"{HOME}secret/", f"{HOME}one/"), "mkdocs"
    )
    assert codes(by_path(result)["secret.md"]) == {"not-built"}
    assert by_path(result)["one.md"].admitted


def test_a_page_that_the_site_hides_stays(tmp_path: Path) -> None:
    write(tmp_path, {"hugo.toml": 'contentDir = "posts"'})
    posts: dict[str, str | bytes] = {"one.md": post("One", "build: {list: never}")}
    assert codes(only(judged(tmp_path, posts, urlset(f"{HOME}one/"), "hugo"))) == {"hidden-by-site"}


def test_a_redirect_stays(tmp_path: Path) -> None:
    write(tmp_path, {"posts/_config.yml": "permalink: /:title/"})
    posts: dict[str, str | bytes] = {"_posts/2024-01-05-one.md": post("One", "redirect_to: /two/")}
    assert codes(only(judged(tmp_path, posts, urlset(f"{HOME}one/"), "jekyll"))) == {"redirect"}


def test_a_time_is_read_as_the_site_reads_it(tmp_path: Path) -> None:
    """Jekyll takes a naive time with seconds for UTC, in which 05:00 has not come at midnight UTC."""
    write(tmp_path, {"posts/_config.yml": "permalink: /:title/\ntimezone: Asia/Seoul\n"})
    posts: dict[str, str | bytes] = {
        "_posts/2024-01-05-one.md": post("One", "date: 2026-11-30 05:00:00"),
        "_posts/2024-01-05-two.md": post("Two", "date: 2026-11-30 05:00"),
    }
    decisions = by_path(judged(tmp_path, posts, urlset(f"{HOME}one/", f"{HOME}two/"), "jekyll"))
    assert codes(decisions["_posts/2024-01-05-one.md"]) == {"future-date"}
    assert decisions["_posts/2024-01-05-two.md"].admitted


def test_two_claimants_both_stay_even_where_one_is_refused_anyway(tmp_path: Path) -> None:
    write(tmp_path, {"hugo.toml": 'contentDir = "posts"'})
    posts: dict[str, str | bytes] = {
        "a.md": post("A", "slug: same"),
        "b.md": post("B", "slug: same", "draft: true"),
        "c.md": post("C", "url: /Here/"),
        "d.md": post("D", "url: /here/"),
        "e.md": post("E"),
        "f.md": post("F", "url: /F2/", "draft: true"),
        "g.md": post("G", "url: /f2/"),
        "broken.md": "---\ntitle: [x\n---\n",
        "broken/_index.md": post("Broken section"),
    }
    listed = urlset(f"{HOME}same/", f"{HOME}Here/", f"{HOME}here/", f"{HOME}e/", f"{HOME}broken/", f"{HOME}f2/")
    decisions = by_path(judged(tmp_path, posts, listed, "hugo"))
    for path in ("a.md", "b.md", "c.md", "d.md", "broken/_index.md"):
        assert not decisions[path].admitted, path
    for path in ("a.md", "c.md", "d.md", "g.md", "broken/_index.md"):
        assert "duplicate-url" in codes(decisions[path]), path
    assert decisions["e.md"].admitted


@pytest.mark.parametrize("rival", ["one.html", "one.rst", "One.MKD", "one/index.html", "one/README.rst"])
def test_an_unread_file_for_the_same_page_keeps_the_post_back(tmp_path: Path, rival: str) -> None:
    posts: dict[str, str | bytes] = {"one.md": post(), rival: "Another text"}
    result = judged(tmp_path, posts, urlset(f"{HOME}one"))
    assert codes(by_path(result)["one.md"]) == {"duplicate-url"}


def test_an_unread_file_beside_an_index_keeps_it_back(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"one/index.md": post(), "one.adoc": "Another text"}
    assert codes(by_path(judged(tmp_path, posts, urlset(f"{HOME}one/")))["one/index.md"]) == {"duplicate-url"}


def test_a_file_that_is_no_post_here_claims_its_page_all_the_same(tmp_path: Path) -> None:
    write(tmp_path, {"posts/_config.yml": "permalink: /:title/"})
    posts: dict[str, str | bytes] = {
        "_posts/2024-01-05-one.md": post("One"),
        "_posts/deep/2024-01-06-one.html": post("One"),
        "_posts/2024-01-05-two.md": post("Two"),
        "_posts/2024-01-05-other.mkd": post("Other", "permalink: /two/"),
        "_posts/2024-01-05-three.md": post("Three"),
    }
    listed = urlset(*[f"{HOME}{name}/" for name in ("one", "two", "three")])
    result = judged(tmp_path, posts, listed, "jekyll")
    assert {decision.source.path for decision in result.admitted} == {"_posts/2024-01-05-three.md"}
    assert codes(by_path(result)["_posts/2024-01-05-two.md"]) == {"duplicate-url"}


def test_another_title_in_the_feed_refuses(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"one.md": post("“One” &amp; all"), "two.md": post("Two")}
    result = judged(tmp_path, posts, feed(("one", '"One" &amp;amp; All'), ("two", "Quite another")))
    decisions = by_path(result)
    assert decisions["one.md"].admitted
    assert codes(decisions["two.md"]) == {"witness-title"}


def test_a_page_that_is_listed_twice_is_ambiguous(tmp_path: Path) -> None:
    result = judged(tmp_path, {"one.md": post()}, urlset(f"{HOME}one", f"{HOME}one/"))
    assert codes(only(result)) == {"witness-ambiguous"}


def test_a_post_that_may_be_either_of_two_pages_is_ambiguous(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"_posts/one.md": post("One", "date: 2024-01-31 23:30:00")}
    listed = urlset(f"{HOME}2024/01/31/one/", f"{HOME}2024/02/01/one/")
    write(tmp_path, {"_config.yml": "source_dir: posts\npermalink: :year/:month/:day/:title/\n"})
    assert codes(only(judged(tmp_path, posts, listed, "hexo"))) == {"witness-ambiguous"}


@pytest.mark.parametrize(
    ("items", "goes"),
    [
        ([("blog/one/", "The one"), ("blog/two/", "The other")], True),
        ([("blog/one/", "The one"), ("notes/one/", "Another")], False),
        ([("blog/one/", "The one"), ("blog/two/", "The one")], False),
        ([("blog/one/", "Another"), ("blog/two/", "The one")], False),
        ([("blog/one/", "Another")], False),
        ([("blog/uno/", "The one")], False),
    ],
)
def test_without_a_rule_name_and_title_must_both_be_alone_and_agree(
    tmp_path: Path, items: list[tuple[str, str]], goes: bool
) -> None:
    result = judged(tmp_path, {"one.md": post("The one")}, feed(*items), "astro")
    assert only(result).admitted is goes
    if not goes:
        assert codes(only(result)) == {"not-in-witness"}


def test_name_and_title_never_take_a_page_that_is_foretold_for_another(tmp_path: Path) -> None:
    write(tmp_path, {"astro.config.mjs": 'export default { srcDir: "posts" }'})
    posts: dict[str, str | bytes] = {"data/one.md": post("The one"), "pages/one.md": post("The one")}
    decisions = by_path(judged(tmp_path, posts, feed(("one/", "The one")), "astro"))
    assert decisions["pages/one.md"].admitted
    assert codes(decisions["data/one.md"]) == {"not-in-witness"}


def folder(title: str = "One", text: str = PROSE, head: str = "") -> dict[str, str | bytes]:
    return {"sitemap.xml": urlset(f"{HOME}one"), "one.html": PAGE.format(title, text, head)}


def test_the_output_folder_holds_the_posts_page_and_text(tmp_path: Path) -> None:
    assert only(judged(tmp_path, {"one.md": post()}, folder=folder())).admitted


def test_markup_around_the_text_changes_nothing(tmp_path: Path) -> None:
    text = PROSE.replace("lamp", "<em>l</em>amp").replace("lit", "l&#105;t").upper()
    assert only(judged(tmp_path, {"one.md": post()}, folder=folder(text=text))).admitted


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"sitemap.xml": urlset(f"{HOME}one"), "two.html": PAGE.format("Two", "", "")}, "page-missing"),
        (folder(head='<meta name="robots" content="noindex">'), "noindex"),
        (folder(head='<meta http-equiv="refresh" content="0;url=/two">'), "redirect"),
        (folder(text="Quite another text stands here, under the same name and title."), "witness-text"),
    ],
    ids=["no page", "noindex", "redirect", "other text"],
)
def test_what_the_output_folder_says_against_a_post(tmp_path: Path, content: dict, code: str) -> None:
    assert codes(only(judged(tmp_path, {"one.md": post()}, folder=content))) == {code}


def test_a_post_without_prose_is_found_by_its_title(tmp_path: Path) -> None:
    code = "```\nprint('only code in this post')\n```"
    assert only(judged(tmp_path / "a", {"one.md": post(body=code)}, folder=folder())).admitted
    other = judged(tmp_path / "b", {"one.md": post("Another", body=code)}, folder=folder())
    assert codes(only(other)) == {"witness-title"}


def test_text_that_no_page_shows_is_not_looked_for(tmp_path: Path) -> None:
    unseen = "\n".join(
        ["<!--", *(f"Note number {number} to the editor of this very post" for number in range(20)), "-->"]
    )
    assert only(judged(tmp_path, {"one.md": post(body=f"{unseen}\n\n{PROSE}")}, folder=folder())).admitted


def test_a_posts_own_word_does_not_outweigh_its_page(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"one.md": post("One", "draft: false", f"url: {HOME}one")}
    content = folder(head='<meta name="robots" content="noindex">')
    assert codes(only(judged(tmp_path, posts, generator="explicit", folder=content))) == {"noindex"}


def test_the_home_page_is_a_post_in_documentation_alone(tmp_path: Path) -> None:
    home = only(judged(tmp_path / "a", {"index.md": post()}, urlset(HOME)))
    assert (home.admitted, home.post.url if home.post else None) == (True, HOME)
    assert codes(only(judged(tmp_path / "b", {"index.md": post()}, urlset(f"{HOME}one")))) == {"not-in-witness"}
    write(tmp_path / "c", {"hugo.toml": 'contentDir = "posts"'})
    page = judged(tmp_path / "c", {"one.md": post("One", "url: /")}, urlset(HOME), generator="hugo")
    assert codes(only(page)) == {"url-is-home"}


def test_a_file_without_a_header_goes_out_only_where_that_is_normal(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"one.md": f"# One\n\n{PROSE}\n"}
    assert only(judged(tmp_path / "a", posts, urlset(f"{HOME}one"))).admitted
    write(tmp_path / "b", {"hugo.toml": 'contentDir = "posts"'})
    assert codes(only(judged(tmp_path / "b", posts, urlset(f"{HOME}one/"), "hugo"))) == {"no-header"}


def test_an_old_witness_is_a_warning(tmp_path: Path) -> None:
    listed = f"<urlset><url><loc>{HOME}one</loc><lastmod>2024-01-01</lastmod></url></urlset>".encode()
    result = judged(tmp_path, {"one.md": post("One", "date: 2024-02-01")}, listed)
    assert only(result).admitted
    assert "2024-01-01" in result.warnings[0]
    assert not judged(tmp_path, {"one.md": post("One", "date: 2023-02-01")}, listed).warnings


def test_a_missing_configuration_is_a_warning(tmp_path: Path) -> None:
    result = judged(tmp_path, {"one.md": post()}, urlset(f"{HOME}one/"), "hugo")
    assert "no configuration" in result.warnings[0]


def test_nikolas_meta_file_is_the_posts_header(tmp_path: Path) -> None:
    meta = ".. title: {}\n.. date: 2024-01-05 09:00:00\n.. slug: {}\n"
    posts: dict[str, str | bytes] = {
        "one.md": PROSE,
        "one.meta": meta.format("One", "first"),
        "two.md": PROSE,
        "two.meta": meta.format("Two", "two") + ".. status: draft\n",
        "both.md": post("Both"),
        "both.meta": meta.format("Both", "both"),
        "other.md": PROSE,
        "other.meta": "title: In no style of Nikola's\n",
    }
    write(tmp_path, {"conf.py": 'POSTS = (("posts/*.md", "", "post.tmpl"),)\n'})
    result = judged(
        tmp_path, posts, urlset(*(f"{HOME}{name}/" for name in ("first", "two", "both", "other"))), "nikola"
    )
    decisions = by_path(result)
    assert decisions["one.md"].admitted
    assert (decisions["one.md"].post.title, decisions["one.md"].post.date) == ("One", "2024-01-05")
    assert decisions["one.md"].post.body == PROSE
    assert codes(decisions["two.md"]) == {"status-not-public"}
    assert decisions["two.md"].reasons[0].line is None
    assert "hidden-by-site" in codes(decisions["both.md"])
    assert "hidden-by-site" in codes(decisions["other.md"])


@pytest.mark.parametrize("title", ["One | Blog", "Blog - One", "One &middot; Blog", "One — Part &#8211; Blog", "One"])
def test_the_sites_name_in_a_pages_title_does_not_count(tmp_path: Path, title: str) -> None:
    write(tmp_path, {"_config.yml": "source_dir: posts\npermalink: :year/:title/\n"})
    own = "One — Part" if "Part" in title else "One"
    html = "<html><head><title>{}</title></head><body><p>{}</p></body></html>"
    folder: dict[str, str | bytes] = {
        "2023/one/index.html": html.format(title, PROSE),
        "2023/two/index.html": html.format("Two | Blog", "Another text."),
        "sitemap.xml": urlset(f"{HOME}2023/one/", f"{HOME}2023/two/"),
    }
    result = judged(tmp_path, {"_posts/one.md": post(own), "_posts/two.md": post("Blog")}, None, "hexo", folder)
    decisions = by_path(result)
    assert decisions["_posts/one.md"].post.url == f"{HOME}2023/one/"
    assert not decisions["_posts/two.md"].admitted


def test_two_spellings_of_one_url_are_one(tmp_path: Path) -> None:
    items = feed(("등대", "One"), ("%EB%93%B1%EB%8C%80", "One"))
    assert only(judged(tmp_path, {"등대.md": post()}, items)).post.url == f"{HOME}%EB%93%B1%EB%8C%80"


def test_a_link_does_not_contradict_the_feed(tmp_path: Path) -> None:
    folder: dict[str, str | bytes] = {
        "one/index.html": PAGE.format("One", PROSE, ""),
        "two/index.html": PAGE.format("Two", '<a href="../one">One</a>', ""),
        "feed.xml": feed(("one/", "One")),
    }
    result = judged(tmp_path, {"one.md": post("One", "permalink: /one/")}, None, "explicit", folder)
    assert only(result).post.url == f"{HOME}one/"


def test_hexo_reads_headers_that_are_indented_with_tabs(tmp_path: Path) -> None:
    text = "---\ntitle: One\ntags:\n\t- a\n\t- b\n---\n\n\tcode\n"
    write(tmp_path, {"_config.yml": "source_dir: posts\npermalink: ':title/'\n"})
    decision = only(judged(tmp_path, {"_posts/one.md": text}, urlset(f"{HOME}one/"), "hexo"))
    assert decision.admitted
    assert decision.post.tags == ("a", "b")
    assert "\tcode" in decision.post.body
    assert "header-broken" in codes(only(judged(tmp_path / "other", {"one.md": text}, urlset(f"{HOME}one"))))


def test_a_permalink_of_ones_own_that_lacks_a_value_is_no_url(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"one.md": post("One", "draft: false")}
    assert codes(only(judged(tmp_path, posts, permalink="/:year/:title/"))) == {"url-missing"}


@pytest.mark.parametrize("url", ["https://other.example.com/one", f"{HOME}two", f"{HOME}elsewhere/"])
@pytest.mark.parametrize("name", ["canonical", "canonical_url", "canonicalURL"])
def test_a_canonical_url_is_not_where_the_generator_puts_the_page(tmp_path: Path, name: str, url: str) -> None:
    posts: dict[str, str | bytes] = {"one.md": post("One", f"{name}: {url}", "draft: false")}
    listed = (f"{HOME}two", f"{HOME}elsewhere/")
    assert only(judged(tmp_path / "a", posts, urlset(f"{HOME}one", *listed))).post.url == f"{HOME}one"
    assert codes(only(judged(tmp_path / "b", posts, urlset(*listed)))) == {"not-in-witness"}
    assert codes(only(judged(tmp_path / "c", posts))) == {"url-unconfirmed"}


def test_a_headers_url_that_the_generator_does_not_use_admits_nothing(tmp_path: Path) -> None:
    posts: dict[str, str | bytes] = {"one.md": post("One", f"url: {HOME}elsewhere/", "draft: false")}
    assert only(judged(tmp_path / "a", posts, urlset(f"{HOME}one", f"{HOME}elsewhere/"))).post.url == f"{HOME}one"
    assert codes(only(judged(tmp_path / "b", posts, urlset(f"{HOME}elsewhere/")))) == {"not-in-witness"}
    assert codes(only(judged(tmp_path / "c", posts))) == {"url-unconfirmed"}


def test_hexos_dates_may_be_off_by_a_day_where_no_better_page_is_listed(tmp_path: Path) -> None:
    write(tmp_path, {"_config.yml": "source_dir: posts\npermalink: ':year/:month/:day/:name/'\n"})
    posts: dict[str, str | bytes] = {
        "_posts/a/daily.md": post("One", "date: 2024-01-05 10:00:00", "categories: a"),
        "_posts/b/daily.md": post("Two", "date: 2024-01-06 10:00:00", "categories: b"),
        "_posts/once.md": post("Three", "date: 2024-01-31 10:00:00"),
        "_posts/never.md": post("Four", "date: 2024-01-31 10:00:00"),
    }
    listed = ("2024/01/05/daily/", "2024/01/06/daily/", "2024/02/01/once/", "2024/02/02/never/")
    decisions = by_path(judged(tmp_path, posts, urlset(*(f"{HOME}{path}" for path in listed)), "hexo"))
    urls = {path: decision.post.url for path, decision in decisions.items() if decision.admitted}
    assert urls == {
        "_posts/a/daily.md": f"{HOME}2024/01/05/daily/",
        "_posts/b/daily.md": f"{HOME}2024/01/06/daily/",
        "_posts/once.md": f"{HOME}2024/02/01/once/",
    }
    twice = urlset(f"{HOME}2024/01/30/once/", f"{HOME}2024/02/01/once/")
    assert codes(by_path(judged(tmp_path, posts, twice, "hexo"))["_posts/once.md"]) == {"witness-ambiguous"}
