"""A witness over the network, from a server on loopback (the users' own must be https)."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import ClassVar

import pytest

from pressgate.witness import documents, fetch, read
from pressgate.witness.documents import BadDocument
from test_witness_documents import urlset

HOME = "https://blog.example.com/"
SITEMAP = urlset(f"{HOME}one/")


class Handler(BaseHTTPRequestHandler):
    answers: ClassVar[dict[str, tuple[int, dict[str, str], bytes]]] = {}
    release = Event()

    def do_GET(self) -> None:
        if self.path == "/slow.xml":
            self.release.wait(10)
            return
        status, headers, data = self.answers.get(self.path, (404, {}, b"<html>not here</html>"))
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(fetch, "SCHEMES", ("https", "http"))
    web = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=web.serve_forever, daemon=True).start()
    Handler.release.clear()
    yield f"http://127.0.0.1:{web.server_port}"
    Handler.release.set()
    web.shutdown()
    web.server_close()


def serve(monkeypatch: pytest.MonkeyPatch, answers: dict[str, tuple[int, dict[str, str], bytes]]) -> None:
    monkeypatch.setattr(Handler, "answers", answers)


def test_a_sitemap_and_its_children_are_fetched(server: str, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    index = f"<sitemapindex><sitemap><loc>{HOME}ko/a.xml</loc></sitemap></sitemapindex>".encode()
    serve(monkeypatch, {"/sitemap.xml": (200, {}, index), "/ko/a.xml": (200, {}, SITEMAP)})
    found = read([f"{server}/sitemap.xml"], root=tmp_path, home=HOME, hosts=("blog.example.com",), base="/")
    assert set(found.listed) == {"one"}


def test_a_redirect_on_the_same_host_is_followed(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    serve(monkeypatch, {"/old.xml": (301, {"Location": "/new.xml"}, b""), "/new.xml": (200, {}, SITEMAP)})
    assert fetch.fetch(f"{server}/old.xml") == SITEMAP


def test_a_redirect_to_another_host_is_not_followed(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other = server.replace("127.0.0.1", "localhost") + "/new.xml"
    serve(monkeypatch, {"/old.xml": (302, {"Location": other}, b""), "/new.xml": (200, {}, SITEMAP)})
    with pytest.raises(BadDocument, match="another place"):
        fetch.fetch(f"{server}/old.xml")


FAULTS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "file": (302, {"Location": "file:///etc/passwd"}, b""),
    "not there": (404, {}, b""),
    "broken server": (500, {}, b""),
    "cut off": (200, {"Content-Length": "9999"}, SITEMAP),
    "too large": (200, {}, b"x" * 2000),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_end_in_one_line(server: str, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(fetch, "MAX_BYTES", 1000)
    serve(monkeypatch, {"/sitemap.xml": FAULTS[name]})
    with pytest.raises(BadDocument) as caught:
        fetch.fetch(f"{server}/sitemap.xml")
    assert "\n" not in str(caught.value)
    assert documents.MAX_BYTES > 1000


def test_a_silent_server_is_not_waited_for(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "TIMEOUT", 0.2)
    with pytest.raises(BadDocument, match="can't be fetched"):
        fetch.fetch(f"{server}/slow.xml")


def test_a_server_that_is_not_there(server: str) -> None:
    port = int(server.rpartition(":")[2])
    with pytest.raises(BadDocument, match="can't be fetched"):
        fetch.fetch(f"http://127.0.0.1:{port + 1 if port < 65535 else 1}/sitemap.xml")


@pytest.mark.parametrize(
    "url", ["http://blog.example.com/sitemap.xml", "ftp://blog.example.com/a.xml", "file:///etc/passwd"]
)
def test_only_https_is_read(url: str) -> None:
    with pytest.raises(BadDocument, match="https"):
        fetch.fetch(url)
