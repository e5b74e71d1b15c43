"""Servers that speak line by line over one channel, whatever the channel: a child's pipes or this process's memory."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Protocol

import anyio

from .inbox import Inbox
from .model import Era
from .notebook import Budget, Notebook, TrafficLimit
from .wire import Answer, Message, encode

# After a response with a wrong id the right one may still come, so wait a little; a whole time-out would tell no more.
_MISMATCH_PATIENCE = 2.0
_COURTESY_PATIENCE = 0.5


class Closed(Exception):
    """The channel is at its end. `code` is the finding that says so."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


class CannotConnect(Exception):
    """There is no server. The text says why."""


class Oversize(Exception):
    """A line over the size limit; the rest of it is passed over by the next read."""


class Channel(Protocol):
    """Both directions of a line-based server.

    `receive` gives a line without its end, and where it was; `check` raises Closed where nothing can be sent any more.
    """

    @property
    def stderr(self) -> str: ...

    async def open(self) -> None: ...

    async def send(self, line: bytes) -> None: ...

    async def check(self) -> None: ...

    async def receive(self) -> tuple[bytes, str]: ...

    async def finish(self) -> None: ...

    async def close(self) -> None: ...


class LineConnection:
    """One request at a time over a channel. Once the channel is closed every request is `broken` at once."""

    def __init__(self, channel: Channel, notebook: Notebook, budget: Budget) -> None:
        self._channel, self._notebook, self._budget = channel, notebook, budget
        self.inbox = Inbox(notebook, budget, self._send, line_based=True)
        self.dead: str | None = None
        self.extra: Mapping[str, str] = {}

    @property
    def stderr(self) -> str:
        return self._channel.stderr

    def speak(self, era: Era | None, revision: str | None) -> None:
        """From here on messages are of this era and revision."""
        self.inbox.era, self.inbox.revision = era, revision

    async def open(self) -> None:
        """Raises CannotConnect."""
        await self._channel.open()

    async def reopen(self) -> None:
        """Starts the server again. Raises CannotConnect."""
        await self._channel.close()
        await self._channel.open()
        self.dead = None

    async def request(self, message: Message, patience: float) -> Answer:
        """Sends a request and waits at most `patience` seconds for its response."""
        request_id, method = message["id"], message["method"]
        if self.dead:
            return Answer(outcome="broken", request_id=0, reason=self.dead)
        self.inbox.expect(request_id, method)
        answer: Answer | None = None
        with anyio.move_on_after(patience) as scope:
            answer = await self._exchange(message, scope)
        if answer is not None:
            return answer
        self.inbox.give_up()
        if self.inbox.mismatched:
            return Answer(outcome="broken", request_id=request_id, reason="wrong-response-id")
        if method not in ("initialize", "server/discover"):
            cancel = {"method": "notifications/cancelled", "params": {"requestId": request_id}}
            await self._try_send({"jsonrpc": "2.0", **cancel})
        try:
            await self._channel.check()
        except Closed as end:
            self._end(end, method)
            return Answer(outcome="broken", request_id=request_id, reason=end.code)
        return Answer(outcome="no-answer", request_id=request_id)

    async def notify(self, message: Message, patience: float) -> None:
        """Sends a notification."""
        if self.dead:
            return
        with anyio.move_on_after(patience):
            try:
                await self._send(message)
            except Closed as end:
                self._end(end, message["method"])

    async def close(self) -> None:
        """Ends the server; what it still writes is read, for the junk in it."""
        try:
            if self.dead:
                return
            await self._channel.finish()
            with anyio.move_on_after(1.0):
                while True:
                    await self._take()
        except (Closed, Oversize, TrafficLimit):
            pass
        finally:
            await self._channel.close()

    async def _exchange(self, message: Message, scope: anyio.CancelScope) -> Answer:
        request_id, method = message["id"], message["method"]
        try:
            await self._send(message)
            while True:
                answer = await self._take()
                if answer:
                    return answer
                if self.inbox.mismatched:
                    scope.deadline = min(scope.deadline, anyio.current_time() + _MISMATCH_PATIENCE)
        except Closed as end:
            self._end(end, method)
        except Oversize:
            self._notebook.add("message-too-large", method, f"over {self._budget.max_message_bytes} bytes")
            self.inbox.give_up()
            return Answer(outcome="broken", request_id=request_id, reason="message-too-large")
        except TrafficLimit:
            self._notebook.add("traffic-limit", method)
            self.dead = "traffic-limit"
        return Answer(outcome="broken", request_id=request_id, reason=self.dead)

    async def _try_send(self, message: Message) -> None:
        with anyio.move_on_after(_COURTESY_PATIENCE), contextlib.suppress(Closed):
            await self._send(message)

    def _end(self, end: Closed, method: str) -> None:
        self._notebook.add(end.code, method, end.detail)
        self.dead = end.code

    async def _take(self) -> Answer | None:
        line, place = await self._channel.receive()
        self._budget.spend_bytes(len(line))
        return await self.inbox.take(line, place)

    async def _send(self, message: Message) -> None:
        await self._channel.send(encode(message))
