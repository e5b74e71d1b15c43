"""Rewrites of paths as VitePress writes them (path-to-regexp 6): `packages/:name/(.*)` → `:name/(.*)`."""

from __future__ import annotations

import re
from collections.abc import Iterable

_TOKEN = re.compile(r":(\w+)(\((?:\\.|[^()\\])*\))?([*+?])?|\(((?:\\.|[^()\\])*)\)")
_REPEATED = {"*": "(?P<{0}>(?:{1})(?:/(?:{1}))*)?", "+": "(?P<{0}>(?:{1})(?:/(?:{1}))*)", "?": "(?P<{0}>{1})?"}


def rewritten(path: str, rules: Iterable[tuple[str, str]]) -> str | None:
    """The path that the first matching rule makes of `path`, itself where none matches; None where it can't be told."""
    for source, target in rules:
        try:
            match = re.fullmatch(_expression(source), path)
        except re.error:
            return None
        if match:
            return _filled(target, match)
    return path


def _expression(source: str) -> str:
    if source.startswith("^") or "{" in source:
        raise re.error("a regular expression of its own")
    out, end, unnamed = "", 0, 0
    for token in _TOKEN.finditer(source):
        before = source[end : token.start()]
        name, own, mark, bare = token.groups()
        if name is None:
            name, own = f"_{unnamed}", f"({bare})"
            unnamed += 1
        inner = own[1:-1] if own else "[^/]+?"
        optional = mark in {"*", "?"} and before.endswith("/")
        group = (_REPEATED[mark] if mark else "(?P<{0}>{1})").format(name, inner)
        if optional:
            out += re.escape(before[:-1]) + f"(?:/{group.removesuffix('?')})?"
        else:
            out += re.escape(before) + group
        end = token.end()
    return out + re.escape(source[end:])


def _filled(target: str, match: re.Match[str]) -> str | None:
    unnamed = 0
    missing = False

    def value(token: re.Match[str]) -> str:
        nonlocal unnamed, missing
        name = token[1]
        if name is None:
            name = f"_{unnamed}"
            unnamed += 1
        text = match.groupdict().get(name)
        missing = missing or (text is None and token[3] not in {"*", "?"})
        return text or ""

    filled = _TOKEN.sub(value, target)
    return None if missing else re.sub(r"/{2,}", "/", filled).strip("/")
