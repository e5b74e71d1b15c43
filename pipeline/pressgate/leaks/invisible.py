"""Text that people don't see and programs read: it can hide identifiers, or carry instructions to an agent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from pressgate.leaks.subject import Hit, Rule, Subject
from pressgate.walk.layers import LAYERS

_ZERO = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200c\u200d\u200e\u200f\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
)
_HIDDEN = re.compile(f"[{_ZERO}]+")
_TAGS = re.compile("(?:\U0001f3f4[\U000e0020-\U000e007e]{2,8}\U000e007f)|([\U000e0000-\U000e007f]+)")
_SELECTORS = re.compile(
    "([\u3400-\u9fff\U00020000-\U0003ffff][\U000e0100-\U000e01ef])|([\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}|"
    "[\U000e0100-\U000e01ef])"
)
_OVERRIDE = re.compile("[\u202d\u202e]")
_EMBED = re.compile("[\u202a-\u202c\u2066-\u2069]")
_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]")
_JOINED = re.compile(
    "[\u0600-\u0dff\u1000-\u109f\U0001f000-\U0001faff\u2190-\u2bff\ufe0f]\u200d|"
    "[\u0600-\u0fff\u1780-\u17ff][\u200b\u200c]|(?<=[\u0590-\u08ff])[\u200e\u200f]"
)
_SOME = re.compile(f"[{_ZERO}\u202a-\u202e\u2066-\u2069\U000e0000-\U000e01ef]|[\ufe00-\ufe0f]{{2}}")
MOST_STRAY = 7


def invisible(subject: Subject) -> Iterator[Hit]:
    """Zero-width and format characters: any in what Pressgate makes; elsewhere runs of two, or more than a few."""
    text = subject.text
    if text.isascii() or subject.view.noise or _decoded(subject) or not _SOME.search(text):
        return
    yield from _tags(text)
    plain = _JOINED.sub(lambda m: " " * len(m.group()), text.removeprefix("\ufeff"))
    shift = len(text) - len(plain)
    runs = [m for m in _HIDDEN.finditer(plain) if set(m.group()) != {"\u00ad"}]
    soft = plain.count("\u00ad")
    dense = subject.zone == "strict" or subject.view.chain == ("(name)",)
    few = sum(len(m.group()) for m in runs) <= MOST_STRAY and soft <= 40
    for match in runs:
        if dense or not few or len(match.group()) >= 3:
            yield Hit(start=match.start() + shift, end=match.end() + shift)


def _decoded(subject: Subject) -> bool:
    """Whether the characters are written as escapes, so that a reader of the file does see them."""
    return any(step in LAYERS and step != "entity" for step in subject.view.chain)


def _tags(text: str) -> Iterator[Hit]:
    for pattern, group in ((_TAGS, 1), (_SELECTORS, 2)):
        for match in pattern.finditer(text):
            if match[group]:
                yield Hit(start=match.start(group), end=match.end(group))


def directions(subject: Subject) -> Iterator[Hit]:
    """Direction overrides, and embeddings or isolates in text that has no right-to-left letters."""
    text = subject.text
    if text.isascii() or subject.view.noise or _decoded(subject):
        return
    for match in _OVERRIDE.finditer(text):
        yield Hit(start=match.start(), end=match.end())
    if not _RTL.search(text):
        for match in _EMBED.finditer(text):
            yield Hit(start=match.start(), end=match.end())


def _tagged(random: Random) -> str:
    return "x" + "".join(chr(0xE0000 + random.randrange(0x61, 0x7B)) for _ in range(12))


INVISIBLE_RULES = (
    Rule(code="invisible-text", name="invisible-text", meaning="characters that nobody sees", find=invisible,
         canary=_tagged, reviewable=True),
    Rule(code="direction-override", name="direction-override", meaning="characters that turn the direction of text",
         find=directions, canary=lambda r: f"a\u202e{r.randrange(10**6)}\u202c", reviewable=True),
)  # fmt: skip
