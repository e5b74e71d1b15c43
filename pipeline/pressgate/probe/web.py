"""HTTP without trust: where a redirect may lead, how much of a body is read, what a proxy may see."""

from __future__ import annotations

import ipaddress
import zlib
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx2

from .lines import Oversize
from .notebook import Budget

MAX_REDIRECTS = 5
_DEFAULT_PORTS = {"http": 80, "https": 443}


class UnreadableEncoding(Exception):
    """A Content-Encoding that isn't read, or bytes that are not in it."""


def origin_of(url: str) -> str | None:
    """`scheme://host:port` of an absolute http or https URL (RFC 6454), None for anything that isn't plainly one.

    White space, backslashes, control characters and user-info make a URL that readers understand differently.
    """
    if any(c.isspace() or c == "\\" or not c.isprintable() for c in url):
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        return None
    host = parts.hostname.lower()
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port or _DEFAULT_PORTS[scheme]}"


def is_loopback(url: str) -> bool:
    """Whether the host is this machine, by name or address."""
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def new_client(url: str) -> httpx2.AsyncClient:
    """A client without cookies kept, redirects followed or time-outs (ours end the look); loopback skips proxies."""
    return httpx2.AsyncClient(follow_redirects=False, timeout=None, trust_env=not is_loopback(url))


async def read_chunks(response: httpx2.Response, budget: Budget) -> AsyncIterator[bytes]:
    """The body, decompressed in bounded steps. Raises TrafficLimit, UnreadableEncoding and httpx2 errors."""
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding == "identity":
        async for chunk in response.aiter_raw():
            budget.spend_bytes(len(chunk))
            yield chunk
        return
    if encoding not in ("gzip", "deflate"):
        raise UnreadableEncoding(encoding[:20])
    unpacker = zlib.decompressobj(wbits=47)
    async for chunk in response.aiter_raw():
        rest = chunk
        while rest:
            try:
                piece = unpacker.decompress(rest, 65536)
            except zlib.error:
                raise UnreadableEncoding(encoding) from None
            budget.spend_bytes(len(piece))
            if piece:
                yield piece
            elif not unpacker.unconsumed_tail:
                break
            rest = unpacker.unconsumed_tail
    if not unpacker.eof:
        raise UnreadableEncoding(f"{encoding}, cut short")


async def read_body(response: httpx2.Response, budget: Budget, limit: int) -> bytes:
    """The whole body. Raises Oversize over `limit` bytes, and what `read_chunks` raises."""
    declared = response.headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:18]) > limit:
        raise Oversize
    body = bytearray()
    async for chunk in read_chunks(response, budget):
        body += chunk
        if len(body) > limit:
            raise Oversize
    return bytes(body)


def retry_after(response: httpx2.Response) -> float | None:
    """Seconds that a 429 or 503 asks to wait (RFC 9110, section 10.2.3), None where it doesn't say so."""
    value = response.headers.get("retry-after", "")
    return float(value[:6]) if response.status_code in (429, 503) and value.isdecimal() else None


def redirect_target(response: httpx2.Response) -> str | None:
    """The absolute URL that a redirect points to, None where the response is none or its Location is unusable."""
    if response.status_code not in (301, 302, 303, 307, 308) or "location" not in response.headers:
        return None
    try:
        return str(response.request.url.join(response.headers["location"]))
    except httpx2.InvalidURL:
        return None
