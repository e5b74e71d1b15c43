"""Structured logging to standard error: one JSON object a line, and never what a client searched for."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

from ._about import NAME


def _now() -> str:
    now = time.time()
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now % 1 * 1000):03}Z"


def write(event: str, **fields: Any) -> None:
    """Writes one line; fields that are None are left out."""
    line = {"time": _now(), "server": NAME, "event": event}
    line.update((name, value) for name, value in fields.items() if value is not None)
    print(json.dumps(line, ensure_ascii=True), file=sys.stderr, flush=True)


class _Handler(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        # A message's arguments and an exception's text may quote a request: the template and the place say enough.
        error = None
        if record.exc_info and record.exc_info[0]:
            place = record.exc_info[2]
            while place is not None and place.tb_next is not None:
                place = place.tb_next
            where = f" at {place.tb_frame.f_code.co_name}:{place.tb_lineno}" if place else ""
            error = record.exc_info[0].__name__ + where
        write("log", level=record.levelname.lower(), logger=record.name, message=str(record.msg)[:200], error=error)


def install() -> None:
    """Sends the warnings of the libraries the same way."""
    logging.basicConfig(handlers=[_Handler()], level=logging.WARNING, force=True)
