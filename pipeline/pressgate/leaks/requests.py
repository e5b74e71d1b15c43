"""Credentials of requests: in a URL, its query, a header or a cookie."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from urllib.parse import unquote

from pressgate.leaks.drawing import drawn, mixed
from pressgate.leaks.example_names import example_host
from pressgate.leaks.judgement import PUBLISHABLE, refers, told_value
from pressgate.leaks.placeholders import placeholder, placeholder_token, vendor_example
from pressgate.leaks.randomness import random_looking
from pressgate.leaks.secret_names import names_password
from pressgate.leaks.subject import Hit, Rule, Subject, places

_URL = re.compile(
    r"\b([A-Za-z][A-Za-z0-9+.-]{1,20})://([^\s:/?#@\"'`<>\[\]{}()]{0,80}):((?!\d{1,5}[?#])[^\s/\"'`<>]{3,200})@([^\s/:?#@\"'`<>)\],]+)"
)
_USER_TOKEN = re.compile(r"\bhttps?://([A-Za-z0-9_-]{20,}):?(?:x-oauth-basic)?@([^\s/:?#\"'`<>)\],]+)")
_QUERY_NAMES = ("sig=", "signature=", "token=", "key=", "secret=", "password=", "credential=", "code=", "pwd=",
                "passwd=", "passcode=", "auth=")  # fmt: skip
_DOCUMENT = re.compile(r"://(?:docs|spreadsheets\d?)\.google\.com/")  # their `key` is a document's address
_WHOLE_NAMES = ("sig=", "code=")
_QUERY = re.compile(r"([a-z]+)=([A-Za-z0-9%_.~+/=-]{8,600})", re.IGNORECASE)
# Addresses that whoever knows them may write to or read from: the secret is a part of the path.
_CAPABILITY = re.compile(
    r"\bhttps://(?:hooks\.zapier\.com/hooks/catch/|hook\.[\w.-]+\.make\.com/|hooks\.slack\.com/(?:triggers|"
    r"services|workflows)/|"
    r"open\.(?:feishu|larksuite)\.(?:cn|com)/open-apis/bot/v2/hook/|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=|"
    r"maker\.ifttt\.com/trigger/\w+/with/key/|outlook\.office\.com/webhook/|ntfy\.sh/|"
    r"calendar\.google\.com/calendar/ical/[^/\s]+/private-|api\.telegram\.org/bot)([A-Za-z0-9:@/_-]{12,300})"
)
_BEARER = re.compile(r"\bbearer[ \t]+[`\"']?([A-Za-z0-9._~+/-]{20,600}=*)", re.IGNORECASE)
_JAR = re.compile(r"(?m)^\S+\t(?:TRUE|FALSE)\t/\S*\t(?:TRUE|FALSE)\t\d+\t\S+\t(\S{16,})$")
_HEADER = re.compile(
    r"(?i)(authorization|x-api-key|api-key|x-auth-token|private-token|job-token|x-access-token|x-amz-security-token|"
    r"ocp-apim-subscription-key|x-[\w-]{2,30}-(?:token|key|secret)|set-cookie|cookie)"
    r"[\"']?\s*[:=,]\s*[\"']?(?:([a-z][\w-]{1,20})\s+)?([^\s\"'`,;<>]{8,600})"
)
_HEADERS = ("authorization", "api-key", "x-", "private-token", "job-token", "ocp-apim", "cookie")


def url_credentials(subject: Subject) -> Iterator[Hit]:
    """`scheme://user:password@host` and `https://token@host`."""
    if "://" not in subject.text or "@" not in subject.text:
        return
    for match in _URL.finditer(subject.text):
        _, user, password, host = match.groups()
        weak = placeholder(password) or password.lower() == user.lower() or refers(password)
        if weak or (example_host(host) and not random_looking(password)) or vendor_example(password):
            continue
        if "." not in host and not random_looking(password):
            continue
        yield Hit(start=match.start(3), end=match.end(3))
    for match in _USER_TOKEN.finditer(subject.text):
        if random_looking(match[1]) and not placeholder(match[1]) and "sentry" not in match[2]:
            yield Hit(start=match.start(1), end=match.end(1))


def queries(subject: Subject) -> Iterator[Hit]:
    """Tokens and signatures in the query of a URL, and addresses that are secrets themselves."""
    for at in places(subject.lower, _QUERY_NAMES) if "://" in subject.text else ():
        match = _QUERY.match(subject.text, at)
        lead = re.split(r"[\s\"'<>`]", subject.text[max(0, at - 300) : at])[-1]
        if subject.lower.startswith(_WHOLE_NAMES, at) and lead[-1:] not in "?&;#":
            continue  # such as the referrer_sig of counters
        if subject.lower.startswith("key=", at) and _DOCUMENT.search(lead):
            continue
        if match and "://" in lead and ("?" in lead or "#" in lead) and not placeholder(match[2]):
            value = unquote(match[2])
            if value.startswith(PUBLISHABLE) or _is_text(value):
                continue
            short = names_password(match[1]) and told_value(value)
            if (short or (len(value) >= 16 and random_looking(value))) and not vendor_example(value):
                yield Hit(start=match.start(2), end=match.end(2))
    for match in _CAPABILITY.finditer(subject.text) if "https://" in subject.text else ():
        if any(map(str.isdigit, match[1])) and not placeholder_token(match[1]):
            yield Hit(start=match.start(1), end=match.end(1))


def headers(subject: Subject) -> Iterator[Hit]:
    """Authorization and API key headers, cookies, and their values in code."""
    for at in places(subject.lower, _HEADERS):
        match = _HEADER.match(subject.text, at)
        if match is None:
            continue
        name, scheme, value = match.groups()
        if (scheme or "").lower() == "basic":
            if basic(value):
                yield Hit(start=match.start(3), end=match.end(3))
            continue
        value = value.partition("=")[2].partition(";")[0] if "cookie" in name.lower() else value
        known = refers(value) or placeholder(value) or vendor_example(value)
        if len(value) >= 16 and not known and random_looking(value):
            yield Hit(start=match.start(3), end=match.end(3))
    for pattern, needle in ((_BEARER, "bearer"), (_JAR, "\ttrue\t")):
        for match in pattern.finditer(subject.text) if needle in subject.lower else ():
            if random_looking(match[1]) and not placeholder(match[1]) and not vendor_example(match[1]):
                yield Hit(start=match.start(1), end=match.end(1))


def _is_text(value: str) -> bool:
    """Whether a value is the base64 of a few words of text, as links to playgrounds carry a program."""
    try:
        text = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        return False
    return len(text) >= 24 and " " in text and all(c.isprintable() or c.isspace() for c in text)


def basic(value: str) -> bool:
    """Whether `value` is the base64 of a user and a password, and no placeholder."""
    try:
        user, colon, password = base64.b64decode(value + "=" * (-len(value) % 4)).decode("utf-8").partition(":")
    except (binascii.Error, ValueError):
        return False
    return (
        bool(colon)
        and not vendor_example(value)
        and not placeholder(password)
        and password != user
        and len(password) >= 6
    )


REQUEST_RULES = (
    Rule(
        code="credential", name="header", meaning="a password, key or token under a telling name", find=headers,
        canary=lambda r: f"Authorization: Bearer {mixed(r)}",
    ),
    Rule(
        code="url-credential", name="query", meaning="a password or token in a URL", find=queries,
        canary=lambda r: f"https://api.{drawn(r, 8).lower()}.dev/x?a=1&sig={mixed(r)}",
    ),
    Rule(
        code="url-credential", name="url", meaning="a password or token in a URL", find=url_credentials,
        canary=lambda r: f"https://deploy:{mixed(r)}@packages.{drawn(r, 8).lower()}.dev/simple",
    ),
)  # fmt: skip
