"""The official conformance suites and the inspector, from the npm registry, against the wheel's server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from webserver import PACKAGE, WebServer, package, serving

pytestmark = pytest.mark.real

NODE = "node@22"
SUITES = {"2026-07-28": "0.2.0-alpha.12", "2025-11-25": "0.1.16"}
INSPECTOR = "2.12.0"
# The scenarios that ask for no tool, resource or prompt of the suites' own.
SCENARIOS = {
    "2026-07-28": (
        "server-initialize",
        "ping",
        "tools-list",
        "resources-list",
        "completion-complete",
        "caching",
        "http-header-validation",
        "sep-2164-resource-not-found",
        "dns-rebinding-protection",
    ),
    "2025-11-25": (
        "server-initialize",
        "ping",
        "tools-list",
        "resources-list",
        "prompts-list",
        "completion-complete",
        "dns-rebinding-protection",
    ),
}


class Npm:
    """A folder of npm packages, with a Node that can run them."""

    def __init__(self, folder: Path, *packages: str) -> None:
        npm = shutil.which("npm")
        if npm is None:
            pytest.fail("npm is missing: install it")
        (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
        command = [npm, "install", "--no-audit", "--no-fund", NODE, *packages]
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=600, check=False)
        if done.returncode:
            pytest.fail(f"npm can't install {', '.join(packages)}: {done.stderr[-500:]}")
        self.folder = folder

    def run(self, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        binaries = self.folder / "node_modules" / ".bin"
        path = f"{binaries}{os.pathsep}{os.environ['PATH']}"
        command = [str(binaries / script), *arguments]
        environment = {**os.environ, "PATH": path, "NO_COLOR": "1"}
        return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, timeout=120, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return package(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[WebServer]:
    with serving(folder, "--rate", "10000/minute") as running:
        yield running


@pytest.fixture(scope="module")
def suites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Npm]:
    return {
        revision: Npm(tmp_path_factory.mktemp("npm"), f"@modelcontextprotocol/conformance@{version}")
        for revision, version in SUITES.items()
    }


@pytest.mark.parametrize(
    ("revision", "scenario"), [(revision, name) for revision, names in SCENARIOS.items() for name in names]
)
def test_a_scenario_passes(suites: dict[str, Npm], server: WebServer, revision: str, scenario: str) -> None:
    address = f"http://127.0.0.1:{server.port}/mcp"
    done = suites[revision].run("conformance", "server", "--url", address, "--scenario", scenario)
    said = done.stdout + done.stderr
    (result,) = [line for line in said.splitlines() if line.startswith("Passed: ")]
    passed, _, total = result.removeprefix("Passed: ").partition(",")[0].partition("/")
    assert int(passed) == int(total) > 0, said
    assert "0 failed" in result
    assert done.returncode == 0


def test_the_inspector_s_strict_check_passes(folder: Path, tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(folder)!r})\nfrom {PACKAGE}.__main__ import main\nmain()\n",
        encoding="utf-8",
    )
    npm = Npm(tmp_path, f"@modelcontextprotocol/inspector@{INSPECTOR}")
    strict = ("--cli", sys.executable, str(script), "--method", "tools/list", "--strict")
    done = npm.run("mcp-inspector", *strict)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["tools"]) == 5
