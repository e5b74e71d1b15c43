"""Which protocol a server speaks (2026-07-28, "Versioning and Compatibility", and the two transports' pages)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from mcp_types.version import (
    HANDSHAKE_PROTOCOL_VERSIONS,
    LATEST_HANDSHAKE_VERSION,
    LATEST_MODERN_VERSION,
    MODERN_PROTOCOL_VERSIONS,
)

from .lines import CannotConnect
from .session import Session, client_info
from .shapes import violations
from .wire import MODERN_ERRORS, UNSUPPORTED_VERSION, Answer

REVISIONS: tuple[str, ...] = (*HANDSHAKE_PROTOCOL_VERSIONS, *MODERN_PROTOCOL_VERSIONS)
_DISCOVER = "server/discover"
_SERVER_INFO = "io.modelcontextprotocol/serverInfo"
# Old servers may stay silent on what they don't know, so their silence must not use up the look.
_DISCOVER_PATIENCE = 10.0

# Nothing that was said in an answer, so nothing that another try could change.
_HOPELESS = ("cannot-connect", "authorization-required", "redirect-not-followed")

Found = Literal["modern", "handshake", "neither"]


async def negotiate(session: Session) -> None:
    """Agrees on a revision, or notes why there is none; `session.ready` says which."""
    wanted = session.options.revision
    if wanted in HANDSHAKE_PROTOCOL_VERSIONS:
        await _initialize(session, wanted)
    elif wanted is not None:
        await _force_modern(session, wanted)
    else:
        await _find_out(session)
    if session.ready and session.era == "handshake" and session.revision:
        session.renew = partial(_renew, session, session.revision)


async def _renew(session: Session, revision: str) -> bool:
    """A new session for one that the server ended (2025-11-25, "Session Management", 4)."""
    await session.connection.reopen()
    return (await _initialize(session, revision)).outcome == "result"


async def _find_out(session: Session) -> None:
    session.connection.inbox.tolerant = True
    first = await _discover(session, LATEST_MODERN_VERSION)
    found = await _judge(session, first)
    session.connection.inbox.tolerant = False
    if found != "handshake":
        return
    if first.reason in ("server-exited", "pipe-closed") and not await _reopen(session):
        return
    answer = await _initialize(session, LATEST_HANDSHAKE_VERSION, last_word=False)
    if session.ready:
        return
    late = session.connection.inbox.late.get(first.request_id)
    if late is not None and await _judge(session, late) != "handshake":
        return
    if _error_code(answer) == UNSUPPORTED_VERSION and _mutual(_supported(answer)):
        again = await _discover(session, _mutual(_supported(answer))[-1])
        if await _judge(session, again) != "handshake":
            return
    _no_handshake(session, answer)


async def _reopen(session: Session) -> bool:
    """A server that dies at a request it doesn't know is started again, to be met the old way."""
    try:
        await session.connection.reopen()
    except CannotConnect as error:
        session.notebook.add("cannot-connect", "start", str(error))
        return False
    return True


async def _discover(session: Session, revision: str) -> Answer:
    session.speak("modern", revision)
    return await session.request(_DISCOVER, patience=min(_DISCOVER_PATIENCE, session.budget.left / 3))


async def _judge(session: Session, answer: Answer) -> Found:
    """What the answer to a discover says of the server; adopts it where it is a modern one."""
    if answer.reason in _HOPELESS:
        return "neither"
    supported = _supported(answer)
    if answer.outcome == "result":
        return _judge_result(session, answer.result)
    code = _error_code(answer)
    if code == UNSUPPORTED_VERSION and supported is not None:
        return await _judge_unsupported(session, supported)
    if code in MODERN_ERRORS and code != UNSUPPORTED_VERSION:
        session.notebook.add("discover-failed", _DISCOVER, f"error {code}")
        _adopt(session, {}, LATEST_MODERN_VERSION)
        return "modern"
    return "handshake"


def _judge_result(session: Session, result: Any) -> Found:
    if not isinstance(result, dict) or not ({"supportedVersions", "resultType"} & result.keys()):
        return "handshake"
    versions = result.get("supportedVersions")
    if not isinstance(versions, list) or not all(isinstance(v, str) for v in versions):
        session.notebook.add("malformed-handshake", _DISCOVER, "`supportedVersions` is no list of strings")
        versions = [LATEST_MODERN_VERSION]
    if mutual := _mutual(versions):
        _adopt(session, result, mutual[-1])
        return "modern"
    if any(v in HANDSHAKE_PROTOCOL_VERSIONS for v in versions):
        return "handshake"
    session.notebook.add("no-common-revision", _DISCOVER)
    return "neither"


async def _judge_unsupported(session: Session, supported: list[str]) -> Found:
    mutual = [v for v in _mutual(supported) if v != session.revision]
    if mutual:
        again = await _discover(session, mutual[-1])
        return _judge_result(session, again.result) if again.outcome == "result" else "handshake"
    if any(v in HANDSHAKE_PROTOCOL_VERSIONS for v in supported):
        return "handshake"
    session.notebook.add("no-common-revision", _DISCOVER)
    return "neither"


async def _force_modern(session: Session, revision: str) -> None:
    answer = await _discover(session, revision)
    if answer.outcome == "result" and isinstance(answer.result, dict):
        versions = answer.result.get("supportedVersions")
        if isinstance(versions, list) and revision not in versions:
            session.notebook.add("revision-differs", _DISCOVER, f"{revision} is not among `supportedVersions`")
        _adopt(session, answer.result, revision)
    elif _error_code(answer) == UNSUPPORTED_VERSION:
        session.notebook.add("no-common-revision", _DISCOVER, f"{revision} is not supported")
    elif session.connection.dead is None and answer.reason not in _HOPELESS:
        code = "no-answer" if answer.outcome == "no-answer" else "discover-failed"
        session.notebook.add(code, _DISCOVER, _why(answer))
        session.ready = True


def _adopt(session: Session, result: dict[str, Any], revision: str) -> None:
    session.speak("modern", revision)
    if not result:  # a modern error instead: the server is there, and says nothing of itself
        session.ready = True
        return
    meta = result.get("_meta")
    session.meet(meta.get(_SERVER_INFO) if isinstance(meta, dict) else None, result.get("capabilities"), _DISCOVER)
    if "resultType" not in result:
        session.notebook.add("missing-result-type", _DISCOVER)
    _check_shape(session, _DISCOVER, result, revision)


async def _initialize(session: Session, revision: str, *, last_word: bool = True) -> Answer:
    """The handshake. With `last_word` a failure is noted; else the caller has more to try."""
    session.speak("handshake", None)
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": client_info()}
    answer = await session.request("initialize", params, patience=session.budget.left)
    if answer.outcome != "result":
        if last_word:
            _no_handshake(session, answer)
        return answer
    result = answer.result
    if not isinstance(result, dict):
        session.notebook.add("malformed-handshake", "initialize", "the result is no object")
        return answer
    agreed = result.get("protocolVersion")
    _check_revision(session, agreed, revision)
    session.speak("handshake", agreed if agreed in HANDSHAKE_PROTOCOL_VERSIONS else revision)
    session.meet(result.get("serverInfo"), result.get("capabilities"), "initialize")
    _check_shape(session, "initialize", result, session.revision)
    await session.notify("notifications/initialized")
    return answer


def _check_revision(session: Session, agreed: Any, asked: str) -> None:
    if agreed not in HANDSHAKE_PROTOCOL_VERSIONS:
        session.notebook.add("unknown-revision", "initialize")
    elif agreed != asked and session.options.revision is not None:
        session.notebook.add("revision-differs", "initialize", f"asked for {asked}, the server speaks {agreed}")


def _check_shape(session: Session, method: str, result: dict[str, Any], revision: str | None) -> None:
    wrong, _ = violations(method, revision, result)
    if wrong:
        session.notebook.add("malformed-handshake", method, "; ".join(wrong[:3]))


def _no_handshake(session: Session, answer: Answer) -> None:
    if answer.outcome == "no-answer":
        session.notebook.add("no-answer", "initialize")
    elif answer.outcome == "error":
        session.notebook.add("no-handshake", "initialize", _why(answer))


def _why(answer: Answer) -> str:
    if answer.error is None:
        return ""
    return answer.error.message if answer.error.code is None else f"error {answer.error.code}"


def _error_code(answer: Answer) -> int | None:
    return answer.error.code if answer.outcome == "error" and answer.error else None


def _supported(answer: Answer) -> list[str] | None:
    """The versions that an error -32022 names, None where it names none readably."""
    data = answer.error.data if answer.error else None
    supported = data.get("supported") if isinstance(data, dict) else None
    if not isinstance(supported, list):
        return None
    return [v for v in supported if isinstance(v, str)]


def _mutual(versions: list[str] | None) -> list[str]:
    return [v for v in MODERN_PROTOCOL_VERSIONS if v in (versions or ())]
