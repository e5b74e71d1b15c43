"""An artefact's core metadata, read as any tool would read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from packaging.metadata import parse_email

from pressgate.model import ArtefactView


@dataclass(frozen=True, kw_only=True)
class CoreMetadata:
    """`fields` are packaging's raw fields (`license_expression`, `requires_dist`, …); `unread` those it can't place."""

    where: str
    data: bytes
    fields: Mapping[str, Any]
    unread: Mapping[str, list[str]]

    def text(self, name: str) -> str:
        """A field's single text, empty where it is absent."""
        return str(self.fields.get(name) or "")

    def texts(self, name: str) -> list[str]:
        """A field's values, none where it is absent."""
        return list(self.fields.get(name) or [])


def core_metadata(view: ArtefactView) -> CoreMetadata | None:
    """METADATA of a wheel or PKG-INFO of an sdist; None where there isn't exactly one."""
    if view.artefact.kind == "wheel":
        found = [name for name in view.members if name.endswith(".dist-info/METADATA") and name.count("/") == 1]
    else:
        found = [name for name in view.members if name.endswith("/PKG-INFO") and name.count("/") == 1]
    if len(found) != 1:
        return None
    data = view.members[found[0]]
    fields, unread = parse_email(data)
    return CoreMetadata(where=found[0], data=data, fields=fields, unread=unread)
