"""Hugo's cascades: values that a section's `_index.md`, or the site, hands down to the pages below it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from pressgate.model import FieldValue, Header, HeaderError, Scalar, Value
from pressgate.parse import read_header

_TARGETS = ("target", "_target")


class Cascades:
    """The cascades of one folder of content, read from its sections once."""

    def __init__(self, content: Path, site: Any) -> None:
        self._content = content
        self._site = tuple(_entries(_value(site))) if site else ()
        self._folders: dict[PurePosixPath, tuple[Mapping[str, Value], ...] | None] = {}

    def fields(self, path: PurePosixPath, own: Header | None) -> tuple[FieldValue, ...] | None:
        """What reaches the page at `path` and isn't set in its own header; None where a section can't be read."""
        names = {field.name.casefold() for field in own.fields} if own else set()
        found: list[FieldValue] = []
        for folder in path.parents:
            entries = self._of(folder)
            if entries is None:
                return None
            for entry in entries:
                found += _new(entry, names)
        for entry in self._site:
            found += _new(entry, names)
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
    """The single cascades; those for other kinds than pages are left out, other targets count as if they fitted."""
    for entry in (value,) if isinstance(value, Mapping) else value if isinstance(value, tuple) else ():
        if isinstance(entry, Mapping):
            folded = {name.casefold(): item for name, item in entry.items()}
            target = next((folded[name] for name in _TARGETS if name in folded), None)
            kind = target.get("kind") if isinstance(target, Mapping) else None
            if not isinstance(kind, Scalar) or kind.text in {"page", "*", "{page,section}"}:
                yield folded


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
