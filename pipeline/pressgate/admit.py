"""The verdict on every post. The default is refuse; every reason is collected."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from pressgate import ids
from pressgate.candidate import Candidate, examine
from pressgate.model import Admission, Config, Decision, UsageError
from pressgate.parse import read_sources
from pressgate.reasons import REASONS
from pressgate.urls import url_key
from pressgate.words import Words

__all__ = ["REASONS", "admit"]

EPOCH = datetime(1980, 1, 1, tzinfo=UTC)


def admit(config: Config, now: datetime | None = None) -> Admission:
    """Reads every post of the corpus and judges it at `now` (aware; None: the present).

    Raises UsageError where the posts' folder is missing, NothingToExamine where it holds no post.
    """
    time = now or datetime.now(UTC)
    words = Words(config.posts.fields, config.publish.status)
    candidates = [examine(source, config, words, time) for source in read_sources(config)]
    for candidate in candidates:
        _settle_explicit(candidate)
    _refuse_doubles(candidates)
    _name(candidates)
    _take_down(candidates, config.publish.takedown)
    return Admission(
        decisions=tuple(_decide(candidate) for candidate in candidates),
        clock=_clock(candidates, time),
        fixed=now is not None,
    )


def _settle_explicit(candidate: Candidate) -> None:
    """What silence means where the header alone speaks: no status and no URL refuse."""
    if candidate.header is None:
        return
    if candidate.header.dialect == "none":
        candidate.refuse("no-header", "begin the file with a header: `---`, status and URL, `---`", 1)
        return
    if not candidate.public and not candidate.reasons:
        candidate.refuse(
            "status-missing", "write `draft: false` or `published: true` into the header once it is public"
        )
    if candidate.relative_url and not candidate.url:
        field = candidate.relative_url
        message = f"write the full URL (https://…) in `{field.name}`"
        candidate.refuse("url-not-absolute", message, field.line)
    elif not candidate.url and not any(r.code in {"permalink-false", "url-unreadable"} for r in candidate.reasons):
        candidate.refuse("url-missing", "write the post's https URL into the header, as `url: https://…`")


def _refuse_doubles(candidates: Iterable[Candidate]) -> None:
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


def _name(candidates: Iterable[Candidate]) -> None:
    """Makes the derived ids of the posts that go out unique."""
    going = [c for c in candidates if not c.reasons and c.id and c.url]
    derived = {c.source.path: (c.id or "", c.url or "") for c in going if not c.explicit_id}
    names = ids.lengthen(derived, frozenset(c.id or "" for c in going if c.explicit_id))
    for candidate in going:
        candidate.derived_from = candidate.id
        candidate.id = names.get(candidate.source.path, candidate.id)


def _take_down(candidates: Iterable[Candidate], takedown: Iterable[str]) -> None:
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


def _decide(candidate: Candidate) -> Decision:
    return Decision(
        source=candidate.source,
        post=candidate.post(),
        reasons=tuple(dict.fromkeys(candidate.reasons)),
        notes=tuple(candidate.notes),
    )


def _clock(candidates: Iterable[Candidate], now: datetime) -> datetime:
    """The latest moment, not after `now`, at which a verdict changed."""
    past = [moment for candidate in candidates for moment in candidate.moments if moment <= now]
    return max([*past, EPOCH]).astimezone(UTC)
