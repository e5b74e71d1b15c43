"""Secrets: detect-secrets' plugins and ours, each a rule of its own, over decoded text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from pressgate.leaks.conventions import placeholder
from pressgate.leaks.plugins import PLUGINS, Plugin, found
from pressgate.leaks.subject import Hit, Rule, Subject

Accept = Callable[[str, str], bool]


def secret_rules() -> tuple[Rule, ...]:
    """A rule for each plugin."""
    return tuple(
        Rule(code="secret", meaning="a secret: token, key or password", find=_finder(p), canary=_canary(p))
        for p in PLUGINS
    )


def _finder(plugin: Plugin) -> Callable[[Subject], Iterator[Hit]]:
    def find(subject: Subject) -> Iterator[Hit]:
        done = -1
        for need in plugin.needs:
            at = subject.lower.find(need)
            while at >= 0:
                start, end = _line(subject.text, at)
                if start > done:
                    done = max(done, start)
                    yield from _hits(plugin, subject.text[start:end], start)
                at = subject.lower.find(need, max(end, at + 1))

    return find


def _hits(plugin: Plugin, line: str, start: int) -> Iterator[Hit]:
    for value in found(plugin, line):
        if not placeholder(value):
            at = max(line.find(value), 0)
            yield Hit(start=start + at, end=start + at + len(value), kind=plugin.name)


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _canary(plugin: Plugin) -> Callable[[Random], str]:
    return lambda random: ""
