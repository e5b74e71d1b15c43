"""What an HTTP response to a request says: a JSON answer, an event stream, a refusal."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import anyio
import httpx2

from .inbox import Inbox
from .lines import Oversize
from .model import RpcError
from .notebook import Budget, Notebook
from .sse import Event, EventReader
from .web import read_body, read_chunks
from .wire import Answer, Message, NotJson, decode

_RECONNECTS = 3
_DEFAULT_RETRY = 1.0

Resume = Callable[[str], AbstractAsyncContextManager[httpx2.Response]]


@dataclass(kw_only=True)
class _Position:
    """Where an event stream broke off."""

    last_id: str | None = None
    retry: float | None = None


class AnswerReader:
    """Reads the response to one POST. `resume` opens a broken event stream again after an event id."""

    def __init__(self, inbox: Inbox, notebook: Notebook, budget: Budget, resume: Resume) -> None:
        self._inbox, self._notebook, self._budget, self._resume = inbox, notebook, budget, resume

    async def read(self, response: httpx2.Response, message: Message, *, session: bool) -> Answer:
        """The answer to `message`. Raises Oversize, TrafficLimit, UnreadableEncoding and httpx2 errors.

        `session` says that the request named one, so that 404 means that it is gone.
        """
        request_id, method = message["id"], message["method"]
        if response.status_code >= 300:
            return await self._refusal(response, message, session)
        content_type = media_type(response)
        known = self._notebook.total
        answer: Answer | None = None
        if content_type == "application/json":
            body = await read_body(response, self._budget, self._budget.max_message_bytes)
            if body:
                answer = await self._inbox.take(body, "JSON answer", content_type=content_type)
        elif content_type == "text/event-stream":
            answer = await self._stream(response)
        elif response.status_code not in (202, 204):
            return self.broken(request_id, "wrong-content-type", method, content_type[:60] or "none")
        if answer is not None:
            return answer
        if self._notebook.total > known:
            return self._unanswered(request_id)
        return self.broken(request_id, "no-response", method, f"HTTP {response.status_code}")

    def broken(self, request_id: int, code: str, method: str, detail: str, error: RpcError | None = None) -> Answer:
        """Notes a finding and gives the answer that goes with it."""
        self._notebook.add(code, method, detail)
        return Answer(outcome="broken", request_id=request_id, reason=code, error=error)

    def _unanswered(self, request_id: int) -> Answer:
        """What came was no answer, and the inbox has said why."""
        reason = "wrong-response-id" if self._inbox.mismatched else "malformed-message"
        return Answer(outcome="broken", request_id=request_id, reason=reason)

    async def _stream(self, response: httpx2.Response) -> Answer | None:
        """Reads an event stream up to the response; a broken one is taken up again where the server allows it."""
        position = _Position()
        answer = await self._events(response, position)
        for _ in range(_RECONNECTS):
            over = answer is not None or self._inbox.mismatched or self._inbox.era == "modern"
            if over or position.last_id is None:
                break
            await anyio.sleep(_DEFAULT_RETRY if position.retry is None else position.retry)
            async with self._resume(position.last_id) as again:
                if again.status_code != 200:
                    break
                answer = await self._events(again, position)
        return answer

    async def _events(self, response: httpx2.Response, position: _Position) -> Answer | None:
        count = 0
        with contextlib.suppress(httpx2.ReadError, httpx2.RemoteProtocolError):
            async for event in read_events(response, self._budget):
                count += 1
                position.last_id, position.retry = event.id or position.last_id, event.retry
                if event.name != "message" or not event.data:
                    continue
                answer = await self._inbox.take(event.data, f"event {count}", content_type="text/event-stream")
                if answer or self._inbox.mismatched:
                    return answer
        return None

    async def _refusal(self, response: httpx2.Response, message: Message, session: bool) -> Answer:
        """What a status of 300 and more means: a JSON-RPC error in the body says more than the status does."""
        request_id, method, status = message["id"], message["method"], response.status_code
        plain = RpcError(code=None, message=f"HTTP {status}")
        if status in (401, 403):
            return self.broken(request_id, "authorization-required", method, f"HTTP {status}", plain)
        if status < 400:
            return self.broken(request_id, "redirect-not-followed", method, f"HTTP {status}", plain)
        if status == 404 and session:
            return self.broken(request_id, "session-lost", method, "HTTP 404", plain)
        body = await read_body(response, self._budget, self._budget.max_message_bytes)
        if _holds_error(body):
            answer = await self._inbox.take(body, f"HTTP {status}", content_type="application/json")
            return answer or self._unanswered(request_id)
        if self._inbox.tolerant:
            return Answer(outcome="error", request_id=request_id, error=plain)
        return self.broken(request_id, "http-status", method, f"HTTP {status}", plain)


async def read_events(response: httpx2.Response, budget: Budget) -> AsyncIterator[Event]:
    """The events of a stream. Raises Oversize for one over the limit, and what `read_chunks` raises."""
    reader = EventReader()
    async for chunk in read_chunks(response, budget):
        for event in reader.feed(chunk):
            yield event
        if reader.pending > budget.max_message_bytes:
            raise Oversize


def media_type(response: httpx2.Response) -> str:
    """The Content-Type without its parameters, in lower case."""
    return str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()


def _holds_error(body: bytes) -> bool:
    try:
        value = decode(body).value
    except NotJson:
        return False
    return isinstance(value, dict) and "jsonrpc" in value and "error" in value
