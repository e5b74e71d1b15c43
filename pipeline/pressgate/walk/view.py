"""A view: one text that can be read out of an artefact, and the chain of where it came from."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

NOISE = "(readable parts)"


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A part of a text that a layer decoded: what it is now, and where in the text before it stood."""

    offset: int
    data: str | bytes


@dataclass(frozen=True, kw_only=True)
class View:
    """`member` is the name in the outermost archive; `chain` are the steps inward (names of nested members, layers).

    `text` is decoded. `lines` are (offset in the text, line in the member) pairs in rising order; empty where the
    text's own lines count. `named` is true where the text is a name or a comment and not content. `head` are the first
    bytes of the content that the text was read from; empty in decoded layers.
    """

    member: str
    chain: tuple[str, ...] = ()
    text: str
    lines: tuple[tuple[int, int], ...] = ()
    named: bool = False
    head: bytes = b""

    @property
    def where(self) -> str:
        """For findings: `pkg/data/a.zip > b.md > base64`."""
        return " > ".join((self.member, *self.chain))

    @property
    def noise(self) -> bool:
        """Whether the text is what looked readable among binary bytes."""
        return NOISE in self.chain

    @property
    def path(self) -> str:
        """The innermost file name: what kind of file the text is of."""
        return next((step for step in reversed(self.chain) if "." in step and "(" not in step), self.member)

    def line(self, offset: int) -> int | None:
        """The line of the member, from 1, that `offset` of the text is on; None for names."""
        if self.named:
            return None
        if not self.lines:
            return self.text.count("\n", 0, offset) + 1
        at = bisect_right(self.lines, (offset, 1 << 62)) - 1
        return self.lines[max(at, 0)][1]
