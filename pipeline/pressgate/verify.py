"""`pressgate build --verify WHEEL`: a stranger builds a published wheel again from its tag and compares."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from pressgate import repository
from pressgate.build import artefact, build_in
from pressgate.config import load
from pressgate.difference import first_difference
from pressgate.index import build_index, tools
from pressgate.model import ArtefactView, Config, UsageError
from pressgate.readmit import readmit
from pressgate.walk import read_artefact
from pressgate.walk.names import printable


@dataclass(frozen=True, kw_only=True)
class Verification:
    """`notes` are lines on what is other here than where the wheel was built, tools first, then where it differs."""

    same: bool
    sha256: str
    notes: tuple[str, ...]


def verify(root: Path, wheel: Path) -> Verification:
    """Rebuilds `wheel` from the corpus at `root`; clock, ids and URLs come from the wheel itself.

    Raises UsageError where the wheel isn't this corpus's or holds no record of its build.
    """
    if not wheel.is_file() or wheel.suffix != ".whl":
        raise UsageError(f"{wheel}: is no wheel; give the .whl that was published")
    artefact(wheel)
    view, config = read_artefact(wheel), load(root)
    _check_name(view, config)
    provenance, index = _document(view, "provenance.json"), _document(view, "index.json")
    try:
        clock = datetime.fromisoformat(provenance["clock"])
        made = readmit(config, clock, index["articles"])
        notes = [*_tools(provenance), *_commit(provenance, config)]
        notes += [f"article '{printable(name)}' of the wheel is no post of this corpus" for name in made.missing]
        with tempfile.TemporaryDirectory(prefix="pressgate-verify-") as folder:
            alone = replace(config, package=replace(config.package, sdist=False))
            again = build_index(alone, made.admission, provenance)
            (rebuilt,) = build_in(Path(folder), alone, made.admission, again)
            difference = first_difference(wheel, rebuilt.path)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{wheel}: its record of the build can't be read ({error!r})") from None
    if difference:
        notes.append(": ".join(difference))
    return Verification(same=difference is None, sha256=view.artefact.sha256, notes=tuple(notes))


def _check_name(view: ArtefactView, config: Config) -> None:
    ours = (canonicalize_name(config.package.name), config.package.version)
    if (canonicalize_name(view.artefact.name), view.artefact.version) != ours:
        raise UsageError(
            f"{view.artefact.path.name}: pressgate.toml makes {ours[0]} {ours[1]}; check out the tag of this wheel"
        )


def _document(view: ArtefactView, name: str) -> dict[str, Any]:
    found = [data for member, data in view.members.items() if member.endswith(f"/data/{name}")]
    try:
        (data,) = found
        document = json.loads(data)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise UsageError(f"{view.artefact.path.name}: holds no data/{name} that can be read: is it a wheel of ours?")
    return document


def _tools(provenance: Mapping[str, Any]) -> Iterator[str]:
    """What the wheel was built with, where it is other here: the first thing to look at when bytes differ."""
    here, there = tools(), dict(provenance["tools"])
    for name in sorted(here.keys() | there.keys()):
        if here.get(name) != there.get(name):
            built = printable(str(there.get(name, "unknown")))
            yield f"{printable(name)}: {built} built the wheel, here is {here.get(name, 'none')}"


def _commit(provenance: Mapping[str, Any], config: Config) -> Iterator[str]:
    here, there = repository.commit(config.root), provenance.get("commit")
    if there is None:
        yield "the wheel was built from no commit"
    elif here != there:
        yield f"commit: {printable(str(there))[:40]} made the wheel, here is {here or 'none, or a tree with changes'}"
