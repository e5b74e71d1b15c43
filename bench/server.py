"""Start-up and memory of the wheel's server beside an empty `mcp` server and the peer's, interleaved, in one run.

Usage: python bench/server.py FOLDER [--peer PYTHON] [--posts 69,10000] [--runs 9]

FOLDER holds the labelled sets that posts are made of. PYTHON is an interpreter in whose environment
`aiarchitect-blog-mcp` is installed. Linux: resident memory is read from /proc.
"""

from __future__ import annotations

import argparse
import compileall
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from corpora import made, sets, write_package

EMPTY = """
import asyncio
from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server
async def list_tools(context, params):
    return types.ListToolsResult(tools=[types.Tool(name="x", input_schema={"type": "object"})])
async def main():
    server = Server("empty", version="0", on_list_tools=list_tools)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
asyncio.run(main())
"""
INITIALIZE = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "0"}}


class Process:
    """A server over stdio, spoken to in lines."""

    def __init__(self, command: Sequence[str]) -> None:
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
        )
        self.asked = 0
        self.ask("initialize", INITIALIZE)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.asked += 1
        self.send({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params})
        assert self.process.stdout
        while True:
            line = json.loads(self.process.stdout.readline())
            if line.get("id") == self.asked:
                return dict(line["result"])

    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def measure(command: Sequence[str]) -> tuple[float, float]:
    """Seconds from the process's start to the answer of tools/list, and the memory then."""
    process = Process(command)
    process.ask("tools/list", {})
    seconds = time.perf_counter() - process.began
    memory = process.memory()
    process.stop()
    return seconds, memory


def worked(command: Sequence[str], queries: Sequence[str]) -> float:
    """Memory after the queries, and after every post that they found was read."""
    process = Process(command)
    for query in queries:
        hits = process.ask("tools/call", {"name": "search_articles", "arguments": {"query": query}})
        for hit in hits["structuredContent"]["hits"]:
            process.ask("tools/call", {"name": "get_article", "arguments": {"article_id": hit["id"]}})
    memory = process.memory()
    process.stop()
    return memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--peer")
    parser.add_argument("--posts", default="69,10000")
    parser.add_argument("--runs", type=int, default=9)
    arguments = parser.parse_args()
    found = sets(arguments.folder)
    posts = [post for given, _ in found.values() for post in given]
    queries = [query.text[:200] for _, asked in found.values() for query in asked[::60]]
    with tempfile.TemporaryDirectory() as name:
        commands = {"empty": [sys.executable, "-c", EMPTY]}
        for count in map(int, arguments.posts.split(",")):
            compileall.compile_dir(
                write_package(Path(name) / str(count), "bench_blog", made(posts, count, 3000)), quiet=1
            )
            code = f"import sys; sys.path.insert(0, {str(Path(name) / str(count))!r}); "
            commands[f"{count} posts"] = [sys.executable, "-c", code + "from bench_blog.__main__ import main; main()"]
        if arguments.peer:
            commands["peer"] = [arguments.peer, "-c", "from aiarchitect_blog_mcp import main; main()"]
        results: dict[str, list[tuple[float, float]]] = {who: [] for who in commands}
        for _ in range(arguments.runs + 1):
            for who, command in commands.items():
                results[who].append(measure(command))
        empty = [median(column) for column in zip(*results["empty"][1:], strict=True)]
        for who, runs in results.items():
            seconds, memory = (median(column) for column in zip(*runs[1:], strict=True))  # the first fills caches
            line = (
                f"{who}: {seconds:.3f} s ({seconds / empty[0]:.2f} × empty), {memory:.1f} MB ({memory - empty[1]:+.1f})"
            )
            if who.endswith("posts"):
                line += f"; at work {worked(commands[who], queries) - empty[1]:+.1f} MB"
            print(line)


if __name__ == "__main__":
    main()
