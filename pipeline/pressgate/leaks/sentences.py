"""The refused stay out: no sentence of theirs in any view.

Texts are compared in normal form. Of each sentence the first 20 characters of that form are an anchor in a set; a view
is read once, window by window, and where an anchor stands the whole sentence is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pressgate.leaks.normal import normal, offsets

ANCHOR = 20
_ENOUGH = 40
_BLOCKS = re.compile(r"\n[ \t]*\n|\n[ \t]*(?=[-*+#>|]|\d+[.)]\s)|\|")
_ENDS = re.compile(r"(?<=[.!?。！？])[\"'”’)\]*_]*(?:\s+|(?<=[。！？]))")
_LINK = re.compile(r"!?\[([^\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+[\"'(][^\n]*?[\"')])?\)")
_WIDE = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]")


def sentences(text: str) -> Iterator[str]:
    """The normal forms of the text's sentences that are long enough to be told apart: 40 Latin or 20 East Asian."""
    for variant in dict.fromkeys((text, _LINK.sub(r"\1", text))):
        for block in _BLOCKS.split(variant):
            for sentence in _ENDS.split(block):
                form = normal(sentence)
                if long_enough(form):
                    yield form


def long_enough(form: str) -> bool:
    """Whether a normal form is distinctive: an East Asian character counts as two Latin ones."""
    return len(form) >= ANCHOR and (len(form) >= _ENOUGH or len(form) + len(_WIDE.findall(form)) >= _ENOUGH)


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Sentences by their anchor. Made once, used on every view."""

    anchors: dict[str, tuple[str, ...]]

    @classmethod
    def of(cls, texts: Iterable[str], spared: frozenset[str] = frozenset()) -> Refused:
        """The sentences of `texts` but for those in `spared` (normal forms)."""
        anchors: dict[str, set[str]] = {}
        for text in texts:
            for form in sentences(text):
                if form not in spared:
                    anchors.setdefault(form[:ANCHOR], set()).add(form)
        return cls(anchors={anchor: tuple(forms) for anchor, forms in anchors.items()})

    def find(self, text: str, form: str) -> list[int]:
        """Offsets in `text`, whose normal form is `form`, at which a refused sentence begins."""
        anchors = self.anchors
        if not anchors:
            return []
        candidates = [at for at in range(len(form) - ANCHOR + 1) if form[at : at + ANCHOR] in anchors]
        starts = [at for at in candidates if form.startswith(anchors[form[at : at + ANCHOR]], at)]
        if not starts:
            return []
        whole, places = offsets(text)
        return [places[at] for at in starts if at < len(places)] if len(whole) == len(form) else [0]


def boilerplate(texts: Iterable[str], least: int = 3) -> frozenset[str]:
    """Sentences that stand in at least `least` of the admitted texts: they are no secret."""
    counts: dict[str, int] = {}
    for text in texts:
        for form in set(sentences(text)):
            counts[form] = counts.get(form, 0) + 1
    return frozenset(form for form, count in counts.items() if count >= least)
