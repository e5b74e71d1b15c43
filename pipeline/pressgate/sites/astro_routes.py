"""Which content collections an Astro page with a parameter makes a page of each entry of, by its text."""

from __future__ import annotations

import re
from collections.abc import Iterator

_READ = re.compile(r"getCollection(?:<[^<>]*>)?\(\s*[\"'`]([\w-]+)[\"'`]")
_NAMED = re.compile(
    r"(?:const|let|var)\s+(\w+)\b[^=;]*=(?!=|>)([^;]*?)(?=;|\n\s*\n|\n\s*(?:const|let|var|return|for)\b)"
)
_ENTRY = re.compile(r"\b(\w+)\.(?:id|slug|data\.(?:slug|permalink))\b")
_OTHERS = re.compile(r"tag|categor|author|series|topic|year|month|page", re.IGNORECASE)


def routed(script: str, parameter: str) -> Iterator[str]:
    """The collections whose entries' ids or slugs fill the page's parameter; none where that isn't plain.

    A page that lists entries under a tag reads the collection too, but its parameter is the tag.
    """
    names = dict.fromkeys(match[1] for match in _READ.finditer(script))
    entries = dict.fromkeys(_entries(script, parameter))
    if not entries or (any(_OTHERS.search(entry) for entry in entries) and not set(names) & set(entries)):
        return
    found = {name for entry in entries for name in _sources(script, entry)} if len(names) > 1 else set(names)
    yield from (name for name in names if name in found)


def _entries(script: str, parameter: str) -> Iterator[str]:
    """The variables of whose ids or slugs the parameter's value is made."""
    for match in re.finditer(r"\bparams\s*:\s*\{([^{}]*)\}", script):
        given = re.search(rf"\b{parameter}\s*:(.*)|\b{parameter}\b", match[1], re.DOTALL)
        value = given[1] if given and given[1] else ""
        if given and not value:
            value = next((text for name, text in _NAMED.findall(script) if name == parameter), "")
        yield from _ENTRY.findall(value)


def _sources(script: str, entry: str) -> Iterator[str]:
    """The collections over which a loop with the variable runs."""
    named = dict(_NAMED.findall(script))
    for match in re.finditer(rf"([^;{{}}]*?)\.(?:map|flatMap)\(\s*(?:async\s*)?\(?\s*{entry}\b", script):
        text = match[1]
        for _ in range(4):
            if names := _READ.findall(text):
                yield from names[-1:]
                break
            words = [word for word in re.findall(r"\w+", text) if word in named]
            if not words:
                break
            text = named[words[0]]
