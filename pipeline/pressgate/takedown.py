"""Taking a post down for good: its name goes into the configuration, its sentences into a memory of salted hashes."""

from __future__ import annotations

import json
import re
import secrets
import tomllib
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pressgate.leaks import taken_down
from pressgate.leaks.sentences import boilerplate
from pressgate.model import Admission, Config, Decision, ReleasedPost, StepError, UsageError
from pressgate.release_compare import is_post

_TABLE = re.compile(r"^\s*\[publish\]\s*(?:#.*)?$", re.MULTILINE)
_NEXT_TABLE = re.compile(r"^\s*\[", re.MULTILINE)
_LIST = re.compile(r"^\s*takedown\s*=\s*\[", re.MULTILINE)


def find(admission: Admission, name: str) -> tuple[Decision, ...]:
    """The posts of the corpus that `name` means: an id or a URL."""
    return tuple(d for d in admission.decisions if d.post and is_post(name, d.post.id or "", d.post.url or ""))


def remember(
    config: Config, name: str, decisions: Iterable[Decision], released: Iterable[ReleasedPost], others: Iterable[str]
) -> int:
    """Writes the hashes of every distinctive sentence of the post, as it is and as it was; gives their number.

    `others` are the bodies of the posts that stay: what stands in three of them is boilerplate and not remembered. An
    entry of the same name is completed, not doubled. Raises StepError where the file can't be written.
    """
    path = config.root / taken_down.FILE
    document = taken_down.read(path) or {"version": 1, "salt": secrets.token_hex(16), "posts": []}
    salt = bytes.fromhex(document["salt"])
    texts = [text for d in decisions for text in _texts_of(d)]
    texts += [text for post in released for text in (post.body, post.title, post.fields.get("description", ""))]
    entry = _entry(document, name)
    spared = {taken_down.digest(salt, form) for form in boilerplate(others)}
    hashes = set(taken_down.hashes_of(salt, iter(texts))) - spared
    entry["sentences"] = sorted({*entry["sentences"], *hashes})
    _write(path, json.dumps(document, indent=1) + "\n")
    return len(entry["sentences"])


def list_it(config: Config, name: str) -> None:
    """Puts `name` on `[publish] takedown` in `pressgate.toml`, leaving every other character as it is.

    Raises StepError where the file can't be written, UsageError where the list isn't written so that it can be added
    to.
    """
    path = config.root / "pressgate.toml"
    if any(is_same(name, known) for known in config.publish.takedown):
        return
    text = path.read_bytes().decode("utf-8")
    changed = _with(text, json.dumps(name, ensure_ascii=False))
    wanted = [name, *config.publish.takedown]
    if tomllib.loads(changed.removeprefix("\ufeff")).get("publish", {}).get("takedown") != wanted:
        raise UsageError(f"{path}: add {json.dumps(name, ensure_ascii=False)} to [publish] takedown by hand")
    _write(path, changed)


def is_same(one: str, other: str) -> bool:
    """Whether two entries of the list mean the same post."""
    return one == other or (("://" in one) == ("://" in other) and is_post(one, other, other))


def _with(text: str, quoted: str) -> str:
    table = _TABLE.search(text)
    end = "\r\n" if "\r\n" in text else "\n"
    if table is None:
        return f"{text.rstrip()}{end}{end}[publish]{end}takedown = [{quoted}]{end}"
    following = _NEXT_TABLE.search(text, table.end())
    stop = following.start() if following else len(text)
    listed = _LIST.search(text, table.end(), stop)
    if listed is None:
        return f"{text[: table.end()]}{end}takedown = [{quoted}]{text[table.end() :]}"
    rest = text[listed.end() :]
    return f"{text[: listed.end()]}{quoted}{'' if rest.lstrip().startswith(']') else ', '}{rest}"


def _entry(document: dict[str, Any], name: str) -> dict[str, Any]:
    key = "url" if "://" in name else "id"
    for entry in document["posts"]:
        if key in entry and is_same(entry[key], name):
            found: dict[str, Any] = entry
            return found
    new: dict[str, Any] = {key: name, "date": datetime.now(UTC).date().isoformat(), "sentences": []}
    document["posts"].append(new)
    return new


def _texts_of(decision: Decision) -> list[str]:
    post = decision.post
    return [decision.source.text, *((post.body, post.title, post.description or "") if post else ())]


def _write(path: Path, text: str) -> None:
    temporary = path.with_name(path.name + ".new")
    try:
        temporary.write_bytes(text.encode("utf-8"))
        temporary.replace(path)
    except OSError as error:
        raise StepError(f"{path}: can't be written: {error.strerror}") from None
