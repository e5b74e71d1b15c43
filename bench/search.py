"""Search, measured in one run: quality beside bm25s and tantivy, speed beside the peer's scan, size beside the bodies.

Usage: python bench/search.py FOLDER [--peer SITE-PACKAGES] [--posts 69,1000,10000]

FOLDER holds the labelled sets (`NAME.jsonl`, `NAME.queries.jsonl`). Needs bm25s and tantivy. With --peer the scan is
that of `aiarchitect_blog_mcp`, found in the given folder; without, the same scan written here.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import anyio
import bm25s
import tantivy
from mcp import Client

from corpora import Query, made, sets, write_data, write_package
from pressgate_server.app import create_server
from pressgate_server.corpus import Corpus
from pressgate_server.tools import Tools

DEPTH = 50
LONG, MEDIAN = 25_000, 3_000  # characters of a post: a long-form blog's, and the median of public repositories
Search = Callable[[str], Sequence[str]]


def reciprocal_rank(query: Query, ranked: Sequence[str]) -> float:
    """1 / the rank of the first target among the first ten, the pages that hold the link left out."""
    counted = [found for found in ranked if found not in query.sources or found in query.targets]
    return next((1 / rank for rank, found in enumerate(counted[:10], start=1) if found in query.targets), 0.0)


def text(post: dict[str, Any]) -> str:
    return "\n".join([post["title"], " ".join(post["tags"]), post["description"], post["body"]])


def bigrams(words: str) -> list[str]:
    """Words in lower case; runs of Hangul, kana and Han as pairs."""
    found = []
    for run in re.findall(
        r"[\uac00-\ud7a3\u3040-\u30ff\u4e00-\u9fff]+|[^\W\uac00-\ud7a3\u3040-\u30ff\u4e00-\u9fff]+", words
    ):
        wide = run[0] >= "\u3040"
        found += [run[at : at + 2] for at in range(max(1, len(run) - 1))] if wide else [run.lower()]
    return found


def with_bm25s(posts: Sequence[dict[str, Any]]) -> Search:
    engine = bm25s.BM25()
    engine.index([bigrams(text(post)) for post in posts], show_progress=False)

    def search(query: str) -> Sequence[str]:
        known = [token for token in bigrams(query) if token in engine.vocab_dict]
        if not known:
            return []
        numbers, _ = engine.retrieve([known], k=DEPTH, show_progress=False)
        return [posts[number]["id"] for number in numbers[0]]

    return search


def with_tantivy(posts: Sequence[dict[str, Any]]) -> Search:
    builder = tantivy.SchemaBuilder()
    for name in ("title", "rest"):
        builder.add_text_field(name)
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    index = tantivy.Index(builder.build())
    writer = index.writer()
    for post in posts:
        writer.add_document(tantivy.Document(id=post["id"], title=post["title"], rest=text(post)))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def search(query: str) -> Sequence[str]:
        words = " ".join(re.findall(r"\w+", query))
        if not words:
            return []
        hits = searcher.search(index.parse_query(words, ["title", "rest"]), DEPTH).hits
        return [searcher.doc(address)["id"][0] for _, address in hits]

    return search


def quality(posts: Sequence[dict[str, Any]], asked: Sequence[Query]) -> dict[str, float]:
    """MRR@10 of the wheel's own tool, through a client, and of the peers."""
    with tempfile.TemporaryDirectory() as name:
        data = write_data(Path(name), posts)

        async def ours() -> list[float]:
            async with Client(create_server(data)) as client:
                ranks = []
                for query in asked:
                    given = {"query": query.text[:200], "limit": DEPTH}
                    result = await client.call_tool("search_articles", given)
                    ranks.append(reciprocal_rank(query, [hit["id"] for hit in result.structured_content["hits"]]))
                return ranks

        found = {"pressgate": anyio.run(ours)}
    for peer, engine in (("bm25s", with_bm25s(posts)), ("tantivy", with_tantivy(posts))):
        found[peer] = [reciprocal_rank(query, engine(query.text)) for query in asked]
    return {engine: sum(ranks) / len(ranks) for engine, ranks in found.items()}


def scan(posts: Sequence[dict[str, Any]], folder: Path, peer: Path | None) -> Search:
    """The peer's way: every query counts its words in every post."""
    if peer is None:
        fields = [(p["title"].lower(), " ".join(p["tags"]).lower(), p["description"].lower(), p["body"]) for p in posts]

        def search(query: str) -> Sequence[str]:
            scored = []
            for number, (title, tags, description, body) in enumerate(fields):
                low = body.lower()
                words = query.lower().split()
                counts = [(title.count(w), tags.count(w), description.count(w), low.count(w)) for w in words]
                scored.append((sum(5 * a + 4 * b + 3 * c + d for a, b, c, d in counts), number))
            scored.sort(reverse=True)
            return [posts[number]["id"] for score, number in scored[:10] if score]

        return search
    sys.path.insert(0, str(peer))
    records = []
    (folder / "articles").mkdir()
    for number, post in enumerate(posts, start=1):
        (folder / "articles" / f"{number}.md").write_text(post["body"], encoding="utf-8")
        kept = {name: post[name] for name in ("title", "tags", "description")}
        url = f"https://aiarchitect.tistory.com/{number}"
        about = {"id": str(number), "doc_id": str(number), "category": "", "file": f"{number}.md"}
        records.append({**kept, **about, "url": url, "published": True})
    (folder / "articles_index.json").write_text(json.dumps({"articles": records}), encoding="utf-8")
    corpus = importlib.import_module("aiarchitect_blog_mcp.corpus").Corpus(folder)
    return lambda query: [hit["id"] for hit in corpus.search(query)]


def p50(search: Search, asked: Sequence[str]) -> float:
    """Milliseconds; what is read once is read before."""
    search(asked[0])
    times = []
    for query in asked:
        began = time.perf_counter()
        search(query)
        times.append(1000 * (time.perf_counter() - began))
    return median(times)


def speed(posts: Sequence[dict[str, Any]], asked: Sequence[str], peer: Path | None) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as name:
        tools = Tools(Corpus(write_data(Path(name) / "ours", posts)))
        ours = p50(lambda query: [tools.call("search_articles", {"query": query}).text], asked)
        (Path(name) / "peer").mkdir()
        return ours, p50(scan(posts, Path(name) / "peer", peer), asked[:: max(1, len(asked) // 50)])


def zipped(files: dict[str, bytes], archive: Path) -> int:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made_:
        for name, content in sorted(files.items()):
            made_.writestr(name, content)
    return archive.stat().st_size


def size(posts: Sequence[dict[str, Any]]) -> tuple[int, int, int]:
    """Bytes of the zipped package, of the zipped bodies, and of search.db zipped."""
    with tempfile.TemporaryDirectory() as name:
        package = write_package(Path(name), "bench_blog", posts)
        files = {path.relative_to(name).as_posix(): path.read_bytes() for path in package.rglob("*") if path.is_file()}
        bodies = {path: content for path, content in files.items() if path.endswith(".md")}
        database = {path: content for path, content in files.items() if path.endswith(".db")}
        archive = Path(name) / "x.zip"
        return zipped(files, archive), zipped(bodies, archive), zipped(database, archive)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--peer", type=Path)
    parser.add_argument("--posts", default="69,1000,10000")
    arguments = parser.parse_args()
    found = sets(arguments.folder)
    for name, (posts, asked) in found.items():
        scores = quality(posts, asked)
        print(f"{name}: MRR@10 of {len(asked)} queries:", ", ".join(f"{who} {mrr:.3f}" for who, mrr in scores.items()))
    everything = [post for posts, _ in found.values() for post in posts]
    asked_words = [query.text[:200] for _, asked in found.values() for query in asked[::13]]
    for count in map(int, arguments.posts.split(",")):
        posts = made(everything, count, LONG if count < 100 else MEDIAN)
        ours, scanned = speed(posts, asked_words, arguments.peer)
        print(f"{count} posts: p50 {ours:.2f} ms, scan {scanned:.1f} ms, {scanned / ours:.0f} times as fast")
    for name, posts in {
        **{name: posts for name, (posts, _) in found.items()},
        "69 long": made(everything, 69, LONG),
    }.items():
        whole, bodies, database = size(posts)
        print(f"{name}: {whole / bodies:.2f} × the zipped bodies ({bodies} B; search.db {database} B)")


if __name__ == "__main__":
    main()
