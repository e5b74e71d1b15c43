"""The refused stay out: no sentence, title, description or file name of theirs in any view.

Of each sentence the first 20 characters of its normal form are an anchor. A view's normal form is read once, window by
window; where an anchor stands, the whole sentence is compared. Only hashes are kept, so that ten thousand posts fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pressgate.leaks.normal import Places
from pressgate.leaks.sentences import ANCHOR, sentences
from pressgate.leaks.subject import Hit, Subject
from pressgate.model import Decision

_FEW = 50  # anchors that are searched for one by one faster than window by window
_FIELD = re.compile(r"^\s*(?:[-*]\s+)?[\w .-]{1,40}\s*[:=：]\s*(.+)$")
_DATED = re.compile(r"^\d{4}-\d{2}-\d{2}-")


@dataclass(frozen=True, kw_only=True)
class Secret:
    """What may not be told of one refused post: the normal forms of its sentences, and which of them are public."""

    source: str
    forms: frozenset[str]
    spared: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Sentences as hashes. `anchors` maps the hash of an anchor to the lengths of the sentences that begin with it,
    `wholes` that of a whole sentence to the number of its source. `few` are the anchors themselves while there are few.
    """

    anchors: Mapping[int, tuple[int, ...]]
    wholes: Mapping[int, int]
    sources: tuple[str, ...] = ()
    few: tuple[str, ...] = ()

    @classmethod
    def of(cls, secrets: Iterable[Secret]) -> Refused:
        """The sentences of the secrets but for what each spares. What several hold is from the first."""
        anchors: dict[int, tuple[int, ...]] = {}
        wholes: dict[int, int] = {}
        sources: list[str] = []
        few: set[str] = set()
        for number, secret in enumerate(secrets):
            sources.append(secret.source)
            for form in secret.forms - secret.spared:
                wholes.setdefault(hash(form), number)
                anchor, length = form[:ANCHOR], len(form)
                lengths = anchors.get(hash(anchor), ())
                if length not in lengths:
                    anchors[hash(anchor)] = (*lengths, length)
                if len(few) <= _FEW:
                    few.add(anchor)
        return cls(anchors=anchors, wholes=wholes, sources=tuple(sources), few=tuple(few) if len(few) <= _FEW else ())

    def find(self, subject: Subject) -> Iterator[Hit]:
        """A hit for each refused sentence, with the source that the sentence is from."""
        form = subject.form
        places: Places | None = None
        for at in self._anchored(form):
            for length in self.anchors[hash(form[at : at + ANCHOR])]:
                source = self.wholes.get(hash(form[at : at + length])) if at + length <= len(form) else None
                if source is not None:
                    places = places or Places(subject.text)
                    start, end = places.span(at, at + length)
                    yield Hit(start=start, end=end, source=self.sources[source])

    def _anchored(self, form: str) -> Iterable[int]:
        if len(form) < ANCHOR or not self.anchors:
            return ()
        if self.few:
            return sorted(at for anchor in self.few for at in _every(form, anchor))
        anchors = self.anchors
        return [at for at in range(len(form) - ANCHOR + 1) if hash(form[at : at + ANCHOR]) in anchors]


def _every(text: str, needle: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


def forms_of(decision: Decision) -> frozenset[str]:
    """The normal forms of all distinctive sentences of a refused post."""
    return frozenset(form for text in texts_of(decision) for form in sentences(text))


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
