"""One look at one server, from the connection to the report."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import anyio
from anyio.abc import TaskGroup

from .calls import make_calls
from .delivery import Evidence, strings_of
from .lines import CannotConnect, Channel, LineConnection
from .links import follow_links
from .lists import look_at_lists, look_at_undeclared
from .memory import MemoryChannel
from .model import (
    HttpTarget,
    LinkReport,
    ListReport,
    MemoryTarget,
    ProbeOptions,
    ProbeReport,
    ResultReport,
    StdioTarget,
    Target,
)
from .negotiate import negotiate
from .notebook import Budget, Notebook
from .paging import Progress
from .session import Connection, Session, TransportName
from .stdio import StdioChannel
from .streamable import HttpConnection


@asynccontextmanager
async def open_session(target: Target, options: ProbeOptions) -> AsyncIterator[Session]:
    """A session with the server, ended with everything that was started when the block is left.

    Check `session.ready`: there may be none to talk to, and `session.notebook` then says why.
    """
    notebook, budget = Notebook(), Budget(options)
    try:
        async with anyio.create_task_group() as tasks:
            transport, connection = _connect(target, options, notebook, budget, tasks)
            session = Session(transport, connection, notebook, budget, options)
            try:
                await _begin(session)
                yield session
            finally:
                await connection.close()
                tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        # What the block raised, without the wrapping of the task group, which is none of the caller's business.
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise


def _connect(
    target: Target, options: ProbeOptions, notebook: Notebook, budget: Budget, tasks: TaskGroup
) -> tuple[TransportName, Connection]:
    if isinstance(target, HttpTarget):
        return "http", HttpConnection(target.url, notebook, budget, options, tasks)
    name: TransportName = "stdio" if isinstance(target, StdioTarget) else "memory"
    channel: Channel
    if isinstance(target, StdioTarget):
        channel = StdioChannel(target.command, tasks, options.max_message_bytes)
    else:
        channel = MemoryChannel(target.server, tasks, options.max_message_bytes)
    return name, LineConnection(channel, notebook, budget)


async def _begin(session: Session) -> None:
    try:
        await session.connection.open()
    except CannotConnect as error:
        session.notebook.add("cannot-connect", "start", str(error))
        session.connection.dead = "cannot-connect"
        return
    await negotiate(session)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What `look` brought home from one session."""

    lists: tuple[ListReport, ...]
    results: tuple[ResultReport, ...]
    links: tuple[LinkReport, ...]


async def look(session: Session, progress: Progress | None = None) -> Seen:
    """Walks the lists, makes the calls that the session's options name, follows the links of their results."""
    lists = await look_at_lists(session, progress)
    results, links = await make_calls(session, lists[0].items, progress)
    evidence = _evidence(session.options, lists, results)
    known = set(lists[1].names)
    links = tuple(replace(link, listed=link.uri in known) for link in links)
    reports = await follow_links(session, links, evidence, progress)
    if evidence.asked and not links:
        session.notebook.add("unverifiable", "links", "no result has a link")
    await look_at_undeclared(session)
    return Seen(lists=lists, results=results, links=reports)


def report_of(session: Session, seen: Seen) -> ProbeReport:
    """The report on a session that is over: closing it may have brought findings too."""
    return ProbeReport(
        transport=session.transport,
        revision=session.revision if session.ready else None,
        era=session.era if session.ready else None,
        server=session.server,
        lists=seen.lists,
        results=seen.results,
        links=seen.links,
        findings=session.notebook.findings,
        notes=session.notebook.notes,
        broken=any(finding.code == "cannot-connect" for finding in session.notebook.findings),
        stderr=session.connection.stderr,
    )


async def arun(target: Target, options: ProbeOptions | None = None, progress: Progress | None = None) -> ProbeReport:
    """Looks at a server: lists, tool calls, links. Never raises for what the server does."""
    begun = time.monotonic()
    async with open_session(target, options or ProbeOptions()) as session:
        seen = await look(session, progress)
    return replace(report_of(session, seen), seconds=time.monotonic() - begun)


def run(target: Target, options: ProbeOptions | None = None, progress: Progress | None = None) -> ProbeReport:
    """`arun`, for callers without an event loop."""
    return anyio.run(arun, target, options, progress)


def _evidence(options: ProbeOptions, lists: Sequence[ListReport], results: Sequence[ResultReport]) -> Evidence:
    """What a host has of this server without following a link."""
    if options.canary is None:
        return Evidence()
    elsewhere = [strings_of([dict(item) for item in entry.items]) for entry in lists]
    elsewhere += [strings_of(dict(result.raw)) for result in results if result.raw is not None]
    return Evidence(canary=options.canary, transcript=options.transcript, elsewhere="\n".join(elsewhere))


__all__ = ["HttpTarget", "MemoryTarget", "Seen", "StdioTarget", "arun", "look", "open_session", "report_of", "run"]
