"""Secrets with a form of their own: a rule for each detector, private keys among them."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from random import Random

from pressgate.leaks.conventions import placeholder
from pressgate.leaks.drawing import drawn
from pressgate.leaks.plugins import PLUGINS, Plugin, candidates, values
from pressgate.leaks.subject import Hit, Rule, Subject

_MEANING = "a secret: an access token or key"
_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[0-9]|---- BEGIN SSH2 ENCRYPTED "
    r"PRIVATE KEY"
)
_BODY = re.compile(r"[A-Za-z0-9+/=]{24,}")


def _finder(plugin: Plugin) -> Callable[[Subject], Iterator[Hit]]:
    def find(subject: Subject) -> Iterator[Hit]:
        excerpt = subject.tokens
        for start, part in candidates(plugin, excerpt.text):
            for at, value in values(plugin, part):
                origin = excerpt.origin(start + at)
                yield Hit(start=origin, end=origin + len(value), kind=plugin.name)

    return find


def private_keys(subject: Subject) -> Iterator[Hit]:
    """A private key: its first line and a body that isn't made up; in what Pressgate makes, the line alone."""
    if "PRIVATE KEY" not in subject.text and "PuTTY-User" not in subject.text:
        return
    for match in _KEY.finditer(subject.text):
        body = _BODY.search(subject.text, match.end(), match.end() + 1500)
        if subject.zone == "strict" or (body and not placeholder(body.group()[:64])):
            yield Hit(start=match.start(), end=match.end())


def _private_key(random: Random) -> str:
    body = base64.encodebytes(random.randbytes(240)).decode()
    return f"-----BEGIN {random.choice(('RSA ', 'EC ', 'OPENSSH ', ''))}PRIVATE KEY-----\n{body}"


def _canary(plugin: Plugin) -> Callable[[Random], str]:
    return lambda random: f"{drawn(random, 6)} {plugin.sample(random)} "


SECRET_RULES = (
    *(
        Rule(
            code="secret",
            name=plugin.name,
            meaning=_MEANING,
            find=_finder(plugin),
            canary=_canary(plugin),
            tokens=plugin.needs,
        )
        for plugin in PLUGINS
    ),
    Rule(code="private-key", name="private-key", meaning="a private key", find=private_keys, canary=_private_key),
)
