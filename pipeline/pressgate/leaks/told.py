"""Secrets that prose, a table, a pair or a line of settings tells."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pressgate.leaks.judgement import told_password, told_value
from pressgate.leaks.secret_names import name_before, names_secret
from pressgate.leaks.subject import Hit, Subject, places

_CALLED = r"(?:pass(?:word|phrase|code|wd)|pw|비밀 ?번호|비번|암호|패스워드|パスワード|密码|密碼|口令)"
_LEAD = r"(?=[ \t:：=\"'`*「(])[ \t:：=\"'`*「(]{1,8}"
_PROSE = re.compile(
    rf"{_CALLED}(?:[ \t]*(?:is|was|will be|are|of|은|는|이|가|を|は|が|是|为)|[ \t]{{1,20}}){_LEAD}"
    r"([^\s\"'`*<>「」|]{8,64})",
    re.IGNORECASE,
)
_KEY_STEMS = ("key", "token", "secret", "code", "시크릿", "토큰", "키", "トークン", "シークレット", "キー", "令牌",
              "密钥")  # fmt: skip
_IS = re.compile(
    rf"(?P<name>[\w-]{{0,30}})[ \t]*(?:\bis|\bwas|은|는|이|가|を|は|が|是|为){_LEAD}([^\s\"'`*<>「」|]{{12,200}})",
    re.IGNORECASE,
)
_VALUE_CELL = r"\|[ \t`*]{0,6}([^\s|`*]{8,200})[ \t`*]{0,6}(?:\||$)"
_CELL = re.compile(rf"([^|\n]{{2,40}}){_VALUE_CELL}", re.MULTILINE)
_NEXT_CELL = re.compile(rf"\|[ \t`*]{{0,6}}([^|\n`*\"<>]{{2,24}}?)[ \t`*]{{0,6}}(?={_VALUE_CELL})", re.MULTILINE)
_PAIRED = ("auth", "login", "credential", "admin", "root", "sa/", "sa /", "wifi:")
_PAIR = re.compile(
    r"(?:auth\s*=\s*\(|(?:auth|login|credentials?)\()\s*[\"'][^\"'\n]{1,60}[\"']\s*,\s*[\"']([^\"'\s]{8,100})[\"']|"
    r"(?<![\w/.-])(?:admin|root|administrator|sa)[ \t]?/[ \t]?([^\s/|,)]{8,40}+)(?!/)|"
    r"\bWIFI:[^\s]{0,80}?;P:([^;\s]{8,63});",
    re.IGNORECASE,
)
_INDENTED = 60
_LINE_STEMS = ("pass", "pw", "secret", "key", "token")
_LINE = re.compile(
    r"(?m)^[ \t]*(?:ENV|ARG|setx?|setenv)?[ \t]*([A-Za-z][\w.-]{1,40})[ \t]+[\"']?([^\s\"'<>]{8,200})[\"']?[ \t]*$"
)
_WORDS = ("password", "passphrase", "passcode", "passwd", "pw", "비밀번호", "비밀 번호", "비번", "암호", "패스워드",
          "パスワード", "密码", "密碼", "口令")  # fmt: skip


def told(subject: Subject) -> Iterator[Hit]:
    """Secrets that a sentence, a table, a pair or a line of settings tells: "the password is …", `| pw | … |`."""
    if not subject.view.noise:
        for find in (_told_passwords, _told_keys, _pairs, _setting_lines):
            yield from find(subject)


def _told_passwords(subject: Subject) -> Iterator[Hit]:
    text, done = subject.text, -1
    for at in places(subject.lower, _WORDS):
        if at < done:
            continue
        match = _PROSE.match(text, at) or _cell(text, at)
        if match and told_password(match[match.lastindex or 1].rstrip(".,;:)")):
            done = match.end()
            yield Hit(start=match.start(match.lastindex or 1), end=done)


def _told_keys(subject: Subject) -> Iterator[Hit]:
    text = subject.text
    for at in places(subject.lower, _KEY_STEMS):
        key = _IS.match(text, at)
        if key and told_value(key[2].rstrip(".,;:)")) and names_secret(name_before(text, at) + key["name"]):
            yield Hit(start=key.start(2), end=key.end(2))
    for row in _NEXT_CELL.finditer(text) if "|" in text else ():
        if names_secret(row[1]) and told_value(row[2]):
            yield Hit(start=row.start(2), end=row.end(2))


def _pairs(subject: Subject) -> Iterator[Hit]:
    for at in places(subject.lower, _PAIRED):
        pair = _PAIR.match(subject.text, at)
        group = pair.lastindex or 1 if pair else 1
        if pair and told_value(pair[group]):
            yield Hit(start=pair.start(group), end=pair.end(group))


def _setting_lines(subject: Subject) -> Iterator[Hit]:
    text, start = subject.text, -1
    for at in places(subject.lower, _LINE_STEMS):
        if (begin := text.rfind("\n", 0, at) + 1) == start or at - begin > _INDENTED:
            continue
        start = begin
        line = _LINE.match(text, start)
        if line and line.start(1) <= at < line.end(1) and names_secret(line[1]) and told_value(line[2]):
            yield Hit(start=line.start(2), end=line.end(2))


def _cell(text: str, at: int) -> re.Match[str] | None:
    """The cell after the one that the word stands in."""
    match = _CELL.match(text, at)
    return match if match and len(match[1].strip("*` \t")) <= 16 else None
