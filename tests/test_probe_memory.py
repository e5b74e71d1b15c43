"""The SDK's own low-level server, in memory, in every revision that it knows; and negotiation on raw servers."""

from __future__ import annotations

from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp.server import Server

from faulty.healthy import HANDSHAKES, MODERN, Healthy, RpcFault
from faulty.serve import Handler, serving
from pressgate.probe import REVISIONS, HttpTarget, MemoryTarget, ProbeOptions, ProbeReport, arun, open_session, run

SCHEMA = {"type": "object", "properties": {"query": {"type": "string", "default": "x"}}, "required": ["query"]}


def make_server(**handlers: Any) -> Server[Any]:
    async def list_tools(_context: Any, params: Any) -> types.ListToolsResult:
        number = int(params.cursor) if params and params.cursor else 0
        tool = types.Tool(
            name=f"tool_{number}", input_schema=SCHEMA, annotations=types.ToolAnnotations(read_only_hint=number == 0)
        )
        return types.ListToolsResult(tools=[tool], next_cursor=str(number + 1) if number < 2 else None)

    async def call_tool(_context: Any, params: Any) -> types.CallToolResult:
        link = types.ResourceLink(type="resource_link", name="강", uri="post:///강")
        return types.CallToolResult(content=[types.TextContent(type="text", text=params.name), link])

    async def list_resources(_context: Any, _params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[])

    async def read_resource(_context: Any, params: Any) -> types.ReadResourceResult:
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=params.uri, text="본문")])

    given = {
        "on_list_tools": list_tools,
        "on_call_tool": call_tool,
        "on_list_resources": list_resources,
        "on_read_resource": read_resource,
        **handlers,
    }
    return Server("memory", version="1", **given)


def codes(report: ProbeReport) -> list[str]:
    return [finding.code for finding in report.findings]


def test_the_sdk_knows_the_revisions_that_are_looked_at() -> None:
    assert (*HANDSHAKES, MODERN) == REVISIONS


@pytest.mark.parametrize("revision", [None, *REVISIONS])
def test_a_server_object_in_every_revision(revision: str | None) -> None:
    report = run(MemoryTarget(server=make_server()), ProbeOptions(revision=revision, max_seconds=20))
    assert (report.revision, codes(report), report.transport) == (revision or MODERN, [], "memory")
    assert report.lists[0].names == ("tool_0", "tool_1", "tool_2")
    assert [result.tool for result in report.results] == ["tool_0"]
    assert [(link.verdict, link.texts) for link in report.links] == [("body received", ("본문",))]


def test_a_handler_that_raises_is_an_error_of_the_servers() -> None:
    async def broken(_context: Any, _params: Any) -> types.CallToolResult:
        raise RuntimeError("no index")

    report = run(MemoryTarget(server=make_server(on_call_tool=broken)), ProbeOptions(max_seconds=20))
    assert codes(report) == ["call-error"]
    assert report.lists[0].complete


def test_a_session_gives_raw_answers() -> None:
    async def ask() -> tuple[str, Any]:
        async with open_session(MemoryTarget(server=make_server()), ProbeOptions(max_seconds=10)) as session:
            answer = await session.request("tools/call", {"name": "tool_0", "arguments": 7})
            return answer.outcome, answer.error and answer.error.code

    assert anyio.run(ask) == ("error", -32602)


def test_what_the_caller_raises_comes_out_as_it_is() -> None:
    async def fail() -> None:
        async with open_session(MemoryTarget(server=make_server()), ProbeOptions(max_seconds=10)):
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        anyio.run(fail)


def test_a_server_that_hangs_in_memory_ends() -> None:
    async def hang(_context: Any, _params: Any) -> types.ListToolsResult:
        await anyio.sleep(60)
        raise AssertionError

    report = anyio.run(arun, MemoryTarget(server=make_server(on_list_tools=hang)), ProbeOptions(max_seconds=2))
    assert report.lists[0].stopped == "time-limit"
    assert report.lists[1].complete


# --- negotiation


class Greeting(Healthy):
    """Answers to `server/discover` and `initialize` are given; an RpcFault is raised."""

    greetings: dict[str, Any]

    def greet(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        answer = self.greetings.get(method, RpcFault(-32601, "Method not found"))
        if isinstance(answer, RpcFault):
            raise answer
        assert isinstance(answer, dict)
        return answer

    def check_meta(self, params: dict[str, Any]) -> None:
        pass


class Open(Handler):
    """Lets every request through to the server, in whatever session."""

    def refuses(self, message: dict[str, Any]) -> bool:
        return False


INITIALIZED = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "x", "version": "1"},
}
DISCOVERED = {
    "resultType": "complete",
    "supportedVersions": [MODERN],
    "capabilities": {"tools": {}},
    "ttlMs": 0,
    "cacheScope": "public",
}


@pytest.mark.parametrize(
    ("discover", "initialize", "expected", "found"),
    [
        (DISCOVERED, None, (MODERN, "modern"), []),
        (None, INITIALIZED, ("2025-06-18", "handshake"), []),
        ({**DISCOVERED, "supportedVersions": ["2025-11-25"]}, INITIALIZED, ("2025-06-18", "handshake"), []),
        ({}, INITIALIZED, ("2025-06-18", "handshake"), []),
        ({**DISCOVERED, "supportedVersions": ["2031-01-01"]}, INITIALIZED, (None, None), ["no-common-revision"]),
        ({**DISCOVERED, "supportedVersions": 7}, None, (MODERN, "modern"), ["malformed-handshake"]),
        ({**DISCOVERED, "capabilities": None}, None, (MODERN, "modern"), ["malformed-handshake"]),
        (RpcFault(-32022, "no", {"supported": ["2025-11-25"]}), INITIALIZED, ("2025-06-18", "handshake"), []),
        (RpcFault(-32022, "no", {"supported": ["2031-01-01"]}), INITIALIZED, (None, None), ["no-common-revision"]),
        (RpcFault(-32022, "no"), INITIALIZED, ("2025-06-18", "handshake"), []),
        (RpcFault(-32021, "no"), INITIALIZED, (MODERN, "modern"), ["discover-failed"]),
        (None, RpcFault(-32600, "no"), (None, None), ["no-handshake"]),
        (None, {**INITIALIZED, "protocolVersion": "2019-01-01"}, ("2025-11-25", "handshake"), ["unknown-revision"]),
        (None, {**INITIALIZED, "protocolVersion": MODERN}, ("2025-11-25", "handshake"), ["unknown-revision"]),
        (None, {**INITIALIZED, "serverInfo": "x"}, ("2025-06-18", "handshake"), ["malformed-handshake"]),
    ],
)
def test_negotiation(discover: Any, initialize: Any, expected: tuple[str | None, str | None], found: list[str]) -> None:
    server = Greeting("handshake" if expected[1] == "handshake" else "modern")
    answers = {"server/discover": discover, "initialize": initialize}
    server.greetings = {method: answer for method, answer in answers.items() if answer is not None}
    with serving(server, handler=Open) as (url, _):
        report = run(HttpTarget(url=url), ProbeOptions(max_seconds=10))
    assert (report.revision, report.era) == expected
    assert list(dict.fromkeys(code for code in codes(report) if code != "undeclared-capability")) == found
    assert report.exit_code == 1 or not found


def test_an_answer_in_another_revision_than_asked_for_is_named() -> None:
    server = Greeting("handshake")
    server.greetings = {"initialize": INITIALIZED}
    with serving(server) as (url, _):
        report = run(HttpTarget(url=url), ProbeOptions(max_seconds=10, revision="2025-11-25"))
    assert "revision-differs" in codes(report)
    assert report.revision == "2025-06-18"
