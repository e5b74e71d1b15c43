"""JSON-RPC 2.0 as it is on the wire: strict reading, plain building. Nothing here knows a transport or a method."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .model import RpcError
from .text import printable

INVALID_PARAMS = -32602
METHOD_NOT_FOUND = -32601
RESOURCE_NOT_FOUND = -32002
UNSUPPORTED_VERSION = -32022
MODERN_ERRORS = (-32020, -32021, UNSUPPORTED_VERSION)

Message = dict[str, Any]
_ENVELOPE = ("id", "method", "result", "error", "params")


class NotJson(ValueError):
    """Bytes that are no JSON value. The text says why, and repeats nothing of them."""


class NotMessage(ValueError):
    """A JSON value that is no JSON-RPC message. `alike` where it has the fields of one."""

    def __init__(self, reason: str, *, alike: bool) -> None:
        super().__init__(reason)
        self.alike = alike


@dataclass(frozen=True, kw_only=True)
class Decoded:
    """A JSON value, whether an object in it held a key twice, and a constant (NaN) that JSON doesn't have."""

    value: Any
    doubled: bool
    constant: str | None


@dataclass(frozen=True, kw_only=True)
class Incoming:
    """A valid message. A `request` has `id` and `method`, a `notification` a `method`, a `response` an `id`."""

    kind: Literal["request", "notification", "response"]
    id: Any
    method: str | None
    body: Message


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came of a request.

    `result` and `error` are the server's word; `no-answer` is silence within the time; `broken` says that a finding
    of code `reason` was noted instead. `result` is a JSON value of any type; `request_id` is 0 where nothing was sent.
    """

    outcome: Literal["result", "error", "no-answer", "broken"]
    request_id: int
    result: Any = None
    error: RpcError | None = None
    reason: str | None = None
    content_type: str | None = None


def decode(data: bytes) -> Decoded:
    """Reads one JSON value (RFC 8259) in UTF-8. Raises NotJson."""
    doubled = False
    constants: list[str] = []

    def pairs(items: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal doubled
        entries = list(items)
        result = dict(entries)
        doubled = doubled or len(result) != len(entries)
        return result

    if data.startswith(b"\xef\xbb\xbf"):
        raise NotJson("a byte-order mark before the JSON")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotJson("not UTF-8") from None
    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=constants.append)
    except RecursionError:
        raise NotJson("nested too deep") from None
    except ValueError:
        raise NotJson("not JSON" if text.strip() else "an empty line") from None
    return Decoded(value=value, doubled=doubled, constant=constants[0] if constants else None)


def encode(message: Message) -> bytes:
    """One line of ASCII JSON without its line end; a lone surrogate in a cursor goes back as it came."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def classify(value: Any) -> Incoming:
    """Tells what a JSON value is. Raises NotMessage (JSON-RPC 2.0 sections 4 and 5; a null id only in an error)."""
    if not isinstance(value, dict):
        raise NotMessage("JSON, but no object", alike=False)
    alike = any(key in value for key in _ENVELOPE)
    answers = "result" in value or "error" in value

    def wrong(reason: str) -> NotMessage:
        return NotMessage(reason, alike=alike)

    if value.get("jsonrpc") != "2.0":
        raise wrong('`jsonrpc` is not "2.0"')
    if "method" in value:
        if not isinstance(value["method"], str) or answers:
            raise wrong("`method` is no string, or stands beside a result")
        if "id" not in value:
            return Incoming(kind="notification", id=None, method=value["method"], body=value)
        if not _is_id(value["id"]):
            raise wrong("the `id` of a request is neither string nor integer")
        return Incoming(kind="request", id=value["id"], method=value["method"], body=value)
    if not answers:
        raise wrong("neither `method`, `result` nor `error`")
    if "result" in value and "error" in value:
        raise wrong("both `result` and `error`")
    if "error" in value and not _is_error(value["error"]):
        raise wrong("`error` is no object with an integer `code` and a string `message`")
    if "result" in value and "id" not in value:
        raise wrong("a result without an `id`")
    return Incoming(kind="response", id=value.get("id"), method=None, body=value)


def _is_id(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def _is_error(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("code"), int)
        and not isinstance(value["code"], bool)
        and isinstance(value.get("message"), str)
    )


def same_id(received: Any, sent: int) -> bool:
    """Whether a response's id is the one that was sent, in value and type (1.0 is the JSON number 1)."""
    return isinstance(received, int | float) and not isinstance(received, bool) and received == sent


def rpc_error(body: Mapping[str, Any]) -> RpcError:
    """The error of a valid error response."""
    error = body["error"]
    return RpcError(code=error["code"], message=printable(error["message"], limit=200), data=error.get("data"))


def json_type(value: Any) -> str:
    """The JSON type of a decoded value, in JSON Schema's words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"
