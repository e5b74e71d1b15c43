"""The server copied under another name, as into a wheel, and started as its readers' hosts start it."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

import pressgate_server
from served import post, quoted, write_data

SERVER = Path(pressgate_server.__file__).parent


def copied(folder: Path, name: str) -> Path:
    """A package `name` in `folder`: the server, with data of its own."""
    shutil.copytree(SERVER, folder / name, ignore=shutil.ignore_patterns("__pycache__", "data"))
    (folder / name / "_about.py").write_text(f'NAME = "{name}-dist"\nVERSION = "4.5.6"\n', encoding="utf-8")
    write_data(folder / name / "data", [post("01", f"The body in {name}.\nEnd.", title="제목")], language="ko")
    return folder


def python(folder: Path, code: str, *arguments: str) -> list[str]:
    whole = f"import sys; sys.path.insert(0, {str(folder)!r}); {code}"
    return [sys.executable, "-I", "-X", "utf8=0", "-c", whole, *arguments]


def run_python(folder: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = python(folder, code, *arguments)
    return subprocess.run(command, input="", capture_output=True, encoding="utf-8", timeout=60, check=False)


def test_two_copies_under_odd_names_live_in_one_process(tmp_path: Path) -> None:
    names = ("_9_lives__", "Zwölf_블로그")
    for name in names:
        copied(tmp_path, name)
    code = "; ".join(
        [
            f"import {names[0]}.app as a, {names[1]}.app as b",
            "from mcp import Client; import anyio",
            "ask = lambda app: Client(app.create_server()).__aenter__()",
            "print(a.create_server().name, b.create_server().name)",
            "print(sorted(m for m in sys.modules if m.startswith('pressgate')))",
        ]
    )
    done = run_python(tmp_path, code)
    assert done.stdout.split("\n") == [f"{names[0]}-dist {names[1]}-dist", "[]", ""], done.stderr


def test_modules_import_nothing_but_mcp_the_standard_library_and_themselves() -> None:
    allowed = {*sys.stdlib_module_names, "mcp"}
    for path in SERVER.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            else:
                continue
            assert {name.partition(".")[0] for name in names} <= allowed, path


LINES = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"},
    }},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "get_article", "arguments": {"article_id": "1"},
    }},
]  # fmt: skip


def test_standard_output_has_protocol_lines_alone_in_utf_8(tmp_path: Path) -> None:
    copied(tmp_path, "odd_blog")
    command = python(tmp_path, "import runpy; runpy.run_module('odd_blog', run_name='__main__')")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("".join(json.dumps(line) + "\n" for line in LINES) + "no JSON at all\n")
        process.stdin.flush()
        answers: list[Any] = []
        while not any(answer.get("id") == 2 for answer in answers):  # the end of the input may cut an answer off
            answers.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        answers += [json.loads(line) for line in process.stdout]
    assert {answer["jsonrpc"] for answer in answers} == {"2.0"}
    (article,) = [answer["result"] for answer in answers if answer.get("id") == 2]
    assert "# 제목" in article["content"][0]["text"]
    assert process.returncode == 0


@pytest.mark.parametrize("era", ["auto", "legacy"])
def test_the_command_serves_both_eras(tmp_path: Path, era: str) -> None:
    copied(tmp_path, "odd_blog")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from odd_blog.__main__ import main; main()"
    command = StdioServerParameters(command=sys.executable, args=["-I", "-c", code])

    async def run() -> Any:
        async with Client(stdio_client(command), mode=era) as client:
            result = await client.call_tool("get_article", {"article_id": "01"})
            return client.server_info, result.content[0].text

    info, page = anyio.run(run)
    assert (info.name, info.version) == ("odd_blog-dist", "4.5.6")
    assert quoted(page) == "The body in odd_blog.\nEnd."


def test_the_command_tells_its_version_and_refuses_broken_data_in_one_line(tmp_path: Path) -> None:
    copied(tmp_path, "odd_blog")
    done = run_python(tmp_path, "from odd_blog.__main__ import main; main()", "--version")
    assert (done.stdout, done.returncode) == ("odd_blog-dist 4.5.6\n", 0)
    (tmp_path / "odd_blog" / "data" / "search.db").write_bytes(b"")
    done = run_python(tmp_path, "from odd_blog.__main__ import main; main()")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "search.db" in done.stderr


SERVED = "import odd_blog.deferred as d; print(d.app().create_server().name)"
NAMES = "import mcp, mcp.server; print(mcp.Client.__name__, mcp.server.MCPServer.__name__, mcp.__all__ != [])"
AS_A_WHOLE = """
import sys, importlib.abc
class Whole(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.startswith("mcp.server.") and type(sys.modules["mcp"]).__name__ != "module":
            raise ImportError("can't be had in parts")
sys.meta_path.insert(0, Whole())
"""


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        (f"{SERVED}; print('mcp.client' in sys.modules)", "odd_blog-dist\nFalse\n"),
        (f"{SERVED}; {NAMES}", "odd_blog-dist\nClient MCPServer True\n"),
        (f"{AS_A_WHOLE}\n{SERVED}; {NAMES}", "odd_blog-dist\nClient MCPServer True\n"),
    ],
)
def test_the_command_imports_what_it_needs_and_the_rest_when_asked(tmp_path: Path, code: str, printed: str) -> None:
    copied(tmp_path, "odd_blog")
    done = run_python(tmp_path, code)
    assert (done.stdout, done.stderr) == (printed, "")
