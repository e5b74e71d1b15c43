"""The leaks gate: nothing secret, personal, internal, unfinished or refused in any view of any artefact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pressgate.leaks.engine import Engine
from pressgate.leaks.identifiers import Matcher
from pressgate.leaks.places import PLACE_RULES
from pressgate.leaks.secrets import secret_rules
from pressgate.leaks.sentences import Refused, boilerplate
from pressgate.leaks.subject import Hit, Rule, Subject, Zone
from pressgate.model import ArtefactView, Finding, GateInput, Outcome

NAME = "leaks"

_CONTAINERS: Mapping[str, str] = {
    "too-large": "a member or layer is larger than the limits after unpacking",
    "too-deep": "layers lie deeper than the limit",
    "too-many-layers": "more layers than the limit",
    "encrypted-member": "a nested archive is encrypted, so it can't be read",
    "bad-data": "a nested archive's bytes don't match their checksum",
    "unreadable-container": "a file that looks like a container can't be read",
    "opaque-container": "a container of a kind that can't be looked into",
}
CODES: Mapping[str, str] = {
    **_CONTAINERS,
    "forbidden-identifier": "an identifier of the forbidden list, in any spelling",
    "refused-text": "a sentence of a refused post",
    **{rule.code: rule.meaning for rule in (*secret_rules(), *PLACE_RULES)},
}


def run(given: GateInput) -> Outcome:
    """Scans every artefact of `given`; `examined` counts members."""
    admitted = [d.post.body for d in given.admission.admitted if d.post]
    refused = Refused.of((d.source.text for d in given.admission.refused), boilerplate(admitted))
    rules = (*secret_rules(), *PLACE_RULES, _identifiers(given.forbidden), _refused(refused))
    proven = {name: data for name, data in given.expected.items() if data and name.endswith("/data/search.db")}
    engine = Engine(rules=rules, zone=_zone, proven=proven)
    scans = [engine.scan(view) for view in given.artefacts]
    return Outcome(examined=sum(s.members for s in scans), findings=tuple(f for s in scans for f in s.findings))


def examine(view: ArtefactView, forbidden: tuple[str, ...]) -> tuple[Finding, ...]:
    """The findings of an artefact of which nothing is known."""
    engine = Engine(rules=(*secret_rules(), *PLACE_RULES, _identifiers(forbidden)), zone=lambda _: ("other", None))
    return engine.scan(view).findings


def _zone(member: str) -> tuple[Zone, str | None]:
    if match := re.search(r"/data/articles/(.+)\.md$", member):
        return "post", match.group(1)
    return "strict", None


def _identifiers(entries: tuple[str, ...]) -> Rule:
    matcher = Matcher(entries)
    return Rule(
        code="forbidden-identifier", meaning=CODES["forbidden-identifier"], find=matcher.find, canary=lambda _: ""
    )


def _refused(refused: Refused) -> Rule:
    def find(subject: Subject) -> Iterator[Hit]:
        return (Hit(start=at, end=at) for at in refused.find(subject.text))

    return Rule(code="refused-text", meaning=CODES["refused-text"], find=find, canary=lambda _: "")
