"""What a construct in a body turns into, and what several kinds of template tags share."""

from __future__ import annotations

import re
from dataclasses import dataclass

GONE = "\0"
"""Stands where something was removed. Bodies hold no NUL; the lines that hold nothing else are taken out at the end."""
MAX_TAG = 2000
"""Characters of a template tag."""
UNLINKED = "\0\0"
"""Stands for the target of a link that becomes text."""
_HIDING = frozenset(
    {
        *("comment", "comments", "draft", "drafts", "private", "hidden", "secret", "secrets", "todo"),
        *("password", "passwd", "passphrase", "protect", "protected", "locked", "paywall", "membersonly"),
    }
)
_ARGUMENT = re.compile(r"(?:([\w-]+)[ \t]*=[ \t]*)?(?:\"([^\"]*)\"|'([^']*)'|`([^`]*)`|([^\s\"'`=]+))")


@dataclass(frozen=True, kw_only=True)
class Piece:
    """`text` stands for what was there up to the offset `end`; `note`: the code and name under which it is counted.

    `raw_end`: up to there templates' braces are text.
    """

    text: str
    end: int
    note: str = ""
    raw_end: int = 0


def hides(name: str) -> bool:
    """Whether a tag of this name encloses what isn't for every reader."""
    return bool(re.search("encrypt|decrypt", name) or _HIDING & set(re.split(r"[^a-z]+", name)))


def arguments(text: str) -> list[tuple[str, str]]:
    """A tag's arguments as name and value; those without a name have their number for it."""
    found = []
    for number, match in enumerate(_ARGUMENT.finditer(text)):
        value = next((group for group in match.groups()[1:] if group is not None), "")
        found.append((match[1] or str(number), value))
    return found


def code_fence(text: str, start: int, code: str, language: str, end: int) -> str:
    """`code` as a fence longer than any run in it, on lines of its own in the place of `text[start:end]`."""
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", code)), default=0))
    before = "" if not text[text.rfind("\n", 0, start) + 1 : start].strip() else "\n"
    after = "" if end == len(text) or text.startswith("\n", end) else "\n"
    code = code.strip("\n")
    return f"{before}{ticks}{language}\n{code}\n{ticks}{after}" if code else f"{before}{ticks}\n{ticks}{after}"


def closes(text: str, start: int, mark: str) -> bool:
    """Whether a tag that begins at `start` may end in `mark`: what is longer is no tag, and isn't looked through."""
    return text.find(mark, start, start + MAX_TAG) >= 0


def label(text: str) -> str:
    """Text that may stand as a link's or an image's text, on one line."""
    return " ".join(re.sub(r"[\[\]\\]", "", text).split())


def nowhere(text: str, start: int) -> str:
    """What stands for an address that isn't known: in a link, the mark that makes the link text."""
    return UNLINKED if text.endswith("](", 0, start) else GONE
