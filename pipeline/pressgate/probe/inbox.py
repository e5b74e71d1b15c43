"""What arrives, whatever it arrives over: findings for what is wrong, answers for what was asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from .model import Era
from .notebook import Budget, Notebook
from .wire import METHOD_NOT_FOUND, Answer, Incoming, Message, NotJson, NotMessage, classify, decode, rpc_error, same_id

_BATCH_REVISION = "2025-03-26"

Reply = Callable[[Message], Awaitable[None]]


class Inbox:
    """Matches responses to the one request that is open.

    `era` and `revision` are the connection's, None before they are known. `line_based` says that a stray text is junk
    on standard output rather than a malformed HTTP answer. `late` keeps answers to requests that were given up.
    """

    def __init__(self, notebook: Notebook, budget: Budget, reply: Reply, *, line_based: bool) -> None:
        self.era: Era | None = None
        self.revision: str | None = None
        self.tolerant = False
        self.mismatched = False
        self.late: dict[int, Answer] = {}
        self._open: tuple[int, str] | None = None
        self._given_up: set[int] = set()
        self._answered: set[int] = set()
        self._notebook, self._budget, self._reply, self._line_based = notebook, budget, reply, line_based
        self._junk: list[str] = []

    def expect(self, request_id: int, method: str) -> None:
        """Opens a request. There is one at a time."""
        self._open = (request_id, method)
        self.mismatched = False

    def give_up(self) -> None:
        """Closes the open request without an answer; one that comes later is no stranger."""
        if self._open:
            self._given_up.add(self._open[0])
            self._open = None

    @property
    def waiting(self) -> str:
        """The method that waits for its answer, for the `where` of findings."""
        return self._open[1] if self._open else "between requests"

    async def take(self, data: bytes, place: str, *, content_type: str | None = None) -> Answer | None:
        """Reads one message that came at `place`; the answer to the open request if it is that, else None.

        Raises TrafficLimit.
        """
        self._budget.spend_message()
        try:
            decoded = decode(data)
        except NotJson as error:
            self._stray(place, str(error))
            return None
        if decoded.doubled:
            self._notebook.add("duplicate-keys", self._where(place))
        if decoded.constant:
            return self._reject(decoded.value, place, f"{decoded.constant} is no JSON")
        if isinstance(decoded.value, list) and self.revision == _BATCH_REVISION:
            answers = [await self._one(value, place, content_type) for value in decoded.value]
            return next((answer for answer in answers if answer), None)
        return await self._one(decoded.value, place, content_type)

    async def overhear(self, data: bytes, place: str) -> None:
        """Reads one message of a stream that answers nothing: only requests of the server's matter there.

        Raises TrafficLimit.
        """
        self._budget.spend_message()
        try:
            message = classify(decode(data).value)
        except (NotJson, NotMessage) as error:
            self._notebook.add("malformed-message", place, str(error))
            return
        if message.kind == "request":
            await self._serve(message, place)

    def _where(self, place: str) -> str:
        return place if self._line_based else f"{self.waiting}, {place}"

    def _stray(self, place: str, reason: str) -> None:
        if self._line_based:
            self._notebook.add("junk-on-stdout", place, reason)
        else:
            self._notebook.add("malformed-message", self._where(place), reason)

    async def _one(self, value: Any, place: str, content_type: str | None) -> Answer | None:
        try:
            message = classify(value)
        except NotMessage as error:
            if not error.alike:
                self._stray(place, str(error))
                return None
            return self._reject(value, place, str(error))
        if message.kind == "request":
            await self._serve(message, place)
            return None
        return self._match(message, content_type, place) if message.kind == "response" else None

    def _reject(self, value: Any, place: str, reason: str) -> Answer | None:
        """A message that can't be taken; if it was meant for the open request, that one gets no other answer."""
        self._notebook.add("malformed-message", self._where(place), reason)
        if isinstance(value, dict) and ("result" in value or "error" in value) and self._is_open(value.get("id")):
            return self._fail("malformed-message")
        return None

    def _is_open(self, request_id: Any) -> bool:
        return self._open is not None and same_id(request_id, self._open[0])

    def _fail(self, reason: str) -> Answer:
        assert self._open is not None
        request_id, self._open = self._open[0], None
        return Answer(outcome="broken", request_id=request_id, reason=reason)

    async def _serve(self, message: Incoming, place: str) -> None:
        """Answers the server's own requests, which only the handshake era has: `ping`, and no roots to list."""
        if self.era == "modern":
            self._notebook.add("forbidden-server-request", self._where(place), "a request from the server")
            return
        reply: Message = {"jsonrpc": "2.0", "id": message.id}
        results: dict[str | None, Message] = {"ping": {}, "roots/list": {"roots": []}}
        if message.method in results:
            reply["result"] = results[message.method]
        else:
            reply["error"] = {"code": METHOD_NOT_FOUND, "message": "The client has no such capability"}
        await self._reply(reply)

    def _settle(self, message: Incoming, content_type: str | None) -> Answer:
        assert self._open is not None
        request_id, self._open = self._open[0], None
        self._answered.add(request_id)
        return _answer(message, request_id, content_type)

    def _match(self, message: Incoming, content_type: str | None, place: str) -> Answer | None:
        if self._is_open(message.id):
            return self._settle(message, content_type)
        late = next((sent for sent in self._given_up if same_id(message.id, sent)), None)
        if late is not None:
            self._given_up.remove(late)
            self.late[late] = _answer(message, late, content_type)
            return None
        lost_id = message.id is None and "error" in message.body
        if lost_id and self._open is not None and (self.tolerant or not self._line_based):
            # An error without an id can only be meant for the one open request: HTTP gives it in that request's answer.
            return self._settle(message, content_type)
        # A second answer to an old request is wrong, and says nothing of the answer that is waited for.
        self.mismatched = self.mismatched or not any(same_id(message.id, sent) for sent in self._answered)
        self._notebook.add("wrong-response-id", self._where(place), _id_detail(message.id, self._open))
        return self._fail("wrong-response-id") if message.id is None and self._open else None


def _answer(message: Incoming, request_id: int, content_type: str | None) -> Answer:
    if "error" in message.body:
        error = rpc_error(message.body)
        return Answer(outcome="error", request_id=request_id, error=error, content_type=content_type)
    return Answer(outcome="result", request_id=request_id, result=message.body["result"], content_type=content_type)


def _id_detail(received: Any, opened: tuple[int, str] | None) -> str:
    kind = "no id" if received is None else "a string" if isinstance(received, str) else "another number"
    return f"{kind}, while {opened[1]} waits" if opened else f"{kind}, while nothing waits"
