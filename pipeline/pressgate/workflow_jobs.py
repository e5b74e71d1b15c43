"""The rules for every job of a workflow that publishes: what runs in it, and with which rights."""

from __future__ import annotations

import re

from pressgate.workflow import Workflow
from pressgate.workflow_facts import IGNORES_FAILURE, Found, has_id_token, is_publish, is_true, publishes, steps

_PIN = re.compile(r"[\w./-]+@[0-9a-f]{40}")


def action_not_pinned(workflow: Workflow) -> Found:
    for number, line in enumerate(workflow.lines, 1):
        match = re.match(r"\s*(?:-\s+)?uses:\s*[\"']?([^\s\"'#]+)[\"']?\s*(#.*)?$", line)
        if not match or match[1].startswith("./"):
            continue
        if not _PIN.fullmatch(match[1]) and not re.search(r"@sha256:[0-9a-f]{64}$", match[1]):
            yield number, f"pin {match[1].partition('@')[0]} by the full SHA of a commit: a tag can be moved"
        elif not re.search(r"#\s*v?\d", match[2] or ""):
            yield number, f"say in a comment which version of {match[1].partition('@')[0]} the SHA is"
    for job in workflow.jobs:
        for step in job.steps:
            if step.uses and not any(step.uses in line for line in workflow.lines):
                yield step.line, "write 'uses' on one line"


def permissions_too_wide(workflow: Workflow) -> Found:
    if workflow.data.get("permissions") != {} or "permissions" not in workflow.data:
        yield workflow.line_of("permissions"), "write 'permissions: {}' at the top, and give each job what it needs"
    for job in workflow.jobs:
        if not isinstance(job.permissions, dict):
            yield job.line, f"give the job '{job.id}' its permissions one by one"
        elif publishes(job):
            kept = {("contents", "read"), ("id-token", "write")}
            more = ", ".join(f"{name}: {right}" for name, right in job.permissions.items() if (name, right) not in kept)
            if more:
                yield job.line, f"the job '{job.id}' needs contents: read and id-token: write, not {more}"


def credentials_persist(workflow: Workflow) -> Found:
    for step in steps(workflow):
        if step.uses.startswith("actions/checkout@") and step.with_.get("persist-credentials") is not False:
            yield step.line, "add 'persist-credentials: false': later steps and artifacts mustn't hold the token"


def cancel_in_progress(workflow: Workflow) -> Found:
    for place in (workflow.data, *(job.data for job in workflow.jobs)):
        group = place.get("concurrency")
        if isinstance(group, dict) and group.get("cancel-in-progress", False) is not False:
            yield workflow.line_of("concurrency"), "cancel-in-progress must be false: an upload must not stop halfway"


def expression_in_script(workflow: Workflow) -> Found:
    for step in steps(workflow):
        if "${{" in step.run or "${{" in str(step.with_.get("script", "")):
            yield step.line, "pass '${{ … }}' to a script by 'env': inside it, a title or a branch name is code"


def dangerous_trigger(workflow: Workflow) -> Found:
    for name in workflow.triggers:
        if name in {"pull_request_target", "workflow_run", "issue_comment", "issues", "discussion_comment"}:
            yield workflow.line_of("on"), f"remove the trigger '{name}': strangers can start it with their own content"
        if name == "workflow_call":
            yield (
                workflow.line_of("on"),
                "trusted publishing doesn't work from a reusable workflow: publish from your own",
            )
    for job in workflow.jobs:
        if "uses" in job.data and (has_id_token(job.permissions) or job.data.get("secrets") == "inherit"):
            yield job.line, f"the job '{job.id}' hands its rights to a reusable workflow"


def failure_ignored(workflow: Workflow) -> Found:
    for job in workflow.jobs:
        if is_true(job.data.get("continue-on-error")):
            yield job.line, f"remove continue-on-error from '{job.id}': a gate that failed must stop the release"
        if publishes(job) and re.search(r"\b(always|failure|cancelled)\s*\(", job.condition):
            yield job.line, f"'{job.id}' would run after a failed build: remove always(), failure() and cancelled()"
        for step in job.steps:
            if is_true(step.data.get("continue-on-error")):
                yield step.line, "remove continue-on-error: a gate that failed must stop the release"
            if IGNORES_FAILURE.search(step.run):
                yield step.line, "don't swallow a failure ('|| true', 'set +e'): it must stop the release"
            if is_publish(step) and step.condition:
                yield step.line, "put conditions of publishing on the job, not on the step"


def cache_in_release(workflow: Workflow) -> Found:
    for step in steps(workflow):
        if step.uses.startswith("actions/cache"):
            yield step.line, "remove the cache: another branch's run could have filled it"
        for name in ("cache", "enable-cache"):
            if name in step.with_ and step.with_[name] not in (False, "false", ""):
                yield step.line, f"remove '{name}': another branch's run could have filled it"
