"""Whatever JSON a server answers with: the look ends with a report that contradicts neither itself nor JSON."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from faulty.healthy import Healthy
from pressgate.probe import MemoryTarget, ProbeOptions, arun, to_document
from pressgate.probe.lines import Closed, LineConnection
from pressgate.probe.report import make_console, print_report

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=4)
    | st.sampled_from(["", "post:///1", "https://x/", "\ud800", "complete", "input_required", "resource_link"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
METHODS = ["initialize", "server/discover", "tools/list", "resources/list", "tools/call", "resources/read"]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield from places(entry, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


class Channel:
    """A healthy server in this process, with one value of its answers to one method replaced."""

    stderr = ""

    def __init__(self, era: str, method: str, choose: int, new: Any) -> None:
        self.server, self.method, self.choose, self.new = Healthy(era), method, choose, new
        self.lines: deque[bytes] = deque()

    async def open(self) -> None:
        """Nothing to open."""

    async def send(self, line: bytes) -> None:
        message = json.loads(line)
        for output in self.server.respond(message):
            if message["method"] == self.method:
                found = list(places(output))
                output = replaced(output, found[self.choose % len(found)], self.new)
            self.lines.append(json.dumps(output).encode())

    async def check(self) -> None:
        """Never closed."""

    async def receive(self) -> tuple[bytes, str]:
        if not self.lines:
            raise Closed("pipe-closed", "nothing more to say")
        return self.lines.popleft(), "line"

    async def finish(self) -> None:
        """Nothing to finish."""

    async def close(self) -> None:
        """Nothing to close."""


@pytest.mark.parametrize("era", ["modern", "handshake"])
@given(method=st.sampled_from(METHODS), choose=st.integers(0, 60), new=VALUES)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_value_anywhere(monkeypatch: pytest.MonkeyPatch, era: str, method: str, choose: int, new: Any) -> None:
    channel = Channel(era, method, choose, new)

    def connect(_target: Any, _options: Any, notebook: Any, budget: Any, _tasks: Any) -> tuple[str, LineConnection]:
        return "memory", LineConnection(channel, notebook, budget)

    monkeypatch.setattr(sys.modules["pressgate.probe.run"], "_connect", connect)
    report = anyio.run(arun, MemoryTarget(server=None), ProbeOptions(max_pages=5, max_seconds=20))
    assert report.exit_code in (0, 1)
    assert all(entry.complete == (entry.stopped == "end") for entry in report.lists)
    if report.incomplete:
        assert report.findings
    json.dumps(to_document(report), ensure_ascii=False).encode("utf-8", "backslashreplace")
    console = make_console(stderr=True)
    with console.capture():
        print_report(report, console)
