"""From an archive to its views: every member, opened layer by layer until only text is left."""

from __future__ import annotations

import hashlib
import lzma
import re
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from pressgate.model import Finding
from pressgate.walk.archive import Archive, Budget, Limits, Member
from pressgate.walk.binaries import OPENERS, opaque
from pressgate.walk.layers import LAYERS, Layer
from pressgate.walk.names import printable
from pressgate.walk.parts import Part
from pressgate.walk.tars import TarFault
from pressgate.walk.texts import decode, legacy, runs
from pressgate.walk.view import NOISE, Piece, View
from pressgate.walk.zip_records import ZipFault

_BROKEN = (
    ZipFault,
    TarFault,
    OSError,
    EOFError,
    ValueError,
    AttributeError,
    TypeError,
    zlib.error,
    lzma.LZMAError,
    sqlite3.Error,
    struct.error,
)
_TEXT_DEPTH = 5
_HEAD = 1024
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_BY_LINE = {"percent", "entity", "escape", "css", "markup", "folded"}
# Layers whose first bytes are too few to say for sure: what doesn't open is something else.
_PERHAPS = {"zlib", "lzma", "notebook", "woff", "carved"}
_ONCE = {"literal", "markup", "folded", "quoted-printable", "css"}
_NESTED_FAULTS = {"too-large", "encrypted-member", "bad-data", "not-an-archive"}


@dataclass(kw_only=True)
class Walk:
    """One walk over one artefact. `faults`, `read` and `read_bytes` are complete when the views are used up."""

    limits: Limits
    faults: list[Finding] = field(default_factory=list)
    read: int = 0
    read_bytes: int = 0
    views: int = 0
    budget: Budget = field(init=False)

    def __post_init__(self) -> None:
        self.budget = Budget(limits=self.limits)
        self._seen: set[bytes] = set()

    def archive(self, archive: Archive) -> Iterator[View]:
        """The views of every member and of every byte that belongs to none."""
        for member in archive.members:
            yield from self.member(member)
        for label, data in archive.stray:
            yield from self._content(label, (), data, named=True)

    def member(self, member: Member) -> Iterator[View]:
        """The views of one member: its name, its bytes in all their layers, and what is stored beside it."""
        name = printable(member.name)
        self.read += 1
        self.read_bytes += len(member.data)
        self._seen = set()
        yield from self._text(name, ("(name)",), member.name, 0, named=True)
        yield from self._content(name, (), member.data)
        for label, note in member.notes:
            yield from self._content(name, (f"({label})",), note, named=True)

    def _content(
        self, member: str, chain: tuple[str, ...], data: bytes, depth: int = 0, *, named: bool = False
    ) -> Iterator[View]:
        if not data or not self._room(member, chain, depth):
            return
        for label, (matches, _) in OPENERS.items():
            if matches(data):
                yield from self._opened(member, chain, label, data, depth)
        if kind := opaque(data):
            self._fault("opaque-container", member, chain, f"{kind}: can't be looked into")
        reading = decode(data)
        if reading is not None:
            encoding, text = reading
            step = () if encoding == "utf-8" else (encoding,)
            yield from self._text(member, chain + step, text, depth, named=named, head=data[:_HEAD])
            if b"\x1b$" not in data:
                return
        else:
            yield from self._text(member, (*chain, NOISE), runs(data), depth, named=True, head=data[:_HEAD])
        for encoding, text in legacy(data):
            yield from self._text(member, (*chain, encoding), text, depth, named=named)

    def _opened(self, member: str, chain: tuple[str, ...], label: str, data: bytes, depth: int) -> Iterator[View]:
        try:
            opened = OPENERS[label][1](data, self.budget)
            for fault in opened.faults:
                if fault.code in _NESTED_FAULTS:
                    self._fault(fault.code, member, (*chain, label, fault.where), fault.detail)
            for part in opened.parts:
                yield from self._part(member, (*chain, *_steps(label, part)), part, depth + 1)
        except _BROKEN as error:
            if label not in _PERHAPS:
                self._fault("unreadable-container", member, (*chain, label), type(error).__name__)

    def _part(self, member: str, chain: tuple[str, ...], part: Part, depth: int) -> Iterator[View]:
        if isinstance(part.data, str):
            yield from self._text(member, chain, part.data, depth, named=part.named)
        else:
            yield from self._content(member, chain, part.data, depth, named=part.named)

    def _text(
        self, member: str, chain: tuple[str, ...], text: str, depth: int, *, named: bool = False,
        lines: tuple[tuple[int, int], ...] = (), head: bytes = b"",
    ) -> Iterator[View]:  # fmt: skip
        if not (text or head) or not self._room(member, chain, depth):
            return
        if depth and _SURROGATE.search(text):
            text = _SURROGATE.sub("\ufffd", text)
        view = View(member=member, chain=chain, text=text, lines=lines, named=named, head=head)
        self.views += 1
        yield view
        if depth >= self.limits.depth or sum(step in LAYERS for step in chain) >= _TEXT_DEPTH:
            if self._goes_on(chain, text):
                self._fault("too-deep", member, chain[:3], "encoded again and again")
            return
        for label, layer in _layers_after(chain):
            yield from self._layer(view, label, list(layer(text)), depth + 1)

    def _layer(self, view: View, label: str, pieces: list[Piece], depth: int) -> Iterator[View]:
        chain = (*view.chain, label)
        texts: list[str] = []
        lines: list[tuple[int, int]] = []
        at = 0
        for piece in pieces:
            key = _key(piece)
            if key in self._seen:
                continue
            self._seen.add(key)
            text = piece.data if isinstance(piece.data, str) else _as_text(piece.data)
            line = view.line(piece.offset) or 0
            if text is None:
                yield from self._content(view.member, chain, _raw(piece), depth, named=view.named)
                continue
            lines.append((at, line))
            if label in _LINE_BY_LINE and not view.lines:
                lines.extend((at + place, line + n) for n, place in enumerate(_breaks(text), 1))
            texts.append(text)
            at += len(text) + 2
        if texts:
            joined = "\n\n".join(texts)
            yield from self._text(view.member, chain, joined, depth, named=view.named, lines=tuple(lines))

    def _goes_on(self, chain: tuple[str, ...], text: str) -> bool:
        """Whether a layer would still find something that hasn't been seen."""
        return any(_key(piece) not in self._seen for _, layer in _layers_after(chain) for piece in layer(text))

    def _room(self, member: str, chain: tuple[str, ...], depth: int) -> bool:
        self.budget.layers += 1
        if self.budget.layers > self.limits.layers + 200 * self.read:
            if self.budget.layers == self.limits.layers + 200 * self.read + 1:
                self._fault("too-many-layers", member, chain, "more than the limit")
            return False
        if depth > self.limits.depth:
            self._fault("too-deep", member, chain[:3], f"more than {self.limits.depth} layers")
            return False
        return True

    def _fault(self, code: str, member: str, chain: tuple[str, ...], detail: str) -> None:
        self.faults.append(Finding(code=code, where=" > ".join((member, *map(printable, chain))), detail=detail))


def _layers_after(chain: tuple[str, ...]) -> Iterator[tuple[str, Layer]]:
    """The layers to try on a text: nobody joins literals or takes tags away twice, and rows of marks never end it."""
    last = chain[-1] if chain else ""
    return ((label, layer) for label, layer in LAYERS.items() if label != last or label not in _ONCE)


def _raw(piece: Piece) -> bytes:
    return piece.data if isinstance(piece.data, bytes) else piece.data.encode("utf-8", "surrogatepass")


def _key(piece: Piece) -> bytes:
    return hashlib.blake2b(_raw(piece), digest_size=12).digest()


def _as_text(data: bytes) -> str | None:
    """The bytes as text where they plainly are UTF-8 text; else they are looked into like a file."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\x00" in text else text


def _breaks(text: str) -> Iterator[int]:
    at = text.find("\n")
    while at >= 0:
        yield at + 1
        at = text.find("\n", at + 1)


def _steps(label: str, part: Part) -> tuple[str, ...]:
    return (label,) if part.label == label else (label, printable(part.label))
