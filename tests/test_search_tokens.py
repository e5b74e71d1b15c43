"""Tokens: one word is found however it is spelt, and every script has some."""

from __future__ import annotations

import unicodedata

import pytest

from pressgate_server.tokens import MAX_TOKEN, tokens

SAME = [
    ("Components", "component"),
    ("building", "builds"),
    ("stories", "story"),
    ("ＡＳＴＲＯ", "astro"),
    ("ÉCOLE", "école"),
    (unicodedata.normalize("NFD", "école 한글"), "école 한글"),
    ("Straße", "STRASSE"),
    ("서버를", "서버"),
    ("사용하기를", "사용합니다"),
    ("서버에서는", "서버와"),
    ("ﾃｽﾄ", "テスト"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_word(one: str, other: str) -> None:
    assert tokens(one) == tokens(other) != []


TOKENS = [
    ("getStaticPaths()", ["getstaticpath", "get", "static", "path"]),
    ("XMLHttpRequest", ["xmlhttprequest", "xml", "http", "request"]),
    ("iOS and OAuth2", ["ios", "i", "os", "and", "oauth2", "o", "auth", "2"]),
    ("C++, C# and #tag", ["c", "c++", "c", "c#", "and", "tag"]),
    ("snake_case.name", ["snak", "case", "name"]),
    ("한국어검색", ["한국", "국어", "어검", "검색"]),
    ("웹", ["웹"]),
    ("日本語", ["日本", "本語"]),
    ("React컴포넌트에서", ["react", "컴포", "포넌", "넌트"]),
    ("हिन्दी", ["हिन्दी"]),
    ("ภาษา", ["ภา", "าษ", "ษา"]),
    ('\' OR 1=1; -- "NEAR*" :', ["or", "1", "1", "near"]),
    ("😀 … — \u200b", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "expected"), TOKENS)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_a_word_without_end_is_cut() -> None:
    assert [len(token) for token in tokens("x" * 100_000)] == [MAX_TOKEN]


@pytest.mark.parametrize("plane", range(17))
def test_every_plane_is_read(plane: int) -> None:
    characters = [chr(plane * 0x10000 + n) for n in range(0x10000) if not 0xD800 <= plane * 0x10000 + n < 0xE000]
    found = tokens(" ".join(characters))
    letters = sum(unicodedata.category(character).startswith("L") for character in characters)
    assert len(found) >= letters // 2
    assert all(found)
