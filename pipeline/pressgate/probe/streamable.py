"""A server over streamable HTTP: every message a POST, the answer JSON or an event stream."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping

import anyio
import httpx2
from anyio.abc import TaskGroup

from .headers import base_headers, protocol_headers, valid_session_id
from .http_answer import AnswerReader, media_type, read_events
from .inbox import Inbox
from .lines import Oversize
from .model import Era, ProbeOptions
from .notebook import Budget, Notebook, TrafficLimit
from .text import printable
from .web import MAX_REDIRECTS, UnreadableEncoding, new_client, origin_of, redirect_target, retry_after
from .wire import Answer, Message, encode

_COURTESY_PATIENCE = 2.0
_RATE_RETRIES = 3


class HttpConnection:
    """One request at a time. `extra` are headers for the next tool call (`Mcp-Param-*`)."""

    stderr = ""

    def __init__(self, url: str, notebook: Notebook, budget: Budget, options: ProbeOptions, tasks: TaskGroup) -> None:
        self._url, self._own, self._tasks = url, dict(options.headers), tasks
        self._notebook, self._budget = notebook, budget
        self._client = new_client(url)
        self.inbox = Inbox(notebook, budget, self._reply, line_based=False)
        self._reader = AnswerReader(self.inbox, notebook, budget, self._resume)
        self._session_id: str | None = None
        self._reached = False
        self.extra: Mapping[str, str] = {}
        self.dead: str | None = None

    def speak(self, era: Era | None, revision: str | None) -> None:
        """From here on messages are of this era and revision."""
        self.inbox.era, self.inbox.revision = era, revision

    async def open(self) -> None:
        """Nothing to do before the first message."""

    async def reopen(self) -> None:
        """Forgets the session."""
        self._session_id = None

    async def request(self, message: Message, patience: float) -> Answer:
        """Posts a request and waits at most `patience` seconds for its response."""
        request_id, method = message["id"], message["method"]
        if self.dead:
            return Answer(outcome="broken", request_id=0, reason=self.dead)
        self.inbox.expect(request_id, method)
        answer: Answer | None = None
        with anyio.move_on_after(patience):
            answer = await self._attempt(message)
        if answer is not None:
            return answer
        self.inbox.give_up()
        if self.inbox.mismatched:
            return Answer(outcome="broken", request_id=request_id, reason="wrong-response-id")
        # In 2026-07-28 the closed response says it; before, a message does.
        if self.inbox.era == "handshake" and method != "initialize":
            cancel = {"method": "notifications/cancelled", "params": {"requestId": request_id}}
            await self.notify({"jsonrpc": "2.0", **cancel}, _COURTESY_PATIENCE)
        return Answer(outcome="no-answer", request_id=request_id)

    async def notify(self, message: Message, patience: float) -> None:
        """Posts a notification. `notifications/initialized` also opens the stream of the server's own requests."""
        with anyio.move_on_after(patience), contextlib.suppress(httpx2.HTTPError, httpx2.InvalidURL):
            async with self._post(message) as response:
                status = response.status_code
            if message.get("method") == "notifications/initialized":
                if status >= 400:
                    self._notebook.add("notification-refused", message["method"], f"HTTP {status}")
                self._tasks.start_soon(self._listen)

    async def close(self) -> None:
        """Ends the session, if there is one, and the connection."""
        with anyio.CancelScope(shield=True):
            if self._session_id:
                headers = {**base_headers(), **self._headers({})}
                with anyio.move_on_after(_COURTESY_PATIENCE), contextlib.suppress(httpx2.HTTPError):
                    await self._client.request("DELETE", self._url, headers=headers)
            await self._client.aclose()

    async def _attempt(self, message: Message) -> Answer:
        request_id, method = message["id"], message["method"]
        try:
            return await self._converse(message, _RATE_RETRIES)
        except Oversize:
            code, detail = "message-too-large", f"over {self._budget.max_message_bytes} bytes"
        except UnreadableEncoding as error:
            code, detail = "unreadable-encoding", str(error)
        except TrafficLimit:
            code, detail = "traffic-limit", ""
            self.dead = code
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.ProxyError) as error:
            code = "pipe-closed" if self._reached else "cannot-connect"
            detail = printable(str(error), limit=120)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            code, detail = "pipe-closed", type(error).__name__
        return self._reader.broken(request_id, code, method, detail)

    async def _converse(self, message: Message, retries: int) -> Answer:
        """Posts and reads; a server that limits its rate is given the time that it asks for."""
        async with self._post(message) as response:
            self._reached = True
            wait = retry_after(response) if retries else None
            if wait is None:
                return await self._take(response, message)
        self._notebook.note("the server limits the rate of requests; the probe waited as it was told")
        await anyio.sleep(wait)
        return await self._converse(message, retries - 1)

    async def _take(self, response: httpx2.Response, message: Message) -> Answer:
        if message["method"] == "initialize":
            self._keep_session(response)
            return await self._reader.read(response, message, session=False)
        in_session = self._session_id is not None and self.inbox.era == "handshake"
        return await self._reader.read(response, message, session=in_session)

    def _keep_session(self, response: httpx2.Response) -> None:
        value = response.headers.get("mcp-session-id")
        if value and valid_session_id(value):
            self._session_id = value
        elif value:
            self._notebook.add("malformed-handshake", "initialize", "the session id is not visible ASCII")

    def _headers(self, message: Message) -> dict[str, str]:
        session = {"mcp-session-id": self._session_id} if self._session_id else {}
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

    @contextlib.asynccontextmanager
    async def _resume(self, last_id: str | None) -> AsyncIterator[httpx2.Response]:
        """Opens an event stream with GET, after an event of it where one is given (handshake era)."""
        headers = {**self._headers({}), "accept": "text/event-stream"}
        if last_id is not None:
            headers["last-event-id"] = last_id
        async with self._client.stream("GET", self._url, headers=headers) as response:
            yield response

    async def _listen(self) -> None:
        """Holds the stream on which a handshake server sends its own requests; most servers have none."""
        ends = (httpx2.HTTPError, httpx2.InvalidURL, UnreadableEncoding, TrafficLimit, Oversize)
        with contextlib.suppress(*ends):
            async with self._resume(None) as response:
                if response.status_code != 200 or media_type(response) != "text/event-stream":
                    return
                async for event in read_events(response, self._budget):
                    if event.name == "message" and event.data:
                        await self.inbox.overhear(event.data, "the server's own stream")
