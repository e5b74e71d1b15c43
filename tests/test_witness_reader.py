"""Witnesses by name: files with their children, output folders, and how URLs of the site are compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora import write
from pressgate.witness import Witness, path_key, place, read, title_keys
from test_witness_documents import urlset

HOME = "https://blog.example.com/"
HOSTS = ("blog.example.com",)


def witness(root: Path, *names: str, base: str = "/", files: dict[str, str | bytes] | None = None) -> Witness:
    write(root, files or {})
    return read(names, root=root, home=HOME, hosts=HOSTS, base=base)


def index(*paths: str) -> bytes:
    children = "".join(f"<sitemap><loc>{HOME}{path}</loc></sitemap>" for path in paths)
    return f"<sitemapindex>{children}</sitemapindex>".encode()


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/a/b/", "a/b"),
        ("/a/b", "a/b"),
        ("/a/b/index.html", "a/b"),
        ("/a/b.html", "a/b.html"),
        ("/", ""),
        ("/index.html", ""),
        ("/%ED%95%9C%EA%B8%80/", "한글"),
        ("/한글", "한글"),
        ("/%E1%84%92%E1%85%A1%E1%86%AB/", "한"),
        ("/A/b", "A/b"),
        ("/a%2520b/", "a%20b"),
        ("/%FF/", None),
        ("/a/../b/", None),
        ("/a/%2e%2e/b/", None),
        ("/a%00b", None),
    ],
)
def test_paths_are_compared_decoded_and_without_their_ends(path: str, key: str | None) -> None:
    assert path_key(path) == key


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (f"{HOME}a/", f"{HOME}a/"),
        ("http://blog.example.com/a/", f"{HOME}a/"),
        ("HTTPS://BLOG.example.com/a/", f"{HOME}a/"),
        ("/a/", f"{HOME}a/"),
        ("https://blog.example.com", HOME),
        (f"{HOME}a/?page=2", None),
        (f"{HOME}a/#b", None),
        ("https://blog.example.com:8443/a/", None),
        ("https://x@blog.example.com/a/", None),
        ("https://other.example.com/a/", None),
        ("https://blog.example.com.evil.test/a/", None),
        ("https://evil.test\\@blog.example.com/a/", None),
        ("//evil.test/a/", None),
        ("javascript:alert(1)", None),
    ],
)
def test_only_pages_of_our_hosts_have_a_place(url: str, expected: str | None) -> None:
    found = place(url, HOME, HOSTS)
    assert (found.url if found else None) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("“Quoted” title", '"Quoted" title'),
        ("Ｆｕｌｌ width", "Full WIDTH"),
        ("A &amp; B", "A & B"),
        ("A <em>B</em>", "A B"),
        ("Use <T> now", "Use &lt;T&gt; now"),
        ("등대의  밤!", "등대의 밤"),
    ],
)
def test_titles_are_the_same_whatever_dresses_them(one: str, other: str) -> None:
    assert title_keys(one) & title_keys(other)


def test_different_titles_are_different() -> None:
    assert not title_keys("등대의 밤") & title_keys("등대의 낮")


def test_children_are_read_beside_their_parent(tmp_path: Path) -> None:
    files = {
        "public/sitemap.xml": index("ko/sitemap.xml", "sitemap-0.xml", "posts/sitemap.xml"),
        "public/ko/sitemap.xml": urlset(f"{HOME}ko/one/"),
        "public/sitemap-0.xml": urlset(f"{HOME}two/"),
        "public/posts/sitemap.xml": urlset(f"{HOME}posts/three/"),
    }
    found = witness(tmp_path, "public/sitemap.xml", files=files)
    assert set(found.listed) == {"ko/one", "two", "posts/three"}
    assert not found.problems


def test_children_below_the_base_are_read_beside_their_parent(tmp_path: Path) -> None:
    files = {"public/sitemap.xml": index("guide/ko/sitemap.xml"), "public/ko/sitemap.xml": urlset(f"{HOME}guide/one/")}
    assert set(witness(tmp_path, "public/sitemap.xml", base="/guide", files=files).listed) == {"guide/one"}


@pytest.mark.parametrize(
    "child",
    [b"", urlset(f"{HOME}one/")[:-9], None],
    ids=["empty", "cut off", "missing"],
)
def test_one_bad_child_spoils_the_witness(tmp_path: Path, child: bytes | None) -> None:
    files = {"sitemap.xml": index("a.xml", "b.xml"), "a.xml": urlset(f"{HOME}one/")}
    found = witness(tmp_path, "sitemap.xml", files=files if child is None else {**files, "b.xml": child})
    assert len(found.problems) == 1
    assert "b.xml" in found.problems[0]


def test_a_folder_may_lack_a_feed_that_its_index_names(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "public/sitemapindex.xml": index("sitemap.xml", "categories/lamps.xml"),
        "public/sitemap.xml": urlset(f"{HOME}one/"),
    }
    found = witness(tmp_path, "public", files=files)
    assert set(found.listed) == {"one"}
    assert not found.problems
    assert witness(tmp_path, "public/sitemapindex.xml", files={}).problems
    write(tmp_path, {"public/sitemapindex.xml": index("sitemap.xml", "posts-sitemap.xml")})
    assert "posts-sitemap.xml" in witness(tmp_path, "public", files={}).problems[0]


def test_a_missing_child_is_not_mistaken_for_its_parent(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"sitemap.xml": index("a.xml", "ko/sitemap.xml"), "a.xml": urlset(f"{HOME}one/")}
    assert "ko/sitemap.xml" in witness(tmp_path, "sitemap.xml", files=files).problems[0]


def test_children_elsewhere_are_left_out_and_never_outside_the_folder(tmp_path: Path) -> None:
    write(tmp_path, {"secret.xml": urlset(f"{HOME}secret/")})
    other = index("a.xml").replace(
        b"</sitemapindex>", b"<sitemap><loc>https://cdn.example.net/b.xml</loc></sitemap></sitemapindex>"
    )
    found = witness(
        tmp_path, "site/sitemap.xml", files={"site/sitemap.xml": other, "site/a.xml": urlset(f"{HOME}one/")}
    )
    assert set(found.listed) == {"one"}
    above = witness(tmp_path, "site/sitemap.xml", files={"site/sitemap.xml": index("%2e%2e/secret.xml")})
    assert "secret" not in above.listed
    assert above.problems


def test_an_index_that_leads_to_itself_ends(tmp_path: Path) -> None:
    files = {
        "sitemap.xml": index("a.xml"),
        "a.xml": index("b.xml", "a.xml"),
        "b.xml": index("c.xml"),
        "c.xml": index("a.xml"),
    }
    found = witness(tmp_path, "sitemap.xml", files=files)
    assert found.problems
    assert not found.listed


PAGE = "<!doctype html><html><head><title>{0} | Site</title></head><body><h1>{0}</h1>{1}</body></html>"


def test_a_folder_is_read_by_its_sitemap_and_feeds(tmp_path: Path) -> None:
    feed = f"<rss><channel><item><title>Two</title><link>{HOME}two.html</link></item></channel></rss>"
    files: dict[str, str | bytes] = {
        "out/sitemap.xml": urlset(f"{HOME}one/"),
        "out/feeds/all.rss.xml": feed,
        "out/one/index.html": PAGE.format("One", '<a href="/three/">3</a>'),
        "out/two.html": PAGE.format("Two", ""),
        "out/three/index.html": PAGE.format("Three", ""),
        "out/data.xml": "<no/>",
        "out/index.xml": "<opml/>",
    }
    found = witness(tmp_path, "out", files=files)
    assert set(found.listed) == {"one", "two.html"}
    assert found.listed["two.html"].titles == {"two"}
    assert found.page(f"{HOME}two.html", "two.html") is not None
    assert found.page(f"{HOME}one/", "one") is not None
    assert found.page(f"{HOME}four/", "four") is None


def test_a_sitemap_below_the_top_speaks_for_its_own_folder_alone(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "out/sitemap.xml": urlset(f"{HOME}one/"),
        "out/ko/sitemap.xml": urlset(f"{HOME}ko/", f"{HOME}ko/two/", f"{HOME}korea/", f"{HOME}gone/"),
        "out/old/sitemap.xml": index("ko/sitemap.xml", "gone.xml"),
    }
    found = witness(tmp_path, "out", files=files)
    assert set(found.listed) == {"one", "ko", "ko/two"}
    assert not found.problems


def test_a_broken_feed_in_the_folder_spoils_it(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"out/sitemap.xml": urlset(f"{HOME}one/"), "out/feed.xml": "<rss><channel>"}
    assert "feed.xml" in witness(tmp_path, "out", files=files).problems[0]


def test_a_whole_feed_that_is_no_sound_xml_is_passed_over_beside_a_sitemap(tmp_path: Path) -> None:
    atom = f'<feed><entry><link href="{HOME}two/"/><category term="Q & A"/></entry></feed>\n'
    files: dict[str, str | bytes] = {"out/sitemap.xml": urlset(f"{HOME}one/"), "out/blog/atom.xml": atom}
    found = witness(tmp_path, "out", files=files)
    assert set(found.listed) == {"one"}
    assert not found.problems
    assert "blog/atom.xml" in found.notes[0]
    (tmp_path / "out/sitemap.xml").unlink()
    assert "atom.xml" in witness(tmp_path, "out", files={}).problems[0]
    assert witness(tmp_path, "out/blog/atom.xml", files={}).problems


def test_without_a_sitemap_the_pages_that_others_link_to_are_listed(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "out/index.html": '<a href="one/">1</a><a href=\'/guide/two.html\'>2</a><a href="gone/">3</a>',
        "out/one/index.html": PAGE.format("One", '<a href="../three/">3</a><a href="#top">top</a>'),
        "out/two.html": PAGE.format("Two", '<!-- <a href="/guide/four/">4</a> -->'),
        "out/three/index.html": PAGE.format("Three", ""),
        "out/four/index.html": PAGE.format("Four", ""),
        "out/alone/index.html": PAGE.format("Alone", '<a href="/guide/alone/">me</a>'),
    }
    write(tmp_path, files)
    found = read(["out"], root=tmp_path, home=f"{HOME}guide/", hosts=HOSTS, base="/guide")
    assert set(found.listed) == {"guide/one", "guide/two.html", "guide/three"}


@pytest.mark.parametrize(
    ("head", "noindex", "redirect"),
    [
        ("", False, False),
        ('<meta name="robots" content="noindex, follow">', True, False),
        ("<META NAME=robots CONTENT='NOINDEX'>", True, False),
        ('<meta content="none" name="googlebot">', True, False),
        ('<meta name="robots" content="index">', False, False),
        ('<meta http-equiv="refresh" content="0; url=/b/">', False, True),
        ('<!-- <meta name="robots" content="noindex"> -->', False, False),
        ('<script>\'<meta name="robots" content="noindex">\'</script>', False, False),
    ],
)
def test_what_a_page_says_of_itself(tmp_path: Path, head: str, noindex: bool, redirect: bool) -> None:
    files: dict[str, str | bytes] = {
        "out/sitemap.xml": urlset(f"{HOME}one/"),
        "out/one/index.html": head + PAGE.format("One", ""),
    }
    page = witness(tmp_path, "out", files=files).page(f"{HOME}one/", "one")
    assert page is not None
    assert (page.noindex, page.redirect) == (noindex, redirect)


def test_a_folder_and_a_file_of_one_name_are_told_apart_by_the_slash(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "out/sitemap.xml": urlset(f"{HOME}a", f"{HOME}a/"),
        "out/a.html": PAGE.format("File", ""),
        "out/a/index.html": PAGE.format("Folder", ""),
    }
    found = witness(tmp_path, "out", files=files)
    file, *folders = (found.page(HOME + url, "a") for url in ("a", "a/", "a/index.html"))
    assert file is not None
    assert file.holds("file")
    assert all(folder and folder.holds("folder") for folder in folders)
    assert len(found.listed["a"].urls) == 2


def test_links_in_the_folder_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path, {"elsewhere/index.html": PAGE.format("One", ""), "out/sitemap.xml": urlset(f"{HOME}one/")})
    (tmp_path / "out" / "one").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    (tmp_path / "out" / "two.html").symlink_to(tmp_path / "elsewhere" / "index.html")
    assert witness(tmp_path, "out").pages == ()


def test_the_newest_day_and_a_digest_of_each_witness(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.xml": f"<urlset><url><loc>{HOME}one/</loc><lastmod>2024-01-02</lastmod></url></urlset>",
        "b.xml": f"<urlset><url><loc>{HOME}two/</loc><lastmod>2024-03-04</lastmod></url></urlset>",
    }
    found = witness(tmp_path, "a.xml", "b.xml", files=files)
    assert found.newest == "2024-03-04"
    assert set(found.digests) == {"a.xml", "b.xml"}
    again = witness(tmp_path, "a.xml", "b.xml", files={"b.xml": urlset(f"{HOME}three/")})
    assert again.digests["a.xml"] == found.digests["a.xml"]
    assert again.digests["b.xml"] != found.digests["b.xml"]
