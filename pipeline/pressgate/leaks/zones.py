"""Zones: which members Pressgate generates, which are posts, and which post a finding is in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pressgate.leaks.subject import Zone
from pressgate.model import Index
from pressgate.walk import View

_ARTICLE = re.compile(r"/data/(articles/.+)$")
_ID = re.compile(r'\n {6}"id": "((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True, kw_only=True)
class Zones:
    """The articles of the index by their file."""

    files: Mapping[str, str]

    @classmethod
    def of(cls, index: Index) -> Zones:
        return cls(files={str(article["file"]): str(article["id"]) for article in index.document["articles"]})

    def zone(self, view: View) -> tuple[Zone, str | None]:
        """The zone of a view, and the article that the whole of it belongs to."""
        match = _ARTICLE.search(view.member)
        if match and match[1] in self.files:
            return "post", self.files[match[1]]
        return ("post" if view.member.endswith("/data/index.json") else "strict"), None

    def locate(self, view: View, offset: int) -> tuple[str, int] | None:
        """The article of the index document that an offset of it is in, and the offset of its id."""
        if not view.member.endswith("/data/index.json") or view.chain:
            return None
        found = None
        for match in _ID.finditer(view.text, 0, offset):
            found = match
        return (found[1], found.start()) if found and found[1] in self.files.values() else None


def everywhere_other(_view: View) -> tuple[Zone, str | None]:
    """The zone of artefacts of which nothing is known."""
    return "other", None
