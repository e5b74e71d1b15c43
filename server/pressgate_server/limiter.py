"""How often one client may ask: a rate and a quota, counted in memory or in Redis."""

from __future__ import annotations

import hashlib
import ipaddress
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._about import NAME

if TYPE_CHECKING:
    from limits import RateLimitItem

STORE_SECONDS = 2.0
"""How long Redis may take to answer."""


class LimiterError(Exception):
    """The limits can't be read or the store can't be used. One line."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Whether a request may pass; if not, after how many whole seconds it may be tried again."""

    allowed: bool
    retry_after: int = 0


def client_key(address: str) -> str:
    """What is counted as one client: an IPv4 address, or the 64 bits that one IPv6 customer has."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(ip) >> 64 << 64, 64)))
    return str(ip)


def token_key(token: str) -> str:
    """A token as a key of the store: its digest, not the token."""
    return "token-" + hashlib.sha256(token.encode()).hexdigest()[:32]


class Limiter:
    """Counts requests by client over sliding windows (the `limits` library's).

    Raises:
        LimiterError: a limit is no `N/TIME`, or the library is missing.
    """

    def __init__(self, rate: str, quota: str, store: str) -> None:
        try:
            import limits
            from limits.aio.strategies import SlidingWindowCounterRateLimiter
            from limits.errors import ConfigurationError
            from limits.storage import storage_from_string
        except ImportError as error:
            raise LimiterError(f"{error.name} is missing: pip install '{NAME}[http]'") from None
        try:
            self._items: list[RateLimitItem] = [limits.parse(rate), limits.parse(quota)]
            self._storage: Any = storage_from_string(_address(store), wrap_exceptions=True, **_settings(store))
        except (ValueError, ConfigurationError) as error:
            raise LimiterError(f"--rate, --quota or --store: {' '.join(str(error).split())}") from None
        self._limiter = SlidingWindowCounterRateLimiter(self._storage)

    async def check(self) -> None:
        """Asks the store once.

        Raises:
            LimiterError: it doesn't answer.
        """
        if not await self._storage.check():
            raise LimiterError("--store doesn't answer")

    async def hit(self, client: str) -> Verdict:
        """Counts a request.

        Raises:
            LimiterError: the store doesn't answer.
        """
        from limits.errors import StorageError

        try:
            for item in self._items:
                if not await self._limiter.hit(item, NAME, client):
                    stats = await self._limiter.get_window_stats(item, NAME, client)
                    return Verdict(allowed=False, retry_after=max(1, round(stats.reset_time - time.time())))
        except (StorageError, OSError) as error:
            raise LimiterError(f"the store doesn't answer ({type(error).__name__})") from None
        return Verdict(allowed=True)


def _address(store: str) -> str:
    """The store's URL as the library names it; Valkey speaks Redis's protocol."""
    scheme, mark, rest = store.partition("://")
    return f"async+{scheme.replace('valkey', 'redis')}{mark}{rest}"


def _settings(store: str) -> dict[str, Any]:
    if store.startswith("memory"):
        return {}
    return {"implementation": "redispy", "socket_timeout": STORE_SECONDS, "socket_connect_timeout": STORE_SECONDS}
