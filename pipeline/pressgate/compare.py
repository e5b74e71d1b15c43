"""What only the whole set of posts shows: doubled ids and URLs, unique names, the takedown list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from pressgate import ids
from pressgate.candidate import Candidate
from pressgate.model import UsageError
from pressgate.urls import url_key


def refuse_doubles(candidates: Iterable[Candidate]) -> None:
    """Refuses every party to one id or one URL; posts that are refused anyway count."""
    by_id = _groups(candidates, lambda c: c.id.casefold() if c.id and c.explicit_id else None)
    for group in by_id:
        for candidate in group:
            others = _others(candidate, group)
            candidate.refuse("duplicate-id", f"give each post its own id: the same one is in {others}")
    for group in _groups(candidates, lambda c: url_key(c.url) if c.url else None):
        for candidate in group:
            candidate.refuse(
                "duplicate-url", f"give each post its own URL: {_others(candidate, group)} claims the same"
            )


def _groups(candidates: Iterable[Candidate], key: Callable[[Candidate], str | None]) -> list[list[Candidate]]:
    groups: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if (value := key(candidate)) is not None:
            groups[value].append(candidate)
    return [group for group in groups.values() if len(group) > 1]


def _others(candidate: Candidate, group: list[Candidate]) -> str:
    paths = [other.source.path for other in group if other is not candidate]
    return ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")


def name_posts(candidates: Iterable[Candidate]) -> None:
    """Makes the derived ids of the posts that go out unique."""
    going = [c for c in candidates if not c.reasons and c.id and c.url]
    derived = {c.source.path: (c.id or "", c.url or "") for c in going if not c.explicit_id}
    names = ids.lengthen(derived, frozenset(c.id or "" for c in going if c.explicit_id))
    for candidate in going:
        candidate.derived_from = candidate.id
        candidate.id = names.get(candidate.source.path, candidate.id)


def take_down(candidates: Iterable[Candidate], takedown: Iterable[str]) -> None:
    """Refuses the posts that the list names by id (as a reader looks it up), by URL or by path."""
    targets, names = set(), []
    for entry in takedown:
        if "://" not in entry:
            names.append(entry)
        elif key := url_key(entry):
            targets.add(key)
        else:
            raise UsageError(f"[publish] takedown: '{entry}' is no URL and no id")
    for candidate in candidates:
        own = [name for name in (candidate.id, candidate.derived_from) if name]
        if (candidate.url and url_key(candidate.url) in targets) or any(ids.same(a, b) for a in names for b in own):
            candidate.refuse("takedown", "the post is on [publish] takedown: it never goes out again")
