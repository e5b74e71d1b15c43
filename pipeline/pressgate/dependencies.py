"""What the wheel depends on: as declared, and the distributions that it is built and tried with."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from typing import TypedDict

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pressgate.model import StepError

DECLARED = ("mcp>=2.3,<3",)
HTTP_EXTRA = ("limits>=5.8,<6", "redis>=5,<9")


class Tried(TypedDict):
    """A distribution as it was tried: its version, and the names of those that it needs here."""

    version: str
    requires: list[str]


def tried() -> dict[str, Tried]:
    """The declared dependencies and all that they draw in, as they are installed here, by name.

    The smoke gate installs the wheel with exactly these. Raises StepError where one isn't installed.
    """
    found: dict[str, Tried] = {}
    done: set[tuple[str, str]] = set()
    waiting = [(Requirement(text), "") for text in DECLARED]
    while waiting:
        requirement, wanted_by = waiting.pop()
        name = canonicalize_name(requirement.name)
        if wanted_by and name not in found[wanted_by]["requires"]:
            found[wanted_by]["requires"].append(name)
        found.setdefault(name, {"version": _version(name, wanted_by), "requires": []})
        for extra in {"", *requirement.extras} - {known for owner, known in done if owner == name}:
            done.add((name, extra))
            waiting += [(needed, name) for needed in _needed(name, extra)]
    return {name: {**found[name], "requires": sorted(found[name]["requires"])} for name in sorted(found)}


def _version(name: str, wanted_by: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        who = f", which {wanted_by} needs," if wanted_by else ""
        raise StepError(f"{name}{who} isn't installed here: install pressgate again") from None


def _needed(name: str, extra: str) -> list[Requirement]:
    requirements = [Requirement(text) for text in metadata.requires(name) or []]
    return [r for r in requirements if r.marker is None or r.marker.evaluate({"extra": extra})]


def constraints(distributions: Mapping[str, Tried]) -> str:
    """The versions as a constraints file of pip and uv."""
    return "".join(f"{name}=={entry['version']}\n" for name, entry in distributions.items())
