"""`pressgate scan --review`: a person looks at each new finding in a post once, and says why it may stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from pressgate.leaks import baseline
from pressgate.leaks.baseline import SHARED_TEXT, Baseline, Entry
from pressgate.leaks.engine import Found

Ask = Callable[[str], str]
Say = Callable[[str], None]


def review(
    found: Sequence[Found], known: Baseline, articles: Mapping[str, str], ask: Ask, say: Say
) -> tuple[Entry, ...]:
    """Asks for a reason for each group of findings that may be passed; an empty one leaves it as it is, `q` stops.

    A group is what one article shares with one refused post, or one value in an article. What is shown holds the
    values: this is for the author's own terminal.
    """
    today = datetime.now(tz=UTC).date()
    entries: list[Entry] = []
    for group in _groups(one for one in found if not known.covers(one, articles, today)):
        if not group[0].reviewable:
            say(f"{group[0].finding.code} in {group[0].finding.where}: can't be reviewed, it must go")
            continue
        for line in _told(group):
            say(line)
        reason = ask("Why may it stand? (empty: it may not, q: stop)").strip()
        if reason.lower() == "q":
            break
        if reason:
            entries.extend(known.reviewed(one, articles, reason, today) for one in group)
    return tuple(dict.fromkeys(entries))


def write(path: Path, known: Baseline, entries: tuple[Entry, ...]) -> None:
    """Adds the entries to the file. Raises StepError where it can't be written."""
    if entries:
        baseline.save(path, known, entries)


def _groups(found: Iterable[Found]) -> Iterator[list[Found]]:
    """What is decided together, in the order in which it was found first."""
    groups: dict[tuple[object, ...], list[Found]] = {}
    for one in found:
        shared = one.reviewable and one.finding.code == SHARED_TEXT
        place = one.source if shared else (one.value, "" if one.reviewable else one.finding)
        groups.setdefault((one.finding.code, one.post, place), []).append(one)
    yield from groups.values()


def _told(group: Sequence[Found]) -> Iterator[str]:
    first = group[0].finding
    if first.code == SHARED_TEXT:
        yield f"\n{first.code}: post {group[0].post} shares this with {group[0].source}, which is refused"
    else:
        yield f"\n{first.code} in post {group[0].post}"
    for one in {(one.value, one.finding.where, one.finding.line): one for one in group}.values():
        line = f", line {one.finding.line}" if one.finding.line else ""
        yield f"    {' '.join(one.value.split()) or one.finding.detail} ({one.finding.where}{line})"
