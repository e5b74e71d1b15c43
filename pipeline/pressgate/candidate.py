"""One file on its own: its header, what header and path say, its dates and its URL, before posts are compared."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

from pressgate import content, ids
from pressgate.addresses import read_address
from pressgate.dates import When, read_date
from pressgate.fields import Fields, is_empty, scalars
from pressgate.licences.posts import post_author, post_license
from pressgate.model import Config, FieldValue, Header, HeaderError, Post, Reason, Scalar, SourceFile
from pressgate.parse import read_header
from pressgate.signs import header_signs, path_signs
from pressgate.sites.base import Site
from pressgate.timing import Calendar, read_times
from pressgate.unseen import unseen_in
from pressgate.words import Words

_LOCAL_IDS = frozenset({"docusaurus"})  # whose `id` is unique in one version and language alone
_JOINED = frozenset({"title", "category", "tags", "topics", "description", "license", "author"})
_TEMPLATE = re.compile(r"\{\{.*\}\}|\{%.*%\}|<%.*%>", re.DOTALL)


@dataclass(kw_only=True)
class Candidate:
    """A post on its way to a verdict. `header` is None where it is broken; its dialect is `none` where there is none.

    `public`: the post's own word; `vetoed`: a sign against it. Neither: the post is silent. `off_sitemap`: why it must
    stay unless a feed lists it. `url` is the absolute URL that the header names; `moments` are the times at which the
    post's verdict changes.
    """

    source: SourceFile
    header: Header | None = None
    fields: Fields | None = None
    public: bool = False
    vetoed: bool = False
    off_sitemap: tuple[Reason, ...] = ()
    url: str | None = None
    relative_url: FieldValue | None = None
    title: str = ""
    id: str | None = None
    explicit_id: bool = False
    derived_from: str | None = None
    day: str | None = None
    moment: datetime | None = None
    license: str | None = None
    author: str | None = None
    moments: tuple[datetime, ...] = ()
    reasons: list[Reason] = field(default_factory=list)
    notes: list[Reason] = field(default_factory=list)

    def refuse(self, code: str, message: str, line: int | None = None) -> None:
        self.reasons.append(Reason(code=code, message=message, line=line))

    def post(self) -> Post | None:
        """What the file says of itself; None where its header can't be read."""
        if self.header is None or self.fields is None:
            return None
        return Post(
            id=self.id,
            title=self.title,
            date=self.day,
            url=self.url,
            category=content.category_of(self.fields),
            tags=content.tags_of(self.fields),
            description=content.description_of(self.fields),
            license=self.license,
            body=self.header.body,
            dialect=self.header.dialect,
            moment=self.moment,
            author=self.author,
        )


def examine(
    source: SourceFile,
    config: Config,
    words: Words,
    now: datetime,
    site: Site,
) -> Candidate:
    """The candidate of one file, with every reason that lies in the file itself.

    The site's own style of headers counts where no dialect claims the text, and its names for when a page goes public.
    """
    candidate = Candidate(source=source, reasons=[*source.problems, *path_signs(source.path)])
    try:
        header = read_header(site.prepared(source.text), words)
        if header is None:
            header = site.header(source)
    except HeaderError as error:
        if not source.problems:
            candidate.refuse(error.code, error.message, error.line)
        return candidate
    header = header or Header(dialect="none", fields=(), body=source.text, body_line=1)
    candidate.fields = fields = Fields(header, words)
    claims = _read_claims(candidate, config)
    if source.problems:  # its URL and id are claimed all the same
        return candidate
    candidate.header = header
    candidate.title = content.title_of(fields, header, source.path)
    candidate.reasons += claims
    _check_characters(candidate, words)
    _read_signs(candidate, config, words)
    _read_times(candidate, config, now, site.release_names)
    _check_license(candidate, config, fields)
    names = [scalar.text for item in fields.all("author") for scalar in scalars(item.value)]
    candidate.author = post_author(names, config)
    if not candidate.header.body.strip():
        candidate.refuse("empty-body", "write the post's text below the header", candidate.header.body_line)
    return candidate


def _check_characters(candidate: Candidate, words: Words) -> None:
    for item in candidate.header.fields if candidate.header else ():
        name = words.canonical(item.name)
        found = unseen_in(item.name)
        for scalar in scalars(item.value) if name else ():
            found = found or unseen_in(scalar.text, joiners=name in _JOINED)
            if _TEMPLATE.fullmatch(scalar.text):
                candidate.refuse("header-template", "fill in the template in the header", item.line)
        if found:
            candidate.refuse("field-unseen", f"remove the unseen character {found} from the field", item.line)
    in_title = unseen_in(candidate.title, joiners=True)
    if in_title and not any(reason.code == "field-unseen" for reason in candidate.reasons):
        candidate.refuse("field-unseen", f"remove the unseen character {in_title} from the title")


def _read_signs(candidate: Candidate, config: Config, words: Words) -> None:
    assert candidate.fields
    signs = header_signs(candidate.fields, words, lambda text: _date(text, config) is not None)
    candidate.public = signs.public
    candidate.vetoed = bool(signs.vetoes or path_signs(candidate.source.path))
    candidate.reasons += signs.vetoes
    candidate.off_sitemap = signs.off_sitemap


def _date(text: str, config: Config) -> When | None:
    return read_date(text, config.site.timezone, config.posts.date_order)


def _read_times(candidate: Candidate, config: Config, now: datetime, release_names: frozenset[str]) -> None:
    assert candidate.fields
    name = candidate.source.path.rpartition("/")[2]
    calendar = Calendar(read=lambda text: _date(text, config), zone=config.site.timezone, release_names=release_names)
    times = read_times(candidate.fields, name, calendar, now)
    candidate.day, candidate.moment, candidate.moments = times.day, times.moment, times.moments
    candidate.reasons += times.reasons
    if times.day is None and not any(reason.code == "date-unreadable" for reason in times.reasons):
        candidate.notes.append(Reason(code="date-missing", message="the post has no date"))


def _read_claims(candidate: Candidate, config: Config) -> tuple[Reason, ...]:
    """The URL and the id that the header claims, and what is wrong with them."""
    assert candidate.fields
    fields = candidate.fields
    address = read_address(fields, config)
    candidate.url, candidate.relative_url = address.url, address.relative
    written = [(item, scalar.text) for item in fields.all("id") for scalar in scalars(item.value)]
    if config.site.generator in _LOCAL_IDS and written:
        candidate.id = ids.derive(candidate.source.path, fields.text("slug") or written[0][1])
        return address.reasons
    candidate.explicit_id = bool(written)
    candidate.id = written[0][1] if written else ids.derive(candidate.source.path, fields.text("slug"))
    found = [(item.line, problem) for item, text in written if (problem := ids.problem(text))]
    if len({text for _, text in written}) > 1:
        found.append((written[1][0].line, "keep one id: the header names several"))
    return (*address.reasons, *(Reason(code="id-invalid", message=message, line=line) for line, message in found))


def _check_license(candidate: Candidate, config: Config, fields: Fields) -> None:
    for item in fields.all("license"):
        value = item.value
        if is_empty(value) or (isinstance(value, Scalar) and value.kind == "bool" and value.text.casefold() == "true"):
            continue  # `license: true` is a theme's switch for a box under the post
        said = post_license(value.text if isinstance(value, Scalar) else "", config)
        if isinstance(said, Reason):
            candidate.refuse(said.code, said.message, item.line)
        elif candidate.license not in {None, said}:
            candidate.refuse("license-not-allowed", f"keep one of the licences, in `{item.name}` alone", item.line)
        else:
            candidate.license = said
