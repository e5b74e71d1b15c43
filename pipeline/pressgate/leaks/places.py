"""Home and internal paths, internal hosts and private addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from pressgate.leaks.conventions import example_user
from pressgate.leaks.subject import Hit, Rule, Subject

_HOME = re.compile(
    r"(?<![\w.~/-])(?:/home/|/Users/|/var/home/|/export/home/|/mnt/c/Users/|/c/Users/)([^\s/\"'`,;:)(<>|\\]+)"
    r"|\b[A-Za-z]:(?:\\{1,2}|/)(?:Users|Documents and Settings)(?:\\{1,2}|/)([^\s/\\\"'`,;:)(<>|]+)"
)


def home_paths(subject: Subject) -> Iterator[Hit]:
    """Paths below a person's home folder on Linux, macOS and Windows, unless the name is nobody's."""
    if "home" not in subject.lower and "users" not in subject.lower and "settings" not in subject.lower:
        return
    for match in _HOME.finditer(subject.text):
        name = match.group(1) or match.group(2)
        if not example_user(name):
            yield Hit(start=match.start(), end=match.end())


def _home(random: Random) -> str:
    return f"/home/u{random.randrange(10**8)}/work"


PLACE_RULES = (
    Rule(
        code="home-path", meaning="a path below a person's home folder", find=home_paths, canary=_home, reviewable=True
    ),
)
