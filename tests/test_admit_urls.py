"""A post's URL: an individual https page on an allowed host, exactly as written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora import codes, one, public
from pressgate.urls import Rules, path_segments, problems, url_key

RULES = Rules(home="https://blog.example.com/", hosts=("blog.example.com", "xn--oy2b15vt2h6ui.kr"))


def found(url: str, rules: Rules = RULES) -> set[str]:
    return {reason.code for reason in problems(url, rules)}


@pytest.mark.parametrize(
    "url",
    [
        "https://blog.example.com/101",
        "https://blog.example.com/posts/a-b_c~d.html",
        "https://blog.example.com/entry/%ED%95%9C%EA%B8%80",
        "https://blog.example.com/entry/한글-주소",
        "https://BLOG.example.com/Post",
        "https://블로그한글.kr/1",
        "https://blog.example.com/tags/python/intro",
        "https://blog.example.com/archives/12",
        "https://blog.example.com/100%25-sure",
        "https://blog.example.com/a:b;c,d@e+f=g&h'i(j)*",
    ],
)
def test_good_urls(url: str) -> None:
    hosts = (*RULES.hosts, url_key(url).split("/")[0]) if "한글.kr" in url else RULES.hosts  # type: ignore[union-attr]
    assert found(url, Rules(home=RULES.home, hosts=hosts)) == set()


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://blog.example.com/9", "url-not-https"),
        ("HTTPS://blog.example.com/9", "url-not-https"),
        ("//blog.example.com/9", "url-not-https"),
        ("https:/blog.example.com/9", "url-not-https"),
        ("https:blog.example.com/9", "url-not-https"),
        ("javascript:alert(1)", "url-not-https"),
        ("ftp://blog.example.com/9", "url-not-https"),
        ("https://blog.example.com.evil.test/7", "url-host"),
        ("https://evil.test/blog.example.com", "url-host"),
        ("https://blog.example.com./7", "url-host"),
        ("https://xblog.example.com/7", "url-host"),
        ("https:///7", "url-host"),
        ("https://[::1]/7", "url-host"),
        ("https://blog%2eexample.com/7", "url-host"),
        ("https://ｂｌｏｇ.example.com/7", "url-host"),
        ("https://blog。example.com/7", "url-host"),
        ("https://blоg.example.com/7", "url-host"),
        ("https://blog.example.com@evil.test/8", "url-userinfo"),
        ("https://evil.test@blog.example.com/8", "url-userinfo"),
        ("https://a:b@blog.example.com/8", "url-userinfo"),
        ("https://blog.example.com:443/8", "url-port"),
        ("https://blog.example.com:/8", "url-port"),
        ("https://blog.example.com/8?p=1", "url-query"),
        ("https://blog.example.com/8?", "url-query"),
        ("https://blog.example.com/8#x", "url-fragment"),
        ("https://blog.example.com/8#", "url-fragment"),
        ("https://blog.example.com", "url-is-home"),
        ("https://blog.example.com/", "url-is-home"),
        ("https://blog.example.com/index.html", "url-is-home"),
        ("https://blog.example.com/%69ndex.html", "url-is-home"),
        ("https://blog.example.com/tags/", "url-is-listing"),
        ("https://blog.example.com/Category/python", "url-is-listing"),
        ("https://blog.example.com/archive", "url-is-listing"),
        ("https://blog.example.com/page/2/", "url-is-listing"),
        ("https://blog.example.com/feed.xml", "url-is-listing"),
        ("https://blog.example.com/카테고리/x", "url-is-listing"),
        ("https://blog.example.com/a/../b", "url-path"),
        ("https://blog.example.com/./b", "url-path"),
        ("https://blog.example.com/a/%2e%2e/b", "url-path"),
        ("https://blog.example.com/a//b", "url-path"),
        ("https://blog.example.com//evil.test/", "url-path"),
        ("https://evil.test\\@blog.example.com/11", "url-characters"),
        ("https://blog.example.com/a b", "url-characters"),
        ("https://blog.example.com/a\tb", "url-characters"),
        ("https://blog.example.com/a\nb", "url-characters"),
        (" https://blog.example.com/a", "url-characters"),
        ("https://blog.example.com/a\u00a0b", "url-characters"),
        ("https://blog.example.com/a\u200bb", "url-characters"),
        ("https://blog.example.com/a\u202eb", "url-characters"),
        ("https://blog.example.com/<x>", "url-characters"),
        ('https://blog.example.com/"x', "url-characters"),
        ("https://blog.example.com/`x`", "url-characters"),
        ("https://blog.example.com/{x}", "url-characters"),
        ("https://blog.example.com/a%2", "url-characters"),
        ("https://blog.example.com/a%zz", "url-characters"),
        ("https://blog.example.com/a%2Fb", "url-characters"),
        ("https://blog.example.com/a%5cb", "url-characters"),
        ("https://blog.example.com/a%00b", "url-characters"),
        ("https://blog.example.com/a%0d%0ab", "url-characters"),
    ],
)
def test_bad_urls(url: str, code: str) -> None:
    assert code in found(url)


@given(st.text(max_size=60).map(lambda text: "https://blog.example.com/" + text) | st.text(max_size=60))
def test_nothing_breaks_the_reader_and_what_passes_is_plain(url: str) -> None:
    if not found(url):
        assert re.fullmatch(r"https://[^/?#@:\\\s]+/[^?#\\\s]+", url)
        assert (url_key(url) or "").startswith("blog.example.com/")
    url_key(url)
    path_segments(url)


def test_a_home_below_the_root_has_its_own_lists() -> None:
    rules = Rules(home="https://blog.example.com/blog/", hosts=("blog.example.com",))
    assert found("https://blog.example.com/blog", rules) == {"url-is-home"}
    assert found("https://blog.example.com/blog/tags/x/", rules) == {"url-is-listing"}
    assert found("https://blog.example.com/blog/one/", rules) == set()


def test_url_path_must_match_whole() -> None:
    rules = Rules(home=RULES.home, hosts=RULES.hosts, url_path=re.compile("/[1-9][0-9]*"))
    assert found("https://blog.example.com/12", rules) == set()
    assert found("https://blog.example.com/12/", rules) == {"url-path-mismatch"}
    assert found("https://blog.example.com/x/12", rules) == {"url-path-mismatch"}


@pytest.mark.parametrize(
    "same",
    [
        "https://blog.example.com/Entry/한글/",
        "https://BLOG.example.com/entry/%ED%95%9C%EA%B8%80",
        "https://blog.example.com/entry/%ed%95%9c%ea%b8%80/index.html",
        "http://user@blog.example.com/entry/한글",
    ],
)
def test_urls_that_are_one_page(same: str) -> None:
    assert url_key(same) == "blog.example.com/entry/한글"


def test_urls_that_are_two_pages() -> None:
    keys = [url_key(f"https://blog.example.com/{path}") for path in ("a", "a.html", "b/a", "index", "a/index.htm/x")]
    assert len(set(keys)) == 5


@pytest.mark.parametrize(
    ("line", "codes_"),
    [
        ("url:", {"url-missing"}),
        ("title: x", {"url-missing"}),
        ("url: /post/relative/", {"url-not-absolute"}),
        ("permalink: tables/syntax", {"url-not-absolute"}),
        ("공개 URL: 미발급", {"url-not-absolute"}),
        ("url: blog.example.com/1", {"url-not-absolute"}),
        ("url: [https://blog.example.com/1]", {"url-unreadable"}),
        ("url: https://blog.example.com/1\ncanonical_url: https://blog.example.com/2", {"url-conflict"}),
        ("url: https://blog.example.com/1\ncanonical: https://other.example.com/1", {"url-conflict"}),
        ("url: http://blog.example.com/?a", {"url-not-https", "url-query", "url-is-home"}),
    ],
)
def test_what_the_header_must_say(tmp_path: Path, line: str, codes_: set[str]) -> None:
    assert codes(one(tmp_path, public(line, url=None))) == codes_


@pytest.mark.parametrize(
    ("line", "url"),
    [
        ("url: ' https://blog.example.com/1 '", "https://blog.example.com/1"),
        ("url: https://blog.example.com/1\ncanonical_url: https://blog.example.com/1/", "https://blog.example.com/1"),
        ("permalink: /1/\ncanonicalURL: https://blog.example.com/1/", "https://blog.example.com/1/"),
        ("公開URL: https://blog.example.com/%E3%81%82", "https://blog.example.com/%E3%81%82"),
        ("发布地址: https://blog.example.com/文", "https://blog.example.com/文"),
    ],
)
def test_the_url_goes_out_as_written(tmp_path: Path, line: str, url: str) -> None:
    decision = one(tmp_path, public(line, url=None))
    assert decision.admitted, decision.reasons
    assert decision.post is not None
    assert decision.post.url == url


def test_the_url_and_every_other_reason_are_told_together(tmp_path: Path) -> None:
    text = "---\nurl: http://evil.test/\ndate: 2027-01-01\n---\n"
    assert codes(one(tmp_path, text)) == {
        *("status-missing", "url-not-https", "url-host", "url-is-home", "future-date", "empty-body"),
    }
