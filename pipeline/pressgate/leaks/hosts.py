"""Internal host names, private addresses and remotes of private code hosts."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from random import Random

from pressgate.leaks.conventions import example_host
from pressgate.leaks.drawing import drawn
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
_WORKSPACE = re.compile(
    r"\bhttps://([\w-]+)\.(?:slack\.com/(?:archives|files)|atlassian\.net/(?:browse|wiki|jira|projects))/", re.I
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
    r"(?:\w*(?:my|your|our|example|test|demo|foo|bar|sample)\w*|host|hostname|server|service|app|api|www|web|db|"
    r"database|"
    r"printer|nas|router|raspberrypi|homeassistant|octopi|esphome|machine|computer|node\d?|redis|backend|frontend|name|"
    r"self|this|os|thread|env|config|settings|vite|docker|compose|storage|data|module|package|default)(?:-?\d+)?$",
    re.IGNORECASE,
)
_CODE_BEFORE = re.compile(r"(?:import|from|require|package|using|class|extends|new|return|def|=)\s*[\"'(]?$")

_V4 = re.compile(r"(?<![A-Za-z0-9_.+-])(?:\d{1,3}\.){3}\d{1,3}(?![A-Za-z0-9_-]|\.\d)(/\d{1,2})?")
_V6 = re.compile(r"(?<![\w:.])(f[cd][0-9a-f]{2}(?::[0-9a-f]{0,4}){2,7})(?![\w:/])", re.IGNORECASE)
_VERSION_BEFORE = re.compile(
    r"(?i)(?:\bv|version|버전|release|build|==|>=|<=|~=|chrome/|firefox/|safari/|edge/)[ \t:=\"']*$"
)
_PRIVATE = tuple(
    map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"))
)
# Addresses that every installation of some product has, or that manuals use for "an address in a home network".
_USUAL = tuple(
    map(
        ipaddress.ip_network,
        ("10.0.2.0/24", "10.0.75.0/24", "10.96.0.0/24", "10.244.0.0/24", "10.42.0.0/24", "10.43.0.0/24",
         "172.17.0.0/24",
         "172.18.0.0/29", "192.168.49.0/29", "192.168.56.0/24", "192.168.99.100/32", "192.168.122.0/24",
         "10.10.10.10/32",
         "10.0.0.0/29", "192.168.65.0/24", "10.1.1.1/32", "10.1.2.3/32", "10.10.0.1/32"),
    )
)  # fmt: skip
# A path or polygon of a drawing, up to the place where it is searched to.
_DRAWN = re.compile(r"\b(?:d|points|transform)=\\?[\"'][^\"']*$")
_SOHO = frozenset({*range(1, 11), 20, 50, *range(100, 106), 200, 254})


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
    for match in _WORKSPACE.finditer(text) if ".slack.com/" in lower or ".atlassian.net/" in lower else ():
        if not _GENERIC.match(match[1]):
            yield Hit(start=match.start(1), end=match.end(1))
    for at in places(lower, ("git@", "gitlab@", "gitea@", "hg@", "svn@")):
        remote = _REMOTE.match(text, at)
        host = remote[1].lower() if remote else ""
        if remote and host not in _FORGES and not example_host(host) and not host.endswith(_FORGE_ENDS):
            yield Hit(start=remote.start(1), end=remote.end(1))


def _is_host(match: re.Match[str], subject: Subject) -> bool:
    lead, name, after = match[1], match[2].lower(), match[3]
    labels = name.split(".")
    if name in _PUBLIC or ".".join(labels[-3:]) in _PUBLIC or ".".join(labels[-2:]) in _PUBLIC or example_host(name):
        return False
    if subject.zone == "strict":
        return bool(lead) or labels[-1] not in {"local", "ad", "private"}
    if after in {"(", "="} or (re.search(r"[A-Z]", match[2][1:]) and not match[2].isupper()):
        return False
    if (len(labels) == 2 and _GENERIC.match(labels[0])) or any("example" in label for label in labels):
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


def private_addresses(subject: Subject) -> Iterator[Hit]:
    """RFC 1918, RFC 6598 and RFC 4193 addresses of single machines; networks and usual defaults pass in posts."""
    for at in places(subject.text, ("10.", "172.", "192.168.", "100.")):
        if (match := _V4.match(subject.text, at)) and _private(match, subject):
            yield Hit(start=match.start(), end=match.end())
    if any(colon in subject.lower for colon in ("::", "fd", "fc")) and re.search(r"\bf[cd][0-9a-f]{2}:", subject.lower):
        for match in _V6.finditer(subject.text):
            address = _address(match[1])
            if address and address in _PRIVATE[-1] and int(address) & 0xFFFF_FFFF_FFFF_FFFE:
                yield Hit(start=match.start(), end=match.end())


def _private(match: re.Match[str], subject: Subject) -> bool:
    address = _address(match.group().partition("/")[0])
    if address is None or not any(address in net for net in _PRIVATE):
        return False
    if _VERSION_BEFORE.search(subject.text, max(0, match.start() - 16), match.start()):
        return False
    if subject.zone == "strict":
        return True
    octets = address.packed
    if match[1] and int(match[1][1:]) < 31 and octets[3] in {0, 1}:
        return False
    if octets[3] in {0, 255} or any(address in net for net in _USUAL):
        return False
    if subject.view.path.lower().endswith((".svg", ".html", ".js", ".map")) and _DRAWN.search(
        subject.text, max(0, match.start() - 4000), match.start()
    ):
        return False
    return not (octets[:2] == b"\xc0\xa8" and octets[2] in {0, 1} and octets[3] in _SOHO)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _address_canary(random: Random) -> str:
    return f"{random.choice(('10.73', '172.23'))}.{random.randrange(40, 250)}.{random.randrange(3, 250)}"


HOST_RULES = (
    Rule(
        code="internal-host", name="internal-host", meaning="a host name of an internal network", find=internal_hosts,
        canary=lambda r: f"https://wiki{r.randrange(10, 99)}.{drawn(r, 8).lower()}.internal/p", reviewable=True,
    ),
    Rule(
        code="private-address", name="private-address", meaning="an address of a private network",
        find=private_addresses, canary=_address_canary, reviewable=True,
    ),
)  # fmt: skip
