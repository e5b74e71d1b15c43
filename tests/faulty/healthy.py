"""A server without a fault, which the faulty ones change in one place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

MODERN = "2026-07-28"
HANDSHAKES = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
BODY = "The mill by the river turned for the last time in November, and nobody wrote it down."

Output = dict[str, Any] | list[Any] | bytes


class RpcFault(Exception):
    """Becomes a JSON-RPC error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.error: dict[str, Any] = {"code": code, "message": message}
        if data is not None:
            self.error["data"] = data


class Healthy:
    """Five tools on three pages, three resources on two, one template, two prompts; a search that links to a post."""

    page_size = 2
    declared: tuple[str, ...] = ("tools", "resources", "prompts")

    def __init__(self, era: str) -> None:
        self.era = era
        self.requests = 0
        self.lists = dict.fromkeys(("tools", "resources", "resourceTemplates", "prompts"), 0)
        self.links = [{"type": "resource_link", "uri": "post:///1", "name": "1", "mimeType": "text/markdown"}]

    def items(self, kind: str) -> list[Any]:
        if kind == "tools":
            return [self.search_tool(), *(self.other_tool(n) for n in range(1, 5))]
        if kind == "resources":
            return [{"uri": f"post:///{n}", "name": f"Post {n}"} for n in range(1, 4)]
        if kind == "resourceTemplates":
            return [{"uriTemplate": "post:///{id}", "name": "post"}]
        return [{"name": "summarise"}, {"name": "translate"}]

    def search_tool(self) -> dict[str, Any]:
        schema = {"type": "object", "properties": {"query": {"type": "string", "examples": ["mill"]}}}
        return {
            "name": "search",
            "inputSchema": {**schema, "required": ["query"]},
            "annotations": {"readOnlyHint": True},
        }

    def other_tool(self, number: int) -> dict[str, Any]:
        return {"name": f"write_{number}", "inputSchema": {"type": "object"}}

    # --- results, without what every result of an era carries

    def page(self, kind: str, cursor: Any) -> dict[str, Any]:
        self.lists[kind] += cursor is None
        start = self.start(cursor)
        items = self.items(kind)
        result: dict[str, Any] = {kind: items[start : start + self.page_size]}
        if start + self.page_size < len(items):
            result["nextCursor"] = self.cursor(start + self.page_size)
        return result

    def cursor(self, start: int) -> Any:
        return f"from {start}"

    def start(self, cursor: Any) -> int:
        if cursor is None:
            return 0
        try:
            return int(str(cursor).removeprefix("from "))
        except ValueError:
            raise RpcFault(-32602, "Invalid cursor") from None

    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        if name != "search":
            raise RpcFault(-32602, f"Unknown tool {name}")
        return {"content": [{"type": "text", "text": f"1 hit for {arguments.get('query')}"}, *self.links]}

    def read(self, uri: str) -> dict[str, Any]:
        if uri not in ("post:///1", "post:///2", "post:///3"):
            raise RpcFault(-32602 if self.era == "modern" else -32002, "Resource not found")
        return {"contents": [{"uri": uri, "mimeType": "text/markdown", "text": BODY}]}

    # --- the protocol

    def respond(self, message: dict[str, Any]) -> Iterable[Output]:
        """Everything that goes out for one message that came in."""
        if "id" not in message or "method" not in message:
            return
        self.requests += 1
        try:
            result = self.result(message["method"], message.get("params") or {})
        except RpcFault as fault:
            yield {"jsonrpc": "2.0", "id": message["id"], "error": fault.error}
            return
        yield from self.frame(message, result)

    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        yield {"jsonrpc": "2.0", "id": message["id"], "result": result}

    def result(self, method: str, params: dict[str, Any]) -> Any:
        if self.era == "modern" and method != "initialize":
            self.check_meta(params)
        kinds = {"resources/templates/list": "resourceTemplates"}
        if method in ("initialize", "server/discover"):
            return self.greet(method, params)
        if method.endswith("/list"):
            return self.complete(self.page(kinds.get(method, method.partition("/")[0]), params.get("cursor")), True)
        if method == "tools/call":
            return self.complete(self.call(params["name"], params.get("arguments", {})))
        if method == "resources/read":
            return self.complete(self.read(params["uri"]), True)
        raise RpcFault(-32601, "Method not found")

    def check_meta(self, params: dict[str, Any]) -> None:
        meta = params.get("_meta", {})
        version = meta.get("io.modelcontextprotocol/protocolVersion")
        if version is None or "io.modelcontextprotocol/clientCapabilities" not in meta:
            raise RpcFault(-32602, "Missing _meta")
        if version != MODERN:
            raise RpcFault(-32022, "Unsupported protocol version", {"supported": [MODERN], "requested": version})

    def greet(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        info = {"name": "faulty", "version": "1.2.3"}
        if method == "initialize" and self.era == "handshake":
            wanted = params["protocolVersion"]
            version = wanted if wanted in HANDSHAKES else HANDSHAKES[-1]
            return {
                "protocolVersion": version,
                "capabilities": {name: {} for name in self.declared},
                "serverInfo": info,
            }
        if method == "server/discover" and self.era == "modern":
            result = self.complete(
                {"supportedVersions": [MODERN], "capabilities": {name: {} for name in self.declared}}, True
            )
            return {**result, "_meta": {"io.modelcontextprotocol/serverInfo": info}}
        raise RpcFault(-32601, "Method not found")

    def complete(self, result: dict[str, Any], cacheable: bool = False) -> dict[str, Any]:
        if self.era != "modern":
            return result
        hints = {"ttlMs": 0, "cacheScope": "private"} if cacheable else {}
        return {"resultType": "complete", **hints, **result}
