"""The archive gate: the container is plain, holds exactly the expected members, and RECORD says so too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pressgate.leaks.masks import masked
from pressgate.model import ArtefactView, Finding, GateInput, Outcome
from pressgate.stage import expected_sdist
from pressgate.walk import structure
from pressgate.walk.names import printable
from pressgate.walk.record import check_record, for_one_platform

NAME = "archive"

CODES: Mapping[str, str] = {
    "not-an-archive": "the file can't be read as a wheel or sdist",
    "file-name": "the file's name is no valid wheel or sdist name",
    "prefix-bytes": "bytes stand before the first member",
    "trailing-bytes": "bytes stand after the end of the archive",
    "hidden-bytes": "bytes inside the archive belong to no member",
    "directory-mismatch": "two places of the archive say different things of a member",
    "archive-comment": "the archive or a member carries a comment",
    "duplicate-member": "a name stands twice, or a file is another's folder",
    "case-collision": "two names differ by case or normal form only",
    "unsafe-name": "a name that could be written elsewhere than it says",
    "symlink-member": "a member is a link",
    "special-member": "a member is a device, pipe or another special file",
    "executable-member": "a member has an executable or set-id mode",
    "encrypted-member": "a member or nested archive is encrypted, so it can't be read",
    "odd-compression": "a member is compressed by a method that not all readers know",
    "bad-data": "the bytes of a member or nested archive don't match their size or checksum",
    "too-large": "a member, layer or archive is larger than the limits after unpacking",
    "owner-name": "the name of the user who packed it is in the archive",
    "record-missing": "the wheel has no RECORD, or more than one",
    "record-malformed": "RECORD is no table of name, digest and size",
    "record-extra-row": "RECORD names a file that is not there",
    "record-missing-row": "a member is not listed in RECORD",
    "record-hash": "a digest or size in RECORD differs from the member",
    "missing-member": "a member that was staged is not in the artefact",
    "unexpected-member": "a member that was not staged is in the artefact",
    "changed-member": "a member's bytes differ from what was staged",
}

_LIBRARY = re.compile(r"\.(?:so(?:\.\d+)*|pyd|dll|dylib)$")


def run(given: GateInput) -> Outcome:
    """Examines every artefact of `given`; `examined` counts members."""
    findings: list[Finding] = []
    for view in given.artefacts:
        wheel = view.artefact.kind == "wheel"
        findings += examine(view, given.expected if wheel else expected_sdist(given.config, given.index))
    shown = tuple(masked(finding, given.forbidden) for finding in findings)
    return Outcome(examined=sum(len(view.members) for view in given.artefacts), findings=shown)


def examine(view: ArtefactView, expected: Mapping[str, bytes | None] | None = None) -> tuple[Finding, ...]:
    """The findings of one artefact. Without `expected` the member set is not compared: it is not known."""
    findings = [f for f in structure(view) if expected is not None or not _may_run(f, view)]
    if view.artefact.kind == "wheel" and view.members:
        findings.extend(check_record(view.members))
    if expected is not None:
        members = view.members if view.artefact.kind == "wheel" else _below_root(view.members)
        findings.extend(_compare(members, expected))
    return tuple(findings)


def _may_run(finding: Finding, view: ArtefactView) -> bool:
    """Whether a stranger's member may be executable: a script of the wheel format, or a library for one platform."""
    if finding.code != "executable-member" or finding.detail[-4:-3] != "0":
        return False
    scripts = ".data/scripts/" in finding.where
    return scripts or (for_one_platform(view.members) and bool(_LIBRARY.search(finding.where)))


def _below_root(members: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name.partition("/")[2] or name: data for name, data in members.items()}


def _compare(members: Mapping[str, bytes], expected: Mapping[str, bytes | None]) -> Iterator[Finding]:
    for name, data in expected.items():
        if name not in members:
            yield Finding(code="missing-member", where=name)
        elif data is not None and members[name] != data:
            yield Finding(code="changed-member", where=name, detail="not the bytes that were staged")
    for name in members:
        if name not in expected:
            yield Finding(code="unexpected-member", where=printable(name))
