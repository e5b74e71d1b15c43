"""The policy of a workflow that publishes: one function a rule, and the list of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pressgate.workflow import Job, Step, Workflow

Found = Iterator[tuple[int, str]]  # line, what to do

_PUBLISH_ACTIONS = ("pypa/gh-action-pypi-publish@",)
_PUBLISH = re.compile(
    r"\b(twine\s+upload|pressgate\s+publish|(?:uv|hatch|flit|poetry|pdm)\s+publish|nox\b.*\bpublish)\b"
)
_BUILD = re.compile(
    r"(?<![\w-])(pressgate\s+(?:build|release)|-m\s+build|pyproject-build|(?:uv|hatch|flit|poetry|pdm)\s+build|setup\.py)\b"
)
_INSTALL = re.compile(r"\b(?:pip3?\s+install|pip\s+download|pipx\s+(?:run|install)|uvx|uv\s+tool|npx|npm\s+install)\b")
_COMPARE = re.compile(r"sha256sum\s+(?:-\S+\s+)*(?:--check|-c)\b|shasum\s+-a\s*256\s+(?:-\S+\s+)*(?:--check|-c)\b")
_OUTPUT = re.compile(r"\$\{\{\s*needs\.([\w-]+)\.outputs\.([\w-]+)\s*\}\}")
_IGNORES = re.compile(r"\|\|\s*(?:true|:|echo|exit\s+0)|\bset\s+\+e\b")
_PIN = re.compile(r"[\w./-]+@[0-9a-f]{40}")
_STORED = re.compile(r"secrets\.\w*(?:PYPI|TWINE|UV_PUBLISH|INDEX_TOKEN)\w*", re.IGNORECASE)
_REF_IS_TAG = re.compile(r"startsWith\(github\.ref,'refs/tags/v'\)|github\.ref_type=='tag'")
_EVENT_IS_PUSH = "github.event_name=='push'"


@dataclass(frozen=True, kw_only=True)
class Rule:
    """`why` is what goes wrong without it."""

    code: str
    why: str
    check: Callable[[Workflow], Found]


def publishes(job: Job) -> bool:
    """Whether a job uploads to an index."""
    return any(is_publish(step) for step in job.steps)


def is_publish(step: Step) -> bool:
    """Whether a step uploads to an index."""
    return step.uses.startswith(_PUBLISH_ACTIONS) or bool(_PUBLISH.search(step.run))


def can_publish(workflow: Workflow) -> bool:
    """Whether the policy has anything to say of this workflow."""
    return any(map(publishes, workflow.jobs))


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
    if not _COMPARE.search(step.run) or step.condition or _IGNORES.search(step.run):
        return False
    for variable, value in step.env.items():
        match = _OUTPUT.fullmatch(str(value).strip())
        if match and match[1] in job.needs and re.search(rf"\$\{{?{re.escape(variable)}\b", step.run):
            outputs = jobs[match[1]].data.get("outputs") if match[1] in jobs else None
            return isinstance(outputs, dict) and match[2] in outputs
    return False


def id_token_outside_publish(workflow: Workflow) -> Found:
    if _has_id_token(workflow.data.get("permissions")):
        yield workflow.line_of("permissions"), "the whole workflow may ask for an id-token: give it to one job alone"
    for job in workflow.jobs:
        if _has_id_token(job.permissions) and not publishes(job):
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
    for step in _steps(workflow):
        if _true(step.with_.get("skip-existing")) or "--skip-existing" in step.run:
            yield step.line, "remove skip-existing: it hides that the index has other bytes under the name"


def attestations_off(workflow: Workflow) -> Found:
    for step in _steps(workflow):
        if "attestations" in step.with_ and not _true(step.with_["attestations"]):
            yield step.line, "leave attestations on: they tell people where the file was made"


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
    for step in _steps(workflow):
        if step.uses.startswith("actions/checkout@") and step.with_.get("persist-credentials") is not False:
            yield step.line, "add 'persist-credentials: false': later steps and artifacts mustn't hold the token"


def cancel_in_progress(workflow: Workflow) -> Found:
    for place in (workflow.data, *(job.data for job in workflow.jobs)):
        group = place.get("concurrency")
        if isinstance(group, dict) and group.get("cancel-in-progress", False) is not False:
            yield workflow.line_of("concurrency"), "cancel-in-progress must be false: an upload must not stop halfway"


def expression_in_script(workflow: Workflow) -> Found:
    for step in _steps(workflow):
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
        if "uses" in job.data and (_has_id_token(job.permissions) or job.data.get("secrets") == "inherit"):
            yield job.line, f"the job '{job.id}' hands its rights to a reusable workflow"


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
    for step in _steps(workflow):
        if step.uses.startswith(_PUBLISH_ACTIONS) and "password" in step.with_:
            yield step.line, "use trusted publishing instead of a password"


def failure_ignored(workflow: Workflow) -> Found:
    for job in workflow.jobs:
        if _true(job.data.get("continue-on-error")):
            yield job.line, f"remove continue-on-error from '{job.id}': a gate that failed must stop the release"
        if publishes(job) and re.search(r"\b(always|failure|cancelled)\s*\(", job.condition):
            yield job.line, f"'{job.id}' would run after a failed build: remove always(), failure() and cancelled()"
        for step in job.steps:
            if _true(step.data.get("continue-on-error")):
                yield step.line, "remove continue-on-error: a gate that failed must stop the release"
            if _IGNORES.search(step.run):
                yield step.line, "don't swallow a failure ('|| true', 'set +e'): it must stop the release"
            if is_publish(step) and step.condition:
                yield step.line, "put conditions of publishing on the job, not on the step"


def bundle_from_elsewhere(workflow: Workflow) -> Found:
    for job in filter(publishes, workflow.jobs):
        for step in job.steps:
            odd = {"run-id", "repository", "github-token", "pattern", "merge-multiple"} & set(step.with_)
            if step.uses.startswith("actions/download-artifact@") and (odd or not step.with_.get("name")):
                yield step.line, "take the one bundle of this run, by its name"


def cache_in_release(workflow: Workflow) -> Found:
    for step in _steps(workflow):
        if step.uses.startswith("actions/cache"):
            yield step.line, "remove the cache: another branch's run could have filled it"
        for name in ("cache", "enable-cache"):
            if name in step.with_ and step.with_[name] not in (False, "false", ""):
                yield step.line, f"remove '{name}': another branch's run could have filled it"


def _has_id_token(permissions: Any) -> bool:
    return permissions == "write-all" or (isinstance(permissions, dict) and permissions.get("id-token") == "write")


def _steps(workflow: Workflow) -> Iterator[Step]:
    return (step for job in workflow.jobs for step in job.steps)


def _true(value: Any) -> bool:
    return value is not None and value is not False and str(value).lower() != "false"


RULES = (
    Rule(code="environment-missing", why="no person is asked before the upload", check=environment_missing),
    Rule(code="digest-not-compared", why="other bytes than the gates saw can go out", check=digest_not_compared),
    Rule(code="id-token-outside-publish", why="a build step can upload", check=id_token_outside_publish),
    Rule(code="tag-condition-missing", why="any push or manual run can upload", check=tag_condition_missing),
    Rule(code="skip-existing", why="a mismatch with the index stays unseen", check=skip_existing),
    Rule(code="attestations-off", why="nobody can tell where the file was made", check=attestations_off),
    Rule(code="action-not-pinned", why="somebody else's tag decides what runs", check=action_not_pinned),
    Rule(code="permissions-too-wide", why="a step can do what it was never meant to", check=permissions_too_wide),
    Rule(code="credentials-persist", why="the checkout's token lies on the disk", check=credentials_persist),
    Rule(code="cancel-in-progress", why="a release stops halfway", check=cancel_in_progress),
    Rule(code="expression-in-script", why="text becomes code", check=expression_in_script),
    Rule(code="dangerous-trigger", why="strangers start it", check=dangerous_trigger),
    Rule(code="build-in-publish", why="what goes out is not what was checked", check=build_in_publish),
    Rule(code="install-not-hashed", why="a dependency of a dependency can upload", check=install_not_hashed),
    Rule(code="stored-token", why="a token can be stolen and used elsewhere", check=stored_token),
    Rule(code="failure-ignored", why="a gate says no and the release goes on", check=failure_ignored),
    Rule(code="bundle-from-elsewhere", why="another run's bytes can go out", check=bundle_from_elsewhere),
    Rule(code="cache-in-release", why="another run's files get into the build", check=cache_in_release),
)
