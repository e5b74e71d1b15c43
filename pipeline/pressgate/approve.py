"""The approval: a person's word for exact bytes, kept in `.pressgate/approval.json` until any of them changes."""

from __future__ import annotations

import getpass
import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pressgate.model import Approval, Refusal, StepError
from pressgate.private import read_plain

DIGITS = 12  # of the wheel's sha256 that a person types: enough to be of these bytes, few enough to be typed


def who() -> str:
    """The user's login name."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"


def save(path: Path, approval: Approval) -> None:
    """Writes the approval, whole or not at all. Raises StepError where it can't be written."""
    document = {
        "version": 1,
        "at": approval.at.isoformat(),
        "by": approval.by,
        "how": approval.how,
        "artefacts": dict(approval.artefacts),
        "commit": approval.commit,
        "index": approval.index_url,
        "ledger": approval.ledger_head,
        "removals": approval.removals,
    }
    temporary = path.with_name(path.name + ".new")
    try:
        temporary.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8", newline="\n")
        temporary.replace(path)
    except OSError as error:
        raise StepError(f"{path}: can't be written: {error.strerror}") from None


def load(path: Path) -> Approval | None:
    """The approval, or None where there is none. Raises Refusal where it is a link or can't be read."""
    data = read_plain(path)
    if data is None:
        return None
    try:
        document: dict[str, Any] = json.loads(data)
        if document["version"] != 1 or document["how"] != "terminal":
            raise ValueError
        return Approval(
            at=_moment(document["at"]),
            by=str(document["by"]),
            how="terminal",
            artefacts={str(name): str(digest) for name, digest in document["artefacts"].items()},
            commit=str(document["commit"]),
            index_url=str(document["index"]),
            ledger_head=str(document["ledger"]),
            removals=_number(document["removals"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refusal(f"{path}: is no approval that can be read; run 'pressgate approve' again") from None


def check(
    approval: Approval | None,
    *,
    artefacts: Mapping[str, str],
    commit: str,
    index_url: str,
    ledger_head: str,
    now: datetime,
    max_age: int,
) -> Approval:
    """The approval, if it is one of exactly this. Raises Refusal that says what it isn't of."""
    if approval is None:
        raise Refusal("nobody has approved these bytes: run 'pressgate approve' on a terminal, after reading the sheet")
    differences = [
        what
        for what, differs in (
            ("other bytes (the sha256 differs)", dict(approval.artefacts) != dict(artefacts)),
            ("another commit", approval.commit != commit),
            (f"another index ({approval.index_url})", approval.index_url != index_url),
            ("an older or another ledger", approval.ledger_head != ledger_head),
        )
        if differs
    ]
    if differences:
        raise Refusal(f"the approval is of {' and '.join(differences)}: run 'pressgate approve' again")
    if not 0 <= (now - approval.at).total_seconds() <= max_age:
        raise Refusal("the approval is older than [publish] max-age, or from the future: run 'pressgate approve' again")
    return approval


def matches(typed: str, digest: str, *, whole: bool) -> bool:
    """Whether what a person gave is the digest's beginning of DIGITS characters, or with `whole` all of it."""
    wanted = digest if whole else digest[:DIGITS]
    return hmac.compare_digest(typed.strip().lower().encode(), wanted.encode())


def now() -> datetime:
    """The time, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError
    return moment


def _number(value: object) -> int | None:
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise ValueError
    return value
