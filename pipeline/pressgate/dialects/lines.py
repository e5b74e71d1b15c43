"""What stands before a header: blank lines and HTML comments."""

from __future__ import annotations

import re

from pressgate.model import HeaderError

_BLANK = re.compile(r"[ \t]*\n")


def leading(text: str) -> int:
    """The offset of the first line that is neither blank nor an HTML comment. Raises HeaderError: comment left open."""
    offset = 0
    while True:
        if match := _BLANK.match(text, offset):
            offset = match.end()
        elif text.startswith("<!--", offset):
            end = text.find("-->", offset + 4)
            if end < 0:
                raise HeaderError("header-broken", "close the HTML comment with `-->`", line_of(text, offset))
            newline = text.find("\n", end)
            if newline < 0 or text[end + 3 : newline].strip():
                return offset
            offset = newline + 1
        else:
            return offset


def line_of(text: str, offset: int) -> int:
    """The number of the line, from 1, that holds `offset`."""
    return text.count("\n", 0, offset) + 1
