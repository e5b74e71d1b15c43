"""Secrets with a form of their own: a rule for each detector, private keys among them."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from random import Random

from pressgate.leaks.drawing import drawn
from pressgate.leaks.placeholders import placeholder, placeholder_token
from pressgate.leaks.plugins import PLUGINS, Plugin, candidates, values
from pressgate.leaks.subject import Hit, Rule, Subject

_MEANING = "a secret: an access token or key"
_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[0-9]|---- BEGIN SSH2 ENCRYPTED "
    r"PRIVATE KEY"
)
# Keys without a first line: PKCS #1, PKCS #8 and SEC 1 structures in base64, JSON Web Keys (RFC 7517), OpenVPN.
_BARE = re.compile(
    r"(?<![A-Za-z0-9+/])(?:MII[A-Za-z0-9+/]{3,4}(?:IBAAKCA|IBADANBgkq)|MHcCAQEE|MIGHAgEAMBMG|MC4CAQAwBQYDK2Vw)[A-Za-z0-9+/\s]{40}"
)
_STATIC = re.compile(r"-----BEGIN OpenVPN Static key V1-----\s+[0-9a-f]{16}")
_JWK = re.compile(r"\"kty\"\s*:\s*\"(?:RSA|EC|OKP|oct)\"")
_JWK_PRIVATE = re.compile(r"\"[dk]\"\s*:\s*\"([A-Za-z0-9_-]{32,})\"")
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
    text = subject.text
    if any(start in text for start in ("MII", "MHc", "MIG", "MC4CAQ", "OpenVPN Static")):
        for pattern in (_BARE, _STATIC):
            yield from (Hit(start=match.start(), end=match.end()) for match in pattern.finditer(text))
    for match in _JWK.finditer(text) if '"kty"' in text else ():
        key = _JWK_PRIVATE.search(text, max(0, match.start() - 3000), match.end() + 3000)
        if key and not placeholder_token(key[1]):
            yield Hit(start=key.start(1), end=key.end(1))
    if "PRIVATE KEY" not in text and "PuTTY-User" not in text:
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
