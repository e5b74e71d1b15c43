"""A licence's text as the words that count, by the SPDX licence list matching guidelines.

Source: SPDX specification 2.3, annex B. Where the guidelines leave a choice, the stricter reading is taken: text at the
end of a licence counts (B.12 would let it go), and so does every optional part.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import takewhile

# B.8: words that are the same in two spellings.
_VARIANTS = {
    "acknowledgement": "acknowledgment",
    "analogue": "analog",
    "analyse": "analyze",
    "artefact": "artifact",
    "authorisation": "authorization",
    "authorised": "authorized",
    "calibre": "caliber",
    "cancelled": "canceled",
    "capitalisations": "capitalizations",
    "catalogue": "catalog",
    "categorise": "categorize",
    "centre": "center",
    "emphasised": "emphasized",
    "favour": "favor",
    "favourite": "favorite",
    "fulfil": "fulfill",
    "fulfilment": "fulfillment",
    "initialise": "initialize",
    "judgement": "judgment",
    "labelling": "labeling",
    "labour": "labor",
    "licence": "license",
    "maximise": "maximize",
    "modelled": "modeled",
    "modelling": "modeling",
    "offence": "offense",
    "optimise": "optimize",
    "organisation": "organization",
    "organise": "organize",
    "practise": "practice",
    "programme": "program",
    "realise": "realize",
    "recognise": "recognize",
    "signalling": "signaling",
    "utilisation": "utilization",
    "whilst": "while",
    "wilful": "willful",
    "wilfull": "willful",
}
_PAIRS = (("sub-license", "sublicense"), ("non-commercial", "noncommercial"), ("per cent", "percent"))
_QUOTES = str.maketrans(dict.fromkeys('‘’‚‛“”„‟«»`´"', "'"))  # B.5.3
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))  # B.5.2
_COMMENT = re.compile(r"^[ \t]*(?://|/\*|\*/|#+|\*(?=[ \t]|$)|<!--|-->|;+|%+)[ \t]*", re.MULTILINE)  # B.6
_RULE = re.compile(r"^[ \t]*([^\w\s])\1{2,}[ \t]*$", re.MULTILINE)  # B.6.1: a line of one sign again and again
_BULLET = re.compile(
    r"^[ \t]*(?:[*•·▪+-]|\(?(?:\d{1,2}(?:\.\d{1,2})*|[a-z]|[ivx]{1,5})[.)])[ \t]+", re.MULTILINE
)  # B.7
_COPYRIGHT = re.compile(r"^[ \t]*(?:portions )?(?:copyright|\(c\)|©)(?:[ \t]+(?:\(c\)|©|\d|<|\[|by ).*|[ \t]+\w+ \w+)$")
_REFERENCE = re.compile(r"\((?:\d{1,2}|[a-z]|[ivx]{1,5})\)")  # as in "Section 2(a)(4)", wherever a line is broken
_ADDRESS = re.compile(r"(https://[^\s<>]*?)/?(?=[\s<>]|$)")
# What Creative Commons' own plain texts say beside the SPDX text.
_EXTRA = re.compile(
    r"[:.]\s+wiki\.creativecommons\.org/considerations_for_licens(?:ors|ees)"
    r"|the text of the creative commons public licenses is dedicated to the public domain under the cc0 public domain "
    r"dedication\.\s"
)
_WORD = re.compile(r"\w+|[^\w\s]")


def words_of(text: str, titles: tuple[str, ...] = ()) -> list[str]:
    """The words and signs of a licence's text. Leading lines among `titles` (B.11) and copyright notices (B.10) go."""
    text = unicodedata.normalize("NFKC", text.removeprefix("\ufeff")).casefold()
    text = text.translate(_QUOTES).translate(_DASHES).replace("http://", "https://")
    text = _RULE.sub("", _COMMENT.sub("", text))
    lines = [line for line in text.split("\n") if not _COPYRIGHT.match(line)]
    text = _BULLET.sub("", "\n".join(_without_title(lines, titles)))
    for spelling, plain in _PAIRS:
        text = text.replace(spelling, plain)
    text = re.sub("-+", "-", _ADDRESS.sub(r"\1", _REFERENCE.sub(" ", text)))
    text = _EXTRA.sub(lambda found: "." if found[0][0] in ":." else "", " ".join(text.split()))
    return [_VARIANTS.get(word, word) for word in _WORD.findall(text) if word not in "'_"]


def _without_title(lines: list[str], titles: tuple[str, ...]) -> list[str]:
    known = {_bare(title) for title in titles} | {""}
    while lines:
        paragraph = list(takewhile(str.strip, lines))
        if _bare(" ".join(paragraph)) in known:
            lines = lines[max(1, len(paragraph)) :]
        elif _bare(lines[0]) in known:
            lines = lines[1:]
        else:
            break
    return lines


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
