"""Where findings are collected while looking, and what a look may cost."""

from __future__ import annotations

import anyio

from .codes import CODES
from .model import ProbeFinding, ProbeOptions

_MAX_SAME_CODE = 50
_SHARE = 0.75


class TrafficLimit(Exception):
    """The server sent more than a look may take."""


class Notebook:
    """Collects findings and notes. The same code is kept for at most 50 places; a note then says how many more."""

    def __init__(self) -> None:
        self._findings: dict[tuple[str, str], ProbeFinding] = {}
        self._counts: dict[str, int] = {}
        self._notes: list[str] = []

    def add(self, code: str, where: str, detail: str = "") -> None:
        """Notes a finding once a place. Raises KeyError for a code that `CODES` doesn't have."""
        CODES[code]
        if (code, where) in self._findings:
            return
        self._counts[code] = self._counts.get(code, 0) + 1
        if self._counts[code] <= _MAX_SAME_CODE:
            self._findings[code, where] = ProbeFinding(code=code, where=where, detail=detail)

    def note(self, text: str) -> None:
        """Something to know that is no finding."""
        if text not in self._notes:
            self._notes.append(text)

    @property
    def total(self) -> int:
        """How many findings there are, those not kept too."""
        return sum(self._counts.values())

    @property
    def findings(self) -> tuple[ProbeFinding, ...]:
        return tuple(self._findings.values())

    @property
    def notes(self) -> tuple[str, ...]:
        more = {code: n - _MAX_SAME_CODE for code, n in self._counts.items() if n > _MAX_SAME_CODE}
        return (*self._notes, *(f"{n} more findings of {code} are not listed" for code, n in more.items()))


class Budget:
    """The time, bytes and messages of one look. Made inside the event loop; the time begins then."""

    def __init__(self, options: ProbeOptions) -> None:
        self._deadline = anyio.current_time() + options.max_seconds
        self.max_message_bytes = options.max_message_bytes
        self._bytes = options.max_total_bytes
        self._messages = options.max_messages

    @property
    def left(self) -> float:
        """Seconds until the look ends, never below 0."""
        return max(0.0, self._deadline - anyio.current_time())

    @property
    def patience(self) -> float:
        """Seconds to wait for one answer: not all that is left, so that one dead list doesn't hide the others."""
        return max(self.left * _SHARE, min(self.left, 1.0))

    def spend_bytes(self, count: int) -> None:
        """Raises TrafficLimit where it was too much."""
        self._bytes -= count
        if self._bytes < 0:
            raise TrafficLimit

    def spend_message(self) -> None:
        """Raises TrafficLimit where it was one too many."""
        self._messages -= 1
        if self._messages < 0:
            raise TrafficLimit
