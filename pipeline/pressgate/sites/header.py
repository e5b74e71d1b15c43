"""A header's fields under the very names that a generator looks up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pressgate.model import FieldValue, Header, Scalar, Value


class RawFields:
    """The fields of a header by name; with `fold` the case of names doesn't count."""

    def __init__(self, header: Header | None, *, fold: bool = False) -> None:
        self._fold = fold
        self.has_header = header is not None and header.dialect != "none"
        self._fields: dict[str, FieldValue] = {}
        for field in header.fields if header else ():
            self._fields.setdefault(self._name(field.name), field)

    def _name(self, name: str) -> str:
        return name.casefold() if self._fold else name

    def __contains__(self, name: str) -> bool:
        return self._name(name) in self._fields

    def names(self) -> Iterator[str]:
        """The names, in the order of the header."""
        return iter(self._fields)

    def value(self, name: str) -> Value | None:
        """The field's value; None where it is absent or null."""
        field = self._fields.get(self._name(name))
        if field is None or (isinstance(field.value, Scalar) and field.value.kind == "null"):
            return None
        return field.value

    def text(self, name: str) -> str | None:
        """The field's single value as written; None where it is absent, null, empty, a list or a mapping."""
        value = self.value(name)
        return value.text if isinstance(value, Scalar) and value.text else None

    def texts(self, name: str) -> tuple[str, ...]:
        """The field's single value or list of single values, nested lists laid flat."""
        value = self.value(name)
        return tuple(_flat(value)) if value is not None else ()

    def is_true(self, name: str) -> bool:
        """Whether the field holds any of the words for true."""
        return is_true(self.value(name))

    def is_false(self, name: str) -> bool:
        """Whether the field holds any of the words for false."""
        return is_false(self.value(name))


def _flat(value: Value) -> Iterator[str]:
    if isinstance(value, Scalar):
        if value.kind != "null" and value.text:
            yield value.text
    elif not isinstance(value, Mapping):
        for item in value:
            yield from _flat(item)


def is_true(value: Value | None) -> bool:
    """Whether a value is a word for true in any version of YAML."""
    return isinstance(value, Scalar) and value.text.casefold() in {"true", "yes", "on", "y", "1"}


def is_false(value: Value | None) -> bool:
    """Whether a value is a word for false in any version of YAML."""
    return isinstance(value, Scalar) and value.text.casefold() in {"false", "no", "off", "n", "0"}
