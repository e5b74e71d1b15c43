"""Findings for other programs: SARIF 2.1.0 (OASIS) and GitHub's workflow commands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

from pressgate import __version__
from pressgate.model import Finding, GateResult

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif(results: Iterable[GateResult], meanings: Mapping[str, str]) -> str:
    """One run with a rule for each code that was found. A gate that broke makes the run unsuccessful."""
    results = tuple(results)
    findings = [finding for result in results if result.verdict != "ERROR" for finding in result.findings]
    broken = [finding.detail for result in results if result.verdict == "ERROR" for finding in result.findings]
    codes = sorted({finding.code for finding in findings})
    driver = {
        "name": "pressgate",
        "version": __version__,
        "rules": [{"id": code, "shortDescription": {"text": meanings.get(code, code)}} for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not broken,
                "toolExecutionNotifications": [{"level": "error", "message": {"text": text}} for text in broken],
            }
        ],
        "results": [_result(finding, codes, meanings) for finding in findings],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _result(finding: Finding, codes: list[str], meanings: Mapping[str, str]) -> dict[str, Any]:
    member, _, inner = finding.where.partition(" > ")
    text = ": ".join(filter(None, (meanings.get(finding.code, finding.code), inner, finding.detail)))
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(member)}}
    if finding.line:
        place["region"] = {"startLine": finding.line}
    return {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": "error",
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }


def _uri(member: str) -> str:
    return quote(member or "(artefact)", safe="/")


def commands(results: Iterable[GateResult], meanings: Mapping[str, str]) -> Iterator[str]:
    """A workflow command a finding, for GitHub's log and summary."""
    for result in results:
        for finding in result.findings:
            title = _escaped(f"{result.gate}: {finding.code}", ":,")
            message = ": ".join(filter(None, (finding.where, meanings.get(finding.code, ""), finding.detail)))
            line = f",line={finding.line}" if finding.line else ""
            yield f"::error title={title}{line}::{_escaped(message)}"


def _escaped(text: str, more: str = "") -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    for char in more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text
