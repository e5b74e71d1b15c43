"""What documentation writes in place of a secret, a person or a machine: it is no leak, by convention."""

from __future__ import annotations

import re

_TEMPLATE = re.compile(
    r"^[\"'`]*(?:<[^<>]*>?|\$\{?\{?.*|\{+.*|%\w+%.*|\[+[^\[\]]*\]?|\*+.*|@\w+@|__\w+__|%\(?\w*\)?s.*|:\w+)[\"'`]*$",
    re.DOTALL,
)
_WORDS = re.compile(
    r"example|sample|dummy|fake|placeholder|change[-_ ]?(?:me|this|it)|your|replace|redacted|removed|insert|enter[-_ ]|"
    r"xxxx|(?<![a-z])xxx(?![a-z])|\.\.\.|…|\*\*\*|foobar|lorem|todo|fixme|hunter2|letmein|qwerty|abcdef|123456|abc123|"
    r"not[-_ ]?a[-_ ]?real|not[-_ ]?secret|no[-_ ]?secret|invalid|wrong|unknown|undefined|anything|whatever|"
    r"여기|입력|비밀번호|예시|샘플|あなた|ここに|你的|在此",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"(?:(?:my|the|our|a|some|super|very|top|this|is|new|old|test|demo|dev|admin|root|user|db|app|api|client|access|"
    r"auth|refresh|bearer|private|public|shared|master|default|strong|secure|long|random|really|mysql|postgres|redis|"
    r"mongo|rabbitmq|guest|minio|django|flask|laravel|wordpress|jwt|aws|gcp|github|gitlab|oauth|foo|bar|baz|hello|world|"
    r"password|passwd|passphrase|pass|pwd|pw|p4ssw0rd|p@ssw0rd|passw0rd|secret|s3cr3t|s3cret|token|key|value|string|"
    r"text|here|none|null|true|false|login|username|email|name|id|local|localhost|prod|staging|hash|credential|s)"
    r"[-_ .:/@!#$%^&*0-9]*)+",
    re.IGNORECASE,
)


def placeholder(value: str) -> bool:
    """Whether a value stands for a secret rather than being one: `<your-key>`, `$TOKEN`, `changeme`, `xxxx`."""
    plain = value.strip()
    if not plain or _TEMPLATE.match(plain) or _WORDS.search(plain) or _WEAK.fullmatch(plain):
        return True
    return len(set(plain)) < max(3, len(plain) // 8) or _sequence(plain)


def _sequence(value: str) -> bool:
    """Whether most characters follow their left neighbour in code order, as in `abcdefgh` and `12345678`."""
    steps = sum(1 for a, b in zip(value, value[1:], strict=False) if ord(b) - ord(a) in {0, 1})
    return steps * 10 >= (len(value) - 1) * 6


_EXAMPLE_HOST = re.compile(
    r"(?:^|[.@/])(?:example(?:\.(?:com|org|net|edu))?|[\w-]+\.(?:example|test|invalid|localhost)|localhost"
    r"|(?:your|my|some|the)[-_]?\w*\.\w+(?:\.\w+)*)$",
    re.IGNORECASE,
)


def example_host(host: str) -> bool:
    """RFC 2606 and RFC 6761 names, loopback, and `your-domain.com`."""
    name = host.rstrip(".").lower()
    return bool(_EXAMPLE_HOST.search(name)) or name in {"127.0.0.1", "0.0.0.0", "::1", "[::1]"}  # noqa: S104


_EXAMPLE_USER = frozenset(
    ["user", "username", "users", "you", "yourname", "your-name", "yourusername", "your_username", "your-username", "me", "name", "someone", "somebody", "myuser", "my-user", "foo", "bar", "alice", "bob", "john", "jane", "jdoe", "johndoe", "janedoe", "demo", "test", "tester", "example", "sample", "guest", "default", "public", "shared", "all", "ubuntu", "debian", "ec2-user", "vagrant", "pi", "node", "app", "appuser", "runner", "circleci", "jovyan", "vscode", "codespace", "gitpod", "dev", "developer", "admin", "administrator", "root", "www-data", "git", "deploy", "docker", "build", "builder", "container", "mysql", "postgres", "oracle", "hadoop", "spark", "airflow", "jenkins", "nginx", "apache", "linuxbrew", "nonroot", "coder", "work", "사용자", "사용자명", "사용자이름", "유저", "유저명", "홍길동", "username", "ユーザー", "ユーザー名", "用户", "用户名", "xxx", "xxxx", "xxxxx"]
)


def example_user(name: str) -> bool:
    """User names that name nobody: `user`, `ubuntu`, `runner`, `<name>`, `$USER`."""
    return name.lower().strip("<>{}$%[]") in _EXAMPLE_USER or bool(
        re.match(r"[<{$%\[*…]|\.\.\.|your|my[-_]", name, re.I)
    )
