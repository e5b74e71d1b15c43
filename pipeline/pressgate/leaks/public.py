"""Which sentences of refused posts are public anyway: boilerplate, and what the last release says to everybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from pressgate.leaks.refused import Secret, forms_of
from pressgate.leaks.sentences import boilerplate, sentences
from pressgate.model import Decision, GateInput, LastRelease, ReleasedPost


def secrets_of(given: GateInput) -> Iterator[Secret]:
    """The secrets of each refused post. A post that was taken down stays secret, though the last release holds it."""
    secret = {decision.source.path: forms_of(decision) for decision in given.admission.refused}
    wanted = frozenset().union(*secret.values())
    if not wanted:
        return
    common = boilerplate((d.post.body for d in given.admission.admitted if d.post), wanted)
    released = _released(given.last, wanted)
    for decision in given.admission.refused:
        spared = common if _taken_down(decision) else common | released
        yield Secret(source=decision.source.path, forms=secret[decision.source.path], spared=spared)


def _released(last: LastRelease | None, wanted: Set[str]) -> frozenset[str]:
    """The sentences of the last release that everybody can read, without those of posts that were taken down."""
    if last is None or not last.public:
        return frozenset()
    return _forms(last.posts, wanted) - _forms(last.withdrawn, wanted)


def _forms(posts: Iterable[ReleasedPost], wanted: Set[str]) -> frozenset[str]:
    texts = (text for post in posts for text in (post.body, post.title, post.fields.get("description", "")))
    return frozenset(form for text in texts for form in sentences(text) if form in wanted)


def _taken_down(decision: Decision) -> bool:
    return any(reason.code == "takedown" for reason in decision.reasons)
