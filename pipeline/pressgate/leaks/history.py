"""The repository: forbidden identifiers in every blob that was ever committed, in file names, authors and messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from pressgate.leaks import git
from pressgate.leaks.identifiers import Matcher
from pressgate.leaks.subject import Subject
from pressgate.model import Finding, Outcome, StepError, UsageError
from pressgate.walk import LIMITS, Member, View, Walk

_LARGEST = 64 << 20
_COMMIT = ("author", "author's e-mail", "committer", "committer's e-mail", "message")
_LOG = ("log", "--all", "-z", "--format=%H%x00%an%x00%ae%x00%cn%x00%ce%x00%B")
_NAMES = ("log", "--all", "-m", "--root", "--no-renames", "--name-only", "-z", "--format=")
_REFS = ("for-each-ref", "--format=%(refname)%00%(taggername) %(taggeremail)%00%(contents)%00")
_UNSEARCHED = {"too-large", "too-deep", "too-many-layers"}


def search(root: Path, matcher: Matcher) -> Outcome:
    """A finding for each place of an identifier in the history of the repository that `root` is in.

    Everything is streamed: one commit, one name and one blob at a time. What repeats is one finding: an author in all
    commits, a file in all its versions. `examined` counts commits and blobs. Raises UsageError where there are no
    identifiers or no repository, StepError where git breaks or not all of the history is here.
    """
    if not matcher.given:
        raise UsageError("--history looks for the forbidden identifiers, and none are configured")
    if git.said(root, "rev-parse", "--git-dir") is None:
        raise UsageError(f"{root}: is in no git repository, or in one that is somebody else's")
    if git.said(root, "rev-parse", "--is-shallow-repository") != "false":
        raise StepError(f"{root}: the clone is shallow, so its history isn't here; run 'git fetch --unshallow'")
    commits, found = _commits(root, matcher)
    named = {name for name in set(git.fields(root, *_NAMES)) if _holds(matcher, name.lstrip("\n"))}
    blobs, more = _blobs(root, matcher, named)
    found += [*_refs(root, matcher), *_named(named), *more]
    return Outcome(examined=commits + blobs, findings=tuple(found))


def _commits(root: Path, matcher: Matcher) -> tuple[int, list[Finding]]:
    """How many there are, and those with an identifier; who wrote or committed several is told once."""
    count, persons = 0, dict[tuple[str, str], int]()
    found: dict[tuple[str, str], Finding] = {}
    texts = git.fields(root, *_LOG)
    for commit, *values in zip(*[texts] * (1 + len(_COMMIT)), strict=False):
        count += 1
        for key in zip(_COMMIT, values, strict=True):
            seen = persons.get(key, 0) if key[0] != "message" else 0
            if not seen and _holds(matcher, key[1]):
                found[key] = Finding(code="history", where=f"commit {commit[:12]}", detail=key[0])
            if key[0] != "message":
                persons[key] = seen + 1
    return count, [_told(one, persons.get(key, 1), "commits") for key, one in found.items()]


def _refs(root: Path, matcher: Matcher) -> Iterator[Finding]:
    texts = git.fields(root, *_REFS)
    for name, tagger, message in zip(*[texts] * 3, strict=False):
        ref = name.lstrip("\n")
        if _holds(matcher, ref):
            yield Finding(code="history", where="a branch or tag", detail="its name")
        elif ref.startswith("refs/tags/"):
            for detail, text in (("the tagger", tagger), ("the tag's message", message)):
                if _holds(matcher, text):
                    yield Finding(code="history", where=ref, detail=detail)


def _named(named: Iterable[str]) -> Iterator[Finding]:
    if files := len(set(named)):
        yield Finding(code="history", where="file names", detail=f"{files} files, deleted ones counted")


def _blobs(root: Path, matcher: Matcher, named: set[str]) -> tuple[int, list[Finding]]:
    """How many there are, and the files with an identifier, in which version and in how many."""
    count, found, versions = 0, dict[tuple[str, str], Finding](), dict[tuple[str, str], int]()
    for blob in git.blobs(root, _LARGEST):
        count += 1
        name = "[name withheld]" if blob.name in named else blob.name
        fault = _fault(matcher, blob)
        if fault is not None:
            key = (blob.name, fault.detail)
            versions[key] = versions.get(key, 0) + 1
            found.setdefault(key, replace(fault, where=f"{name} @ {blob.id[:12]}"))
    return count, [_told(one, versions[key], "versions") for key, one in found.items()]


def _fault(matcher: Matcher, blob: git.Blob) -> Finding | None:
    """What is wrong with a blob: it holds an identifier, or can't be searched whole."""
    if blob.data is None:
        return Finding(code="history", where="", detail="too large to be searched")
    walk = Walk(limits=LIMITS)
    for view in walk.member(Member(name="x", data=blob.data)):
        hit = next(matcher.find(Subject(view, "other")), None)
        if hit is not None:
            return Finding(code="history", where="", line=view.line(hit.start))
    if any(fault.code in _UNSEARCHED for fault in walk.faults):
        return Finding(code="history", where="", detail="too large to be searched whole")
    return None


def _told(finding: Finding, count: int, what: str) -> Finding:
    if count == 1:
        return finding
    return replace(finding, detail=", ".join(filter(None, (finding.detail, f"in {count} {what}"))))


def _holds(matcher: Matcher, text: str) -> bool:
    view = View(member="", text=text, named=True)
    return next(matcher.find(Subject(view, "other")), None) is not None
