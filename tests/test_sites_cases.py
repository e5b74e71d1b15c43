"""Two adversarial sites as they were built once, each page with what became of it: what is admitted, and what stays."""

from __future__ import annotations

import json
import unicodedata
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from corpora import write
from pressgate.admit import admit
from pressgate.model import Decision
from support import make_config

DATA = Path(__file__).parent / "data" / "sites"
NOW = datetime(2026, 11, 30, 15, 30, tzinfo=UTC)
# site → (its path, the posts' folder, the posts that are listed and stay, with the code)
SITES = {
    "hugo": (
        "/",
        "content",
        {
            "posts/draft-yes.md": "status-ambiguous",
            "posts/dup-b.md": "duplicate-url",
            "posts/no-header.md": "no-header",
            "posts/private-true.md": "private-true",
        },
    ),
    "mkdocs": (
        "/guide/",
        "docs",
        {
            "blog/posts/draft.md": "draft-true",
            "blog/posts/future.md": "future-date",
            "blog/posts/unlisted.md": "unlisted",
            "guide/draft-true.md": "draft-true",
            "guide/dup/index.md": "duplicate-url",
            "guide/future.md": "future-date",
            "guide/published-false.md": "published-false",
            "guide/search-exclude.md": "unlisted",
        },
    ),
}
WITNESSES = [
    ("hugo", ("public/sitemap.xml",), "in_sitemap"),
    ("hugo", ("public/sitemap.xml", "public/index.xml"), "in_feed"),
    ("hugo", ("public",), "in_feed"),
    ("mkdocs", ("public/sitemap.xml",), "in_sitemap"),
    ("mkdocs", ("public",), "in_sitemap"),
]


def verdicts(root: Path, name: str, witness: tuple[str, ...]) -> dict[str, Decision]:
    base, folder, _ = SITES[name]
    config = make_config(
        root,
        site={"generator": name, "home": f"https://blog.example.com{base}"},
        posts={"path": root / "site" / folder},
        publish={"witness": witness},
    )
    return {f"{folder}/{decision.source.path}": decision for decision in admit(config, NOW).decisions}


@pytest.mark.parametrize(("name", "witness", "seen"), WITNESSES)
def test_what_is_listed_is_admitted_but_for_what_has_a_veto(
    tmp_path: Path, name: str, witness: tuple[str, ...], seen: str
) -> None:
    case: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    write(tmp_path, case["files"])
    decisions = verdicts(tmp_path, name, witness)
    pages = {page["file"]: page for page in case["pages"]}
    admitted = {
        path: decision.post.url or "" for path, decision in decisions.items() if decision.post and decision.admitted
    }
    listed = {path for path, page in pages.items() if page["published"] and (page["in_sitemap"] or page[seen])}
    refused = {f"{SITES[name][1]}/{path}": code for path, code in SITES[name][2].items()}
    if name == "hugo" and seen == "in_feed":
        refused["content/posts/build-local.md"] = "not-in-witness"
    assert set(admitted) == listed - set(refused)
    assert [path for path, url in admitted.items() if not same(url, pages[path]["url_path"])] == []
    codes = {path: {reason.code for reason in decisions[path].reasons} for path in refused}
    assert {path: code for path, code in refused.items() if code not in codes[path]} == {}


def same(url: str, path: str) -> bool:
    """Whether a URL's decoded path is `path`, which is decoded already; a slash at the end doesn't count."""
    own = urlsplit(url).path
    readings = (unicodedata.normalize("NFC", text).rstrip("/") for text in (unquote(own), own))
    return path.rstrip("/") in readings
