"""What the probe says, sends and refuses over HTTP."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from faulty.faults import ForeignLink
from faulty.healthy import BODY, Healthy
from faulty.serve import Handler, listening, serving
from pressgate.probe import Call, HttpTarget, ProbeOptions, ProbeReport, run

SECRET = "Bearer sesame-open-0123456789"


def look(server: Healthy, handler: type[Handler] = Handler, **options: Any) -> tuple[ProbeReport, list[dict[str, str]]]:
    with serving(server, handler=handler) as (url, seen):
        return run(HttpTarget(url=url), ProbeOptions(**{"max_seconds": 20, **options})), seen


def codes(report: ProbeReport) -> list[str]:
    return [finding.code for finding in report.findings]


def test_modern_requests_carry_their_headers() -> None:
    _, seen = look(Healthy("modern"))
    assert {request["mcp-protocol-version"] for request in seen} == {"2026-07-28"}
    assert {request["mcp-method"] for request in seen} >= {"server/discover", "tools/list", "resources/read"}
    named = {request["mcp-method"]: request["mcp-name"] for request in seen if "mcp-name" in request}
    assert named == {"tools/call": "search", "resources/read": "post:///1"}
    assert not any("mcp-session-id" in request for request in seen)


@pytest.mark.parametrize(("revision", "header"), [("2025-11-25", True), ("2025-06-18", True), ("2025-03-26", False)])
def test_handshake_requests_carry_the_session(revision: str, header: bool) -> None:
    report, seen = look(Healthy("handshake"), revision=revision)
    assert report.revision == revision
    assert codes(report) == []
    posts = [request for request in seen if "content-type" in request]
    assert "mcp-protocol-version" not in posts[0]
    assert "mcp-session-id" not in posts[0]
    assert {request.get("mcp-session-id") for request in posts[1:]} == {"session-1"}
    assert {request.get("mcp-protocol-version") for request in posts[1:]} == {revision if header else None}
    assert not any("mcp-method" in request for request in posts)
    assert seen[-1] == {"deleted": "session-1"}


def test_old_servers_are_met_with_a_handshake_after_their_refusal() -> None:
    report, seen = look(Healthy("handshake"))
    assert (report.era, report.revision, codes(report)) == ("handshake", "2025-11-25", [])
    assert seen[0]["mcp-method"] == "server/discover"
    assert "mcp-method" not in seen[1]


def test_a_name_that_no_header_can_hold_is_encoded() -> None:
    class Korean(Healthy):
        def read(self, uri: str) -> dict[str, Any]:
            return {"contents": [{"uri": uri, "text": BODY}]}

    server = Korean("modern")
    server.links[0]["uri"] = "post:///강"
    _, seen = look(server)
    assert [request["mcp-name"] for request in seen if request["mcp-method"] == "resources/read"] == [
        "=?base64?cG9zdDovLy/qsJU=?="
    ]


class Annotated(Healthy):
    header: Any = "Query"

    def search_tool(self) -> dict[str, Any]:
        tool = super().search_tool()
        tool["inputSchema"]["properties"]["query"]["x-mcp-header"] = self.header
        return tool


def test_annotated_arguments_become_headers() -> None:
    report, seen = look(Annotated("modern"))
    assert codes(report) == []
    assert [request.get("mcp-param-query") for request in seen if request["mcp-method"] == "tools/call"] == ["mill"]


def test_invalid_annotations_drop_the_tool() -> None:
    server = Annotated("modern")
    server.header = "not a token"
    report, seen = look(server)
    assert "invalid-header-annotation" in codes(report)
    assert not any(request["mcp-method"] == "tools/call" for request in seen)


# --- authorization


class Guarded(Handler):
    def post(self, message: dict[str, Any]) -> None:
        if self.headers.get("authorization") == SECRET:
            super().post(message)
        else:
            self.answer(401, "text/plain", b"who are you?")


def test_a_header_of_the_users_opens_a_guarded_server() -> None:
    report, seen = look(Healthy("modern"), Guarded, headers={"Authorization": SECRET})
    assert codes(report) == []
    assert {request["authorization"] for request in seen} == {SECRET}


def test_without_it_the_finding_says_what_to_do() -> None:
    report, seen = look(Healthy("modern"), Guarded)
    assert codes(report) == ["authorization-required"]
    assert len(seen) == 1
    assert report.exit_code == 1
    assert not any(entry.complete for entry in report.lists)


# --- redirects


@contextmanager
def redirecting(location: str, status: int) -> Iterator[tuple[str, list[dict[str, str]]]]:
    seen: list[dict[str, str]] = []

    class Redirect(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            seen.append({name.lower(): value for name, value in self.headers.items()})
            self.send_response(status)
            self.send_header("location", location)
            self.send_header("content-length", "0")
            self.end_headers()

    with listening(Redirect) as url:
        yield url, seen


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_nothing_crosses_a_redirect_to_another_origin(status: int) -> None:
    with serving(Healthy("modern")) as (other, reached), redirecting(other, status) as (url, _):
        report = run(HttpTarget(url=url), ProbeOptions(headers={"Authorization": SECRET}, max_seconds=10))
    assert codes(report) == ["redirect-not-followed"]
    assert reached == []


class Moved(Handler):
    """`/mcp` redirects to `/mcp/` on the same origin."""

    status = 307

    def post(self, message: dict[str, Any]) -> None:
        if self.path == "/mcp":
            self.answer(self.status, "", b"", location="/mcp/")
        else:
            super().post(message)


def test_a_redirect_within_the_origin_is_followed() -> None:
    report, seen = look(Healthy("modern"), Moved, headers={"Authorization": SECRET})
    assert codes(report) == []
    assert {request["authorization"] for request in seen} == {SECRET}


def test_a_redirect_that_would_lose_the_message_is_not() -> None:
    class MovedAway(Moved):
        status = 302

    report, _ = look(Healthy("modern"), MovedAway)
    assert codes(report) == ["redirect-not-followed"]


# --- bodies and statuses


def answering(method: str, *arguments: Any, **headers: str) -> type[Handler]:
    """A handler that answers one method with the given status, type and body."""

    class Answering(Handler):
        def post(self, message: dict[str, Any]) -> None:
            if message.get("method") == method:
                self.answer(*arguments, **headers)
            else:
                super().post(message)

    return Answering


@pytest.mark.parametrize(
    ("arguments", "headers", "expected"),
    [
        ((500, "text/html", b"<h1>oops</h1>"), {}, "http-status"),
        ((429, "text/html", b"<h1>slowly</h1>"), {}, "http-status"),
        ((404, "application/json", b'{"detail": "Not Found"}'), {}, "http-status"),
        ((200, "text/html", b"<h1>hello</h1>"), {}, "wrong-content-type"),
        ((200, "application/json", b""), {}, "no-response"),
        ((202, "", b""), {}, "no-response"),
        ((200, "text/event-stream", b": nothing\n\n"), {}, "no-response"),
        ((200, "text/event-stream", b"data: {\n\n"), {}, "malformed-message"),
        ((200, "application/json", b'{"jsonrpc": "2.0", "id"'), {}, "malformed-message"),
        ((200, "application/json", b"[]"), {}, "malformed-message"),
        ((200, "application/json", b"x"), {"content_encoding": "br"}, "unreadable-encoding"),
        ((200, "application/json", b"x"), {"content_encoding": "gzip"}, "unreadable-encoding"),
        ((403, "application/json", b"{}"), {}, "authorization-required"),
    ],
)
def test_answers_that_are_none(arguments: tuple[Any, ...], headers: dict[str, str], expected: str) -> None:
    report, _ = look(Healthy("modern"), answering("tools/list", *arguments, **headers))
    assert codes(report) == [expected]
    assert [entry.complete for entry in report.lists] == [False, True, True, True]


class Limited(Handler):
    """Two requests, then a pause."""

    count = 0

    def post(self, message: dict[str, Any]) -> None:
        type(self).count += 1
        if self.count % 3 == 0:
            self.answer(429, "text/plain", b"slowly", retry_after="0")
        else:
            super().post(message)


def test_a_server_that_limits_the_rate_is_given_time() -> None:
    report, _ = look(Healthy("modern"), Limited)
    assert codes(report) == []
    assert "limits the rate" in report.notes[0]


class Packed(Handler):
    """Compresses every answer, and adds megabytes of blanks to one."""

    padding = b""

    def answer(self, status: int, content_type: str, body: bytes, **headers: str) -> None:
        if body:
            body = gzip.compress(body + self.padding) if len(body) % 2 else zlib.compress(body + self.padding)
            headers["content_encoding"] = "gzip"
        super().answer(status, content_type, body, **headers)


def test_compressed_answers_are_read() -> None:
    report, _ = look(Healthy("modern"), Packed)
    assert codes(report) == []


def test_a_compressed_bomb_is_not() -> None:
    class Bomb(Packed):
        padding = b" " * 20_000_000

    report, _ = look(Healthy("modern"), Bomb, max_message_bytes=100_000, revision="2026-07-28")
    assert set(codes(report)) >= {"message-too-large"}
    assert not report.lists[0].complete


def test_an_error_with_a_status_keeps_its_code() -> None:
    class Failing(Handler):
        def post(self, message: dict[str, Any]) -> None:
            if message["method"] != "resources/read":
                super().post(message)
                return
            error = {"code": -32602, "message": "Resource not found"}
            self.answer(400, "application/json", json.dumps({"jsonrpc": "2.0", "id": 99, "error": error}).encode())

    report, _ = look(Healthy("modern"), Failing)
    assert set(codes(report)) == {"wrong-response-id", "link-unread"}

    class Proper(Failing):
        def answer(self, status: int, content_type: str, body: bytes, **headers: str) -> None:
            super().answer(status, content_type, body.replace(b"99", b"null"), **headers)

    report, _ = look(Healthy("modern"), Proper)
    assert codes(report) == ["link-missing"]
    assert report.links[0].error is not None
    assert report.links[0].error.code == -32602


def test_nobody_listens() -> None:
    with listening(BaseHTTPRequestHandler) as url:
        pass
    report = run(HttpTarget(url=url), ProbeOptions(max_seconds=10))
    assert codes(report) == ["cannot-connect"]
    assert report.exit_code == 4


# --- streams and sessions of the handshake era


class Resumed(Handler):
    """Answers tool calls with an event id and nothing else; the answer comes to who asks for the rest with GET."""

    pending: bytes = b""

    def post(self, message: dict[str, Any]) -> None:
        if message.get("method") != "tools/call":
            super().post(message)
            return
        type(self).pending = json.dumps(next(iter(self.faulty.respond(message)))).encode()
        self.answer(200, "text/event-stream", b"id: 7\nretry: 10\ndata:\n\n")

    def do_GET(self) -> None:
        if self.headers.get("last-event-id") == "7":
            self.answer(200, "text/event-stream", b"id: 8\ndata: " + self.pending + b"\n\n")
        else:
            self.answer(405, "", b"")


def test_a_broken_stream_is_taken_up_again() -> None:
    report, _ = look(Healthy("handshake"), Resumed)
    assert codes(report) == []
    assert len(report.links) == 1


def test_streams_are_not_resumed_from_2026_on() -> None:
    report, _ = look(Healthy("modern"), Resumed)
    assert codes(report) == ["no-response"]


class Asking(Handler):
    """Asks for roots on the server's own stream, and answers tool calls once it has them."""

    def post(self, message: dict[str, Any]) -> None:
        if message.get("id") == "roots":
            self.seen.append({"roots": json.dumps(message["result"])})
        super().post(message)

    def do_GET(self) -> None:
        request = {"jsonrpc": "2.0", "id": "roots", "method": "roots/list"}
        self.answer(200, "text/event-stream", b"data: " + json.dumps(request).encode() + b"\n\n")


def test_requests_on_the_servers_own_stream_are_answered() -> None:
    report, seen = look(Healthy("handshake"), Asking)
    assert codes(report) == []
    assert [request["roots"] for request in seen if "roots" in request] == ['{"roots": []}']


class Forgetful(Handler):
    """Forgets the session once, in the middle of the list of tools."""

    def post(self, message: dict[str, Any]) -> None:
        cursor = message.get("params", {}).get("cursor")
        if message.get("method") == "tools/list" and cursor and not any("forgot" in entry for entry in self.seen):
            self.seen.append({"forgot": "it"})
            self.answer(404, "text/plain", b"no such session")
        else:
            super().post(message)


def test_a_lost_session_is_begun_again_once() -> None:
    report, _ = look(Healthy("handshake"), Forgetful)
    assert codes(report) == ["session-lost", "cursor-expired"]
    assert report.lists[0].complete
    assert report.lists[0].collected == 5


# --- web links


class Page(BaseHTTPRequestHandler):
    seen: list[str]
    body: bytes = BODY.encode()
    content_type = "text/html; charset=utf-8"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self.seen.append(f"{self.path} {self.headers.get('authorization')}")
        away = self.path == "/away"
        self.send_response(302 if away else 200)
        if away:
            self.send_header("location", "http://127.0.0.1:1/elsewhere")
        self.send_header("content-type", self.content_type)
        self.send_header("content-length", "0" if away else str(len(self.body)))
        self.end_headers()
        self.wfile.write(b"" if away else self.body)


def follow(path: str, allowed: bool, **page: Any) -> tuple[ProbeReport, list[str]]:
    """Probes a server that links to `path` on a web server of ours, which is allowed or not."""
    requests: list[str] = []
    with listening(type("Bound", (Page,), {"seen": requests, **page})) as url:
        origin = url.removesuffix("/mcp")
        server = ForeignLink("modern")
        server.links[0]["uri"] = origin + path
        origins = (origin,) if allowed else ("http://127.0.0.1:1",)
        report, _ = look(server, allow_origins=origins, headers={"Authorization": SECRET})
    return report, requests


def test_web_links_are_not_fetched_unasked() -> None:
    report, requests = follow("/1", allowed=False)
    assert (codes(report), report.links[0].verdict, requests) == (["foreign-link"], "cannot be verified", [])


def test_allowed_web_links_are_fetched_without_credentials() -> None:
    report, requests = follow("/1", allowed=True)
    assert report.links[0].verdict == "body received"
    assert report.links[0].texts == (BODY,)
    assert requests == ["/1 None"]


@pytest.mark.parametrize(
    ("path", "page", "expected"),
    [
        ("/away", {}, "fetch-refused"),
        ("/1", {"content_type": "application/octet-stream"}, "fetch-refused"),
        ("/1", {"body": b"x" * 9_000_000}, "fetch-refused"),
    ],
)
def test_what_is_fetched_has_limits(path: str, page: dict[str, Any], expected: str) -> None:
    report, _ = follow(path, allowed=True, **page)
    assert codes(report) == [expected]
    assert report.links[0].verdict == "cannot be verified"


def test_calls_asked_for_are_made_as_given() -> None:
    class Echo(Healthy):
        def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            return {"content": [{"type": "text", "text": f"{name} {json.dumps(arguments)}"}]}

    report, _ = look(Echo("modern"), calls=(Call(tool="write_1", arguments={"x": [1]}),))
    [result] = report.results
    assert result.raw is not None
    assert result.raw["content"][0]["text"] == 'write_1 {"x": [1]}'
