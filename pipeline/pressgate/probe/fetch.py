"""Fetching a web link, where its origin was allowed: no credentials, no other origin, text of bounded size alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import anyio
import httpx2

from .bodies import Body, decode_bytes, is_textual
from .lines import Oversize
from .notebook import Budget, TrafficLimit
from .web import MAX_REDIRECTS, UnreadableEncoding, new_client, origin_of, read_body, redirect_target


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """What came: a body, or the code of a finding and why."""

    body: Body | None = None
    code: str = ""
    detail: str = ""


def allowed(uri: str, origins: Sequence[str]) -> bool:
    """Whether a URI's origin is one of those that were named."""
    origin = origin_of(uri)
    return origin is not None and origin in {origin_of(entry) for entry in origins}


async def fetch(uri: str, origins: Sequence[str], budget: Budget) -> Fetched:
    """Gets an allowed URI; a redirect is followed as long as it stays on allowed origins."""
    try:
        with anyio.move_on_after(budget.patience):
            return await _get(uri, origins, budget)
    except Oversize:
        return Fetched(code="fetch-refused", detail=f"over {budget.max_message_bytes} bytes")
    except (UnreadableEncoding, TrafficLimit, httpx2.HTTPError, httpx2.InvalidURL) as error:
        return Fetched(code="fetch-failed", detail=type(error).__name__)
    return Fetched(code="fetch-failed", detail="no answer in time")


async def _get(uri: str, origins: Sequence[str], budget: Budget) -> Fetched:
    for _ in range(MAX_REDIRECTS + 1):
        headers = {"accept": "text/*, application/json", "accept-encoding": "identity"}
        async with new_client(uri) as client, client.stream("GET", uri, headers=headers) as response:
            target = redirect_target(response)
            if target is not None:
                if not allowed(target, origins):
                    return Fetched(code="fetch-refused", detail="redirected to another origin")
                uri = target
                continue
            mime = response.headers.get("content-type", "")
            if response.status_code != 200:
                return Fetched(code="fetch-failed", detail=f"HTTP {response.status_code}")
            if not is_textual(mime):
                return Fetched(code="fetch-refused", detail="a type that is no text")
            raw = await read_body(response, budget, budget.max_message_bytes)
            return Fetched(body=decode_bytes(raw, mime, uri))
    return Fetched(code="fetch-refused", detail="too many redirects")
