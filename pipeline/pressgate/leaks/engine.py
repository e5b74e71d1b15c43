"""One scan of one artefact: every view through every rule, with counts that prove that all of it was read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from pressgate.leaks.subject import Hit, Rule, Subject, Zone
from pressgate.model import ArtefactView, Finding, StepError
from pressgate.walk import LIMITS, Archive, View, Walk, read_archive

Zoner = Callable[[View], tuple[Zone, str | None]]
Locator = Callable[[View, int], tuple[str, int] | None]
MOST = 20


@dataclass(frozen=True, kw_only=True)
class Found:
    """A finding with what a review needs: the value (never printed), the post, and whether a review may pass it.

    `start` is the value's offset in the text of its post; `source` is the refused file that it is from.
    """

    finding: Finding
    rule: str = ""
    value: str = ""
    post: str | None = None
    reviewable: bool = False
    start: int = 0
    source: str = ""


@dataclass(frozen=True, kw_only=True)
class Scan:
    """What a scan saw: `members` and `views` read, and every value that was found, several on a line among them."""

    members: int
    views: int
    found: tuple[Found, ...]


def nowhere(_view: View, _offset: int) -> tuple[str, int] | None:
    """The locator of artefacts of which nothing is known."""
    return None


@dataclass(kw_only=True)
class Engine:
    """The rules and what they need to know of members: their zone, and the bytes that are proven otherwise.

    `locate` names the post that an offset of a view of several posts belongs to, and where the post begins there.
    """

    rules: Sequence[Rule]
    zone: Zoner
    locate: Locator = nowhere
    proven: Mapping[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._tokens = tuple({token for rule in self.rules for token in rule.tokens})

    def scan(self, view: ArtefactView) -> Scan:
        """Scans an artefact. Raises StepError where not all that the archive holds was read."""
        return self.scan_archive(read_archive(view.artefact.kind, view.data, LIMITS))

    def scan_archive(self, archive: Archive, *, withhold: bool = True) -> Scan:
        """Scans what was read of an archive: members and the bytes that belong to none.

        `withhold` replaces names in which something was found, as what is shown to people needs.
        """
        walk = Walk(limits=LIMITS)
        members = tuple(m for m in archive.members if not m.data or self.proven.get(m.name) != m.data)
        proven = len(archive.members) - len(members)
        found: dict[tuple[str, str, int | None, str], Found] = {}
        seen: dict[tuple[str, str, str], list[tuple[str, ...]]] = {}
        withheld: dict[str, str] = {}
        for view in walk.archive(replace(archive, members=members)):
            for rule, hit in self._hits(view):
                one = self._found(rule, hit, view)
                chains = seen.setdefault((rule.name, view.member, one.value), [])
                if not any(_again(chain, view) for chain in chains):
                    chains.append(view.chain)
                    found.setdefault((rule.name, one.finding.where, one.finding.line, one.value), one)
                if rule.sensitive and view.named:
                    withheld.update(_withheld(view, hit))
        if walk.read + proven != len(archive.members) or walk.read_bytes != sum(len(m.data) for m in members):
            raise StepError("the scan did not read every member of the archive")
        faults = [Found(finding=fault) for fault in walk.faults]
        every = (*faults, *found.values())
        masked = (_masked(one, withheld) for one in every) if withhold else every
        return Scan(members=walk.read + proven, views=walk.views, found=tuple(masked))

    def _hits(self, view: View) -> Iterator[tuple[Rule, Hit]]:
        subject = Subject(view, *self.zone(view))
        text = subject.tokens.text
        standing = {token for token in self._tokens if token in text} if text else set()
        for rule in self.rules:
            if rule.tokens and standing.isdisjoint(rule.tokens):
                continue
            most = None if rule.reviewable and subject.zone == "post" else MOST  # what is reviewed hides nothing
            yield from ((rule, hit) for hit in islice(rule.find(subject), most))

    def _found(self, rule: Rule, hit: Hit, view: View) -> Found:
        zone, post = self.zone(view)
        begin = 0
        if post is None and zone == "post" and (located := self.locate(view, hit.start)):
            post, begin = located
        detail = hit.kind or (rule.name if rule.name != rule.code else "")
        finding = Finding(code=rule.code, where=view.where, line=view.line(hit.start), detail=detail)
        value = view.text[hit.start : hit.end]
        return Found(
            finding=finding,
            rule=rule.name,
            value=value,
            post=post,
            reviewable=rule.reviewable and post is not None,
            start=hit.start - begin,
            source=hit.source,
        )


def _again(chain: tuple[str, ...], view: View) -> bool:
    """Whether a value found at `chain` is the same find again: in a layer of that text, or in a file's raw bytes."""
    return view.chain != chain and (view.noise or view.chain[: len(chain)] == chain)


def _withheld(view: View, hit: Hit) -> Iterator[tuple[str, str]]:
    """The parts of `where` that hold what was found, with what stands for them in messages."""
    value = view.text[hit.start : hit.end]
    for part in (view.member, *view.chain):
        if value and value in part:
            yield part, part.replace(value, "[withheld]")
        elif view.chain[:1] == ("(name)",) and part == view.member:
            yield part, "[name withheld]"


def _masked(one: Found, withheld: Mapping[str, str]) -> Found:
    where = one.finding.where
    for part, instead in withheld.items():
        where = where.replace(part, instead)
    return replace(one, finding=replace(one.finding, where=where))


def told(found: Iterable[Found]) -> Iterator[Finding]:
    """As people are told: one finding for a code and a line, though several rules agree or several values stand there.

    To be asked last: a value that a review passes must not stand for another one beside it.
    """
    shown = set()
    for one in found:
        key = (one.finding.code, one.finding.where, one.finding.line)
        if key not in shown or not one.rule:
            shown.add(key)
            yield one.finding
