"""Credentials without a form of their own: a value under a telling name, in code, configuration, prose or a table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from detect_secrets.plugins.keyword import KeywordDetector

from pressgate.leaks.drawing import mixed
from pressgate.leaks.judgement import secret_value, told_value
from pressgate.leaks.secret_names import name_before
from pressgate.leaks.subject import Hit, Rule, Subject, places
from pressgate.leaks.told import told

_WHOLE = """pass pw secret credential key token auth bearer salt sess psk otp recovery backup kennwort contraseña senha
mot_de_passe пароль 비밀번호 비번 암호 패스워드 시크릿 토큰 비밀키 인증키 액세스키 접근키 접속키 보안키 api키 앱키
パスワード 合言葉 トークン シークレット キー 秘密鍵 密码 密碼 口令 授权码 授權碼 令牌 密钥 密鑰 秘钥 秘鑰 金鑰"""
_SPACED = ("비밀 번호", "비밀 키", "인증 키", "액세스 키", "접근 키", "접속 키", "보안 키", "서명 키", "서비스 키",
           "api 키", "앱 키", "mot de passe")  # fmt: skip
_STEMS = (*_WHOLE.split(), *_SPACED)
_ASSIGNED = re.compile(
    r"(?P<name>(?:[a-z가-힣]{1,8} (?=키|번호|キー|codes?\b))?[\w.-]{0,60})[\"'`\]*]{0,4}"
    r"(?:\s*:\s*(?:Final|Optional|const\s|&|'static\s){0,3}\[?(?:str|String|string|bytes|SecretStr)\b\]?)?"
    r"\s{0,8}(?P<by>:=|=>|==|=|：|:|→|>|\(|<-|[\"']\s{0,4},|[\"']\s{1,4}value\s?=)[*_]{0,3}\s{0,8}"
    r"(?P<call>[\w.:]{2,40}\([ \t]{0,4}(?=[rbuf]{0,2}[\"'`]))?(?:(?:@|[rbuf]{1,2})(?=[\"'`]))?(?P<quote>[\"'`]{0,3})",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[^\s\"'`<>]{6,400}")
_QUOTED = {mark: re.compile(rf"[^\s{mark}]{{6,400}}(?={mark})") for mark in "\"'`"}
_CALL = re.compile(r"\(\s{0,4}[\"']$")
_XML = re.compile(
    r"<(\w*(?:password|passwd|secret|token|apikey|api-key)\w*)>([^<>\s]{6,200})</\1>"
    r"|<key>(\w*)</key>\s*<string>([^<>\s]{6,200})</string>",
    re.IGNORECASE,
)


def assignments(subject: Subject) -> Iterator[Hit]:
    """A literal value under a name such as `password`, `api_key` or `비밀번호`, unless it plainly is no secret."""
    done = -1
    for at in places(subject.lower, _STEMS) if not subject.view.noise else ():
        match = _ASSIGNED.match(subject.text, at)
        if match is None or match.end() <= done:
            continue
        value = _value_at(subject.text, match)
        name = name_before(subject.text, at) + match["name"]
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
