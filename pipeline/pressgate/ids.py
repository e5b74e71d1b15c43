"""Posts' ids: explicit ones as written; derived ones from the file's number or slug, lengthened until unique."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping

from pressgate.content import stem
from pressgate.unseen import unseen_in
from pressgate.urls import path_segments

MAX_LENGTH = 100
_NUMBER = re.compile(r"(\d{1,5})(?:[-_ ]|\.(?!\d)|$)")
_YEAR_OR_DATE = re.compile(r"(?:19|20)\d{2}(?!\d)|\d{2}-\d{2}-\d{2}(?!\d)")
_LOOKUP = re.compile(r"(?:([^\W\d_]+)-)?0*(\d{1,40})")
_UNFIT = re.compile(r"[\s/\\]+")


def problem(explicit: str) -> str | None:
    """Why an explicit id can't be served; None where it can."""
    if len(explicit) > MAX_LENGTH:
        return f"keep the id under {MAX_LENGTH + 1} characters"
    if not explicit or explicit != explicit.strip() or re.search(r"[/\\\n\t]", explicit) or explicit in {".", ".."}:
        return "write an id without slashes and line ends"
    code = unseen_in(explicit)
    return f"remove the character {code} from the id" if code else None


def derive(path: str, slug: str | None) -> str:
    """The id of a post that has none: its file's number (never a date or year), else its slug, else its name."""
    name = path.rpartition("/")[2]
    number = _NUMBER.match(re.sub(r"\.(md|markdown|mdx)$", "", name, flags=re.IGNORECASE))
    if number and not _YEAR_OR_DATE.match(name):
        return number[1]
    return _fit(slug or "") or _fit(stem(path)) or "post"


def _fit(text: str) -> str:
    text = "".join(char for char in _UNFIT.sub("-", text.strip("/ \t")) if not unseen_in(char))
    return text.strip("-.")[:MAX_LENGTH].strip()


def same(one: str, other: str) -> bool:
    """Whether a reader who looks up `one` may mean `other`: case, one `LETTERS-` prefix and leading zeros aside."""
    one, other = one.strip().casefold(), other.strip().casefold()
    first, second = _LOOKUP.fullmatch(one), _LOOKUP.fullmatch(other)
    if not first or not second or int(first[2]) != int(second[2]):
        return one == other
    return first[1] is None or second[1] is None or first[1] == second[1]


def lengthen(derived: Mapping[str, tuple[str, str]], explicit: frozenset[str]) -> dict[str, str]:
    """Unique ids by path, of `derived` (path → id and URL) beside the `explicit` ids.

    Ids that collide take segments of their URL's path from its end, as few as make them unique; all of them do, so
    that no post's id depends on the order of the files.
    """
    ids = {path: id_ for path, (id_, _) in derived.items()}
    taken = {_key(id_) for id_ in explicit} | {
        str(int(match[2])) for id_ in explicit if (match := _LOOKUP.fullmatch(id_.casefold()))
    }
    segments = {path: path_segments(url) for path, (_, url) in derived.items()}
    for count in range(1, max(map(len, segments.values()), default=0) + 1):
        doubled = _doubled(ids, taken)
        if not doubled:
            return ids
        for path in doubled:
            ids[path] = _fit("-".join(segments[path][-count:])) or ids[path]
    for path in sorted(_doubled(ids, taken)):
        digest = hashlib.sha256(f"{derived[path][1]}\n{path}".encode()).hexdigest()[:12]
        ids[path] = f"{ids[path][: MAX_LENGTH - 13]}-{digest}"
    return ids


def _key(id_: str) -> str:
    match = _LOOKUP.fullmatch(id_.casefold())
    return str(int(match[2])) if match and match[1] is None else id_.casefold()


def _doubled(ids: Mapping[str, str], taken: set[str]) -> list[str]:
    counts = Counter(map(_key, ids.values()))
    return [path for path, id_ in ids.items() if counts[_key(id_)] > 1 or _key(id_) in taken]
