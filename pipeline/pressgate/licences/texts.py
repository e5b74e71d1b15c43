"""The SPDX texts that come with Pressgate (SPDX licence list 3.29), for comparison and for corpora that bring none."""

from __future__ import annotations

from importlib import resources

# Texts with a blank to fill in (year, holder) can be compared with, but not be shipped as they are.
_BLANKS = frozenset({"0BSD", "MIT", "MIT-0"})


def spdx_text(licence: str) -> str | None:
    """The text of a listed licence as the SPDX list has it, or None where it doesn't come with Pressgate."""
    path = resources.files("pressgate.licences").joinpath("texts", f"{licence}.txt")
    return path.read_text(encoding="utf-8") if path.is_file() else None


def ready_text(licence: str) -> bytes | None:
    """The text of a listed licence, ready to go out, or None where the corpus must bring it."""
    text = None if licence in _BLANKS else spdx_text(licence)
    return text.encode() if text is not None else None
