"""Paths that tell of a person's machine or of a company's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from pressgate.leaks.drawing import drawn
from pressgate.leaks.example_names import example_user
from pressgate.leaks.subject import Hit, Rule, Subject

_NAME = r"[^\s/\\\"'`,;:)(<>|\]\[{}*?#&=]+"
_UNIX = re.compile(
    rf"(?<![\w.~/@%-])(?:file:(?://[\w.-]*)?|vscode://file|[A-Za-z]+:|[\w.-]+:)?"
    rf"(?:/private|/mnt/[a-z]|/cygdrive/[a-z]|/[a-z]|/var|/export|/net|/host|/data|/srv|/nas|/nfs|/work|/storage|/opt|/mnt/[\w-]{{1,20}}|/System/Volumes/Data)?"
    rf"/(?:home|Users|Home)/({_NAME})(/?)"
)
_WINDOWS = re.compile(
    rf"(?<![A-Za-z])[A-Za-z]:(?:\\{{1,4}}|/)(?:Users|Documents and Settings|사용자)(?:\\{{1,4}}|/)({_NAME})",
    re.IGNORECASE,
)
_WSL = re.compile(rf"\\{{2,4}}wsl(?:\$|\.localhost)\\{{1,2}}[\w.-]+\\{{1,2}}home\\{{1,2}}({_NAME})", re.IGNORECASE)
_TILDE = re.compile(r"(?<![\w~/.])~([a-z][a-z0-9_-]{2,30})/[\w.]")
_PART = re.compile(rf"(?:^|/)(?:home|Users)/({_NAME})/")
# Routes of web sites that begin with /home/, not folders of people.
_ROUTES = frozenset(
    [
        "index",
        "about",
        "page",
        "pages",
        "posts",
        "post",
        "blog",
        "dashboard",
        "main",
        "login",
        "logout",
        "products",
        "news",
        "contact",
        "feed",
        "search",
        "settings",
        "profile",
        "list",
        "detail",
        "api",
        "static",
        "assets",
        "css",
        "js",
        "img",
        "images",
        "src",
        "lib",
        "public",
        "private",
        "tmp",
        "bin",
        "etc",
        "opt",
        "var",
        "share",
    ]
)
_SYSTEM_FOLDERS = frozenset({"AppData", "Public", "Default", "All Users", "Shared", "All"})
_BUILD = re.compile(
    r"(?:/private)?/var/folders/\w{2}/[\w+]{20,}/|/var/jenkins_home/workspace/[\w.-]+|"
    r"/var/lib/jenkins/workspace/[\w.-]+|"
    r"(?<![\w/.])/builds/[\w.-]+/[\w.-]+/|\bOneDrive - [A-Z]\w+|/Volumes/(?!Macintosh)[\w .-]+/[\w.-]+/|"
    r"/Library/Mobile Documents/com~apple"
)
_UNC = re.compile(r"(?<![\\\w:])\\\\{1,3}([A-Za-z][A-Za-z0-9]*[-0-9.][A-Za-z0-9.-]*)\\{1,2}([A-Za-z][\w$.-]{1,40})")


_NO_MACHINE = re.compile(
    r"(?:(?:the|my|your|some|file|remote)?[-_.]?(?:server|host|hostname|computer|machine|pc|nas)(?:[-_.]?name)?"
    r"|.*example.*|wsl.*|localhost|x[0-9a-f]{2}|u[0-9a-f]{4})",
    re.IGNORECASE,
)
_PROSE = (".md", ".markdown", ".mdx", ".txt", ".rst", ".html", ".htm", ".xml", ".ipynb", "metadata", ".csv")


def home_paths(subject: Subject) -> Iterator[Hit]:
    """Paths below a person's home folder on Linux, macOS and Windows, unless the name is nobody's."""
    lower = subject.lower
    if "/home/" in lower or "/users/" in lower:
        for match in _UNIX.finditer(subject.text):
            if not _nobody(match[1]) and (match[2] or not _route(match[1])):
                yield Hit(start=match.start(), end=match.end())
    if "users" in lower or "documents and settings" in lower or "사용자" in lower:
        yield from _named(_WINDOWS, subject.text)
    if "wsl" in lower:
        yield from _named(_WSL, subject.text)
    if "~" in lower:
        yield from _named(_TILDE, subject.text)
    if subject.view.named and ("home/" in lower or "users/" in lower):
        yield from _named(_PART, subject.text)


def _named(pattern: re.Pattern[str], text: str) -> Iterator[Hit]:
    for match in pattern.finditer(text):
        if not _nobody(match[1]):
            yield Hit(start=match.start(), end=match.end())


def _nobody(name: str) -> bool:
    return name in _SYSTEM_FOLDERS or example_user(name.strip(".,'")) or name.startswith(("$", "%", "-", "…"))


def _route(name: str) -> bool:
    return "." in name or name.lower() in _ROUTES


def internal_paths(subject: Subject) -> Iterator[Hit]:
    """Build folders, network shares and synchronised folders that name a machine or a company."""
    text = subject.text
    if any(part in text for part in ("/var/", "/builds/", "OneDrive - ", "/Volumes/", "/Library/Mobile")):
        for match in _BUILD.finditer(text):
            yield Hit(start=match.start(), end=match.end())
    if "\\\\" in text and not subject.view.noise and subject.view.path.lower().endswith(_PROSE):
        for match in _UNC.finditer(text):
            if not _NO_MACHINE.fullmatch(match[1]):
                yield Hit(start=match.start(), end=match.end())


def _home(random: Random) -> str:
    name = "j" + drawn(random, 7, "bcdfghkmnpt")
    return random.choice((f"/home/{name}/work", f"/Users/{name}/x", f"C:\\Users\\{name}\\x", f"file:///home/{name}/x"))


PLACE_RULES = (
    Rule(
        code="home-path", name="home-path", meaning="a path below a person's home folder", find=home_paths,
        canary=_home, reviewable=True,
    ),
    Rule(
        code="internal-path", name="internal-path", meaning="a path that names a build machine, a share or a company",
        find=internal_paths, canary=lambda r: f"/var/jenkins_home/workspace/{drawn(r, 8)}/x", reviewable=True,
    ),
)  # fmt: skip
