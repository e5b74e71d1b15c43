"""Credentials on command lines and in the files of tools: .netrc, .pgpass, docker, htpasswd."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pressgate.leaks.drawing import mixed
from pressgate.leaks.judgement import refers, told_value
from pressgate.leaks.placeholders import placeholder
from pressgate.leaks.randomness import random_looking
from pressgate.leaks.requests import basic
from pressgate.leaks.subject import Hit, Rule, Subject, places

_COMMANDS = (
    ("--", r"--(?:password|passwd|pass|passphrase|token|api-key|secret|access-key|secret-key|auth-token|client-secret)"
           r"(?:=|\s+)"),
    ("sshpass", r"sshpass\s+-p\s*"),
    ("mysql", r"mysql(?:dump|admin)?\b[^\n]{0,80}?\s-p(?=\S)"),
    ("mongo", r"mongo(?:sh|dump|restore|export|import)?\b[^\n]{0,80}?\s-p\s+"),
    ("login", r"login[^\n]{0,80}?\s-p\s+"),
    ("redis-cli", r"redis-cli\b[^\n]{0,80}?\s-a\s+"),
    ("zip", r"zip\b[^\n]{0,80}?\s-P\s*"),
    ("7z", r"7z\b[^\n]{0,80}?\s-p(?=\S)"),
    ("keytool", r"keytool\b[^\n]{0,200}?\s-(?:store|key)pass\s+"),
    ("pass:", r"pass:"),
    ("net use", r"net use\b[^\n]{0,80}?\s/user:\S+\s+"),
    ("htpasswd", r"htpasswd\s+-\w*b\w*\s+(?:\S+\s+)?\S+\s+"),
    ("community", r"community\s+"),
    ("enable secret", r"enable secret \d\s+"),
    ("authtoken", r"authtoken\s+"),
    ("bindpw", r"bindpw\s+"),
    ("echo", r"echo\s+(?:-n\s+)?(?=[\"']?[^\s\"']{8,40}[\"']?\s*\|\s*"
             r"(?:sudo\s+-S|docker login|gh auth|passwd|chpasswd))"),
    ("curl", r"curl\b[^\n]{0,200}?(?:\s-u\s*|\s--user[= ]+)[\"']?[^\s:\"']{1,60}:"),
    ("wget", r"wget\b[^\n]{0,200}?\s--(?:http-)?password[= ]"),
    ("PGPASSWORD=", r"PGPASSWORD="),
    ("MYSQL_PWD=", r"MYSQL_PWD="),
    ("jdbc:oracle", r"jdbc:oracle:thin:\w+/"),
    ("IDENTIFIED", r"IDENTIFIED\s+(?:WITH\s+\S+\s+)?BY\s+"),
    ("PASSWORD", r"PASSWORD\s+(?==\s*N?'|')(?:=\s*N?)?"),
)  # fmt: skip
_LEADS = tuple((needle, re.compile(pattern)) for needle, pattern in _COMMANDS)
_ARGUMENT = re.compile(r"[\"']?([^\s\"'`]{6,200})")
_NETRC = re.compile(r"(?m)^\s*machine\s+\S+\s+(?:account\s+\S+\s+)?login\s+\S+\s+password\s+(\S+)")
_PGPASS = re.compile(r"(?m)^[\w.*-]+:(?:\d{2,5}|\*):[\w.*-]+:[\w.*-]+:(\S{6,})$")
_DOCKER_AUTH = re.compile(r"auth\"?\s*[:=]\s*\"?([A-Za-z0-9+/]{12,}={0,2})")
_HASHED = re.compile(
    r"(?m)^[\w.@-]{1,60}:(?:\$(?:apr1|2[aby]|5|6|y|7)\$|\{SHA\})\S{16,}|"
    r"(?<![\w$])\$2[aby]\$\d\d\$[A-Za-z0-9./]{53}(?![A-Za-z0-9])"
)


def command_lines(subject: Subject) -> Iterator[Hit]:
    """Passwords on command lines, in .netrc, .pgpass, docker and htpasswd files."""
    text = subject.text
    for needle, pattern in _LEADS:
        for at in places(text, (needle,)):
            lead = pattern.match(text, at)
            argument = _ARGUMENT.match(text, lead.end()) if lead else None
            if argument and _argument(argument[1].rstrip(",;)")):
                yield Hit(start=argument.start(1), end=argument.end(1))
    for needle, pattern in (("machine", _NETRC), (":", _PGPASS)):
        for match in pattern.finditer(text) if needle in text else ():
            if not placeholder(match[1]) and not refers(match[1]):
                yield Hit(start=match.start(1), end=match.end(1))
    for match in _HASHED.finditer(text) if "$2" in text or ":$" in text or ":{SHA}" in text else ():
        yield Hit(start=match.start(), end=match.end())
    for at in places(text, ("auth",)):
        if (auth := _DOCKER_AUTH.match(text, at)) and basic(auth[1]):
            yield Hit(start=auth.start(1), end=auth.end(1))


def _argument(value: str) -> bool:
    if placeholder(value) or refers(value, quoted=True):
        return False
    return random_looking(value) or _digits(value) or told_value(value)


def _digits(value: str) -> bool:
    return len(value) >= 8 and any(map(str.isdigit, value)) and any(map(str.isalpha, value)) and "/" not in value


COMMAND_RULES = (
    Rule(
        code="credential", name="command-line", meaning="a password, key or token under a telling name",
        find=command_lines, canary=lambda r: f"sshpass -p '{mixed(r)}' ssh",
    ),
)  # fmt: skip
