"""The rules for the jobs that upload: who is asked, which bytes go out, by whose right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pressgate.workflow import Job, Step, Workflow
from pressgate.workflow_facts import (
    IGNORES_FAILURE,
    UPLOADERS,
    Found,
    has_id_token,
    is_publish,
    is_true,
    publishes,
    steps,
)

_BUILD = re.compile(
    r"(?<![\w-])(pressgate\s+(?:build|release)|-m\s+build|pyproject-build|(?:uv|hatch|flit|poetry|pdm)\s+build|setup\.py)\b"
)
_INSTALL = re.compile(r"\b(?:pip3?\s+install|pip\s+download|pipx\s+(?:run|install)|uvx|uv\s+tool|npx|npm\s+install)\b")
_COMPARE = re.compile(r"sha256sum\s+(?:-\S+\s+)*(?:--check|-c)\b|shasum\s+-a\s*256\s+(?:-\S+\s+)*(?:--check|-c)\b")
_OUTPUT = re.compile(r"\$\{\{\s*needs\.([\w-]+)\.outputs\.([\w-]+)\s*\}\}")
_STORED = re.compile(r"secrets\.\w*(?:PYPI|TWINE|UV_PUBLISH|INDEX_TOKEN)\w*", re.IGNORECASE)
_REF_IS_TAG = re.compile(r"startsWith\(github\.ref,'refs/tags/v'\)|github\.ref_type=='tag'")
_EVENT_IS_PUSH = "github.event_name=='push'"


def environment_missing(workflow: Workflow) -> Found:
    for job in filter(publishes, workflow.jobs):
        value = job.data.get("environment")
        name = value.get("name") if isinstance(value, dict) else value
        if not isinstance(name, str) or not name or "${{" in name:
            yield job.line, f"the job '{job.id}' uploads: bind it to an environment by name, with required reviewers"


def digest_not_compared(workflow: Workflow) -> Found:
    jobs = {job.id: job for job in workflow.jobs}
    for job in filter(publishes, workflow.jobs):
        if not any(_compares(step, job, jobs) for step in _before_upload(job)):
            yield (
                job.line,
                f"the job '{job.id}' must compare what it was handed with a digest that another job gave as output, by "
                "'sha256sum --check', in an unconditional step before the upload",
            )


def _before_upload(job: Job) -> Iterator[Step]:
    for step in job.steps:
        if is_publish(step):
            return
        yield step


def _compares(step: Step, job: Job, jobs: dict[str, Job]) -> bool:
    if not _COMPARE.search(step.run) or step.condition or IGNORES_FAILURE.search(step.run):
        return False
    for variable, value in step.env.items():
        match = _OUTPUT.fullmatch(str(value).strip())
        if match and match[1] in job.needs and re.search(rf"\$\{{?{re.escape(variable)}\b", step.run):
            outputs = jobs[match[1]].data.get("outputs") if match[1] in jobs else None
            return isinstance(outputs, dict) and match[2] in outputs
    return False


def id_token_outside_publish(workflow: Workflow) -> Found:
    if has_id_token(workflow.data.get("permissions")):
        yield workflow.line_of("permissions"), "the whole workflow may ask for an id-token: give it to one job alone"
    for job in workflow.jobs:
        if has_id_token(job.permissions) and not publishes(job):
            yield (
                job.line,
                f"the job '{job.id}' may ask for an id-token and doesn't upload: take 'id-token: write' away",
            )


def tag_condition_missing(workflow: Workflow) -> Found:
    if _only_version_tags(workflow.triggers):
        return
    for job in filter(publishes, workflow.jobs):
        parts = [re.sub(r"\s+", "", part) for part in re.sub(r"\$\{\{|\}\}", "", job.condition).split("&&")]
        tag = any(_REF_IS_TAG.fullmatch(part) for part in parts)
        push = _EVENT_IS_PUSH in parts or set(workflow.triggers) == {"push"}
        if "||" in job.condition or not (tag and push):
            yield (
                job.line,
                f"the job '{job.id}' must run for pushed version tags alone: "
                "if: github.event_name == 'push' && startsWith(github.ref, 'refs/tags/v')",
            )


def _only_version_tags(triggers: Any) -> bool:
    push = triggers.get("push")
    if set(triggers) != {"push"} or not isinstance(push, dict) or set(push) != {"tags"}:
        return False
    return all(str(pattern).startswith("v") for pattern in push["tags"] or ["*"])


def skip_existing(workflow: Workflow) -> Found:
    for step in steps(workflow):
        if is_true(step.with_.get("skip-existing")) or "--skip-existing" in step.run:
            yield step.line, "remove skip-existing: it hides that the index has other bytes under the name"


def attestations_off(workflow: Workflow) -> Found:
    for step in steps(workflow):
        if "attestations" in step.with_ and not is_true(step.with_["attestations"]):
            yield step.line, "leave attestations on: they tell people where the file was made"


def build_in_publish(workflow: Workflow) -> Found:
    for job in filter(publishes, workflow.jobs):
        for step in job.steps:
            if _BUILD.search(step.run):
                yield (
                    step.line,
                    f"the job '{job.id}' builds: upload the bytes that the gates saw, from the bundle alone",
                )


def install_not_hashed(workflow: Workflow) -> Found:
    for job in filter(publishes, workflow.jobs):
        for step in job.steps:
            for command in re.split(r"(?<!\\)\n|&&|;", step.run):
                if _INSTALL.search(command) and "--require-hashes" not in command:
                    yield (
                        step.line,
                        "install with --require-hashes from a lock file: this job holds the right to upload",
                    )


def stored_token(workflow: Workflow) -> Found:
    for number, line in enumerate(workflow.lines, 1):
        if _STORED.search(line.partition("#")[0]):
            yield number, "use trusted publishing instead of a stored token: a token leaks, an id-token expires"
    for step in steps(workflow):
        if step.uses.startswith(UPLOADERS) and "password" in step.with_:
            yield step.line, "use trusted publishing instead of a password"


def bundle_from_elsewhere(workflow: Workflow) -> Found:
    for job in filter(publishes, workflow.jobs):
        for step in job.steps:
            odd = {"run-id", "repository", "github-token", "pattern", "merge-multiple"} & set(step.with_)
            if step.uses.startswith("actions/download-artifact@") and (odd or not step.with_.get("name")):
                yield step.line, "take the one bundle of this run, by its name"
