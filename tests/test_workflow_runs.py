"""The scripts of the template's two jobs, run one after another in two checkouts, with a loopback issuer and index.

Setting up Python, installing by hash and carrying the artifact are the runner's work and are done here by other means.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import publishing as p
from pressgate import identity, workflow
from pressgate.init import start
from strict_index import StrictIndex, running

SIGNER = """
import json, pathlib, sys
path = pathlib.Path(sys.argv[-1])
path.with_name(path.name + ".publish.attestation").write_text(json.dumps({"signed": path.name}))
"""
# A signer in the place of pypi-attestations, and a smoke gate that installs nothing; all else is the command's own.
COMMAND = """#!{python}
import sys
from unittest import mock
from pressgate import attest, cli
from pressgate.gates import smoke
from pressgate.model import Outcome
with mock.patch.object(attest, "COMMAND", (sys.executable, "-I", "-c", {signer!r})), \\
     mock.patch.object(smoke, "run", lambda given: Outcome(examined=len(given.artefacts))):
    cli.main()
"""


class Runner:
    """A CI machine: a checkout of the tagged commit, a folder for temporary files, and what GitHub sets."""

    def __init__(self, origin: Path, folder: Path, jobs: dict[str, workflow.Job], variables: dict[str, str]) -> None:
        self.root, self.temp, self.jobs = folder / "checkout", folder / "temp", jobs
        p.git(folder.parent, "clone", "-q", "--branch", "v0.1.0", str(origin), str(self.root))
        p.git(self.root, "remote", "set-url", "origin", "https://github.com/example-writer/life-blog")
        self.temp.mkdir()
        self.output, self.summary = self.temp / "output", self.temp / "summary"
        self.variables = {
            **variables,
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
        }

    def run(self, job: str, name: str, **secrets: str) -> subprocess.CompletedProcess[str]:
        """Runs one step's script as the runner does."""
        (step,) = [step for step in self.jobs[job].steps if step.name == name]
        own = {k: secrets.get(k, str(v)) for k, v in step.env.items()}
        assert "${{" not in "".join(own.values()), own
        environment = {**os.environ, **self.variables, **own}
        return subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", step.run],
            cwd=self.root,
            env=environment,
            capture_output=True,
            encoding="utf-8",
        )


@pytest.fixture
def index() -> Iterator[StrictIndex]:
    with running() as strict, p.environment(TWINE_PASSWORD=None, LIFE_FORBIDDEN=None):
        yield strict


@pytest.fixture
def machines(tmp_path: Path, index: StrictIndex) -> tuple[Runner, Runner]:
    """The build job's machine and the publish job's, for a tagged commit that init prepared."""
    origin = tmp_path / "origin"
    p.make_corpus(origin, index.upload_url)
    path = origin / "pressgate.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("LIFE_FORBIDDEN", "PRESSGATE_FORBIDDEN"), encoding="utf-8")
    start(origin)
    sha = p.commit(origin, "v0.1.0")
    jobs = {job.id: job for job in workflow.read(origin / ".github" / "workflows" / "release.yml").jobs}
    command = tmp_path / "bin" / "pressgate"
    command.parent.mkdir()
    command.write_text(COMMAND.format(python=sys.executable, signer=SIGNER), encoding="utf-8")
    command.chmod(0o755)
    github = {
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_SHA": sha,
        "GITHUB_REF": "refs/tags/v0.1.0",
        "GITHUB_REPOSITORY": "example-writer/life-blog",
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
    }
    index.claims = {
        "iss": identity.ISSUER,
        "environment": "pypi",
        "sha": sha,
        "ref": "refs/tags/v0.1.0",
        "repository": "example-writer/life-blog",
        "event_name": "push",
    }
    for name in ("build", "publish"):
        (tmp_path / name).mkdir()
    build = Runner(origin, tmp_path / "build", jobs, github)
    return build, Runner(origin, tmp_path / "publish", jobs, {**github, **index.issuer})


def built(build: Runner) -> str:
    """Runs the build job; gives its output."""
    done = build.run("build", "Check, build, gates, sheet", PRESSGATE_FORBIDDEN="Kowalczyk-Secret-Name")
    assert done.returncode == 0, done.stdout + done.stderr
    done = build.run("build", "Make one bundle and its digest")
    assert done.returncode == 0, done.stderr
    match = re.fullmatch(r"sha256=([0-9a-f]{64})\n", build.output.read_text(encoding="utf-8"))
    assert match
    return match[1]


def test_two_jobs_publish_what_the_first_one_built(machines: tuple[Runner, Runner], index: StrictIndex) -> None:
    build, publish = machines
    digest = built(build)
    summary = build.summary.read_text(encoding="utf-8")
    assert "approval sheet" in summary
    assert "lighthouse" not in summary
    assert "status-not-public" in summary
    shutil.copy(build.temp / "bundle.tar", publish.temp)
    compare = "Compare the bundle with the digest that the build job gave"
    assert publish.run("publish", compare, BUNDLE_SHA256=digest).returncode == 0
    assert publish.run("publish", "Unpack it").returncode == 0
    done = publish.run(
        "publish", "Check everything again, upload, read back", PRESSGATE_FORBIDDEN="Kowalczyk-Secret-Name"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (build.root / ".pressgate" / "dist").iterdir()
    assert index.files == {wheel.name: wheel.read_bytes()}
    assert "signed" in index.attestations[wheel.name]
    assert (publish.root / ".pressgate" / "receipt.json").is_file()


def test_another_bundle_is_stopped_by_the_digest(machines: tuple[Runner, Runner], index: StrictIndex) -> None:
    build, publish = machines
    digest = built(build)
    (publish.temp / "bundle.tar").write_bytes((build.temp / "bundle.tar").read_bytes() + b"\0")
    compare = "Compare the bundle with the digest that the build job gave"
    assert publish.run("publish", compare, BUNDLE_SHA256=digest).returncode != 0
    for empty in ("", "0" * 64):
        assert publish.run("publish", compare, BUNDLE_SHA256=empty).returncode != 0


def test_another_list_in_the_publish_job_is_noticed(machines: tuple[Runner, Runner], index: StrictIndex) -> None:
    build, publish = machines
    built(build)
    shutil.copy(build.temp / "bundle.tar", publish.temp)
    assert publish.run("publish", "Unpack it").returncode == 0
    done = publish.run("publish", "Check everything again, upload, read back", PRESSGATE_FORBIDDEN="Somebody-Else")
    assert done.returncode == 1
    assert "list" in done.stderr
    assert index.files == {}
