"""Findings that a person reviewed once: `pressgate-baseline.json`, committed beside `pressgate.toml`.

`{"schema": 1, "salt": hex, "entries": [{"code", "post", "fingerprint", "reason", "date", "expires"}]}`. A fingerprint
is scrypt (RFC 7914) of the value, the code and the post with the salt: who reads the file can't try values quickly.
Values that must never go out have none. Nor has the text that an article shares with a refused post: its fingerprint
is of the article's whole entry in the index and of the place, so that a change of the article asks again.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from pressgate.leaks.engine import Found
from pressgate.model import StepError

_FIELDS = {"code", "post", "fingerprint", "reason", "date", "expires"}
_VALID = timedelta(days=365)
SHARED_TEXT = "refused-text"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One reviewed finding. Dates are `YYYY-MM-DD`."""

    code: str
    post: str
    fingerprint: str
    reason: str
    date: str
    expires: str


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """The reviewed findings. `articles` maps the ids of articles to the digests of their entries in the index."""

    salt: str
    entries: tuple[Entry, ...] = ()

    def covers(self, found: Found, articles: Mapping[str, str], today: date) -> bool:
        """Whether a review, not expired, lets this finding pass."""
        key = (found.finding.code, found.post)
        near = {e.fingerprint for e in self.entries if (e.code, e.post) == key and e.expires >= today.isoformat()}
        return found.reviewable and bool(near) and self.fingerprint(found, articles) in near

    def fingerprint(self, found: Found, articles: Mapping[str, str]) -> str:
        """The salted scrypt of the value in its post, blind to runs of spaces; of shared text, of its place instead."""
        if found.finding.code == SHARED_TEXT:
            value = "\0".join((articles[str(found.post)], _place(found)))
        else:
            value = " ".join(unicodedata.normalize("NFC", found.value).split())
        return _scrypt("\0".join((found.finding.code, found.post or "", value)), self.salt)

    def reviewed(self, found: Found, articles: Mapping[str, str], reason: str, today: date) -> Entry:
        """The entry that lets `found` pass for a year."""
        return Entry(
            code=found.finding.code,
            post=str(found.post),
            fingerprint=self.fingerprint(found, articles),
            reason=reason,
            date=today.isoformat(),
            expires=(today + _VALID).isoformat(),
        )


def _place(found: Found) -> str:
    member, _, inner = found.finding.where.partition(" > ")
    return f"{member.rpartition('/')[2]} {inner} {found.start} {len(found.value)}"


@lru_cache(maxsize=4096)
def _scrypt(text: str, salt: str) -> str:
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.scrypt(data, salt=bytes.fromhex(salt), n=2**14, r=8, p=1, dklen=32).hex()


def load(path: Path | None) -> Baseline:
    """The baseline in `path`, or an empty one where there is none. Raises StepError where the file is broken."""
    if path is None or not path.exists():
        return Baseline(salt=secrets.token_hex(16))
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise StepError(f"{path}: can't be read ({type(error).__name__}): restore it from git") from None
    return Baseline(salt=_salt(document, path), entries=tuple(_entry(item, path) for item in document["entries"]))


def save(path: Path, baseline: Baseline, more: Iterable[Entry]) -> None:
    """Writes the baseline with `more` entries, sorted, whole or not at all."""
    entries = sorted({*baseline.entries, *more}, key=lambda e: (e.post, e.code, e.fingerprint))
    document = {"schema": 1, "salt": baseline.salt, "entries": [asdict(entry) for entry in entries]}
    temporary = path.with_name(path.name + ".new")
    try:
        text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
        temporary.write_text(text, encoding="utf-8", newline="\n")
        temporary.replace(path)
    except OSError as error:
        raise StepError(f"{path}: can't be written: {error.strerror}") from None


def _salt(document: Any, path: Path) -> str:
    salt = document.get("salt") if isinstance(document, dict) and document.get("schema") == 1 else None
    entries = document.get("entries") if isinstance(document, dict) else None
    if (
        not isinstance(salt, str)
        or len(salt) < 16
        or set(salt) - set("0123456789abcdef")
        or not isinstance(entries, list)
    ):
        raise StepError(f"{path}: isn't what 'pressgate scan --review' writes: restore it from git")
    return salt


def _entry(item: Any, path: Path) -> Entry:
    whole = isinstance(item, dict) and item.keys() == _FIELDS and all(isinstance(v, str) and v for v in item.values())
    try:
        if whole:
            date.fromisoformat(item["expires"])
            return Entry(**item)
    except ValueError:
        pass
    raise StepError(f"{path}: an entry lacks a field or a reason, or has a wrong date: {', '.join(sorted(_FIELDS))}")
