"""Field names and words for public and not public, in Korean, English, Japanese and Chinese.

Names and words are compared folded: NFKC, case-folded; names also without spaces, `_` and `-`, so that `canonicalURL`
and `canonical_url` are one name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

_SEPARATORS = re.compile(r"[\s_\-]+")
_SPACES = re.compile(r"\s+")

FIELDS: Mapping[str, str] = {
    "id": "id, post id, article id, 문서 id, 글 id, 글 번호, 문서 번호, 記事id, 文章id, 文章编号",
    "title": "title, 제목, 권장 제목, 글 제목, タイトル, 題名, 标题, 標題",
    "slug": "slug, 슬러그, スラッグ",
    "url": (
        "url, canonical url, canonical, permalink, public url, published url, post url, 공개 url, 발행 url, "
        "게시 url, 글 url, 글 주소, 공개 주소, 발행 주소, 게시 주소, 公開url, 記事url, 掲載url, 公开url, "
        "发布url, 发布地址, 发布链接, 文章链接, 文章地址, 發布網址, 公開網址, 文章網址, 永久链接"
    ),
    "date": "date, datetime, post date, 날짜, 작성일, 日付, 日期, 日時",
    "publish_date": (
        "publish date, published at, published on, published date, date published, publication date, pubdate, "
        "pub datetime, 공개일, 발행일, 게시일, 공개 일시, 발행 일시, 公開日, 公開日時, 掲載日, 投稿日, 发布日期, "
        "发布时间, 發布日期, 發布時間"
    ),
    "expiry_date": (
        "expiry date, expires, expire date, expiration date, unpublish date, unpublished at, 만료일, "
        "공개 종료일, 게시 종료일, 公開終了日, 掲載終了日, 过期时间, 过期日期, 到期日"
    ),
    "created": "created, created at, date created, 생성일, 作成日, 创建日期, 创建时间, 建立日期",
    "updated": (
        "updated, updated at, lastmod, last modified at, last updated, modified, date modified, 수정일, 更新日, "
        "更新日期, 更新时间"
    ),
    "category": "category, categories, 분류, 카테고리, カテゴリ, カテゴリー, 分類, 分类",
    "tags": "tags, tag, keywords, 태그, 권장 태그, タグ, 标签, 標籤",
    "topics": "topics, topic",
    "description": "description, excerpt, summary, 검색 설명, 설명, 요약, 説明, 概要, 要約, 描述, 摘要",
    "license": "license, licence, 라이선스, ライセンス, 许可证, 許可證",
    "author": "author, authors, 글쓴이, 저자, 작성자, 著者, 作者",
    "status": (
        "status, post status, publish status, published status, publication status, publishing status, "
        "article status, visibility, 상태, 공개 상태, 발행 상태, 게시 상태, 글 상태, 문서 상태, 원고 상태, "
        "공개 범위, 状態, 公開状態, 記事状態, ステータス, 公開ステータス, 公開範囲, 状态, 发布状态, 公开状态, "
        "文章状态, 狀態, 發布狀態, 公開狀態, 可见性"
    ),
    "public": (
        "published, publish, public, is published, is public, 공개, 공개 여부, 발행, 발행 여부, 게시, 게시 여부, "
        "公開, 公開設定, 公开, 发布, 發布, 是否公开, 是否发布"
    ),
    "draft": "draft, is draft, drafts, wip, unpublished, ignore publish, 초안, 초안 여부, 下書き, 草稿, 是否草稿",
    "private": "private, is private, secret, confidential, 비공개, 비공개 여부, 非公開, 私密, 私有",
    "unlisted": (
        "unlisted, hidden, is hidden, noindex, no index, robots no index, is no index, 숨김, 목록 숨김, "
        "限定公開, 隐藏, 隱藏"
    ),
    "listed": "listed, is listed, visible, is visible, show, 노출, 노출 여부, 목록 표시",
    "hide": "hide",
    "encrypted": "encrypted, encrypt, protected, 암호화, 保護, 加密",
    "password": "password, passwd, passphrase, 비밀번호, 암호, パスワード, 密码, 密碼",
    "sitemap": "sitemap",
    "robots": "robots, meta robots, robots meta, googlebot",
    "taxonomies": "taxonomies",
    "nested": "seo, meta, params, extra, options",
}

PUBLIC_WORDS = (
    "published, public, live, released, publish, posted, "
    "공개, 공개 완료, 공개됨, 공개 중, 공개중, 전체 공개, 발행됨, 발행 완료, 게시됨, 게시 완료, 게시 중, "
    "公開, 公開済み, 公開済, 公開中, 投稿済み, 掲載済み, 掲載中, 発行済み, 全体公開, "
    "公开, 已公开, 已发布, 已发表, 已公開, 已發布, 已發表"
)
_STATUS_MARKS = ("상태", "status", "状態", "状态", "狀態", "ステータス")
_NO_STATUS = ("comment", "ping", "댓글", "コメント", "评论", "評論")
_PUBLIC_PARTS = re.compile(
    r"공개|발행|게시|公開|公开|发布|發布|発行|掲載|投稿|\b(?:published|public|live|posted|released)\b"
)
_NEGATIVE_PARTS = re.compile(
    r"비공개|미공개|미발행|미발급|미게시|초안|대기|예정|예약|보류|검토|임시|삭제|취소|반려|작성\s?중|숨김|내림|중단|철회|"
    r"필요|금지|제한|준비|아님|아니|않|못|안\s?함|前|전(?:$|\s|까지)|없|"
    r"非公|未公|未発|未掲|未投|下書|予約|予定|限定|待|保留|削除|中止|準備|取り下げ|ない|レビュー|"
    r"草稿|私密|私有|隐藏|隱藏|删除|刪除|定时|定時|未发|未發|不|撤|审核|審核|计划|計劃|禁|"
    r"\b(?:drafts?|private|unlisted|hidden|pending|scheduled?|review|wip|unpublished|trash(?:ed)?|deleted|archived|secret|"
    r"internal|todo|hold|not|no|never|in progress|rejected|withdrawn|embargo(?:ed)?|future|inactive|waiting|planned|"
    r"confidential|until|before|un\w+)\b"
)
YES_WORDS = frozenset({"예", "네", "はい", "是"})
NO_WORDS = frozenset({"아니오", "아니요", "いいえ", "否"})
YES_NO_1_1 = frozenset({"yes", "no", "on", "off", "y", "n"})
DRAFT_FOLDERS = frozenset(
    {
        *("draft", "drafts", "_draft", "_drafts", "unpublished", "private", "_private"),
        *("초안", "임시", "비공개", "下書き", "非公開", "草稿", "私密"),
    }
)


def fold_word(text: str) -> str:
    """A word as it is compared: NFKC, case-folded, single spaces."""
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """A field's name as it is compared: NFKC, case-folded, without spaces, `_` and `-`."""
    return _SEPARATORS.sub("", unicodedata.normalize("NFKC", name).casefold())


def says_public(text: str) -> bool:
    """Whether free text of a second status field speaks of being public and of nothing that isn't."""
    folded = fold_word(text)
    return bool(_PUBLIC_PARTS.search(folded)) and not _NEGATIVE_PARTS.search(folded)


def says_not_public(text: str) -> bool:
    """Whether free text of a status field holds any word for not public."""
    return bool(_NEGATIVE_PARTS.search(fold_word(text)))


class Words:
    """The built-in names and words together with a site's own (`[posts] fields`, `[publish] status`)."""

    def __init__(self, fields: Mapping[str, Iterable[str]] | None = None, status: Iterable[str] = ()) -> None:
        self._names = {fold_name(name): key for key, names in FIELDS.items() for name in names.split(", ")}
        for key, names in (fields or {}).items():
            self._names.update((fold_name(name), key) for name in names)
        self._public = frozenset(map(fold_word, [*PUBLIC_WORDS.split(", "), *status]))

    def canonical(self, name: str) -> str | None:
        """The field that a header's name stands for; `status-like` for a second status; None where unknown."""
        folded = fold_name(name)
        known = self._names.get(folded)
        if known is None and any(mark in folded for mark in _STATUS_MARKS):
            return None if any(mark in folded for mark in _NO_STATUS) else "status-like"
        return known

    def is_public(self, text: str) -> bool:
        """Whether the whole text is a word for public."""
        return fold_word(text) in self._public


BUILT_IN = Words()
