"""A server object of the SDK in this process, over the same JSON text as any other."""

from __future__ import annotations

from typing import Any

import anyio
from anyio.abc import TaskGroup
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from .lines import Closed, Oversize

_SHUTDOWN_GRACE = 2.0


class MemoryChannel:
    """Runs `server` (the SDK's low-level `Server`) in a task and turns its messages into lines and back."""

    def __init__(self, server: Any, tasks: TaskGroup, max_line: int) -> None:
        self._server, self._tasks, self._max_line = server, tasks, max_line
        self._messages = 0
        self._scope = anyio.CancelScope()
        self._done = anyio.Event()
        self._failure: str | None = None
        self._client: Any = None
        self.stderr = ""

    async def open(self) -> None:
        self._scope, self._done, self._failure = anyio.CancelScope(), anyio.Event(), None
        await self._tasks.start(self._serve)

    async def send(self, line: bytes) -> None:
        """Raises Closed."""
        message = SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
        try:
            await self._client[1].send(message)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            raise self._end() from None

    async def check(self) -> None:
        """A stream of this process says at once that it is closed."""

    async def receive(self) -> tuple[bytes, str]:
        """The next message as the SDK would write it, and `message N`. Raises Closed and Oversize."""
        try:
            item = await self._client[0].receive()
        except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
            raise self._end() from None
        self._messages += 1
        try:
            line = str(item.message.model_dump_json(by_alias=True, exclude_unset=True)).encode("utf-8")
        except ValueError:  # text that no UTF-8 can carry
            line = b""
        if len(line) > self._max_line:
            raise Oversize
        return line, f"message {self._messages}"

    async def finish(self) -> None:
        if self._client:
            await self._client[1].aclose()

    async def close(self) -> None:
        if not self._client:
            return
        with anyio.CancelScope(shield=True):
            await self._client[1].aclose()
            with anyio.move_on_after(_SHUTDOWN_GRACE):
                await self._done.wait()
            self._scope.cancel()
            await self._done.wait()
        self._client = None

    def _end(self) -> Closed:
        return Closed("server-exited", self._failure or "the server's task ended")

    async def _serve(self, *, task_status: anyio.abc.TaskStatus[None]) -> None:
        try:
            with self._scope:
                async with create_client_server_memory_streams() as (client, (read, write)):
                    self._client = client
                    task_status.started()
                    try:
                        await self._server.run(read, write, self._server.create_initialization_options())
                    except Exception as error:
                        self._failure = f"the server raised {type(error).__name__}"
                    await write.aclose()
        finally:
            self._done.set()
