"""`pressgate check` on made posts of 8 KB each: clock seconds, processor seconds and peak memory, as the corpus grows.

Three corpora of each size: posts that speak for themselves, a Hugo site with its sitemap, and the same with its whole
output folder. Usage: python bench/check.py [COUNT…]   (default: 1000 5000 10000)
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from posts import CONFIG, body, write_corpus

SIZE = 8000
SEED = 7
ENVIRONMENT = {**os.environ, "PRESSGATE_FORBIDDEN": "acme-internal"}


def explicit(root: Path, count: int) -> None:
    write_corpus(root, count, SIZE, SEED)


def hugo(root: Path, count: int, *, pages: bool) -> None:
    """Silent posts of a Hugo site, every tenth a draft, and what the site built of the others."""
    rng = random.Random(SEED)
    witness = "public" if pages else "public/sitemap.xml"
    config = CONFIG.replace("[licenses]", f'generator = "hugo"\n\n[publish]\nwitness = "{witness}"\n\n[licenses]')
    config = config.replace("[package]", '[posts]\npath = "content"\n\n[package]')
    files = {"pressgate.toml": config, "hugo.toml": 'baseURL = "https://blog.example.com/"\n'}
    urls = []
    for number in range(count):
        text, draft = body(rng, SIZE, number % 2 == 0), number % 10 == 9
        files[f"content/posts/post-{number}.md"] = (
            f"---\ntitle: Post {number}\ndate: 2024-{number % 12 + 1:02}-{number % 28 + 1:02}\n"
            f"draft: {'true' if draft else 'false'}\ntags: [a, b]\n---\n\n{text}\n"
        )
        if not draft:
            urls.append(f"<url><loc>https://blog.example.com/posts/post-{number}/</loc></url>")
            if pages:
                html = f"<!doctype html><title>Post {number}</title><body><h1>Post {number}</h1><p>{text}</p>"
                files[f"public/posts/post-{number}/index.html"] = html
    listed = "".join(urls)
    files["public/sitemap.xml"] = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>'
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    licence = Path(__file__).parent.parent / "examples" / "blog" / "LICENSE-CONTENT"
    shutil.copy(licence, root / "LICENSE-CONTENT")


def check(root: Path) -> tuple[float, float, float]:
    """Seconds of the clock, seconds of the processor and peak MB of one `pressgate check`."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "pressgate", "check", "--json", str(root)]
    process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    counts = [int(text) for text in sys.argv[1:]] or [1000, 5000, 10000]
    kinds = {
        "explicit": explicit,
        "sitemap": lambda root, count: hugo(root, count, pages=False),
        "output folder": lambda root, count: hugo(root, count, pages=True),
    }
    print(f"{'corpus':14} {'posts':>6} {'MB':>6} {'s':>7} {'CPU s':>7} {'CPU s/MB':>9} {'peak MB':>8}")
    for kind, write in kinds.items():
        for count in counts:
            with tempfile.TemporaryDirectory() as name:
                root = Path(name) / "corpus"
                root.mkdir()
                write(root, count)
                size = sum(path.stat().st_size for path in root.rglob("*.md")) / 1e6
                seconds, processor, memory = check(root)
            row = (
                f"{kind:14} {count:6} {size:6.1f} {seconds:7.2f} {processor:7.2f} {processor / size:9.3f} {memory:8.0f}"
            )
            print(row, flush=True)


if __name__ == "__main__":
    main()
