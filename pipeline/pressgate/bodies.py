"""The bodies of the posts that go out, cleaned; one that then says nothing stays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePosixPath
from urllib.parse import quote, urlsplit

from pressgate.candidate import Candidate
from pressgate.clean import Place, clean
from pressgate.model import Config
from pressgate.sites import Site


def clean_bodies(candidates: Iterable[Candidate], config: Config, site: Site) -> None:
    """Cleans the bodies of the candidates that no reason keeps back; links between their files lead to their URLs."""
    home = urlsplit(config.site.home)
    going = {candidate.source.path: candidate for candidate in candidates if not candidate.reasons and candidate.url}
    targets = {path: candidate.url for path, candidate in going.items() if candidate.url}
    for path, candidate in going.items():
        if candidate.header is None:
            continue

        def file(target: str, path: str = path) -> str | None:
            found = site.file(PurePosixPath(path), target)
            return f"{home.scheme}://{home.netloc}{quote(found)}" if found else None

        place = Place(
            url=targets[path],
            home=config.site.home,
            path=path,
            targets=targets,
            file=file,
            mdx=path.lower().endswith(".mdx"),
        )
        cleaned = clean(candidate.header.body, place)
        candidate.header = replace(candidate.header, body=cleaned.body)
        candidate.notes += cleaned.notes
        if not cleaned.settled:
            candidate.refuse("body-unsettled", "remove the comments or tags in the text that are nested in one another")
        elif not cleaned.body.strip():
            candidate.refuse("empty-body", "write text: what the body holds is never shown")
