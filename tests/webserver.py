"""A server process over HTTP, and Redis, for the tests of `--http`."""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pressgate_server
from served import post, write_data

PACKAGE = "web_blog"
QUERY = "비밀검색어 secretquery"
POSTS = [post(f"{n:02}", f"본문 {n} secretquery\n" * 50, title=f"글 {n}", date="2026-01-02") for n in range(30)]
CALL = {"name": "search_articles", "arguments": {"query": QUERY}}
HEADERS = {"content-type": "application/json", "accept": "application/json, text/event-stream"}


def package(folder: Path, posts: list[dict[str, Any]] = POSTS) -> Path:
    """A copy of the server with data of its own."""
    source = Path(pressgate_server.__file__).parent
    shutil.copytree(source, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__", "data"))
    write_data(folder / PACKAGE / "data", posts)
    return folder


class WebServer:
    """The process, its address and the lines that it logged."""

    def __init__(self, folder: Path, *arguments: str, address: str = "127.0.0.1:0") -> None:
        code = f"import sys; sys.path.insert(0, {str(folder)!r}); from {PACKAGE}.__main__ import main; main()"
        command = [sys.executable, "-I", "-c", code, "--http", address, *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        self.lines: list[dict[str, Any]] = []
        self._news: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        started = self.wait("serving")
        self.port = int(started["port"])

    def _read(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            try:
                entry = json.loads(line)
            except ValueError:
                entry = {"event": "no JSON", "text": line}
            self.lines.append(entry)
            self._news.put(entry)
        self._news.put(None)

    def wait(self, event: str, **fields: Any) -> dict[str, Any]:
        """The next logged line of this event with these fields."""
        while True:
            entry = self._news.get(timeout=30)
            assert entry is not None, f"the server ended: {self.lines}"
            if entry["event"] == event and fields.items() <= entry.items():
                return entry

    def post(
        self,
        method: str = "tools/call",
        params: Mapping[str, Any] = CALL,
        headers: Mapping[str, str] | None = None,
        source: str | None = None,
    ) -> tuple[int, Mapping[str, str], Any]:
        """A JSON-RPC request on a connection of its own: status, headers and body."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        return self.send("POST", "/mcp", body.encode(), headers, source)

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        source: str | None = None,
    ) -> tuple[int, Mapping[str, str], Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(source, 0) if source else None)
        try:
            connection.request(method, path, body, {**HEADERS, **(headers or {})})
            return read(connection.getresponse())
        finally:
            connection.close()

    def open(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def ok(self) -> bool:
        """Whether it lives and answers."""
        return self.send("GET", "/healthz")[0] == 200 and self.process.poll() is None

    def stop(self) -> int:
        """SIGTERM, and the exit code; then every line has been read."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=30)
        while self._news.get(timeout=30) is not None:
            pass
        return code


def read(response: HTTPResponse) -> tuple[int, Mapping[str, str], Any]:
    raw = response.read()
    try:
        content = json.loads(raw)
    except ValueError:
        content = raw.decode()
    return response.status, {name.lower(): value for name, value in response.getheaders()}, content


@contextmanager
def serving(folder: Path, *arguments: str, address: str = "127.0.0.1:0") -> Iterator[WebServer]:
    server = WebServer(folder, *arguments, address=address)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.process.wait()
        for pipe in (server.process.stdout, server.process.stderr):
            assert pipe
            pipe.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """Debian's Redis on loopback, without a file; yields its URL. Fails where it isn't installed."""
    binary = shutil.which("redis-server") or shutil.which("valkey-server")
    assert binary, "redis-server is not installed"
    port = free_port()
    settings = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    process = subprocess.Popen([binary, *settings], stdout=subprocess.PIPE, encoding="utf-8", env=dict(os.environ))
    try:
        assert process.stdout
        for line in process.stdout:
            if "eady to accept connections" in line:
                break
        yield f"redis://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()
