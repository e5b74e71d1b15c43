"""Posts to measure on, as the server's data folder: labelled sets from a folder, and any number made out of them."""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pressgate_server
from pressgate.outline import sections
from pressgate.search_index import build_search


@dataclass(frozen=True)
class Query:
    """What was asked, the ids that answer it, and those that hold the link and don't count."""

    text: str
    targets: frozenset[str]
    sources: frozenset[str]


def lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file)


def posts(path: Path) -> list[dict[str, Any]]:
    """A set's documents as posts: `id` is the path, and its last part the URL's slug."""
    found = []
    for given in lines(path):
        slug = re.sub(r"(/index)?\.[a-z]+$", "", given["path"]).rpartition("/")[2]
        found.append(
            {
                "id": given["path"],
                "title": given["title"],
                "url": f"https://docs.example.com/{hashlib.sha256(given['path'].encode()).hexdigest()[:8]}/{slug}/",
                "tags": given["tags"].split(),
                "description": given["desc"],
                "body": given["body"],
            }
        )
    return found


def queries(path: Path) -> list[Query]:
    """A set's link texts that are not their target's title."""
    return [
        Query(given["query"], frozenset(given["target"]), frozenset(given["sources"]))
        for given in lines(path)
        if given["kind"] == "anchor" and not given["eq_title"]
    ]


def sets(folder: Path) -> dict[str, tuple[list[dict[str, Any]], list[Query]]]:
    """Every set of the folder: `NAME.jsonl` beside `NAME.queries.jsonl`. Ends the run where there is none."""
    names = sorted(path.name.removesuffix(".queries.jsonl") for path in folder.glob("*.queries.jsonl"))
    if not names:
        sys.exit(f"{folder}: no NAME.queries.jsonl in it")
    return {name: (posts(folder / f"{name}.jsonl"), queries(folder / f"{name}.queries.jsonl")) for name in names}


def made(found: Sequence[dict[str, Any]], count: int, characters: int) -> list[dict[str, Any]]:
    """`count` new posts of about `characters` each, from the paragraphs of the found ones, seeded."""
    rng = random.Random(count)
    paragraphs = [part for post in found for part in post["body"].split("\n\n") if part.strip()]
    result = []
    for number in range(count):
        origin = found[number % len(found)]
        chosen: list[str] = []
        length = characters * rng.uniform(0.4, 1.6)
        while sum(map(len, chosen)) < length:
            chosen.append(rng.choice(paragraphs))
        title = f"{origin['title']} {number // len(found)}" if number >= len(found) else origin["title"]
        result.append({**origin, "id": f"{number:05}", "title": title, "body": "\n\n".join(chosen) + "\n"})
    return result


def write_data(folder: Path, found: Sequence[dict[str, Any]]) -> Path:
    """The data folder of these posts: `index.json`, `search.db` and the bodies."""
    articles = []
    bodies = {post["id"]: post["body"] for post in found}
    for post in sorted(found, key=lambda given: given["id"]):
        name = hashlib.sha256(post["id"].encode()).hexdigest()
        body = post["body"]
        fields = {key: value for key, value in post.items() if key != "body"}
        file = f"articles/{name[:12]}.md"
        articles.append({**fields, "file": file, "sha256": name, "chars": len(body), "sections": sections(body)})
    site = {"name": "Bench", "home": "https://docs.example.com/", "language": "en"}
    document = {
        "schema": 1,
        "site": site,
        "licenses": {"code": "MIT", "content": "CC-BY-4.0"},
        "count": len(articles),
        "articles": articles,
    }
    (folder / "articles").mkdir(parents=True, exist_ok=True)
    (folder / "index.json").write_text(json.dumps(document, ensure_ascii=False, indent=2), encoding="utf-8")
    (folder / "search.db").write_bytes(build_search(document, bodies))
    for article in articles:
        (folder / article["file"]).write_bytes(bodies[article["id"]].encode())
    return folder


def write_package(folder: Path, name: str, found: Sequence[dict[str, Any]]) -> Path:
    """A package `name` in `folder`, as a wheel holds it: the server and its data."""
    source = Path(pressgate_server.__file__).parent
    shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "data"))
    write_data(folder / name / "data", found)
    return folder / name
