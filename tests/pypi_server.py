"""pypiserver on loopback, with a password."""

from __future__ import annotations

import base64
import hashlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import wheels
from pressgate import web
from pressgate.model import StepError
from strict_index import TOKEN

USER = "writer"


@contextmanager
def serving(tmp_path: Path) -> Iterator[str]:
    """Runs it as its own documentation does, uploads by USER with TOKEN alone; gives its URL."""
    packages = tmp_path / "packages"
    packages.mkdir()
    digest = base64.b64encode(hashlib.sha1(TOKEN.encode()).digest()).decode()
    passwords = wheels.write(tmp_path, "htpasswd", f"{USER}:{{SHA}}{digest}\n".encode())
    port = free_port()
    command = [sys.executable, "-m", "pypiserver", "run", "-i", "127.0.0.1", "-p", str(port), "-P", str(passwords)]
    server = subprocess.Popen(
        [*command, "-a", "update", "--disable-fallback", str(packages)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/simple/")
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(10)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            web.request(url)
        except StepError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server didn't start")
