"""Runs a faulty server: `serve.py FAULT ERA` on stdin and stdout, or `serving()` on loopback within a test."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from faulty.faults import FAULTS
from faulty.healthy import Healthy, Output


def raw(output: Output) -> bytes:
    return output if isinstance(output, bytes) else json.dumps(output).encode()


def serve_stdio(server: Healthy) -> None:
    for line in sys.stdin.buffer:
        for output in server.respond(json.loads(line)):
            sys.stdout.buffer.write(raw(output) + b"\n")
            sys.stdout.buffer.flush()


class Handler(BaseHTTPRequestHandler):
    """One POST, one answer. Override `post` for a fault of HTTP's own."""

    protocol_version = "HTTP/1.1"
    wbufsize = 65536
    faulty: Healthy
    sse = False
    seen: list[dict[str, str]]

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.seen.append({name.lower(): value for name, value in self.headers.items()})
        self.post(message)

    def post(self, message: dict[str, Any]) -> None:
        outputs = [raw(output) for output in self.faulty.respond(message)]
        if "id" not in message or "method" not in message:
            self.answer(202, "", b"")
        elif self.refuses(message):
            error = {"code": -32000, "message": "Bad Request: no session"}
            self.answer(400, "application/json", json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode())
        elif self.sse:
            events = b"".join(b"event: message\ndata: " + output + b"\n\n" for output in outputs)
            self.answer(200, "text/event-stream", b": hello\n\n" + events)
        else:
            self.answer(200, "application/json", b"\n".join(outputs))

    def refuses(self, message: dict[str, Any]) -> bool:
        """Handshake servers refuse what comes outside a session, with a status and no modern error."""
        outside = message["method"] != "initialize" and self.headers.get("mcp-session-id") != "session-1"
        return self.faulty.era == "handshake" and outside

    def do_DELETE(self) -> None:
        self.seen.append({"deleted": self.headers.get("mcp-session-id", "")})
        self.answer(200, "", b"")

    def do_GET(self) -> None:
        self.answer(405, "", b"")

    def answer(self, status: int, content_type: str, body: bytes, **headers: str) -> None:
        self.send_response(status)
        if content_type:
            self.send_header("content-type", content_type)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if self.faulty.era == "handshake":
            self.send_header("mcp-session-id", "session-1")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def listening(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """A server of `handler` on loopback; gives its URL."""
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    httpd.daemon_threads = True
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{httpd.server_port}/mcp"
    finally:
        httpd.shutdown()
        httpd.server_close()


@contextmanager
def serving(
    server: Healthy, *, sse: bool = False, handler: type[Handler] = Handler
) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A faulty server over HTTP; gives its URL and the headers of every request, filled as they come."""
    seen: list[dict[str, str]] = []
    with listening(type("Bound", (handler,), {"faulty": server, "sse": sse, "seen": seen})) as url:
        yield url, seen


if __name__ == "__main__":
    serve_stdio(FAULTS[sys.argv[1]](sys.argv[2]))
