"""Hexo's headers: YAML indented with tabs, and the short style without an opening line."""

from __future__ import annotations

import re

from pressgate.dialects.yaml_header import read_fields
from pressgate.model import Header


def with_spaces(text: str) -> str:
    """A file's text, with two spaces for each tab at the beginning of its header's lines, as YAML takes no tabs."""
    match = re.match(r"(-{3,})\n.*?\n\1", text, re.DOTALL)
    end = match.end() if match else 0
    return re.sub(r"(?<=\n)\t+", lambda tabs: "  " * len(tabs[0]), text[:end]) + text[end:]


def read_unopened(text: str) -> Header | None:
    """Hexo's short style: YAML from the first line to one of hyphens, without a line of hyphens before it."""
    match = re.match(r"([A-Za-z_][\w-]*[ \t]*:(?:[ \t].*)?\n(?:.*\n)*?)-{3,}[ \t]*(?:\n|\Z)", text)
    if match is None or re.search(r"\n[ \t]*\n", match[1]):
        return None
    body = text[match.end() :]
    return Header(dialect="yaml", fields=read_fields(match[1], 1), body=body, body_line=match[0].count("\n") + 1)
