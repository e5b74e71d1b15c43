"""The refused stay out: no sentence, title, description or file name of theirs in any view.

Of each sentence the first 20 characters of its normal form are an anchor. A view's normal form is read once, window by
window; where an anchor stands, the whole sentence is compared. Only hashes are kept, so that ten thousand posts fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from pressgate.leaks.normal import offsets
from pressgate.leaks.sentences import ANCHOR, sentences
from pressgate.leaks.subject import Hit, Subject
from pressgate.model import Decision

_FIELD = re.compile(r"^\s*(?:[-*]\s+)?[\w .-]{1,40}\s*[:=：]\s*(.+)$")
_DATED = re.compile(r"^\d{4}-\d{2}-\d{2}-")


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Sentences as hashes: of the anchor, then the length, the hash and the source of each that begins with it."""

    anchors: dict[int, tuple[tuple[int, int, int], ...]]
    sources: tuple[str, ...] = ()

    @classmethod
    def of(cls, texts: Iterable[tuple[str, Iterable[str]]], spared: Set[str] = frozenset()) -> Refused:
        """The sentences of the texts, which come as (source, texts), but for those in `spared` (normal forms)."""
        anchors: dict[int, tuple[tuple[int, int, int], ...]] = {}
        sources: list[str] = []
        seen: set[int] = set()
        for source, parts in texts:
            sources.append(source)
            for form in (form for part in parts for form in sentences(part)):
                whole = hash(form)
                if whole not in seen and form not in spared:
                    seen.add(whole)
                    key = hash(form[:ANCHOR])
                    anchors[key] = (*anchors.get(key, ()), (len(form), whole, len(sources) - 1))
        return cls(anchors=anchors, sources=tuple(sources))

    def find(self, subject: Subject) -> Iterator[Hit]:
        """A hit for each refused sentence; its kind is the source that the sentence is from."""
        form, anchors = subject.form, self.anchors
        if not anchors or len(form) < ANCHOR:
            return
        near = [at for at in range(len(form) - ANCHOR + 1) if hash(form[at : at + ANCHOR]) in anchors]
        places: list[int] | None = None
        for at in near:
            for length, whole, source in anchors[hash(form[at : at + ANCHOR])]:
                if at + length <= len(form) and hash(form[at : at + length]) == whole:
                    places = places if places is not None else _places(subject.text, form)
                    start = places[at] if at < len(places) else 0
                    yield Hit(start=start, end=start, kind=self.sources[source])


def _places(text: str, form: str) -> list[int]:
    whole, places = offsets(text)
    return places if len(whole) == len(form) else []


def texts_of(decision: Decision) -> Iterator[str]:
    """All that is secret of a refused post: its body, title, description, file name; of an unread one, every line."""
    yield _DATED.sub("", decision.source.path.rpartition("/")[2].rpartition(".")[0])
    post = decision.post
    if post is not None:
        yield from filter(None, (post.body, post.title, post.description))
        return
    yield decision.source.text
    for line in decision.source.text.split("\n", 60)[:60]:
        if match := _FIELD.match(line):
            yield match[1]
