"""detect-secrets over decoded text: its plugins, ours for what it misses, and how what they see is judged.

A plugin costs up to 20 µs a line, so each names literals of which one must stand in a line for it to find anything,
and only those lines are given to it. The plugins' own entropy detectors are left out: they take every hash for a
secret; `credentials` looks for random values where a name says that they are one.
"""

from __future__ import annotations

import base64
import binascii
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from detect_secrets.plugins.artifactory import ArtifactoryDetector
from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
from detect_secrets.plugins.cloudant import CloudantDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.ibm_cloud_iam import IbmCloudIamDetector
from detect_secrets.plugins.ibm_cos_hmac import IbmCosHmacDetector
from detect_secrets.plugins.jwt import JwtTokenDetector
from detect_secrets.plugins.mailchimp import MailchimpDetector
from detect_secrets.plugins.npm import NpmDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.pypi_token import PypiTokenDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.slack import SlackDetector
from detect_secrets.plugins.softlayer import SoftlayerDetector
from detect_secrets.plugins.square_oauth import SquareOAuthDetector
from detect_secrets.plugins.stripe import StripeDetector
from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
from detect_secrets.plugins.twilio import TwilioKeyDetector

from pressgate.leaks.drawing import HEX, drawn
from pressgate.leaks.placeholders import placeholder_token
from pressgate.leaks.randomness import entropy, random_looking, wordless
from pressgate.leaks.tokens import FORMS, PrefixDetector


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """A detector, the literals of which a line must hold one (as written, case counts), and a maker of samples."""

    name: str
    detector: Any
    needs: tuple[str, ...]
    sample: Callable[[Random], str]
    accept: Callable[[str], bool] = lambda value: not placeholder_token(value) and entropy(value) > 2.5
    prefixed: bool = False


def _random(value: str) -> bool:
    return not placeholder_token(value) and random_looking(value)


_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")


def _token(value: str) -> bool:
    """For what follows a telling prefix: letters alone may be drawn too."""
    plain = re.sub(r"[^A-Za-z0-9]+", "", value)
    longest = max(re.split(r"[^A-Za-z0-9]+", value), key=len)
    digits = any(map(str.isdigit, plain))
    varied = digits and any(map(str.isupper, plain)) and any(map(str.islower, plain))
    long = (len(longest) >= 24 and entropy(longest) >= 3.8) or (digits and len(longest) >= 16 and entropy(longest) >= 3)
    in_parts = digits and len(plain) >= 20 and (wordless(plain) or _HEX.fullmatch(plain) is not None)
    drawn = varied or long or in_parts or random_looking(value)
    return not placeholder_token(value) and drawn


def _jwt(value: str) -> bool:
    """A token with claims, and not the one of the format's own introduction. (The detector drops the signature.)"""
    parts = value.split(".")
    try:
        claims = base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4))
    except (binascii.Error, ValueError):
        return False
    return not re.search(rb"John Doe|\"1234567890\"|Jane Doe|example", claims) and not placeholder_token(value)


def _sample_jwt(random: Random) -> str:
    claims = f'{{"sub":"{drawn(random, 9)}"}}'.encode()
    parts = (b'{"alg":"HS256","typ":"JWT"}', claims, random.randbytes(32))
    return ".".join(base64.urlsafe_b64encode(p).rstrip(b"=").decode() for p in parts)


def _known(
    name: str, detector: Any, needs: str, sample: Callable[[Random], str], accept: Callable[[str], bool] = _token
) -> Plugin:
    return Plugin(name=name, detector=detector, needs=tuple(needs.split()), sample=sample, accept=accept)


_KEY_WORDS = "key pwd pass token Key Pwd Pass Token KEY PWD PASS TOKEN"
KNOWN = (
    _known("artifactory", ArtifactoryDetector(), "AKC AP", lambda r: f'"AKCp{drawn(r, 60)}"'),
    _known("aws", AWSKeyDetector(), "A3T ABIA ACCA AKIA ASIA aws AWS Aws",
           lambda r: "AKIA" + drawn(r, 16, string.ascii_uppercase + "234567"), lambda v: not placeholder_token(v)),
    _known("azure-storage", AzureStorageKeyDetector(), "AccountKey=",
           lambda r: "AccountKey=" + base64.b64encode(r.randbytes(64)).decode()),
    _known("cloudant", CloudantDetector(), "cl cloudant clou", lambda r: f"cloudant_password = {drawn(r, 64, HEX)}"),
    _known("discord", DiscordBotTokenDetector(), ".",
           lambda r: f"M{drawn(r, 23)}.{drawn(r, 6)}.{drawn(r, 27)}"),
    _known("github-classic", GitHubTokenDetector(), "ghp_ gho_ ghu_ ghs_ ghr_", lambda r: "ghp_" + drawn(r, 36)),
    _known("gitlab", GitLabTokenDetector(), "glpat gldt glft glsoat glrt GR1348941 glcbt glimt glptt glagent gloas",
           lambda r: "glpat-" + drawn(r, 20)),
    _known("ibm-cloud", IbmCloudIamDetector(), "ibm IBM Ibm bluemix Bluemix BLUEMIX",
           lambda r: f"ibm_cloud_api_key = {drawn(r, 44)}"),
    _known("ibm-cos", IbmCosHmacDetector(), "secret Secret SECRET",
           lambda r: f"cos_secret_access_key = {drawn(r, 48, HEX)}"),
    _known("jwt", JwtTokenDetector(), "eyJ", _sample_jwt, _jwt),
    _known("mailchimp", MailchimpDetector(), "-us", lambda r: drawn(r, 32, HEX) + "-us7"),
    _known("npm-config", NpmDetector(), "_authToken", lambda r: f"//npm.corp.test/:_authToken={drawn(r, 36, HEX)}"),
    _known("openai", OpenAIDetector(), "T3BlbkFJ", lambda r: f"sk-{drawn(r, 20)}T3BlbkFJ{drawn(r, 20)}"),
    _known("pypi-token", PypiTokenDetector(), "pypi-AgE", lambda r: f"pypi-AgEIcHlwaS5vcmc{drawn(r, 90)}"),
    _known("sendgrid", SendGridDetector(), "SG.", lambda r: f"SG.{drawn(r, 22)}.{drawn(r, 43)}"),
    _known("slack-token", SlackDetector(), "xox hooks.slack.com XOX",
           lambda r: f"xoxb-{r.randrange(10**11, 10**12)}-{drawn(r, 24)}"),
    _known("softlayer", SoftlayerDetector(), "sl softlayer SL", lambda r: f"softlayer_api_key = {drawn(r, 64, HEX)}"),
    _known("square", SquareOAuthDetector(), "sq0csp", lambda r: "sq0csp-" + drawn(r, 43)),
    _known("stripe-live", StripeDetector(), "k_live_", lambda r: "rk_live_" + drawn(r, 24)),
    _known("telegram", TelegramBotTokenDetector(), ":AA :",
           lambda r: f"{r.randrange(10**9, 10**10)}:AA{drawn(r, 33)}"),
    _known("twilio", TwilioKeyDetector(), "AC", lambda r: "AC" + drawn(r, 32, HEX)),
)  # fmt: skip
OWN = tuple(
    Plugin(name=f.name, detector=PrefixDetector(f), needs=f.prefixes, sample=f.sample, accept=_token, prefixed=True)
    for f in FORMS
)
PLUGINS = (*KNOWN, *OWN)
_WINDOW = 2000


def candidates(plugin: Plugin, text: str) -> Iterator[tuple[int, str]]:
    """The parts of `text` that the plugin could find something in, each with its offset."""
    for need in plugin.needs:
        at = text.find(need)
        while at >= 0:
            if plugin.prefixed:
                yield max(at - 1, 0), text[max(at - 1, 0) : at + 400]
                at = text.find(need, at + len(need))
                continue
            start = max(text.rfind("\n", 0, at) + 1, at - _WINDOW)
            end = text.find("\n", at)
            end = min(len(text) if end < 0 else end, at + _WINDOW)
            yield start, text[start:end]
            at = text.find(need, max(end, at + 1))


def values(plugin: Plugin, part: str) -> Iterator[tuple[int, str]]:
    """What the plugin finds in a part and doesn't look made up, with its offset; a token may go on in the next line."""
    seen = set()
    wrapped = plugin.prefixed and "\n" in part
    for piece in (part, re.sub(r"[ \t]*\r?\n(?!\r?\n)[ \t>]*", "", part)) if wrapped else (part,):
        for value in _seen_by(plugin.detector, piece):
            if value and value not in seen and plugin.accept(_core(plugin, value)):
                seen.add(value)
                yield max(part.find(value), 0), value


def _core(plugin: Plugin, value: str) -> str:
    """The value without the prefix that its form begins with."""
    heads = [need for need in plugin.needs if plugin.prefixed and value.startswith(need)]
    return value[max(map(len, heads), default=0) :]


def _seen_by(detector: Any, text: str) -> Iterator[str]:
    """The values that a detector gives. Some give a part of the token only (`ghp`): then the whole match."""
    for value in detector.analyze_string(text):
        if len(value) >= 8:
            yield value
        else:
            yield from (match.group() for pattern in detector.denylist for match in pattern.finditer(text))
