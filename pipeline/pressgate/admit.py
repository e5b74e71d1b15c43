"""The verdict on every post. The default is refuse; every reason is collected."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from pressgate import confirm, sites
from pressgate.bodies import clean_bodies
from pressgate.candidate import Candidate, examine
from pressgate.compare import name_posts, refuse_doubles, take_down
from pressgate.model import Admission, Config, Decision
from pressgate.parse import read_sources
from pressgate.reasons import REASONS
from pressgate.words import Words

__all__ = ["REASONS", "admit"]

EPOCH = datetime(1980, 1, 1, tzinfo=UTC)


def admit(config: Config, now: datetime | None = None) -> Admission:
    """Reads every post of the corpus and judges it at `now` (aware; None: the present).

    Raises UsageError where the posts' folder is missing, NothingToExamine where it holds no post.
    """
    time = now or datetime.now(UTC)
    site = sites.load(config)
    words = Words(config.posts.fields, (*config.publish.status, *site.public_words))
    candidates = [examine(source, config, words, time, site) for source in read_sources(config)]
    judge = confirm.Judge(config, site) if confirm.is_needed(config) else None
    if judge:
        judge.settle(candidates, time)
    else:
        for candidate in candidates:
            _settle_explicit(candidate)
    refuse_doubles(candidates)
    name_posts(candidates)
    take_down(candidates, config.publish.takedown)
    clean_bodies(candidates, config, site)
    return Admission(
        decisions=tuple(_decide(candidate) for candidate in candidates),
        clock=_clock(candidates, time),
        fixed=now is not None,
        warnings=tuple(judge.warnings) if judge else (),
        witness=judge.witness.digests if judge and judge.witness else {},
    )


def _settle_explicit(candidate: Candidate) -> None:
    """What silence means where the header alone speaks: no status and no URL refuse."""
    if candidate.header is None:
        return
    candidate.reasons += candidate.off_sitemap
    if candidate.header.dialect == "none":
        candidate.refuse("no-header", "begin the file with a header: `---`, status and URL, `---`", 1)
        return
    if not candidate.public and not candidate.vetoed and not candidate.off_sitemap:
        candidate.refuse(
            "status-missing", "write `draft: false` or `published: true` into the header once it is public"
        )
    if candidate.relative_url and not candidate.url:
        field = candidate.relative_url
        message = f"write the full URL (https://…) in `{field.name}`"
        candidate.refuse("url-not-absolute", message, field.line)
    elif not candidate.url and not any(r.code in {"permalink-false", "url-unreadable"} for r in candidate.reasons):
        candidate.refuse("url-missing", "write the post's https URL into the header, as `url: https://…`")


def _decide(candidate: Candidate) -> Decision:
    return Decision(
        source=candidate.source,
        post=candidate.post(),
        reasons=tuple(dict.fromkeys(candidate.reasons)),
        notes=tuple(candidate.notes),
    )


def _clock(candidates: Iterable[Candidate], now: datetime) -> datetime:
    """The latest moment, not after `now`, at which a verdict changed."""
    past = [moment for candidate in candidates for moment in candidate.moments if moment <= now]
    return max([*past, EPOCH]).astimezone(UTC)
