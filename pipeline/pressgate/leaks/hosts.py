"""Internal host names, remotes of private code hosts, and people at machines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pressgate.leaks.addresses import usual_host
from pressgate.leaks.drawing import drawn
from pressgate.leaks.example_names import example_host, example_user
from pressgate.leaks.subject import Hit, Rule, Subject, places

_TLDS = "internal|corp|intranet|intra|lan|local|localdomain|home\\.arpa|private|prv|priv|ad"
_HOST = re.compile(
    rf"(?<![A-Za-z0-9_.$/@\\-])((?:[A-Za-z][A-Za-z0-9+.-]*://)?(?:[^\s/@\"'`<>()]{{1,60}}@)?)((?:[A-Za-z0-9](?:[A"
    rf"-Za-z0-9-]*[A-Za-z0-9])?\.)+"
    rf"(?:{_TLDS}))(?![A-Za-z0-9_-]|\.[A-Za-z])(:\d+|/|\(|=)?",
    re.IGNORECASE,
)
_ENDS = tuple(
    "." + case
    for end in ("internal", "corp", "intra", "lan", "local", "home.arpa", "private", "priv", "prv", "ad")
    for case in (end, end.upper(), end.title())
)
_INNER_ENDS = (".corp.", ".internal.", ".intra.", ".intranet.", ".int.", ".lan.", "//corp.", "//internal.", "//intra")
_INNER = re.compile(
    r"(?:https?|ssh|git|ftp|rdp|ldaps?)://(?:[^\s/@]+@)?((?:[\w-]+\.)*(?:(?:corp|internal|int|lan)|intra(?:net)?[\w-]*)"
    r"\.(?:[\w-]+\.)+[a-z]{2,})",
    re.IGNORECASE,
)
_INNER_BARE = re.compile(
    r"(?<![\w.@/-])((?:[\w-]+\.)+(?:corp|intra|intranet)\.(?:[\w-]+\.)+(?:com|net|org|io|dev|co|kr|jp|cn|de|"
    r"uk))(?![\w-])",
    re.IGNORECASE,
)
_WORKSPACE = re.compile(
    r"\bhttps://([\w-]+)\.(?:slack\.com/(?:archives|files)|atlassian\.net/(?:browse|wiki|jira|projects)|"
    r"sharepoint\.com/(?:sites|personal|:\w:))/|\bhttps://linear\.app/([\w-]+)/issue/",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    r"\bhttps?://(intranet|intra)(?=[:/])|\b(?:smb|afp|cifs|nfs)://(?:[^\s/@]+@)?([\w-]+)(?=/)", re.IGNORECASE
)
# A person at a machine: a remote path, or the prompt of a shell.
_AT_MACHINE = re.compile(
    r"(?<![\w.@/:+-])([a-z][\w.-]{1,30})@([A-Za-z][\w-]{1,40})(?::[~/][\w./~-]*|[ \t]+[~\w./-]{1,60}[ "
    r"\t]*\]?[%$#](?=\s|$))"
)
_REMOTE = re.compile(r"(?<![A-Za-z0-9_@.-])(?:git|gitlab|gitea|hg|svn)@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)[:/]\S")
_FORGES = frozenset(
    [
        "github.com",
        "gitlab.com",
        "bitbucket.org",
        "codeberg.org",
        "git.sr.ht",
        "hg.sr.ht",
        "ssh.dev.azure.com",
        "gitee.com",
        "gist.github.com",
        "salsa.debian.org",
        "gitlab.gnome.org",
        "invent.kde.org",
        "gitlab.freedesktop.org",
        "git.kernel.org",
        "heroku.com",
        "hf.co",
        "huggingface.co",
        "ssh.github.com",
        "altssh.gitlab.com",
        "notabug.org",
        "framagit.org",
        "source.developers.google.com",
    ]
)
_FORGE_ENDS = tuple("." + forge for forge in _FORGES)
_PUBLIC = frozenset(
    [
        "host.docker.internal",
        "gateway.docker.internal",
        "kubernetes.docker.internal",
        "metadata.google.internal",
        "svc.cluster.local",
        "cluster.local",
        "docker.internal",
        "host.lima.internal",
        "host.containers.internal",
        "threading.local",
    ]
)
_GENERIC = re.compile(
    r"(?:[\w-]*(?:my|your|our|example|test|demo|foo|bar|sample)[\w-]*|host|hostname|server|service|app|api|www|web|db|"
    r"database|"
    r"printer|nas|router|raspberrypi|homeassistant|octopi|esphome|machine|computer|node\d?|redis|backend|frontend|name|"
    r"self|this|os|thread|env|config|settings|vite|docker|compose|storage|data|module|package|default)(?:-?\d+)?$",
    re.IGNORECASE,
)
_MADE_UP = re.compile(r".*example.*|(?:my|your|our)[a-z-]{2,}$|(?:foo|bar|baz|test|demo|sample)\d?$")
_NO_MACHINE = re.compile(
    r"(?:host|hostname|server|remote|machine|computer|node|vm|local|localhost|my-?\w*|your-?\w*|the-?\w*|"
    r"example\w*|ip|address|"
    r"[0-9a-f]{12}|raspberrypi|ubuntu|debian|kali|fedora|archlinux|pop-os)(?:-?\d+)?$",
    re.IGNORECASE,
)
_CODE_BEFORE = re.compile(r"(?:import|from|require|package|using|class|extends|new|return|def|=)\s*[\"'(]?$")


def internal_hosts(subject: Subject) -> Iterator[Hit]:
    """Names below .internal, .corp, .local and the like, hosts of intranets, and private code hosts."""
    text, lower, done = subject.text, subject.lower, 0
    for at in places(text, _ENDS):
        match = next(
            (m for m in _HOST.finditer(text, max(done, at - 180), at + 40) if m.start(2) < at < m.end(2)), None
        )
        if match and _is_host(match, subject):
            done = match.end()
            yield Hit(start=match.start(2), end=match.end(2))
    for at in places(lower, _INNER_ENDS):
        match = next((m for m in _INNER.finditer(text, max(0, at - 120), at + 120) if m.end() > at), None)
        if match and not example_host(match[1]):
            yield Hit(start=match.start(1), end=match.end(1))
    workspaces = any(part in lower for part in (".slack.com/", ".atlassian.net/", ".sharepoint.com/", "linear.app/"))
    for pattern, there in (
        (_WORKSPACE, workspaces),
        (_SINGLE, any(start in lower for start in ("//intra", "smb://", "afp://", "cifs://", "nfs://"))),
        (_INNER_BARE, ".corp." in lower or ".intra" in lower),
    ):
        for match in pattern.finditer(text) if there else ():
            name = match[match.lastindex or 1]
            if not (_GENERIC.match(name) or example_host(name)):
                yield Hit(start=match.start(match.lastindex or 1), end=match.end(match.lastindex or 1))
    for match in _at_machines(subject):
        if not (example_user(match[1]) or _NO_MACHINE.match(match[2]) or example_host(match[2])):
            yield Hit(start=match.start(1), end=match.end(2))
    for at in places(lower, ("git@", "gitlab@", "gitea@", "hg@", "svn@")):
        remote = _REMOTE.match(text, at)
        host = remote[1].lower() if remote else ""
        if remote and host not in _FORGES and not example_host(host) and not host.endswith(_FORGE_ENDS):
            yield Hit(start=remote.start(1), end=remote.end(1))


def _at_machines(subject: Subject) -> Iterator[re.Match[str]]:
    for at in places(subject.text, ("@",)) if not subject.view.noise else ():
        match = next((m for m in _AT_MACHINE.finditer(subject.text, max(0, at - 34), at + 140) if m.end(1) == at), None)
        if match:
            yield match


def _is_host(match: re.Match[str], subject: Subject) -> bool:
    lead, name, after = match[1], match[2].lower(), match[3]
    labels = name.split(".")
    if name in _PUBLIC or ".".join(labels[-3:]) in _PUBLIC or ".".join(labels[-2:]) in _PUBLIC or example_host(name):
        return False
    if name.startswith("ip-") and usual_host(labels[0]):
        return False
    if subject.zone == "strict":
        return bool(lead) or labels[-1] not in {"local", "ad", "private"}
    if after in {"(", "="} or (re.search(r"[A-Z]", match[2][1:]) and not match[2].isupper()):
        return False
    if (len(labels) == 2 and _GENERIC.match(labels[0])) or any(map(_MADE_UP.match, labels)):
        return False
    if labels[-1] == "corp" or lead or (after and after.startswith(":")):
        return labels[-1] != "ad" or bool(lead)
    if _CODE_BEFORE.search(subject.text, max(0, match.start() - 20), match.start()):
        return False
    sure = labels[-1] in {"internal", "intranet", "lan", "arpa", "localdomain"}
    return (len(labels) >= 3 and sure) or bool(re.search(r"\d", labels[0]) and labels[-1] not in {"ad"}) or (
        re.search(r"(?i)\b(?:ssh|ping|curl|scp|rsync|telnet|nslookup|dig|host|server|서버|호스트|접속|domain)\b[\s:=\"'`]*$",
                  subject.text[max(0, match.start() - 24) : match.start()]) is not None
    )  # fmt: skip


HOST_RULES = (
    Rule(
        code="internal-host", name="internal-host", meaning="a host name of an internal network", find=internal_hosts,
        canary=lambda r: f"https://wiki{r.randrange(10, 99)}.{drawn(r, 8).lower()}.internal/p", reviewable=True,
    ),
)  # fmt: skip
