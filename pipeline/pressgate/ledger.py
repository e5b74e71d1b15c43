"""`.pressgate/ledger.jsonl`: which gate said what of which bytes, each line bound to the one before.

The chain shows accidents and careless edits. It is evidence for people and no authority: whoever can write the file can
write a whole new chain, so publishing runs every gate again.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pressgate import __version__
from pressgate.model import Finding, GateResult, LedgerEntry, StepError

START = "0" * 64
Entries = tuple[tuple[LedgerEntry, str], ...]


def append(
    path: Path,
    results: tuple[GateResult, ...],
    *,
    commit: str | None,
    sources: str,
    fixed: bool = False,
    ref: str | None = None,
    repository: str | None = None,
) -> None:
    """Adds an entry for each result. Raises StepError where the ledger is broken or can't be written."""
    previous = head(read(path))
    lines = []
    for result in results:
        entry = LedgerEntry(
            previous=previous,
            at=datetime.now(UTC).replace(microsecond=0),
            result=result,
            commit=commit,
            sources=sources,
            tool_version=__version__,
            fixed=fixed,
            ref=ref,
            repository=repository,
        )
        lines.append(_to_line(entry))
        previous = _hash(lines[-1])
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write("".join(lines))
    except OSError as error:
        raise StepError(f"{path}: can't be written: {error.strerror}") from None


def read(path: Path) -> Entries:
    """Each entry with the sha256 of its line. Raises StepError with the line at which the chain is broken."""
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise StepError(f"{path}: can't be read: {error}") from None
    entries: list[tuple[LedgerEntry, str]] = []
    previous = START
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        try:
            entry = _from_line(line)
        except (ValueError, KeyError, TypeError):
            raise StepError(f"{path}:{number}: is no ledger entry; remove the ledger and run the gates again") from None
        if entry.previous != previous or not line.endswith("\n"):
            raise StepError(f"{path}:{number}: the chain is broken here; remove the ledger and run the gates again")
        previous = _hash(line)
        entries.append((entry, previous))
    return tuple(entries)


def head(entries: Entries) -> str:
    """The sha256 of the last line, which stands for the whole ledger; 64 zeros where there is none."""
    return entries[-1][1] if entries else START


def last_words(entries: Entries, artefacts: dict[str, str]) -> dict[str, LedgerEntry]:
    """The last entry of each gate (and of `build`) on exactly these artefacts (file name → sha256)."""
    return {entry.result.gate: entry for entry, _ in entries if dict(entry.result.artefacts) == artefacts}


def latest(path: Path, artefacts: dict[str, str]) -> dict[str, GateResult]:
    """The last word of each gate on exactly these artefacts (file name → sha256)."""
    return {name: entry.result for name, entry in last_words(read(path), artefacts).items()}


def recorded_build(path: Path) -> dict[str, str]:
    """File name → sha256 of what the last build wrote; empty where there was none."""
    builds = [entry.result for entry, _ in read(path) if entry.result.gate == "build"]
    return dict(builds[-1].artefacts) if builds else {}


def _hash(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()


def _to_line(entry: LedgerEntry) -> str:
    result = entry.result
    document = {
        "previous": entry.previous,
        "at": entry.at.isoformat(),
        "gate": result.gate,
        "verdict": result.verdict,
        "examined": result.examined,
        "findings": [[f.code, f.where, f.line, f.detail] for f in result.findings],
        "artefacts": dict(result.artefacts),
        "config": result.config_digest,
        "seconds": round(result.seconds, 2),
        "commit": entry.commit,
        "sources": entry.sources,
        "tool": entry.tool_version,
        "fixed": entry.fixed,
        "ref": entry.ref,
        "repository": entry.repository,
    }
    return json.dumps(document) + "\n"


def _from_line(line: str) -> LedgerEntry:
    document: dict[str, Any] = json.loads(line)
    result = GateResult(
        gate=document["gate"],
        verdict=document["verdict"],
        examined=document["examined"],
        findings=tuple(Finding(code=c, where=w, line=n, detail=d) for c, w, n, d in document["findings"]),
        artefacts=dict(document["artefacts"]),
        config_digest=document["config"],
        seconds=document["seconds"],
    )
    at = datetime.fromisoformat(document["at"])
    if at.tzinfo is None or not isinstance(document["fixed"], bool):
        raise ValueError
    return LedgerEntry(
        previous=document["previous"],
        at=at,
        result=result,
        commit=document["commit"],
        sources=document["sources"],
        tool_version=document["tool"],
        fixed=document["fixed"],
        ref=document["ref"],
        repository=document["repository"],
    )
