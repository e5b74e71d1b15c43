"""The staged tree is the whole truth about the artefacts' members."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from built import ALLOWING, OWN_LICENSE, build_corpus, codes, gather, view_of, with_members
from pressgate.gates import archive, leaks
from pressgate.model import GateInput
from pressgate.stage import expected_members, stage
from support import CONFIG, POSTS, write_corpus


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> GateInput:
    return build_corpus(tmp_path_factory.mktemp("stage"), POSTS | OWN_LICENSE, ALLOWING)


def test_the_wheel_holds_exactly_the_expected_members(given: GateInput) -> None:
    expected = expected_members(given.config, given.index)
    members = view_of(given).members
    assert sorted(expected) == sorted(members)
    assert {name for name, data in expected.items() if data is not None and members[name] != data} == set()
    backend = {name.rpartition("/")[2] for name, data in expected.items() if data is None}
    assert backend == {"METADATA", "WHEEL", "RECORD", "entry_points.txt"}


def test_the_sdist_holds_the_staged_tree_and_its_metadata(given: GateInput) -> None:
    members = {name.partition("/")[2]: data for name, data in view_of(given, "sdist").members.items()}
    assert sorted(members) == sorted([*stage(given.config, given.index), "PKG-INFO"])
    assert archive.run(given).findings == ()


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("src/example_blog_mcp/extra.py", b"", "unexpected-member"),
        (".gitignore", b"*\n", "changed-member"),
        ("pyproject.toml", b"[project]\n", "changed-member"),
        ("src/example_blog_mcp/data/index.json", None, "missing-member"),
        ("PKG-INFO", None, "missing-member"),
    ],
)
def test_a_forged_sdist_is_found(given: GateInput, name: str, data: bytes | None, code: str) -> None:
    forged = with_members(given, {f"example_blog_mcp-1.0.0/{name}": data}, "sdist")
    assert code in codes(archive.run(forged).findings)


def test_the_search_index_is_made_again_and_not_scanned_in_either_artefact(tmp_path: Path) -> None:
    router = POSTS["pinning.md"].replace("Pinning a toolchain", "Pinning 192.168.0.1 to a router")
    given = build_corpus(tmp_path, {"router.md": router})
    assert {view.artefact.kind for view in given.artefacts} == {"wheel", "sdist"}
    assert leaks.run(given).findings == ()
    other = replace(given.index, files={**given.index.files, "search.db": b"another"})
    findings = leaks.run(replace(given, index=other)).findings
    assert {finding.code for finding in findings} == {"private-address"}
    assert {finding.where.partition("/")[0] for finding in findings} == {"example_blog_mcp-1.0.0"}


def test_the_index_names_no_address_and_the_sources_no_path(tmp_path: Path) -> None:
    config = CONFIG.replace('"Pen Name"', '"Pen Name <pen@example.com>"')
    given = gather(write_corpus(tmp_path, POSTS, config))
    document = json.loads(given.index.files["index.json"])
    assert document["site"]["author"] == "Pen Name"
    assert b"pen@example.com" not in given.index.files["index.json"] + given.index.files["search.db"]
    provenance = json.loads(given.index.files["provenance.json"])
    assert {"hatchling", "sqlite", "zlib", "python", "pressgate"} <= provenance["tools"].keys()
    assert str(tmp_path) not in given.index.files["provenance.json"].decode()


@pytest.mark.parametrize("language", ["ko", "en", "ja", "zh-TW", "de"])
def test_the_readme_credits_in_every_language(tmp_path: Path, language: str) -> None:
    config = CONFIG.replace('language = "ko"', f'language = "{language}"')
    given = gather(write_corpus(tmp_path, POSTS, config))
    text = stage(given.config, given.index)["README.md"].decode()
    for part in ("Pen Name", "https://blog.example.com/", "[CC-BY-4.0](https://creativecommons.org/licenses/by/4.0/)"):
        assert part in text
    assert text.endswith("<!-- mcp-name: com.example.blog/example-blog-mcp -->\n")
