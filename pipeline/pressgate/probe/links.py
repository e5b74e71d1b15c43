"""The four stages of a link, kept apart: link → read requested → body received → delivered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .bodies import Body, needs_text, read_content, reads_like_error, same_uri
from .calls import Link
from .delivery import Evidence, delivery
from .fetch import allowed, fetch
from .model import LinkReport, LinkVerdict, RpcError, Stage
from .paging import Progress
from .results import checked_result
from .session import Session
from .wire import INVALID_PARAMS, RESOURCE_NOT_FOUND, Answer

_METHOD = "resources/read"


@dataclass(frozen=True, kw_only=True)
class Read:
    """What became of asking for a URI. `codes` are findings yet to be noted; `denied` where the server said no."""

    bodies: tuple[Body, ...] = ()
    codes: tuple[tuple[str, str], ...] = ()
    denied: bool = False
    settled: bool = True
    error: RpcError | None = None
    read_id: int | None = None
    content_type: str | None = None


async def follow_links(
    session: Session, links: Sequence[Link], evidence: Evidence, progress: Progress | None = None
) -> tuple[LinkReport, ...]:
    """Follows each link; a URI that several links share is read once."""
    limit = session.options.max_links
    if len(links) > limit:
        session.notebook.add("link-limit", _METHOD, f"{len(links)} links, {limit} are followed")
    reads: dict[str, Read] = {}
    for number, link in enumerate(links[:limit], 1):
        if link.uri in reads:
            continue
        if progress:
            progress(f"link {number} of {len(links)}")
        reads[link.uri] = await _read(session, link)
    return tuple(_report(session, link, reads[link.uri], reads, evidence) for link in links[:limit])


async def _read(session: Session, link: Link) -> Read:
    """Asks the server that gave the link, with the URI untouched; the web only where that fails and it is allowed."""
    answer = await session.request(_METHOD, {"uri": link.uri})
    read = _read_answer(session, link, answer)
    scheme = link.uri.partition(":")[0].lower()
    if not read.denied or scheme not in ("http", "https", "file"):
        return read
    if scheme == "file":
        return _unsettled(read, "file-link")
    if not allowed(link.uri, session.options.allow_origins):
        return _unsettled(read, "foreign-link")
    fetched = await fetch(link.uri, session.options.allow_origins, session.budget)
    if fetched.body is None:
        return _unsettled(read, fetched.code, fetched.detail)
    return Read(bodies=(fetched.body,), read_id=read.read_id, content_type=fetched.body.mime or None)


def _unsettled(read: Read, code: str, detail: str = "") -> Read:
    return Read(codes=((code, detail),), settled=False, error=read.error, read_id=read.read_id)


def _read_answer(session: Session, link: Link, answer: Answer) -> Read:
    read_id = answer.request_id or None
    if answer.outcome == "error" and answer.error:
        missing = answer.error.code in (INVALID_PARAMS, RESOURCE_NOT_FOUND)
        denied = ("link-missing" if missing else "link-error", f"error {answer.error.code}")
        return Read(codes=(denied,), denied=True, error=answer.error, read_id=read_id)
    if answer.outcome != "result":
        reason = "no answer in time" if answer.outcome == "no-answer" else answer.reason or ""
        return Read(codes=(("link-unread", reason),), settled=False, error=answer.error, read_id=read_id)
    result = checked_result(session, _METHOD, answer.result, f"{_METHOD} for {link.place}", field="contents")
    if result is None:
        asked = isinstance(answer.result, Mapping) and answer.result.get("resultType", "complete") != "complete"
        return Read(read_id=read_id, settled=not asked, content_type=answer.content_type)
    bodies = tuple(read_content(entry) for entry in result["contents"])
    codes = _look(bodies, link)
    return Read(bodies=bodies, codes=codes, read_id=read_id, content_type=answer.content_type)


def _look(bodies: Sequence[Body], link: Link) -> tuple[tuple[str, str], ...]:
    """What there is to say of contents that came."""
    if not bodies:
        return (("empty-contents", ""),)
    found: list[tuple[str, str]] = [
        (body.fault, "") for body in bodies if body.fault and body.fault != "malformed-result"
    ]
    received = [body for body in bodies if body.received]
    if not received:
        found += [("empty-text", "")] if any(not body.fault for body in bodies) else []
    elif len(received) < len(bodies):
        found.append(("partly-empty", f"{len(bodies) - len(received)} of {len(bodies)}"))
    if received and all(body.form == "blob" for body in received) and any(needs_text(body) for body in received):
        found.append(("blob-only", f"{sum(body.size for body in received)} bytes"))
    uris = [body.uri for body in bodies if body.uri is not None]
    if uris and not any(same_uri(uri, link.uri) for uri in uris):
        found.append(("other-uri", ""))
    if _error_like(received):
        found.append(("error-as-body", f"{sum(len(body.text or '') for body in received)} characters"))
    elif received and link.size is not None and _short(received, link.size):
        found.append(("shorter-than-declared", f"{sum(body.size for body in received)} of {link.size} bytes"))
    return tuple(dict(found).items())


def _error_like(received: Sequence[Body]) -> bool:
    return bool(received) and all(body.text is not None and reads_like_error(body.text) for body in received)


def _short(received: Sequence[Body], declared: int) -> bool:
    """Whether bytes are missing, line ends apart: text may come with LF where the file has CRLF."""
    line_ends = sum(body.text.count("\n") for body in received if body.text)
    return sum(body.size for body in received) + line_ends < declared


def _report(session: Session, link: Link, read: Read, reads: Mapping[str, Read], evidence: Evidence) -> LinkReport:
    verdict, stage = _verdict(read)
    for code, detail in read.codes:
        session.notebook.add(code, link.place, detail)
    texts = tuple(body.text for body in read.bodies if body.text is not None and body.received)
    others = [body.text for uri, other in reads.items() if uri != link.uri for body in other.bodies if body.text]
    delivered = delivery(evidence, texts, others)
    if delivered == "delivered":
        stage = "delivered"
    elif delivered is not None:
        session.notebook.add("not-delivered" if delivered == "not delivered" else "unverifiable", link.place)
    return LinkReport(
        tool=link.tool,
        uri=link.uri,
        stage=stage,
        verdict=verdict,
        contents=len(read.bodies),
        text=sum(body.form == "text" for body in read.bodies),
        blob=sum(body.form == "blob" for body in read.bodies),
        chars=sum(len(text) for text in texts),
        size=sum(body.size for body in read.bodies),
        delivered=delivered,
        error=read.error,
        listed=link.listed,
        result_id=link.result_id,
        read_id=read.read_id,
        content_type=read.content_type,
        texts=texts,
    )


def _verdict(read: Read) -> tuple[LinkVerdict, Stage]:
    """How far a link led. An error-like body proves nothing, so it counts as asked for and not as received."""
    asked: Stage = "read requested" if read.read_id is not None else "link"
    codes = {code for code, _ in read.codes}
    received = [body for body in read.bodies if body.received]
    if not read.settled or "error-as-body" in codes:
        return "cannot be verified", asked
    if not received:
        return "link only", asked
    partly = len(received) < len(read.bodies) or "shorter-than-declared" in codes
    return ("partly read" if partly else "body received"), "body received"
