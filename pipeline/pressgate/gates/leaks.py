"""The leaks gate: nothing secret, personal, internal, unfinished or refused in any view of any artefact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pressgate.leaks import taken_down
from pressgate.leaks.engine import Engine
from pressgate.leaks.identifiers import Matcher
from pressgate.leaks.rules import RULES
from pressgate.leaks.sentences import Refused, boilerplate
from pressgate.leaks.subject import Hit, Rule, Subject, Zone
from pressgate.model import ArtefactView, Finding, GateInput, Outcome
from pressgate.walk import View

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
    "taken-down-text": "a sentence of a post that was taken down",
    **{rule.code: rule.meaning for rule in RULES},
}


def run(given: GateInput) -> Outcome:
    """Scans every artefact of `given`; `examined` counts members."""
    admitted = [d.post.body for d in given.admission.admitted if d.post]
    refused = Refused.of((d.source.text for d in given.admission.refused), boilerplate(admitted))
    remembered = taken_down.load(given.config.root)
    rules = (*RULES, _identifiers(given.forbidden), _refused(refused), _taken_down(remembered))
    proven = {name: data for name, data in given.expected.items() if data and name.endswith("/data/search.db")}
    engine = Engine(rules=rules, zone=_zone, proven=proven)
    scans = [engine.scan(view) for view in given.artefacts]
    return Outcome(examined=sum(s.members for s in scans), findings=tuple(f.finding for s in scans for f in s.found))


def examine(view: ArtefactView, forbidden: tuple[str, ...]) -> tuple[Finding, ...]:
    """The findings of an artefact of which nothing is known."""
    engine = Engine(rules=(*RULES, _identifiers(forbidden)), zone=lambda _: ("other", None))
    return tuple(found.finding for found in engine.scan(view).found)


def _zone(view: View) -> tuple[Zone, str | None]:
    if match := re.search(r"/data/articles/(.+)\.md$", view.member):
        return "post", match.group(1)
    return ("post" if view.member.endswith("/data/index.json") else "strict"), None


def _identifiers(entries: tuple[str, ...]) -> Rule:
    matcher = Matcher(entries)
    return Rule(
        code="forbidden-identifier",
        name="forbidden-identifier",
        meaning=CODES["forbidden-identifier"],
        find=matcher.find,
        canary=lambda _: "",
    )


def _refused(refused: Refused) -> Rule:
    def find(subject: Subject) -> Iterator[Hit]:
        return (Hit(start=at, end=at) for at in refused.find(subject.text, subject.form))

    return Rule(code="refused-text", name="refused-text", meaning=CODES["refused-text"], find=find, canary=lambda _: "")


def _taken_down(remembered: taken_down.TakenDown) -> Rule:
    def find(subject: Subject) -> Iterator[Hit]:
        return (Hit(start=at, end=at) for at in remembered.find(subject.text))

    code = "taken-down-text"
    return Rule(code=code, name=code, meaning=CODES[code], find=find, canary=lambda _: "")
