"""What stands between the network and the protocol: limits of number, size and time, and a log without queries."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from . import logs
from ._about import NAME, VERSION
from .limiter import Limiter, LimiterError, client_key, token_key
from .options import HttpOptions
from .schemas import INPUTS

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADER_MISMATCH = -32020
_VERSION_HEADER, _VERSION_KEY = "mcp-protocol-version", "io.modelcontextprotocol/protocolVersion"
_METHODS = frozenset(
    {
        *("initialize", "ping", "server/discover", "tools/list", "tools/call", "resources/list", "resources/read"),
        *("resources/templates/list", "completion/complete", "prompts/list", "notifications/initialized"),
    }
)


class Refused(Exception):
    """A request that is answered here: its HTTP status, its JSON-RPC error and headers beside it."""

    def __init__(
        self, status: int, message: str, *, code: int = -32000, request_id: Any = None, **headers: str
    ) -> None:
        super().__init__(message)
        self.status, self.message, self.code, self.request_id = status, message, code, request_id
        self.headers = headers


class Gate:
    """An ASGI application around the protocol's."""

    def __init__(self, app: App, options: HttpOptions, limiter: Limiter, tokens: frozenset[str]) -> None:
        self._app, self._options, self._limiter, self._tokens = app, options, limiter, tokens
        self._under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, send, self._options.max_response)
        try:
            if scope["path"] == "/healthz":
                await exchange.answer(200, {"status": "ok", "name": NAME, "version": VERSION})
            else:
                await self._admit(scope, receive, exchange)
        except Refused as refused:
            await exchange.refuse(refused)
        finally:
            exchange.log()

    async def _admit(self, scope: Scope, receive: Receive, exchange: _Exchange) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            async with asyncio.timeout(self._options.timeout):
                await self._count(scope, headers)
                if scope["method"] == "GET" and scope["path"] == "/mcp":
                    raise Refused(405, "There is no stream to open", allow="POST")
                body = await self._body(headers, receive) if scope["method"] == "POST" else b""
                exchange.received = True
                await self._serve(scope, headers, body, receive, exchange)
        except TimeoutError:
            raise Refused(504 if exchange.received else 408, "Took too long", connection="close") from None

    async def _serve(
        self, scope: Scope, headers: dict[str, str], body: bytes, receive: Receive, exchange: _Exchange
    ) -> None:
        # Counted from here on: whoever sends slowly takes up no place.
        if self._under_way >= self._options.max_concurrent:
            raise Refused(503, "Too many requests at once", retry_after="1")
        self._under_way += 1
        try:
            message = _parsed(body)
            exchange.note(message)
            _check_revision(headers, message)
            await self._app(scope, _replay(body, receive), exchange.send)
        finally:
            self._under_way -= 1

    async def _count(self, scope: Scope, headers: dict[str, str]) -> None:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        key = token_key(token) if scheme.lower() == "bearer" else ""
        client = key if key in self._tokens else client_key((scope.get("client") or ("",))[0])
        try:
            verdict = await self._limiter.hit(client)
        except LimiterError as error:
            logs.write("limiter", error=str(error))
            raise Refused(503, "Requests can't be counted right now", retry_after="5") from None
        if not verdict.allowed:
            raise Refused(429, "Too many requests", retry_after=str(verdict.retry_after))

    async def _body(self, headers: dict[str, str], receive: Receive) -> bytes:
        most = self._options.max_request
        declared = headers.get("content-length", "0")
        if declared.isdigit() and int(declared) > most:
            raise Refused(413, f"A request may have {most} bytes", connection="close")
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                raise Refused(400, "The request broke off")
            body += message.get("body", b"")
            if len(body) > most:
                raise Refused(413, f"A request may have {most} bytes", connection="close")
            if not message.get("more_body"):
                return bytes(body)


class _Exchange:
    """One request's answer: held back until its size is known, and what the log says of it."""

    def __init__(self, scope: Scope, send: Send, most: int) -> None:
        self._scope, self._send, self._most = scope, send, most
        self.received = False
        self._start: MutableMapping[str, Any] | None = None
        self._began = time.perf_counter()
        self._status: int | None = None
        self._bytes = 0
        self._passed = False
        self._method: str | None = None
        self._tool: str | None = None

    def note(self, message: Any) -> None:
        """Remembers the protocol's method and the tool's name, if they are known ones."""
        if isinstance(message, dict) and message.get("method") in _METHODS:
            self._method = message["method"]
            params = message.get("params")
            name = params.get("name") if isinstance(params, dict) else None
            self._tool = name if isinstance(name, str) and name in INPUTS else None

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Passes the application's answer on, once its first piece is known not to be too large."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        if self._start is None:  # refused already, or going on
            if self._passed:
                self._bytes += len(message.get("body", b""))
                await self._send(message)
            return
        start, self._start = self._start, None
        size = len(message.get("body", b""))
        if size > self._most:
            await self.refuse(Refused(500, "The answer is too large: ask for a smaller part", code=-32603))
            return
        self._status, self._bytes, self._passed = start["status"], size, True
        await self._send(start)
        await self._send(message)

    async def answer(self, status: int, content: Any, **headers: str) -> None:
        """Sends JSON, unless an answer has begun."""
        if self._status is not None:
            return
        self._status = status
        body = json.dumps(content).encode()
        listed = {"content-type": "application/json", "content-length": str(len(body)), **headers}
        pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in listed.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": pairs})
        await self._send({"type": "http.response.body", "body": body})
        self._bytes = len(body)

    async def refuse(self, refused: Refused) -> None:
        """Sends a refusal as a JSON-RPC error."""
        error = {"code": refused.code, "message": refused.message}
        await self.answer(
            refused.status, {"jsonrpc": "2.0", "id": refused.request_id, "error": error}, **refused.headers
        )

    def log(self) -> None:
        """Writes the line of the access log."""
        logs.write(
            "request",
            client=(self._scope.get("client") or (None,))[0],
            http=self._scope["method"],
            path=self._scope["path"][:100],
            status=self._status,
            bytes=self._bytes,
            ms=round(1000 * (time.perf_counter() - self._began), 1),
            method=self._method,
            tool=self._tool,
        )


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body) if body else None
    except (ValueError, RecursionError):
        return None


def _check_revision(headers: dict[str, str], message: Any) -> None:
    """Refuses a body of one protocol revision under the header of another, or under none (2026-07-28, transports)."""
    params = message.get("params") if isinstance(message, dict) else None
    meta = params.get("_meta") if isinstance(params, dict) else None
    inside = meta.get(_VERSION_KEY) if isinstance(meta, dict) else None
    if inside is not None and headers.get(_VERSION_HEADER) != inside:
        detail = "The MCP-Protocol-Version header differs from the body's protocol version"
        raise Refused(400, detail, code=HEADER_MISMATCH, request_id=message.get("id"))


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def again() -> MutableMapping[str, Any]:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
