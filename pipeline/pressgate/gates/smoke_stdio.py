"""One run of the installed server over real stdio, in both eras, with every line of standard output looked at."""

from __future__ import annotations

import json
import subprocess
import threading
from pathlib import Path
from typing import Any

from pressgate.model import Finding

MODERN = "2026-07-28"
LEGACY = "2025-11-25"
_SECONDS = 60
_CLIENT = {"name": "pressgate-smoke", "version": "1"}
_META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": _CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def check(program: Path, tools: frozenset[str]) -> list[Finding]:
    """Speaks JSON-RPC with the console script: each line must parse, each answer come, the tools be all there."""
    return [finding for era in (LEGACY, MODERN) for finding in _check_era(program, era, tools)]


def _messages(era: str) -> list[dict[str, Any]]:
    if era == MODERN:
        return [
            {"id": 1, "method": "server/discover", "params": {"_meta": _META}},
            {"id": 2, "method": "tools/list", "params": {"_meta": _META}},
            {"id": 3, "method": "tools/call", "params": {"_meta": _META, "name": "blog_home", "arguments": {}}},
        ]
    hello = {"protocolVersion": era, "capabilities": {}, "clientInfo": _CLIENT}
    return [
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list", "params": {}},
        {"id": 3, "method": "tools/call", "params": {"name": "blog_home", "arguments": {}}},
    ]


def _check_era(program: Path, era: str, tools: frozenset[str]) -> list[Finding]:
    answers, findings = _converse(program, era)
    for identifier in (1, 2, 3):
        if "result" not in answers.get(identifier, {}):
            detail = f"request {identifier} of {era} got no result"
            findings.append(Finding(code="smoke-stdio", where="stdio", detail=detail))
    listed = {tool.get("name") for tool in answers.get(2, {}).get("result", {}).get("tools", [])}
    if listed != tools:
        findings.append(Finding(code="smoke-tools", where="stdio", detail=f"{era} lists {len(listed)} other tools"))
    if answers.get(3, {}).get("result", {}).get("isError"):
        findings.append(Finding(code="smoke-tool-error", where="blog_home", detail=f"fails over stdio in {era}"))
    return findings


def _converse(program: Path, era: str) -> tuple[dict[int, dict[str, Any]], list[Finding]]:
    """Sends one request after the other, each after the answer to the one before. Returns answers by id."""
    process = subprocess.Popen(
        [str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    guard = threading.Timer(_SECONDS, process.kill)
    guard.start()
    errors: list[str] = []
    drain = threading.Thread(target=lambda: errors.extend(process.stderr or ()), daemon=True)
    drain.start()
    answers: dict[int, dict[str, Any]] = {}
    findings: list[Finding] = []
    try:
        assert process.stdin
        assert process.stdout
        for message in _messages(era):
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            process.stdin.flush()
            while "id" in message and message["id"] not in answers:
                line = process.stdout.readline()
                if not line:
                    return answers, findings
                _take(line, answers, findings)
        process.stdin.close()
        for line in process.stdout:
            _take(line, answers, findings)
        process.wait()
    except OSError:
        findings.append(Finding(code="smoke-stdio", where="stdio", detail=f"the server closed the pipe in {era}"))
    finally:
        guard.cancel()
        process.kill()
        process.wait()
        drain.join()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()
    if any(line.startswith("Traceback") for line in errors):
        findings.append(Finding(code="smoke-stdio", where="stderr", detail=f"a traceback in {era}"))
    return answers, findings


def _take(line: str, answers: dict[int, dict[str, Any]], findings: list[Finding]) -> None:
    try:
        message = json.loads(line)
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            raise ValueError
    except ValueError:
        detail = "a line of standard output is no JSON-RPC message"
        findings.append(Finding(code="smoke-stdout", where="stdout", detail=detail))
        return
    if isinstance(message.get("id"), int):
        answers[message["id"]] = message
