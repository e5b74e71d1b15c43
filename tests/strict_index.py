"""A small index on loopback with the public index's rules, and the ways in which a real one fails.

Uploads by the legacy API, the simple API in JSON and HTML, files, trusted publishing's two end points, and an issuer of
CI id-tokens. A name is never reused, even after it was deleted. Faults are switched on by attributes.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import hmac
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import time
from urllib.parse import parse_qs, urlsplit

from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)

TOKEN = "pypi-strict-token-0123456789"
METADATA_VERSIONS = frozenset({"1.0", "1.1", "1.2", "2.1", "2.2", "2.3", "2.4", "2.5"})
JSON_TYPE = "application/vnd.pypi.simple.v1+json"


class RejectedError(Exception):
    """What the index answers 400 with."""


@dataclass
class StrictIndex:
    """The state, and the faults: each is off until a test switches it on."""

    files: dict[str, bytes] = field(default_factory=dict)
    projects: dict[str, str] = field(default_factory=dict)
    yanked: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    attestations: dict[str, str] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)

    unavailable_after: int | None = None  # 503 once so many files were taken
    cut_after: int | None = None  # the connection is cut instead of taking one more
    cut_after_storing: bool = False  # takes the file, then cuts before it answers
    other_bytes: bool = False  # files are served with other bytes
    unhashed_other_bytes: bool = False  # the same, and the page vouches for them
    redirect_simple: str | None = None
    redirect_upload: str | None = None
    redirect_files: str | None = None
    html_only: bool = False
    hashes: bool = True
    clock: float = 0.0  # seconds that the index's clock is ahead
    no_date: bool = False

    claims: dict[str, object] = field(default_factory=dict)  # of the id-token that the issuer gives
    mint: bool = True
    minted: list[str] = field(default_factory=list)
    url: str = ""

    @property
    def upload_url(self) -> str:
        return f"{self.url}/legacy/"

    @property
    def simple_url(self) -> str:
        return f"{self.url}/simple/"

    @property
    def issuer(self) -> dict[str, str]:
        """The variables that a CI with id-tokens sets."""
        return {
            "ACTIONS_ID_TOKEN_REQUEST_URL": f"{self.url}/issuer?job=1",
            "ACTIONS_ID_TOKEN_REQUEST_TOKEN": "request-bearer",
        }

    def take(self, form: dict[str, list[str]], name: str, content: bytes, sha256: str) -> None:
        """Stores one upload. Raises RejectedError as the public index would."""
        check_form(form, content, sha256)
        if name in self.files:
            raise RejectedError("File already exists")
        if name in self.used:
            raise RejectedError("This filename has already been used, use a different version")
        project, version = check_name(name)
        if canonicalize_name(form["name"][0]) != project or form["version"][0] != version:
            raise RejectedError("Start filename with the name and version of the form")
        if name.endswith(".whl"):
            check_wheel(name, content)
        self.files[name] = content
        self.used.add(name)
        self.projects[name] = project
        for text in form.get("attestations", []):
            self.attestations[name] = text

    def delete(self, name: str) -> None:
        """As an owner would: the file goes, its name stays used."""
        del self.files[name], self.projects[name]

    def served(self, name: str) -> bytes:
        data = self.files[name]
        return data + b"x" if self.other_bytes or self.unhashed_other_bytes else data

    def hash_of(self, name: str) -> str:
        data = self.served(name) if self.unhashed_other_bytes else self.files[name]
        return hashlib.sha256(data).hexdigest()


def check_form(form: dict[str, list[str]], content: bytes, sha256: str) -> None:
    if form.get(":action") != ["file_upload"] or form.get("protocol_version") != ["1"]:
        raise RejectedError("Unknown action or protocol")
    if form.get("metadata_version", [""])[0] not in METADATA_VERSIONS:
        raise RejectedError("Metadata version is not known")
    if not hmac.compare_digest(hashlib.sha256(content).hexdigest(), sha256):
        raise RejectedError("The digest supplied does not match a digest calculated from the uploaded file")


def check_name(name: str) -> tuple[str, str]:
    """The project and version that a file's name says; names in another spelling are refused."""
    try:
        if name.endswith(".whl"):
            project, version, _, _ = parse_wheel_filename(name)
        else:
            project, version = parse_sdist_filename(name)
    except (InvalidWheelFilename, InvalidSdistFilename):
        raise RejectedError("Invalid filename") from None
    if not name.startswith(f"{project.replace('-', '_')}-{version}"):
        raise RejectedError("Filename isn't normalised")
    return project, str(version)


def check_wheel(name: str, content: bytes) -> None:
    """A plain archive whose METADATA is the name's and whose RECORD lists every member."""
    if content[:4] != b"PK\x03\x04":
        raise RejectedError("Invalid distribution file: bytes before the archive")
    end = content.rfind(b"PK\x05\x06")
    if end < 0 or end + 22 + int.from_bytes(content[end + 20 : end + 22], "little") != len(content):
        raise RejectedError("Invalid distribution file: trailing data")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            info = "-".join(name.split("-")[:2]) + ".dist-info"
            record = archive.read(f"{info}/RECORD").decode()
            metadata = message_from_bytes(archive.read(f"{info}/METADATA"))
    except (zipfile.BadZipFile, KeyError):
        raise RejectedError("Invalid distribution file") from None
    if len(names) != len(set(names)):
        raise RejectedError("Invalid distribution file: duplicate members")
    if {row[0] for row in csv.reader(record.splitlines())} != {n for n in names if not n.endswith("/")}:
        raise RejectedError("Invalid distribution file: RECORD mismatch")
    check_metadata(name, metadata)


def check_metadata(name: str, metadata: Message) -> None:
    project, version, _, _ = parse_wheel_filename(name)
    if canonicalize_name(str(metadata["Name"])) != project or str(metadata["Version"]) != str(version):
        raise RejectedError("METADATA is another project's")


def id_token(claims: dict[str, object]) -> str:
    """A token in the shape of a JSON web token; nobody here checks its signature, the real index does."""

    def part(document: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(document).encode()).rstrip(b"=").decode()

    return f"{part({'alg': 'RS256'})}.{part(claims)}.c2lnbmF0dXJl"


class _Handler(BaseHTTPRequestHandler):
    index: StrictIndex
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        self.index.log.append(format % args)

    def date_time_string(self, timestamp: float | None = None) -> str:
        return formatdate(time() + self.index.clock, usegmt=True)

    def send_header(self, keyword: str, value: str) -> None:
        if not (keyword == "Date" and self.index.no_date):
            super().send_header(keyword, value)

    def answer(self, status: int, body: bytes, content_type: str = "text/plain", **headers: str) -> None:
        self.send_response(status, headers.pop("reason", None))
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        index = self.index
        if path.startswith("/moved/"):
            return self.answer(301, b"", Location=path.replace("/moved/", "/simple/"))
        if path.startswith("/simple/"):
            if index.redirect_simple:
                return self.answer(302, b"", Location=index.redirect_simple + path)
            return self.page(path.removeprefix("/simple/").strip("/"))
        if path.startswith("/files/"):
            name = path.rpartition("/")[2]
            if index.redirect_files:
                return self.answer(302, b"", Location=index.redirect_files + path)
            return self.answer(200, index.served(name)) if name in index.files else self.answer(404, b"")
        if path == "/_/oidc/audience":
            return self.answer(200, b'{"audience": "pypi"}', "application/json")
        if path == "/issuer":
            return self.issue()
        return self.answer(404, b"")

    def page(self, project: str) -> None:
        index = self.index
        names = [name for name, owner in index.projects.items() if owner == canonicalize_name(project)]
        if not names:
            return self.answer(404, b"no such project")
        if JSON_TYPE in self.headers.get("Accept", "") and not index.html_only:
            rows = [
                {
                    "filename": name,
                    "url": f"../../files/{name}",
                    "hashes": {"sha256": index.hash_of(name)} if index.hashes else {},
                    "yanked": name in index.yanked,
                }
                for name in names
            ]
            document = {"meta": {"api-version": "1.1"}, "name": project, "files": rows}
            return self.answer(200, json.dumps(document).encode(), JSON_TYPE)
        links = "".join(
            f'<a href="../../files/{name}{f"#sha256={index.hash_of(name)}" if index.hashes else ""}"'
            f"{' data-yanked' if name in index.yanked else ''}>{name}</a>\n"
            for name in names
        )
        return self.answer(200, f"<!DOCTYPE html><html><body>{links}</body></html>".encode(), "text/html")

    def issue(self) -> None:
        if self.headers.get("Authorization") != "bearer request-bearer":
            return self.answer(401, b"")
        audience = parse_qs(urlsplit(self.path).query).get("audience", [""])[0]
        claims = {"aud": audience, "exp": time() + 300, "nbf": time() - 5, **self.index.claims}
        return self.answer(200, json.dumps({"value": id_token(claims)}).encode(), "application/json")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        index = self.index
        index.bodies.append(body)
        path = urlsplit(self.path).path
        if path == "/_/oidc/mint-token":
            return self.mint(json.loads(body))
        if path != "/legacy/":
            return self.answer(404, b"")
        if index.redirect_upload:
            return self.answer(302, b"", Location=index.redirect_upload + path)
        if not self.known():
            return self.answer(403, b"Invalid or non-existent authentication information.", reason="Forbidden")
        if index.unavailable_after is not None and len(index.files) >= index.unavailable_after:
            return self.answer(503, b"busy", reason="Service Unavailable")
        if index.cut_after is not None and len(index.files) >= index.cut_after:
            return self.cut()
        try:
            form, name, content = parse_form(body, self.headers["Content-Type"])
            index.take(form, name, content, form["sha256_digest"][0])
        except RejectedError as error:
            return self.answer(400, str(error).encode(), reason=str(error))
        if index.cut_after_storing:
            return self.cut()
        return self.answer(200, b"")

    def known(self) -> bool:
        accepted = {base64.b64encode(f"__token__:{token}".encode()).decode() for token in (TOKEN, *self.index.minted)}
        return self.headers.get("Authorization", "").removeprefix("Basic ") in accepted

    def mint(self, document: dict[str, str]) -> None:
        if not self.index.mint:
            error = {"errors": [{"code": "invalid-publisher", "description": "no such publisher"}]}
            return self.answer(422, json.dumps(error).encode(), "application/json")
        self.index.minted.append(f"pypi-minted-{len(self.index.minted)}-{len(document['token'])}")
        answer = {"success": True, "token": self.index.minted[-1]}
        return self.answer(200, json.dumps(answer).encode(), "application/json")

    def cut(self) -> None:
        self.close_connection = True
        self.connection.close()


def parse_form(body: bytes, content_type: str) -> tuple[dict[str, list[str]], str, bytes]:
    """A multipart form: its texts, and the file's name and bytes."""
    boundary = b"--" + content_type.partition("boundary=")[2].strip('"').encode()
    form: dict[str, list[str]] = {}
    name, content = "", b""
    for part in body.split(boundary)[1:-1]:
        head, _, data = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        data = data.removesuffix(b"\r\n")
        values = dict(p.strip().split("=", 1) for p in head.decode().splitlines()[0].split(";")[1:])
        key = values["name"].strip('"')
        if key == "content":
            name, content = values["filename"].strip('"'), data
        else:
            form.setdefault(key, []).append(data.decode())
    return form, name, content


@contextmanager
def running(index: StrictIndex | None = None) -> Iterator[StrictIndex]:
    """An index at a port of its own for as long as it is needed."""
    index = index or StrictIndex()
    handler = type("Handler", (_Handler,), {"index": index})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    index.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield index
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
