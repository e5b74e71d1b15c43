"""The wheel, installed alone into a fresh environment, works as an MCP server and serves just the admitted posts."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from pressgate import fresh
from pressgate.dependencies import constraints
from pressgate.gates import smoke_credit, smoke_stdio
from pressgate.model import ArtefactView, Finding, GateInput, Outcome, StepError

NAME = "smoke"
CODES = {
    "smoke-tools": "the server's tools aren't the five read-only ones",
    "smoke-tool-error": "a tool failed on a good call",
    "smoke-refusal": "a tool took an argument out of bounds",
    "smoke-ids": "served, indexed and admitted ids aren't the same",
    "smoke-article": "an article isn't served as it stands in the index",
    "smoke-golden": "a golden query doesn't find its post first",
    "smoke-stdio": "the server doesn't answer over stdio",
    "smoke-stdout": "standard output carries something that is no JSON-RPC",
    **smoke_credit.CODES,
}
TOOLS = frozenset({"blog_home", "get_article", "list_articles", "list_categories", "search_articles"})
ERAS = ("legacy", smoke_stdio.MODERN)
_OBSERVER = Path(__file__).with_name("smoke_observer.py")
_SECONDS = 600


def run(given: GateInput) -> Outcome:
    """Installs each wheel alone and looks at it through a real client, in memory in both eras and over stdio."""
    findings: list[Finding] = []
    examined = 0
    for view in given.artefacts:
        if view.artefact.kind == "wheel":
            count, found = _check(view, given)
            examined += count
            findings += found
    return Outcome(examined=examined, findings=tuple(findings))


def _check(view: ArtefactView, given: GateInput) -> tuple[int, list[Finding]]:
    with tempfile.TemporaryDirectory(prefix="pressgate-smoke-") as name:
        folder = Path(name)
        wheel = folder / view.artefact.path.name
        wheel.write_bytes(view.data)
        tried = json.loads(given.index.files["provenance.json"])["dependencies"]
        python = fresh.install(wheel, folder / "env", constraints=constraints(tried))
        seen = _observe(python, folder, _plan(given))
        findings = smoke_stdio.check(python.with_name(given.config.package.name), TOOLS)
        findings += smoke_credit.versions(fresh.installed(python), tried, given.config.package.name)
    count = 0
    for era in ERAS:
        count += len(seen[era]["articles"])
        findings += _judge(seen[era], given, era)
    return count, findings


def _plan(given: GateInput) -> dict[str, Any]:
    ids = [article["id"] for article in given.index.document["articles"]]
    queries = [golden.query for golden in given.config.golden]
    return {
        "import_name": given.config.package.import_name,
        "eras": ERAS,
        "ids": ids,
        "golden": queries,
        "calls": [
            ["list_categories", {}],
            ["list_articles", {"limit": 1}],
            ["search_articles", {"query": given.index.document["articles"][0]["title"][:200]}],
            ["get_article", {"article_id": ids[0]}],
            ["blog_home", {}],
        ],
        "refusals": [
            ["list_articles", {"limit": 0}],
            ["list_articles", {"offset": -1}],
            ["search_articles", {"query": ""}],
            ["search_articles", {"query": "a", "limit": 51}],
            ["get_article", {"article_id": "no such id, certainly"}],
            ["get_article", {"article_id": ids[0], "surprise": 1}],
        ],
    }


def _observe(python: Path, folder: Path, plan: dict[str, Any]) -> dict[str, Any]:
    plan_file, out = folder / "plan.json", folder / "seen.json"
    plan_file.write_text(json.dumps(plan), encoding="utf-8")
    command = [str(python), "-I", str(_OBSERVER), str(plan_file), str(out)]
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=_SECONDS,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode or not out.is_file():
        lines = done.stderr.strip().splitlines() or ["no word of why"]
        raise StepError(f"the installed server can't be looked at: {lines[-1][:200]}")
    seen: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    if not Path(seen["module"]).is_relative_to(folder / "env"):
        raise StepError("the server that answered isn't the installed one")
    return seen


def _judge(seen: dict[str, Any], given: GateInput, era: str) -> list[Finding]:
    return [
        *_tools(seen, era),
        *_calls(seen, era),
        *_ids(seen, given, era),
        *_articles(seen, given),
        *_golden(seen, given),
        *smoke_credit.credit(seen, given),
    ]


def _tools(seen: dict[str, Any], era: str) -> list[Finding]:
    findings = []
    if seen["tools"].keys() != TOOLS:
        detail = f"{era} lists {', '.join(sorted(seen['tools']))}"
        findings.append(Finding(code="smoke-tools", where="tools/list", detail=detail))
    for name, hints in seen["tools"].items():
        if hints.get("read_only_hint") is not True:
            findings.append(Finding(code="smoke-tools", where=name, detail="has no readOnlyHint"))
    return findings


def _calls(seen: dict[str, Any], era: str) -> list[Finding]:
    findings = [
        Finding(code="smoke-tool-error", where=call["tool"], detail=f"isError in {era}")
        for call in [*seen["calls"], *seen["golden"], *(page for pages in seen["articles"].values() for page in pages)]
        if call["is_error"] or not call["text"]
    ]
    findings += [
        Finding(code="smoke-refusal", where=call["tool"], detail=f"took {json.dumps(call['arguments'])} in {era}")
        for call in seen["refusals"]
        if not call["is_error"]
    ]
    return list(dict.fromkeys(findings))


def _ids(seen: dict[str, Any], given: GateInput, era: str) -> list[Finding]:
    admitted = Counter(d.post.id for d in given.admission.admitted if d.post)
    indexed = Counter(article["id"] for article in given.index.document["articles"])
    served = Counter(seen["listed"])
    if served == indexed == admitted:
        return []
    odd = sorted(str(name) for name in ((served - admitted) + (admitted - served) + (indexed - admitted)))
    detail = f"{era}: {len(served)} served, {len(indexed)} indexed, {len(admitted)} admitted; differing: {odd[:3]}"
    return [Finding(code="smoke-ids", where="list_articles", detail=detail)]


def _articles(seen: dict[str, Any], given: GateInput) -> list[Finding]:
    findings = []
    for article in given.index.document["articles"]:
        body = given.index.files[article["file"]].decode()
        pages = seen["articles"][article["id"]]
        texts = [page["text"] for page in pages]
        facts = pages[0]["structured"] or {}
        whole = len(pages) > 1 or body.strip() in texts[0]
        if not whole or facts.get("total_chars") != len(body) or not all(article["url"] in text for text in texts):
            detail = "its body, its length or its URL isn't the index's"
            findings.append(Finding(code="smoke-article", where=article["id"], detail=detail))
    return findings


def _golden(seen: dict[str, Any], given: GateInput) -> list[Finding]:
    findings = []
    for golden, call in zip(given.config.golden, seen["golden"], strict=True):
        hits = (call["structured"] or {}).get("hits", [])
        if not hits or hits[0]["id"] != golden.first:
            detail = f"'{golden.query}' must find {golden.first} first"
            findings.append(Finding(code="smoke-golden", where="search_articles", detail=detail))
    return findings
