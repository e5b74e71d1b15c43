"""The leaks gate: nothing secret, personal, internal, unfinished or refused in any view of any artefact."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from random import SystemRandom

from pressgate.leaks import baseline, history, taken_down
from pressgate.leaks.canaries import prove
from pressgate.leaks.corpus_rules import MEANINGS, identifier_rule, refused_rule, taken_down_rule
from pressgate.leaks.engine import Engine, Found, told
from pressgate.leaks.identifiers import Matcher
from pressgate.leaks.public import secrets_of
from pressgate.leaks.rules import RULES
from pressgate.leaks.zones import Zones, everywhere_other
from pressgate.model import ArtefactView, GateInput, Outcome, StepError
from pressgate.onlookers import is_public
from pressgate.stage import expected_sdist
from pressgate.walk import LIMITS, read_archive
from pressgate.walk.record import for_one_platform

NAME = "leaks"
_SEARCH = "/data/search.db"

CODES: Mapping[str, str] = {
    "too-large": "a member, layer or archive is larger than the limits after unpacking",
    "too-deep": "layers lie deeper than the limit",
    "too-many-layers": "more layers than the limit",
    "encrypted-member": "a member or nested archive is encrypted, so it can't be read",
    "bad-data": "the bytes of a member or nested archive don't match their size or checksum",
    "unreadable-container": "a file that looks like a container can't be read",
    "opaque-container": "a container of a kind that can't be looked into",
    "history": "a forbidden identifier in the repository: its files, deleted ones too, names, commits or authors",
    **MEANINGS,
    **{rule.code: rule.meaning for rule in RULES},
}


def run(given: GateInput) -> Outcome:
    """Scans every artefact of `given`, and the repository where the configuration asks for it; counts members.

    Raises StepError where the scan can't prove that it works, or the baseline can't be read.
    """
    members, found = scan(given)
    left = unreviewed(given, found)
    findings = tuple(told(left if is_public() else map(_naming_source, left)))
    if given.config.scan.history:
        searched = history.search(given.config.root, Matcher(given.forbidden))
        if not searched.examined:
            raise StepError(f"{given.config.root}: the repository has no commits, so its history proves nothing")
        findings = (*findings, *searched.findings)
    return Outcome(examined=members, findings=findings)


def scan(given: GateInput) -> tuple[int, tuple[Found, ...]]:
    """The members examined and all that was found, reviewed or not. Refused files are in `source` alone."""
    engine = _engine_for(given)
    members, found = 0, list[Found]()
    for view in given.artefacts:
        result = _proven_scan(engine, view)
        members += result[0]
        found.extend(result[1])
    return members, tuple(found)


def unreviewed(given: GateInput, found: tuple[Found, ...]) -> Iterator[Found]:
    """What no review in the baseline lets pass."""
    reviewed = baseline.load(given.config.scan.baseline)
    articles = article_digests(given)
    today = datetime.now(tz=UTC).date()
    return (one for one in found if not reviewed.covers(one, articles, today))


def article_digests(given: GateInput) -> dict[str, str]:
    """Article id → sha256 of its entry in the index, which holds title, description and the sha256 of the body."""
    return {
        str(article["id"]): hashlib.sha256(json.dumps(article, sort_keys=True).encode()).hexdigest()
        for article in given.index.document["articles"]
    }


def examine(view: ArtefactView, forbidden: tuple[str, ...]) -> Outcome:
    """An artefact of which nothing is known. Raises StepError where the scan can't prove that it works."""
    random = SystemRandom()
    rules = (
        *RULES,
        identifier_rule(forbidden, random),
        refused_rule((), random),
        taken_down_rule(taken_down.TakenDown(), random),
    )
    members, found = _proven_scan(Engine(rules=rules, zone=everywhere_other), view)
    compiled = for_one_platform(view.members)
    findings = told(one for one in found if not (compiled and one.finding.code == "program-file"))
    return Outcome(examined=members, findings=tuple(findings))


def _naming_source(found: Found) -> Found:
    """With the refused file's name: for the author's own terminal."""
    detail = found.source or found.finding.detail
    return replace(found, finding=replace(found.finding, detail=detail))


def _proven_scan(engine: Engine, view: ArtefactView) -> tuple[int, tuple[Found, ...]]:
    archive = read_archive(view.artefact.kind, view.data, LIMITS)
    prove(engine, archive, SystemRandom())
    result = engine.scan_archive(archive)
    return result.members, result.found


def _engine_for(given: GateInput) -> Engine:
    random = SystemRandom()
    rules = (
        *RULES,
        identifier_rule(given.forbidden, random),
        refused_rule(secrets_of(given), random),
        taken_down_rule(taken_down.load(given.config.root), random),
    )
    zones = Zones.of(given.index)
    return Engine(rules=rules, zone=zones.zone, locate=zones.locate, proven=_proven(given))


def _proven(given: GateInput) -> dict[str, bytes]:
    """`search.db` as it is when made again, by member: in an index of tokens a scan finds chance, not leaks."""
    made = {name: data for name, data in given.expected.items() if data and name.endswith(_SEARCH)}
    for view in given.artefacts:
        if view.artefact.kind == "sdist":
            staged = expected_sdist(given.config, given.index)
            below = {name: staged.get(name.partition("/")[2]) for name in view.members if name.endswith(_SEARCH)}
            made |= {name: data for name, data in below.items() if data}
    return made
