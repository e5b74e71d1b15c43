"""The forbidden identifiers: where the list comes from, and where one of them stands in a text."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pressgate.leaks.normal import normal, offsets
from pressgate.leaks.subject import Hit, Subject
from pressgate.model import Config, StepError

_SENTENCE_GAP = re.compile(r"[.!?;:,)][ \t\n]|\n[ \t]*\n|[。！？]|[ \t][|]|[|][ \t\n]")
_WORDS = re.compile(r"[^\W_]+")
_SPELT = 4
# What a reader of the rendered text doesn't see: targets of links, pictures, footnote marks, markup of forums, colours
# of terminals, letters struck over.
_UNSEEN = re.compile(
    r"!\[[^\[\]\n]{0,200}\]\([^()\n]{0,400}\)|(?<=\])\([^()\n]{0,400}\)|(?<=\])\[[^\[\]\n]{0,60}\]|\[\^[\w-]{1,20}\]|"
    r"\[/?(?:b|i|u|s|code|url|color|size|font|quote)(?:=[^\[\]\n]{0,80})?\]|(?:\x1b|\\033|\\e|"
    r"\\x1b)\[[0-9;]{0,20}m|.\x08"
)


def load(config: Config, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The entries of the configured list; () only where the configuration says "none".

    Raises StepError where the list is configured and absent, empty, or has an entry that can't be used.
    """
    source, name = config.scan.forbidden
    if source == "none":
        return ()
    if source == "env":
        if name not in environ:
            raise StepError(
                f"the environment variable {name} is not set; put the forbidden identifiers there, one a line"
            )
        return parse(environ[name], f"the environment variable {name}")
    try:
        with open(name, encoding="utf-8-sig") as file:  # noqa: PTH123
            return parse(file.read(), name)
    except (OSError, UnicodeDecodeError) as error:
        raise StepError(f"{name}: the list of forbidden identifiers can't be read as UTF-8 text") from error


def parse(text: str, source: str) -> tuple[str, ...]:
    """Entries, one a line; `#` begins a comment. Raises StepError, which repeats no entry."""
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        entry = re.sub(r"(?:^|\s)#.*", "", line).strip()
        if not entry:
            continue
        try:
            compile_entry(entry)
        except (re.error, ValueError) as error:
            raise StepError(f"{source}, line {number}: {error}") from None
        entries.append(entry)
    if not entries:
        raise StepError(f'{source} holds no forbidden identifiers; write them one a line, or set forbidden to "none"')
    return tuple(dict.fromkeys(entries))


@dataclass(frozen=True, kw_only=True)
class Identifier:
    """A compiled entry: a regular expression, or the normal form of a literal; `bounded` wants whole words."""

    pattern: re.Pattern[str] | None = None
    form: str = ""
    bounded: bool = False


def compile_entry(entry: str) -> Identifier:
    """`re:…` is a regular expression, `word:…` a literal that must stand as a word, anything else a literal.

    Raises re.error or ValueError with a text that doesn't repeat the entry.
    """
    if entry.startswith("re:"):
        try:
            pattern = re.compile(entry[3:], re.IGNORECASE)
        except re.error:
            raise ValueError("is no valid regular expression") from None
        if pattern.search(""):
            raise ValueError("is a regular expression that matches the empty text")
        return Identifier(pattern=pattern)
    bounded = entry.startswith("word:")
    form = normal(entry.removeprefix("word:"))
    if len(form) < 2:
        raise ValueError("is shorter than two letters or digits")
    return Identifier(form=form, bounded=bounded)


class Matcher:
    """Finds identifiers in any spelling that `normal` makes one."""

    def __init__(self, entries: tuple[str, ...]) -> None:
        plain = tuple(map(compile_entry, entries))
        self.given = bool(plain)
        self.identifiers = (*plain, *(turned for one in plain for turned in _turned(one)))

    def find(self, subject: Subject) -> Iterator[Hit]:
        """One hit for each place of each identifier, at most 20 an identifier in a view."""
        for identifier in self.identifiers:
            if identifier.pattern:
                for match, _ in zip(identifier.pattern.finditer(subject.text), range(20), strict=False):
                    yield Hit(start=match.start(), end=match.end())
        if not any(identifier.form for identifier in self.identifiers):
            return
        yield from self._literals(subject.text, subject.form)
        shown = _UNSEEN.sub(lambda m: " " * len(m.group()), subject.text)
        if shown != subject.text:
            yield from self._literals(shown, normal(shown))

    def _literals(self, text: str, form: str) -> Iterator[Hit]:
        places: tuple[str, list[int]] | None = None
        for identifier in self.identifiers:
            if identifier.form and identifier.form in form:
                places = places or offsets(text)
                yield from _places(identifier, text, *places)


def _turned(identifier: Identifier) -> Iterator[Identifier]:
    """The identifier in ROT13 and backwards, where it is long enough not to be another word."""
    if not identifier.form.isascii() and len(identifier.form) >= 5:
        yield Identifier(form=identifier.form[::-1], bounded=identifier.bounded)
    if identifier.form.isascii() and len(identifier.form) >= 8 and not identifier.form.isdigit():
        yield Identifier(form=codecs.encode(identifier.form, "rot13"), bounded=identifier.bounded)
        yield Identifier(form=identifier.form[::-1], bounded=identifier.bounded)


def _places(identifier: Identifier, text: str, form: str, places: list[int]) -> Iterator[Hit]:
    at, found = form.find(identifier.form), 0
    while at >= 0 and found < 20:
        start, last = places[at], places[at + len(identifier.form) - 1]
        if _stands(identifier, text, start, last):
            found += 1
            yield Hit(start=start, end=last + 1)
        at = form.find(identifier.form, at + 1)


def _stands(identifier: Identifier, text: str, start: int, last: int) -> bool:
    """Whether the match is the identifier and not a part of another word, nor words of two sentences."""
    inner = text[start : last + 1]
    if _SENTENCE_GAP.search(inner) and not _spelt(inner):
        return False
    return _edge(text, start - 1, start, identifier.bounded) and _edge(text, last, last + 1, identifier.bounded)


def _spelt(inner: str) -> bool:
    """Whether letters stand alone, each apart from the next, as in `a. b. c. d`."""
    letters = _WORDS.findall(inner)
    return len(letters) >= _SPELT and all(len(letter) == 1 for letter in letters)


def _edge(text: str, left: int, right: int, bounded: bool) -> bool:
    """Whether a word may end between the two offsets. Korean particles follow a word without a space."""
    if left < 0 or right >= len(text):
        return True
    a, b = text[left], text[right]
    if not (a.isalnum() and b.isalnum()):
        return True
    if a.isascii() and b.isascii():
        camel = a.islower() and b.isupper()
        return camel or (a.isdigit() != b.isdigit() and not bounded)
    return not bounded or a.isascii() != b.isascii()
