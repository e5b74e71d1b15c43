"""The refused stay out: no sentence, title, description or file name of theirs in any view.

Of each sentence the first 20 characters of its normal form are an anchor. A view's normal form is read once, window by
window; where an anchor stands, the whole sentence is compared. Only hashes are kept, so that ten thousand posts fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pressgate.leaks.normal import Places
from pressgate.leaks.sentences import ANCHOR, sentences
from pressgate.leaks.subject import Hit, Subject
from pressgate.model import Decision

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
    """Sentences as hashes: of the anchor, then the length, the hash and the source of each that begins with it."""

    anchors: dict[int, tuple[tuple[int, int, int], ...]]
    sources: tuple[str, ...] = ()

    @classmethod
    def of(cls, secrets: Iterable[Secret]) -> Refused:
        """The sentences of the secrets but for what each spares. What several hold is from the first."""
        anchors: dict[int, tuple[tuple[int, int, int], ...]] = {}
        sources: list[str] = []
        seen: set[int] = set()
        for secret in secrets:
            sources.append(secret.source)
            for form in secret.forms - secret.spared:
                whole = hash(form)
                if whole not in seen:
                    seen.add(whole)
                    key = hash(form[:ANCHOR])
                    anchors[key] = (*anchors.get(key, ()), (len(form), whole, len(sources) - 1))
        return cls(anchors=anchors, sources=tuple(sources))

    def find(self, subject: Subject) -> Iterator[Hit]:
        """A hit for each refused sentence, with the source that the sentence is from."""
        form, anchors = subject.form, self.anchors
        if not anchors or len(form) < ANCHOR:
            return
        near = [at for at in range(len(form) - ANCHOR + 1) if hash(form[at : at + ANCHOR]) in anchors]
        places: Places | None = None
        for at in near:
            for length, whole, source in anchors[hash(form[at : at + ANCHOR])]:
                if at + length <= len(form) and hash(form[at : at + length]) == whole:
                    places = places or Places(subject.text)
                    start, end = places.span(at, at + length)
                    yield Hit(start=start, end=end, source=self.sources[source])


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
