"""What a host shows beside what was collected: a file of names, and where the two first part."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, get_args

from .model import HostNames, Kind, Page
from .text import printable


def read_host_names(text: str) -> HostNames:
    """A plain list, one name a line, or a JSON object of lists by kind (`tools`, `resources` …).

    A plain list is of tools; other kinds are compared where at least one of their names is on it. Raises ValueError.
    """
    if not text.lstrip().startswith("{"):
        names = tuple(line.strip() for line in text.splitlines() if line.strip())
        return HostNames(names=dict.fromkeys(get_args(Kind), names), guessed=True)
    document = json.loads(text)
    kinds = get_args(Kind)
    unknown = [key for key in document if key not in kinds]
    if unknown:
        raise ValueError(f"unknown kind {printable(unknown[0], limit=40)}; the kinds are {', '.join(kinds)}")
    return HostNames(names={kind: _names(kind, value) for kind, value in document.items()})


def _names(kind: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ValueError(f"{kind} is no list of strings")
    return tuple(value)


def shown_names(host: HostNames | None, kind: Kind, collected: Sequence[str]) -> tuple[str, ...] | None:
    """The host's names of a kind, None where it says nothing of that kind."""
    if host is None or kind not in host.names:
        return None
    names = host.names[kind]
    if host.guessed and kind != "tools" and not set(names) & set(collected):
        return None
    return names


def host_difference(pages: Sequence[Page], shown: Sequence[str], *, guessed: bool) -> str | None:
    """The first name that the host and the list don't share, in words; None where they agree.

    A guessed list also holds names of other kinds, so what it has beside the collected says nothing.
    """
    visible = set(shown)
    for number, page in enumerate(pages, 1):
        missing = [name for name in page.names if name not in visible]
        if missing:
            rest = sum(name not in visible for later in pages[number - 1 :] for name in later.names)
            return f"collected → host: {printable(missing[0], limit=60)} (page {number}) is not shown, {rest} in all"
    collected = {name for page in pages for name in page.names}
    extra = [] if guessed else [name for name in shown if name not in collected]
    if extra:
        return f"collected → host: {printable(extra[0], limit=60)} is shown and not on the list, {len(extra)} in all"
    return None
