"""Where a site generator or a witness speaks for the posts: what silence means, and which URL is a post's own.

Vetoes come first; a predicted URL only proposes, and the witness confirms; what two files claim belongs to neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import PurePosixPath
from urllib.parse import quote, urlsplit

from pressgate import content, urls, witness
from pressgate.candidate import Candidate
from pressgate.evidence import Evidence
from pressgate.model import Claim, Config, Scalar
from pressgate.outline import plain
from pressgate.parties import Party, agree, refuse_shared, unread
from pressgate.rivals import Rivals
from pressgate.sites import Site, permalink
from pressgate.sites.base import join, url_path
from pressgate.sites.header import RawFields
from pressgate.witness import Witness, decoded_key, path_key

_DOCUMENTATION = ("mkdocs", "docusaurus", "vitepress")  # generators whose home is a page of text
_SAFE = "/:@!$&'()*+,;=~"


def is_needed(config: Config) -> bool:
    """Whether anything but the posts' own headers speaks in this corpus."""
    return config.site.generator != "explicit" or bool(config.publish.witness or config.publish.permalink)


class Judge:
    """The site and its witness, read once for the whole corpus."""

    def __init__(self, config: Config, site: Site) -> None:
        self.config, self.site = config, site
        self.witness: Witness | None = None
        if config.publish.witness:
            self.witness = witness.read(
                config.publish.witness,
                root=config.root,
                home=config.site.home,
                hosts=config.publish.hosts,
                base=site.base,
            )
        self.evidence = Evidence(self.witness) if self.witness and not self.witness.problems else None
        self.warnings = [*site.warnings, *((*self.witness.problems, *self.witness.notes) if self.witness else ())]
        self.rules = urls.Rules(
            home=config.site.home,
            hosts=config.publish.hosts,
            url_path=re.compile(config.publish.url_path) if config.publish.url_path else None,
            home_is_page=config.site.generator in _DOCUMENTATION,
        )

    def settle(self, candidates: Iterable[Candidate], now: datetime) -> None:
        """Gives each candidate its URL, or the reasons why it has none at `now`."""
        parties = [self._party(candidate) for candidate in candidates]
        for party in parties:
            self._veto(party, now)
        predicted = frozenset(key for party in parties for key in party.claims)
        for party in parties:
            if not party.candidate.reasons:
                self._locate(party, predicted)
            if not self._in_feed(party):
                party.candidate.reasons += party.candidate.off_sitemap
        self._refuse_rivalled(parties)
        self._warn_of_age(parties)

    def _party(self, candidate: Candidate) -> Party:
        fields = candidate.fields
        title = fields.text("title") if fields else None
        if candidate.header and title is None and self.site.headings:
            heading = candidate.header.heading or content.first_heading(candidate.header.body)
            title = plain(heading) if heading else None
        claim = self.site.claim(candidate.source, candidate.header, title)
        if candidate.url and not self.config.publish.permalink and _differs(candidate.url, claim):
            candidate.url = None  # not the URL that the generator gives the page, whatever the header says
        paths = {path_key(urlsplit(candidate.url).path): url_path(candidate.url)} if candidate.url else None
        if paths is None:
            paths = {decoded_key(path): path for path in self._proposed(candidate, claim)}
        return Party(
            candidate=candidate,
            claim=claim,
            paths={key: path for key, path in paths.items() if key is not None},
            own_word=candidate.public and bool(candidate.url or self.config.publish.permalink or self.site.fixed),
        )

    def _proposed(self, candidate: Candidate, claim: Claim) -> tuple[str, ...]:
        """The user's permalink rule, the path in the header of a corpus without a generator, else the site's rule."""
        if rule := self.config.publish.permalink:
            fields = RawFields(candidate.header)
            path = PurePosixPath(candidate.source.path)
            found = permalink.expand(rule, path, fields, candidate.day, self.site.base)
            return (found,) if found else ()
        relative = candidate.relative_url
        if self.config.site.generator == "explicit" and relative and isinstance(relative.value, Scalar):
            return (join(url_path(relative.value.text)),)
        return claim.paths

    def _veto(self, party: Party, now: datetime) -> None:
        candidate = party.candidate
        if party.claim.ignored:
            candidate.refuse(party.claim.ignored.code, party.claim.ignored.message)
        for veto in party.claim.vetoes:
            candidate.refuse(veto.code, veto.message, veto.line)
        candidate.moments = (*candidate.moments, *party.claim.moments)
        if any(moment > now for moment in party.claim.moments):
            candidate.refuse("future-date", "wait until the date has come as the site reads it, or write its time zone")
        if candidate.header and candidate.header.dialect == "none" and not self.site.headerless:
            candidate.refuse("no-header", "begin the file with a header such as `---`, `title: …`, `---`", 1)

    def _locate(self, party: Party, predicted: frozenset[str]) -> None:
        """Settles on the party's key and URL, or refuses."""
        if self.evidence is None:
            self._trust(party)
            return
        found = [key for key in party.paths if key in self.evidence.witness.listed]
        if not found and party.own_word and len(party.paths) == 1:
            self._trust(party)
            return
        if not found and not party.candidate.url:
            keys = {decoded_key(path) for path in party.claim.further}
            found = [key for key in sorted(filter(None, keys)) if key in self.evidence.witness.listed]
        if not found and not party.candidate.url and (self.site.coded or not party.paths):
            found = self.evidence.by_name(party.claim.segments, party.titles, predicted)
        if len(found) == 1:
            self._take(party, found[0], self.evidence)
        elif found:
            places = " and ".join(f"/{key}" for key in sorted(found)[:3])
            party.candidate.refuse("witness-ambiguous", f"set [publish] permalink: the post may be {places}")
        else:
            self._refuse_unlisted(party, self.evidence.witness.name)

    def _in_feed(self, party: Party) -> bool:
        listed = self.evidence.witness.listed.get(party.key) if self.evidence and party.key is not None else None
        return listed is not None and listed.in_feed

    def _refuse_unlisted(self, party: Party, name: str) -> None:
        if party.paths:
            what = f"{next(iter(party.paths.values()))} is not in {name}"
        else:
            what = f"no single page in {name} has this post's name and its title"
        party.candidate.refuse("not-in-witness", f"{what}: build the site first, or set [publish] permalink")

    def _trust(self, party: Party) -> None:
        """The post's own word, where no witness lists it."""
        if not party.own_word:
            self._refuse_silent(party)
        elif len(party.paths) != 1:
            party.candidate.refuse("url-missing", "write the post's https URL into the header, as `url: https://…`")
        else:
            key, path = next(iter(party.paths.items()))
            host = urlsplit(self.config.site.home).netloc
            self._accept(party, key, party.candidate.url or f"https://{host}{quote(path, safe=_SAFE)}")
            if self.evidence:
                self._refuse_by_page(party, self.evidence)

    def _refuse_silent(self, party: Party) -> None:
        if self.witness and self.witness.problems:
            message = (
                f"make {self.witness.name} readable by building the site again: it can't be read, so it admits nothing"
            )
            party.candidate.refuse("witness-unreadable", message)
        elif party.candidate.public:
            message = "set [publish] witness to the site's sitemap, feed or output folder, or [publish] permalink"
            party.candidate.refuse("url-unconfirmed", message)
        else:
            message = "set [publish] witness to the site's sitemap, feed or output folder, or write `draft: false`"
            party.candidate.refuse("status-missing", message)

    def _take(self, party: Party, key: str, evidence: Evidence) -> None:
        """A key that the witness lists, unless the witness contradicts itself or the post."""
        listed = evidence.witness.listed[key]
        if len(listed.urls) > 1:
            message = f"list the page once: {evidence.witness.name} has {' and '.join(sorted(listed.urls)[:3])}"
            party.candidate.refuse("witness-ambiguous", message)
            return
        if party.titles and listed.titles and not agree(party.titles, listed.titles):
            message = f"correct the title, or build the site again: {evidence.witness.name} gives /{key} another title"
            party.candidate.refuse("witness-title", message)
        self._accept(party, key, party.candidate.url or next(iter(listed.urls)))
        self._refuse_by_page(party, evidence)

    def _accept(self, party: Party, key: str, url: str) -> None:
        party.key = key
        party.candidate.url = url
        party.candidate.reasons += urls.problems(url, self.rules)

    def _refuse_by_page(self, party: Party, evidence: Evidence) -> None:
        """What the output folder, if there is one, says against the page."""
        if not evidence.witness.pages or party.key is None:
            return
        page = evidence.witness.page(party.candidate.url or "", party.key)
        if page is None:
            party.candidate.refuse("page-missing", f"build the site again: /{party.key} is not in the output folder")
            return
        if page.noindex:
            party.candidate.refuse("noindex", "remove noindex: the page in the output folder is marked with it")
        if page.redirect:
            party.candidate.refuse("redirect", "remove the redirect: the page in the output folder leads elsewhere")
            return
        held = party.is_held_by(page)
        if held is False:
            message = f"build the site again: the page at /{party.key} doesn't hold the post's text"
            party.candidate.refuse("witness-text", message)
        elif held is None and party.titles and not any(map(page.holds, party.titles)):
            party.candidate.refuse("witness-title", f"build the site again: the page at /{party.key} lacks the title")

    def _refuse_rivalled(self, parties: list[Party]) -> None:
        """Refuses the posts whose page another file makes too, be it refused or not even read here."""
        if self.config.site.generator in {"explicit", "zenn"}:
            refuse_shared(parties)
            return
        rivals = Rivals(self.config.posts.path, frozenset(party.candidate.source.path for party in parties))
        others = [unread(path, claim) for path, claim in rivals.claims(self.site)]
        refuse_shared([*parties, *others])
        for party in parties:
            if party.key is not None and (beside := rivals.of(party.candidate.source.path)):
                message = f"move {beside[0]}, which the site may build at the same URL, or add it to [posts] include"
                party.candidate.refuse("duplicate-url", message)

    def _warn_of_age(self, parties: Iterable[Party]) -> None:
        days = [party.candidate.day for party in parties if party.candidate.day and not party.candidate.reasons]
        newest = self.evidence.witness.newest if self.evidence else None
        if newest and days and newest < max(days):
            name = self.evidence.witness.name if self.evidence else ""
            self.warnings.append(
                f"{name}: its newest date, {newest}, is before the newest post's, {max(days)}: build again"
            )


def _differs(url: str, claim: Claim) -> bool:
    """Whether a URL is none of those that the page may have, where that is known."""
    keys = {decoded_key(path) for path in claim.paths}
    return bool(keys) and path_key(urlsplit(url).path) not in keys
