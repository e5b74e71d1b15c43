"""Whether others may read what is printed: the logs of CI jobs are public."""

from __future__ import annotations

import os

# What the services set of which not all set CI: GitHub, Azure Pipelines, TeamCity, Jenkins, AWS CodeBuild.
VARIABLES = (
    *("CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "TF_BUILD", "TEAMCITY_VERSION", "JENKINS_URL"),
    "CODEBUILD_BUILD_ID",
)


def is_public() -> bool:
    """Whether this runs in a CI job: then nothing of a refused post is named."""
    return any(os.environ.get(name) for name in VARIABLES)
