"""Hosts, users and mailboxes that documentation names and that are nobody's."""

from __future__ import annotations

import re

_EXAMPLE_HOST = re.compile(
    r"(?:^|[.@/])(?:example(?:\.(?:com|org|net|edu|co\.kr|co\.jp|kr|jp|cn|de|io|dev))?|(?:[\w-]+\.)*(?:example|test|"
    r"invalid|localhost)|localhost(?:\.localdomain)?|(?:(?:your|my|some)[-_]?\w*(?:domain|site|company|host|"
    r"server|app|blog|org|"
    r"name|mail|project|shop|store|tenant)|acme|company|domain|site|host|server|foo|bar|doe|gildong)\.(?:com|org|net|co|io|"
    r"dev|kr|co\.kr|tld|xyz))$",
    re.IGNORECASE,
)
_LOOPBACK = frozenset({"127.0.0.1", "0.0.0.0", "::1", "[::1]"})  # noqa: S104


def example_host(host: str) -> bool:
    """RFC 2606 and RFC 6761 names, loopback, and `your-domain.com`."""
    name = host.rstrip(".").lower()
    return name in _LOOPBACK or bool(_EXAMPLE_HOST.search(name))


_USERS = """
user username users user1 user2 you yourname yourusername me name someone somebody myuser myname foo bar baz alice
bob carol john jane jdoe johndoe janedoe johnsmith honggildong gildong demo test tester testuser example sample guest
default public shared all ubuntu debian fedora centos ec2-user vagrant pi node app appuser runner circleci jovyan
vscode codespace gitpod dev devuser developer admin administrator root www-data git deploy docker build builder
container mysql postgres oracle hadoop spark airflow jenkins nginx apache linuxbrew nonroot coder work workspace home
사용자 사용자명 사용자이름 유저 유저명 홍길동 이름 ユーザー ユーザー名 用户 用户名 xxx xxxx xxxxx user_name user-name
"""
_EXAMPLE_USER = frozenset(_USERS.split())


def example_user(name: str) -> bool:
    """User names that name nobody: `user`, `ubuntu`, `runner`, `<name>`, `$USER`, `your-name`."""
    plain = name.lower().strip("<>{}$%[]().,")
    if not plain or plain in _EXAMPLE_USER:
        return True
    return bool(re.match(r"[<{$%\[*…~]|\.\.\.|your|my[-_]|user[-_.]?\w{0,2}$|x{2,}$", name, re.IGNORECASE))


_MAILBOXES = """
admin administrator contact support help helpdesk hello hi info information mail email sales press media jobs careers
hr billing abuse security postmaster webmaster hostmaster root noreply no-reply donotreply do-not-reply notifications
notification feedback team office dev devs developers opensource oss community legal privacy service services
newsletter news marketing ops git svn hg ubuntu ec2-user user users username name you your yourname me someone
somebody nobody foo bar alice bob test tester testing example sample demo bot github-actions actions conduct coc
maintainers
"""
_ROLE = frozenset(_MAILBOXES.split())


def role_address(local: str) -> bool:
    """Whether the local part of an e-mail address names an office and no person."""
    plain = local.lower().split("+")[0]
    return plain in _ROLE or plain.endswith(("-dev", "-list", "-sig", "-users", "-bot", "[bot]")) or example_user(plain)
