"""The release workflow's policy: ours and the template keep it, and each fault alone turns it red."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pressgate.cli import _run
from pressgate.model import UsageError
from pressgate.workflow_check import check
from pressgate.workflow_rules import RULES

ROOT = Path(__file__).parent.parent
OURS = ROOT / ".github" / "workflows" / "release.yml"
TEMPLATE = (
    resources.files("pressgate").joinpath("templates/release.yml").read_text(encoding="utf-8").replace("@DIR@", ".")
)
DOCS = ROOT / "docs" / "workflows.md"
Edit = Callable[[str], str]


def swap(old: str, new: str) -> Edit:
    """Replaces text that must be there."""

    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new)

    return edit


def without_step(name: str, nth: int = 0) -> Edit:
    """Takes a whole step away."""

    def edit(text: str) -> str:
        matches = list(re.finditer(rf"      - name: {re.escape(name)}\n(?:        .*\n)+", text))
        return text[: matches[nth].start()] + text[matches[nth].end() :]

    return edit


def in_publish(old: str, new: str) -> Edit:
    """Replaces text of the publish job alone."""

    def edit(text: str) -> str:
        head, mark, tail = text.partition("  publish:\n")
        assert old in tail, old
        return head + mark + tail.replace(old, new)

    return edit


COMPARE = "Compare the bundle with the digest that the build job gave"
INSTALL = "python -m pip install --require-hashes --only-binary :all: -r .github/pressgate.lock"
SHA = "3d3c42e5aac5ba805825da76410c181273ba90b1"
PUBLISH_IF = "    if: github.event_name == 'push' && startsWith(github.ref, 'refs/tags/v')\n"
ACTION = "      - uses: pypa/gh-action-pypi-publish@dc37677b2e1c63e2034f94d8a5b11f265b73ba33 # v1.14.2\n        with:\n"

# The first five are what zizmor 1.32 (pedantic, offline) doesn't see; the next five it does.
TEN: dict[str, tuple[Edit, str]] = {
    "no environment": (swap("    environment: pypi\n", ""), "environment-missing"),
    "digest check gone": (without_step(COMPARE), "digest-not-compared"),
    "id-token in the build job": (
        swap(
            "      contents: read # the posts\n", "      contents: read # the posts\n      id-token: write # why not\n"
        ),
        "id-token-outside-publish",
    ),
    "no tag condition": (swap(PUBLISH_IF, ""), "tag-condition-missing"),
    "skip-existing without attestations": (
        lambda text: text + ACTION + "          skip-existing: true\n          attestations: false\n",
        "skip-existing",
    ),
    "an action by its tag": (swap(f"actions/checkout@{SHA} # v7.0.1", "actions/checkout@v7"), "action-not-pinned"),
    "rights for everybody": (swap("permissions: {}\n", "permissions: write-all\n"), "permissions-too-wide"),
    "the checkout's token stays": (swap("          persist-credentials: false\n", ""), "credentials-persist"),
    "a title in a script": (
        swap("run: pressgate release .", 'run: pressgate release . "${{ github.event.head_commit.message }}"'),
        "expression-in-script",
    ),
    "strangers' pull requests": (swap("  workflow_dispatch:\n", "  pull_request_target:\n"), "dangerous-trigger"),
}

MORE: dict[str, tuple[Edit, str]] = {
    "attestations off": (lambda text: text + ACTION + "          attestations: false\n", "attestations-off"),
    "an environment from an expression": (
        swap("environment: pypi", "environment: ${{ github.ref_name }}"),
        "environment-missing",
    ),
    "an empty environment": (swap("environment: pypi", 'environment: ""'), "environment-missing"),
    "the comparison may fail": (in_publish("--check --strict", "--check --strict || true"), "digest-not-compared"),
    "the comparison only sometimes": (
        swap(f"      - name: {COMPARE}\n", f"      - name: {COMPARE}\n        if: github.actor == 'me'\n"),
        "digest-not-compared",
    ),
    "the comparison after the upload": (
        lambda text: without_step(COMPARE)(text) + re.search(rf"      - name: {COMPARE}\n(?:        .*\n)+", text)[0],  # type: ignore[index]
        "digest-not-compared",
    ),
    "compared with itself": (
        swap("${{ needs.build.outputs.bundle }}", "${{ hashFiles('bundle.tar') }}"),
        "digest-not-compared",
    ),
    "compared with an output that isn't there": (swap("outputs.bundle }}", "outputs.bundel }}"), "digest-not-compared"),
    "compared with a job that isn't needed": (swap("    needs: build\n", ""), "digest-not-compared"),
    "the digest isn't used": (swap('echo "$BUNDLE_SHA256  ', 'echo "$OTHER  '), "digest-not-compared"),
    "an id-token for all": (swap("permissions: {}\n", "permissions:\n  id-token: write\n"), "id-token-outside-publish"),
    "branches too": (
        swap("startsWith(github.ref, 'refs/tags/v')", "startsWith(github.ref, 'refs/heads/')"),
        "tag-condition-missing",
    ),
    "or anything else": (
        swap(PUBLISH_IF, PUBLISH_IF.rstrip() + " || github.actor == 'me'\n"),
        "tag-condition-missing",
    ),
    "a manual run": (swap("github.event_name == 'push' && ", ""), "tag-condition-missing"),
    "after a failed build": (
        swap(PUBLISH_IF, PUBLISH_IF.replace("if: ", "if: always() && ")),
        "failure-ignored",
    ),
    "twine skips": (swap("run: pressgate publish .", "run: twine upload --skip-existing dist/*"), "skip-existing"),
    "no word of the version": (swap(f"{SHA} # v7.0.1", SHA), "action-not-pinned"),
    "a short SHA": (swap(SHA, SHA[:12]), "action-not-pinned"),
    "an image by its tag": (swap(f"actions/checkout@{SHA} # v7.0.1", "docker://alpine:3 # v3"), "action-not-pinned"),
    "no permissions at the top": (swap("permissions: {}\n\n", ""), "permissions-too-wide"),
    "a job without permissions": (
        swap("    permissions:\n      contents: read # the posts\n", ""),
        "permissions-too-wide",
    ),
    "more rights while uploading": (in_publish("contents: read", "contents: write"), "permissions-too-wide"),
    "cancelled halfway": (swap("cancel-in-progress: false", "cancel-in-progress: true"), "cancel-in-progress"),
    "cancelled sometimes": (
        swap("cancel-in-progress: false", "cancel-in-progress: ${{ github.ref != 'x' }}"),
        "cancel-in-progress",
    ),
    "a reusable workflow": (swap("  workflow_dispatch:\n", "  workflow_call:\n"), "dangerous-trigger"),
    "another workflow starts it": (swap("  workflow_dispatch:\n", "  workflow_run:\n"), "dangerous-trigger"),
    "built again": (
        in_publish("          mkdir -p ./.pressgate\n", "          pressgate build .\n"),
        "build-in-publish",
    ),
    "built by another tool": (
        in_publish("          mkdir -p ./.pressgate\n", "          python -m build\n"),
        "build-in-publish",
    ),
    "without hashes": (in_publish("--require-hashes ", ""), "install-not-hashed"),
    "one more package": (in_publish(INSTALL, INSTALL + "\n          pip install pressgate"), "install-not-hashed"),
    "from the network": (in_publish("run: pressgate publish .", "run: uvx pressgate publish ."), "install-not-hashed"),
    "a stored token": (
        swap('EXPECT_REMOVALS: ""', 'TWINE_PASSWORD: ${{ secrets.PYPI_TOKEN }}\n          EXPECT_REMOVALS: ""'),
        "stored-token",
    ),
    "a password": (lambda text: text + ACTION + "          password: ${{ secrets.X }}\n", "stored-token"),
    "a gate that may fail": (
        swap("        run: pressgate release .", "        continue-on-error: true\n        run: pressgate release ."),
        "failure-ignored",
    ),
    "a job that may fail": (
        swap("    name: Chain and sheet\n", "    name: Chain and sheet\n    continue-on-error: true\n"),
        "failure-ignored",
    ),
    "a failure that is swallowed": (swap("pressgate release .", "pressgate release . || true"), "failure-ignored"),
    "a condition on the upload": (
        swap(
            "      - name: Check everything again, upload, read back\n",
            "      - name: Check everything again, upload, read back\n        if: success()\n",
        ),
        "failure-ignored",
    ),
    "another run's bundle": (
        swap(
            "          name: bundle\n          path: ${{ runner.temp }}\n",
            "          run-id: 5\n          name: bundle\n",
        ),
        "bundle-from-elsewhere",
    ),
    "every bundle": (
        swap("          name: bundle\n          path: ${{ runner.temp }}\n", "          path: x\n"),
        "bundle-from-elsewhere",
    ),
    "a cache": (
        swap('          python-version: "3.13"\n', '          python-version: "3.13"\n          cache: pip\n'),
        "cache-in-release",
    ),
    "another cache": (
        swap(f"actions/checkout@{SHA} # v7.0.1", f"actions/cache@{SHA} # v6.1.0"),
        "cache-in-release",
    ),
}


@pytest.fixture
def codes(tmp_path: Path) -> Callable[[str], set[str]]:
    def run(text: str) -> set[str]:
        path = tmp_path / "release.yml"
        path.write_text(text, encoding="utf-8")
        return {finding.code for finding in check(path) or ()}

    return run


def test_ours_and_the_template_keep_the_policy(codes: Callable[[str], set[str]]) -> None:
    assert codes(TEMPLATE) == set()
    assert check(OURS) == ()


@pytest.mark.parametrize("fault", {**TEN, **MORE})
def test_each_fault_alone_is_red(codes: Callable[[str], set[str]], fault: str) -> None:
    edit, code = {**TEN, **MORE}[fault]
    assert code in codes(edit(TEMPLATE))


@pytest.mark.parametrize("fault", TEN)
def test_the_ten_faults_have_the_command_say_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    edit, code = TEN[fault]
    path = tmp_path / "release.yml"
    path.write_text(edit(TEMPLATE), encoding="utf-8")
    assert _run(["workflow-check", str(path)]) == 1
    assert re.search(rf"release\.yml:\d+: {code}: ", capsys.readouterr().out)


def test_every_rule_has_a_fault_and_a_heading() -> None:
    codes = {rule.code for rule in RULES}
    assert codes == {code for _, code in {**TEN, **MORE}.values()}
    text = DOCS.read_text(encoding="utf-8")
    for code in codes:
        assert f"### {code}\n" in text


def test_a_workflow_for_version_tags_alone_needs_no_condition(codes: Callable[[str], set[str]]) -> None:
    text = TEMPLATE.replace(PUBLISH_IF, "").replace('    branches: ["**"]\n', "").replace("  workflow_dispatch:\n", "")
    assert codes(text) == set()


@pytest.mark.parametrize("style", ["  ${{ github.event_name=='push' && startsWith( github.ref, 'refs/tags/v' ) }}"])
def test_a_condition_may_be_written_in_another_way(codes: Callable[[str], set[str]], style: str) -> None:
    assert codes(TEMPLATE.replace(PUBLISH_IF, f"    if: {style.strip()}\n")) == set()


def test_a_workflow_that_publishes_nothing_is_nothing_to_examine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert _run(["workflow-check"]) == 3
    shutil.copy(ROOT / ".github" / "workflows" / "ci.yml", folder / "ci.yml")
    assert _run(["workflow-check"]) == 3
    assert "publishes nothing" in capsys.readouterr().err
    (folder / "release.yml").write_text(TEMPLATE, encoding="utf-8")
    assert _run(["workflow-check", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document == {"examined": [".github/workflows/release.yml"], "findings": []}


@pytest.mark.parametrize("text", ["", "a: [", "jobs: 5", "- a\n", "\t"])
def test_a_broken_file_is_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.yml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"x\.yml(:\d+)?: is no [^\n]*$"):
        check(path)


def test_odd_jobs_and_steps_are_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "x.yml"
    steps = "[1, null, x, {run: twine upload dist/*, with: [], env: 5, if: true}, {uses: [a]}]"
    jobs = f"  a:\n  b: {{steps: {steps}, needs: 5, environment: [x]}}\n  c: {{permissions: write-all}}\n"
    path.write_text(f"on: {{push: {{tags: null}}}}\nconcurrency: x\njobs:\n{jobs}", encoding="utf-8")
    codes = {finding.code for finding in check(path) or ()}
    assert codes >= {"id-token-outside-publish", "environment-missing", "permissions-too-wide"}


def test_an_id_token_for_something_else_is_no_release(tmp_path: Path) -> None:
    path = tmp_path / "x.yml"
    path.write_text(
        "on: push\njobs:\n  a: {permissions: {id-token: write}, steps: [{run: deploy}]}\n", encoding="utf-8"
    )
    assert check(path) is None


def test_a_file_that_isnt_there_is_a_usage_error(tmp_path: Path) -> None:
    assert _run(["workflow-check", str(tmp_path / "none.yml")]) == 2


def test_our_lock_holds_every_dependency_by_its_hash() -> None:
    text = (ROOT / ".github" / "release.lock").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([a-z0-9-]+)==(\S+) \\\n\s+--hash=sha256:", text, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for wanted in map(Requirement, project["dependencies"]):
        version = pinned.get(canonicalize_name(wanted.name))
        assert version is not None, f"{wanted}: compile .github/release.lock anew, as its first lines say"
        assert wanted.specifier.contains(version), wanted


def test_zizmor_has_nothing_to_say_of_ours_and_of_the_template(tmp_path: Path) -> None:
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    (folder / "template.yml").write_text(TEMPLATE, encoding="utf-8")
    for path in OURS.parent.glob("*.yml"):
        shutil.copy(path, folder)
    done = subprocess.run(
        ["zizmor", "--offline", "--persona", "pedantic", str(tmp_path)], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout
