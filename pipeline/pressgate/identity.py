"""The CI's word for who runs: an OpenID Connect id-token, its claims, and the upload token that it is changed for.

An id-token is not verified here. It is handed to the index, which verifies its signature and gives an upload token only
to the trusted publisher that it knows (https://docs.pypi.org/trusted-publishers/). So a false issuer can produce claims
that please us, but no upload: where an id-token stands for the approval, no other token is used.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from time import time
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

from pressgate import web
from pressgate.model import Refusal, StepError

ENVIRONMENT = "pypi"
ISSUER = "https://token.actions.githubusercontent.com"
REQUEST_URL = "ACTIONS_ID_TOKEN_REQUEST_URL"
REQUEST_TOKEN = "ACTIONS_ID_TOKEN_REQUEST_TOKEN"  # noqa: S105
_LIMIT = 1 << 20


def available(environ: Mapping[str, str]) -> bool:
    """Whether this is a CI job that may ask for an id-token. `CI=true` says nothing of the kind."""
    return bool(environ.get(REQUEST_URL) and environ.get(REQUEST_TOKEN))


def audience(upload_url: str) -> str:
    """The audience that the index wants in an id-token. Raises StepError where it knows no trusted publishing."""
    url = urljoin(upload_url, "/_/oidc/audience")
    answer = web.request(url, limit=_LIMIT)
    text = _document(answer, url).get("audience")
    if answer.status != 200 or not isinstance(text, str):
        raise StepError(f"{url}: the index gives no audience: does it know trusted publishing?")
    return text


def id_token(environ: Mapping[str, str], wanted: str) -> str:
    """Asks the CI for an id-token for the audience `wanted`. Raises StepError where it gives none."""
    parts = urlsplit(environ[REQUEST_URL])
    query = urlencode([*parse_qsl(parts.query), ("audience", wanted)])
    url = urlunsplit(parts._replace(query=query))
    answer = web.request(url, headers={"Authorization": f"bearer {environ[REQUEST_TOKEN]}"}, limit=_LIMIT)
    value = _document(answer, "the CI's id-token service").get("value")
    if answer.status != 200 or not isinstance(value, str):
        raise StepError("the CI gives no id-token: does this job have 'id-token: write'?")
    return value


def claims(token: str) -> Mapping[str, Any]:
    """The claims of an id-token (RFC 7519), unverified. Raises StepError where it is none."""
    try:
        payload = token.split(".")[1]
        document = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (IndexError, ValueError, binascii.Error):
        raise StepError("the CI's id-token can't be read") from None
    if not isinstance(document, dict):
        raise StepError("the CI's id-token can't be read")
    return document


def check(found: Mapping[str, Any], wanted: Mapping[str, str]) -> None:
    """Compares claims with what they must be, the time included. Raises Refusal that names the first difference."""
    for name, value in {"iss": ISSUER, "environment": ENVIRONMENT, **wanted}.items():
        if found.get(name) != value:
            raise Refusal(f"the CI's id-token says {name} '{found.get(name)}', and it must be '{value}'")
    now = time()
    if not isinstance(found.get("exp"), int | float) or not found.get("nbf", 0) - 60 <= now < found["exp"]:
        raise Refusal("the CI's id-token isn't valid at this time")


def mint(upload_url: str, token: str) -> str:
    """Changes the id-token for an upload token. Raises Refusal where the index doesn't know this publisher."""
    url = urljoin(upload_url, "/_/oidc/mint-token")
    data = json.dumps({"token": token}).encode()
    answer = web.request(url, headers={"Content-Type": "application/json"}, data=data, limit=_LIMIT)
    document = _document(answer, url)
    minted = document.get("token")
    if answer.status not in {200, 201} or not isinstance(minted, str):
        errors = document.get("errors") or [{}]
        code = errors[0].get("code", "no reason given")
        raise Refusal(
            f"the index gives no upload token to this workflow ({code}): set up the trusted publisher with this "
            f"repository, workflow and the environment '{ENVIRONMENT}'"
        )
    return minted


def _document(answer: web.Response, what: str) -> dict[str, Any]:
    try:
        document = json.loads(answer.body)
    except ValueError:
        raise StepError(f"{what}: answers {answer.status} with no JSON") from None
    if not isinstance(document, dict):
        raise StepError(f"{what}: answers with no JSON object")
    return document
