"""Which protocol a server speaks (2026-07-28, "Versioning and Compatibility", and the two transports' pages)."""

from __future__ import annotations

from functools import partial
from typing import Any

from mcp_types.version import (
    HANDSHAKE_PROTOCOL_VERSIONS,
    LATEST_HANDSHAKE_VERSION,
    LATEST_MODERN_VERSION,
    MODERN_PROTOCOL_VERSIONS,
)

from .discover import DISCOVER, HOPELESS, adopt, check_shape, discover, error_code, judge, named_versions, shared_modern
from .lines import CannotConnect
from .session import Session, client_info
from .wire import UNSUPPORTED_VERSION, Answer

REVISIONS: tuple[str, ...] = (*HANDSHAKE_PROTOCOL_VERSIONS, *MODERN_PROTOCOL_VERSIONS)

# Some servers list tools only to clients with roots, as most hosts are. The probe's own list of roots is empty.
CAPABILITIES: dict[str, Any] = {"roots": {}}


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
    first = await discover(session, LATEST_MODERN_VERSION)
    found = await judge(session, first)
    session.connection.inbox.tolerant = False
    if found != "handshake":
        return
    if first.reason in ("server-exited", "pipe-closed") and not await _reopen(session):
        return
    answer = await _initialize(session, LATEST_HANDSHAKE_VERSION, last_word=False)
    if session.ready:
        return
    late = session.connection.inbox.late.get(first.request_id)
    if late is not None and await judge(session, late) != "handshake":
        return
    shared = shared_modern(named_versions(answer))
    if error_code(answer) == UNSUPPORTED_VERSION and shared:
        again = await discover(session, shared[-1])
        if await judge(session, again) != "handshake":
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


async def _force_modern(session: Session, revision: str) -> None:
    answer = await discover(session, revision, forced=True)
    if answer.outcome == "result" and isinstance(answer.result, dict):
        versions = answer.result.get("supportedVersions")
        if isinstance(versions, list) and revision not in versions:
            session.notebook.add("revision-differs", DISCOVER, f"{revision} is not among `supportedVersions`")
        adopt(session, answer.result, revision)
    elif error_code(answer) == UNSUPPORTED_VERSION:
        session.notebook.add("no-common-revision", DISCOVER, f"{revision} is not supported")
    elif session.connection.dead is None and answer.reason not in HOPELESS:
        code = "no-answer" if answer.outcome == "no-answer" else "discover-failed"
        session.notebook.add(code, DISCOVER, _why(answer))
        session.ready = True


async def _initialize(session: Session, revision: str, *, last_word: bool = True) -> Answer:
    """The handshake. With `last_word` a failure is noted; else the caller has more to try."""
    session.speak("handshake", None)
    params = {"protocolVersion": revision, "capabilities": CAPABILITIES, "clientInfo": client_info()}
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
    check_shape(session, "initialize", result, session.revision)
    await session.notify("notifications/initialized")
    return answer


def _check_revision(session: Session, agreed: Any, asked: str) -> None:
    if agreed not in HANDSHAKE_PROTOCOL_VERSIONS:
        session.notebook.add("unknown-revision", "initialize")
    elif agreed != asked and session.options.revision is not None:
        session.notebook.add("revision-differs", "initialize", f"asked for {asked}, the server speaks {agreed}")


def _no_handshake(session: Session, answer: Answer) -> None:
    if answer.outcome == "no-answer":
        session.notebook.add("no-answer", "initialize")
    elif answer.outcome == "error":
        session.notebook.add("no-handshake", "initialize", _why(answer))


def _why(answer: Answer) -> str:
    if answer.error is None:
        return ""
    return answer.error.message if answer.error.code is None else f"error {answer.error.code}"
