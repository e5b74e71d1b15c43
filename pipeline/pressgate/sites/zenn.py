"""Zenn: articles in `articles/`, served by zenn.dev at a fixed path. It builds no site, so there is no witness."""

from __future__ import annotations

import re
from datetime import timedelta, timezone
from pathlib import PurePosixPath

from pressgate.model import Claim, Reason
from pressgate.sites.base import Site, join, not_built
from pressgate.sites.header import RawFields

_JAPAN = timezone(timedelta(hours=9))  # Zenn reads `published_at` in it, wherever the author is
_SLUG = re.compile(r"[a-z0-9_-]{12,50}")


class Zenn(Site):
    """A repository that Zenn publishes from. `[site] home` is the author's page, `https://zenn.dev/NAME`."""

    fixed = True

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        if path.suffix != ".md" or not _SLUG.fullmatch(path.stem):
            return not_built("an article's name is 12 to 50 of a-z, 0-9, `-` and `_`, and ends in .md")
        if path.parent.name != "articles":
            return not_built("Zenn's articles lie in articles/")
        return path

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        publication = fields.text("publication_name")
        owner = join(publication) if publication else self.base
        when = self.date(fields.text("published_at"), _JAPAN)
        return Claim(
            paths=(join(owner, "articles", path.stem),),
            segments=(path.stem,),
            title=title,
            moments=(when.moment,) if when else (),
        )
