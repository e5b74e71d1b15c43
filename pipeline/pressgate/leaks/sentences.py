"""Sentences in normal form: what of a text is long enough to be told apart from everybody's words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set

from pressgate.leaks.normal import normal

ANCHOR = 20
_ENOUGH = 40
_BLOCKS = re.compile(r"\n[ \t]*\n|\n[ \t]*(?=[-*+#>|]|\d+[.)]\s)|\|")
_ENDS = re.compile(r"(?<=[.!?。！？])[\"'”’)\]*_]*(?:\s+|(?<=[。！？]))")
_LINK = re.compile(r"!?\[([^\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+[\"'(][^\n]*?[\"')])?\)")
_WIDE = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]")


def sentences(text: str) -> Iterator[str]:
    """The normal forms of the text's sentences that have at least 40 Latin or 20 Hangul, kana or Han characters.

    Once as they are written, and once with links reduced to their text, as a reader sees them.
    """
    seen: set[str] = set()
    for variant in (text, _LINK.sub(r"\1", text)) if "](" in text else (text,):
        for block in _BLOCKS.split(variant):
            for sentence in _ENDS.split(block):
                if len(sentence) < ANCHOR or sentence in seen:
                    continue
                seen.add(sentence)
                if long_enough(form := normal(sentence)):
                    yield form


def long_enough(form: str) -> bool:
    """Whether a normal form is distinctive: an East Asian character counts as two Latin ones."""
    return len(form) >= ANCHOR and (len(form) >= _ENOUGH or len(form) + len(_WIDE.findall(form)) >= _ENOUGH)


def boilerplate(texts: Iterable[str], wanted: Set[str] | None = None, least: int = 3) -> frozenset[str]:
    """Sentences (all, or those in `wanted`) that stand in at least `least` of the texts: they are no secret."""
    counts: Counter[str] = Counter()
    for text in texts:
        forms = set(sentences(text))
        counts.update(forms if wanted is None else forms & wanted)
    return frozenset(form for form, count in counts.items() if count >= least)
