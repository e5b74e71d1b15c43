"""Search tokens of a text. The same code runs when the index is made and when it is asked, so both always agree."""

from __future__ import annotations

import re
import unicodedata

VERSION = 1
"""Raise it whenever `tokens` answers differently: an index made by another version is refused, never misread."""

# Scripts that don't set spaces between words, and Hangul, whose words carry their particles, are cut into bigrams:
# Thai and Lao, Myanmar, Khmer, Hangul, kana, Han.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u3005\u3006\u3031-\u3035\u3041-\u30ff\u3131-\u318e"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
# Python's \w leaves combining marks out: Latin, Cyrillic, Hebrew, Arabic, Devanagari words would fall apart.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0981-\u0983\u09bc-\u09cd\u0b80-\u0b83\u0bbe-\u0bcd"
)
_TOKEN = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}]+)|(?P<word>(?:(?![{_UNSPACED}])[^\W_]|[{_MARKS}])+)(?P<sign>\+\+|#(?!\w))?"
)
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


def stem(word: str) -> str:
    """An English word without its plural ending: Harman's S-stemmer ("How effective is suffixing?", JASIS 1991)."""
    if len(word) < 4 or not word.endswith("s") or not word.isascii():
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return word[:-3] + "y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    return word if word.endswith(("us", "ss")) else word[:-1]


def _bigrams(run: str) -> list[str]:
    return [run] if len(run) < 3 else [run[i : i + 2] for i in range(len(run) - 1)]


def _parts(word: str) -> list[str]:
    """The words inside a camelCase name, or nothing where it is one word."""
    if word.islower() or not word.isascii() or word[1:].islower():
        return []
    parts = _CAMEL.findall(word)
    return parts if len(parts) > 1 else []


def tokens(text: str) -> list[str]:
    """The tokens of `text` in reading order, repeats kept. Empty where the text holds no letter and no digit."""
    found: list[str] = []
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        run, word, sign = match.groups()
        if run:
            found += _bigrams(run)
            continue
        found.append(stem(word.casefold()))
        found += (stem(part.casefold()) for part in _parts(word))
        if sign:
            found.append(word.casefold() + sign)
    return found
