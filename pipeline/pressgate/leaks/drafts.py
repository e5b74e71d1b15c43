"""Draft markers: headers, folders, words and dates that say "not yet" or "not for the public"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from random import Random

from pressgate.leaks.draft_words import CLASSIFIED, COMMENT, COMMENTS, MARKERS, UNSHOWN
from pressgate.leaks.drawing import drawn
from pressgate.leaks.subject import Hit, Rule, Subject, places

_PROSE = (".md", ".markdown", ".mdx", ".txt", ".rst", ".html", ".htm", ".adoc", ".org", ".ipynb", ".textile")
_DATA = (".json", ".yml", ".yaml", ".toml", ".xml")
_HEAD = re.compile(r"\A\ufeff?\s*(---|\+\+\+|;;;|\{|\* |- |#|= |:\w|[^\n]{1,120}\n[=~^-]{3,}[ \t]*\n)")
_FRONT = re.compile(r"\A\ufeff?\s*(?:---|\+\+\+|;;;)\s*\n")
_NO = r"(?:true|yes|on|1|y|t)"
_OFF = r"(?:false|no|off|0|n|f)"
_WORDS = (
    r"drafts?|wip|unpublished|private|pending|review|in[- ]review|hidden|scheduled|todo|idea|archived?|internal|"
    r"비공개|공개 ?대기|공개 ?전|초안|작성 ?중|임시 ?저장|검토 ?중?|준비 ?중|보류|下書き|非公開|執筆中|"
    r"レビュー中?|草稿|未发布|私密|待发布|未公開"
)
_Q = r"[\"'`]?"
_BULLET = re.compile(r"[ \t]*[-*][ \t]+\S|:[\w-]{1,40}:|#\+\w{1,40}:")
_UNDERLINE = re.compile(r"[=~^-]{3,}[ \t]*\r?$")
_FIELD = re.compile(
    rf"(?im)^[ \t]*(?:[-*] |:|#\+)?{_Q}(?:"
    rf"(?:draft|unlisted|private|hidden|encrypted|초안|비공개|下書き|非公開|"
    rf"草稿)[ \t]*{_Q}[ \t]*[:=：][ \t]*{_Q}{_NO}"
    rf"|(?:publish(?:ed)?|public|listed|공개|公開|发布)[ \t]*{_Q}[ \t]*[:=：][ \t]*{_Q}{_OFF}"
    rf"|(?:status|state|visibility|stage|post[-_ ]?status|상태|공개 ?상태|공개 ?여부|ステータス|状態|"
    rf"公開状態|状态)[ \t]*{_Q}[ "
    rf"\t]*[:=：][ \t]*{_Q}(?:{_WORDS})"
    rf"|(?:password|passcode|비밀번호)[ \t]*{_Q}[ \t]*[:=：][ \t]*\S[^\n]*?"
    rf"){_Q}[ \t]*,?[ \t]*(?:#.*)?\r?$"
)
_JSON = re.compile(
    rf"\"(?:is_?)?draft\"\s*:\s*(?:true|1)\b|\"(?:is_?)?(?:published|public)\"\s*:\s*(?:false|0)\b|\"(?:status|"
    rf"state|visibility)\"\s*:\s*\"(?:{_WORDS})\"",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?im)^[ \t]*(?:[-*] )?[\"'`]?(?:date|pub_?date|publish(?:ed)?(?:_?(?:date|at|on))?|release_?date|"
    r"scheduled?|embargo\w*|"
    r"발행일|공개일|게시일|작성일|날짜|公開日|投稿日|日付|发布日期|"
    r"日期)[\"'`]?[ \t]*[:=：][ \t]*[\"'`]?(\d{4})[-/.년 ]+(\d{1,2})[-/.월 ]+(\d{1,2})"
)
_OTHER_DATE = re.compile(
    r"(?im)^[ \t]*(?:[-*] )?[\"'`]?(?:date|pub_?date|publish(?:ed)?(?:_?(?:date|at|on))?|release_?date)[\"'`]?[ "
    r"\t]*[:=][ \t]*[\"'`]?"
    r"(?:\d{1,2}[/.]\d{1,2}[/.]|[A-Za-z]{3,9}\.? \d{1,2},? |\d{1,2} [A-Za-z]{3,9}\.? )(\d{4})\b"
)
_JSON_DATE = re.compile(
    r"\"(?:date|pub_?date|published(?:_?(?:date|at|on))?|publish_?(?:date|at|on))\"\s*:\s*\"(\d{4})-(\d{2})-(\d{2})",
    re.IGNORECASE,
)
_NAME_DATE = re.compile(r"(?:^|/)(\d{4})-(\d{2})-(\d{2})[-_. ]")
_FENCE = re.compile(r"(?ms)^[ \t]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t]{0,3}\1[`~]*[ \t]*$|\Z)")
_FOLDER = re.compile(
    r"(?:^|/)(?:_drafts?|drafts?|_unpublished|unpublished|_private|_hidden|wip|_wip|초안|비공개|下書き|"
    r"草稿|private)/[^/]+"
    r"(?:/.*)?\.(?:md|markdown|mdx|txt|rst|html?|adoc|org|ipynb)$|(?:^|/)(?:draft|wip)[-_.][^/]*\.(?:md|markdown|"
    r"mdx|rst|txt|html?|ipynb)$"
    r"|(?:^|/)[^/]*[-_.](?:draft|wip|초안)\.(?:md|markdown|mdx|rst|txt|html?|ipynb)$",
    re.IGNORECASE,
)


def headers(subject: Subject) -> Iterator[Hit]:
    """Header fields of a post that keep it from the public, wherever a header could stand."""
    view = subject.view
    if view.named or len(view.chain) > 3:
        return
    path = view.path.lower()
    if path.endswith(_PROSE) and _HEAD.match(subject.text):
        head = _head(subject.text)
        for match in _FIELD.finditer(head):
            yield Hit(start=match.start(), end=match.end())
    if path.endswith(_DATA) and path.endswith(".json"):
        for match in _JSON.finditer(subject.text):
            yield Hit(start=match.start(), end=match.end())


def _head(text: str) -> str:
    """The header: up to its closing line; of JSON the first lines; else the bullets below the first heading."""
    lines = text.lstrip("\ufeff \n\r\t").split("\n", 80)
    mark = lines[0].strip()
    if mark in {"---", "+++", ";;;"}:
        end = next((n for n, line in enumerate(lines[1:80], 1) if line.strip() == mark), 0)
        return "\n".join(lines[: end + 1]) if end else ""
    if mark.startswith("{"):
        return "\n".join(lines[:30])
    titled = 2 if len(lines) > 1 and _UNDERLINE.match(lines[1]) else 0
    fields = [line for line in lines[titled:30] if line.strip() and not line.startswith(("# ", "= "))]
    return "\n".join(itertools.takewhile(_BULLET.match, fields))


def dates(subject: Subject) -> Iterator[Hit]:
    """Dates of publication in the future, in a header or a file name."""
    today = datetime.now(tz=UTC).date()
    view = subject.view
    if view.chain == ("(name)",) or view.named:
        matches: Iterator[re.Match[str]] = _NAME_DATE.finditer(subject.text)
    elif view.path.lower().endswith(_PROSE) and _HEAD.match(subject.text):
        head = _head(subject.text)
        matches = itertools.chain(_DATE.finditer(head), _OTHER_DATE.finditer(head))
    elif view.path.lower().endswith(".json"):
        matches = _JSON_DATE.finditer(subject.text)
    else:
        return
    for match in matches:
        if _later(match, today):
            yield Hit(start=match.start(), end=match.end())


def _later(match: re.Match[str], today: date) -> bool:
    if match.lastindex == 1:
        return int(match[1]) > today.year
    try:
        return (date(*map(int, match.groups()[:3])) - today).days > 1
    except ValueError:
        return False


def markers(subject: Subject) -> Iterator[Hit]:
    """Words in a text that say that it isn't finished or isn't meant for the public; code blocks are left out."""
    view = subject.view
    path = view.path.lower()
    if path.endswith(".dist-info/metadata"):
        yield from (Hit(start=m.start(), end=m.end()) for m in CLASSIFIED.finditer(subject.text))
    prose = path.endswith(_PROSE) or (subject.zone == "strict" and path.endswith(".dist-info/metadata"))
    if view.named or not prose or "markup" in view.chain:
        return
    text, lower = subject.text, subject.lower
    hits: set[tuple[int, int]] = set()
    for pattern, stems in MARKERS:
        for at in places(lower, stems):
            first = text.rfind("\n", 0, at) + 1
            last = text.find("\n", at)
            hits.update(m.span() for m in pattern.finditer(text, first, len(text) if last < 0 else last))
    if any(opening in text for opening in COMMENTS):
        hits.update(m.span() for m in COMMENT.finditer(text))
    if "hidden" in lower or "style=" in lower:
        hits.update(m.span(2) for m in UNSHOWN.finditer(text))
    if hits:
        code = [m.span() for m in _FENCE.finditer(text)]
        head = len(_head(text)) if _FRONT.match(text) else 0
        for start, end in sorted(hits):
            if start >= head and not any(a <= start < b for a, b in code):
                yield Hit(start=start, end=end)


def folders(subject: Subject) -> Iterator[Hit]:
    """Members in folders, or under names, of drafts."""
    if subject.view.named and (match := _FOLDER.search(subject.text)):
        yield Hit(start=match.start(), end=match.end())


def _future(random: Random) -> str:
    return f"---\ntitle: {drawn(random, 6)}\ndate: {random.randrange(2200, 2900)}-03-04\n---\nbody\n"


DRAFT_RULES = (
    Rule(
        code="draft-header", name="draft-header", meaning="a header that keeps a post from the public", find=headers,
        canary=lambda r: f"---\ntitle: {drawn(r, 6)}\ndraft: true\n---\nbody\n", file="a.md", reviewable=True,
    ),
    Rule(
        code="future-date", name="future-date", meaning="a date of publication in the future", find=dates,
        canary=_future, file="a.md", reviewable=True,
    ),
    Rule(
        code="draft-marker", name="draft-marker", meaning="words that say: unfinished, or not for the public",
        find=markers, canary=lambda r: f"\n# DRAFT: {drawn(r, 6)}\n", file="a.md", reviewable=True,
    ),
    Rule(
        code="draft-path", name="draft-path", meaning="a folder or file name of drafts", find=folders,
        canary=lambda _: "x", file="_drafts/{}.md", sensitive=False,
    ),
)  # fmt: skip
