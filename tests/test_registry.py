"""What stands beside the wheel: `server.json`, the `.mcpb` bundle and `llms.txt`."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from built import SDIST_CONFIG, build_corpus, codes, view_of
from looked import answers_over_stdio
from pressgate import registry
from pressgate.gates import smoke
from pressgate.model import GateInput
from pressgate.registry import bundle, llms, server_json
from pressgate.registry.name import server_name
from support import POSTS, make_config


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> GateInput:
    return build_corpus(tmp_path_factory.mktemp("registry"))


def folder_of(given: GateInput) -> Path:
    return given.config.output / registry.FOLDER


def expected(given: GateInput) -> dict[str, bytes]:
    wheel = view_of(given)
    return registry.files(given.config, given.index, wheel.artefact.path.name, wheel.data)


def test_the_build_writes_all_three_beside_the_wheel(given: GateInput) -> None:
    names = ["example_blog_mcp-1.0.0.mcpb", "llms.txt", "server.json"]
    assert sorted(path.name for path in folder_of(given).iterdir()) == names
    assert list(registry.check(folder_of(given), expected(given), "1.0.0")) == []


def altered(**values: Any) -> Callable[[dict[str, Any]], object]:
    def change(document: dict[str, Any]) -> None:
        for name, value in values.items():
            document[name.replace("schema_", "$schema")] = value

    return change


FAULTS: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "101 characters": ("server-json-description", altered(description="x" * 101)),
    "101 hangul": ("server-json-description", altered(description="글" * 101)),
    "no description": ("server-json-description", altered(description="")),
    "another schema": ("server-json-schema", altered(schema_="https://example.com/server.schema.json")),
    "a name without a namespace": ("server-json-name", altered(name="example-blog-mcp")),
    "a name with two slashes": ("server-json-name", altered(name="com.example/blog/mcp")),
    "a name of 201": ("server-json-name", altered(name="com.example/" + "x" * 189)),
    "a long title": ("server-json-title", altered(title="t" * 101)),
    "a version range": ("server-json-version", altered(version=">=1.0")),
    "the latest version": ("server-json-version", altered(version="latest")),
    "no package": ("server-json-package", altered(packages=[])),
    "a package of another version": (
        "server-json-package",
        lambda document: document["packages"][0].update(version="1.0.1"),
    ),
    "a package without a name": ("server-json-package", lambda document: document["packages"][0].pop("identifier")),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_in_server_json(given: GateInput, tmp_path: Path, fault: str) -> None:
    code, change = FAULTS[fault]
    folder = Path(shutil.copytree(folder_of(given), tmp_path / "registry"))
    document = json.loads((folder / "server.json").read_bytes())
    change(document)
    (folder / "server.json").write_text(json.dumps(document), encoding="utf-8")
    found = codes(tuple(registry.check(folder, expected(given), "1.0.0")))
    assert found >= {code, "registry-changed"}


def rezip(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def attack(folder: Path) -> None:
        path = folder / "example_blog_mcp-1.0.0.mcpb"
        with zipfile.ZipFile(path) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        document = json.loads(members["manifest.json"])
        change(document)
        members["manifest.json"] = json.dumps(document).encode()
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in members.items():
                archive.writestr(name, data)

    return attack


@pytest.mark.parametrize(
    ("attack", "code"),
    [
        (lambda folder: (folder / "server.json").write_bytes(b"[]"), "server-json-broken"),
        (lambda folder: (folder / "server.json").write_bytes(b"\xff{"), "server-json-broken"),
        (lambda folder: (folder / "server.json").unlink(), "registry-missing"),
        (lambda folder: (folder / "llms.txt").unlink(), "registry-missing"),
        (shutil.rmtree, "registry-missing"),
        (lambda folder: (folder / "llms.txt").write_bytes(b"# All my drafts\n"), "registry-changed"),
        (lambda folder: (folder / "more.txt").write_bytes(b""), "registry-unexpected"),
        (lambda folder: (folder / "example_blog_mcp-1.0.0.mcpb").write_bytes(b"PK"), "mcpb-manifest"),
        (rezip(lambda document: document.pop("author")), "mcpb-manifest"),
        (rezip(lambda document: document.update(version="9")), "mcpb-manifest"),
        (rezip(lambda document: document.update(manifest_version="0.1")), "mcpb-manifest"),
    ],
)
def test_other_faults_beside_the_wheel(
    given: GateInput, tmp_path: Path, attack: Callable[[Path], object], code: str
) -> None:
    folder = Path(shutil.copytree(folder_of(given), tmp_path / "registry"))
    attack(folder)
    assert code in codes(tuple(registry.check(folder, expected(given), "1.0.0")))


@pytest.mark.parametrize(
    ("home", "urls", "name"),
    [
        ("https://blog.example.com/", {}, "com.example.blog/example-blog-mcp"),
        ("https://writer.github.io/blog/", {}, "io.github.writer/example-blog-mcp"),
        ("https://블로그.example.kr/", {}, "kr.example.xn--9n3b11qqwi/example-blog-mcp"),
        (
            "https://blog.example.com/",
            {"Source": "https://github.com/Writer/blog"},
            "io.github.Writer/example-blog-mcp",
        ),
        ("https://b.example.com/", {"Source Code": "https://github.com/w/b.git"}, "io.github.w/example-blog-mcp"),
        ("https://b.example.com/", {"Friend": "https://github.com/w/b"}, "com.example.b/example-blog-mcp"),
        ("https://b.example.com/", {"Source": "https://gitlab.example/w/b"}, "com.example.b/example-blog-mcp"),
    ],
)
def test_the_servers_name(tmp_path: Path, home: str, urls: dict[str, str], name: str) -> None:
    config = make_config(tmp_path, site={"home": home}, package={"urls": urls})
    found = server_name(config)
    assert found == name or (home.startswith("https://블로그") and found.startswith("kr.example.xn--"))
    document = json.loads(server_json.server_json(config))
    assert list(server_json.problems(document)) == []


def test_server_json_names_this_package_and_its_repository(tmp_path: Path) -> None:
    config = make_config(tmp_path, package={"urls": {"Source": "https://github.com/Writer/blog"}})
    document = json.loads(server_json.server_json(config))
    (package,) = document["packages"]
    assert (package["registryType"], package["identifier"], package["version"]) == ("pypi", "example-blog-mcp", "1.0.0")
    assert document["repository"] == {"url": "https://github.com/Writer/blog", "source": "github"}
    assert document["websiteUrl"] == "https://blog.example.com/"


def test_the_bundle_holds_the_very_wheel_and_is_the_same_every_time(given: GateInput) -> None:
    wheel = view_of(given)
    one = bundle.bundle(given.config, given.index, wheel.artefact.path.name, wheel.data)
    assert one == (folder_of(given) / "example_blog_mcp-1.0.0.mcpb").read_bytes()
    with zipfile.ZipFile(io.BytesIO(one)) as archive:
        assert archive.namelist() == sorted(archive.namelist())
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {info.external_attr >> 16 for info in archive.infolist()} == {0o100644}
        packed = archive.read(wheel.artefact.path.name)
        manifest = json.loads(archive.read("manifest.json"))
    assert hashlib.sha256(packed).hexdigest() == wheel.artefact.sha256
    assert {tool["name"] for tool in manifest["tools"]} == smoke.TOOLS
    assert manifest["license"] == "MIT AND CC-BY-4.0"
    assert list(bundle.problems(manifest, "1.0.0")) == []


def test_llms_txt_lists_the_admitted_posts_and_no_others(given: GateInput) -> None:
    text = llms.llms_txt(given.config, given.index).decode()
    assert text.startswith("# Example blog\n\n> Posts of an example blog.\n")
    assert "## 검색\n\n- [작은 색인 만들기](https://blog.example.com/1)\n" in text
    assert text.count("](https://") == given.index.document["count"] == 3
    assert "lighthouse" not in text


def test_llms_txt_keeps_odd_titles_and_urls_in_one_link(given: GateInput) -> None:
    document = json.loads(given.index.files["index.json"])
    document["articles"] = [
        {
            **document["articles"][0],
            "title": "a [b](c)\n# d",
            "url": "https://blog.example.com/a_(b)",
            "description": "x\ny",
        }
    ]
    text = llms.llms_txt(given.config, replace(given.index, document=document)).decode()
    assert "- [a \\[b\\](c) # d](https://blog.example.com/a_%28b%29): x y\n" in text


# --- with tools from the npm registry -------------------------------------------------------------------------------

MCPB = "@anthropic-ai/mcpb@2.1.2"


def uv() -> str:
    """The uv that hosts of bundles have."""
    beside = Path(sys.executable).with_name("uv")
    program = str(beside) if beside.is_file() else shutil.which("uv")
    if program is None:
        pytest.fail("uv is missing: install it")
    return program


def npx(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    program = shutil.which("npx")
    if program is None:
        pytest.fail("npx is missing: install Node")
    command = [program, "--yes", "--package", MCPB, "mcpb", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", check=False, timeout=300)


@pytest.mark.real
def test_the_official_tool_takes_the_bundle_and_its_server_starts(tmp_path: Path) -> None:
    config = SDIST_CONFIG.replace('name = "example-blog-mcp"', 'name = "pressgate-bundle-check-mcp"')
    given = build_corpus(tmp_path / "corpus", POSTS, config)
    (path,) = folder_of(given).glob("*.mcpb")
    for arguments, said in ((("info", str(path)), "pressgate_bundle_check_mcp"), (("unpack", str(path), "out"), "")):
        done = npx(*arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert said in done.stdout
    done = npx("validate", "out/manifest.json", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_bytes())
    start = manifest["server"]["mcp_config"]
    assert start["command"] == "uv"
    arguments = [argument.replace("${__dirname}", str(tmp_path / "out")) for argument in start["args"]]
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    subprocess.run([uv(), *arguments], env=environment, input="", text=True, check=True, timeout=300)
    script = tmp_path / "start.sh"
    script.write_text(f"#!/bin/sh\nunset VIRTUAL_ENV\nexec {uv()} {' '.join(arguments)}\n", encoding="utf-8")
    script.chmod(0o755)
    answers_over_stdio(script)
