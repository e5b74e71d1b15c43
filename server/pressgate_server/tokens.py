"""Search tokens of a text. The same code runs when the index is made and when it is asked, so both always agree."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

VERSION = 1
"""Raise it whenever `tokens` answers differently: an index made by another version is refused, never misread."""

MAX_TOKEN = 40
"""Characters of a token that are kept; what is longer is no word."""

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

# Korean particles, and the commonest endings of the verbs made with 하다 and 되다.
_ENDINGS = """
있습니다 했습니다
됩니다 에게서 에서는 에서의 으로는 으로의 이라는 입니다 하도록 하세요 합니다
과의 까지 되는 되어 라는 로의 보다 부터 에게 에는 에도 에서 와의 으로 이나 이란 있는 처럼 하고 하기 하는
하다 하면 하여 하지 해야
가 과 는 도 된 될 됨 로 를 만 에 와 은 을 의 이 한 할 함 해
"""
_KOREAN_ENDINGS = frozenset(_ENDINGS.split())


@lru_cache(maxsize=8192)
def stem_english(word: str) -> str:
    """A lower-case English word without its plural ending, `-ing`, `-ed` and silent `e`.

    Plurals as in Harman's S-stemmer ("How effective is suffixing?", JASIS 1991), the rest as in step 1b of Porter's
    ("An algorithm for suffix stripping", Program 1980).
    """
    if not word.isascii() or len(word) < 4:
        return word
    word = _singular(word)
    for ending in ("ing", "ed"):
        base = word[: -len(ending)]
        if word.endswith(ending) and len(base) > 2 and any(vowel in base for vowel in "aeiouy"):
            word = base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
            break
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


def _singular(word: str) -> str:
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return word[:-3] + "y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    return word[:-1] if word.endswith("s") and not word.endswith(("us", "ss")) else word


@lru_cache(maxsize=8192)
def stem_korean(word: str) -> str:
    """A run of Hangul without the particle and verb ending that it carries: "사용하기를" is "사용".

    What is left has two syllables, or one where the ending has two and more: a single last syllable is too often the
    word's own.
    """
    for _ in range(2):
        for length in (4, 3, 2, 1):
            if word[-length:] in _KOREAN_ENDINGS and len(word) - length >= (2 if length == 1 else 1):
                word = word[:-length]
                break
    return word


def is_unspaced(text: str) -> bool:
    """Whether `text` is of scripts that are cut into bigrams, and nothing else."""
    match = _TOKEN.fullmatch(text)
    return match is not None and match["unspaced"] is not None


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
            found += _bigrams(stem_korean(run) if "\uac00" <= run[-1] <= "\ud7a3" else run)
            continue
        found.append(stem_english(word.casefold())[:MAX_TOKEN])
        found += (stem_english(part.casefold())[:MAX_TOKEN] for part in _parts(word))
        if sign:
            found.append(word.casefold()[:MAX_TOKEN] + sign)
    return found
