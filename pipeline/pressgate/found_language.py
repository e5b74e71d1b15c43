"""The language that posts are written in, where the site's configuration has kept a theme's default."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

_POSTS, _BYTES = 60, 20_000
_SUFFIXES = {".md", ".markdown", ".mdx"}
_SCRIPTS = {
    "hangul": re.compile("[\uac00-\ud7a3]"),
    "kana": re.compile("[\u3041-\u30ff]"),
    "han": re.compile("[\u4e00-\u9fff]"),
    "latin": re.compile("[A-Za-z]"),
}


def posts_below(folder: Path) -> Iterator[Path]:
    """The files below a folder that can be posts: those that a package manager put there are none."""
    for path in folder.rglob("*"):
        if path.suffix.lower() in _SUFFIXES and "node_modules" not in path.relative_to(folder).parts and path.is_file():
            yield path


def written_language(folder: Path) -> str:
    """`ko`, `ja` or `zh` where a fifth of the letters of the posts below `folder` are of its script; else empty."""
    paths = sorted(posts_below(folder))
    counts = dict.fromkeys(_SCRIPTS, 0)
    for path in paths[:: len(paths) // _POSTS + 1]:
        text = ""
        with contextlib.suppress(OSError), path.open("rb") as file:  # `check` tells of what can't be read
            text = file.read(_BYTES).decode("utf-8", "ignore")
        for script, pattern in _SCRIPTS.items():
            counts[script] += len(pattern.findall(text))
    eastern = sum(counts.values()) - counts["latin"]
    if 5 * eastern < sum(counts.values()) or not eastern:
        return ""
    if 10 * counts["kana"] > eastern:
        return "ja"
    return "ko" if counts["hangul"] > counts["han"] else "zh"
