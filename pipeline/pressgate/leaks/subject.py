"""What a rule looks at, and what a rule is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Literal

from pressgate.walk import View

Zone = Literal["strict", "post", "other"]


@dataclass(frozen=True)
class Subject:
    """A view and its zone: `strict` is what Pressgate generates, `post` an article, `other` a stranger's file.

    `post` is the article's id where the zone is `post`.
    """

    view: View
    zone: Zone
    post: str | None = None

    @property
    def text(self) -> str:
        return self.view.text

    @cached_property
    def lower(self) -> str:
        """The text with ASCII-insensitive case, for cheap tests of what must be there."""
        return self.view.text.lower()


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A rule's find: `start` and `end` are offsets in the view's text; `kind` says more than the code, no value."""

    start: int
    end: int
    kind: str = ""


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A check of views. `canary` makes a text of random value that the rule must find in any member.

    `name` is the rule's own; several rules may share a `code`. `file` is the name of the member that the canary needs,
    where the rule looks at certain files only. `reviewable` findings may be passed by a review, in posts only. `sensitive`: a name that the
    rule finds something in is withheld from messages.
    """

    code: str
    name: str
    meaning: str
    find: Callable[[Subject], Iterator[Hit]]
    canary: Callable[[Random], str]
    file: str | None = None
    reviewable: bool = False
    sensitive: bool = True
