"""The metadata gate: what an index and a reader may rely on."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from built import SDIST_CONFIG, build_corpus, changed, codes, gather, member, view_of, with_members
from pressgate.config import load
from pressgate.core_metadata import core_metadata
from pressgate.gates import metadata, metadata_facts, metadata_tools
from pressgate.model import GateInput, StepError, UsageError
from support import CONFIG, POSTS, repack, write_corpus


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> GateInput:
    """A wheel and an sdist."""
    return build_corpus(tmp_path_factory.mktemp("metadata"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the field's tools, which have tests of their own."""
    monkeypatch.setattr(metadata_tools, "tools", lambda _view: iter(()))


def found(given: GateInput) -> set[str]:
    return codes(metadata.run(given).findings)


def test_a_good_build_passes(given: GateInput) -> None:
    outcome = metadata.run(given)
    assert outcome.findings == ()
    assert outcome.examined == 2


def line(old: str, new: str) -> Callable[[GateInput], GateInput]:
    """A change to METADATA."""
    return lambda given: changed(given, "METADATA", old, new)


def add(text: str) -> Callable[[GateInput], GateInput]:
    """A header line more."""
    return line("Name: ", f"{text}\nName: ")


def member_as(ending: str, data: bytes) -> Callable[[GateInput], GateInput]:
    return lambda given: with_members(given, {member(view_of(given), ending): data})


def without(ending: str) -> Callable[[GateInput], GateInput]:
    return lambda given: with_members(given, {member(view_of(given), ending): None})


EXPRESSION = "License-Expression: MIT AND CC-BY-4.0\n"
FAULTS: dict[str, tuple[str, Callable[[GateInput], GateInput]]] = {
    "no metadata": ("metadata-missing", without("METADATA")),
    "two metadata": ("metadata-missing", lambda g: with_members(g, {"other-1.dist-info/METADATA": b"Name: x\n"})),
    "a field nobody knows": ("metadata-unreadable", add("Mood: good")),
    "a doubled field": ("metadata-unreadable", add("Version: 1.0.0")),
    "another name": ("metadata-name", line("Name: example-blog-mcp", "Name: example-blog-mcq")),
    "another version": ("metadata-name", line("\nVersion: 1.0.0", "\nVersion: 1.0.1")),
    "another summary": ("metadata-name", line("Summary: Posts", "Summary: Prosts")),
    "no expression": ("metadata-license-expression", line(EXPRESSION, "")),
    "an expression that is no SPDX": (
        "metadata-license-expression",
        line(EXPRESSION, "License-Expression: MIT AND Creative Commons\n"),
    ),
    "a licence classifier": ("metadata-license-classifier", add("Classifier: License :: OSI Approved :: MIT License")),
    "the old License field": ("metadata-license-field", add("License: MIT")),
    "a License-File that isn't there": ("metadata-license-file", add("License-File: COPYING")),
    "no License-File": (
        "metadata-license-file",
        lambda g: line("License-File: LICENSES/MIT.txt\n", "")(line("License-File: LICENSES/CC-BY-4.0.txt\n", "")(g)),
    ),
    "an empty licence text": ("metadata-license-file", member_as("LICENSES/MIT.txt", b" \n")),
    "metadata 2.1 with an expression": ("metadata-old", line("Metadata-Version: 2.5", "Metadata-Version: 2.1")),
    "metadata of no version": ("metadata-old", line("Metadata-Version: 2.5\n", "")),
    "a version left open": ("metadata-dynamic", add("Dynamic: Version")),
    "an extra in another spelling": ("metadata-extra", line("Provides-Extra: http", "Provides-Extra: H_T.TP")),
    "two extras of one name": ("metadata-extra", add("Provides-Extra: http")),
    "a bill of materials that is none": ("metadata-sbom", member_as(".cdx.json", b"[]")),
    "no bill of materials": ("metadata-sbom", without(".cdx.json")),
    "an unknown classifier": ("metadata-classifier", add("Classifier: Topic :: Lighthouses")),
    "a deprecated classifier": ("metadata-classifier", add("Classifier: Natural Language :: Ukranian")),
    "no Requires-Python": ("metadata-requires-python", line("Requires-Python: >=3.11\n", "")),
    "a Requires-Python that is none": ("metadata-requires-python", line(">=3.11", "three")),
    "a dependency that can't be read": ("metadata-dependency", add("Requires-Dist: mcp ???")),
    "a dependency by URL": ("metadata-dependency", add("Requires-Dist: x @ https://example.com/x-1-py3-none-any.whl")),
    "an unbounded dependency": (
        "metadata-dependency-unbounded",
        line("Requires-Dist: mcp<3,>=2.3", "Requires-Dist: mcp>=2"),
    ),
    "an unbounded extra": ("metadata-dependency-unbounded", add("Requires-Dist: rich>=1; extra == 'http'")),
    "a dependency without any bound": ("metadata-dependency-unbounded", add("Requires-Dist: rich")),
    "no description": (
        "metadata-description",
        lambda g: member_as("METADATA", view_of(g).members[member(view_of(g), "METADATA")].split(b"\n\n")[0])(g),
    ),
    "no summary": ("metadata-summary", line("Summary: Posts of an example blog.\n", "")),
    "an e-mail in the description": ("metadata-email", line("## 도구", "me@example.com\n\n## 도구")),
    "an e-mail of an author": ("metadata-email", add("Author-email: Pen Name <pen@example.com>")),
    "an author more": ("metadata-author", add("Maintainer: Jane Realname")),
    "an author less": ("metadata-author", line("Author: Pen Name\n", "")),
    "a URL more": ("metadata-url", add("Project-URL: Tracker, https://example.com/secret")),
    "an old home page": ("metadata-url", add("Home-page: https://jane.example/")),
    "no mcp-name": ("metadata-mcp-name", line("<!-- mcp-name: com.example.blog/example-blog-mcp -->", "")),
    "another mcp-name": ("metadata-mcp-name", line("mcp-name: com.example.blog/", "mcp-name: com.evil/")),
    "a tool that doesn't exist": ("metadata-readme-tool", line("`blog_home`", "`delete_blog`")),
    "a tool left out": ("metadata-readme-tool", line("| `blog_home` | 사이트와 이 묶음의 정보 |", "")),
    "a configuration that starts another program": (
        "metadata-readme-config",
        line('"args": [\n        "example-blog-mcp"', '"args": [\n        "other-mcp"'),
    ),
    "a configuration that is no JSON": ("metadata-readme-config", line('{\n  "mcpServers"', "{\n  mcpServers")),
    "an sdist that says otherwise": (
        "metadata-dynamic",
        lambda g: changed(g, "/PKG-INFO", "Summary: Posts", "Summary: Boasts", "sdist"),
    ),
}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_called_by_its_code(given: GateInput, fault: str) -> None:
    code, plant = FAULTS[fault]
    assert code in found(plant(given))


def test_every_code_of_the_gate_has_a_fault() -> None:
    elsewhere = {"metadata-version", "metadata-changelog", *metadata_tools.CODES, *metadata.registry.CODES}
    assert {code for code, _ in FAULTS.values()} | elsewhere == metadata.CODES.keys()


@pytest.mark.usefixtures("quick")
def test_addresses_and_urls_that_the_configuration_gives_may_be_there(tmp_path: Path) -> None:
    config = SDIST_CONFIG.replace(
        'authors = ["Pen Name"]',
        'authors = ["Pen Name <pen@example.com>", "둘째 <two@example.com>", "Third", "Kim, Haneul <kim@example.com>"]\n'
        'urls = { Source = "https://github.com/example/blog", Me = "https://social.example/@pen@example.social" }',
    )
    given = build_corpus(tmp_path, POSTS, config)
    assert metadata.run(given).findings == ()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("served", "grows"),
    [
        (None, True),
        ({}, True),
        ({"example_blog_mcp-0.9-py3-none-any.whl": "x"}, True),
        ({"example_blog_mcp-1.0.0-py3-none-any.whl": "other bytes"}, False),
        ({"example_blog_mcp-1.0-py3-none-any.whl": "other bytes"}, False),
        ({"example_blog_mcp-1.0.0.tar.gz": "other bytes"}, False),
        ({"example_blog_mcp-1.0.1-py3-none-any.whl": ""}, False),
        ({"example_blog_mcp-1.0.0.post1.tar.gz": ""}, False),
        ({"example_blog_mcp-2.0a1.tar.gz": ""}, False),
        ({"example_blog_mcp-1.0.0-py3-none-any.whl": ""}, True),
        ({"nonsense.exe": ""}, True),
    ],
)
def test_the_version_grows(given: GateInput, served: dict[str, str] | None, grows: bool) -> None:
    assert found(replace(given, served=served)) == (set() if grows else {"metadata-version"})


def test_our_own_bytes_on_the_index_are_no_lack_of_growth(given: GateInput) -> None:
    served = {view.artefact.path.name: view.artefact.sha256 for view in given.artefacts}
    assert "metadata-version" not in found(replace(given, served=served))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("# Changelog\n\n## 1.0.0 (2025-03-02)\n\n- first\n\n## 0.9\n", True),
        ("# Changelog\n\n## [v1.0.0] - 2025-03-02\n", True),
        ("# 변경 사항\n\n### Version 1.0\n", True),
        ("# Changelog\n\n## Unreleased\n\n## 1.0.0\n", True),
        ("# Changelog\n\n## 1.0.1\n\n## 1.0.0\n", False),
        ("# Changelog\n\n## 0.9.0\n", False),
        ("# Changelog\n", False),
        (None, True),
    ],
)
def test_the_changelogs_top_entry(given: GateInput, text: str | None, fits: bool) -> None:
    path = given.config.root / "CHANGELOG.md"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    try:
        assert found(given) == (set() if fits else {"metadata-changelog"})
    finally:
        path.unlink(missing_ok=True)


def test_twine_and_check_wheel_contents_have_their_say(given: GateInput, tmp_path: Path) -> None:
    wheel = tmp_path / view_of(given).artefact.path.name
    for name, change, code in (
        ("metadata", lambda m: m.update({n: b"Name: x\n" for n in m if n.endswith("METADATA")}), "metadata-twine"),
        ("stray", lambda m: m.update({"setup.py": b"x = 1\n"}), "metadata-wheel-contents"),
    ):
        wheel.write_bytes(view_of(given).data)
        repack(wheel, change)
        view = replace(view_of(given), data=wheel.read_bytes())
        findings = tuple(metadata_tools.tools(view))
        assert codes(findings) == {code}, name
        assert str(tmp_path) not in str(findings)
        assert "pressgate-metadata-" not in str(findings)


def test_a_name_that_is_longer_than_a_line_is_read_whole(given: GateInput, tmp_path: Path) -> None:
    name = "-".join(["a-blog-about-everything"] * 6) + "-mcp"
    config = SDIST_CONFIG.replace('name = "example-blog-mcp"', f'name = "{name}"')
    long = build_corpus(tmp_path, POSTS, config)
    assert [tuple(metadata_tools.tools(view)) for view in long.artefacts] == [(), ()]


def test_a_tool_that_doesnt_run_is_an_error_and_no_pass(given: GateInput, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata_tools, "_CONTENTS", ("no_such_tool",))
    with pytest.raises(StepError, match="can't run here"):
        list(metadata_tools.tools(view_of(given)))


@pytest.mark.parametrize(
    ("metadata_text", "expected"),
    [
        (
            "Metadata-Version: 2.1\nName: other\nVersion: 1\nLicense: MIT\nRequires-Dist: mcp\n"
            "Classifier: License :: OSI Approved :: MIT License\n",
            {
                "metadata-license-expression",
                "metadata-license-classifier",
                "metadata-license-file",
                "metadata-requires-python",
                "metadata-dependency-unbounded",
                "metadata-summary",
                "metadata-description",
            },
        ),
        (
            "Metadata-Version: 2.4\nName: other\nVersion: 1\nSummary: A server\nLicense-Expression: Apache-2.0\n"
            "License-File: LICENSE\nRequires-Python: >=3.10\nRequires-Dist: mcp<3\n"
            "Description-Content-Type: text/markdown\n\n# Other\n",
            set(),
        ),
    ],
)
def test_any_wheel_can_be_examined_without_a_configuration(
    given: GateInput, metadata_text: str, expected: set[str]
) -> None:
    wheel = view_of(given)
    artefact = replace(wheel.artefact, name="other", version="1")
    members = {"other-1.dist-info/METADATA": metadata_text.encode(), "other-1.dist-info/licenses/LICENSE": b"text"}
    view = replace(wheel, artefact=artefact, members=members)
    read = core_metadata(view)
    assert read is not None
    assert codes(tuple(metadata_facts.facts(view, read))) == expected


def test_the_bill_of_materials_tells_what_was_tried_and_nothing_of_the_machine(given: GateInput) -> None:
    wheel = view_of(given)
    bill = json.loads(wheel.members[member(wheel, ".cdx.json")])
    provenance = json.loads(wheel.members[member(wheel, "provenance.json")])
    listed = {component["name"]: component["version"] for component in bill["components"]}
    assert listed == {name: entry["version"] for name, entry in provenance["dependencies"].items()}
    graph = {entry["ref"]: entry.get("dependsOn", []) for entry in bill["dependencies"]}
    root = bill["metadata"]["component"]
    assert graph[root["bom-ref"]] == [f"pkg:pypi/mcp@{listed['mcp']}"]
    assert any(ref.startswith("pkg:pypi/pydantic@") for ref in graph[f"pkg:pypi/mcp@{listed['mcp']}"])
    assert root["licenses"] == [{"expression": "MIT AND CC-BY-4.0"}]
    text = json.dumps(bill) + json.dumps(provenance)
    for secret in (str(given.config.root), str(Path.home()), "/tmp", "site-packages"):
        assert secret not in text


def test_the_bill_of_materials_is_cyclonedx_by_its_schema(given: GateInput) -> None:
    validation = importlib.import_module("cyclonedx.validation.json")
    schema = importlib.import_module("cyclonedx.schema")
    wheel = view_of(given)
    validator = validation.JsonStrictValidator(schema.SchemaVersion.V1_6)
    assert validator.validate_str(wheel.members[member(wheel, ".cdx.json")].decode()) is None


def test_a_summary_of_101_characters_is_told_before_the_registry_does(tmp_path: Path) -> None:
    config = CONFIG.replace("Posts of an example blog.", "P" * 101)
    given = gather(write_corpus(tmp_path, POSTS, config))
    assert found(given) == {"server-json-description"}


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("Pen Name", True),
        ("김하늘 <kim@example.com>", True),
        ("Kim, Haneul <kim@example.com>", True),
        ("<kim@example.com>", False),
        ("kim@example.com", False),
        ("Kim <kim>", False),
        ("<script>", False),
        ("Kim <kim@example.com> and others", False),
    ],
)
def test_an_author_is_a_name_with_or_without_an_address(tmp_path: Path, text: str, fine: bool) -> None:
    root = write_corpus(tmp_path, POSTS, CONFIG.replace("Pen Name", text))
    if fine:
        assert load(root).package.authors == (text,)
    else:
        with pytest.raises(UsageError, match=r"package\.authors: '.*' is no author"):
            load(root)
