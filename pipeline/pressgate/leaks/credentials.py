"""Credentials without a form of their own: a value under a telling name, in code, configuration, prose or a table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from detect_secrets.plugins.keyword import KeywordDetector

from pressgate.leaks.drawing import mixed
from pressgate.leaks.judgement import names_secret, secret_value, told_password, told_value
from pressgate.leaks.subject import Hit, Rule, Subject, places

_STEMS = ("pass", "pw", "secret", "credential", "key", "token", "auth", "bearer", "salt", "sess",
          "비밀번호", "비밀 번호", "비번", "암호", "패스워드", "비밀키", "인증키", "パスワード", "密码", "密碼", "口令",
          "密钥", "秘密鍵")  # fmt: skip
_BEFORE = re.compile(r"[\w.\[\]-]*$")
_ASSIGNED = re.compile(
    r"(?P<name>[\w.-]{0,60})[\"'`\]*]{0,4}"
    r"(?:\s*:\s*(?:Final|Optional|const\s|&|'static\s){0,3}\[?(?:str|String|string|bytes|SecretStr)\b\]?)?"
    r"\s{0,8}(?P<by>:=|=>|==|=|：|:|→|>|\(|<-|[\"']\s{0,4},|[\"']\s{1,4}value\s?=)[*_]{0,3}\s{0,8}"
    r"(?P<call>[\w.:]{2,40}\([ \t]{0,4}(?=[rbuf]{0,2}[\"'`]))?(?:(?:@|[rbuf]{1,2})(?=[\"'`]))?(?P<quote>[\"'`]{0,3})"
)
_PLAIN = re.compile(r"[^\s\"'`<>]{6,400}")
_QUOTED = {mark: re.compile(rf"[^\s{mark}]{{6,400}}(?={mark})") for mark in "\"'`"}
_CALL = re.compile(r"\(\s{0,4}[\"']$")
_XML = re.compile(
    r"<(\w*(?:password|passwd|secret|token|apikey|api-key)\w*)>([^<>\s]{6,200})</\1>"
    r"|<key>(\w*)</key>\s*<string>([^<>\s]{6,200})</string>",
    re.IGNORECASE,
)
_CALLED = r"(?:pass(?:word|phrase|code|wd)|pw|비밀 ?번호|비번|암호|패스워드|パスワード|密码|密碼|口令)"
_PROSE = re.compile(
    rf"{_CALLED}(?:[ \t]*(?:is|was|will be|are|of|은|는|이|가|を|は|が|是|为)|[ \t]{{1,20}})(?=[ \t:：=\"'`*「(])"
    r"[ \t:：=\"'`*「(]{1,8}([^\s\"'`*<>「」|]{8,64})",
    re.IGNORECASE,
)
_CELL = re.compile(r"([^|\n]{2,40})\|[ \t`*]{0,6}([^\s|`*]{8,200})[ \t`*]{0,6}(?:\||$)", re.MULTILINE)
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


def assignments(subject: Subject) -> Iterator[Hit]:
    """A literal value under a name such as `password`, `api_key` or `비밀번호`, unless it plainly is no secret."""
    done = -1
    for at in places(subject.lower, _STEMS) if not subject.view.noise else ():
        match = _ASSIGNED.match(subject.text, at)
        if match is None or match.end() <= done:
            continue
        value = _value_at(subject.text, match)
        before = _BEFORE.search(subject.text[max(0, at - 40) : at])
        name = (before.group() if before else "") + match["name"]
        if subject.lower.startswith(";jsessionid", at - 2):
            continue  # a visit long over, which servers write into links
        if match["by"].endswith(",") and not _CALL.search(
            subject.text[max(0, at - 44) : at - len(name) + len(match["name"])]
        ):
            continue
        if value and secret_value(name, value, quoted=bool(match["quote"])):
            done = match.end()
            yield Hit(start=done, end=done + len(value))
    for found in _XML.finditer(subject.text) if "</" in subject.text else ():
        group = 2 if found[2] else 4
        if secret_value(found[group - 1], found[group], quoted=True):
            yield Hit(start=found.start(group), end=found.end(group))


def _value_at(text: str, match: re.Match[str]) -> str:
    """The value that an assignment begins: up to the closing quotation mark, or without what ends a sentence."""
    quote, by = match["quote"], match["by"]
    found = (_QUOTED[quote[-1]] if quote else _PLAIN).match(text, match.end()) or _PLAIN.match(text, match.end())
    if (
        found is None
        or (by[0] in "\"'" and not quote)
        or ((by == "(" or match["call"]) and (len(found.group()) < 12 or not quote))
    ):
        return ""
    return found.group() if quote else found.group().rstrip(",;)].")


def keyword(subject: Subject) -> Iterator[Hit]:
    """What detect-secrets' keyword detector sees and that looks drawn."""
    done = -1
    for at in places(subject.lower, _STEMS) if not subject.view.noise else ():
        if at < done:
            continue
        start = max(subject.text.rfind("\n", 0, at) + 1, at - 200)
        end = subject.text.find("\n", at)
        done = min(end if end >= 0 else len(subject.text), at + 400)
        line = subject.text[start:done]
        if not _DIGIT.search(line):
            continue
        for value in _KEYWORD.analyze_string(line):
            if value and " " not in value and told_value(value):
                yield Hit(start=start + max(line.find(value), 0), end=start + max(line.find(value), 0) + len(value))


_KEYWORD = KeywordDetector()
_DIGIT = re.compile("[0-9]")


def told(subject: Subject) -> Iterator[Hit]:
    """Passwords that a sentence, a table, a pair or a line of settings tells: "the password is …", `| pw | … |`."""
    if subject.view.noise:
        return
    text, done = subject.text, -1
    for at in places(subject.lower, _WORDS):
        if at < done:
            continue
        match = _PROSE.match(text, at) or _cell(text, at)
        if match and told_password(match[match.lastindex or 1].rstrip(".,;:)")):
            done = match.end()
            yield Hit(start=match.start(match.lastindex or 1), end=done)
    for at in places(subject.lower, _PAIRED):
        pair = _PAIR.match(text, at)
        group = pair.lastindex or 1 if pair else 1
        if pair and told_value(pair[group]):
            yield Hit(start=pair.start(group), end=pair.end(group))
    start = -1
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


_MEANING = "a password, key or token under a telling name"
CREDENTIAL_RULES = (
    Rule(
        code="credential", name="assignment", meaning=_MEANING, find=assignments,
        canary=lambda r: f'client_secret = "{mixed(r)}"',
    ),
    Rule(
        code="credential", name="keyword", meaning=_MEANING, find=keyword, canary=lambda r: f'api_key: "{mixed(r)}"',
    ),
    Rule(
        code="credential", name="told", meaning=_MEANING, find=told, canary=lambda r: f"The password is {mixed(r)}.",
    ),
)  # fmt: skip
