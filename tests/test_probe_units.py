"""The probe's rules on plain values."""

from __future__ import annotations

import base64
from typing import Any

import anyio
import pytest

from pressgate.probe.bodies import read_content, reads_like_error, same_uri
from pressgate.probe.calls import choose_calls, fill_arguments
from pressgate.probe.host import read_host_names
from pressgate.probe.inbox import Inbox
from pressgate.probe.model import ProbeOptions
from pressgate.probe.notebook import Budget, Notebook
from pressgate.probe.shapes import violations
from pressgate.probe.sse import EventReader
from pressgate.probe.text import blank, hide, printable, secrets_of
from pressgate.probe.web import is_loopback, origin_of
from pressgate.probe.wire import NotJson, NotMessage, classify, decode, encode, same_id


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        ({"type": "object"}, {}),
        ({"properties": {"q": {"default": "x"}}}, {}),
        ({"properties": {"q": {"default": "x"}}, "required": ["q"]}, {"q": "x"}),
        ({"properties": {"q": {"default": None}}, "required": ["q"]}, {"q": None}),
        ({"properties": {"q": {"examples": ["mill", "y"], "default": "x"}}, "required": ["q"]}, {"q": "mill"}),
        ({"properties": {"q": {"examples": []}}, "required": ["q"]}, None),
        ({"properties": {"q": {"enum": ["a"]}}, "required": ["q"]}, None),
        ({"properties": {"q": {}}, "required": ["q"], "examples": [{"q": 1, "r": 2}]}, {"q": 1, "r": 2}),
        ({"properties": {"q": {}}, "required": ["q"], "examples": [{"r": 2}]}, None),
        ({"required": ["q"]}, None),
        ({"required": "q"}, None),
        ({"properties": [], "required": []}, None),
        ("nonsense", None),
        (None, None),
    ],
)
def test_arguments_come_from_the_schema_alone(schema: Any, arguments: dict[str, Any] | None) -> None:
    assert fill_arguments(schema) == arguments


@pytest.mark.parametrize(
    ("annotations", "called"),
    [
        ({"readOnlyHint": True}, True),
        ({"readOnlyHint": True, "destructiveHint": False}, True),
        ({"readOnlyHint": True, "destructiveHint": True}, False),
        ({"readOnlyHint": "true"}, False),
        ({"readOnlyHint": 1}, False),
        ({"readOnlyHint": False}, False),
        ({"destructiveHint": False, "idempotentHint": True}, False),
        ({}, False),
        (None, False),
        ([], False),
    ],
)
def test_only_read_only_tools_are_called_unasked(annotations: Any, called: bool) -> None:
    tool = {"name": "t", "inputSchema": {"type": "object"}, "annotations": annotations}
    assert bool(choose_calls([tool])) == called


def test_a_name_listed_twice_must_be_read_only_twice() -> None:
    safe = {"name": "t", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
    assert len(choose_calls([safe, safe])) == 1
    assert choose_calls([safe, {**safe, "annotations": {}}]) == ()


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("Error: no such document", True),
        ("  404 Not Found", True),
        ("HTTP 503 Service Unavailable", True),
        ("The requested resource could not be found, it does not exist", True),
        ("Document post:///9 not found.", True),
        ("Could not read the file.", True),
        ("Access denied", True),
        ("An unexpected error occurred while reading the post.", True),
        ("Unknown resource: post:///9", True),
        ("Sorry, that article doesn't exist.", True),
        ("Something went wrong", True),
        ("404", True),
        ("HTTP 404", True),
        ("Post 9 was not found in the index.", True),
        ("글을 불러오는 중 오류가 발생했습니다.", True),
        ("오류가 발생했습니다.", True),
        ("해당 글이 존재하지 않습니다.", True),
        ("エラーが発生しました。", True),
        ("ページが見つかりません。", True),
        ("错误:文档不存在", True),
        ("找不到该页面", True),
        ('{"error": "not found"}', True),
        ('{"code": -32602, "message": "x"}', True),
        ("<!doctype html><html><head><title>404 Not Found</title>" + "<p>x" * 200, True),
        ('{"error": null, "data": [1]}', False),
        ('{"status": "ok"}', False),
        ("# Error handling in Python\n\nWe look at exceptions.", False),
        ("# 오류 처리\n\n예외를 다룬다.", False),
        ("Errors are values. " * 30, False),
        ("The mill by the river turned for the last time.", False),
        ("찾아가는 길을 적어 둔다.", False),
        ("42 is the answer.", False),
        ("500 kilometres along the river, and no bridge.", False),
        ("", False),
    ],
)
def test_bodies_that_read_like_errors(text: str, like: bool) -> None:
    assert reads_like_error(text) == like


@pytest.mark.parametrize(
    ("entry", "text", "received", "fault"),
    [
        ({"text": "a"}, "a", True, None),
        ({"text": ""}, "", False, None),
        ({"text": "", "blob": base64.b64encode(b"a").decode(), "mimeType": "text/plain"}, "a", True, None),
        ({"blob": ""}, None, False, None),
        ({"blob": "YQ=", "mimeType": "text/plain"}, None, False, "invalid-blob"),
        ({"blob": "YQ==\n", "mimeType": "text/plain"}, None, False, "invalid-blob"),
        ({"blob": "YQ==", "mimeType": "application/json"}, "a", True, None),
        ({"blob": "YQ==", "mimeType": "application/vnd.x+json; charset=utf-8"}, "a", True, None),
        ({"blob": "/w==", "mimeType": "text/plain"}, None, False, "undecodable-text"),
        ({"blob": "YQ==", "mimeType": "text/plain; charset=no-such"}, None, False, "undecodable-text"),
        ({"blob": "/w==", "mimeType": "application/octet-stream"}, None, True, None),
        ({"blob": "/w=="}, None, True, None),
        ({"text": 7}, None, False, "malformed-result"),
        ("text", None, False, "malformed-result"),
    ],
)
def test_contents(entry: Any, text: str | None, received: bool, fault: str | None) -> None:
    body = read_content(entry)
    assert (body.text, body.received, body.fault) == (text, received, fault)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("post:///1", "post:///1", True),
        ("HTTPS://Blog.example.com", "https://blog.example.com/", True),
        ("post:///%EA%B0%95", "post:///강", True),
        ("post:///1", "post:///2", False),
        ("post:///1?a=1", "post:///1?a=2", False),
        ("post://a/1", "post://b/1", False),
        ("http://[", "http://[", True),
        ("http://[", "x", False),
    ],
)
def test_uris_that_name_the_same(one: str, other: str, same: bool) -> None:
    assert same_uri(one, other) == same


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Blog.Example.com/1", "https://blog.example.com:443"),
        ("http://host:8080", "http://host:8080"),
        ("https://[::1]/x", "https://[::1]:443"),
        ("https://evil.test\\@blog.example.com/", None),
        ("https://user@blog.example.com/", None),
        (" https://blog.example.com/", None),
        ("https://blog.example.com\t/", None),
        ("https:///1", None),
        ("https://host:port/", None),
        ("file:///etc/passwd", None),
        ("//host/1", None),
    ],
)
def test_origins(url: str, origin: str | None) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    ("url", "loopback"),
    [
        ("http://127.0.0.9/", True),
        ("http://[::1]:1/", True),
        ("http://localhost/", True),
        ("http://localhost.evil.test/", False),
        ("http://10.0.0.1/", False),
    ],
)
def test_loopback(url: str, loopback: bool) -> None:
    assert is_loopback(url) == loopback


@pytest.mark.parametrize(
    "line", [b"", b" ", b"hello", b"{", b'{"a": 1} x', b"\xff", b"\xef\xbb\xbf{}", b"[" * 100_000, b"1" * 5000]
)
def test_what_is_no_json(line: bytes) -> None:
    with pytest.raises(NotJson):
        decode(line)


def test_doubled_keys_and_constants_are_noticed() -> None:
    assert decode(b'{"a": {"b": 1, "b": 2}}').doubled
    assert not decode(b'{"a": {"b": 1}, "b": 2}').doubled
    assert decode(b'{"a": NaN}').constant == "NaN"
    assert decode(b'{"a": -Infinity}').constant == "-Infinity"


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ({"jsonrpc": "2.0", "id": 1, "result": None}, "response"),
        ({"jsonrpc": "2.0", "id": "a", "error": {"code": 1, "message": "x"}}, "response"),
        ({"jsonrpc": "2.0", "error": {"code": 1, "message": "x"}}, "response"),
        ({"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "x"}}, "response"),
        ({"jsonrpc": "2.0", "method": "x"}, "notification"),
        ({"jsonrpc": "2.0", "id": 1, "method": "x"}, "request"),
        ({"jsonrpc": "2.0", "id": None, "method": "x"}, None),
        ({"jsonrpc": "2.0", "id": True, "method": "x"}, None),
        ({"jsonrpc": "2.0", "id": 1, "method": 7}, None),
        ({"jsonrpc": "2.0", "id": 1, "method": "x", "result": 1}, None),
        ({"jsonrpc": "2.0", "id": 1}, None),
        ({"jsonrpc": "2.0", "result": {}}, None),
        ({"jsonrpc": "2.0", "id": 1, "result": {}, "error": None}, None),
        ({"jsonrpc": "2.0", "id": 1, "error": "x"}, None),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": "1", "message": "x"}}, None),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": True, "message": "x"}}, None),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": 1}}, None),
        ({"jsonrpc": 2.0, "id": 1, "result": {}}, None),
        ({"id": 1, "result": {}}, None),
        ([], None),
        (7, None),
    ],
)
def test_messages(message: Any, kind: str | None) -> None:
    if kind is None:
        with pytest.raises(NotMessage):
            classify(message)
    else:
        assert classify(message).kind == kind


@pytest.mark.parametrize(
    ("received", "same"), [(1, True), (1.0, True), ("1", False), (True, False), (None, False), (2, False), ([1], False)]
)
def test_ids(received: Any, same: bool) -> None:
    assert same_id(received, 1) == same


def test_a_cursor_goes_back_as_it_came() -> None:
    cursor = decode(b'"\\ud800 \xea\xb0\x95 \\u0000"').value
    assert decode(encode({"cursor": cursor})).value == {"cursor": cursor}


@pytest.mark.parametrize("step", [1, 2, 3, 7, 1000])
def test_event_streams_are_read_in_any_pieces(step: int) -> None:
    stream = (
        b"\xef\xbb\xbf: comment\r\n\r\nid: 1\r\nretry: 20\r\ndata: a\r\ndata:b\r\n\r\n"
        b"event: other\rdata\r\rid\ndata:  c\n\ndata: unended"
    )
    reader = EventReader()
    events = [event for start in range(0, len(stream), step) for event in reader.feed(stream[start : start + step])]
    seen = [
        (event.name, event.data, event.id, event.retry) for event in events if event.data or event.name != "message"
    ]
    assert seen == [("message", b"a\nb", "1", 0.02), ("other", b"", "1", 0.02), ("message", b" c", "", 0.02)]
    assert reader.pending


def test_a_second_answer_says_nothing_of_the_one_that_is_waited_for() -> None:
    async def hear() -> tuple[bool, bool]:
        async def reply(_message: Any) -> None:
            raise AssertionError

        inbox = Inbox(Notebook(), Budget(ProbeOptions()), reply, line_based=True)
        inbox.expect(1, "a")
        assert await inbox.take(b'{"jsonrpc": "2.0", "id": 1, "result": {}}', "line 1")
        inbox.expect(2, "b")
        assert await inbox.take(b'{"jsonrpc": "2.0", "id": 1, "result": {}}', "line 2") is None
        doubled = inbox.mismatched
        assert await inbox.take(b'{"jsonrpc": "2.0", "id": 9, "result": {}}', "line 3") is None
        return doubled, inbox.mismatched

    assert anyio.run(hear) == (False, True)


def test_text_is_made_fit_to_be_shown() -> None:
    assert printable("a\x1b[31m\u202eb\ud800\n") == "a\\x1b[31m\\u202eb\\ud800\\n"
    assert printable("강" * 10, limit=4) == "강강강…"
    assert blank(" \u200b\ufeff\u3164\t")
    assert not blank("강")
    secrets = secrets_of({"Authorization": "Bearer abcd-efgh"})
    assert hide({"a": ["x abcd-efgh y", "Bearer abcd-efgh"], "b": 1}, secrets) == {"a": ["x *** y", "***"], "b": 1}


@pytest.mark.parametrize("text", ["[]", '{"tools": "x"}', '{"things": []}', '{"tools": [1]}', "{"])
def test_host_names_that_can_not_be_read(text: str) -> None:
    if text == "[]":
        assert read_host_names(text).names["tools"] == ("[]",)
    else:
        with pytest.raises(ValueError, match=r"kind|list|Expecting"):
            read_host_names(text)


def test_the_sdks_models_name_the_place() -> None:
    result = {"tools": [{"name": "a", "inputSchema": {"type": "object"}}, {"name": 1}], "resultType": "complete"}
    wrong, hints = violations("tools/list", "2026-07-28", result)
    assert {path.partition(":")[0] for path in wrong} == {"tools.1.name", "tools.1.inputSchema"}
    assert hints == ["cacheScope", "ttlMs"]
    assert violations("tools/list", "2019-01-01", {}) == ([], [])
