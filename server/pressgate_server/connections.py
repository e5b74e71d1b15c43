"""Connections that can't be held for ever, and not more of them than there may be.

uvicorn has no time-out for a request that comes in slowly or for an answer that nobody reads, and its limit of
connections refuses the new ones: whoever holds all of them shuts the server. Here every connection has a deadline from
its first byte to the end of its answer, and where there are too many, the one that has waited longest without a
whole request goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio

    from uvicorn.protocols.http.h11_impl import H11Protocol

IDLE_SECONDS = 5
FLUSH_SECONDS = 5


def guarded_protocol(max_connections: int, timeout: float) -> type[H11Protocol]:
    """uvicorn's HTTP/1.1 protocol with deadlines of `timeout` seconds and at most `max_connections` connections."""
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

    waiting: dict[Any, None] = {}  # connections without a whole request, the oldest first

    class GuardedProtocol(H11Protocol):
        _deadline: asyncio.TimerHandle | None = None
        _idle = True
        _current: object = None

        def _expect(self, seconds: float) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
            self._deadline = self.loop.call_later(seconds, self.transport.abort)

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            waiting[self] = None
            self._expect(timeout)
            if len(self.connections) > max_connections:
                oldest = next(iter(waiting))
                waiting.pop(oldest)
                oldest.transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            waiting.pop(self, None)
            if self._deadline is not None:
                self._deadline.cancel()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._idle:
                self._idle = False
                self._expect(timeout)
            super().data_received(data)
            self._settle()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._settle()

        def _settle(self) -> None:
            """Notices that a request has come in whole, or that nothing is under way any more.

            While the rest of a refused body still comes in, the deadline stays.
            """
            if self.cycle is None:
                return
            if self.cycle is not self._current:  # also one that came in before the last one was answered
                self._current = self.cycle
                self._expect(timeout)
            if not self.cycle.response_complete:
                if not self.cycle.more_body:
                    waiting.pop(self, None)
            elif self.conn.our_state is self.conn.their_state is h11.IDLE and not self._idle:
                self._idle = True
                waiting[self] = None
                self._expect(IDLE_SECONDS + FLUSH_SECONDS)

        def eof_received(self) -> bool:  # type: ignore[override]
            # A client may shut its half after the request and still wait for the answer.
            if self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body:
                self.cycle.keep_alive = False
                return True
            return False

    return GuardedProtocol
