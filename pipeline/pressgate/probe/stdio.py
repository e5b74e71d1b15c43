"""A server as a child process: its pipes, its group, its end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator

import anyio
from anyio.abc import ByteReceiveStream, Process, TaskGroup

from .lines import CannotConnect, Closed, Oversize

_STDERR_KEPT = 64 * 1024
_EXIT_GRACE = 1.0
_TERM_GRACE = 1.0
_POLL = 0.01


class StdioChannel:
    """A child in a process group of its own. Its stderr is drained into `stderr` and never mixed with anything."""

    def __init__(self, command: tuple[str, ...], tasks: TaskGroup, max_line: int) -> None:
        self._command, self._tasks, self._max_line = command, tasks, max_line
        self._process: Process | None = None
        self._buffer = bytearray()
        self._scanned = 0
        self._line = 0
        self._passing_over = False
        self._stderr = bytearray()

    @property
    def stderr(self) -> str:
        """The last of what the child wrote there."""
        return self._stderr.decode("utf-8", "replace")

    @property
    def returncode(self) -> int | None:
        return self._process.returncode if self._process else None

    async def open(self) -> None:
        """Starts the child. Raises CannotConnect."""
        try:
            self._process = await anyio.open_process(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise CannotConnect(f"can't start the command: {reason}") from None
        self._buffer, self._scanned, self._line, self._passing_over = bytearray(), 0, 0, False
        assert self._process.stderr
        self._tasks.start_soon(self._drain_stderr, self._process.stderr)

    async def send(self, line: bytes) -> None:
        """Writes a line. Raises Closed."""
        await self._write(line + b"\n")

    async def check(self) -> None:
        """Raises Closed where the child closed its input: the loop learns of it late, and a write shows nothing."""
        await anyio.sleep(_POLL)
        await self._write(b"")

    async def receive(self) -> tuple[bytes, str]:
        """The next line and `stdout line N`. Raises Closed at the end, Oversize at a line over the limit."""
        if self._process is None or self._process.stdout is None:
            raise Closed("pipe-closed", "the server is not running")
        while True:
            end = self._buffer.find(b"\n", self._scanned)
            if end >= 0:
                line = self._cut(end)
                if not self._passing_over:
                    return line, f"stdout line {self._line}"
                self._passing_over = False
                continue
            self._scanned = len(self._buffer)
            if self._scanned > self._max_line:
                self._buffer.clear()
                self._scanned = 0
                if not self._passing_over:
                    self._passing_over = True
                    raise Oversize
            try:
                self._buffer += await self._process.stdout.receive(65536)
            except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
                if self._buffer and not self._passing_over:
                    return self._cut(len(self._buffer)), f"stdout line {self._line}"
                raise await self._end("closed its output") from None

    async def finish(self) -> None:
        """Closes the child's input, which asks it to end."""
        if self._process and self._process.stdin:
            with contextlib.suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                await self._process.stdin.aclose()

    async def close(self) -> None:
        """Ends the child and all that is left of its group, within seconds."""
        process, self._process = self._process, None
        if process is None:
            return
        with anyio.CancelScope(shield=True):
            if process.stdin:
                with contextlib.suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                    await process.stdin.aclose()
            if not await _ended(process, _EXIT_GRACE):
                _signal_group(process, "SIGTERM")
                await _ended(process, _TERM_GRACE)
            _signal_group(process, "SIGKILL")
            await _ended(process, _TERM_GRACE)
            # A survivor outside the group may hold the pipes open, and closing waits for their end: so not for ever.
            with anyio.move_on_after(_TERM_GRACE):
                await process.aclose()

    async def _write(self, data: bytes) -> None:
        if self._process is None or self._process.stdin is None:
            raise Closed("pipe-closed", "the server is not running")
        try:
            await self._process.stdin.send(data)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            raise await self._end("closed its input") from None

    def _cut(self, end: int) -> bytes:
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        self._scanned = 0
        self._line += 1
        return line

    async def _end(self, what: str) -> Closed:
        """Why the channel is closed: the process ended, or only a pipe."""
        assert self._process
        if await _ended(self._process, 0.5):
            return Closed("server-exited", _exit_text(self._process.returncode))
        return Closed("pipe-closed", f"the server {what}")

    async def _drain_stderr(self, stream: ByteReceiveStream) -> None:
        async for chunk in _chunks(stream):
            self._stderr += chunk
            del self._stderr[:-_STDERR_KEPT]


async def _chunks(stream: ByteReceiveStream) -> AsyncIterator[bytes]:
    try:
        while True:
            yield await stream.receive(65536)
    except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
        return


async def _ended(process: Process, seconds: float) -> bool:
    """Whether the process ended within the time. Polled: waiting for it would also wait for its pipes."""
    deadline = anyio.current_time() + seconds
    while process.returncode is None:
        if anyio.current_time() >= deadline:
            return False
        await anyio.sleep(_POLL)
    return True


def _signal_group(process: Process, name: str) -> None:
    """Signals the whole group; its id is the child's, which began a session. Windows has the process alone."""
    if sys.platform == "win32":
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, getattr(signal, name))


def _exit_text(returncode: int | None) -> str:
    if returncode is not None and returncode < 0:
        return f"killed by signal {-returncode}"
    return f"exit code {returncode}"
