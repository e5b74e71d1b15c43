"""The command line."""

from __future__ import annotations

import argparse
import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from ._about import NAME, VERSION

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, kw_only=True)
class HttpOptions:
    """How to serve over HTTP. Sizes are in bytes, times in seconds, limits in the words of the `limits` library."""

    host: str
    port: int
    hosts: tuple[str, ...]
    origins: tuple[str, ...]
    rate: str
    quota: str
    store: str
    proxies: tuple[str, ...]
    max_request: int
    max_response: int
    max_connections: int
    max_concurrent: int
    timeout: float
    tokens: str | None
    issuer: str | None
    resource: str | None

    @property
    def loopback(self) -> bool:
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether an address to bind is reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _https(text: str) -> str:
    address = urlsplit(text)
    if not address.hostname or (address.scheme != "https" and not is_loopback(address.hostname)):
        raise argparse.ArgumentTypeError(f"{text!r} is no https URL")
    return text


def _number(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {low} to {high}")
        return int(text)

    return number


def parser() -> argparse.ArgumentParser:
    """The parser of the command line; without `--http` the server speaks over standard input and output."""
    made = argparse.ArgumentParser(prog=NAME, description="MCP server for a blog's public posts.", allow_abbrev=False)
    made.add_argument("--version", action="version", version=f"{NAME} {VERSION}")
    made.add_argument("--http", metavar="HOST:PORT", type=_address, help=f"serve over HTTP (needs `{NAME}[http]`)")
    http = made.add_argument_group("with --http")
    allow = "may be given again; needed for any HOST but loopback"
    http.add_argument("--allow-host", metavar="NAME", action="append", default=[], help=f"a Host to answer; {allow}")
    http.add_argument(
        "--allow-origin",
        metavar="URL",
        action="append",
        default=[],
        help=f"an Origin to answer; {allow}; `none` for no browser at all",
    )
    http.add_argument(
        "--rate", metavar="N/TIME", default="120/minute", help="requests of one client (default: %(default)s)"
    )
    http.add_argument(
        "--quota", metavar="N/TIME", default="10000/day", help="the same over a longer time (default: %(default)s)"
    )
    http.add_argument(
        "--store",
        metavar="URL",
        default="memory://",
        help="where requests are counted: redis://… or valkey://… for several processes",
    )
    http.add_argument(
        "--proxy", metavar="ADDRESS", action="append", default=[], help="a proxy whose X-Forwarded-For is believed"
    )
    http.add_argument("--max-request", type=_number(1024, 1 << 22), default=1 << 16, metavar="BYTES")
    http.add_argument("--max-response", type=_number(1 << 16, 1 << 26), default=1 << 22, metavar="BYTES")
    http.add_argument("--max-connections", type=_number(8, 100_000), default=1000, metavar="N")
    http.add_argument("--max-concurrent", type=_number(1, 10_000), default=64, metavar="N")
    http.add_argument("--timeout", type=_number(1, 600), default=30, metavar="SECONDS")
    http.add_argument(
        "--tokens", metavar="FILE", help="bearer tokens to ask for: a line for each, a client's name and its token"
    )
    http.add_argument("--issuer", metavar="URL", type=_https, help="who gives the tokens out (RFC 9728 metadata)")
    http.add_argument("--resource", metavar="URL", type=_https, help="the server's public address (RFC 9728 metadata)")
    return made


def read(arguments: Sequence[str] | None = None) -> HttpOptions | None:
    """The options for HTTP, or None for standard input and output. Exits with 2 and one line where they are wrong."""
    made = parser()
    given = made.parse_args(arguments)
    if given.http is None:
        return None
    host, port = given.http
    if not is_loopback(host) and not (given.allow_host and given.allow_origin):
        made.error(
            f"--http {host}: give --allow-host and --allow-origin (or `--allow-origin none`) for any host but loopback"
        )
    if len({bool(value) for value in (given.tokens, given.issuer, given.resource)}) > 1:
        made.error("--tokens, --issuer and --resource go together")
    return HttpOptions(
        host=host,
        port=port,
        hosts=tuple(given.allow_host) or LOOPBACK_HOSTS,
        origins=_origins(given.allow_origin, given.allow_host),
        rate=given.rate,
        quota=given.quota,
        store=given.store,
        proxies=tuple(given.proxy),
        max_request=given.max_request,
        max_response=given.max_response,
        max_connections=given.max_connections,
        max_concurrent=given.max_concurrent,
        timeout=given.timeout,
        tokens=given.tokens,
        issuer=given.issuer,
        resource=given.resource,
    )


def _origins(given: Sequence[str], hosts: Sequence[str]) -> tuple[str, ...]:
    """The origins given; where neither they nor hosts are, those of this machine, on any port."""
    if given or hosts:
        return tuple(origin for origin in given if origin != "none")
    return tuple(
        f"{scheme}://{host}{port}" for scheme in ("http", "https") for host in LOOPBACK_HOSTS for port in ("", ":*")
    )
