"""Lists, page by page (spec, "Pagination"): where each ends, and whether that is its end."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .model import Cursor, Kind, Page, Stopped
from .results import checked_result
from .session import Session
from .wire import INVALID_PARAMS, METHOD_NOT_FOUND, Answer, json_type

METHODS: dict[Kind, str] = {
    "tools": "tools/list",
    "resources": "resources/list",
    "resourceTemplates": "resources/templates/list",
    "prompts": "prompts/list",
}
NAME_KEYS: dict[Kind, str] = {
    "tools": "name",
    "resources": "uri",
    "resourceTemplates": "uriTemplate",
    "prompts": "name",
}

Progress = Callable[[str], None]


@dataclass(kw_only=True)
class Walk:
    """One walk of a list. `absent` where the server has no such method; `abandoned` are pages of a walk begun again."""

    kind: Kind
    stopped: Stopped | None = None
    pages: list[Page] = field(default_factory=list)
    items: list[Mapping[str, Any]] = field(default_factory=list)
    follow_ups: int = 0
    restarts: int = 0
    absent: bool = False
    abandoned: list[Page] = field(default_factory=list)
    scopes: set[str] = field(default_factory=set)
    digests: dict[str, int] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)

    @property
    def complete(self) -> bool:
        return self.stopped == "end"

    @property
    def names(self) -> list[str]:
        return [name for page in self.pages for name in page.names]

    def begin_again(self) -> None:
        """Forgets the pages, since a refused cursor makes all of them doubtful (spec, "Caching")."""
        self.abandoned, self.pages, self.items = self.pages, [], []
        self.follow_ups, self.restarts = 0, self.restarts + 1
        self.scopes, self.digests, self.seen = set(), {}, set()


async def walk(
    session: Session, kind: Kind, *, again: bool = False, optional: bool = False, progress: Progress | None = None
) -> Walk:
    """Walks a list to where it ends or must be left.

    `again` is for the second walk, of which only the end is of interest. With `optional` a server that doesn't know
    the method has no such list.
    """
    state = Walk(kind=kind)
    cursor: str | None = None
    while state.stopped is None:
        if len(state.pages) >= session.options.max_pages:
            state.stopped = "page-limit"
            _note(session, state, again, "page-limit", f"{len(state.pages)} pages")
            break
        if progress:
            progress(f"{METHODS[kind]} page {len(state.pages) + 1}")
        state.follow_ups += cursor is not None
        answer = await session.request(METHODS[kind], {} if cursor is None else {"cursor": cursor})
        if answer.outcome == "result":
            cursor = _read_page(session, state, answer.result, again)
        elif _expired(state, answer, cursor):
            _note(session, state, again, "cursor-expired", "begun again from the front")
            state.begin_again()
            cursor = None
        elif optional and cursor is None and _unknown_method(answer):
            state.absent, state.stopped = True, "end"
        else:
            _leave(session, state, answer, again)
    return state


def _where(state: Walk) -> str:
    return f"{METHODS[state.kind]} page {len(state.pages) + 1}"


def _note(session: Session, state: Walk, again: bool, code: str, detail: str = "") -> None:
    if not again:
        session.notebook.add(code, _where(state), detail)


def _expired(state: Walk, answer: Answer, cursor: str | None) -> bool:
    """Whether a cursor of the server's own was refused for the first time, or went with its session."""
    if cursor is None or state.restarts:
        return False
    refused = answer.outcome == "error" and answer.error is not None and answer.error.code == INVALID_PARAMS
    return refused or answer.reason == "session-lost"


def _unknown_method(answer: Answer) -> bool:
    return answer.outcome == "error" and answer.error is not None and answer.error.code == METHOD_NOT_FOUND


def _leave(session: Session, state: Walk, answer: Answer, again: bool) -> None:
    if answer.outcome == "no-answer":
        state.stopped = "time-limit"
        _note(session, state, again, "time-limit")
        return
    state.stopped = "error"
    if answer.outcome == "error" and answer.error:
        _note(session, state, again, "list-error", f"error {answer.error.code}")


def _read_page(session: Session, state: Walk, result: Any, again: bool) -> str | None:
    """Takes in one page; the cursor to follow, None where `stopped` is set."""
    key = state.kind
    checked = checked_result(session, METHODS[key], result, _where(state), field=key, quiet=again)
    if checked is None:
        state.stopped = "error"
        return None
    raw = result[key]
    items = [item for item in raw if isinstance(item, Mapping) and isinstance(item.get(NAME_KEYS[key]), str)]
    cursor, following = _cursor(session, state, result, again)
    if not again:
        _compare_page(session, state, raw, result)
    state.items += items
    state.pages.append(Page(items=len(raw), names=tuple(item[NAME_KEYS[key]] for item in items), cursor=cursor))
    return following


def _cursor(session: Session, state: Walk, result: Mapping[str, Any], again: bool) -> tuple[Cursor, str | None]:
    """The rules of `nextCursor`: absent ends, a string goes on whatever it holds, anything else is no cursor."""
    if "nextCursor" not in result:
        state.stopped = "end"
        return Cursor(present=False), None
    value = result["nextCursor"]
    if value is None:
        # Up to 2025-11-25 clients take null for absent; 2026-07-28's schema has a string or nothing.
        state.stopped = "invalid-cursor" if session.era == "modern" else "end"
        _note(session, state, again, "null-cursor")
    elif not isinstance(value, str):
        state.stopped = "invalid-cursor"
        _note(session, state, again, "invalid-cursor", f"a JSON {json_type(value)}")
    elif value in state.seen:
        state.stopped = "repeated-cursor"
        _note(session, state, again, "repeated-cursor")
    else:
        state.seen.add(value)
        followed = len(state.pages) + 1 < session.options.max_pages
        return Cursor(present=True, type="string", length=len(value), followed=followed), value
    length = len(value) if isinstance(value, str) else None
    return Cursor(present=True, type=json_type(value), length=length), None


def _compare_page(session: Session, state: Walk, raw: list[Any], result: Mapping[str, Any]) -> None:
    """Looks for a page that came before, and for a cache scope that changes."""
    scope = result.get("cacheScope")
    if isinstance(scope, str):
        state.scopes.add(scope)
        if len(state.scopes) > 1:
            _note(session, state, False, "cache-scope-differs")
    if not raw:
        return
    digest = hashlib.sha256(json.dumps(raw, sort_keys=True).encode()).hexdigest()
    before = state.digests.setdefault(digest, len(state.pages) + 1)
    if before != len(state.pages) + 1:
        _note(session, state, False, "repeated-page", f"the same as page {before}")
