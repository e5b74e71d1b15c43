"""A header's fields by what they stand for, whatever the author calls them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pressgate.model import FieldValue, Header, Scalar, Value
from pressgate.words import Words

_FLAGS = frozenset({"draft", "private", "unlisted", "encrypted", "password"})
_INNER: Mapping[str, frozenset[str]] = {
    "taxonomies": frozenset({"tags", "category"}),  # Zola's table
    "nested": _FLAGS,
    "robots": _FLAGS,
}
"""The fields that count inside a table: by the name of the table."""


class Fields:
    """The fields of one header. Names that stand for nothing known are left out."""

    def __init__(self, header: Header, words: Words) -> None:
        self.dialect = header.dialect
        self._by_name: dict[str, list[FieldValue]] = {}
        for field in header.fields:
            self._add(field, words)

    def _add(self, field: FieldValue, words: Words) -> None:
        canonical = words.canonical(field.name)
        inner = field.value.items() if isinstance(field.value, Mapping) else ()
        for name, value in inner:
            if words.canonical(name) in _INNER.get(canonical or "", ()):
                self._add(FieldValue(name=name, value=value, line=field.line), words)
        if canonical:
            self._by_name.setdefault(canonical, []).append(field)

    def all(self, *names: str) -> list[FieldValue]:
        """The fields that stand for any of `names`, in the order of `names`."""
        return [field for name in names for field in self._by_name.get(name, ())]

    def names(self) -> Iterator[str]:
        """What the header's fields stand for."""
        return iter(self._by_name)

    def text(self, name: str) -> str | None:
        """The first non-empty single value of `name`."""
        for field in self.all(name):
            if isinstance(field.value, Scalar) and not is_empty(field.value):
                return field.value.text
        return None


def is_empty(value: Value) -> bool:
    """Whether a value says nothing: null, an empty text, list or mapping."""
    if isinstance(value, Scalar):
        return value.kind == "null" or not value.text
    return not value


def scalars(value: Value) -> Iterator[Scalar]:
    """Every single value in `value`, depth first, the empty ones left out."""
    if isinstance(value, Scalar):
        if not is_empty(value):
            yield value
    else:
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from scalars(item)
