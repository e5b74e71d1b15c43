"""The HTTP headers of a message: what the revision asks for, and the user's own."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from typing import Any

from mcp.shared.inbound import (
    NAME_BEARING_METHODS,
    encode_header_value,
    find_invalid_x_mcp_header,
    mcp_param_headers,
    x_mcp_header_map,
)

from .model import Era
from .wire import Message

# The first revision whose clients name it in a header (2025-06-18, "Protocol Version Header").
_FIRST_WITH_HEADER = "2025-06-18"
_VISIBLE = re.compile(r"[\x21-\x7e]+")
RESERVED = frozenset(
    ("host", "content-length", "content-type", "transfer-encoding", "connection", "accept", "accept-encoding")
)


def base_headers() -> dict[str, str]:
    """What every POST carries. Compression isn't asked for, so that sizes are what they seem."""
    return {
        "accept": "application/json, text/event-stream",
        "accept-encoding": "identity",
        "content-type": "application/json",
    }


def protocol_headers(era: Era | None, revision: str | None, message: Message) -> dict[str, str]:
    """The version header, and from 2026-07-28 `Mcp-Method` and `Mcp-Name` (spec, "Request Metadata")."""
    headers: dict[str, str] = {}
    if revision and revision >= _FIRST_WITH_HEADER:
        headers["mcp-protocol-version"] = revision
    if era != "modern" or "method" not in message:
        return headers
    method = message["method"]
    headers["mcp-method"] = method
    name = message.get("params", {}).get(NAME_BEARING_METHODS.get(method, ""))
    if isinstance(name, str):
        with contextlib.suppress(UnicodeEncodeError):  # a lone surrogate, for which the header has no form
            headers["mcp-name"] = encode_header_value(name)
    return headers


def argument_headers(input_schema: Any, arguments: Mapping[str, Any]) -> dict[str, str]:
    """The `Mcp-Param-*` headers that a tool's schema asks for (spec, "Custom Headers from Tool Parameters")."""
    return mcp_param_headers(x_mcp_header_map(input_schema), arguments)


def annotation_fault(input_schema: Any) -> str | None:
    """Why a tool's `x-mcp-header` annotations are invalid, or None."""
    return find_invalid_x_mcp_header(input_schema)


def valid_session_id(value: str) -> bool:
    """Visible ASCII alone (2025-11-25, "Session Management")."""
    return _VISIBLE.fullmatch(value) is not None
