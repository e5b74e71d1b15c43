"""Whether git, the ledger, the configuration and the bytes at hand all speak of one and the same release."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from pressgate import __version__, ledger, repository
from pressgate.gates import NAMES
from pressgate.leaks import taken_down
from pressgate.model import Admission, Config, LedgerEntry, Refusal


def commit_of(config: Config, admission: Admission) -> str:
    """The commit that is released: HEAD, in a clean tree that holds every source, with the version's tag on it.

    Raises Refusal else.
    """
    root = config.root
    top, head = repository.top(root), repository.head_commit(root)
    if top is None or head is None:
        raise Refusal(f"{root}: is no git repository with a commit: what goes out must be committed")
    _check_clean(config, top)
    _check_tracked(config, admission, top)
    tag = f"v{config.package.version}"
    tagged = repository.tagged(root, tag)
    if tagged is None:
        raise Refusal(f"there is no tag {tag}: tag the released commit with 'git tag {tag}'")
    if tagged != head:
        raise Refusal(f"the tag {tag} stands on {tagged[:12]}, and HEAD is {head[:12]}: release what is tagged")
    return head


def _check_clean(config: Config, top: Path) -> None:
    changed = repository.changes(top, config.output.resolve().relative_to(top.resolve()).as_posix())
    if changed is None:
        raise Refusal(f"{top}: git can't say whether the tree is clean")
    if changed:
        more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
        raise Refusal(f"the git tree isn't clean: {', '.join(changed[:3])}{more}: commit, tag and release again")
    hidden = repository.hidden(top)
    if hidden:
        raise Refusal(f"git was told not to look at {hidden[0]} (assume-unchanged or skip-worktree): undo that first")


def _check_tracked(config: Config, admission: Admission, top: Path) -> None:
    """An ignored file is no change to git, but it would go out all the same."""
    tracked = {unicodedata.normalize("NFC", name) for name in repository.tracked(top)}
    files = [config.posts.path / decision.source.path for decision in admission.admitted]
    files += [config.root / "pressgate.toml"]
    optional = (config.licenses.content_file, config.scan.baseline, config.root / taken_down.FILE)
    files += [path for path in optional if path and path.exists()]
    for path in files:
        resolved = path.resolve()
        name = resolved.relative_to(top).as_posix() if resolved.is_relative_to(top) else ""
        if unicodedata.normalize("NFC", name) not in tracked:
            raise Refusal(f"{path}: isn't committed (is it in .gitignore?): commit it, or take it out")


def check_ledger(
    entries: ledger.Entries,
    artefacts: Mapping[str, str],
    *,
    commit: str,
    config_digest: str,
    sources: str,
    now: datetime,
    max_age: int,
) -> LedgerEntry:
    """The entry of the build, if it and every gate's last word are of exactly this, pass, and are young enough.

    Raises Refusal that names the first thing that doesn't agree.
    """
    builds = [number for number, (entry, _) in enumerate(entries) if entry.result.gate == "build"]
    if not builds:
        raise Refusal("the ledger records no build: run 'pressgate release'")
    recent = entries[builds[-1] :]
    for entry, _ in recent:
        if dict(entry.result.artefacts) != dict(artefacts):
            raise Refusal("the ledger speaks of other bytes than those in .pressgate/dist: run 'pressgate release'")
    words = ledger.last_words(recent, dict(artefacts))
    for name in ("build", *NAMES):
        if name not in words:
            raise Refusal(f"the ledger has no word of the gate '{name}' on these bytes: run 'pressgate gate'")
        _check_entry(name, words[name], commit, config_digest, sources)
    _check_times(entries, words, now, max_age)
    return words["build"]


def _check_entry(name: str, entry: LedgerEntry, commit: str, config_digest: str, sources: str) -> None:
    result = entry.result
    if result.verdict != "PASS":
        raise Refusal(f"the gate '{name}' says {result.verdict}: mend what it found, then 'pressgate release'")
    for what, then, today in (
        ("version of pressgate", entry.tool_version, __version__),
        ("commit", entry.commit, commit),
        ("configuration, licence text, list, baseline or tool", result.config_digest, config_digest),
        ("source file", entry.sources, sources),
    ):
        if then != today:
            raise Refusal(f"since '{name}' a {what} changed: run 'pressgate release' again")
    if entry.fixed:
        raise Refusal(f"'{name}' ran with --now: what was built with a fixed clock can't be published")


def _check_times(entries: ledger.Entries, words: Mapping[str, LedgerEntry], now: datetime, max_age: int) -> None:
    times = [entry.at for entry, _ in entries]
    if times != sorted(times) or times[-1] > now:
        raise Refusal("the ledger's times run backwards or lie in the future: was this machine's clock set back?")
    oldest = min(entry.at for entry in words.values())
    if (now - oldest).total_seconds() > max_age:
        raise Refusal("the gates' results are older than [publish] max-age: run 'pressgate release' again")
