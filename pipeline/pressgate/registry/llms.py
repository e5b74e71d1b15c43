"""`llms.txt`: the list of the admitted posts for language models, from the index and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pressgate.model import Config, Index

NAME = "llms.txt"


def llms_txt(config: Config, index: Index) -> bytes:
    """Markdown by the llms.txt convention: H1, quote, a section a category (posts without one first), a link a post."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for article in index.document["articles"]:
        groups.setdefault(article.get("category", ""), []).append(article)
    parts = [f"# {_line(config.site.name)}", f"> {_line(config.package.summary)}"]
    for category in sorted(groups):
        lines = "\n".join(_entry(article) for article in groups[category])
        parts.append(f"## {_line(category)}\n\n{lines}" if category else lines)
    return ("\n\n".join(parts) + "\n").encode()


def _entry(article: Mapping[str, Any]) -> str:
    title = re.sub(r"([\\\[\]])", r"\\\1", _line(article["title"]))
    note = f": {_line(article['description'])}" if article.get("description") else ""
    url = article["url"].replace("(", "%28").replace(")", "%29")
    return f"- [{title}]({url}){note}"


def _line(text: str) -> str:
    return " ".join(text.split())
