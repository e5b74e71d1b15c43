"""One client's talk with one server: ids, `_meta`, and what the handshake brought."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal, Protocol

from .inbox import Inbox
from .model import Era, ProbeOptions, ServerInfo
from .notebook import Budget, Notebook
from .text import printable
from .wire import Answer, Message

_META = "io.modelcontextprotocol/"
TransportName = Literal["stdio", "http", "memory"]


def client_info() -> dict[str, str]:
    """How the probe names itself."""
    try:
        return {"name": "pressgate-probe", "version": version("pressgate")}
    except PackageNotFoundError:  # run from the bare package, as the smoke gate does
        return {"name": "pressgate-probe", "version": "0"}


class Connection(Protocol):
    """What carries messages. `dead` names the finding that says why nothing more can be sent."""

    inbox: Inbox
    dead: str | None
    extra: Mapping[str, str]

    @property
    def stderr(self) -> str: ...

    def speak(self, era: Era | None, revision: str | None) -> None: ...

    async def open(self) -> None: ...

    async def reopen(self) -> None: ...

    async def request(self, message: Message, patience: float) -> Answer: ...

    async def notify(self, message: Message, patience: float) -> None: ...

    async def close(self) -> None: ...


class Session:
    """Sends requests in the era that was agreed on.

    `ready` says that there was an agreement. `capabilities` is None where the server's word on them can't be read.
    """

    def __init__(
        self,
        transport: TransportName,
        connection: Connection,
        notebook: Notebook,
        budget: Budget,
        options: ProbeOptions,
    ) -> None:
        self.transport, self.connection = transport, connection
        self.notebook, self.budget, self.options = notebook, budget, options
        self.era: Era | None = None
        self.revision: str | None = None
        self.server = ServerInfo()
        self.capabilities: dict[str, Any] | None = None
        self.ready = False
        self.renew: Callable[[], Awaitable[bool]] | None = None
        self._last_id = 0

    def speak(self, era: Era, revision: str | None) -> None:
        """From here on requests are of this era and revision (None while it is being negotiated)."""
        self.era, self.revision = era, revision
        self.connection.speak(era, revision)

    async def request(
        self, method: str, params: dict[str, Any] | None = None, *, patience: float | None = None
    ) -> Answer:
        """Sends one request and returns whatever came of it; never raises for what the server does.

        A session that the server ended is begun again once a look. What had no cursor is then asked again.
        """
        answer = await self._send(method, params, patience)
        if answer.reason != "session-lost" or self.renew is None:
            return answer
        renew, self.renew = self.renew, None
        if await renew() and "cursor" not in (params or {}):
            return await self._send(method, params, patience)
        return answer

    async def notify(self, method: str) -> None:
        """Sends a notification without parameters."""
        await self.connection.notify({"jsonrpc": "2.0", "method": method}, min(self.budget.left, 5.0))

    def meet(self, info: Any, capabilities: Any, where: str) -> None:
        """Takes down what the server says of itself, and that it can't be read."""
        if isinstance(info, dict):
            self.server = ServerInfo(name=_text(info.get("name")), version=_text(info.get("version")))
        if isinstance(capabilities, dict):
            self.capabilities = capabilities
        else:
            self.notebook.add("malformed-handshake", where, "`capabilities` is no object")
        self.ready = True

    async def _send(self, method: str, params: dict[str, Any] | None, patience: float | None) -> Answer:
        self._last_id += 1
        body: dict[str, Any] = dict(params or {})
        if self.era == "modern":
            body["_meta"] = {
                f"{_META}protocolVersion": self.revision,
                f"{_META}clientInfo": client_info(),
                f"{_META}clientCapabilities": {},
            }
        message = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": body}
        wait = self.budget.patience if patience is None else min(patience, self.budget.left)
        if wait <= 0 and self.connection.dead is None:
            return Answer(outcome="no-answer", request_id=0)
        return await self.connection.request(message, wait)


def _text(value: Any) -> str | None:
    return printable(value, limit=80) if isinstance(value, str) else None
