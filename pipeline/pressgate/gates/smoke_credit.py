"""What the running server says of its posts' licences and authors, and what it was tried with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from packaging.utils import canonicalize_name

from pressgate.dependencies import Tried
from pressgate.licences.reuse import authors
from pressgate.licences.supply import article_license
from pressgate.model import Finding, GateInput

CODES = {
    "smoke-credit": "an article's foot doesn't name its licence and author, or blog_home not the content's",
    "smoke-versions": "the wheel was tried with other distributions than its bill of materials names",
}


def credit(seen: Mapping[str, Any], given: GateInput) -> Iterator[Finding]:
    """Looks at the foot of every page of every article that was read, and at `blog_home`."""
    for article in given.index.document["articles"]:
        if article["id"] not in seen["articles"]:
            continue
        asked = (article_license(article, given.config), article.get("author") or authors(given.config))
        readings = seen["articles"][article["id"]].values()
        feet = [foot for reading in readings for _, foot in reading["around"]]
        if not feet or not all(_said(part, foot) for part in asked for foot in feet):
            detail = "its foot must name its licence and its author"
            yield Finding(code="smoke-credit", where=article["id"], detail=detail)
    asked = (given.config.licenses.content, authors(given.config))
    homes = [call["text"] for call in seen["calls"] if call["tool"] == "blog_home"]
    if not homes or not all(_said(part, text) for part in asked for text in homes):
        detail = "must name the content's licence and author"
        yield Finding(code="smoke-credit", where="blog_home", detail=detail)


def _said(part: str, text: str) -> bool:
    return " ".join(part.split()) in " ".join(text.split())


def versions(installed: Mapping[str, str], tried: Mapping[str, Tried], own: str) -> Iterator[Finding]:
    """Compares the environment, the wheel itself aside, with what `provenance.json` and so the bill names."""
    named = {name: entry["version"] for name, entry in tried.items()}
    odd = sorted({name for name, _ in named.items() ^ installed.items()} - {canonicalize_name(own)})
    if odd:
        yield Finding(code="smoke-versions", where="provenance.json", detail=f"differing: {', '.join(odd[:5])}")
