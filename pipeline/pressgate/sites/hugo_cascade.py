"""Hugo's cascades: values that a section's `_index.md`, or the site, hands down to the pages below it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from pressgate.model import FieldValue, Header, HeaderError, Scalar, Value
from pressgate.parse import read_header
from pressgate.sites.globs import glob_matches

_TARGETS = ("target", "_target")


class Cascades:
    """The cascades of one folder of content, mounted at `place`, read from its sections once."""

    def __init__(self, content: Path, site: Any, place: str = "") -> None:
        self._content, self._place = content, place
        self._site = tuple(_entries(_value(site))) if site else ()
        self._folders: dict[PurePosixPath, tuple[Mapping[str, Value], ...] | None] = {}

    def fields(self, path: PurePosixPath, own: Header | None) -> tuple[FieldValue, ...] | None:
        """What reaches the page at `path` and isn't set in its own header; None where a section can't be read."""
        names = {field.name.casefold() for field in own.fields} if own else set()
        found: list[FieldValue] = []
        page = PurePosixPath("/", self._place, path)
        for folder in path.parents:
            entries = self._of(folder)
            if entries is None:
                return None
            for entry in entries:
                found += _new(entry, names) if _fits(entry, page) else ()
        for entry in self._site:
            found += _new(entry, names) if _fits(entry, page) else ()
        return tuple(found)

    def _of(self, folder: PurePosixPath) -> tuple[Mapping[str, Value], ...] | None:
        if folder not in self._folders:
            self._folders[folder] = self._read(folder)
        return self._folders[folder]

    def _read(self, folder: PurePosixPath) -> tuple[Mapping[str, Value], ...] | None:
        found: list[Mapping[str, Value]] = []
        for file in sorted((self._content / folder).glob("_index*.*")):
            try:
                header = read_header(file.read_text(encoding="utf-8-sig"))
            except (HeaderError, OSError, UnicodeDecodeError):
                return None
            for field in header.fields if header else ():
                if field.name.casefold() == "cascade":
                    found += _entries(field.value)
        return tuple(found)


def _entries(value: Value) -> Iterator[Mapping[str, Value]]:
    """The single cascades."""
    for entry in (value,) if isinstance(value, Mapping) else value if isinstance(value, tuple) else ():
        if isinstance(entry, Mapping):
            yield {name.casefold(): item for name, item in entry.items()}


def _fits(entry: Mapping[str, Value], page: PurePosixPath) -> bool:
    """Whether a cascade is for the page at this path below the content; what can't be told counts as if it were."""
    target = next((entry[name] for name in _TARGETS if name in entry), None)
    if not isinstance(target, Mapping):
        return True
    wanted = {name.casefold(): item.text for name, item in target.items() if isinstance(item, Scalar)}
    stems = {page.stem, page.stem.rpartition(".")[0] or page.stem}
    index = "_index" in stems
    kind = "page" if not index else "section" if page.parent.name else "home"
    paths = {page.with_name(stem) for stem in stems} | {page}
    if index or "index" in stems:
        paths.add(page.parent)
    return (
        glob_matches(wanted.get("kind", "*"), kind)
        and glob_matches(wanted.get("environment", "*"), "production")
        and ("path" not in wanted or any(_is_at(wanted["path"], path) for path in paths))
    )


def _is_at(pattern: str, path: PurePosixPath) -> bool:
    """Whether a pattern means a page, whose path Hugo writes in lower case and with hyphens for spaces."""
    written = path.as_posix().casefold()
    return any(glob_matches(pattern.casefold(), text) for text in (written, written.replace(" ", "-"), written[1:]))


def _new(entry: Mapping[str, Value], names: set[str]) -> Iterator[FieldValue]:
    for name, value in entry.items():
        if name not in names and name not in _TARGETS:
            names.add(name)
            yield FieldValue(name=name, value=value)


def _value(plain: Any) -> Value:
    """A value of the site's settings as a header's value."""
    if isinstance(plain, Mapping):
        return {str(name): _value(item) for name, item in plain.items()}
    if isinstance(plain, (list, tuple)):
        return tuple(map(_value, plain))
    return Scalar(text=str(plain).lower() if isinstance(plain, bool) else str(plain))
