"""Server-sent events (WHATWG HTML, section 9.2), read from bytes as they come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Event:
    """One event. `id` is the last id of the stream; `retry` the wait before reconnecting, in seconds."""

    name: str
    data: bytes
    id: str | None
    retry: float | None


class EventReader:
    """Cuts a byte stream into events; what is not yet ended stays within."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []
        self._name = ""
        self._id: str | None = None
        self._retry: float | None = None
        self._first = True

    @property
    def pending(self) -> int:
        """Bytes held that are no event yet."""
        return len(self._rest) + sum(map(len, self._data))

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """The events that `chunk` ends."""
        text = self._rest + chunk
        if self._first and text.startswith(b"\xef\xbb\xbf"):
            text = text[3:]
        self._first = self._first and len(text) < 3
        # A carriage return at the very end may be half of a line end.
        held = b"\r" if text.endswith(b"\r") else b""
        lines = text[: len(text) - len(held)].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._rest = lines.pop() + held
        for line in lines:
            event = self._line(line)
            if event:
                yield event

    def _line(self, line: bytes) -> Event | None:
        if not line:
            return self._dispatch()
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name == b"event":
            self._name = value.decode("utf-8", "replace")
        elif name == b"id" and b"\0" not in value:
            self._id = value.decode("utf-8", "replace")
        elif name == b"retry" and value.isdigit():
            self._retry = int(value[:9]) / 1000
        return None

    def _dispatch(self) -> Event:
        event = Event(name=self._name or "message", data=b"\n".join(self._data), id=self._id, retry=self._retry)
        self._data, self._name = [], ""
        return event
