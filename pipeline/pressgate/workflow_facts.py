"""What the rules ask of a workflow: which jobs upload, which steps there are, who may ask for an id-token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pressgate.workflow import Job, Step, Workflow

Found = Iterator[tuple[int, str]]  # line, what to do

UPLOADERS = ("pypa/gh-action-pypi-publish@",)
_PUBLISH = re.compile(
    r"\b(twine\s+upload|pressgate\s+publish|(?:uv|hatch|flit|poetry|pdm)\s+publish|nox\b.*\bpublish)\b"
)
IGNORES_FAILURE = re.compile(r"\|\|\s*(?:true|:|echo|exit\s+0)|\bset\s+\+e\b")


def publishes(job: Job) -> bool:
    """Whether a job uploads to an index."""
    return any(is_publish(step) for step in job.steps)


def is_publish(step: Step) -> bool:
    """Whether a step uploads to an index."""
    return step.uses.startswith(UPLOADERS) or bool(_PUBLISH.search(step.run))


def has_id_token(permissions: Any) -> bool:
    return permissions == "write-all" or (isinstance(permissions, dict) and permissions.get("id-token") == "write")


def steps(workflow: Workflow) -> Iterator[Step]:
    return (step for job in workflow.jobs for step in job.steps)


def is_true(value: Any) -> bool:
    return value is not None and value is not False and str(value).lower() != "false"
