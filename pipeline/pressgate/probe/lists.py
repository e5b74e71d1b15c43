"""All four lists: walked, walked again, compared with each other and with the host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .host import host_difference, shown_names
from .model import KINDS, Kind, ListReport, Stopped
from .paging import METHODS, Progress, Walk, walk
from .session import Session
from .text import printable

_CAPABILITIES: dict[Kind, str] = {
    "tools": "tools",
    "resources": "resources",
    "resourceTemplates": "resources",
    "prompts": "prompts",
}
_COURTESY_PATIENCE = 3.0


async def look_at_lists(session: Session, progress: Progress | None = None) -> tuple[ListReport, ...]:
    """Walks every list that the server declares, or all of them where it declares none."""
    if not session.ready:
        silent = any(finding.code == "no-answer" for finding in session.notebook.findings)
        return tuple(unseen(kind, "time-limit" if silent else "error") for kind in KINDS)
    declared = [kind for kind in KINDS if _declares(session, kind)]
    asked = declared or list(KINDS)
    return tuple([await _look(session, kind, kind in asked, bool(declared), progress) for kind in KINDS])


async def look_at_undeclared(session: Session) -> None:
    """Asks once for each list that isn't declared, since what it holds is hidden from hosts. Silence is fine."""
    declared = [kind for kind in KINDS if _declares(session, kind)]
    for kind in KINDS if declared and session.ready else ():
        if kind in declared or session.connection.dead:
            continue
        answer = await session.request(METHODS[kind], patience=_COURTESY_PATIENCE)
        items = answer.result.get(kind) if isinstance(answer.result, dict) else None
        if isinstance(items, list) and items:
            session.notebook.add("undeclared-capability", METHODS[kind], f"{len(items)} items on the first page")


def unseen(kind: Kind, stopped: Stopped) -> ListReport:
    """A list that there was no way to ask for."""
    return ListReport(kind=kind, complete=False, stopped=stopped)


def _declares(session: Session, kind: Kind) -> bool:
    return session.capabilities is None or _CAPABILITIES[kind] in session.capabilities


async def _look(session: Session, kind: Kind, asked: bool, declared: bool, progress: Progress | None) -> ListReport:
    if not asked:
        return ListReport(kind=kind, complete=True, stopped="end", offered=False)
    optional = kind == "resourceTemplates" or not declared
    first = await walk(session, kind, optional=optional, progress=progress)
    if first.absent:
        return ListReport(kind=kind, complete=True, stopped="end", offered=False)
    if first.items and not declared:
        session.notebook.add("undeclared-capability", METHODS[kind])
    _note_duplicates(session, first)
    _note_abandoned(session, first)
    if first.complete:
        _compare_walks(session, first, await walk(session, kind, again=True, progress=progress))
    return _report(session, first)


def _report(session: Session, first: Walk) -> ListReport:
    kind = first.kind
    shown = shown_names(session.options.host_names, kind, first.names)
    guessed = session.options.host_names is not None and session.options.host_names.guessed
    apart = host_difference(first.pages, shown, guessed=guessed) if shown is not None else None
    if apart:
        session.notebook.add("host-differs", METHODS[kind], apart)
    return ListReport(
        kind=kind,
        complete=first.complete,
        stopped=first.stopped or "error",
        pages=tuple(first.pages),
        follow_ups=first.follow_ups,
        restarts=first.restarts,
        host=None if shown is None else len(set(shown) & set(first.names)),
        first_difference=_first_difference(first) or apart,
        items=tuple(first.items),
    )


def _first_difference(first: Walk) -> str | None:
    """Where the counts first part: pages → follow-up requests → collected names."""
    if not first.complete:
        return f"pages → follow-up requests: the list ends at page {len(first.pages)} with {first.stopped}"
    for number, page in enumerate(first.pages, 1):
        if page.items != len(page.names):
            return f"pages → collected: {page.items - len(page.names)} items of page {number} have no readable name"
    doubled = _doubled(first.names)
    if doubled:
        return f"collected: {printable(doubled[0], limit=60)} is there more than once"
    return None


def _doubled(names: Sequence[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _note_duplicates(session: Session, first: Walk) -> None:
    doubled = _doubled(first.names)
    if not doubled:
        return
    pages = [number for number, page in enumerate(first.pages, 1) if doubled[0] in page.names]
    where = f"pages {' and '.join(map(str, pages))}" if len(pages) > 1 else f"page {pages[0]}"
    text = f"{len(doubled)} names, the first on {where}: {printable(doubled[0], limit=60)}"
    session.notebook.add("duplicate-names", METHODS[first.kind], text)


def _note_abandoned(session: Session, first: Walk) -> None:
    """What the walk that had to be left had seen must be on the list that followed."""
    lost = {name for page in first.abandoned for name in page.names} - set(first.names)
    if lost and first.complete:
        where = f"{METHODS[first.kind]}, begun again"
        session.notebook.add("list-changed", where, f"{len(lost)} names seen before are gone")


def _compare_walks(session: Session, first: Walk, second: Walk) -> None:
    where = f"{METHODS[first.kind]}, second walk"
    if second.restarts:
        session.notebook.add("cursor-expired", where, "begun again from the front")
    if not second.complete:
        session.notebook.add("second-walk-incomplete", where, second.stopped or "")
        return
    if first.names == second.names:
        return
    before, after = Counter(first.names), Counter(second.names)
    gone, new = (before - after).total(), (after - before).total()
    detail = f"{gone} gone, {new} new" if gone or new else "the same names in another order"
    session.notebook.add("list-changed", where, f"{detail} ({len(first.names)}, then {len(second.names)})")
