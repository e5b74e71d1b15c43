"""The repository: forbidden identifiers in every blob that was ever committed, in file names, authors and messages."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from pressgate.leaks.identifiers import Matcher
from pressgate.leaks.subject import Subject
from pressgate.model import Finding, StepError, UsageError
from pressgate.walk import LIMITS, Member, View, Walk

_LARGEST = 64 << 20
_FORMAT = "%H%x00%an%x00%ae%x00%cn%x00%ce%x00%B%x00%x00"


def search(root: Path, matcher: Matcher) -> Iterator[Finding]:
    """A finding for each place of an identifier in the history of the repository that `root` is in.

    Everything is streamed: one commit and one blob at a time. Raises UsageError where there are no identifiers or no
    repository, StepError where git breaks.
    """
    if not matcher.given:
        raise UsageError("--history looks for the forbidden identifiers, and none are configured")
    if _git(root, "rev-parse", "--git-dir", check=False) is None:
        raise UsageError(f"{root}: is in no git repository")
    if (_git(root, "rev-parse", "--is-shallow-repository") or "").strip() == "true":
        raise StepError(f"{root}: the clone is shallow, so its history isn't here; run 'git fetch --unshallow'")
    yield from _commits(root, matcher)
    yield from _blobs(root, matcher)


def _commits(root: Path, matcher: Matcher) -> Iterator[Finding]:
    names = ("author", "author's e-mail", "committer", "committer's e-mail", "message")
    log = _git(root, "log", "--all", f"--format={_FORMAT}") or ""
    for record in log.split("\0\0\n"):
        commit, *fields = record.split("\0")
        for name, text in zip(names, fields, strict=False):
            if _holds(matcher, text):
                yield Finding(code="history", where=f"commit {commit[:12]}", detail=name)
    for line in (_git(root, "for-each-ref", "--format=%(refname)%00%(contents)%00%00") or "").split("\0\0\n"):
        ref, _, message = line.partition("\0")
        if _holds(matcher, ref):
            yield Finding(code="history", where="a branch or tag", detail="its name")
        elif ref.startswith("refs/tags/") and _holds(matcher, message):
            yield Finding(code="history", where=ref, detail="the tag's message")


def _blobs(root: Path, matcher: Matcher) -> Iterator[Finding]:
    listed = (_git(root, "rev-list", "--all", "--objects") or "").splitlines()
    names = {line[:40]: line[41:] for line in listed if len(line) > 41}
    flagged: set[str] = set()
    for name in dict.fromkeys(names.values()):
        if _holds(matcher, name):
            flagged.add(name)
    if flagged:
        yield Finding(code="history", where="file names", detail=f"{len(flagged)} files, deleted ones counted")
    with subprocess.Popen(
        ["git", "-C", str(root), "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for blob, name in names.items():
            process.stdin.write(f"{blob}\n".encode())
            process.stdin.flush()
            head = process.stdout.readline().split()
            if len(head) != 3:
                raise StepError(f"{root}: git can't read the object {blob[:12]}")
            data = process.stdout.read(int(head[2]) + 1)[:-1]
            if head[1] == b"blob":
                yield from _blob(matcher, blob, "[name withheld]" if name in flagged else name, data)
        process.stdin.close()


def _blob(matcher: Matcher, blob: str, name: str, data: bytes) -> Iterator[Finding]:
    if len(data) > _LARGEST:
        yield Finding(code="history", where=f"{name} @ {blob[:12]}", detail="too large to be searched")
        return
    for view in Walk(limits=LIMITS).member(Member(name="x", data=data)):
        hit = next(matcher.find(Subject(view, "other")), None)
        if hit is not None:
            yield Finding(code="history", where=f"{name} @ {blob[:12]}", line=view.line(hit.start))
            return


def _holds(matcher: Matcher, text: str) -> bool:
    view = View(member="", text=text, named=True)
    return next(matcher.find(Subject(view, "other")), None) is not None


def _git(root: Path, *arguments: str, check: bool = True) -> str | None:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        if check:
            raise StepError(f"{root}: git {arguments[0]} failed with {done.returncode}")
        return None
    return done.stdout.decode("utf-8", "replace")
