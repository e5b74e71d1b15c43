"""The policy of a workflow that publishes: the list of its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pressgate import workflow_jobs as jobs
from pressgate import workflow_uploads as uploads
from pressgate.workflow import Workflow
from pressgate.workflow_facts import Found, publishes


@dataclass(frozen=True, kw_only=True)
class Rule:
    """`why` is what goes wrong without it."""

    code: str
    why: str
    check: Callable[[Workflow], Found]


def can_publish(workflow: Workflow) -> bool:
    """Whether the policy has anything to say of this workflow."""
    return any(map(publishes, workflow.jobs))


RULES = (
    Rule(code="environment-missing", why="no person is asked before the upload", check=uploads.environment_missing),
    Rule(
        code="digest-not-compared", why="other bytes than the gates saw can go out", check=uploads.digest_not_compared
    ),
    Rule(code="id-token-outside-publish", why="a build step can upload", check=uploads.id_token_outside_publish),
    Rule(code="tag-condition-missing", why="any push or manual run can upload", check=uploads.tag_condition_missing),
    Rule(code="skip-existing", why="a mismatch with the index stays unseen", check=uploads.skip_existing),
    Rule(code="attestations-off", why="nobody can tell where the file was made", check=uploads.attestations_off),
    Rule(code="action-not-pinned", why="somebody else's tag decides what runs", check=jobs.action_not_pinned),
    Rule(code="permissions-too-wide", why="a step can do what it was never meant to", check=jobs.permissions_too_wide),
    Rule(code="credentials-persist", why="the checkout's token lies on the disk", check=jobs.credentials_persist),
    Rule(code="cancel-in-progress", why="a release stops halfway", check=jobs.cancel_in_progress),
    Rule(code="expression-in-script", why="text becomes code", check=jobs.expression_in_script),
    Rule(code="dangerous-trigger", why="strangers start it", check=jobs.dangerous_trigger),
    Rule(code="build-in-publish", why="what goes out is not what was checked", check=uploads.build_in_publish),
    Rule(code="install-not-hashed", why="a dependency of a dependency can upload", check=uploads.install_not_hashed),
    Rule(code="stored-token", why="a token can be stolen and used elsewhere", check=uploads.stored_token),
    Rule(code="failure-ignored", why="a gate says no and the release goes on", check=jobs.failure_ignored),
    Rule(code="bundle-from-elsewhere", why="another run's bytes can go out", check=uploads.bundle_from_elsewhere),
    Rule(code="cache-in-release", why="another run's files get into the build", check=jobs.cache_in_release),
)
