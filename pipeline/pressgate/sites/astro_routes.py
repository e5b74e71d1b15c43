"""Which content collections an Astro page with a parameter makes a page of each entry of, by its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pressgate.sites.scripts import balanced

_READ = re.compile(r"getCollection(?:<[^<>]*>)?\(\s*[\"'`]([\w-]+)[\"'`]")
_NAMED = re.compile(
    r"(?:const|let|var)\s+(\w+)\b[^=;]*=(?!=|>)([^;]*?)(?=;|\n\s*\n|\n\s*(?:const|let|var|return|for)\b)"
)
_ENTRY = re.compile(r"\b(\w+)\.(?:id|slug|data\.(?:slug|permalink))\b")
_FUNCTION = re.compile(
    r"\bfunction\s+(\w+)\s*(?:<[^<>()]*>)?\([^()]*\)[^{};]*(\{)"
    r"|\b(?:const|let)\s+(\w+)\b[^=;]*=\s*(?:async\s*)?\([^()]*\)[^={};]*=>\s*(\{|\(|(?=[\w]))"
)
_OTHERS = re.compile(r"tag|categor|author|series|topic|year|month|page", re.IGNORECASE)


_TEST = re.compile(
    r"(!?)\s*\b(?:\w+\.)?(?:id|slug|filePath)\??\.(startsWith|endsWith|includes|match|search)\(\s*[\"'`]?([^\"'`)]*)"
    r"|\.test\(\s*(?:\w+\.)?(?:id|slug|filePath)\b"
)


@dataclass(frozen=True, kw_only=True)
class Routed:
    """Entries that a page with a parameter shows: those of `collection` whose id begins with `prefix`.

    `plain`: the parameter is the id or slug itself; else code changes it, perhaps into the same.
    """

    collection: str
    prefix: str
    plain: bool


def routed(script: str, parameter: str) -> Iterator[Routed]:
    """The entries whose ids or slugs fill the page's parameter; none where that can't be told.

    A page that lists entries under a tag reads the collection too, but its parameter is the tag.
    """
    names = dict.fromkeys(match[1] for match in _READ.finditer(script))
    values = list(_values(script, parameter))
    entries = dict.fromkeys(entry for value in values for entry in _ENTRY.findall(value))
    prefix = _prefix(script)
    if (
        prefix is None
        or not entries
        or (any(_OTHERS.search(entry) for entry in entries) and not set(names) & set(entries))
    ):
        return
    found = {name for entry in entries for name in _sources(script, entry)} if len(names) > 1 else set(names)
    plain = all(re.fullmatch(r"[\w.\s?|]+,?\s*", value) for value in values)
    yield from (Routed(collection=name, prefix=prefix, plain=plain) for name in names if name in found)


def inlined(script: str, helpers: str) -> str:
    """The page's text, with the calls of functions in `helpers` that read one collection as readings of it.

    A function that chooses entries by their id is left alone: what it gives can't be told.
    """
    readings: dict[str, str] = {}
    bodies = {match[1] or match[3]: _body(helpers, match) for match in _FUNCTION.finditer(helpers)}
    for _ in range(3):
        for name, body in bodies.items():
            found = {*_READ.findall(body), *(readings[other] for other in readings if re.search(rf"\b{other}\(", body))}
            if len(found) == 1 and not _TEST.search(body):
                readings[name] = found.pop()
    for name, collection in readings.items():
        script = re.sub(rf"(?<!function )\b{name}\((?=\s*\))", f'getCollection("{collection}"', script)
    return script


def _body(script: str, match: re.Match[str]) -> str:
    bracket = match.start(2) if match[2] else match.start(4)
    return balanced(script, bracket) if match[2] or match[4] else script[bracket:].partition(";")[0]


def _prefix(script: str) -> str | None:
    """What the ids of the page's entries begin with; None where code chooses them by id in another way."""
    starts = [match.start() for match in re.finditer(r"\bparams\s*:\s*\{", script)]
    tests = [match.groups() for match in _TEST.finditer(script, 0, starts[-1] if starts else len(script))]
    if any(negated or kind != "startsWith" or not text for negated, kind, text in tests):
        return None
    found = {text for _, _, text in tests}
    return None if len(found) > 1 else "".join(found)


def _values(script: str, parameter: str) -> Iterator[str]:
    """The code that makes the parameter's value."""
    for match in re.finditer(r"\bparams\s*:\s*\{([^{}]*)\}", script):
        given = re.search(rf"\b{parameter}\s*:(.*)|\b{parameter}\b", match[1], re.DOTALL)
        value = given[1] if given and given[1] else ""
        if given and not value:
            value = next((text for name, text in _NAMED.findall(script) if name == parameter), "")
        yield value


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
