"""A server over streamable HTTP: every message a POST, the answer JSON or an event stream."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping

import anyio
import httpx2

from .headers import base_headers, protocol_headers, valid_session_id
from .inbox import Inbox
from .lines import Oversize
from .model import Era, ProbeOptions, RpcError
from .notebook import Budget, Notebook, TrafficLimit
from .sse import EventReader
from .text import printable
from .web import (
    MAX_REDIRECTS,
    UnreadableEncoding,
    new_client,
    origin_of,
    read_body,
    read_chunks,
    redirect_target,
)
from .wire import Answer, Message, NotJson, decode, encode

_COURTESY_PATIENCE = 2.0
_RECONNECTS = 3
_DEFAULT_RETRY = 1.0


class HttpConnection:
    """One request at a time. `session_id` is what the server gave at `initialize` (handshake era)."""

    def __init__(self, url: str, notebook: Notebook, budget: Budget, options: ProbeOptions) -> None:
        self._url, self._own = url, dict(options.headers)
        self._notebook, self._budget = notebook, budget
        self._client = new_client(url)
        self.inbox = Inbox(notebook, budget, self._reply, line_based=False)
        self.session_id: str | None = None
        self.extra: Mapping[str, str] = {}
        self.dead: str | None = None
        self._reached = False
        self.stderr = ""

    def speak(self, era: Era | None, revision: str | None) -> None:
        """From here on messages are of this era and revision."""
        self.inbox.era, self.inbox.revision = era, revision

    async def open(self) -> None:
        """Nothing to do before the first message."""

    async def reopen(self) -> None:
        """Forgets the session."""
        self.session_id = None

    async def request(self, message: Message, patience: float) -> Answer:
        """Posts a request and waits at most `patience` seconds for its response."""
        request_id, method = message["id"], message["method"]
        if self.dead:
            return Answer(outcome="broken", request_id=request_id, reason=self.dead)
        self.inbox.expect(request_id, method)
        answer: Answer | None = None
        with anyio.move_on_after(patience):
            answer = await self._attempt(message)
        if answer is not None:
            return answer
        self.inbox.give_up()
        if self.inbox.mismatched:
            return Answer(outcome="broken", request_id=request_id, reason="wrong-response-id")
        if self.inbox.era == "handshake" and method != "initialize":
            cancel = {"method": "notifications/cancelled", "params": {"requestId": request_id}}
            await self.notify({"jsonrpc": "2.0", **cancel}, _COURTESY_PATIENCE)
        return Answer(outcome="no-answer", request_id=request_id)

    async def notify(self, message: Message, patience: float) -> None:
        """Posts a notification. A refused `notifications/initialized` is a finding."""
        with anyio.move_on_after(patience), contextlib.suppress(httpx2.HTTPError, Oversize, UnreadableEncoding):
            async with self._post(message) as response:
                if response.status_code >= 400 and message.get("method") == "notifications/initialized":
                    self._notebook.add("notification-refused", message["method"], f"HTTP {response.status_code}")

    async def close(self) -> None:
        """Ends the session, if there is one, and the connection."""
        with anyio.CancelScope(shield=True):
            if self.session_id and not self.dead:
                headers = {**base_headers(), **self._headers({})}
                with anyio.move_on_after(_COURTESY_PATIENCE), contextlib.suppress(httpx2.HTTPError):
                    await self._client.request("DELETE", self._url, headers=headers)
            await self._client.aclose()

    async def _attempt(self, message: Message) -> Answer:
        request_id, method = message["id"], message["method"]
        code, detail = "pipe-closed", ""
        try:
            async with self._post(message) as response:
                self._reached = True
                return await self._read(response, message)
        except Oversize:
            code, detail = "message-too-large", f"over {self._budget.max_message_bytes} bytes"
        except UnreadableEncoding as error:
            code, detail = "unreadable-encoding", str(error)
        except TrafficLimit:
            code = self.dead = "traffic-limit"
        except httpx2.UnsupportedProtocol:
            code, detail = "redirect-not-followed", "to a scheme that is not HTTP"
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.ProxyError) as error:
            code = "pipe-closed" if self._reached else "cannot-connect"
            detail = printable(str(error), limit=120)
        except (httpx2.TransportError, httpx2.InvalidURL) as error:
            code, detail = "pipe-closed", type(error).__name__
        return self._broken(request_id, code, method, detail)

    def _broken(self, request_id: int, code: str, method: str, detail: str, error: RpcError | None = None) -> Answer:
        self._notebook.add(code, method, detail)
        return Answer(outcome="broken", request_id=request_id, reason=code, error=error)

    def _unanswered(self, request_id: int) -> Answer:
        """What came was no answer, and the inbox has said why."""
        reason = "wrong-response-id" if self.inbox.mismatched else "malformed-message"
        return Answer(outcome="broken", request_id=request_id, reason=reason)

    def _headers(self, message: Message) -> dict[str, str]:
        session = {"mcp-session-id": self.session_id} if self.session_id else {}
        protocol = protocol_headers(self.inbox.era, self.inbox.revision, message)
        extra = self.extra if message.get("method") == "tools/call" else {}
        return {**base_headers(), **extra, **protocol, **session, **self._own}

    @contextlib.asynccontextmanager
    async def _post(self, message: Message) -> AsyncIterator[httpx2.Response]:
        """Posts, following redirects that keep the origin and the message (307 and 308)."""
        url = self._url
        for _ in range(MAX_REDIRECTS + 1):
            async with self._client.stream(
                "POST", url, content=encode(message), headers=self._headers(message)
            ) as response:
                target = redirect_target(response) if response.status_code in (307, 308) else None
                if target is None or origin_of(target) is None or origin_of(target) != origin_of(self._url):
                    yield response
                    return
                url = target
        raise httpx2.TooManyRedirects("too many redirects")

    async def _reply(self, message: Message) -> None:
        await self.notify(message, _COURTESY_PATIENCE)

    async def _read(self, response: httpx2.Response, message: Message) -> Answer:
        request_id, method = message["id"], message["method"]
        status = response.status_code
        if status >= 300:
            return await self._refusal(response, message)
        if method == "initialize":
            self._keep_session(response)
        content_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        known = self._notebook.total
        answer: Answer | None = None
        if content_type == "application/json":
            body = await read_body(response, self._budget, self._budget.max_message_bytes)
            if body:
                answer = await self.inbox.take(body, "JSON answer", content_type=content_type)
        elif content_type == "text/event-stream":
            answer = await self._stream(response)
        elif status not in (202, 204):
            return self._broken(request_id, "wrong-content-type", method, content_type[:60] or "none")
        if answer is not None:
            return answer
        if self._notebook.total > known:
            return self._unanswered(request_id)
        return self._broken(request_id, "no-response", method, f"HTTP {status}")

    def _keep_session(self, response: httpx2.Response) -> None:
        value = response.headers.get("mcp-session-id")
        if value and valid_session_id(value):
            self.session_id = value
        elif value:
            self._notebook.add("malformed-handshake", "initialize", "the session id is not visible ASCII")

    async def _stream(self, response: httpx2.Response) -> Answer | None:
        """Reads an event stream up to the response; a broken one is taken up again where the server allows it."""
        answer, last_id, retry = await self._events(response)
        for _ in range(_RECONNECTS):
            if answer or last_id is None or self.inbox.mismatched or self.inbox.era == "modern":
                break
            await anyio.sleep(_DEFAULT_RETRY if retry is None else retry)
            headers = {**self._headers({}), "accept": "text/event-stream", "last-event-id": last_id}
            async with self._client.stream("GET", self._url, headers=headers) as again:
                if again.status_code != 200:
                    break
                answer, newer, retry = await self._events(again)
                last_id = newer or last_id
        return answer

    async def _events(self, response: httpx2.Response) -> tuple[Answer | None, str | None, float | None]:
        reader, count, last_id, retry = EventReader(), 0, None, None
        with contextlib.suppress(httpx2.ReadError, httpx2.RemoteProtocolError):
            async for chunk in read_chunks(response, self._budget):
                for event in reader.feed(chunk):
                    last_id, retry, count = event.id, event.retry, count + 1
                    if event.name != "message" or not event.data:
                        continue
                    answer = await self.inbox.take(event.data, f"event {count}", content_type="text/event-stream")
                    if answer or self.inbox.mismatched:
                        return answer, last_id, retry
                if reader.pending > self._budget.max_message_bytes:
                    raise Oversize
        return None, last_id, retry

    async def _refusal(self, response: httpx2.Response, message: Message) -> Answer:
        """What a status of 300 and more means: a JSON-RPC error in the body says more than the status does."""
        request_id, method, status = message["id"], message["method"], response.status_code
        plain = RpcError(code=None, message=f"HTTP {status}")
        if status in (401, 403):
            return self._broken(request_id, "authorization-required", method, f"HTTP {status}", plain)
        if status < 400:
            return self._broken(request_id, "redirect-not-followed", method, f"HTTP {status}", plain)
        if status == 404 and self.session_id and self.inbox.era == "handshake" and method != "initialize":
            return self._broken(request_id, "session-lost", method, "HTTP 404", plain)
        body = await read_body(response, self._budget, self._budget.max_message_bytes)
        if _holds_error(body):
            answer = await self.inbox.take(body, f"HTTP {status}", content_type="application/json")
            return answer or self._unanswered(request_id)
        if self.inbox.tolerant:
            return Answer(outcome="error", request_id=request_id, error=plain)
        return self._broken(request_id, "http-status", method, f"HTTP {status}", plain)


def _holds_error(body: bytes) -> bool:
    try:
        value = decode(body).value
    except NotJson:
        return False
    return isinstance(value, dict) and "jsonrpc" in value and "error" in value
