"""YAML 1.2 (ruamel.yaml) read from parser events, so that nothing is resolved, expanded or constructed.

Scalars keep their text. Tags, anchors, aliases, directives and further documents are refused: no blog header needs
them, and they are how one text comes to mean two things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from pressgate.dialects.plain_yaml import kind_of, read_plain
from pressgate.model import FieldValue, HeaderError, Scalar, Value

MAX_DEPTH = 20


def read_fields(text: str, first_line: int) -> tuple[FieldValue, ...]:
    """The fields of a YAML mapping whose first line is line `first_line` of the file. Raises HeaderError."""
    fields = read_plain(text, first_line)
    return read_whole(text, first_line) if fields is None else fields


def read_whole(text: str, first_line: int) -> tuple[FieldValue, ...]:
    """What `read_fields` says, by the whole YAML parser. Raises HeaderError."""
    try:
        return _Builder(text, first_line).fields()
    except HeaderError:
        raise
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = first_line + (mark.line if mark else 0)
        code = "header-template" if re.search(r"\{[{%]|<%", _line(text, line - first_line)) else "header-broken"
        raise HeaderError(code, f"the YAML can't be read: {_plain(error.problem)}", line) from None
    except Exception:  # whatever a third party's parser raises on hostile text, the header is broken
        raise HeaderError("header-broken", "the YAML can't be read", first_line) from None


def _line(text: str, index: int) -> str:
    lines = text.split("\n")
    return lines[index] if 0 <= index < len(lines) else ""


def _plain(problem: str | None) -> str:
    words = " ".join((problem or "it is no valid YAML").split())
    return re.sub(r"'[^']*'|\"[^\"]*\"", lambda match: match[0] if len(match[0]) < 5 else "…", words)


class _Builder:
    def __init__(self, text: str, first_line: int) -> None:
        self.text, self.first_line, self.depth = text, first_line, 0
        self.events: Iterator[Any] = YAML(typ="safe", pure=True).parse(text)

    def fail(self, code: str, message: str, event: Any) -> HeaderError:
        return HeaderError(code, message, self.line(event))

    def line(self, event: Any) -> int:
        return self.first_line + (event.start_mark.line if event.start_mark else 0)

    def fields(self) -> tuple[FieldValue, ...]:
        next(self.events)
        event = next(self.events)
        if isinstance(event, StreamEndEvent):
            return ()
        if isinstance(event, DocumentStartEvent) and (event.explicit or event.version or event.tags):
            raise self.fail("header-broken", "remove the YAML directive or second `---`", event)
        event = next(self.events)
        if isinstance(event, ScalarEvent) and event.style is None and not event.value:
            fields: tuple[FieldValue, ...] = ()
        elif isinstance(event, MappingStartEvent):
            self.check(event)
            fields = tuple(self.pairs())
        else:
            raise self.fail("header-broken", "the header is no list of `name: value` lines", event)
        end, event = next(self.events), next(self.events)
        if not isinstance(event, StreamEndEvent) or (isinstance(end, DocumentEndEvent) and end.explicit):
            raise self.fail("header-multi-document", "keep one YAML document in the header, closed by `---`", end)
        return fields

    def check(self, event: Any) -> None:
        if isinstance(event, AliasEvent) or (isinstance(event, NodeEvent) and event.anchor):
            raise self.fail("header-anchor", "write the value out instead of an anchor or alias (`&`, `*`)", event)
        if event.tag is not None:
            raise self.fail("header-tag", "remove the YAML tag (`!…`)", event)

    def pairs(self) -> Iterator[FieldValue]:
        seen: set[str] = set()
        while not isinstance(event := next(self.events), MappingEndEvent):
            self.check(event)
            if not isinstance(event, ScalarEvent):
                raise self.fail("header-template", "a name is a list or `{{ }}` template; quote or remove it", event)
            name = event.value.strip()
            if name in seen:
                raise self.fail("header-duplicate-key", f"`{name[:40]}` stands twice; keep one", event)
            seen.add(name)
            line, value = self.line(event), self.value(next(self.events))
            if isinstance(value, Scalar) and value.kind == "null":  # the parser puts what isn't there on the next line
                value = replace(value, line=line)
            yield FieldValue(name=name, value=value, line=line)

    def value(self, event: Any) -> Value:
        self.check(event)
        if isinstance(event, ScalarEvent):
            return self.scalar(event)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fail("header-broken", f"the header is nested more than {MAX_DEPTH} deep", event)
        value: Value
        if isinstance(event, SequenceStartEvent):
            value = tuple(self.items())
        else:
            value = {field.name: field.value for field in self.pairs()}
        self.depth -= 1
        return value

    def items(self) -> Iterator[Value]:
        while not isinstance(event := next(self.events), SequenceEndEvent):
            yield self.value(event)

    def scalar(self, event: Any) -> Scalar:
        text, quoted = event.value.strip(), event.style is not None
        return Scalar(text=text, line=self.line(event), quoted=quoted, kind="str" if quoted else kind_of(text))
