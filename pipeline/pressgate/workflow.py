"""A GitHub workflow as the policy sees it: jobs, steps, and the line that each begins at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from pressgate.model import UsageError


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step; absent parts are empty. `run` is its script, `with_` the inputs of an action."""

    line: int
    name: str
    uses: str
    run: str
    condition: str
    with_: Mapping[str, Any]
    env: Mapping[str, Any]
    data: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Job:
    """A job; `permissions` is None where the job says nothing of them."""

    id: str
    line: int
    condition: str
    needs: tuple[str, ...]
    permissions: Any
    steps: tuple[Step, ...]
    data: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Workflow:
    """`lines` is the text, for what only comments say; `triggers` maps each event to its filters."""

    lines: tuple[str, ...]
    triggers: Mapping[str, Any]
    jobs: tuple[Job, ...]
    data: Mapping[str, Any]
    key_lines: Mapping[str, int] = field(default_factory=dict)

    def line_of(self, key: str) -> int:
        """The line of a top-level key, or 1."""
        return self.key_lines.get(key, 1)


def read(path: Path) -> Workflow:
    """Reads one workflow file. Raises UsageError where it can't be read or is no workflow."""
    try:
        text = path.read_text(encoding="utf-8")
        data: Any = YAML(typ="rt", pure=True).load(text)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: can't be read: {error}") from None
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f":{mark.line + 1}" if mark else ""
        raise UsageError(f"{path}{place}: is no YAML: {getattr(error, 'problem', 'it is broken')}") from None
    if not isinstance(data, dict) or not isinstance(data.get("jobs"), dict):
        raise UsageError(f"{path}: is no workflow: it has no jobs")
    return Workflow(
        lines=tuple(text.splitlines()),
        triggers=_triggers(data.get("on")),
        jobs=tuple(_jobs(data["jobs"])),
        data=data,
        key_lines={str(key): line for key, line in _key_lines(data)},
    )


def _key_lines(data: Any) -> Iterator[tuple[object, int]]:
    return ((key, data.lc.key(key)[0] + 1) for key in data)


def _triggers(value: Any) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return {str(name): filters for name, filters in value.items()}
    return {str(name): None for name in (value if isinstance(value, list) else [value])}


def _jobs(data: Any) -> Iterator[Job]:
    for name, job in data.items():
        if not isinstance(job, dict):
            continue
        needs = job.get("needs") or []
        steps = job.get("steps")
        yield Job(
            id=str(name),
            line=data.lc.key(name)[0] + 1,
            condition=_text(job.get("if")),
            needs=tuple(map(str, needs if isinstance(needs, list) else [needs])),
            permissions=job.get("permissions"),
            steps=tuple(_steps(steps)) if isinstance(steps, list) else (),
            data=job,
        )


def _steps(data: Any) -> Iterator[Step]:
    for number, step in enumerate(data):
        if isinstance(step, dict):
            yield Step(
                line=data.lc.item(number)[0] + 1,
                name=_text(step.get("name")),
                uses=_text(step.get("uses")),
                run=_text(step.get("run")),
                condition=_text(step.get("if")),
                with_=_mapping(step.get("with")),
                env=_mapping(step.get("env")),
                data=step,
            )


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return "" if value is None else str(value)
