"""Posts' files → SourceFile, and a file's text → its Header. Nothing here follows a link or evaluates a header."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from pressgate.dialects import DIALECTS, bullets, front_matter
from pressgate.model import Config, Header, HeaderError, NothingToExamine, Reason, SourceFile, UsageError
from pressgate.unseen import unseen_in
from pressgate.words import BUILT_IN, Words

MAX_BYTES = 4 * 1024 * 1024
_READ_BYTES = 32 * 1024 * 1024
_LISTED_BEHIND_LINKS = 1000
_SKIPPED = frozenset({".git", ".hg", ".svn", ".pressgate", ".nox", ".tox", ".venv", "node_modules", "__pycache__"})


def read_sources(config: Config) -> tuple[SourceFile, ...]:
    """Every file under the posts' path that `include` matches and `exclude` doesn't, sorted by path.

    Files that can't be taken as they are carry `problems`. Raises UsageError where the folder is missing,
    NothingToExamine where no file matches.
    """
    root, include, exclude = config.posts.path, config.posts.include, config.posts.exclude
    if not root.is_dir():
        raise UsageError(f"{root}: no such folder; set [posts] path to the folder that holds the posts")
    wanted = [_pattern(glob) for glob in include]
    unwanted = [_pattern(glob) for glob in exclude]
    sources = []
    for name, problem in _walk(root):
        path = unicodedata.normalize("NFC", name)
        is_folder = problem is not None and problem.code == "unreadable-folder"
        if not is_folder and (not _matches(path, wanted) or _matches(path, unwanted)):
            continue
        sources.append(_refused(path, problem) if problem else _read(root / name, path))
    if not sources:
        raise NothingToExamine(f"{root}: no file matches {', '.join(include)}; check [posts] path, include and exclude")
    return tuple(_without_doubles(sorted(sources, key=lambda source: source.path)))


def read_header(text: str, words: Words = BUILT_IN) -> Header | None:
    """The header of a file's text, None where no dialect claims it. Raises HeaderError: broken, or two claim it."""
    headers = [header for read in DIALECTS if (header := read(text, words))]
    if not headers:
        return None
    header = headers[0]
    if header.dialect != "bullets" and header.body.lstrip("\n").startswith(("---", "+++")):
        _refuse_second(header, words)
    second = bullets.read(header.body, words) if header.dialect != "bullets" else None
    doubled = second and any(words.canonical(field.name) in {"status", "status-like", "url"} for field in second.fields)
    if len(headers) > 1 or doubled:
        line = header.body_line if doubled else 1
        raise HeaderError("header-ambiguous", "two headers: keep the front matter or the bullets, not both", line)
    return header


def _refuse_second(header: Header, words: Words) -> None:
    """Refuses a body that begins with front matter of its own; a mere rule between two paragraphs is none."""
    try:
        second = front_matter.read(header.body, words)
    except HeaderError:
        return
    if second and any(words.canonical(field.name) for field in second.fields):
        raise HeaderError("header-ambiguous", "two headers, one after the other: keep one", header.body_line)


def _pattern(glob: str) -> re.Pattern[str]:
    """A glob as a regular expression over a POSIX path: `**/` any folders, `*` and `?` within a name."""
    parts = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    tokens = re.findall(r"\*\*/|\*\*|\*|\?|\[!?[^\]]+\]|.", unicodedata.normalize("NFC", glob))
    text = "".join(
        parts.get(token) or ("[" + token[1:].replace("!", "^", 1) if len(token) > 2 else re.escape(token))
        for token in tokens
    )
    return re.compile(text, re.DOTALL)


def _matches(path: str, patterns: Sequence[re.Pattern[str]]) -> bool:
    return any(pattern.fullmatch(path) for pattern in patterns)


def _walk(root: Path, base: str = "") -> Iterator[tuple[str, Reason | None]]:
    """Every file below `root` as a path relative to it, with a problem where it must not be read."""
    try:
        entries = sorted(os.scandir(root / base), key=lambda entry: entry.name)
    except OSError:
        yield base.rstrip("/") or ".", Reason(code="unreadable-folder", message="the folder can't be listed")
        return
    for entry in entries:
        name = base + entry.name
        if entry.is_symlink():
            yield from _linked(root, name)
        elif entry.is_dir(follow_symlinks=False):
            if entry.name not in _SKIPPED:
                yield from _walk(root, name + "/")
        else:
            yield name, None


def _linked(root: Path, name: str) -> Iterator[tuple[str, Reason]]:
    """A link, or the names behind a link to a folder elsewhere; a folder of the corpus itself is met without it."""
    reason = Reason(code="symlink", message="put the file itself here: links are never followed")
    target = root / name
    if not target.is_dir():
        yield name, reason
        return
    if target.resolve().is_relative_to(root.resolve()):
        return
    listed = 0
    for folder, _, files in os.walk(target):
        for file in sorted(files):
            yield (Path(folder) / file).relative_to(root).as_posix(), reason
            listed += 1
            if listed == _LISTED_BEHIND_LINKS:
                return


def _refused(path: str, problem: Reason) -> SourceFile:
    """A file whose text isn't read; what a report could stumble over in its name is escaped."""
    path = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in path)
    return SourceFile(path=path, text="", sha256="", problems=(problem,))


def _read(file: Path, path: str) -> SourceFile:
    if unseen_in(path, joiners=True) or re.search(r"\s", path.replace(" ", "")):
        return _refused(path, Reason(code="path-unsafe", message="rename the file: its name isn't plain visible text"))
    try:
        data, size, digest = _read_bytes(file)
    except (OSError, ValueError):
        return _refused(path, Reason(code="unreadable", message="make the file a readable regular file"))
    text, problem = _decode(data)
    problems = [problem] if problem else []
    if size > MAX_BYTES:
        message = f"keep the post under {MAX_BYTES // 1024 // 1024} MiB: it has {size} bytes"
        problems.append(Reason(code="too-large", message=message))
    return SourceFile(path=path, text=text, sha256=digest, problems=tuple(problems))


def _read_bytes(file: Path) -> tuple[bytes, int, str]:
    """The first bytes, the size, and the sha256 of all. Raises ValueError for what is no regular file."""
    descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError(file)
        data = stream.read(_READ_BYTES)
        digest, size = hashlib.sha256(data), len(data)
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
            size += len(chunk)
    return data, size, digest.hexdigest()


def _decode(data: bytes) -> tuple[str, Reason | None]:
    problem = None
    try:
        text = data.decode("utf-8")
        if "\0" in text:
            problem = Reason(code="nul-bytes", message="remove the NUL bytes; write the post as plain UTF-8 text")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = Reason(code="not-utf8", message="save the file as UTF-8", line=line)
        text = _best_effort(data)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", text), problem


def _best_effort(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    for encoding in ("cp949", "shift_jis", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "replace")


def _without_doubles(sources: list[SourceFile]) -> Iterator[SourceFile]:
    """Marks files whose names differ in Unicode normal form only: on some machines they are one file."""
    paths = [source.path for source in sources]
    reason = Reason(code="path-doubled", message="rename the file: another's name differs in Unicode form only")
    for index, source in enumerate(sources):
        if source.path in paths[max(0, index - 1) : index] + paths[index + 1 : index + 2]:
            problems = (*source.problems, reason)
            yield SourceFile(path=source.path, text=source.text, sha256=source.sha256, problems=problems)
        else:
            yield source
