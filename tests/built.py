"""A corpus that was built once, as the gates see it, and small changes to what they see."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pressgate.admit import admit
from pressgate.build import build
from pressgate.config import load
from pressgate.index import build_index
from pressgate.model import ArtefactView, Finding, GateInput
from pressgate.stage import expected_members
from pressgate.walk import read_artefact
from support import CONFIG, POSTS, write_corpus

SDIST_CONFIG = CONFIG.replace('summary = "', 'sdist = true\nsummary = "')
OWN_LICENSE = {
    "cc0.md": """\
---
title: Free for all
date: 2024-11-02
draft: false
url: https://blog.example.com/free
license: CC0-1.0
---

Take this and do what you like.
""",
}
ALLOWING = SDIST_CONFIG.replace('content = "CC-BY-4.0"', 'content = "CC-BY-4.0"\nallowed = ["CC0-1.0"]')


def build_corpus(root: Path, posts: dict[str, str] | None = None, config: str = SDIST_CONFIG) -> GateInput:
    """Writes the corpus, builds it, and gives what the gates look at."""
    return gather(write_corpus(root, POSTS if posts is None else posts, config))


def gather(root: Path) -> GateInput:
    """Builds the corpus that lies at `root`, and gives what the gates look at."""
    config = load(root)
    admission = admit(config)
    index = build_index(config, admission)
    built = build(config, admission, index)
    return GateInput(
        config=config,
        admission=admission,
        index=index,
        artefacts=tuple(read_artefact(artefact.path) for artefact in built),
        expected=expected_members(config, index),
        recorded={artefact.path.name: artefact.sha256 for artefact in built},
    )


def view_of(given: GateInput, kind: str = "wheel") -> ArtefactView:
    return next(view for view in given.artefacts if view.artefact.kind == kind)


def member(view: ArtefactView, ending: str) -> str:
    """The one member whose name ends so."""
    (name,) = [name for name in view.members if name.endswith(ending)]
    return name


def changed(given: GateInput, ending: str, old: str, new: str, kind: str = "wheel") -> GateInput:
    """`given` with one text replaced in one member, as if it had been built so."""
    view = view_of(given, kind)
    name = member(view, ending)
    text = view.members[name].decode()
    assert old in text
    return with_members(given, {name: text.replace(old, new, 1).encode()}, kind)


def with_members(given: GateInput, members: dict[str, bytes | None], kind: str = "wheel") -> GateInput:
    """`given` with members added, replaced or (None) removed in one artefact."""
    view = view_of(given, kind)
    kept = {name: data for name, data in {**view.members, **members}.items() if data is not None}
    return replace(given, artefacts=tuple(replace(v, members=kept) if v is view else v for v in given.artefacts))


def codes(findings: tuple[Finding, ...]) -> set[str]:
    return {finding.code for finding in findings}
