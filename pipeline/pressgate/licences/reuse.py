"""`REUSE.toml` of the staged tree (REUSE specification 3.3), from the same rules as the licence gate's."""

from __future__ import annotations

from typing import Any

import tomli_w

from pressgate.licences.posts import author_name
from pressgate.licences.split import tree_rules
from pressgate.licences.supply import article_license, content_licenses
from pressgate.model import Config, Index

CODE_HOLDER = "The Pressgate developers"


def authors(config: Config) -> str:
    """Whom to credit for the content: the configured authors without e-mail addresses, else the site."""
    return ", ".join(author_name(author) for author in config.package.authors) or config.site.name


def reuse_toml(config: Config, index: Index) -> bytes:
    """Who holds the rights in each file, and under which licence it goes out."""
    holder = f"{authors(config)} <{config.site.home}>"
    content = " AND ".join(content_licenses(config, index))
    tables = []
    for rule in tree_rules(config):
        if rule.kind == "content":
            tables.append(_table(list(rule.paths), holder, content))
        elif rule.paths:
            tables.append(_table(list(rule.paths), CODE_HOLDER, config.licenses.code))
    folder = f"src/{config.package.import_name}/data"
    for licence in content_licenses(config, index):
        files = [a["file"] for a in index.document["articles"] if article_license(a, config) == licence]
        if files and licence != content:
            tables.append(_table([f"{folder}/{_literal(name)}" for name in files], holder, licence))
    return tomli_w.dumps({"version": 1, "annotations": tables}, multiline_strings=False).encode()


def _table(paths: list[str], holder: str, licence: str) -> dict[str, Any]:
    return {
        "path": paths,
        "precedence": "override",  # a post may quote SPDX tags
        "SPDX-FileCopyrightText": holder,
        "SPDX-License-Identifier": licence,
    }


def _literal(name: str) -> str:
    """A file's name as a glob of REUSE.toml that matches itself alone."""
    return name.replace("\\", "\\\\").replace("*", "\\*")
