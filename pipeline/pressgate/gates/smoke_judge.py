"""What is wrong with one look at the server, measured by the index and not by the server's own word."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pressgate.gates import smoke_credit
from pressgate.gates.smoke_plan import INVALID_PARAMS, NO_RESOURCE, TEMPLATE, TOOLS, queries, uri
from pressgate.model import Finding, GateInput

CODES = {
    "smoke-tools": "the server's tools aren't the five read-only ones",
    "smoke-list": "a list isn't whole, isn't offered or isn't what it must be",
    "smoke-tool-error": "a tool failed on a good call",
    "smoke-refusal": "an argument out of bounds, an unknown tool, cursor or resource isn't refused as it must be",
    "smoke-ids": "served, indexed and admitted ids aren't the same",
    "smoke-article": "an article isn't served as it stands in the index",
    "smoke-resource": "an article's resource can't be read or isn't as the article stands in the index",
    "smoke-link": "a hit's link doesn't lead to the body of its article",
    "smoke-golden": "a golden query doesn't find its post first",
    "smoke-stdio": "the server doesn't answer over stdio",
    "smoke-stdout": "standard output carries something that is no JSON-RPC",
    "smoke-stderr": "standard error carries a traceback",
    "smoke-probe": "the probe finds something wrong; its own code stands first",
    **smoke_credit.CODES,
}
HINTS = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
_KINDS = ("tools", "resources", "resourceTemplates", "prompts")
_CALLS_JUDGED = ("tool-error", "call-error")
_UNREACHED = ("cannot-connect", "no-answer", "no-common-revision", "no-handshake", "pipe-closed", "server-exited")
Look = Mapping[str, Any]


def judge(seen: Look, plan: Look, given: GateInput, *, stdio: bool) -> Iterator[Finding]:
    """Compares what the observer saw in one look with the plan and with the index."""
    yield from _probe(seen, stdio=stdio)
    if not seen["ready"]:
        yield Finding(code="smoke-stdio" if stdio else "smoke-probe", where="start", detail="no session came about")
        return
    yield from _lists(seen)
    yield from _tools(seen)
    yield from _calls(seen)
    yield from _refusals(seen, plan)
    yield from _ids(seen, given)
    yield from _articles(seen, plan, given)
    yield from _searches(seen, given)
    yield from smoke_credit.credit(seen, given)


def traceback(stderr: str) -> Iterator[Finding]:
    """A server that breaks must not break over its own log."""
    if any(line.startswith("Traceback ") for line in stderr.splitlines()):
        yield Finding(code="smoke-stderr", where="stderr", detail="a traceback")


def _probe(seen: Look, *, stdio: bool) -> Iterator[Finding]:
    yield from traceback(seen["stderr"])
    for code, where, detail in seen["findings"]:
        if code in _CALLS_JUDGED:
            continue
        own = "smoke-stdio" if stdio and code in _UNREACHED else "smoke-probe"
        if code in ("junk-on-stdout", "malformed-message"):
            own = "smoke-stdout"
        yield Finding(code=own, where=where, detail=f"{code}: {detail}" if detail else code)


def _lists(seen: Look) -> Iterator[Finding]:
    for kind in _KINDS:
        if not seen["lists"][kind]["whole"]:
            yield Finding(code="smoke-list", where=kind, detail="isn't whole, or isn't offered")
    if seen["lists"]["resourceTemplates"]["names"] != [TEMPLATE]:
        yield Finding(code="smoke-list", where="resourceTemplates", detail=f"must be {TEMPLATE} alone")
    if seen["lists"]["prompts"]["names"]:
        yield Finding(code="smoke-list", where="prompts", detail="must be empty")


def _tools(seen: Look) -> Iterator[Finding]:
    names = sorted(name for name, _ in seen["tools"])
    if names != sorted(TOOLS):
        yield Finding(code="smoke-tools", where="tools/list", detail=f"lists {', '.join(names)}")
    for name, given in seen["tools"]:
        hints = given if isinstance(given, Mapping) else {}
        wrong = [hint for hint, value in HINTS.items() if hints.get(hint) is not value]
        if wrong:
            yield Finding(code="smoke-tools", where=name, detail=f"must say {', '.join(_said(hint) for hint in wrong)}")


def _said(hint: str) -> str:
    return f"{hint}: {json.dumps(HINTS[hint])}"


def _calls(seen: Look) -> Iterator[Finding]:
    for call in seen["calls"]:
        if call["failed"] or not call["text"]:
            yield Finding(code="smoke-tool-error", where=call["tool"], detail=call["failed"] or "no text")
    if seen["listed"]["failed"]:
        yield Finding(code="smoke-tool-error", where="list_articles", detail=seen["listed"]["failed"])


def _refusals(seen: Look, plan: Look) -> Iterator[Finding]:
    for (method, params, planned), came in zip(plan["refusals"], seen["refusals"], strict=True):
        must = INVALID_PARAMS if planned == NO_RESOURCE and seen["era"] == "modern" else planned
        if came != must:
            where = params["name"] if method == "tools/call" else method
            asked = json.dumps(params.get("arguments", params), ensure_ascii=False)
            detail = f"{asked if len(asked) < 100 else asked[:100] + '…'} got {came}, must get {must}"
            yield Finding(code="smoke-refusal", where=where, detail=detail)


def _ids(seen: Look, given: GateInput) -> Iterator[Finding]:
    admitted = Counter(str(d.post.id) for d in given.admission.admitted if d.post)
    indexed = Counter(article["id"] for article in given.index.document["articles"])
    if indexed != admitted:
        yield _differing("index.json", indexed, admitted)
    listed = Counter(str(name) for name in seen["listed"]["ids"])
    if listed != admitted:
        yield _differing("list_articles", listed, admitted)
    resources, wanted = Counter(seen["lists"]["resources"]["names"]), Counter(map(uri, admitted.elements()))
    if resources != wanted:
        yield _differing("resources/list", resources, wanted)


def _differing(where: str, found: Counter[str], admitted: Counter[str]) -> Finding:
    odd = sorted(((found - admitted) + (admitted - found)).elements())
    detail = f"{found.total()} there, {admitted.total()} admitted; differing: {', '.join(odd[:3])}"
    return Finding(code="smoke-ids", where=where, detail=detail)


def _articles(seen: Look, plan: Look, given: GateInput) -> Iterator[Finding]:
    articles = {article["id"]: article for article in given.index.document["articles"]}
    for article_id, _ in plan["all" if seen["whole"] else "some"]:
        article = articles[article_id]
        body = given.index.files[article["file"]].decode()
        came = seen["articles"][article_id]
        wrong = _wrong(came["tool"], body, article["url"])
        if not wrong and set(came["tool"]["totals"]) != {len(body)}:
            wrong = f"total_chars isn't {len(body)}"
        if wrong:
            code = "smoke-tool-error" if came["tool"]["failed"] else "smoke-article"
            yield Finding(code=code, where=f"get_article {article_id}", detail=wrong)
        if wrong := _wrong(came["resource"], body, article["url"]):
            yield Finding(code="smoke-resource", where=uri(article_id), detail=wrong)


def _wrong(reading: Look, body: str, url: str) -> str | None:
    """What is wrong with a post that was read, in words; None where it is the index's."""
    if reading["failed"]:
        return str(reading["failed"])
    if reading["sha256"] is None:
        return "its body doesn't stand between the marker lines"
    if reading["sha256"] != hashlib.sha256(body.encode()).hexdigest():
        return "its body isn't the index's"
    if not all(url in part for around in reading["around"] for part in around):
        return "its URL must stand above and below"
    return None


def _searches(seen: Look, given: GateInput) -> Iterator[Finding]:
    """Golden queries in their place; and of every search, each hit's link, in order, to the body of its post."""
    calls = [call for call in seen["calls"] if call["tool"] == "search_articles"]
    articles = {article["id"]: article for article in given.index.document["articles"]}
    for number, (query, call) in enumerate(zip(queries(given), calls, strict=True)):
        hits = [hit.get("id") for hit in call["structured"].get("hits", [])]
        golden = given.config.golden[number] if number < len(given.config.golden) else None
        if golden and hits[:1] != [golden.first]:
            yield Finding(
                code="smoke-golden", where="search_articles", detail=f"'{query}' must find {golden.first} first"
            )
        links = [link for link in seen["links"] if link["id"] == call["id"]]
        if [link["uri"] for link in links] != [uri(str(hit)) for hit in hits]:
            yield Finding(code="smoke-link", where="search_articles", detail=f"'{query}': the links aren't the hits")
            continue
        for hit, link in zip(hits, links, strict=True):
            article = articles.get(hit, {"file": "", "url": ""})
            wrong = _wrong(link, given.index.files.get(article["file"], b"").decode(), article["url"])
            if link["verdict"] != "body received" or hit not in articles or wrong:
                yield Finding(code="smoke-link", where=link["uri"], detail=wrong or link["verdict"])
