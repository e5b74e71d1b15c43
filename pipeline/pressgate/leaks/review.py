"""`pressgate scan --review`: a person looks at each new finding in a post once, and says why it may stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from pressgate.leaks import baseline
from pressgate.leaks.baseline import SHARED_TEXT, Baseline, Entry
from pressgate.leaks.engine import Found

Ask = Callable[[str], str]
Say = Callable[[str], None]


def review(found: Sequence[Found], known: Baseline, articles: dict[str, str], ask: Ask, say: Say) -> tuple[Entry, ...]:
    """Asks for a reason for each finding that may be passed; an empty one leaves it as it is, `q` stops.

    What is shown holds the value: this is for the author's own terminal.
    """
    today = datetime.now(tz=UTC).date()
    entries: list[Entry] = []
    for one in found:
        seen = Baseline(salt=known.salt, entries=(*known.entries, *entries))
        if one.post is None or seen.covers(one, articles, today):
            continue
        if not (one.reviewable or one.finding.code == SHARED_TEXT):
            say(f"{one.finding.code} in {one.finding.where}: can't be reviewed, it must go")
            continue
        line = f", line {one.finding.line}" if one.finding.line else ""
        say(f"\n{one.finding.code} in post {one.post} ({one.finding.where}{line})")
        say(f"    {' '.join(one.value.split())}" if one.value else f"    {one.finding.detail}")
        reason = ask("Why may it stand? (empty: it may not, q: stop)").strip()
        if reason.lower() == "q":
            break
        if reason:
            entries.append(known.reviewed(one, articles, reason, today))
    return tuple(entries)


def write(path: Path, known: Baseline, entries: tuple[Entry, ...]) -> None:
    """Adds the entries to the file. Raises StepError where it can't be written."""
    if entries:
        baseline.save(path, known, entries)
