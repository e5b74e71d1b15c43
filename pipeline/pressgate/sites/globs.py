"""Path patterns as generators write them: shell globs with `**` and braces, and gitignore lines (git 2.40)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import PurePosixPath


def glob_matches(pattern: str, path: str) -> bool:
    """Whether a shell glob (`**`, `*`, `?`, `[…]`, `{a,b}`, `!(…)` left out) matches the whole path."""
    return any(expression.fullmatch(path) for expression in _expressions(pattern))


@lru_cache(maxsize=1024)
def _expressions(pattern: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_expression(part)) for part in _alternatives(pattern))


def _alternatives(pattern: str) -> list[str]:
    match = re.search(r"\{([^{}]*)\}", pattern)
    if match is None:
        return [pattern]
    parts = (pattern[: match.start()] + part + pattern[match.end() :] for part in match[1].split(","))
    return [whole for part in parts for whole in _alternatives(part)]


def _expression(pattern: str) -> str:
    out = ""
    for token in re.findall(r"/\*\*/|\*\*/|/\*\*|\*\*|\*|\?|\[!?[^\]]+\]|.", pattern):
        if token[0] == "[" and len(token) > 2:
            out += "[" + token[1:].replace("!", "^", 1)
        else:
            out += _TOKENS.get(token) or re.escape(token)
    return out


_TOKENS = {"/**/": "/(?:.*/)?", "**/": "(?:.*/)?", "/**": "/.*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def gitignore_matches(lines: Iterable[str], path: PurePosixPath) -> bool:
    """Whether gitignore lines leave the path, or a folder above it, out."""
    ignored = False
    for line in lines:
        line = line.rstrip()
        if not line or line.startswith("#"):
            continue
        negated = line.startswith("!")
        pattern = line.lstrip("!")
        if _line_matches(pattern, path):
            ignored = not negated
    return ignored


def _line_matches(pattern: str, path: PurePosixPath) -> bool:
    folders_only = pattern.endswith("/")
    anchored = "/" in pattern.rstrip("/")
    pattern = pattern.strip("/")
    expression = re.compile(_expression(pattern))
    targets = list(path.parents)[:-1] if folders_only else [path, *list(path.parents)[:-1]]
    return any(expression.fullmatch(target.as_posix() if anchored else target.name) for target in targets)
