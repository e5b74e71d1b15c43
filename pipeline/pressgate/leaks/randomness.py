"""Does a value look as if a machine had drawn it? Told by the kinds of its characters and how they alternate."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

# The two hundred pairs of letters that are in most words of English text and code.
_PAIRS = frozenset(
    """
    in er re te on es en at st le ti de nt ed ar co se or al li ri ng et me tr an ra it ro ta io nd ec is ne ma
    lo di pe ca si ns pr as la ac ve pa fi ce ic ex el na ct ge un ch ea to il am ad ll ss he th rs ol nc ou rt
    ts im ha mp po om no ur bl em od pl oc ig ot id sp sc mi op os ut sh ef ni ap ke ab da fo mo ck ty cl ep su
    ie rm pt us gr ul if so ho cr ag ls tt ly va ia ff ai ee ir rr yp ip hi ba rc sl ow sa be do iv eg um nf bo
    qu iz dd lu gi ci ze oo tu ds bi og ub up fe ue xe gs cu rd ry ib lt ld ev tc pi ob xt rn ov rl tl vi pp ms
    ay pu nu gh ph ui au wo rk
    """.split()  # noqa: SIM905
)
_SPOKEN = str.maketrans("013457@$!", "oieastasi")
_VOWELS = frozenset("aeiouyAEIOUY")
_CONSONANTS = re.compile(r"[b-df-hj-np-tv-xz]{5,}", re.IGNORECASE)


def entropy(value: str) -> float:
    """Shannon entropy in bits a character."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values()) if value else 0.0


def random_looking(value: str) -> bool:
    """Whether `value`, or a part of at least eight letters and digits of it, reads like drawn characters.

    Words, names in camelCase or snake_case, versions, paths and dates don't.
    """
    if any(_random_part(part) for part in re.split(r"[^A-Za-z0-9]+", value) if len(part) >= 8):
        return True
    plain = re.sub(r"[^A-Za-z0-9]+", "", value)
    return _mixed(value) or (len(plain) >= 32 and entropy(value) >= 4.3 and _random_part(plain))


def perhaps_random(value: str) -> bool:
    """A looser test, for values that a name calls a secret: letters and digits that alternate or make no words."""
    return any(
        len(part) >= 8
        and any(map(str.isdigit, part))
        and any(map(str.isalpha, part))
        and entropy(part) >= 2.6
        and (len(re.findall(r"[0-9]+", part)) >= 2 or _no_words(part))
        for part in re.split(r"[^A-Za-z0-9]+", value)
    )


def wordless(value: str) -> bool:
    """Whether `value` is made of no words: what a password is unless somebody chose it to be read.

    Words with digits after them (`test1234`) or for letters (`s3cr3t`) are words. Digits alone have none, but are told
    from numbers by their length only, which is up to the caller.
    """
    inner = re.search(r"[A-Za-z][0-9]+[A-Za-z]", value)
    few = 0.7 if inner else 0.5 if any(map(str.isdigit, value)) else 0.35
    spoken = re.sub(r"(?<=[A-Za-z])[0134578@$!]+(?=[A-Za-z])", lambda m: m.group().translate(_SPOKEN), value)
    return _worded(value, 3) < few and (spoken == value or _worded(spoken, 6) < few)


def _worded(value: str, least: int) -> float:
    """The part of the letters of `value` that are in runs of at least `least` that read like words."""
    runs = [run.lower() for run in re.findall(r"[A-Za-z]+", value)]
    words = sum(len(run) for run in runs if len(run) >= least and _common(run) >= 0.6)
    return words / max(sum(map(len, runs)), 1)


def _common(run: str) -> float:
    return sum(a + b in _PAIRS for a, b in pairwise(run)) / (len(run) - 1)


def _random_part(part: str) -> bool:
    if part.isdigit():
        return False
    changes = sum(1 for a, b in pairwise(part) if _kind(a) != _kind(b) and not _capital(a, b))
    rate = changes / (len(part) - 1)
    if any(c.isdigit() for c in part):
        varied = len(re.findall(r"[0-9]+", part)) >= 3 or (rate >= 0.22 and _no_words(part))
        return _hexadecimal(part) or (varied and entropy(part) >= 2.6) or _of_three(part, rate)
    if part.islower() or part.isupper() or part[1:].islower():
        vowels = sum(c in _VOWELS for c in part) / len(part)
        return len(part) >= 16 and (vowels < 0.2 or len(_CONSONANTS.findall(part)) >= 2)
    return (rate >= 0.25 or (rate >= 0.12 and len(part) >= 20)) and entropy(part) >= 3 and _no_words(part)


def _hexadecimal(part: str) -> bool:
    """Twenty-four and more hexadecimal digits of one case, letters among them."""
    return len(part) >= 24 and re.fullmatch(r"[0-9a-f]+|[0-9A-F]+", part) is not None and len(set(part)) >= 8


def _of_three(part: str, rate: float) -> bool:
    """Digits, capitals and small letters that change less often, but make no words."""
    return len(part) >= 10 and rate >= 0.12 and len({_kind(c) for c in part}) == 3 and _no_words(part)


def _capital(a: str, b: str) -> bool:
    """A capital and a small letter after it: how words begin."""
    return a.isupper() and b.islower()


def _no_words(part: str) -> bool:
    """CamelCase splits into pronounceable words of four letters and more; drawn letters don't."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", part)
    return sum(len(word) for word in words if _pronounceable(word)) * 2 < len(part)


def _pronounceable(word: str) -> bool:
    vowels = sum(c in _VOWELS for c in word)
    return len(word) >= 4 and vowels * 10 >= len(word) * 3 - 2 and not _CONSONANTS.search(word)


def _kind(char: str) -> int:
    return 0 if char.isdigit() else 1 if char.islower() else 2


def _mixed(value: str) -> bool:
    """A password of people or managers: four classes of characters in eight to forty, without spaces."""
    if not 8 <= len(value) <= 40 or " " in value:
        return False
    kinds = {_kind(c) if c.isalnum() else 3 for c in value if c.isascii()}
    marks = sum(not c.isalnum() for c in value)
    return len(kinds) == 4 and marks * 3 <= len(value) and not re.search(r"[(){}\[\]<>/\\]|::|->", value)
