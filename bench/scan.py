"""How many CPU seconds and how much memory the leaks gate takes, on posts of a documents file.

    python bench/scan.py DOCUMENTS.jsonl [--posts N] [--refused M]

DOCUMENTS holds a JSON object with `body` a line. The posts are repeated, each with words of its own, until there are N.
`search.db` is made again by the chain and so is not part of what is scanned. Figures are printed beside those of
detect-secrets on the same posts, on at most 70 of them, since it is slow; ratios are what counts.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from random import SystemRandom

from pressgate.leaks.canaries import prove
from pressgate.leaks.corpus_rules import identifier_rule, refused_rule, taken_down_rule
from pressgate.leaks.engine import Engine
from pressgate.leaks.refused import Secret
from pressgate.leaks.rules import RULES
from pressgate.leaks.sentences import sentences
from pressgate.leaks.taken_down import TakenDown
from pressgate.leaks.zones import everywhere_other
from pressgate.walk import LIMITS, read_archive

MEGA = 1e6
_ENDS = re.compile(r"(?<=\w)(?=[.!?]?$|[.!?] )", re.MULTILINE)


def bodies(path: Path, count: int) -> list[str]:
    """`count` bodies, each with a word that no other has at the ends of its sentences and lines."""
    found = [json.loads(line)["body"] for line in path.read_text(encoding="utf-8").splitlines()]
    return [_ENDS.sub(f" {n:x}", found[n % len(found)]) for n in range(count)]


def scan(posts: list[str], refused: list[str]) -> tuple[float, float, int]:
    """CPU seconds for the refused posts' sentences and for the whole scan with its canaries, and the findings."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number, body in enumerate(posts):
            archive.writestr(f"x/data/articles/{number}.md", body)
    random, started = SystemRandom(), time.process_time()
    secrets = (Secret(source=f"{n}", forms=frozenset(sentences(text))) for n, text in enumerate(refused))
    kept_out = refused_rule(secrets, random)
    made = time.process_time() - started
    rules = (*RULES, identifier_rule(("acme-internal",), random), kept_out, taken_down_rule(TakenDown(), random))
    engine = Engine(rules=rules, zone=everywhere_other)
    read = read_archive("wheel", out.getvalue(), LIMITS)
    prove(engine, read, random)
    findings = len(engine.scan_archive(read).found)
    return made, time.process_time() - started, findings


def detect_secrets(posts: list[str]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        for number, body in enumerate(posts):
            Path(folder, f"{number}.md").write_text(body, encoding="utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        tool = Path(sys.executable).parent / "detect-secrets"
        subprocess.run([tool, "scan", "--all-files", "--no-verify"], cwd=folder, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", type=Path)
    parser.add_argument("--posts", type=int, default=69)
    parser.add_argument("--refused", type=int, default=0)
    options = parser.parse_args()
    every = bodies(options.documents, options.posts + options.refused)
    posts, refused = every[: options.posts], every[options.posts :]
    size = sum(len(body.encode()) for body in posts) / MEGA
    made, taken, findings = scan(posts, refused)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(posts)} posts, {size:.1f} MB, {len(refused)} refused: {taken:.1f} CPU s, {taken / size:.2f} a MB, "
          f"{findings} findings, peak {peak:.0f} MB, sentences {made:.1f}")  # fmt: skip
    few = posts[:70]
    few_size = sum(len(body.encode()) for body in few) / MEGA
    other = detect_secrets(few)
    print(
        f"detect-secrets on {len(few)} of them: {other / few_size:.2f} CPU s a MB, "
        f"{other / few_size / (taken / size):.1f} ×"
    )


if __name__ == "__main__":
    main()
