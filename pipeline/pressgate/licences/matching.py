"""Whether a text is the text of the licence that it claims to be."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from licenseclassifier import identify_license

from pressgate.licences.texts import spdx_text
from pressgate.licences.words import words_of

_REF = "LicenseRef-"
_REF_WORDS = 8  # fewer say nothing that a reader could act on
_WHOLE = 90.0  # percent of a text that must be a licence's own words to be called its text
_TITLE_WORDS = 15
_TITLES = {
    "MIT": ("The MIT License", "The MIT License (MIT)", "MIT License (MIT)"),
    "MIT-0": ("MIT-0", "MIT No Attribution License"),
    "0BSD": ("BSD Zero Clause License", "Zero-Clause BSD", "BSD Zero Clause License (0BSD)"),
    "Unlicense": ("The Unlicense", "Unlicense"),
}


def mismatch(text: str, licence: str) -> str | None:
    """None where `text` is the text of `licence` (an SPDX id or a LicenseRef); else one line on how it differs.

    Listed licences are compared by the SPDX matching guidelines (annex B): with the SPDX text word by word where it
    comes with Pressgate, else by licenseclassifier, which must find this licence and nothing beside it.
    """
    if licence.startswith(_REF):
        return _own_text(text)
    if spdx_text(licence) is not None:
        return _difference(text, licence)
    if _covers(text, _family(licence)):
        return None
    return (
        _named(text, licence)
        or f"isn't the text of {licence}, or not it alone: take the text from the SPDX licence list"
    )


def _own_text(text: str) -> str | None:
    if len(re.findall(r"\w+", text)) < _REF_WORDS:
        return "must say in whole sentences what a reader may do"
    found = _identified(text, _WHOLE)
    return f"is the text of {', '.join(sorted(found))}: use that id" if found else None


@cache
def _standard(licence: str) -> tuple[list[str], tuple[str, ...]]:
    """The words of the SPDX text, and the title lines that it may have."""
    text = spdx_text(licence) or ""
    titles = (licence, *_TITLES.get(licence, ()), *_leading_lines(text))
    return words_of(text, titles), titles


def _difference(text: str, licence: str) -> str | None:
    expected, titles = _standard(licence)
    found = words_of(text, titles)
    if found == expected:
        return None
    place = next((n for n, pair in enumerate(zip(expected, found, strict=False)) if pair[0] != pair[1]), None)
    place = min(len(expected), len(found)) if place is None else place
    wanted = " ".join(expected[place : place + 8]) or "its end"
    return _named(text, licence) or f"differs from the SPDX text of {licence} at its word {place + 1}: '{wanted}'"


def _covers(text: str, family: str) -> bool:
    """Whether the text is this licence from its first word, a title before it aside, to its last."""
    found = identify_license(text, coverage_threshold=_WHOLE)
    if not found or found[0].id != family or any(part.id not in {family, f"{family}-or-later"} for part in found):
        return False
    pieces = [text[: found[0].start], *(text[a.end : b.start] for a, b in pairwise(found)), text[found[-1].end :]]
    title, *rest = (len(re.findall(r"\w+", piece)) for piece in pieces)
    return title <= _TITLE_WORDS and not any(rest)


def _leading_lines(standard: str) -> tuple[str, ...]:
    """The title lines of an SPDX text, each a paragraph of its own, with and without the publisher's name."""
    lines = []
    for paragraph in re.split(r"\n[ \t]*\n", standard.strip()):
        line = paragraph.strip()
        if "\n" in line or len(line) > 80 or re.search(r"[.,:;]$", line) or line.startswith("Copyright"):
            break
        lines += [line, line.removeprefix("Creative Commons ")]
    return tuple(lines)


def _identified(text: str, coverage: float) -> set[str]:
    return {found.id for found in identify_license(text, coverage_threshold=coverage)}


def _named(text: str, but: str = "") -> str | None:
    other = _identified(text, _WHOLE) - {_family(but), but}
    return f"is the text of {', '.join(sorted(other))}" if len(other) == 1 else None


def _family(licence: str) -> str:
    """The id under which licenseclassifier knows a text that several ids share."""
    return re.sub(
        r"^((?:A|L)?GPL-\d\.\d|GFDL-\d\.\d)(?:-no-invariants|-invariants)?-(?:only|or-later)$", r"\1", licence
    )
