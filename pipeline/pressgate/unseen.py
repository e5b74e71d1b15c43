"""Characters that nobody sees: zero-width, direction overrides, fillers, tags. In a header they forge a word."""

from __future__ import annotations

import re

_RANGES = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
UNSEEN = re.compile(f"[{_RANGES}]")
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_EMOJI = "\u2190-\u2bff\ufe0f\u2640\u2642\U0001f000-\U0001faff"
_JOINED_EMOJI = re.compile(f"(?<=[{_EMOJI}])\u200d(?=[{_EMOJI}])")
_JOINED_LETTERS = re.compile("(?<=[\u0600-\u0dff])[\u200c\u200d](?=[\u0600-\u0dff])")


def unseen_in(text: str, joiners: bool = False) -> str | None:
    """`U+XXXX` of the first unseen or control character; with `joiners`, those that emoji and scripts need may stay."""
    if text.isascii() and text.isprintable():
        return None
    if joiners:
        text = _JOINED_LETTERS.sub("", _JOINED_EMOJI.sub("", text))
    match = UNSEEN.search(text) or CONTROLS.search(text)
    return f"U+{ord(match[0]):04X}" if match else None
