"""One class a fault. What is not overridden is healthy, so the fault is all that the probe may name."""

from __future__ import annotations

import base64
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from typing import Any

from faulty.healthy import BODY, Healthy, Output, RpcFault

LONG_BODY = 50 * 1024 * 1024


def content(**fields: Any) -> dict[str, Any]:
    return {"uri": "post:///1", "mimeType": "text/markdown", **fields}


# --- cursors


class Cursors(Healthy):
    """`follow[i]` is the `nextCursor` after request i of a walk of the tools; the pages have one tool each."""

    follow: tuple[Any, ...] = ()
    names = 5

    def page(self, kind: str, cursor: Any) -> dict[str, Any]:
        if kind != "tools":
            return super().page(kind, cursor)
        self.step = 0 if cursor is None else self.step + 1
        result: dict[str, Any] = {"tools": [self.items("tools")[self.step % self.names]]}
        if self.step < len(self.follow):
            result["nextCursor"] = self.follow[self.step]
        return result


class EmptyCursor(Cursors):
    follow = ("",)


class LongCursor(Cursors):
    follow = ("긴 커서 \ud800" * 2000, " ", "\n", "0")


class NullCursor(Cursors):
    follow = ("next", None)


class NumberCursor(Cursors):
    follow = (2,)


class ZeroCursor(Cursors):
    follow = (0,)


class BooleanCursor(Cursors):
    follow = (False,)


class ListCursor(Cursors):
    follow = ([],)


class ObjectCursor(Cursors):
    follow = ({"page": 2},)


class RepeatedCursor(Cursors):
    follow = ("a", "a", "a")


class RepeatedEmptyCursor(Cursors):
    follow = ("", "")


class CircularCursor(Cursors):
    follow = ("a", "b", "a", "b", "a", "b")


class EndlessList(Healthy):
    def page(self, kind: str, cursor: Any) -> dict[str, Any]:
        start = self.start(cursor)
        return {kind: [{**self.items(kind)[0], "name": f"n{start}"}], "nextCursor": f"from {start + 1}"}


class ExpiredCursor(Healthy):
    """The first cursor of each kind is refused once."""

    def __init__(self, era: str) -> None:
        super().__init__(era)
        self.refused: set[str] = set()

    def start(self, cursor: Any) -> int:
        if cursor is not None and "refused" not in self.refused:
            self.refused.add("refused")
            raise RpcFault(-32602, "Cursor expired")
        return super().start(cursor)


class AlwaysExpiredCursor(Healthy):
    def start(self, cursor: Any) -> int:
        if cursor is not None:
            raise RpcFault(-32602, "Cursor expired")
        return 0


class FailingPage(Healthy):
    def start(self, cursor: Any) -> int:
        if cursor is not None:
            raise RpcFault(-32603, "Internal error")
        return 0


# --- pages


class ShrinkingPage(Healthy):
    """From the second walk on the last tool is gone."""

    def items(self, kind: str) -> list[Any]:
        items = super().items(kind)
        return items[:-1] if kind == "tools" and self.lists["tools"] > 1 else items


class ReorderedList(Healthy):
    def items(self, kind: str) -> list[Any]:
        items = super().items(kind)
        return items[::-1] if kind == "tools" and self.lists["tools"] > 1 else items


class DuplicateNames(Healthy):
    def items(self, kind: str) -> list[Any]:
        items = super().items(kind)
        return [*items, items[1]] if kind == "tools" else items


class SamePage(Healthy):
    """`params.cursor` is not read: every cursor gives the first page, three times."""

    def page(self, kind: str, cursor: Any) -> dict[str, Any]:
        start = self.start(cursor)
        result: dict[str, Any] = {kind: self.items(kind)[:2]}
        if start < 4:
            result["nextCursor"] = f"from {start + 2}"
        return result


class SlowPage(Healthy):
    def page(self, kind: str, cursor: Any) -> dict[str, Any]:
        if cursor is not None:
            time.sleep(30)
        return super().page(kind, cursor)


class MisspeltTools(Healthy):
    def page(self, kind: str, cursor: Any) -> dict[str, Any]:
        page = super().page(kind, cursor)
        return {"Tools": page["tools"]} if kind == "tools" else page


class ToolsAsObject(Healthy):
    def page(self, kind: str, cursor: Any) -> dict[str, Any]:
        page = super().page(kind, cursor)
        return {"tools": {tool["name"]: tool for tool in page["tools"]}} if kind == "tools" else page


class NamelessTool(Healthy):
    def items(self, kind: str) -> list[Any]:
        items = super().items(kind)
        return [*items, {"inputSchema": {"type": "object"}}, "write_9"] if kind == "tools" else items


class ListInputRequired(Healthy):
    def page(self, kind: str, cursor: Any) -> dict[str, Any]:
        page = super().page(kind, cursor)
        return {**page, "resultType": "input_required", "inputRequests": {}} if kind == "tools" else page


class UnknownResultType(Healthy):
    def page(self, kind: str, cursor: Any) -> dict[str, Any]:
        page = super().page(kind, cursor)
        return {**page, "resultType": "partial"} if kind == "tools" else page


class NoResultType(Healthy):
    def complete(self, result: dict[str, Any], cacheable: bool = False) -> dict[str, Any]:
        return {k: v for k, v in super().complete(result, cacheable).items() if k != "resultType"}


class MixedCacheScope(Healthy):
    def page(self, kind: str, cursor: Any) -> dict[str, Any]:
        return {**super().page(kind, cursor), "cacheScope": "private" if cursor is None else "public"}


class Undeclared(Healthy):
    declared = ("tools", "resources")


class NothingDeclared(Healthy):
    declared = ()


# --- messages


class WrongId(Healthy):
    wrong: Any = 999

    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        request_id = self.wrong if message["method"] == "tools/list" else message["id"]
        yield {"jsonrpc": "2.0", "id": request_id, "result": result}


class TextId(WrongId):
    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        self.wrong = str(message["id"])
        return super().frame(message, result)


class NullId(WrongId):
    wrong = None


class AnswersTwice(Healthy):
    """Every answer to tools/list is sent once more."""

    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        for output in super().frame(message, result):
            yield output
            if message["method"] == "tools/list":
                yield output


class OldVersion(Healthy):
    """`jsonrpc` is 1.0 in the answers to tools/list."""

    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        version = "1.0" if message["method"] == "tools/list" else "2.0"
        yield {"jsonrpc": version, "id": message["id"], "result": result}


class ResultAndError(Healthy):
    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        both = {"error": {"code": 1, "message": "x"}} if message["method"] == "tools/list" else {}
        yield {"jsonrpc": "2.0", "id": message["id"], "result": result, **both}


class NullResult(Healthy):
    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        yield {"jsonrpc": "2.0", "id": message["id"], "result": None if message["method"] == "tools/list" else result}


class NotANumber(Healthy):
    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        for output in super().frame(message, result):
            if message["method"] == "tools/list" and isinstance(output, dict):
                output["result"]["ttl"] = float("nan")
            yield output


class DoubledKey(Healthy):
    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        if message["method"] != "tools/list":
            yield from super().frame(message, result)
            return
        text = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result})
        yield text.replace('"result": {', '"result": {"tools": [], ', 1).encode()


class ServerRequests(Healthy):
    """Before a tool's result the server pings and asks for roots, and waits for neither."""

    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        if message["method"] == "tools/call":
            yield {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "…"}}
            yield {"jsonrpc": "2.0", "id": "s1", "method": "ping"}
            yield {"jsonrpc": "2.0", "id": "s2", "method": "roots/list"}
        yield from super().frame(message, result)


class WaitsForReplies(Healthy):
    """Gives a tool's result only once its own three requests are answered as they should be."""

    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("ping", {"result": {}}),
        ("roots/list", {"result": {"roots": []}}),
        ("sampling/createMessage", {"error": -32601}),
    )

    def respond(self, message: dict[str, Any]) -> Iterable[Output]:
        if "method" in message:
            yield from super().respond(message)
            return
        answer = {"result": message["result"]} if "result" in message else {"error": message["error"]["code"]}
        if answer == self.asked[message["id"]][1]:
            self.open.discard(message["id"])
        if not self.open:
            yield from self.held

    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        if message["method"] != "tools/call":
            yield from super().frame(message, result)
            return
        self.open = set(range(len(self.asked)))
        self.held = list(super().frame(message, result))
        for number, (method, _) in enumerate(self.asked):
            yield {"jsonrpc": "2.0", "id": number, "method": method}


class Junk(Healthy):
    """Standard output only: two lines that are no messages, and one that is JSON but no message."""

    def respond(self, message: dict[str, Any]) -> Iterable[Output]:
        if message.get("method") == "tools/list" and self.lists["tools"] == 0:
            yield b"Loading the index\xff"
            yield b""
            yield b'{"level": "info", "msg": "loaded"}'
        yield from super().respond(message)


class HugeLine(Healthy):
    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        if message["method"] == "resources/list":
            result = {**result, "padding": "x" * LONG_BODY}
        yield from super().frame(message, result)


class Flood(Healthy):
    """Notifications without end instead of the tools."""

    def respond(self, message: dict[str, Any]) -> Iterable[Output]:
        if message["method"] == "tools/list":
            while True:
                yield {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}
        yield from super().respond(message)


# --- the end of a process


class Silent(Healthy):
    def respond(self, message: dict[str, Any]) -> Iterable[Output]:
        time.sleep(60)
        return ()


class SlowToStart(Healthy):
    """No fault: the answer to the first request takes longer than a client waits before it tries the handshake."""

    def respond(self, message: dict[str, Any]) -> Iterable[Output]:
        if message.get("method") == "server/discover":
            time.sleep(2.5)
        yield from super().respond(message)


class Dies(Healthy):
    """Ends at the first request of the method in `FAULTY_AT`."""

    def respond(self, message: dict[str, Any]) -> Iterable[Output]:
        if message.get("method") == os.environ["FAULTY_AT"]:
            print("going down", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        return super().respond(message)


class ClosesOutput(Healthy):
    def respond(self, message: dict[str, Any]) -> Iterable[Output]:
        if message.get("method") == "tools/list":
            os.close(1)
            time.sleep(60)
        return super().respond(message)


class ClosesInput(Healthy):
    def frame(self, message: dict[str, Any], result: Any) -> Iterable[Output]:
        yield from super().frame(message, result)
        if message["method"] in ("initialize", "server/discover"):
            os.close(0)
            time.sleep(60)


class LeavesChild(Healthy):
    """Starts a child that ignores SIGTERM and the end of its input, and writes its id to the file in `FAULTY_PID`."""

    def __init__(self, era: str) -> None:
        super().__init__(era)
        code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
        child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.DEVNULL)
        with pathlib.Path(os.environ["FAULTY_PID"]).open("w", encoding="ascii") as file:
            file.write(str(child.pid))


# --- links and bodies


class Reads(Healthy):
    """`contents` is what the one link leads to."""

    contents: tuple[Any, ...] = ()

    def read(self, uri: str) -> dict[str, Any]:
        return {"contents": list(self.contents)}


class MissingResource(Healthy):
    def read(self, uri: str) -> dict[str, Any]:
        raise RpcFault(-32602 if self.era == "modern" else -32002, "Resource not found")


class BrokenResource(Healthy):
    def read(self, uri: str) -> dict[str, Any]:
        raise RpcFault(-32603, "Internal error")


class UnlistedLink(Healthy):
    """No fault: a link needs not be on the list."""

    def items(self, kind: str) -> list[Any]:
        return [] if kind == "resources" else super().items(kind)


class BlobOnly(Reads):
    contents = (content(blob=base64.b64encode(BODY.encode()).decode()),)


class BinaryBlob(Reads):
    contents = (content(mimeType="application/pdf", blob=base64.b64encode(b"%PDF-1.7 \xff").decode()),)


class Picture(Reads):
    """No fault: a picture is a blob."""

    contents = (content(mimeType="image/png", blob=base64.b64encode(b"\x89PNG").decode()),)


class InvalidBlob(Reads):
    contents = (content(blob="!!! not base64"),)


class WrongCharset(Reads):
    contents = (content(mimeType="text/plain; charset=utf-8", blob=base64.b64encode("강".encode("euc-kr")).decode()),)


class KoreanCharset(Reads):
    """No fault but the blob: EUC-KR as its MIME type says."""

    contents = (
        content(mimeType="text/plain; charset=euc-kr", blob=base64.b64encode("강물".encode("euc-kr")).decode()),
    )


class HalfEmpty(Reads):
    contents = (content(text=BODY), content(text=""))


class EmptyText(Reads):
    contents = (content(text=" \u200b\n\u3164"),)


class NoContents(Reads):
    contents = ()


class NeitherTextNorBlob(Reads):
    contents = (content(),)


class MisspeltContents(Healthy):
    def read(self, uri: str) -> dict[str, Any]:
        return {"content": [content(text=BODY)]}


class OtherResource(Reads):
    contents = (content(uri="post:///2", text=BODY),)


class HugeBody(Healthy):
    def read(self, uri: str) -> dict[str, Any]:
        return {"contents": [content(text="x" * LONG_BODY)]}


class ShortBody(Healthy):
    def __init__(self, era: str) -> None:
        super().__init__(era)
        self.links[0]["size"] = 5000


class ErrorAsBody(Reads):
    contents = (content(text="Error: the requested document could not be loaded."),)


class KoreanErrorAsBody(Reads):
    contents = (content(text="요청하신 글을 찾을 수 없습니다."),)


class ReadInputRequired(Healthy):
    def read(self, uri: str) -> dict[str, Any]:
        return {"resultType": "input_required", "requestState": "x"}


class CallInputRequired(Healthy):
    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return {"resultType": "input_required", "requestState": "x"}


class Linked(Healthy):
    """`uri` is what the search links to, instead of the post."""

    uri: Any = ""

    def __init__(self, era: str) -> None:
        super().__init__(era)
        self.links[0]["uri"] = self.uri


class CustomScheme(Linked):
    """No fault: any scheme will do, and the URI goes back as it came."""

    uri = "Blog+X://Ünïcode/%7e/../a b?q=1#강"

    def read(self, uri: str) -> dict[str, Any]:
        if uri != self.uri:
            raise RpcFault(-32602, "not as it came")
        return {"contents": [content(uri=uri, text=BODY)]}


class FileLink(Linked):
    uri = "file:///etc/hostname"


class ForeignLink(Linked):
    uri = "https://blog.example.com/1"


class ServedWebLink(Linked):
    """No fault: the server itself reads its web link."""

    uri = "https://blog.example.com/1"

    def read(self, uri: str) -> dict[str, Any]:
        return {"contents": [content(uri=uri, text=BODY)]}


class LinkWithoutUri(Linked):
    uri = None


class RelativeLink(Linked):
    uri = "posts/1"


class FailingTool(Healthy):
    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return {"isError": True, "content": [{"type": "text", "text": "no index"}]}


class ContentAsText(Healthy):
    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return {"content": "1 hit"}


class UnknownContent(Healthy):
    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return {"content": [{"type": "table", "rows": []}, *self.links]}


class EmptyEmbedded(Healthy):
    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return {"content": [{"type": "resource", "resource": content(text="")}]}


class EmptyPicture(Healthy):
    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return {"content": [{"type": "image", "data": "", "mimeType": "image/png"}]}


class BrokenPicture(Healthy):
    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return {"content": [{"type": "image", "data": "not base64", "mimeType": "image/png"}]}


class NoStructured(Healthy):
    def search_tool(self) -> dict[str, Any]:
        return {**super().search_tool(), "outputSchema": {"type": "object"}}


def _spelling(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).strip("-")


def _every(base: type[Healthy]) -> list[type[Healthy]]:
    return [base, *(found for child in base.__subclasses__() for found in _every(child))]


FAULTS: dict[str, type[Healthy]] = {_spelling(each.__name__): each for each in _every(Healthy)}
