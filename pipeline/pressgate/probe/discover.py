"""`server/discover` and what its answer says of a server's era (2026-07-28, "Backward Compatibility")."""

from __future__ import annotations

from typing import Any, Literal

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_MODERN_VERSION, MODERN_PROTOCOL_VERSIONS

from .session import Session
from .shapes import violations
from .wire import MODERN_ERRORS, UNSUPPORTED_VERSION, Answer

DISCOVER = "server/discover"
_SERVER_INFO = "io.modelcontextprotocol/serverInfo"
# Old servers may stay silent on what they don't know, so their silence must not use up the look.
_DISCOVER_PATIENCE = 10.0
# Nothing that was said in an answer, so nothing that another try could change.
HOPELESS = ("cannot-connect", "authorization-required", "redirect-not-followed")

Found = Literal["modern", "handshake", "neither"]


async def discover(session: Session, revision: str, *, forced: bool = False) -> Answer:
    """Asks, and speaks `revision` from here on. Only where that is `forced` is there nothing else to try."""
    session.speak("modern", revision)
    patience = None if forced else min(_DISCOVER_PATIENCE, session.budget.left / 3)
    return await session.request(DISCOVER, patience=patience)


async def judge(session: Session, answer: Answer) -> Found:
    """What the answer to a discover says of the server; adopts it where it is a modern one."""
    if answer.reason in HOPELESS:
        return "neither"
    supported = named_versions(answer)
    if answer.outcome == "result":
        return _judge_result(session, answer.result)
    code = error_code(answer)
    if code == UNSUPPORTED_VERSION and supported is not None:
        return await _judge_unsupported(session, supported)
    if code in MODERN_ERRORS and code != UNSUPPORTED_VERSION:
        session.notebook.add("discover-failed", DISCOVER, f"error {code}")
        adopt(session, {}, LATEST_MODERN_VERSION)
        return "modern"
    return "handshake"


def _judge_result(session: Session, result: Any) -> Found:
    if not isinstance(result, dict) or not ({"supportedVersions", "resultType"} & result.keys()):
        return "handshake"
    versions = result.get("supportedVersions")
    if not isinstance(versions, list) or not all(isinstance(v, str) for v in versions):
        session.notebook.add("malformed-handshake", DISCOVER, "`supportedVersions` is no list of strings")
        versions = [LATEST_MODERN_VERSION]
    if shared := shared_modern(versions):
        adopt(session, result, shared[-1])
        return "modern"
    if any(v in HANDSHAKE_PROTOCOL_VERSIONS for v in versions):
        return "handshake"
    session.notebook.add("no-common-revision", DISCOVER)
    return "neither"


async def _judge_unsupported(session: Session, supported: list[str]) -> Found:
    others = [v for v in shared_modern(supported) if v != session.revision]
    if others:
        again = await discover(session, others[-1])
        return _judge_result(session, again.result) if again.outcome == "result" else "handshake"
    if any(v in HANDSHAKE_PROTOCOL_VERSIONS for v in supported):
        return "handshake"
    session.notebook.add("no-common-revision", DISCOVER)
    return "neither"


def adopt(session: Session, result: dict[str, Any], revision: str) -> None:
    """Takes the server for a modern one; `result` is empty where it answered with a modern error instead."""
    session.speak("modern", revision)
    if not result:
        session.ready = True
        return
    meta = result.get("_meta")
    session.meet(meta.get(_SERVER_INFO) if isinstance(meta, dict) else None, result.get("capabilities"), DISCOVER)
    if "resultType" not in result:
        session.notebook.add("missing-result-type", DISCOVER)
    check_shape(session, DISCOVER, result, revision)


def check_shape(session: Session, method: str, result: dict[str, Any], revision: str | None) -> None:
    """Notes where the answer to a handshake breaks its schema."""
    wrong, _ = violations(method, revision, result)
    if wrong:
        session.notebook.add("malformed-handshake", method, "; ".join(wrong[:3]))


def error_code(answer: Answer) -> int | None:
    """The code of a JSON-RPC error, None for every other answer."""
    return answer.error.code if answer.outcome == "error" and answer.error else None


def named_versions(answer: Answer) -> list[str] | None:
    """The versions that an error -32022 names, None where it names none readably."""
    data = answer.error.data if answer.error else None
    supported = data.get("supported") if isinstance(data, dict) else None
    if not isinstance(supported, list):
        return None
    return [v for v in supported if isinstance(v, str)]


def shared_modern(versions: list[str] | None) -> list[str]:
    """Those of `versions` that are modern and known, oldest first."""
    return [v for v in MODERN_PROTOCOL_VERSIONS if v in (versions or ())]
