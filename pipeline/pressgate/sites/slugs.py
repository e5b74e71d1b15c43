"""How each generator makes a URL segment of a text. Of romanised letters, Latin ones and Hangul can be foretold."""

from __future__ import annotations

import re
import unicodedata
from html import unescape


def jekyll(text: str, *, mode: str = "default", cased: bool = False) -> str:
    """Jekyll's `Utils.slugify` in its modes `default` and `pretty`."""
    pretty = "._~!$&'()+,;=@" if mode == "pretty" else ""
    slug = _joined(text, lambda c: c in pretty or unicodedata.category(c)[0] in "ML" or unicodedata.category(c) == "Nd")
    slug = re.sub(r"^-|-$", "", slug)
    return slug if cased else slug.lower()


def hugo(text: str, *, plus: bool = False, lower: bool = True) -> str:
    """Hugo's URL form of a title or slug; `plus` keeps `+`, as older versions and file names do."""
    kept: list[str] = []
    hyphen_due = was_hyphen = False
    for index, char in enumerate(text):
        category = unicodedata.category(char)
        if char in "./\\_#~-@" + "+" * plus or category[0] in "LM" or category == "Nd" or _is_escape(text, index):
            was_hyphen = char == "-"
            if hyphen_due and not was_hyphen:
                kept.append("-")
            hyphen_due = False
            kept.append(char)
        elif kept and not was_hyphen and char.isspace():
            hyphen_due = True
    slug = "".join(kept)
    return slug.lower().replace("i\u0307", "i") if lower else slug


def _is_escape(text: str, index: int) -> bool:
    return bool(re.match(r"%[0-9a-fA-F]{2}", text[index : index + 3]))


def hexo(text: str, case: int = 0) -> str:
    """Hexo's `slugize`; accents are dropped from Latin letters."""
    plain = "".join(_without_accents(c) for c in unicodedata.normalize("NFC", text))
    slug = re.sub(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'<>,.?/]+", "-", re.sub(r"[\x00-\x1f]", "", plain)).strip("-")
    return slug.lower() if case == 1 else slug.upper() if case == 2 else slug


def pelican(text: str, *, unicode: bool = False, cased: bool = False) -> str | None:
    """Pelican's `slugify` with its default substitutions; None where it romanises letters of other scripts."""
    text = unicodedata.normalize("NFKC", unescape(re.sub(r"<[^>]*>", "", text)))
    if not unicode and not (text := _ascii(text)).isascii():
        return None
    slug = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip())
    return (slug if cased else slug.lower()).strip()


def nikola(text: str, *, plain: bool = True) -> str | None:
    """Nikola's `slugify`, or with `plain` off what it leaves of a name; None where it romanises other letters."""
    if not plain:
        return re.sub(r"[/\\?#\"'\r\n\t*:<>|]", "-", text)
    text = _ascii(text)
    if not text.isascii():
        return None
    return re.sub(r"[-\s]+", "-", re.sub(r"[^+\w\s-]", "", text).strip().lower())


def zola(text: str) -> str | None:
    """Zola's `slugify` with `paths = "on"`; None where it romanises letters of other scripts."""
    text = _ascii(text)
    if not text.isascii():
        return None
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def github(text: str) -> str:
    """The slug that Astro makes of a file name (`github-slugger`)."""
    kept = "".join(c for c in text.lower() if c in "-_ " or unicodedata.category(c)[0] in "LMN" or c == "\u203f")
    return kept.replace(" ", "-")


def material(text: str) -> str:
    """The slug that Material for MkDocs makes of a blog post's title."""
    text = unicodedata.normalize("NFC", re.sub(r"<[^>]*>", "", text))
    return re.sub(r"[^\w\- ]", "", text).strip().lower().replace(" ", "-")


def _joined(text: str, keep: object) -> str:
    assert callable(keep)
    out: list[str] = []
    for char in text:
        if keep(char):
            out.append(char)
        elif not out or out[-1] != "\0":
            out.append("\0")
    return "".join(out).replace("\0", "-")


def _without_accents(char: str) -> str:
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() else char


def _ascii(text: str) -> str:
    """Latin letters, Hangul and common punctuation as `unidecode` writes them; the rest as it is."""
    return "".join(_romanised(c) for c in unicodedata.normalize("NFC", text))


def _romanised(char: str) -> str:
    syllable = ord(char) - 0xAC00
    if 0 <= syllable < 11172:
        return _INITIALS[syllable // 588] + _VOWELS[syllable // 28 % 21] + _FINALS[syllable % 28]
    return _SIGNS.get(char) or _without_accents(char)


_INITIALS, _VOWELS, _FINALS = (
    letters.split(",")
    for letters in (
        "g,gg,n,d,dd,r,m,b,bb,s,ss,,j,jj,c,k,t,p,h",
        "a,ae,ya,yae,eo,e,yeo,ye,o,wa,wae,oe,yo,u,weo,we,wi,yu,eu,yi,i",
        ",g,gg,gs,n,nj,nh,d,l,lg,lm,lb,ls,lt,lp,lh,m,b,bs,s,ss,ng,j,c,k,t,p,h",
    )
)
_SIGNS = {
    **{"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "--", "\u2026": "..."},
    **{"\u00a0": " ", "\u00b7": "*", "\u00df": "ss", "\u00e6": "ae", "\u00c6": "AE", "\u00f8": "o", "\u00d8": "O"},
    **{"\u0153": "oe", "\u0152": "OE", "\u0142": "l", "\u0141": "L"},
}
