"""Which licences a release goes out under, and the text of each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from pressgate.licences.texts import ready_text
from pressgate.model import Config, Index, UsageError

FOLDER = "LICENSES"
_COPYRIGHT = re.compile(r"\s*(?:copyright\b|\(c\)|©)", re.IGNORECASE)


def article_license(article: Mapping[str, Any], config: Config) -> str:
    """The SPDX id that an article of `index.json` goes out under: its own, else the content's."""
    return str(article.get("license") or config.licenses.content)


def content_licenses(config: Config, index: Index) -> tuple[str, ...]:
    """The content's licence first, then those of single posts, sorted."""
    own = {article_license(article, config) for article in index.document["articles"]}
    return (config.licenses.content, *sorted(own - {config.licenses.content}))


def license_expression(config: Config, index: Index) -> str:
    """The wheel's `License-Expression` (PEP 639): the code's licence AND each licence of the content."""
    content = [licence for licence in content_licenses(config, index) if licence != config.licenses.code]
    return " AND ".join([config.licenses.code, *content])


def license_texts(config: Config, index: Index | None = None) -> dict[str, bytes]:
    """SPDX id → text, for the code and all content of `index`; without one, for all that a post may say.

    Raises UsageError where a text is missing or can't be read.
    """
    code, content = config.licenses.code, config.licenses.content
    if index is not None:
        return {licence: _text(config, licence) for licence in (code, *content_licenses(config, index))}
    texts = {licence: _text(config, licence) for licence in (code, content)}
    return texts | {licence: text for licence in config.licenses.allowed if (text := _find(config, licence))}


def _text(config: Config, licence: str) -> bytes:
    text = _find(config, licence)
    if text is None:
        raise UsageError(f"{config.root / FOLDER / licence}.txt: is missing: put the whole text of {licence} there")
    return text


def _find(config: Config, licence: str) -> bytes | None:
    own = config.licenses.content_file if licence == config.licenses.content else None
    beside = config.root / FOLDER / f"{licence}.txt"
    given = _read(own) if own else _read(beside) if beside.is_file() else None
    if licence == config.licenses.code:
        return _with_holders(_server_license(), given)
    return given if given is not None else ready_text(licence)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: the licence text can't be read: {error.strerror}") from None


def _server_license() -> bytes:
    return resources.files("pressgate_server").joinpath("LICENSE").read_bytes()


def _with_holders(text: bytes, other: bytes | None) -> bytes:
    """The code's licence with the copyright lines of the content's, where both are under the same one."""
    if other is None:
        return text
    lines = text.decode().splitlines()
    added = [line.strip() for line in other.decode("utf-8", "replace").splitlines() if _COPYRIGHT.match(line)]
    last = max((n for n, line in enumerate(lines) if _COPYRIGHT.match(line)), default=0)
    lines[last + 1 : last + 1] = [line for line in added if line not in lines]
    return ("\n".join(lines) + "\n").encode()
