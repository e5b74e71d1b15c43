"""Tokens with a fixed prefix that detect-secrets 1.5 doesn't know, as plugins of its kind, made from a table.

Forms are from the vendors' own documentation of their token formats.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from random import Random
from typing import Any

from detect_secrets.plugins.base import RegexBasedDetector

from pressgate.leaks.drawing import ALNUM, HEX, drawn

_WORD = ALNUM + "_-"
_UPPER = string.ascii_uppercase + string.digits
_LOWER = string.ascii_lowercase + string.digits


@dataclass(frozen=True, kw_only=True)
class Form:
    """A token: one of `prefixes`, then at least `least` characters of `alphabet`.

    `first` is how many characters stand before an underscore between the two; 0 where there is none.
    """

    name: str
    prefixes: tuple[str, ...]
    alphabet: str
    least: int
    first: int = 0

    @property
    def pattern(self) -> re.Pattern[str]:
        heads = "|".join(("(?<![A-Za-z0-9])" if head[0].isalnum() else "") + re.escape(head) for head in self.prefixes)
        known = f"[{re.escape(self.alphabet)}]"
        first = f"{known}{{{self.first},}}_" if self.first else ""
        return re.compile(rf"(?:{heads}){first}{known}{{{self.least},}}")

    def sample(self, random: Random) -> str:
        """A token of random value in this form."""
        alphabet = re.sub(r"[^A-Za-z0-9]", "", self.alphabet)
        first = drawn(random, self.first, alphabet) + "_" if self.first else ""
        return random.choice(self.prefixes) + first + drawn(random, self.least, alphabet)


def _form(name: str, prefixes: str, alphabet: str, least: int, first: int = 0) -> Form:
    return Form(name=name, prefixes=tuple(prefixes.split()), alphabet=alphabet, least=least, first=first)


FORMS = (
    _form("github", "ghp_ gho_ ghu_ ghs_ ghr_", ALNUM, 36),
    _form("slack", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo-", _WORD, 24),
    _form("github-fine-grained", "github_pat_", _WORD, 36),
    _form("openai-project", "sk-proj- sk-svcacct- sk-admin- sk-None-", _WORD, 32),
    _form("openai-legacy", "sk-", ALNUM, 32),
    _form("anthropic", "sk-ant-", _WORD, 32),
    _form("openrouter", "sk-or-v1- sk-or-", HEX, 40),
    _form("hugging-face", "hf_ api_org_", ALNUM, 30),
    _form("groq", "gsk_", ALNUM, 40),
    _form("replicate", "r8_", ALNUM, 36),
    _form("perplexity", "pplx-", ALNUM, 32),
    _form("xai", "xai-", ALNUM, 60),
    _form("google-api", "AIza", _WORD, 35),
    _form("google-oauth", "GOCSPX-", _WORD, 24),
    _form("google-access", "ya29.", _WORD, 40),
    _form("google-refresh", "1//0", _WORD, 40),
    _form("npm", "npm_", ALNUM, 36),
    _form("digitalocean", "dop_v1_ doo_v1_ dor_v1_", HEX, 64),
    _form("slack-app", "xapp-1- xapp- xoxe-1- xoxe.xoxp-1- xoxc- xoxd-", _WORD + "%", 24),
    _form("slack-webhook", "hooks.slack.com/services/T hooks.slack.com/workflows/T", ALNUM + "/", 24),
    _form("discord-webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", _WORD + "/", 60),
    _form("teams-webhook", "webhook.office.com/webhookb2/", _WORD + "/@", 60),
    _form("stripe", "sk_test_ rk_test_ sk_live_ rk_live_ sk_org_live_ sk_org_test_ whsec_", ALNUM, 24),
    _form("toss", "live_sk_ live_gsk_ test_sk_ test_gsk_", ALNUM, 24),
    _form("twilio-key", "SK", HEX, 32),
    _form("mailgun", "key-", HEX, 32),
    _form("brevo", "xkeysib- xsmtpsib-", HEX, 64),
    _form("shopify", "shpat_ shpca_ shppa_ shpss_", HEX, 32),
    _form("square-access", "EAAAE EAAAl sq0atp- sq0csp-", _WORD, 43),
    _form("atlassian", "ATATT3x ATCTT3x ATBB", ALNUM + "_-", 24),
    _form("linear", "lin_api_ lin_oauth_", ALNUM, 40),
    _form("notion", "ntn_ secret_", ALNUM, 43),
    _form("figma", "figd_ figo_", _WORD, 36),
    _form("databricks", "dapi", HEX, 32),
    _form("grafana", "glsa_ glc_", ALNUM + "_", 32),
    _form("new-relic", "NRAK- NRJS- NRII-", _UPPER, 19),
    _form("sentry", "sntrys_ sntryu_", ALNUM + "+/", 40),
    _form("vault", "hvs. hvb. hvr.", _WORD, 24),
    _form("doppler", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", ALNUM + "._-", 40),
    _form("pulumi", "pul-", HEX, 40),
    _form("netlify", "nfp_", ALNUM, 36),
    _form("heroku", "HRKU-", _WORD, 36),
    _form("fly", "fm1r_ fm2_ fo1_", ALNUM + "+/", 40),
    _form("supabase", "sbp_ sb_secret_", _WORD, 20),
    _form("planetscale", "pscale_tkn_ pscale_pw_ pscale_oauth_", _WORD + ".", 32),
    _form("tailscale", "tskey-auth- tskey-api- tskey-client- tskey-", _WORD, 20),
    _form("rubygems", "rubygems_", HEX, 48),
    _form("crates", "cio", ALNUM, 32),
    _form("nuget", "oy2", _LOWER, 43),
    _form("docker", "dckr_pat_ dckr_oat_", _WORD, 24),
    _form("jfrog", "AKCp cmVmdGtuOjAxOj", ALNUM, 40),
    _form("sonar", "sqp_ squ_ sqa_", HEX, 40),
    _form("circleci", "CCIPAT_", ALNUM, 20),
    _form("buildkite", "bkua_ bkaj_", ALNUM, 40),
    _form("postman", "PMAK-", HEX, 24),
    _form("alibaba", "LTAI", ALNUM, 16),
    _form("tencent", "AKID", ALNUM, 32),
    _form("age", "AGE-SECRET-KEY-1", _UPPER, 50),
    _form("one-password", "ops_eyJ", ALNUM + "+/=_-", 60),
    _form("gitlab-more", "glpat- glrt- gldt- glsoat- glffct- glimt- glptt- glagent- gloas-", _WORD, 20),
    _form("pypi", "pypi-AgEI pypi-AgEN", _WORD, 50),
    _form("vercel", "vcp_ vci_ vca_ vcr_", ALNUM, 24),
    _form("cloudflare", "v1.0-", HEX, 24),
    _form("contentful", "CFPAT-", _WORD, 40),
    _form("readme", "rdme_", _LOWER, 60),
    _form("langchain", "lsv2_pt_ lsv2_sk_", HEX, 32),
    _form("aws-session", "IQoJb3JpZ2lu", ALNUM + "+/", 80),
    _form("aws-bedrock", "ABSKQmVkcm9ja0FQSUtleS", ALNUM + "+/", 60),
    _form("amazon-mws", "amzn.mws.", HEX + "-", 32),
    _form("firebase", "APA91b", _WORD, 100),
    _form("fireworks", "fw_", ALNUM, 22),
    _form("pinecone", "pcsk_", ALNUM + "_", 40),
    _form("tavily", "tvly-", _WORD, 24),
    _form("cerebras", "csk-", ALNUM, 40),
    _form("jina", "jina_", _WORD, 50),
    _form("nvidia", "nvapi-", _WORD, 60),
    _form("langfuse", "sk-lf-", HEX + "-", 32),
    _form("helicone", "sk-helicone-", _LOWER + "-", 28),
    _form("discord-user", "mfa.", _WORD, 80),
    _form("naver-cloud", "ncp_iam_", ALNUM, 20),
    _form("honeycomb", "hcaik_ hcamk_ hcxik_", _LOWER, 50),
    _form("posthog", "phx_", ALNUM, 40),
    _form("sourcegraph", "sgp_", ALNUM + "_", 40),
    _form("mapbox", "sk.eyJ", _WORD + ".", 60),
    _form("paypal", "access_token$production$ access_token$sandbox$", ALNUM + "$", 40),
    _form("paddle", "pdl_live_apikey_ pdl_sdbx_apikey_", ALNUM + "_", 40),
    _form("woocommerce", "ck_ cs_", HEX, 40),
    _form("resend", "re_", ALNUM, 20, first=8),
    _form("cloudflare-user", "cfut_ cfat_ cfk_", ALNUM, 40),
    _form("render", "rnd_", ALNUM, 24),
    _form("neon", "napi_", ALNUM, 60),
    _form("terraform-cloud", ".atlasv1.", _WORD, 60),
    _form("docker-swarm", "SWMTKN-1- SWMKEY-1-", _WORD, 40),
    _form("clojars", "CLOJARS_", HEX, 60),
    _form("packagist", "packagist_out_ packagist_ack_ packagist_uut_", ALNUM, 30),
    _form("bitcoin", "xprv9 tprv8", ALNUM, 90),
    _form("nostr", "nsec1", _LOWER, 58),
    _form("dropbox", "sl.", _WORD, 100),
    _form("airtable", "pat", ALNUM + ".", 60),
)


class PrefixDetector(RegexBasedDetector):
    """A detect-secrets plugin for one form of token."""

    secret_type = "Token with a known prefix"  # noqa: S105
    denylist: tuple[Any, ...] = ()

    def __init__(self, form: Form) -> None:
        self.denylist = (form.pattern,)
