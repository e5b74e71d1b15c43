"""Lines of a body that every renderer shows as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pressgate.witness import html_key

_MARKUP = re.compile(r"[<>{}\[\]|`*_#$\\~^=@]|:\w+:|https?:|^\s*(?:[-+>!:]|\d+[.)]|\s{4}|\.\.\s)|^\t")
_UNSEEN = re.compile(r"<!--.*?-->|\{%-?\s*comment\b.*?endcomment\s*-?%\}|<(script|style)\b.*?</\1\s*>", re.DOTALL)
_SHORTEST = 16  # letters and digits; shorter lines stand on too many pages


def prose(body: str) -> Iterator[str]:
    """The keys of the lines that hold no markup, in their order; code and HTML blocks are left out."""
    fence = ""
    for line in _UNSEEN.sub("", body).split("\n"):
        marker = re.match(r" {0,3}(`{3,}|~{3,})", line)
        if marker:
            fence = "" if fence and marker[1].startswith(fence) else fence or marker[1]
        elif not fence and not _MARKUP.search(line) and len(key := html_key(line)) >= _SHORTEST:
            yield key
