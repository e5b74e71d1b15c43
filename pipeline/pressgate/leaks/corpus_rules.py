"""The rules that need to know something of the corpus: identifiers, refused posts, posts that were taken down."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from random import Random

from pressgate.leaks.identifiers import Matcher
from pressgate.leaks.refused import Refused, Secret
from pressgate.leaks.sentences import sentences
from pressgate.leaks.subject import Hit, Rule, Subject
from pressgate.leaks.taken_down import TakenDown, hashes_of

MEANINGS = {
    "forbidden-identifier": "an identifier of the forbidden list, in any spelling",
    "refused-text": "a sentence of a refused post",
    "taken-down-text": "a sentence of a post that was taken down",
}


def identifier_rule(entries: tuple[str, ...], random: Random) -> Rule:
    """Finds the entries, and one more of random value, so that the rule can be proven without any."""
    word = _drawn(random, 18)
    matcher = Matcher((*entries, word))
    spelt = f"{word[:6].upper()}_{word[6:]}"
    return Rule(
        code="forbidden-identifier", name="forbidden-identifier", meaning=MEANINGS["forbidden-identifier"],
        find=matcher.find, canary=lambda _: f" {spelt} ",
    )  # fmt: skip


def refused_rule(secrets: Iterable[Secret], random: Random) -> Rule:
    """Finds sentences of refused posts, and one more of random value."""
    sentence = " ".join(_drawn(random, 7) for _ in range(9))
    refused = Refused.of((*secrets, Secret(source="", forms=frozenset(sentences(sentence)))))
    return Rule(
        code="refused-text", name="refused-text", meaning=MEANINGS["refused-text"], find=refused.find,
        canary=lambda _: f"\n\n{sentence}.\n\n", reviewable=True,
    )  # fmt: skip


def taken_down_rule(remembered: TakenDown, random: Random) -> Rule:
    """Finds sentences that a file of salted hashes remembers, and one more of random value."""
    sentence = " ".join(_drawn(random, 7) for _ in range(9))
    salt = remembered.salt or random.randbytes(16)
    both = TakenDown(salt=salt, hashes=remembered.hashes | frozenset(hashes_of(salt, iter([sentence]))))

    def find(subject: Subject) -> Iterator[Hit]:
        return (Hit(start=at, end=at) for at in both.find(subject.text))

    return Rule(
        code="taken-down-text", name="taken-down-text", meaning=MEANINGS["taken-down-text"], find=find,
        canary=lambda _: f"\n\n{sentence}.\n\n",
    )  # fmt: skip


def _drawn(random: Random, length: int) -> str:
    return "".join(random.choices(string.ascii_lowercase, k=length))
