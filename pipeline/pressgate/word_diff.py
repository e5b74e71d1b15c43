"""A word-level diff of two texts, in time that stays near linear: lines first, words only within changed lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

# Chinese and Japanese are written without spaces: there, each character is a word.
_WORDS = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|\s+|[^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+|[^\w\s]"
)
_MOST_LINES = 4_000_000  # pairs of lines, or of words, beyond which a stretch is shown as wholly replaced
_CONTEXT = 60  # characters of unchanged text kept at each side of a change

Run = tuple[str, str]


def word_diff(before: str, after: str) -> tuple[Run, ...]:
    """Runs of ("=", same), ("-", gone), ("+", new) and ("…", left out, unchanged); empty where nothing changed."""
    runs: list[Run] = []
    for tag, old, new in _opcodes(before.splitlines(keepends=True), after.splitlines(keepends=True)):
        if tag == "=":
            runs.append(("=", old))
            continue
        runs += _opcodes_as_runs(_WORDS.findall(old), _WORDS.findall(new))
    merged = list(_merge(runs))
    return tuple(_shorten(merged)) if any(op != "=" for op, _ in merged) else ()


def _opcodes(old: list[str], new: list[str]) -> Iterator[tuple[str, str, str]]:
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    yield "=", "".join(old[:start]), ""
    left, right = old[start : len(old) - end], new[start : len(new) - end]
    if len(left) * len(right) > _MOST_LINES:
        yield "~", "".join(left), "".join(right)
    else:
        for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
            yield ("=" if tag == "equal" else "~"), "".join(left[a:b]), "".join(right[c:d])
    yield "=", "".join(old[len(old) - end :]), ""


def _opcodes_as_runs(old: list[str], new: list[str]) -> Iterator[Run]:
    for tag, left, right in _opcodes(old, new):
        if tag == "=":
            yield "=", left
        else:
            yield "-", left
            yield "+", right


def _merge(runs: list[Run]) -> Iterator[Run]:
    """Joins neighbours of one kind and drops empty ones."""
    held: list[Run] = []
    for op, text in runs:
        if not text:
            continue
        if held and held[-1][0] == op:
            held[-1] = (op, held[-1][1] + text)
        else:
            held.append((op, text))
    yield from held


def _shorten(runs: list[Run]) -> Iterator[Run]:
    for number, (op, text) in enumerate(runs):
        first, last = number == 0, number == len(runs) - 1
        if op != "=" or len(text) <= 2 * _CONTEXT + 40:
            yield op, text
            continue
        if not first:
            yield "=", _beginning(text)
        yield "…", ""
        if not last:
            yield "=", _beginning(text[::-1])[::-1]


def _beginning(text: str) -> str:
    """About _CONTEXT characters, to the end of the word where it isn't far."""
    end = next((at for at in range(_CONTEXT, _CONTEXT + 20) if text[at].isspace()), _CONTEXT)
    return text[:end]
