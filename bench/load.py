"""HTTP under load and under attack, on loopback: statuses, latency of what was admitted, memory, and whether it lives.

Usage: python bench/load.py FOLDER [--seconds 30] [--rate 50] [--connections 10000]

FOLDER holds the labelled sets that posts are made of. The load is four times the rate (a second's requests). Linux:
resident memory is read from /proc; 10,000 connections need as many file descriptors here (`ulimit -n`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median, quantiles

from corpora import made, sets, write_package

HEAD = (
    "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    "accept: application/json, text/event-stream\r\ncontent-length: {}\r\n\r\n"
)


class Server:
    """The wheel's server in a process of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        code = f"import sys; sys.path.insert(0, {str(folder)!r}); from bench_blog.__main__ import main; main()"
        command = [sys.executable, "-c", code, "--http", "127.0.0.1:0", *arguments]
        self.log = (folder / "log").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(command, stderr=self.log)
        self.port = 0
        while not self.port:
            time.sleep(0.1)
            started = [json.loads(line) for line in (folder / "log").read_text(encoding="utf-8").splitlines()]
            self.port = next((line["port"] for line in started if line["event"] == "serving"), 0)

    def memory(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        self.log.close()


def request(tool: str, **arguments: object) -> bytes:
    params = {"name": tool, "arguments": arguments}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    return HEAD.format(len(body)).encode() + body


async def answer(reader: asyncio.StreamReader) -> int:
    """Reads one answer; its status."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = next(int(line.partition(":")[2]) for line in head.split("\r\n") if line.startswith("content-length"))
    await reader.readexactly(length)
    return int(head.split()[1])


async def load(
    server: Server, seconds: float, rate: float, asked: Sequence[bytes]
) -> tuple[Counter[object], list[float]]:
    """`rate` requests a second over 16 connections: the statuses, and the milliseconds of each admitted one."""
    statuses: Counter[object] = Counter()
    times: list[float] = []
    began = time.perf_counter()
    workers = 16

    async def work(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for turn in range(number, int(seconds * rate), workers):
            await asyncio.sleep(max(0, began + turn / rate - time.perf_counter()))
            sent = time.perf_counter()
            try:
                writer.write(asked[turn % len(asked)])
                status: object = await answer(reader)
            except (OSError, asyncio.IncompleteReadError) as error:
                status = type(error).__name__
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            statuses[status] += 1
            if status == 200:
                times.append(1000 * (time.perf_counter() - sent))
        writer.close()

    await asyncio.gather(*(work(number) for number in range(workers)))
    return statuses, times


async def alive(server: Server) -> float:
    """Milliseconds of one answered request on a new connection."""
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
    assert await answer(reader) == 200
    writer.close()
    return 1000 * (time.perf_counter() - began)


async def slow_loris(server: Server, _: int) -> None:
    held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(500)]
    for _ in range(20):
        for _reader, writer in held:
            with contextlib.suppress(OSError):
                writer.write(b"x")
        await asyncio.sleep(0.1)
    await alive(server)
    for _reader, writer in held:
        writer.close()


async def large_body(server: Server, _: int) -> None:
    for head in ("content-length: 104857600", "transfer-encoding: chunked"):
        _reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"POST /mcp HTTP/1.1\r\nhost: localhost\r\n{head}\r\n\r\n".encode())
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n" if "chunked" in head else b"x" * 0x10000
        with contextlib.suppress(OSError):
            for _ in range(1600):
                writer.write(chunk)
                await writer.drain()
        writer.close()


async def many_connections(server: Server, count: int) -> None:
    held = []
    for _ in range(count):
        with contextlib.suppress(OSError):
            held.append(await asyncio.open_connection("127.0.0.1", server.port))
    print(f"    with {len(held)} opened: answered in {await alive(server):.0f} ms")
    for _reader, writer in held:
        writer.close()


async def half_closed(server: Server, _: int) -> None:
    for number in range(1000):
        _reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        with contextlib.suppress(OSError):
            writer.write(request("blog_home")[: 10 + number % 200])
            writer.write_eof()
        if number % 2:
            writer.close()


ATTACKS: dict[str, Callable[[Server, int], Awaitable[None]]] = {
    "slow loris": slow_loris,
    "100 MB body": large_body,
    "connections": many_connections,
    "half-closed sockets": half_closed,
}


async def measure(server: Server, seconds: float, rate: int, connections: int, asked: Sequence[bytes]) -> None:
    await load(server, 3, rate, asked)
    before = server.memory()
    statuses, times = await load(server, seconds, 4 * rate, asked)
    print(f"load of {4 * rate}/s where {rate}/s are allowed: {dict(statuses)}")
    print(f"admitted: p50 {median(times):.1f} ms, p99 {quantiles(times, n=100)[98]:.1f} ms")
    print(f"memory: {before:.1f} MB, after {server.memory():.1f} MB")
    for name, attack in ATTACKS.items():
        await attack(server, connections)
        print(f"{name}: then answered in {await alive(server):.0f} ms, memory {server.memory():.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rate", type=int, default=50)
    parser.add_argument("--connections", type=int, default=10_000)
    arguments = parser.parse_args()
    with contextlib.suppress(ValueError, OSError):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, arguments.connections + 1000), most))
    found = sets(arguments.folder)
    posts = [post for given, _ in found.values() for post in given]
    queries = [query.text[:200] for _, asked in found.values() for query in asked[::20]]
    with tempfile.TemporaryDirectory() as name:
        write_package(Path(name), "bench_blog", made(posts, 1000, 3000))
        asked = [request("search_articles", query=query) for query in queries]
        asked += [request("get_article", article_id=f"{number:05}") for number in range(0, 1000, 20)]
        server = Server(Path(name), "--rate", f"{arguments.rate}/second", "--quota", "1000000/day")
        try:
            asyncio.run(measure(server, arguments.seconds, arguments.rate, arguments.connections, asked))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
