"""What a header and a folder say of being public: a negative sign anywhere wins, and silence is no word."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora import codes, one, post, public
from pressgate.words import NO_WORDS, PUBLIC_WORDS, YES_WORDS

PUBLIC = [
    *("draft: false", "draft: False", "published: true", "Published: TRUE", "publish: true", "public: true"),
    *("status: published", "status: Public", "Status: ' PUBLISHED '", "status: ＰＵＢＬＩＣ", "post_status: publish"),
    *(
        "visibility: public",
        "상태: 공개",
        "상태: 공개  완료",
        "공개 상태: 전체 공개",
        "発行ステータス: 公開\n状態: 公開済み",
    ),
    *(
        "公開: true",
        "공개: 예",
        "公開設定: はい",
        "是否公开: 是",
        "状态: 已发布",
        "発布: x\npublic: true",
        "published: public",
    ),
    *("draft: false\npassword: false", "draft: false\npassword:", "draft: false\nsitemap: true"),
    *("draft: false\ncover: {hidden: true}", "draft: false\nparams: {draft: false}"),
    *("draft: false\nprivate: false", "draft: false\nunlisted: false", "draft: false\npassword: ''"),
    *("draft: false\nstatus:", "draft: false\ncomment_status: open", "published: true\n댓글 상태: 닫힘"),
    *("draft: false\nsitemap:\n  priority: 0.5", "draft: false\nrobots: index, follow", "draft: false\nhidden: false"),
]


@pytest.mark.parametrize("lines", PUBLIC)
def test_public(tmp_path: Path, lines: str) -> None:
    decision = one(tmp_path, post(lines))
    assert decision.admitted, decision.reasons


@pytest.mark.parametrize("word", PUBLIC_WORDS.split(", "))
def test_every_word_for_public(tmp_path: Path, word: str) -> None:
    assert one(tmp_path, post(f"status: {word}")).admitted


@pytest.mark.parametrize("word", sorted(YES_WORDS | NO_WORDS))
def test_every_word_for_yes_and_no(tmp_path: Path, word: str) -> None:
    assert one(tmp_path, post(f"public: {word}")).admitted is (word in YES_WORDS)


@pytest.mark.parametrize(
    "lines",
    [
        "",
        "title: x",
        "private: false",
        "unlisted: false",
        "listed: true",
        "hide: false",
        "hide:\n  - navigation\n  - toc",
        "published:",
        "published: 2024-02-10",
        "status: ''",
        "draft:",
    ],
)
def test_silence_is_refused(tmp_path: Path, lines: str) -> None:
    assert codes(one(tmp_path, post(lines))) == {"status-missing"}


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("draft: true", "draft-true"),
        ("DRAFT: True", "draft-true"),
        ("isDraft: true", "draft-true"),
        ("초안: 예", "draft-true"),
        ("下書き: true", "draft-true"),
        ("ignorePublish: true", "draft-true"),
        ("unpublished: true", "draft-true"),
        ("published: false", "published-false"),
        ("publish: false", "published-false"),
        ("공개: 아니오", "published-false"),
        ("공개 여부: 비공개", "published-false"),
        ("公開: いいえ", "published-false"),
        ("private: true", "private-true"),
        ("비공개: true", "private-true"),
        ("unlisted: true", "unlisted"),
        ("hidden: true", "unlisted"),
        ("noindex: true", "unlisted"),
        ("listed: false", "unlisted"),
        ("visible: False", "unlisted"),
        ("노출 여부: 아니오", "unlisted"),
        ("hide: true", "unlisted"),
        ("robots: noindex", "unlisted"),
        ("robotsNoIndex: true", "unlisted"),
        ("meta_robots: noindex, follow", "unlisted"),
        ("googlebot: noindex", "unlisted"),
        ("robots: [NoIndex, nofollow]", "unlisted"),
        ("robots:\n  noindex: true", "unlisted"),
        ("seo: {noindex: true}", "unlisted"),
        ("params:\n  draft: true", "draft-true"),
        ("extra: {private: yes}", "status-ambiguous"),
        ("meta:\n  password: x", "password-protected"),
        ("encrypted: true", "password-protected"),
        ("password: swordfish", "password-protected"),
        ("password: 0", "password-protected"),
        ("password: [a, b]", "password-protected"),
        ("비밀번호: 1234", "password-protected"),
        ("permalink: false", "permalink-false"),
        ("status: draft", "status-not-public"),
        ("status: not published", "status-not-public"),
        ("status: scheduled", "status-not-public"),
        ("상태: 비공개", "status-not-public"),
        ("상태: 공개 대기", "status-not-public"),
        ("상태: 공개 예정", "status-not-public"),
        ("상태: 검토용 초안 — 공개 게시 전 승인 필요", "status-not-public"),
        ("状態: 非公開", "status-not-public"),
        ("状態: 公開予定", "status-not-public"),
        ("状态: 未发布", "status-not-public"),
        ("状态: 草稿", "status-not-public"),
        ("visibility: private", "status-not-public"),
        ("Tistory 상태: 비공개 전환", "status-not-public"),
        ("review_status: pending", "status-not-public"),
        ("status: 공개완료확인", "status-unknown"),
        ("status: final", "status-unknown"),
        ("status: public (mostly)", "status-unknown"),
        ("status: 200", "status-unknown"),
        ("status: true", "status-ambiguous"),
        ("플랫폼 상태: 반려됨요", "status-not-public"),
        ("플랫폼 상태: 모르겠음", "status-unknown"),
        ("플랫폼 상태: [공개]", "status-unknown"),
        ("status: [public]", "status-unreadable"),
        ("status:\n  a: public", "status-unreadable"),
        ("published: flase", "status-unreadable"),
        ("draft: maybe", "status-unreadable"),
        ("draft: 0", "status-unreadable"),
        ("draft: [false]", "status-unreadable"),
        ("draft: yes", "status-ambiguous"),
        ("draft: no", "status-ambiguous"),
        ("draft: Off", "status-ambiguous"),
        ("published: on", "status-ambiguous"),
        ("published: y", "status-ambiguous"),
        ('draft: "false"', "status-ambiguous"),
        ("published: 'true'", "status-ambiguous"),
        ("private: no", "status-ambiguous"),
    ],
)
def test_a_negative_or_unreadable_sign_wins(tmp_path: Path, lines: str, code: str) -> None:
    alone = codes(one(tmp_path, post(lines)))
    assert alone == {code}
    beside = "publish: true" if lines.casefold().startswith("draft") else "draft: false"
    found = codes(one(tmp_path, post(beside, lines)))
    assert {code, "status-conflict"} <= found


def test_toml_and_json_flags_must_be_booleans(tmp_path: Path) -> None:
    url = "https://blog.example.com/a"
    assert one(tmp_path, f'+++\nurl = "{url}"\ndraft = false\n+++\nB').admitted
    assert codes(one(tmp_path, f'+++\nurl = "{url}"\ndraft = "false"\n+++\nB')) == {"status-ambiguous"}
    assert one(tmp_path, f'{{"url": "{url}", "published": true}}\nB').admitted
    assert codes(one(tmp_path, f'{{"url": "{url}", "published": "true"}}\nB')) == {"status-ambiguous"}
    assert codes(one(tmp_path, f'{{"url": "{url}", "published": 1}}\nB')) == {"status-unreadable"}


def test_bullets_have_words_for_yes_and_no(tmp_path: Path) -> None:
    text = "# H\n\n- URL: https://blog.example.com/a\n- 공개: {}\n\nBody"
    assert one(tmp_path, text.format("yes")).admitted
    assert one(tmp_path, text.format("`true`")).admitted
    assert codes(one(tmp_path, text.format("no"))) == {"published-false"}


@pytest.mark.parametrize("value", ["2026-07-31 공개로 바꾸고 화면 확인함", "공개 완료", "published on 2026-07-31"])
def test_a_second_status_that_speaks_of_public_breaks_nothing_and_admits_nothing(tmp_path: Path, value: str) -> None:
    assert one(tmp_path, post("상태: 공개 완료", f"Tistory 상태: {value}")).admitted
    assert codes(one(tmp_path, post(f"Tistory 상태: {value}"))) == {"status-missing"}


def test_a_second_status_may_name_a_day_to_come(tmp_path: Path) -> None:
    assert codes(one(tmp_path, post("상태: 공개 완료", "Tistory 상태: 2027-01-01 공개"))) == {"future-date"}


def test_a_site_adds_its_own_words_and_names(tmp_path: Path) -> None:
    text = post("진행: 다 됨")
    assert codes(one(tmp_path, text, posts={"fields": {"status": ("진행",)}})) == {"status-unknown"}
    tables = {"posts": {"fields": {"status": ("진행",)}}, "publish": {"status": ("다 됨",)}}
    assert one(tmp_path, text, **tables).admitted


def test_a_word_of_the_site_may_hold_a_negative_one(tmp_path: Path) -> None:
    assert one(tmp_path, post("상태: 검토 끝"), publish={"status": ("검토 끝",)}).admitted


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("_drafts/a.md", "drafts-folder"),
        ("x/Drafts/a.md", "drafts-folder"),
        ("초안/a.md", "drafts-folder"),
        ("下書き/x/a.md", "drafts-folder"),
        (".hidden/a.md", "hidden-folder"),
        ("x/.obsidian/a.md", "hidden-folder"),
        (".a.md", "hidden-folder"),
        ("a.draft.md", "drafts-folder"),
        ("a.WIP.mdx", "drafts-folder"),
        ("가.비공개.md", "drafts-folder"),
    ],
)
def test_folders_speak_too(tmp_path: Path, name: str, code: str) -> None:
    assert codes(one(tmp_path, public(), name)) == {code}


def test_a_password_never_reaches_a_message(tmp_path: Path) -> None:
    decision = one(tmp_path, public("password: swordfish", "draft: swordfish", "status: swordfish", "date: swordfish"))
    assert not decision.admitted
    assert "swordfish" not in str(decision.reasons)


@pytest.mark.parametrize("unseen", ["\u200b", "\u00ad", "\u202e", "\u2066", "\u3164", "\ufeff", "\u2060", "\U000e0041"])
@pytest.mark.parametrize("line", ["draft{}: true", "title: a{}b", "draft: false{}", "id: 1{}2", "tags: [a, 'b{}']"])
def test_unseen_characters_in_fields_are_refused_with_their_code_point(tmp_path: Path, line: str, unseen: str) -> None:
    decision = one(tmp_path, public(line.format(unseen)) if "false" not in line else post(line.format(unseen)))
    messages = [reason.message for reason in decision.reasons if reason.code == "field-unseen"]
    assert messages
    assert f"U+{ord(unseen):04X}" in messages[0]


@pytest.mark.parametrize("body", ["# a\u200bb", "A \u202e title\n===\n\nText"])
def test_a_title_from_the_text_is_looked_at_too(tmp_path: Path, body: str) -> None:
    assert codes(one(tmp_path, public(body=body))) == {"field-unseen"}
    assert one(tmp_path, public("title: T", body=body)).admitted


def test_names_that_only_begin_like_a_draft_are_none(tmp_path: Path) -> None:
    assert one(tmp_path, public(), "draft-beer.md").admitted


@pytest.mark.parametrize("title", ["👨‍👩‍👧 가족", "می‌خواهم", "❤️ 마음", "क्‍ष"])
def test_joiners_that_a_script_needs_may_stay(tmp_path: Path, title: str) -> None:
    assert one(tmp_path, public(f"title: {title}")).admitted


def test_a_template_that_nobody_filled_in_is_refused(tmp_path: Path) -> None:
    assert codes(one(tmp_path, public('title: "{{ title }}"'))) == {"header-template"}
    assert codes(one(tmp_path, public('title: "<% tp.file.title %>"'))) == {"header-template"}
    assert one(tmp_path, public('title: "How {{ braces }} work"')).admitted


@pytest.mark.parametrize(
    "lines",
    [
        "sitemap: false",
        "sitemap: no",
        "sitemap: {exclude: true}",
        "sitemap: {disable: yes}",
        "sitemap: {include: false}",
    ],
)
def test_a_post_off_the_sitemap_stays_where_no_feed_speaks_for_it(tmp_path: Path, lines: str) -> None:
    assert codes(one(tmp_path, post(lines))) == {"unlisted"}
    assert codes(one(tmp_path, public(lines))) == {"unlisted"}
