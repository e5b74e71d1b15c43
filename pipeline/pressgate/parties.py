"""Posts as claimants of pages: what each may be, and which pages two of them claim."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from pressgate.candidate import Candidate
from pressgate.model import Claim, SourceFile
from pressgate.prose import prose
from pressgate.witness import Page, decoded_key, title_keys


@dataclass(kw_only=True, eq=False)
class Party:
    """A post and what its site makes of it: the URL paths it may have, by key, and the key that is settled on."""

    candidate: Candidate
    claim: Claim
    paths: dict[str, str]
    own_word: bool
    key: str | None = None

    @cached_property
    def titles(self) -> frozenset[str]:
        """The keys of its title."""
        return title_keys(self.claim.title or "")

    def is_held_by(self, page: Page) -> bool | None:
        """Whether the page holds any of the first lines of plain prose; None where the post has none."""
        body = self.candidate.header.body if self.candidate.header else ""
        found = None
        for line in islice(prose(body), 12):
            if page.holds(line):
                return True
            found = False
        return found

    @property
    def claims(self) -> frozenset[str]:
        """The keys that it claims, whatever their case; a file that the site never builds claims none."""
        if self.claim.ignored:
            return frozenset()
        return frozenset(key.casefold() for key in ([self.key] if self.key is not None else self.paths))


def unread(path: str, claim: Claim) -> Party:
    """A file that is no post here, as a claimant of its page."""
    paths = {decoded_key(found): found for found in claim.paths}
    return Party(
        candidate=Candidate(source=SourceFile(path=path, text="", sha256="")),
        claim=claim,
        paths={key: found for key, found in paths.items() if key is not None},
        own_word=False,
    )


def agree(own: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two titles are the same, but for what a site adds to one of them."""
    return any(one in two or two in one for one in own for two in other)


def refuse_shared(parties: list[Party]) -> None:
    """Refuses every party whose URL another file claims too; files that are refused anyway count."""
    by_key: dict[str, list[Party]] = defaultdict(list)
    for party in parties:
        for key in party.claims:
            by_key[key].append(party)
    for group in by_key.values():
        settled = [party for party in group if party.key is not None]
        for party in settled if len(group) > len(settled) else ():
            others = [other.candidate.source.path for other in group if other is not party]
            names = ", ".join(others[:3]) + (f" and {len(others) - 3} more" if len(others) > 3 else "")
            party.candidate.refuse("duplicate-url", f"give each post its own URL: {names} claims the same")
