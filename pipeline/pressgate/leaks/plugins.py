"""detect-secrets over decoded text: its plugins, ours for what it misses, and what must stand in a line for each.

A plugin costs about 20 µs a line, so each names literals of which one must be in the line for it to find anything;
the tests hold each plugin against lines that it finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from detect_secrets.plugins.artifactory import ArtifactoryDetector
from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
from detect_secrets.plugins.basic_auth import BasicAuthDetector
from detect_secrets.plugins.cloudant import CloudantDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.ibm_cloud_iam import IbmCloudIamDetector
from detect_secrets.plugins.ibm_cos_hmac import IbmCosHmacDetector
from detect_secrets.plugins.jwt import JwtTokenDetector
from detect_secrets.plugins.keyword import KeywordDetector
from detect_secrets.plugins.mailchimp import MailchimpDetector
from detect_secrets.plugins.npm import NpmDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.private_key import PrivateKeyDetector
from detect_secrets.plugins.pypi_token import PypiTokenDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.slack import SlackDetector
from detect_secrets.plugins.softlayer import SoftlayerDetector
from detect_secrets.plugins.square_oauth import SquareOAuthDetector
from detect_secrets.plugins.stripe import StripeDetector
from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
from detect_secrets.plugins.twilio import TwilioKeyDetector

_PASSWORD = ("key", "pw", "pass", "token", "secret")


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """A detect-secrets plugin and the lower-case literals of which a line must hold one."""

    name: str
    detector: Any
    needs: tuple[str, ...]


PLUGINS = (
    Plugin(name="artifactory", detector=ArtifactoryDetector(), needs=("akc", *(f"ap{c}" for c in "0123456789abcdef"))),
    Plugin(name="aws", detector=AWSKeyDetector(), needs=("a3t", "abia", "acca", "akia", "asia", "aws")),
    Plugin(name="azure-storage", detector=AzureStorageKeyDetector(), needs=("accountkey=",)),
    Plugin(name="basic-auth", detector=BasicAuthDetector(), needs=("://",)),
    Plugin(name="cloudant", detector=CloudantDetector(), needs=("cloudant", "clou", "cl")),
    Plugin(name="discord", detector=DiscordBotTokenDetector(), needs=(".",)),
    Plugin(name="github", detector=GitHubTokenDetector(), needs=("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    Plugin(name="gitlab", detector=GitLabTokenDetector(), needs=("gl", "gr1348941")),
    Plugin(name="ibm-cloud", detector=IbmCloudIamDetector(), needs=_PASSWORD),
    Plugin(name="ibm-cos", detector=IbmCosHmacDetector(), needs=("secret",)),
    Plugin(name="jwt", detector=JwtTokenDetector(), needs=("eyj",)),
    Plugin(name="keyword", detector=KeywordDetector(), needs=("key", "pass", "pwd", "secret", "contras")),
    Plugin(name="mailchimp", detector=MailchimpDetector(), needs=("-us",)),
    Plugin(name="npm", detector=NpmDetector(), needs=("_authtoken",)),
    Plugin(name="openai", detector=OpenAIDetector(), needs=("t3blbkfj",)),
    Plugin(name="private-key", detector=PrivateKeyDetector(), needs=("private key", "putty-user", "ssh2 encrypted")),
    Plugin(name="pypi", detector=PypiTokenDetector(), needs=("pypi-age",)),
    Plugin(name="sendgrid", detector=SendGridDetector(), needs=("sg.",)),
    Plugin(name="slack", detector=SlackDetector(), needs=("xox", "hooks.slack.com")),
    Plugin(name="softlayer", detector=SoftlayerDetector(), needs=("softlayer", "sl")),
    Plugin(name="square", detector=SquareOAuthDetector(), needs=("sq0csp",)),
    Plugin(name="stripe", detector=StripeDetector(), needs=("k_live_",)),
    Plugin(name="telegram", detector=TelegramBotTokenDetector(), needs=(":aa", ":")),
    Plugin(name="twilio", detector=TwilioKeyDetector(), needs=("ac", "sk")),
)


def found(plugin: Plugin, line: str) -> Iterator[str]:
    """The secret values that the plugin sees in a line."""
    yield from filter(None, plugin.detector.analyze_string(line))
