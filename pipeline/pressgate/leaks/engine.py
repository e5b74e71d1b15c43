"""One scan of one artefact: every view through every rule, with counts that prove that all of it was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pressgate.leaks.subject import Rule, Subject, Zone
from pressgate.model import ArtefactView, Finding, StepError
from pressgate.walk import LIMITS, Archive, View, Walk, read_archive

Zoner = Callable[[str], tuple[Zone, str | None]]
MOST = 20


@dataclass(frozen=True, kw_only=True)
class Scan:
    """What a scan saw: `members` and `views` read, and the findings."""

    members: int
    views: int
    findings: tuple[Finding, ...]


@dataclass(kw_only=True)
class Engine:
    """The rules and what they need to know of members: their zone, and the bytes that are proven otherwise."""

    rules: Sequence[Rule]
    zone: Zoner
    proven: Mapping[str, bytes] = field(default_factory=dict)

    def scan(self, view: ArtefactView) -> Scan:
        """Scans an artefact. Raises StepError where not all that the archive holds was read."""
        return self.scan_archive(read_archive(view.artefact.kind, view.data, LIMITS))

    def scan_archive(self, archive: Archive) -> Scan:
        """Scans what was read of an archive."""
        walk = Walk(limits=LIMITS)
        members = [m for m in archive.members if self.proven.get(m.name) != m.data or not m.data]
        proven = len(archive.members) - len(members)
        trimmed = Archive(members=tuple(members), stray=archive.stray)
        findings: dict[tuple[str, str, int | None], Finding] = {}
        for text in walk.archive(trimmed):
            for finding in self._view(text):
                findings.setdefault((finding.code, finding.where, finding.line), finding)
        if walk.read + proven != len(archive.members) or walk.read_bytes != sum(len(m.data) for m in members):
            raise StepError("the scan did not read every member of the archive")
        found = (*walk.faults, *findings.values())
        return Scan(members=walk.read + proven, views=walk.views, findings=found)

    def _view(self, view: View) -> Iterator[Finding]:
        zone, post = self.zone(view.member)
        subject = Subject(view=view, zone=zone, post=post)
        for rule in self.rules:
            for count, hit in enumerate(rule.find(subject)):
                if count >= MOST:
                    break
                yield Finding(code=rule.code, where=view.where, line=view.line(hit.start), detail=hit.kind)
