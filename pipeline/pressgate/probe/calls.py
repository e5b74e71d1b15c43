"""Tool calls: which are safe to make unasked, and what their results hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .bodies import is_base64
from .headers import annotation_fault, argument_headers
from .model import Call, Item, ResultReport
from .paging import Progress
from .results import checked_result
from .session import Session
from .text import blank, printable
from .wire import Answer, json_type

_METHOD = "tools/call"


@dataclass(frozen=True, kw_only=True)
class Link:
    """A `resource_link` as it stood in a result; `place` names it in findings, without its URI.

    `listed` says whether `resources/list` has it, which it need not.
    """

    tool: str
    uri: str
    size: int | None
    place: str
    result_id: int
    listed: bool = False


def choose_calls(tools: Sequence[Mapping[str, Any]]) -> tuple[Call, ...]:
    """The tools that say they are read-only and whose required arguments the schema itself fills.

    A name that is listed twice must be read-only both times; `destructiveHint` beside it is a contradiction.
    """
    by_name: dict[str, list[Mapping[str, Any]]] = {}
    for tool in tools:
        by_name.setdefault(tool["name"], []).append(tool)
    calls = []
    for name, same in by_name.items():
        arguments = fill_arguments(same[0].get("inputSchema"))
        if all(_read_only(tool) for tool in same) and arguments is not None:
            calls.append(Call(tool=name, arguments=arguments))
    return tuple(calls)


def _read_only(tool: Mapping[str, Any]) -> bool:
    hints = tool.get("annotations")
    return isinstance(hints, Mapping) and hints.get("readOnlyHint") is True and hints.get("destructiveHint") is not True


def fill_arguments(schema: Any) -> dict[str, Any] | None:
    """Arguments from a schema's own examples and defaults; None where a required one has neither."""
    if not isinstance(schema, Mapping):
        return None
    whole = [schema.get("default"), *_examples(schema)]
    required = schema.get("required", [])
    properties = schema.get("properties", {})
    if not isinstance(required, list) or not isinstance(properties, Mapping):
        return None
    for example in whole:
        if isinstance(example, dict) and all(name in example for name in required):
            return dict(example)
    arguments = {}
    for name in required:
        entry = properties.get(name) if isinstance(name, str) else None
        if not isinstance(entry, Mapping):
            return None
        values = [*_examples(entry), *([entry["default"]] if "default" in entry else [])]
        if not values:
            return None
        arguments[name] = values[0]
    return arguments


def _examples(schema: Mapping[str, Any]) -> list[Any]:
    examples = schema.get("examples")
    return examples if isinstance(examples, list) else []


async def make_calls(
    session: Session, tools: Sequence[Mapping[str, Any]], progress: Progress | None = None
) -> tuple[tuple[ResultReport, ...], tuple[Link, ...]]:
    """Makes the calls asked for, or else the safe ones, and gathers the links of their results."""
    if not session.ready:
        return (), ()
    asked = session.options.calls
    chosen = asked or choose_calls(tools)
    if len(chosen) > session.options.max_calls and not asked:
        session.notebook.add("link-limit", _METHOD, f"{len(chosen)} tools, {session.options.max_calls} are called")
        chosen = chosen[: session.options.max_calls]
    results, links = [], []
    for number, call in enumerate(chosen, 1):
        if progress:
            progress(f"tools/call {number} of {len(chosen)}")
        tool = next((tool for tool in tools if tool["name"] == call.tool), None)
        where = f"{_METHOD} {printable(call.tool, limit=60)}"
        result, found = await _call(session, call, tool, where)
        results.append(result)
        links += found
    return tuple(results), tuple(links)


async def _call(
    session: Session, call: Call, tool: Mapping[str, Any] | None, where: str
) -> tuple[ResultReport, list[Link]]:
    schema = tool.get("inputSchema") if tool else None
    if session.transport == "http" and session.era == "modern":
        fault = annotation_fault(schema)
        if fault:
            session.notebook.add("invalid-header-annotation", where, printable(fault, limit=120))
            return ResultReport(tool=call.tool, complete=False), []
        session.connection.extra = argument_headers(schema, call.arguments)
    answer = await session.request(_METHOD, {"name": call.tool, "arguments": dict(call.arguments)})
    if answer.outcome != "result":
        return _failed(session, call, answer, where), []
    result = checked_result(session, _METHOD, answer.result, where, field="content")
    raw = answer.result if isinstance(answer.result, Mapping) else None
    if result is None:
        return ResultReport(tool=call.tool, complete=False, raw=raw, request_id=answer.request_id), []
    return _read(session, call, tool, answer, where)


def _failed(session: Session, call: Call, answer: Answer, where: str) -> ResultReport:
    if answer.outcome == "no-answer":
        session.notebook.add("no-answer", where)
    elif answer.outcome == "error" and answer.error:
        session.notebook.add("call-error", where, f"error {answer.error.code}")
    return ResultReport(tool=call.tool, complete=False, error=answer.error, request_id=answer.request_id)


def _read(
    session: Session, call: Call, tool: Mapping[str, Any] | None, answer: Answer, where: str
) -> tuple[ResultReport, list[Link]]:
    result: Mapping[str, Any] = answer.result
    is_error = result.get("isError") is True
    structured = result.get("structuredContent") is not None
    if is_error:
        session.notebook.add("tool-error", where)
    elif tool and isinstance(tool.get("outputSchema"), Mapping) and "structuredContent" not in result:
        session.notebook.add("missing-structured", where)
    items, links = [], []
    for number, entry in enumerate(result["content"], 1):
        place = f"{where}, item {number}"
        items.append(_item(session, entry, place))
        link = _link(session, call.tool, entry, place, answer.request_id)
        if link:
            links.append(link)
    report = ResultReport(
        tool=call.tool,
        items=tuple(items),
        structured=structured,
        is_error=is_error,
        request_id=answer.request_id,
        content_type=answer.content_type,
        raw=result,
    )
    return report, links


def _item(session: Session, entry: Any, place: str) -> Item:
    """Type and size of a content item; what the schema says against it is noted with the whole result."""
    if not isinstance(entry, Mapping):
        return Item(type=json_type(entry), chars=0)
    kind = entry.get("type")
    holder: Any = entry.get("resource") if kind == "resource" else entry
    texts = [holder.get(key) for key in ("text", "blob", "data")] if isinstance(holder, Mapping) else []
    text = next((value for value in texts if isinstance(value, str)), "")
    if kind in ("resource", "image", "audio") and blank(text):
        session.notebook.add("empty-item", place, str(kind))
    elif kind in ("image", "audio") and not is_base64(text):
        session.notebook.add("invalid-blob", place, str(kind))
    return Item(type=printable(kind, limit=40) if isinstance(kind, str) else None, chars=len(text))


def _link(session: Session, tool: str, entry: Any, place: str, result_id: int) -> Link | None:
    if not isinstance(entry, Mapping) or entry.get("type") != "resource_link":
        return None
    uri, size = entry.get("uri"), entry.get("size")
    if not isinstance(uri, str) or not uri:
        session.notebook.add("malformed-link", place, "no `uri`" if uri is None else "`uri` is no text")
        return None
    if ":" not in uri:
        session.notebook.add("malformed-link", place, "`uri` has no scheme")
    known = size if isinstance(size, int) and not isinstance(size, bool) and size > 0 else None
    return Link(tool=tool, uri=uri, size=known, place=place, result_id=result_id)
