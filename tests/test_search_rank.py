"""Search through the wheel's own tool: what is found, in what order, and which section is to be opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from served import ask, call, post, text, write_data

GUIDE = """Words of greeting.

# 설치하기

패키지를 내려받아 설치합니다.

## 리눅스에서 설치

apt 명령으로 패키지를 설치하세요.

## Uninstall

Remove the package again.

```sh
# Uninstall nothing
```
"""
POSTS = [
    post("01", GUIDE, title="설치 안내", category="안내", date="2026-01-10", description="설치를 돕는 글"),
    post("02", "서버 로그를 보는 법. " * 20, title="서버 로그", category="운영", date="2026-02-20", tags=["로그"]),
    post("03", "How to read getStaticPaths() output.\n", title="Static paths", category="안내", date="2026-03-30"),
    post("04", "We once wrote about static paths, among much else. " * 30, title="Other things"),
    post("05", "웹사이트를 만들기 전에 책을 읽으세요.", title="전자책"),
    post("06", "同じ言葉。データベースの設計について書きます。", title="データベース設計"),
    post("07", "same words", title="Twin"),
    post("08", "same words", title="Twin"),
]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_data(tmp_path_factory.mktemp("data"), POSTS, language="ko")


def found(data: Path, query: str, **arguments: Any) -> list[str]:
    result = call(data, "search_articles", query=query, **arguments)
    assert not result.is_error, text(result)
    return [hit["id"] for hit in result.structured_content["hits"]]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("설치", "01"),
        ("설치를 어떻게 하나요", "01"),
        ("로그", "02"),
        ("server 로그", "02"),
        ("static path", "03"),
        ("getStaticPaths", "03"),
        ("データベース", "06"),
        ("설계 データ", "06"),
    ],
)
def test_the_right_post_is_first(data: Path, query: str, first: str) -> None:
    assert found(data, query)[0] == first


def test_any_word_finds_and_equal_posts_stand_in_the_order_of_their_ids(data: Path) -> None:
    assert found(data, "same nonsense letters") == ["07", "08"]


def test_one_syllable_finds_words_that_begin_with_it(data: Path) -> None:
    assert found(data, "웹") == ["05"]
    assert found(data, "책") == ["05"]


@pytest.mark.parametrize(
    "query",
    [
        '"' * 200,
        "😀",
        "NEAR(설치, 2)",
        "설치*",
        'title:"설치"',
        "'; DROP TABLE posting; --",
        "설치 AND OR NOT",
        "%_\\",
        "\n\t설치\n",
        "\x00설치",
        "ㅋㅋ",
        "ﷺ" * 200,
        "{query} {0}",
    ],
)
def test_any_text_is_a_plain_query(data: Path, query: str) -> None:
    ids = found(data, query)
    assert ids[:1] == (["01"] if "설치" in query else [])
    assert found(data, query) == ids


def test_a_hit_has_all_that_is_needed_to_open_it(data: Path) -> None:
    result = call(data, "search_articles", query="리눅스 apt 설치", limit=1)
    (hit,) = result.structured_content["hits"]
    score = hit.pop("score")
    assert score > 0
    assert hit == {
        "id": "01",
        "title": "설치 안내",
        "url": "https://blog.example.com/01",
        "category": "안내",
        "date": "2026-01-10",
        "snippet": "apt 명령으로 패키지를 설치하세요.",
        "section": "리눅스에서 설치",
    }
    assert all(part in text(result) for part in (hit["title"], hit["url"], hit["section"], hit["snippet"], "[01]"))
    opened = call(data, "get_article", article_id=hit["id"], section=hit["section"])
    assert "apt 명령으로" in text(opened)
    assert "Words of greeting" not in text(opened)


def test_a_hit_links_to_its_resource(data: Path) -> None:
    result = call(data, "search_articles", query="로그", limit=1)
    assert [str(link.uri) for link in result.content[1:]] == ["post:///02"]


def test_what_stands_above_the_first_heading_is_no_section(data: Path) -> None:
    (hit,) = call(data, "search_articles", query="greeting").structured_content["hits"]
    assert "section" not in hit
    assert hit["snippet"] == "Words of greeting."


@pytest.mark.parametrize(
    ("body", "query"),
    [
        ("Zur Sache: ÜBER die Brücke.", "über"),
        ("Nous étions au CAFÉ du coin.", "café"),
        ("Про Базы Данных.", "базы"),
        ("İstanbul'da GETstaticPATHS ve ŞEHİR", "getstaticpaths"),
    ],
)
def test_a_snippet_shows_the_word_whatever_its_case(tmp_path: Path, body: str, query: str) -> None:
    corpus = write_data(tmp_path, [post("01", "가나다 라마바. " * 200 + body, title="Far below")])
    (hit,) = call(corpus, "search_articles", query=query).structured_content["hits"]
    assert query in hit["snippet"].lower()


@pytest.mark.parametrize(
    ("filler", "together"),
    [
        ("much else. ", "zebra then yak"),
        ("much else. ", "yak before zebra"),
        ("모두 다른 이야기. ", "zebra 그리고 한참 뒤에 나오는, 같은 줄에 있는 말인 yak"),
        ("😀 ", "yak 😀😀😀😀😀 zebra"),
    ],
)
def test_a_snippet_shows_where_the_words_stand_together(tmp_path: Path, filler: str, together: str) -> None:
    body = f"A yak. {filler * 60}{together} {filler * 60}Zebra, {filler * 60}."
    corpus = write_data(tmp_path, [post("01", body, title="Far below")])
    (hit,) = call(corpus, "search_articles", query="yak zebra").structured_content["hits"]
    assert together in hit["snippet"]
    assert len(hit["snippet"]) <= 202
    assert "\ufffd" not in hit["snippet"]


def test_a_word_that_every_post_holds_is_found(tmp_path: Path) -> None:
    corpus = write_data(tmp_path, [post(f"{number:04}", "The same.") for number in range(1100)])
    result = call(corpus, "search_articles", query="the", offset=1098)
    assert result.structured_content["total"] == 1100
    assert [hit["id"] for hit in result.structured_content["hits"]] == ["1098", "1099"]


def test_a_heading_in_a_fence_is_no_section(data: Path) -> None:
    (hit,) = call(data, "search_articles", query="uninstall").structured_content["hits"]
    assert hit["section"] == "Uninstall"


def test_absent_values_are_left_out(data: Path) -> None:
    (hit,) = call(data, "search_articles", query="만들기").structured_content["hits"]
    assert set(hit) == {"id", "title", "url", "score", "snippet"}


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"category": "안내"}, ["03"]),
        ({"category": "운영"}, []),
        ({"since": "2026-03-30"}, ["03"]),
        ({"since": "2026-03-31"}, []),
        ({"until": "2026-03-30", "category": "안내"}, ["03"]),
        ({"until": "2026-03-29"}, []),
        ({}, ["03", "04"]),
    ],
)
def test_filters(data: Path, filters: dict[str, str], expected: list[str]) -> None:
    result = call(data, "search_articles", query="static paths", **filters)
    assert [hit["id"] for hit in result.structured_content["hits"]] == expected
    assert result.structured_content["total"] == len(expected)


def test_pages_put_together_are_the_whole_list(tmp_path: Path) -> None:
    posts = [post(f"{n:03}", "common words " + "filler " * (n % 7), title=f"Title {n}") for n in range(60)]
    write_data(tmp_path, posts)
    whole = call(tmp_path, "search_articles", query="common words", limit=50).structured_content
    assert whole["total"] == 60
    seen: list[dict[str, Any]] = []
    offset: int | None = 0
    while offset is not None:
        page = call(tmp_path, "search_articles", query="common words", limit=7, offset=offset).structured_content
        seen += page["hits"]
        offset = page.get("next_offset")
    assert seen[:50] == whole["hits"]
    assert len({hit["id"] for hit in seen}) == len(seen) == 60
    assert [hit["score"] for hit in seen] == sorted((hit["score"] for hit in seen), reverse=True)
    past = call(tmp_path, "search_articles", query="common words", offset=60)
    assert (past.structured_content["hits"], past.structured_content["total"]) == ([], 60)


def test_more_than_64_tokens_are_cut_and_the_answer_says_so(data: Path) -> None:
    head, tail = " ".join(f"{first}{second}" for first in "qxz" for second in "abcdefghijklmnopqrstu"), "설치"
    fits = call(data, "search_articles", query=f"{head} {tail}")
    cut = call(data, "search_articles", query=f"{head} y {tail}")
    assert [hit["id"] for hit in fits.structured_content["hits"]] == ["01"]
    assert cut.structured_content["hits"] == []
    assert "64" not in text(fits)
    assert "cut" not in fits.structured_content
    assert "64" in text(cut)
    assert cut.structured_content["cut"] is True


def test_the_tool_answers_alike_in_every_process_and_era(data: Path) -> None:
    calls = [("search_articles", {"query": query}) for query in ("설치", "same words", "static")]
    once = [result.structured_content for result in ask(data, calls)]
    assert once == [result.structured_content for result in ask(data, calls, "legacy")]


def test_a_title_outranks_a_body_that_says_it_often(data: Path) -> None:
    assert found(data, "static paths") == ["03", "04"]


def test_a_heading_that_the_query_covers_outranks_a_mention(tmp_path: Path) -> None:
    filler = "Plain words about nothing in particular, again and again. " * 10
    write_data(
        tmp_path,
        [
            post("a", filler + "rate limits " * 3, title="One"),
            post("b", filler + "\n\n## Rate limits\n\nSome text.\n", title="Two"),
        ],
    )
    assert found(tmp_path, "rate limits") == ["b", "a"]


def test_where_a_link_leads_is_not_searched(tmp_path: Path) -> None:
    write_data(tmp_path, [post("a", "See [this](https://example.com/zebra/ostrich?x=1) and ![pic](/img/zebra.png).")])
    assert found(tmp_path, "zebra ostrich") == []
    assert found(tmp_path, "pic") == ["a"]
