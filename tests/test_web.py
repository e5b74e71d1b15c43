"""`--http`: who may ask, how often, how much and how long, and what the log says."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, BinaryIO

import anyio
import pytest
from mcp import Client

from webserver import CALL, PACKAGE, POSTS, QUERY, WebServer, free_port, package, redis, serving

REVISION = "io.modelcontextprotocol/protocolVersion"
MODERN = {
    REVISION: "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
MODERN_HEADERS = {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list"}
TOKEN = "correct-horse-battery-staple"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return package(tmp_path_factory.mktemp("web"))


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[WebServer]:
    with serving(folder) as running:
        yield running


def tried(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A start that must fail."""
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from {PACKAGE}.__main__ import main; main()"
    command = [sys.executable, "-I", "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=30, check=False)


@pytest.mark.parametrize("mode", ["auto", "2026-07-28", "legacy"])
def test_the_official_client_is_served_in_both_eras(server: WebServer, mode: str) -> None:
    async def run() -> Any:
        async with Client(f"http://127.0.0.1:{server.port}/mcp", mode=mode) as client:
            return await client.call_tool("search_articles", {"query": QUERY, "limit": 2})

    assert len(anyio.run(run).structured_content["hits"]) == 2


def test_the_answer_is_json(server: WebServer) -> None:
    status, headers, content = server.post()
    assert (status, headers["content-type"]) == (200, "application/json")
    assert content["result"]["structuredContent"]["total"] == len(POSTS)


def test_health_is_told_without_a_host(server: WebServer) -> None:
    status, _, content = server.send("GET", "/healthz", headers={"host": "10.1.2.3"})
    assert (status, content["status"]) == (200, "ok")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost:3000"}, 200),
        ({"host": "localhost"}, 200),
    ],
)
def test_loopback_answers_itself_alone(server: WebServer, headers: dict[str, str], status: int) -> None:
    assert server.post(headers=headers)[0] == status


def test_a_browser_of_an_allowed_origin_is_let_in(server: WebServer) -> None:
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "mcp-protocol-version"}
    for origin, allowed in (("http://localhost:3000", True), ("http://evil.example", False)):
        headers = server.send("OPTIONS", "/mcp", headers={"origin": origin, **asked})[1]
        assert (headers.get("access-control-allow-origin") == origin) == allowed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--http", "0.0.0.0:0"], "--allow-host"),
        (["--http", "[::]:0", "--allow-host", "a.example"], "--allow-origin"),
        (["--http", "192.0.2.1:0", "--allow-origin", "none"], "--allow-host"),
        (["--http", "8000"], "HOST:PORT"),
        (["--http", "localhost:99999"], "HOST:PORT"),
        (["--http", "127.0.0.1:0", "--rate", "often"], "--rate"),
        (["--http", "127.0.0.1:0", "--store", "gopher://x"], "--store"),
        (["--http", "127.0.0.1:0", "--timeout", "0"], "--timeout"),
        (["--http", "127.0.0.1:0", "--tokens", "x"], "go together"),
        (["--http", "127.0.0.1:0", "--issuer", "http://a.example"], "https"),
        (["--http", "127.0.0.1:0", "--bogus"], "--bogus"),
    ],
)
def test_what_can_t_be_is_refused_in_one_line(folder: Path, arguments: list[str], said: str) -> None:
    done = tried(folder, *arguments)
    assert done.returncode in {1, 2}
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_any_other_host_answers_the_allowed_names_alone(folder: Path) -> None:
    allowed = ("--allow-host", "mcp.example.com", "--allow-origin", "https://app.example.com")
    with serving(folder, *allowed, address="0.0.0.0:0") as server:
        assert server.post()[0] == 421
        good = {"host": "mcp.example.com"}
        assert server.post(headers=good)[0] == 200
        assert server.post(headers={**good, "origin": "https://app.example.com"})[0] == 200
        for origin in (
            "https://app.example.com:8443",
            "http://app.example.com",
            "https://app.example.com.evil.example",
        ):
            assert server.post(headers={**good, "origin": origin})[0] == 403


@pytest.mark.parametrize("header", [None, "2025-06-18", "2025-11-25"])
def test_a_body_of_one_revision_under_another_s_header_is_refused(server: WebServer, header: str | None) -> None:
    headers = {"mcp-protocol-version": header} if header else {}
    status, _, content = server.post("tools/list", {"_meta": MODERN}, headers)
    assert (status, content["error"]["code"], content["id"]) == (400, -32020, 1)


def test_a_modern_header_over_an_old_body_is_refused(server: WebServer) -> None:
    assert server.post("tools/list", {}, MODERN_HEADERS)[0] == 400


def test_a_modern_request_is_served(server: WebServer) -> None:
    status, _, content = server.post("tools/list", {"_meta": MODERN}, MODERN_HEADERS)
    assert (status, len(content["result"]["tools"])) == (200, 5)
    assert (content["result"]["ttlMs"], content["result"]["cacheScope"]) == (86_400_000, "public")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/mcp", 405), ("DELETE", "/mcp", 405), ("PUT", "/mcp", 405), ("GET", "/", 404), ("POST", "/x", 404)],
)
def test_nothing_else_is_there(server: WebServer, method: str, path: str, status: int) -> None:
    assert server.send(method, path, b"" if method in {"PUT", "POST"} else None)[0] == status


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"x"', b"[" * 50_000, b"\xff\xfe", b'{"jsonrpc":"2.0","id":1,"method":5}']
)
def test_a_broken_body_is_the_client_s_fault(server: WebServer, body: bytes) -> None:
    assert 400 <= server.send("POST", "/mcp", body)[0] < 500
    assert server.ok()


def test_a_large_request_is_refused_before_it_is_read(server: WebServer) -> None:
    with server.open() as connection:
        connection.sendall(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 104857600\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_large_request_without_a_length_is_refused(server: WebServer) -> None:
    with server.open() as connection:
        connection.sendall(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n")
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        answer = b""
        try:
            for _ in range(1600):
                connection.sendall(chunk)
        except OSError:
            pass
        connection.settimeout(5)
        try:
            answer = connection.recv(100)
        except OSError:
            answer = b"HTTP/1.1 413 "  # the connection was cut before the answer could be read
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert server.ok()


def test_a_large_answer_is_refused(tmp_path: Path) -> None:
    package(tmp_path, [{**POSTS[0], "body": "가나다라\n" * 60_000}])
    with serving(tmp_path, "--max-response", "65536") as server:
        status, _, content = server.post("resources/read", {"uri": "post:///00"})
        assert (status, content["error"]["code"]) == (500, -32603)
        assert server.post("tools/call", {"name": "get_article", "arguments": {"article_id": "0"}})[0] == 200


# --- how often -------------------------------------------------------------------------------------------------------


def test_a_client_has_a_rate_and_another_one_its_own(folder: Path) -> None:
    with serving(folder, "--rate", "5/minute") as server:
        statuses = [server.post()[0] for _ in range(8)]
        assert statuses == [200] * 5 + [429] * 3
        status, headers, content = server.post()
        assert (status, content["error"]["code"]) == (429, -32000)
        assert 1 <= int(headers["retry-after"]) <= 120
        assert server.post(source="127.0.0.2")[0] == 200
        assert server.ok()


def test_a_client_has_a_quota_beside_its_rate(folder: Path) -> None:
    with serving(folder, "--rate", "100/minute", "--quota", "4/day") as server:
        assert [server.post()[0] for _ in range(6)] == [200] * 4 + [429] * 2


def test_forwarded_addresses_are_believed_from_a_named_proxy_alone(folder: Path) -> None:
    forwarded = [{"x-forwarded-for": f"203.0.113.{n}"} for n in range(6)]
    with serving(folder, "--rate", "3/minute") as server:
        assert [server.post(headers=headers)[0] for headers in forwarded] == [200] * 3 + [429] * 3
    with serving(folder, "--rate", "3/minute", "--proxy", "127.0.0.1") as server:
        assert [server.post(headers=headers)[0] for headers in forwarded] == [200] * 6


@pytest.mark.real
def test_two_processes_share_a_quota_in_redis(folder: Path, tmp_path: Path) -> None:
    with redis(tmp_path) as store:
        shared = ("--rate", "6/minute", "--store", store)
        with serving(folder, *shared) as one, serving(folder, *shared) as other:
            statuses = [server.post()[0] for _ in range(4) for server in (one, other)]
            assert statuses == [200] * 6 + [429] * 2
            assert [one.post()[0], other.post()[0]] == [429, 429]


@pytest.mark.real
def test_valkey_s_scheme_is_redis_s(folder: Path, tmp_path: Path) -> None:
    with redis(tmp_path) as store, serving(folder, "--store", store.replace("redis", "valkey")) as server:
        assert server.post()[0] == 200


@pytest.mark.real
def test_without_its_store_it_refuses_and_lives(folder: Path, tmp_path: Path) -> None:
    with ExitStack() as store:
        address = store.enter_context(redis(tmp_path))
        with serving(folder, "--store", address) as running:
            assert running.post()[0] == 200
            store.close()
            status, headers, _ = running.post()
            assert (status, headers["retry-after"]) == (503, "5")
            assert running.ok()


def test_a_store_that_is_not_there_is_told_at_the_start(folder: Path) -> None:
    done = tried(folder, "--http", "127.0.0.1:0", "--store", f"redis://127.0.0.1:{free_port()}")
    assert done.returncode == 1
    assert "--store" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


# --- tokens ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def locked(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    file = tmp_path_factory.mktemp("tokens") / "tokens"
    file.write_text(f"# clients\nreader {TOKEN}\n", encoding="utf-8")
    address = ("--issuer", "https://login.example.com", "--resource", "https://mcp.example.com/mcp")
    with serving(folder, "--tokens", str(file), *address, "--rate", "6/minute") as running:
        yield running


def test_a_token_is_asked_for_and_where_to_get_one_is_told(locked: WebServer) -> None:
    status, headers, _ = locked.post()
    assert status == 401
    metadata = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp"
    assert f'resource_metadata="{metadata}"' in headers["www-authenticate"]
    told = locked.send("GET", "/.well-known/oauth-protected-resource/mcp")[2]
    assert told["resource"] == "https://mcp.example.com/mcp"
    assert [server.rstrip("/") for server in told["authorization_servers"]] == ["https://login.example.com"]


def test_a_token_opens_and_has_a_rate_of_its_own(locked: WebServer) -> None:
    good = {"authorization": f"Bearer {TOKEN}"}
    assert locked.post(headers=good)[0] == 200
    wrong = [locked.post(headers={"authorization": f"Bearer {TOKEN}{n}"})[0] for n in range(8)]
    assert set(wrong) == {401, 429}
    assert locked.post(headers=good)[0] == 200


@pytest.mark.parametrize("content", ["", "name\n", "name short\n", "a b c d\n"])
def test_a_file_without_tokens_is_refused(folder: Path, tmp_path: Path, content: str) -> None:
    file = tmp_path / "tokens"
    file.write_text(content, encoding="utf-8")
    address = ("--issuer", "https://login.example.com", "--resource", "https://mcp.example.com/mcp")
    done = tried(folder, "--http", "127.0.0.1:0", "--tokens", str(file), *address)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "--tokens" in done.stderr


# --- hostile connections ---------------------------------------------------------------------------------------------


def test_slow_requests_are_cut_off(folder: Path) -> None:
    with serving(folder, "--timeout", "1") as server:
        heads = [b"POST /mcp HT", b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{", b""]
        connections = [server.open() for _ in range(20)]
        for number, connection in enumerate(connections):
            connection.sendall(heads[number % 3])
        assert server.ok()
        for connection in connections:
            connection.settimeout(10)
            try:
                while connection.recv(1000):
                    pass
            except ConnectionError:
                pass
            connection.close()
        assert server.ok()


def test_a_byte_now_and_then_does_not_hold_a_connection(folder: Path) -> None:
    with serving(folder, "--timeout", "1") as server, server.open() as connection:
        connection.settimeout(0.2)
        head = b"GET /healthz HTTP/1.1\r\nx: " + b"y" * 1000
        for byte in head:
            try:
                connection.sendall(bytes([byte]))
                if connection.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("the connection was never cut off")
        assert server.ok()


def test_whoever_asks_is_answered_while_others_hold_all_connections(folder: Path) -> None:
    with serving(folder, "--max-connections", "50") as server:
        held = [server.open() for _ in range(300)]
        assert server.post()[0] == 200
        assert server.ok()
        for connection in held:
            connection.close()
        assert server.post()[0] == 200


PARTIAL = b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"


def test_slow_bodies_take_no_place_from_whole_requests(folder: Path) -> None:
    with serving(folder, "--max-concurrent", "1") as server:
        held = [server.open() for _ in range(5)]
        for connection in held:
            connection.sendall(PARTIAL)
        assert server.post()[0] == 200
        for connection in held:
            connection.close()


def test_whoever_asks_is_answered_while_others_send_bodies_slowly(folder: Path) -> None:
    with serving(folder, "--max-connections", "20", "--rate", "1000/minute") as server:
        held = [server.open() for _ in range(40)]
        for connection in held:
            with suppress(OSError):
                connection.sendall(PARTIAL)
        assert server.post()[0] == 200
        for connection in held:
            connection.close()


def status_of(stream: BinaryIO) -> int:
    """The status of the next answer on a connection; the answer is read to its end."""
    status = int(stream.readline().split()[1])
    length = 0
    while (line := stream.readline()) != b"\r\n":
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    stream.read(length)
    return status


def test_a_connection_lives_on_after_a_refusal_whose_body_came_late(folder: Path) -> None:
    with serving(folder, "--rate", "1/minute", "--timeout", "1") as server, server.open() as connection:
        server.post()
        answers = connection.makefile("rb")
        for _ in range(6):
            connection.sendall(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\n")
            assert status_of(answers) == 429
            connection.sendall(b"null")
            time.sleep(0.4)
        answers.close()


def test_a_connection_that_asks_on_and_on_is_kept(folder: Path) -> None:
    with serving(folder, "--timeout", "1") as server, server.open() as connection:
        answers = connection.makefile("rb")
        for _ in range(8):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert status_of(answers) == 200
            time.sleep(0.3)
        answers.close()


def test_a_half_closed_connection_still_gets_its_answer(server: WebServer) -> None:
    with server.open() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        assert connection.makefile("rb").read().startswith(b"HTTP/1.1 200 OK")


def test_half_closed_and_broken_connections_leave_nothing_behind(server: WebServer) -> None:
    descriptors = Path(f"/proc/{server.process.pid}/fd")
    before = len(list(descriptors.iterdir()))
    for number in range(60):
        connection = server.open()
        connection.sendall(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"[: 20 + number])
        if number % 2:
            connection.shutdown(socket.SHUT_WR)
        connection.close()
    deadline = time.monotonic() + 10
    while len(list(descriptors.iterdir())) > before + 5 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(list(descriptors.iterdir())) <= before + 5
    assert server.ok()


def test_pipelined_requests_are_answered_in_order(server: WebServer) -> None:
    with server.open() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n" * 20)
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(10)
        assert connection.makefile("rb").read().count(b"HTTP/1.1 200 OK") >= 1
    assert server.ok()


@pytest.mark.parametrize(
    "raw",
    [
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"x" * 100_000,
        b"POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\nhost: a\r\n\r\n",
    ],
)
def test_no_http_at_all_is_survived(server: WebServer, raw: bytes) -> None:
    with server.open() as connection:
        connection.settimeout(10)
        try:
            connection.sendall(raw)
            connection.recv(1000)
        except ConnectionError:
            pass
    assert server.ok()


# --- stopping, and the log -------------------------------------------------------------------------------------------


def test_it_stops_when_told_and_finishes_what_is_under_way(folder: Path) -> None:
    with serving(folder) as server:
        connection = server.open()
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": CALL}).encode()
        lines = ["POST /mcp HTTP/1.1", "host: localhost", "content-type: application/json"]
        lines += ["accept: application/json, text/event-stream", f"content-length: {len(body)}", "", ""]
        connection.sendall("\r\n".join(lines).encode() + body[:-1])
        time.sleep(0.5)
        os.kill(server.process.pid, 15)
        time.sleep(0.5)
        connection.sendall(body[-1:])
        answer = connection.makefile("rb").read()
        connection.close()
        server.process.wait(timeout=20)
        assert answer.startswith(b"HTTP/1.1 200 OK")
        assert b"structuredContent" in answer


def test_the_log_is_json_and_holds_no_query(folder: Path) -> None:
    with serving(folder, "--rate", "8/minute") as server:
        server.post()
        server.post(headers={"mcp-protocol-version": "2026-07-28", "mcp-name": QUERY.encode().decode("latin-1")})
        server.post("tools/call", {"name": QUERY, "arguments": {QUERY: QUERY}})
        server.post("resources/read", {"uri": f"post:///{QUERY}"})
        server.post(QUERY, {})
        server.send("POST", "/mcp", f'{{"method": "{QUERY}", broken'.encode())
        server.send("GET", "/mcp?query=secretquery")
        for _ in range(3):
            server.post()
        server.send("GET", "/healthz")
        server.stop()
        logged = json.dumps(server.lines, ensure_ascii=False)
    assert "secretquery" not in logged
    assert "비밀" not in logged
    requests = [line for line in server.lines if line["event"] == "request"]
    assert len(requests) == 11
    first = requests[0]
    assert (first["method"], first["tool"], first["status"], first["client"]) == (
        "tools/call",
        "search_articles",
        200,
        "127.0.0.1",
    )
    assert {line["status"] for line in requests} >= {200, 400, 405, 429}
    assert all(line["event"] in {"serving", "request", "log"} for line in server.lines)
