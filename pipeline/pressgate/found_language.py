"""The language that posts are written in, where the site's configuration has kept a theme's default."""

from __future__ import annotations

import re
from pathlib import Path

_POSTS, _BYTES = 60, 20_000
_SUFFIXES = {".md", ".markdown", ".mdx"}
_SCRIPTS = {
    "hangul": re.compile("[\uac00-\ud7a3]"),
    "kana": re.compile("[\u3041-\u30ff]"),
    "han": re.compile("[\u4e00-\u9fff]"),
    "latin": re.compile("[A-Za-z]"),
}


def written_language(folder: Path) -> str:
    """`ko`, `ja` or `zh` where a fifth of the letters of the posts below `folder` are of its script; else empty."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file())
    counts = dict.fromkeys(_SCRIPTS, 0)
    for path in paths[:: len(paths) // _POSTS + 1]:
        with path.open("rb") as file:
            text = file.read(_BYTES).decode("utf-8", "ignore")
        for script, pattern in _SCRIPTS.items():
            counts[script] += len(pattern.findall(text))
    eastern = sum(counts.values()) - counts["latin"]
    if 5 * eastern < sum(counts.values()) or not eastern:
        return ""
    if 10 * counts["kana"] > eastern:
        return "ja"
    return "ko" if counts["hangul"] > counts["han"] else "zh"
