"""Reading TOML tables so that every error is kept, with its line."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pressgate.model import UsageError

Key = tuple[str, ...]

_HEADER = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_MULTILINE = re.compile(r'"""|\'\'\'')
_NO_DEFAULT: Any = object()


def _parts(dotted: str) -> Key:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def key_lines(text: str) -> dict[Key, int]:
    """Where each table and key of a TOML text stands: `("site", "home")` → line, counted from 1; first one wins."""
    lines: dict[Key, int] = {}
    table: Key = ()
    inside_string = False
    for number, line in enumerate(text.splitlines(), 1):
        if not inside_string:
            if header := _HEADER.match(line):
                table = _parts(header[1])
                lines.setdefault(table, number)
            elif key := _KEY.match(line):
                lines.setdefault(table + _parts(key[1]), number)
        inside_string ^= len(_MULTILINE.findall(line)) % 2 == 1
    return lines


def nearest(word: str, known: Mapping[str, object] | set[str] | tuple[str, ...]) -> str:
    """A hint for a misspelt word: the nearest known one, or all of them where none is near."""
    near = difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.5)
    return f"did you mean '{near[0]}'?" if near else "known here: " + ", ".join(sorted(known))


class Document:
    """A TOML file with the errors found in it so far. Raises UsageError where it can't be read or parsed at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.errors: list[tuple[int, str]] = []
        try:
            text = path.read_bytes().decode().removeprefix("\ufeff")
            self.data = tomllib.loads(text)
        except FileNotFoundError:
            raise UsageError(f"{path}: there is no such file; run 'pressgate init' here to write one") from None
        except OSError as error:
            raise UsageError(f"{path}: can't be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise UsageError(f"{path}: is not UTF-8; save it as UTF-8") from None
        except tomllib.TOMLDecodeError as error:
            raise UsageError(self._syntax(str(error))) from None
        self.lines = key_lines(text)

    def _syntax(self, message: str) -> str:
        place = re.search(r"\(at line (\d+), column \d+\)", message)
        line = f":{place[1]}" if place else ""
        return f"{self.path}{line}: no valid TOML: {message}"

    def error(self, key: Key, message: str) -> None:
        """Keeps an error at a key (or at the nearest table above it)."""
        line = next((self.lines[key[:n]] for n in range(len(key), 0, -1) if key[:n] in self.lines), 1)
        self.errors.append((line, f"{'.'.join(key)}: {message}"))

    def table(self, name: str, known: tuple[str, ...], *, required: bool = False) -> Table:
        """The table of that name; an empty one where it is absent."""
        data = self.data.get(name, {})
        if required and name not in self.data:
            self.error((name,), "the table is missing")
        if not isinstance(data, dict):
            self.error((name,), "must be a table")
            data = {}
        return Table(self, (name,), data, known)

    def check_tables(self, known: tuple[str, ...]) -> None:
        for name in self.data.keys() - set(known):
            self.error((name,), f"unknown table; {nearest(name, known)}")

    def raise_errors(self) -> None:
        """Raises one UsageError with a line for each error kept, in the order of the file."""
        if self.errors:
            raise UsageError("\n".join(f"{self.path}:{line}: {message}" for line, message in sorted(self.errors)))


class Table:
    """One table: typed access that reports instead of raising; unknown keys are reported at once."""

    def __init__(self, document: Document, key: Key, data: dict[str, Any], known: tuple[str, ...]) -> None:
        self.document, self.key, self.data = document, key, data
        for name in data.keys() - set(known):
            self.error(name, f"unknown key; {nearest(name, known)}")

    def error(self, name: str, message: str) -> None:
        self.document.error((*self.key, name), message)

    def value(self, name: str, kind: type, what: str, default: Any = _NO_DEFAULT) -> Any:
        """The value, checked to be of `kind`; the default where it is absent or wrong (an error is kept)."""
        fallback = kind() if default is _NO_DEFAULT else default
        if name not in self.data:
            if default is _NO_DEFAULT:
                self.error(name, f"is missing: write {what}")
            return fallback
        value = self.data[name]
        if type(value) is not kind:
            self.error(name, f"must be {what}")
            return fallback
        return value

    def text(self, name: str, default: Any = _NO_DEFAULT) -> str:
        """A non-empty string on one line."""
        value: str = self.value(name, str, "a text in quotes", default)
        if isinstance(self.data.get(name), str) and not value.strip():
            self.error(name, "is empty: write a text of one line")
        elif isinstance(self.data.get(name), str) and "\n" in value:
            self.error(name, "must be a text of one line")
        return value

    def optional_text(self, name: str) -> str | None:
        return self.text(name, None) if name in self.data else None

    def flag(self, name: str) -> bool:
        return bool(self.value(name, bool, "true or false", False))

    def texts(self, name: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of non-empty strings."""
        value = self.value(name, list, "a list of texts", None)
        if value is None:
            return default
        if not all(isinstance(item, str) and item.strip() for item in value):
            self.error(name, "must be a list of texts, none of them empty")
            return default
        return tuple(value)

    def text_map(self, name: str) -> Iterator[tuple[str, Any]]:
        yield from self.value(name, dict, "a table", {}).items()
