"""Credentials without a form of their own: a value under a telling name, in a URL, a header or a command line."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits
from urllib.parse import unquote

from detect_secrets.plugins.keyword import KeywordDetector

from pressgate.leaks.conventions import example_host, placeholder, vendor_example
from pressgate.leaks.drawing import drawn
from pressgate.leaks.randomness import entropy, perhaps_random, random_looking
from pressgate.leaks.subject import Hit, Rule, Subject, places

_PASS_WORDS = r"pass(?:word|wd|phrase|code)?|pwd|비밀번호|암호|패스워드|パスワード|密码|密碼|口令"  # noqa: S105
_STRONG = (
    rf"{_PASS_WORDS}|secret|credential|private[-_ ]?key|api[-_ ]?key|access[-_ ]?key|auth[-_ ]?key|account[-_ ]?key|"
    r"client[-_ ]?key|service[-_ ]?key|signing[-_ ]?key|encryption[-_ ]?key|master[-_ ]?key|license[-_ ]?key|"
    r"deploy[-_ ]?key|db[-_ ]?key|app[-_ ]?key|session[-_ ]?key|salt"
)
_NAMES = re.compile(rf"{_STRONG}|token|auth|bearer", re.IGNORECASE)
_STEMS = ("pass", "pwd", "secret", "credential", "key", "token", "auth", "bearer", "salt",
          "비밀번호", "암호", "패스워드", "パスワード", "密码", "密碼", "口令")  # fmt: skip
_BEFORE = re.compile(r"[\w.\[\]-]*$")
_ASSIGNED = re.compile(
    r"(?P<name>[\w.-]{0,60})[\"'`\]*]{0,4}(?:\s*:\s*(?:str|String|string)\b)?"
    r"\s{0,8}(?P<by>:=|=>|==|=|：|:|→|>|\()\s{0,8}"
    r"(?:@|[rbuf]{0,2})(?P<quote>[\"'`]{0,3})(?P<value>[^\s\"'`<>]{6,400})"
)
_NOT_SECRET = re.compile(
    r"(?:hash|digest|checksum|sha\d*|md5|fingerprint|etag|integrity|_id|id_|ids|name|url|uri|path|file|dir|type|kind|"
    r"field|format|header|prefix|suffix|length|len|size|count|limit|ttl|expir|algorithm|endpoint|host|policy|class|"
    r"regex|pattern|label|title|ref|version|public|author|scope|issuer|env|var|hint|placeholder|izer|ized|ization)"
    r"[\w.-]*$",
    re.IGNORECASE,
)
_ALGORITHM = re.compile(
    r"(?:[\w./+-]{0,16}[./+_-])?(?:argon2|bcrypt|scrypt|pbkdf2|sha-?[0-9]|aes-?[0-9]|[hrep]s(?:256|384|512)|x?ed?25519|secp[0-9]|"
    r"utf-?8|base64|md5|hmac|rsa-?[0-9]|chacha20)[a-z0-9]{0,6}(?:[./+_-][\w./+-]{0,16})?",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"^(?:https?:|file:|/|\.\.?/|~/|[\w.]+\(|[\w.]+\[|os\.|env\.|process\.|self\.|this\.|settings\.|config\.|secrets\.|"
    r"\$|%|@|\{|\(|\[|&|!|\\|#|<|[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)+$|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$)"
)
_URL = re.compile(
    r"\b([A-Za-z][A-Za-z0-9+.-]{1,20})://([^\s:/?#@\"'`<>\[\]{}()]{0,80}):([^\s/?#@\"'`<>]{3,200})@([^\s/:?#\"'`<>)\],]+)"
)
_USER_TOKEN = re.compile(r"\bhttps?://([A-Za-z0-9_-]{20,}):?(?:x-oauth-basic)?@([^\s/:?#\"'`<>)\],]+)")
_QUERY_NAMES = (
    "sig=",
    "signature=",
    "token=",
    "key=",
    "secret=",
    "password=",
    "credential=",
    "code=",
    "pwd=",
    "passwd=",
)
_DOCUMENT = re.compile(r"://(?:docs|spreadsheets\d?)\.google\.com/")  # their `key` is a document's address
_WHOLE_NAMES = ("sig=", "code=")
_QUERY = re.compile(r"[a-z]+=([A-Za-z0-9%_.~+/=-]{16,600})", re.IGNORECASE)
_HEADER = re.compile(
    r"(?i)(authorization|x-api-key|api-key|x-auth-token|private-token|job-token|x-access-token|x-amz-security-token|"
    r"ocp-apim-subscription-key|x-[\w-]{2,30}-(?:token|key|secret)|set-cookie|cookie)"
    r"[\"']?\s*[:=,]\s*[\"']?(?:([a-z][\w-]{1,20})\s+)?([^\s\"'`,;<>]{8,600})"
)
_HEADERS = ("authorization", "api-key", "x-", "private-token", "job-token", "ocp-apim", "cookie")
_COMMANDS = (
    (
        "--",
        re.compile(
            r"--(?:password|passwd|pass|token|api-key|secret|access-key|secret-key|auth-token|client-secret)(?:=|\s+)"
        ),
    ),
    ("sshpass", re.compile(r"sshpass\s+-p\s*")),
    ("mysql", re.compile(r"mysql(?:dump|admin)?\b[^\n]{0,80}?\s-p(?=\S)")),
    ("login", re.compile(r"login[^\n]{0,80}?\s-p\s+")),
    ("curl", re.compile(r"curl\b[^\n]{0,200}?(?:\s-u\s*|\s--user[= ]+)[\"']?[^\s:\"']{1,60}:")),
    ("wget", re.compile(r"wget\b[^\n]{0,200}?\s--(?:http-)?password[= ]")),
    ("PGPASSWORD=", re.compile(r"PGPASSWORD=")),
    ("MYSQL_PWD=", re.compile(r"MYSQL_PWD=")),
    ("IDENTIFIED", re.compile(r"IDENTIFIED\s+(?:WITH\s+\S+\s+)?BY\s+")),
)
_ARGUMENT = re.compile(r"[\"']?([^\s\"'`]{6,200})")
_NETRC = re.compile(r"(?m)^\s*machine\s+\S+\s+(?:account\s+\S+\s+)?login\s+\S+\s+password\s+(\S+)")
_PGPASS = re.compile(r"(?m)^[\w.*-]+:(?:\d{2,5}|\*):[\w.*-]+:[\w.*-]+:(\S{6,})$")
_DOCKER_AUTH = re.compile(r"auth\"?\s*[:=]\s*\"?([A-Za-z0-9+/]{12,}={0,2})")
_HTPASSWD = re.compile(r"(?m)^[\w.@-]{1,60}:(?:\$(?:apr1|2[aby]|5|6)\$|\{SHA\})\S{16,}$")
_XML = re.compile(r"<(\w*(?:password|passwd|secret|token|apikey|api-key)\w*)>([^<>\s]{6,200})</\1>", re.IGNORECASE)


def assignments(subject: Subject) -> Iterator[Hit]:
    """A literal value under a name such as `password`, `api_key` or `비밀번호`, unless it plainly is no secret."""
    done = -1
    for at in places(subject.lower, _STEMS) if not subject.view.noise else ():
        match = _ASSIGNED.match(subject.text, at)
        if match is None or match.start("value") <= done:
            continue
        before = _BEFORE.search(subject.text[max(0, at - 40) : at])
        name = (before.group() if before else "") + match["name"]
        value = match["value"] if match["quote"] else match["value"].rstrip(",;)].")
        if match["by"] == "(" and (len(value) < 12 or not match["quote"]):
            continue
        if _NAMES.search(name) and _secret_value(name, value, bool(match["quote"])):
            done = match.start("value")
            yield Hit(start=done, end=done + len(value))
    for match in _XML.finditer(subject.text) if "</" in subject.text else ():
        if _secret_value(match[1], match[2], True):
            yield Hit(start=match.start(2), end=match.end(2))


def _secret_value(name: str, value: str, quoted: bool) -> bool:
    if _NOT_SECRET.search(name) or _REFERENCE.match(value) or placeholder(value) or vendor_example(value):
        return False
    if (
        _ALGORITHM.fullmatch(value)
        or "://" in value
        or value.startswith(("sha256:", "sha512-", "sha384-", "sha1:", "md5:"))
        or not value.isascii()
    ):
        return False
    password = re.search(_PASS_WORDS, name, re.IGNORECASE) is not None
    if not (any(map(str.isdigit, value)) or password) or not any(map(str.isalpha, value)):
        return False
    if random_looking(value) or (len(value) >= 10 and perhaps_random(value)):
        return True
    kinds = len({(c.isdigit(), c.isalpha(), c.isupper()) for c in value})
    return password and quoted and len(value) >= 8 and kinds >= 3 and entropy(value) > 2.7


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
            if value and " " not in value and _secret_value("password", value, False):
                yield Hit(start=start + max(line.find(value), 0), end=start + max(line.find(value), 0) + len(value))


_KEYWORD = KeywordDetector()
_DIGIT = re.compile("[0-9]")


def url_credentials(subject: Subject) -> Iterator[Hit]:
    """`scheme://user:password@host` and `https://token@host`."""
    if "://" not in subject.text or "@" not in subject.text:
        return
    for match in _URL.finditer(subject.text):
        _, user, password, host = match.groups()
        weak = placeholder(password) or password.lower() == user.lower() or _REFERENCE.match(password)
        if weak or (example_host(host) and not random_looking(password)) or vendor_example(password):
            continue
        if "." not in host and not random_looking(password):
            continue
        yield Hit(start=match.start(3), end=match.end(3))
    for match in _USER_TOKEN.finditer(subject.text):
        if random_looking(match[1]) and not placeholder(match[1]) and "sentry" not in match[2]:
            yield Hit(start=match.start(1), end=match.end(1))


def queries(subject: Subject) -> Iterator[Hit]:
    """Tokens and signatures in the query of a URL."""
    for at in places(subject.lower, _QUERY_NAMES) if "://" in subject.text else ():
        match = _QUERY.match(subject.text, at)
        lead = re.split(r"[\s\"'<>`]", subject.text[max(0, at - 300) : at])[-1]
        if subject.lower.startswith(_WHOLE_NAMES, at) and lead[-1:] not in "?&;#":
            continue  # such as the referrer_sig of counters
        if subject.lower.startswith("key=", at) and _DOCUMENT.search(lead):
            continue
        if match and "://" in lead and ("?" in lead or "#" in lead) and not placeholder(match[1]):
            value = unquote(match[1])
            if random_looking(value) and not vendor_example(value):
                yield Hit(start=match.start(1), end=match.end(1))


def headers(subject: Subject) -> Iterator[Hit]:
    """Authorization and API key headers, cookies, and their values in code."""
    for at in places(subject.lower, _HEADERS):
        match = _HEADER.match(subject.text, at)
        if match is None:
            continue
        name, scheme, value = match.groups()
        if (scheme or "").lower() == "basic":
            if _basic(value):
                yield Hit(start=match.start(3), end=match.end(3))
            continue
        value = value.partition("=")[2].partition(";")[0] if "cookie" in name.lower() else value
        if len(value) >= 16 and not _REFERENCE.match(value) and not placeholder(value) and random_looking(value):
            yield Hit(start=match.start(3), end=match.end(3))


def _basic(value: str) -> bool:
    try:
        user, colon, password = base64.b64decode(value + "=" * (-len(value) % 4)).decode("utf-8").partition(":")
    except (binascii.Error, ValueError):
        return False
    return bool(colon) and not placeholder(password) and password != user and len(password) >= 6


def command_lines(subject: Subject) -> Iterator[Hit]:
    """Passwords on command lines, in .netrc, .pgpass, docker and htpasswd files."""
    text = subject.text
    for needle, pattern in _COMMANDS:
        for at in places(text, (needle,)):
            lead = pattern.match(text, at)
            argument = _ARGUMENT.match(text, lead.end()) if lead else None
            if argument and _argument(argument[1].rstrip(",;)")):
                yield Hit(start=argument.start(1), end=argument.end(1))
    for needle, pattern in (("machine", _NETRC), (":", _PGPASS)):
        for match in pattern.finditer(text) if needle in text else ():
            if not placeholder(match[1]) and not _REFERENCE.match(match[1]):
                yield Hit(start=match.start(1), end=match.end(1))
    for match in _HTPASSWD.finditer(text) if ":$" in text or ":{SHA}" in text else ():
        yield Hit(start=match.start(), end=match.end())
    for at in places(text, ("auth",)):
        if (auth := _DOCKER_AUTH.match(text, at)) and _basic(auth[1]):
            yield Hit(start=auth.start(1), end=auth.end(1))


def _argument(value: str) -> bool:
    return not placeholder(value) and not _REFERENCE.match(value) and (random_looking(value) or _digits(value))


def _digits(value: str) -> bool:
    return len(value) >= 8 and any(map(str.isdigit, value)) and any(map(str.isalpha, value)) and "/" not in value


def _value(random: Random) -> str:
    return "".join(drawn(random, 1, kind) for _ in range(8) for kind in (ascii_lowercase, digits, ascii_uppercase))


CREDENTIAL_RULES = (
    Rule(
        code="credential", name="assignment", meaning="a password, key or token under a telling name", find=assignments,
        canary=lambda r: f'client_secret = "{_value(r)}"',
    ),
    Rule(
        code="credential", name="keyword", meaning="a password, key or token under a telling name", find=keyword,
        canary=lambda r: f'api_key: "{_value(r)}"',
    ),
    Rule(
        code="credential", name="header", meaning="a password, key or token under a telling name", find=headers,
        canary=lambda r: f"Authorization: Bearer {_value(r)}",
    ),
    Rule(
        code="credential", name="command-line", meaning="a password, key or token under a telling name",
        find=command_lines, canary=lambda r: f"sshpass -p '{_value(r)}' ssh",
    ),
    Rule(
        code="url-credential", name="query", meaning="a password or token in a URL", find=queries,
        canary=lambda r: f"https://api.{drawn(r, 8).lower()}.dev/x?a=1&sig={_value(r)}",
    ),
    Rule(
        code="url-credential", name="url", meaning="a password or token in a URL", find=url_credentials,
        canary=lambda r: f"https://deploy:{_value(r)}@packages.{drawn(r, 8).lower()}.dev/simple",
    ),
)  # fmt: skip
