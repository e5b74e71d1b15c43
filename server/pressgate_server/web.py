"""Serving over HTTP: stateless streamable HTTP with JSON answers, behind the gate."""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import logs
from .connections import IDLE_SECONDS, guarded_protocol
from .errors import WebError
from .gate import App, Gate
from .limiter import Limiter, LimiterError, token_key
from .options import HttpOptions

if TYPE_CHECKING:
    from mcp.server import Server
    from mcp.server.auth.provider import AccessToken
    from uvicorn import Config

STOP_SECONDS = 10
MIN_TOKEN = 20
SPARE_FILES = 64  # descriptors for what is no connection: search.db, bodies, Redis


class StaticTokens:
    """The bearer tokens of a file, by their digests (an `mcp` token verifier)."""

    def __init__(self, clients: Mapping[str, str]) -> None:
        self._clients = {token_key(token): client for token, client in clients.items()}

    @property
    def keys(self) -> frozenset[str]:
        """The tokens as keys of the limiter."""
        return frozenset(self._clients)

    async def verify_token(self, token: str) -> AccessToken | None:
        """The token's client, or None."""
        from mcp.server.auth.provider import AccessToken

        client = self._clients.get(token_key(token))
        return AccessToken(token=token, client_id=client, scopes=[]) if client else None


def read_tokens(path: Path) -> StaticTokens:
    """The tokens of a file: a line for each, the client's name and the token; `#` begins a comment line.

    Raises:
        WebError: the file can't be read, or a line is not of that form.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise WebError(f"--tokens {path}: can't be read ({type(error).__name__})") from None
    clients: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 2 or len(words[1]) < MIN_TOKEN:
            raise WebError(f"--tokens {path}:{number}: a name and a token of {MIN_TOKEN} characters or more")
        clients[words[1]] = words[0]
    if not clients:
        raise WebError(f"--tokens {path}: there is no token in it")
    return StaticTokens(clients)


def _protocol_app(server: Server[Any], options: HttpOptions, tokens: StaticTokens | None) -> App:
    """The SDK's application, with the allow-lists, and with browsers of an allowed origin let in."""
    from mcp.server.auth.settings import AuthSettings
    from mcp.server.transport_security import TransportSecuritySettings
    from starlette.middleware.cors import CORSMiddleware

    auth = None
    if tokens:
        auth = AuthSettings.model_validate(
            {
                "issuer_url": options.issuer,
                "resource_server_url": options.resource,
                "validate_token_resource": False,  # the file's tokens are for this server alone
            }
        )
    app = server.streamable_http_app(
        json_response=True,
        stateless_http=True,
        host=options.host,
        max_request_body_size=options.max_request,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=[form for host in options.hosts for form in (host, f"{host}:*")],
            allowed_origins=list(options.origins),
        ),
        auth=auth,
        token_verifier=tokens,
    )
    origins = "|".join(re.escape(origin).replace(r":\*", r"(:\d+)?") for origin in options.origins)
    return CORSMiddleware(app, allow_origin_regex=origins or None, allow_methods=["POST"], allow_headers=["*"])


def _connections(wanted: int) -> int:
    """How many connections there may be: as wanted, or as many as this process may open."""
    try:
        import resource
    except ImportError:  # not on Windows
        return wanted
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed < wanted + SPARE_FILES:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted + SPARE_FILES, most), most))
        allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return min(wanted, max(8, allowed - SPARE_FILES))


def _config(gate: Gate, options: HttpOptions) -> Config:
    from uvicorn import Config

    return Config(
        gate,
        host=options.host,
        port=options.port,
        http=guarded_protocol(_connections(options.max_connections), options.timeout),
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(options.proxies),
        forwarded_allow_ips=list(options.proxies),
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def serve(server: Server[Any], options: HttpOptions) -> None:
    """Serves until SIGINT or SIGTERM; requests under way are answered first.

    Raises:
        WebError: the options can't be met: the tokens, the limits, the store.
    """
    import uvicorn

    logs.install()
    tokens = read_tokens(Path(options.tokens)) if options.tokens else None
    try:
        limiter = Limiter(options.rate, options.quota, options.store)
    except LimiterError as error:
        raise WebError(str(error)) from None
    app = _protocol_app(server, options, tokens)
    gate = Gate(app, options, limiter, tokens.keys if tokens else frozenset())

    class Serving(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await limiter.check()
            await super().startup(sockets)
            for listening in [one for made in self.servers for one in made.sockets]:
                host, port = listening.getsockname()[:2]
                logs.write("serving", host=host, port=port)

    try:
        Serving(_config(gate, options)).run()
    except LimiterError as error:
        raise WebError(str(error)) from None
    except KeyboardInterrupt:
        logs.write("stopped")
