"""The memory of posts that were taken down: salted hashes of their sentences, which outlive their file.

`pressgate-takedown.json` lies beside `pressgate.toml` and is committed:
`{"version": 1, "salt": hex, "posts": [{"id"?, "url"?, "date", "sentences": [hex, …]}]}`. A hash is the sha256 of the
salt's bytes and of a sentence's normal form. Nobody can read a sentence out of it; who has the sentence can tell that
it is there, so the file is no place for what is secret by being short.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pressgate.leaks.sentences import sentences
from pressgate.model import UsageError

FILE = "pressgate-takedown.json"
_HEX = re.compile(r"[0-9a-f]+")


@dataclass(frozen=True, kw_only=True)
class TakenDown:
    """The salt, and the hash of every sentence of every post in the file. Without any it finds nothing."""

    salt: bytes = b""
    hashes: frozenset[str] = frozenset()

    def find(self, text: str) -> list[int]:
        """Offsets of the lines in `text` that hold a remembered sentence; 0 where it runs over several."""
        if not self.hashes or not self._holds(text):
            return []
        found, at = [], 0
        for line in text.splitlines(keepends=True):
            if self._holds(line):
                found.append(at)
            at += len(line)
        return found or [0]

    def _holds(self, text: str) -> bool:
        return any(digest(self.salt, form) in self.hashes for form in sentences(text))


def digest(salt: bytes, form: str) -> str:
    """The salted hash of a sentence in normal form."""
    return hashlib.sha256(salt + form.encode("utf-8", "surrogatepass")).hexdigest()


def load(folder: Path) -> TakenDown:
    """What the file in `folder` remembers; nothing where there is none. Raises UsageError where it is broken."""
    document = read(folder / FILE)
    if document is None:
        return TakenDown()
    hashes = (text for post in document["posts"] for text in post["sentences"])
    return TakenDown(salt=bytes.fromhex(document["salt"]), hashes=frozenset(hashes))


def read(path: Path) -> dict[str, Any] | None:
    """The whole document, checked; None where there is no file. Raises UsageError where it is broken."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: can't be read ({type(error).__name__}): restore it from git") from None
    if not _valid(document):
        raise UsageError(f"{path}: isn't what 'pressgate takedown' writes: restore it from git")
    checked: dict[str, Any] = document
    return checked


def _valid(document: Any) -> bool:
    return (
        isinstance(document, dict)
        and document.get("version") == 1
        and _is_hex(document.get("salt"), 32)
        and isinstance(document.get("posts"), list)
        and all(_valid_post(post) for post in document["posts"])
    )


def _valid_post(post: Any) -> bool:
    return (
        isinstance(post, dict)
        and isinstance(post.get("date"), str)
        and isinstance(post.get("sentences"), list)
        and all(_is_hex(text, 64) for text in post["sentences"])
    )


def _is_hex(text: Any, length: int) -> bool:
    return isinstance(text, str) and len(text) == length and bool(_HEX.fullmatch(text))


def hashes_of(salt: bytes, texts: Iterator[str]) -> list[str]:
    """The hashes of every distinctive sentence of the texts, sorted, each once."""
    return sorted({digest(salt, form) for text in texts for form in sentences(text)})
