"""Admitted posts → the files of `data/`, schema 1, byte-stable."""

from __future__ import annotations

import hashlib
import json
import platform
import sqlite3
import zlib
from collections.abc import Mapping
from importlib import metadata
from typing import Any
from urllib.parse import quote

from pressgate import __version__, repository
from pressgate.dependencies import tried
from pressgate.licences.reuse import authors
from pressgate.model import Admission, Config, Index, Post
from pressgate.outline import sections
from pressgate.search_index import build_search

SCHEMA = 1
_TOOLS = ("cyclonedx-python-lib", "hatchling", "tomli-w")
_SAFE = "".join(chr(n) for n in range(0x21, 0x7F) if chr(n).isalnum() or chr(n) in "-_")


def build_index(config: Config, admission: Admission, provenance: Mapping[str, Any] | None = None) -> Index:
    """The index of every admitted post. Two calls on the same commit give the same bytes.

    `provenance` is what another build wrote of itself, to make its bytes again; None: this one's own.
    """
    posts = sorted((d.post for d in admission.admitted if d.post), key=lambda post: post.id or "")
    bodies = {str(post.id): _body(post) for post in posts}
    document = {
        "schema": SCHEMA,
        "site": {
            "name": config.site.name,
            "home": config.site.home,
            "language": config.site.language,
            "author": authors(config),
        },
        "licenses": {"code": config.licenses.code, "content": config.licenses.content},
        "count": len(posts),
        "articles": [_article(post, bodies[str(post.id)]) for post in posts],
    }
    files = {article["file"]: bodies[article["id"]].encode() for article in _articles(document)}
    files["index.json"] = to_json(document)
    files["search.db"] = build_search(document, bodies)
    files["provenance.json"] = to_json(provenance or _provenance(config, admission))
    return Index(document=document, files=files)


def _articles(document: dict[str, Any]) -> list[dict[str, Any]]:
    articles: list[dict[str, Any]] = document["articles"]
    return articles


def _body(post: Post) -> str:
    return post.body.strip("\n") + "\n"


def _article(post: Post, body: str) -> dict[str, Any]:
    entry = {
        "id": post.id,
        "title": post.title,
        "url": post.url,
        "date": post.date,
        "category": post.category,
        "tags": list(post.tags),
        "description": post.description,
        "license": post.license,
        "author": post.author,
        "file": article_file(str(post.id)),
        "sha256": hashlib.sha256(body.encode()).hexdigest(),
        "chars": len(body),
        "sections": sections(body),
    }
    return {name: value for name, value in entry.items() if value is not None}


def article_file(article_id: str) -> str:
    """The path, relative to `data/`, of an article: letters of any script stay, all else is percent-encoded."""
    name = "".join(c if c.isalnum() else quote(c, safe=_SAFE) for c in article_id)
    if len(name.encode()) > 120:
        name = name.encode()[:80].decode(errors="ignore") + "-" + hashlib.sha256(article_id.encode()).hexdigest()[:16]
    return f"articles/{name}.md"


def to_json(document: object) -> bytes:
    """JSON with a fixed layout: UTF-8, two spaces, a line end at the end."""
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


def _provenance(config: Config, admission: Admission) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "clock": admission.clock.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "commit": repository.commit(config.root),
        "witness": dict(sorted(admission.witness.items())),
        "tools": tools(),
        "dependencies": tried(),
    }


def tools() -> dict[str, str]:
    """The versions of what the wheel's bytes depend on, here."""
    return {
        "pressgate": __version__,
        **{name: metadata.version(name) for name in _TOOLS},
        "python": ".".join(platform.python_version_tuple()[:2]),
        "sqlite": sqlite3.sqlite_version,
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }
