"""The normal form in which identifiers and sentences are compared: letters and digits alone, in one shape.

NFKC (Unicode Standard Annex 15), case-fold, format characters out, look-alike letters mapped (after Unicode Technical
Standard 39, for the scripts that imitate Latin), combining marks of Latin gone, everything that is no letter or digit
removed. Hangul is composed, so both normal forms of Korean are one.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

_CYRILLIC = dict(zip("асеорхуіјѕһԁԛԝьӏкмтвнг", "aceopxyijshdqwblkmtbhr", strict=True))
_GREEK = dict(zip("αορνικτυχγηωεμ", "aopviktuxynwem", strict=True))
_ARMENIAN = dict(zip("օսոհցյ", "ounhgj", strict=True))
_COPTIC = dict(zip("ⲁⲟⲣⲥⲭⲩⲓⲕⲙⲛⲧⲃⲉⲏ", "aopcxyikmntbeh", strict=True))
# Of these the capitals look like Latin letters.
_CHEROKEE = dict(zip("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ", "drtiyajewmhyghzbrwsvslcpkdb", strict=True))
_LISU = dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou", strict=True))
# Greek capitals that look like another letter than their small forms do.
_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "abezhikmnoptyxc")
_GREEK_CAPITAL = re.compile("[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ]")
_OTHER = {"ı": "i", "ɑ": "a", "ɡ": "g", "ɩ": "i", "ⅼ": "l", "ꞌ": "", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t"}
_NAMED = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|NEGATIVE (?:SQUARED|CIRCLED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER"
    r"|TAG LATIN (?:SMALL|CAPITAL) LETTER|MODIFIER LETTER SMALL CAPITAL|LATIN SUBSCRIPT SMALL LETTER) ([A-Z])"
)


def _table() -> dict[int, str]:
    table = {
        ord(k): v for part in (_CYRILLIC, _GREEK, _ARMENIAN, _COPTIC, _CHEROKEE, _LISU, _OTHER) for k, v in part.items()
    }
    for point in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        base = unicodedata.normalize("NFD", chr(point))[0].casefold()
        if base.isascii() and base.isalpha():
            table.setdefault(point, base)
    for point in (
        *range(0x250, 0x2B0),
        *range(0x1D00, 0x1DC0),
        *range(0x2080, 0x20A0),
        *range(0x1F100, 0x1F200),
        *range(0xE0020, 0xE0080),
    ):
        name = unicodedata.name(chr(point), "")
        if match := _NAMED.fullmatch(name):
            table.setdefault(point, match.group(1).lower())
    table.update({0xE0000 + ord(c): c for c in "0123456789"})
    return table


_CONFUSABLE = _table()
_IMITATES = re.compile("[" + "".join(map(chr, sorted(_CONFUSABLE))) + "]")
_MARKS = "\u0300-\u036f\u0483-\u0489\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f"
# Jamo and letters of Khmer that stand for nothing: they count as letters and show no shape.
_FILLERS = "\u115f\u1160\u3164\uffa0\u17b4\u17b5"
_NOT_WORD = re.compile(rf"[\W_{_MARKS}{_FILLERS}]+")
# Everything but the letters that most texts are written in, which stay as they are: rare, so looked at closely.
_RARE = re.compile("[^0-9a-z\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]+")
_JAMO = re.compile("[\u1100-\u11ff\u3131-\u318e\uffa0-\uffdc]")
_CONSONANT = re.compile("[\u1100-\u1112]")
_LOOSE_FINAL = re.compile("([\uac00-\ud7a3])([\u1100-\u1112])")
_FINALS = dict(
    zip("ᄀᄁᄂᄃᄅᄆᄇᄉᄊᄋᄌᄎᄏᄐᄑᄒ", (1, 2, 4, 7, 8, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27), strict=True)
)
_CHUNK = re.compile(r"[\s\S]{400}[^ \n]{0,400}[ \n]?|[\s\S]+")
_PLAIN = frozenset("0123456789abcdefghijklmnopqrstuvwxyz")
_SYLLABLE, _LAST_SYLLABLE = "\uac00", "\ud7a3"
_LOWER = bytes(ord(chr(b).lower()) if b < 128 else b for b in range(256))
_DELETE = bytes(b for b in range(128) if not chr(b).isalnum())


def normal(text: str) -> str:
    """The normal form of `text`."""
    if text.isascii():
        return text.encode("ascii").translate(_LOWER, _DELETE).decode("ascii")
    shaped = unicodedata.normalize("NFKC", text)
    if _GREEK_CAPITAL.search(shaped):
        shaped = shaped.translate(_CAPITALS)
    folded = shaped.casefold()
    plain = folded.encode("utf-8", "surrogatepass").translate(None, _DELETE).decode("utf-8", "surrogatepass")
    if _CONSONANT.search(plain):
        plain = _LOOSE_FINAL.sub(_composed, plain)
    return _RARE.sub(_mapped, plain)


def _mapped(match: re.Match[str]) -> str:
    return _NOT_WORD.sub("", _IMITATES.sub(_imitated, match.group()))


def _composed(match: re.Match[str]) -> str:
    """A syllable and the consonant typed after it, as one syllable."""
    syllable, final = ord(match[1]), _FINALS.get(match[2])
    return chr(syllable + final) if final and (syllable - 0xAC00) % 28 == 0 else match.group()


def _imitated(match: re.Match[str]) -> str:
    return _CONFUSABLE[ord(match.group())]


def offsets(text: str) -> tuple[str, list[int]]:
    """The normal form, and for each of its characters the offset in `text` that it came from. Slow: for few texts.

    Characters that combine are taken with their base, so the result is `normal(text)` but for rare sequences.
    """
    parts: list[str] = []
    places: list[int] = []
    at = 0
    while at < len(text):
        end = at + 1
        while (
            end < len(text) and not text[end].isascii() and (unicodedata.combining(text[end]) or _JAMO.match(text[end]))
        ):
            end += 1
        piece = text[at:end]
        if end - at > 1 or not (piece in _PLAIN or _SYLLABLE <= piece <= _LAST_SYLLABLE):
            piece = normal(piece)
        parts.append(piece)
        places.extend([at] * len(piece))
        at = end
    return "".join(parts), places


class Places:
    """Where in a text the characters of its normal form stand; only the parts that are asked for are looked at."""

    def __init__(self, text: str) -> None:
        self._chunks = [(match.start(), match.group()) for match in _CHUNK.finditer(text)]
        self._starts: list[int] = []
        self._known: dict[int, list[int]] = {}
        at = 0
        for _, chunk in self._chunks:
            self._starts.append(at)
            at += len(normal(chunk))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The offsets in the text of a span of the normal form: of its first character and behind its last one."""
        return self._offset(start), self._offset(end - 1) + 1

    def _offset(self, at: int) -> int:
        number = bisect_right(self._starts, at) - 1
        begin, chunk = self._chunks[number]
        if number not in self._known:
            self._known[number] = offsets(chunk)[1]
        places = self._known[number]
        inside = at - self._starts[number]
        return begin + (places[inside] if inside < len(places) else len(chunk) - 1)
