"""Text of random value for canaries, drawn so that nobody could take it for words."""

from __future__ import annotations

import string
from collections import Counter
from random import Random

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
_MANY = 16


def drawn(random: Random, length: int, alphabet: str = ALNUM) -> str:
    """`length` characters of `alphabet`; if they are many, each kind of them is there more than twice."""
    wanted = len({_kind(c) for c in alphabet if c.isalnum()})
    while True:
        text = "".join(random.choices(alphabet, k=length))
        kinds = Counter(_kind(c) for c in text if c.isalnum())
        varied = len(kinds) == wanted and min(kinds.values()) > 2 and len(set(text)) * 2 > min(length, len(alphabet))
        if length < _MANY or varied:
            return text


def mixed(random: Random) -> str:
    """Eight small letters, digits and capitals, in turns."""
    kinds = (string.ascii_lowercase, string.digits, string.ascii_uppercase)
    return "".join(random.choice(kind) for _ in range(8) for kind in kinds)


def _kind(char: str) -> tuple[bool, bool]:
    return char.isdigit(), char.isupper()
