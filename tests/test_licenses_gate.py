"""The licences gate: every member under one rule, every text inside, everybody credited."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from built import ALLOWING, OWN_LICENSE, build_corpus, changed, codes, gather, member, view_of, with_members
from pressgate.gates import licenses
from pressgate.licences.split import kinds, tree_rules, wheel_rules
from pressgate.model import GateInput
from support import CONFIG, POSTS, write_corpus


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> GateInput:
    """A wheel and an sdist, with a post of another licence."""
    return build_corpus(tmp_path_factory.mktemp("licences"), POSTS | OWN_LICENSE, ALLOWING)


def found(given: GateInput) -> set[str]:
    return codes(licenses.run(given).findings)


def test_a_good_build_passes_and_every_member_was_looked_at(given: GateInput) -> None:
    outcome = licenses.run(given)
    assert outcome.findings == ()
    assert outcome.examined == sum(len(view.members) for view in given.artefacts)


def metadata(old: str, new: str, kind: str = "wheel") -> Callable[[GateInput], GateInput]:
    return lambda given: changed(given, "METADATA" if kind == "wheel" else "/PKG-INFO", old, new, kind)


def index(old: str, new: str) -> Callable[[GateInput], GateInput]:
    return lambda given: changed(given, "data/index.json", old, new)


def text(ending: str, old: str, new: str) -> Callable[[GateInput], GateInput]:
    return lambda given: changed(given, ending, old, new)


def remove(ending: str, kind: str = "wheel") -> Callable[[GateInput], GateInput]:
    return lambda given: with_members(given, {member(view_of(given, kind), ending): None}, kind)


def add(name: str, kind: str = "wheel") -> Callable[[GateInput], GateInput]:
    return lambda given: with_members(given, {name: b"x = 1\n"}, kind)


def without_authors(given: GateInput) -> GateInput:
    config = replace(given.config, package=replace(given.config.package, authors=()))
    return replace(given, config=config)


FAULTS: dict[str, tuple[str, Callable[[GateInput], GateInput]]] = {
    "a member with no rule": ("license-unmapped", add("example_blog_mcp/data/extra.bin")),
    "a member beside the package": ("license-unmapped", add("top.py")),
    "a file of the sdist with no rule": ("license-unmapped", add("example_blog_mcp-1.0.0/notes.txt", "sdist")),
    "an article that is no markdown": ("license-unmapped", add("example_blog_mcp/data/articles/x.html")),
    "another expression": ("license-expression", metadata("MIT AND CC-BY-4.0 AND CC0-1.0", "MIT AND CC-BY-4.0")),
    "no expression": ("license-expression", metadata("License-Expression: MIT AND CC-BY-4.0 AND CC0-1.0\n", "")),
    "an expression in another order": (
        "license-expression",
        metadata("MIT AND CC-BY-4.0 AND CC0-1.0", "CC-BY-4.0 AND MIT AND CC0-1.0"),
    ),
    "an expression with OR": ("license-expression-or", metadata("MIT AND CC-BY-4.0", "MIT OR CC-BY-4.0")),
    "a choice in lower case": ("license-expression-or", metadata("MIT AND CC-BY-4.0", "MIT or CC-BY-4.0")),
    "a text that METADATA leaves out": (
        "license-file-unlisted",
        metadata("License-File: LICENSES/CC-BY-4.0.txt\n", ""),
    ),
    "a text that METADATA adds": (
        "license-file-unlisted",
        metadata("License-File: LICENSES/MIT.txt\n", "License-File: LICENSES/MIT.txt\nLicense-File: X.txt\n"),
    ),
    "a text missing": ("license-file-missing", remove("LICENSES/CC-BY-4.0.txt")),
    "a text missing from the sdist": ("license-file-missing", remove("LICENSES/MIT.txt", "sdist")),
    "a changed MIT text": (
        "license-text-changed",
        text("LICENSES/MIT.txt", "without restriction", "with restrictions"),
    ),
    "an index with another content licence": (
        "license-index",
        index('"content": "CC-BY-4.0"', '"content": "CC-BY-SA-4.0"'),
    ),
    "an index with another author": ("license-index", index('"author": "Pen Name"', '"author": "Jane Realname"')),
    "an index that is no JSON": ("license-index", index("{", "")),
    "an article's licence dropped": ("license-post", index('"license": "CC0-1.0"', '"licence": "CC0-1.0"')),
    "an article's licence changed": ("license-post", index('"license": "CC0-1.0"', '"license": "MIT"')),
    "a description without the licence": ("license-attribution", metadata("[CC0-1.0]", "[free]")),
    "a description without the author": ("license-attribution", metadata("Pen Name 님이", "누군가")),
    "an sdist's PKG-INFO with another expression": (
        "license-expression",
        metadata("MIT AND CC-BY-4.0 AND CC0-1.0", "MIT", "sdist"),
    ),
    "a REUSE.toml that gives the posts away": (
        "license-reuse",
        lambda given: changed(given, "/REUSE.toml", '"CC-BY-4.0 AND CC0-1.0"', '"CC0-1.0"', "sdist"),
    ),
    "no REUSE.toml": ("license-reuse", remove("/REUSE.toml", "sdist")),
    "CC BY without an author": ("license-author", without_authors),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_called_by_its_code(given: GateInput, fault: str) -> None:
    code, plant = FAULTS[fault]
    assert code in found(plant(given))


def test_every_code_of_the_gate_has_a_fault() -> None:
    from_the_corpus = {"license-text-wrong", "license-ref-text"}
    assert {code for code, _ in FAULTS.values()} | from_the_corpus == licenses.CODES.keys()


def test_a_corpus_whose_text_lacks_a_sentence(tmp_path: Path) -> None:
    root = write_corpus(tmp_path, POSTS, CONFIG)
    path = root / "LICENSE-CONTENT"
    whole = path.read_text(encoding="utf-8")
    sentence = "You may not offer or impose any additional or different terms"
    assert sentence in whole
    start = whole.index(sentence)
    path.write_text(whole[:start] + whole[whole.index(".", start) + 1 :], encoding="utf-8")
    (finding,) = licenses.run(gather(root)).findings
    assert (finding.code, finding.where) == ("license-text-wrong", "LICENSES/CC-BY-4.0.txt")


def test_a_licenseref_whose_text_says_nothing(tmp_path: Path) -> None:
    root = write_corpus(tmp_path, POSTS, CONFIG.replace("CC-BY-4.0", "LicenseRef-Own"))
    (root / "LICENSE-CONTENT").write_text("Ask me.\n", encoding="utf-8")
    assert found(gather(root)) == {"license-ref-text"}
    good = "이 글은 출처를 밝히면 누구나 자유롭게 옮겨 실을 수 있습니다. 고치지는 마세요.\n"
    (root / "LICENSE-CONTENT").write_text(good, encoding="utf-8")
    given = gather(root)
    assert found(given) == set()
    assert (
        "License-Expression: MIT AND LicenseRef-Own\n"
        in view_of(given).members[member(view_of(given), "METADATA")].decode()
    )


def test_every_member_falls_under_exactly_one_rule(given: GateInput) -> None:
    wheel, sdist = view_of(given), view_of(given, "sdist")
    assert {len(kinds(name, wheel_rules(given.config))) for name in wheel.members} == {1}
    names = [name.partition("/")[2] for name in sdist.members]
    assert {len(kinds(name, tree_rules(given.config))) for name in names} == {1}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("example_blog_mcp/app.py", "code"),
        ("example_blog_mcp/deep/er/module.py", "code"),
        ("example_blog_mcp/data/index.json", "content"),
        ("example_blog_mcp/data/articles/한글.md", "content"),
        ("example_blog_mcp/data/provenance.json", "package"),
        ("example_blog_mcp-1.0.0.dist-info/RECORD", "package"),
        ("example_blog_mcp-1.0.0.dist-info/licenses/LICENSES/MIT.txt", "text"),
        ("example_blog_mcp/data/secret.py", None),
        ("example_blog_mcp/data/articles/a/b.md", None),
        ("example_blog_mcp-1.0.0.data/scripts/x", None),
        ("example_blog_mcp-1.0.0.dist-info/licenses/MIT.txt", None),
        ("other/app.py", None),
    ],
)
def test_the_split(given: GateInput, name: str, kind: str | None) -> None:
    assert kinds(name, wheel_rules(given.config)) == ([kind] if kind else [])


def reuse(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "reuse", "--root", str(root), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def unpack(given: GateInput, folder: Path) -> Path:
    for name, data in view_of(given, "sdist").members.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return next(folder.iterdir())


def test_reuse_lint_passes_on_the_sdist_and_on_the_staged_tree(given: GateInput, tmp_path: Path) -> None:
    for root in (unpack(given, tmp_path), given.config.output / "stage"):
        done = reuse(root, "lint")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Used licenses: CC-BY-4.0, CC0-1.0, MIT" in done.stdout


def test_reuse_says_of_every_file_what_the_split_says(given: GateInput, tmp_path: Path) -> None:
    root = unpack(given, tmp_path)
    done = reuse(root, "lint", "--json")
    said = {item["path"]: {e["value"] for e in item["spdx_expressions"]} for item in json.loads(done.stdout)["files"]}
    expected = {"code": {"MIT"}, "package": {"MIT"}, "content": {"CC-BY-4.0 AND CC0-1.0"}}
    for name, licences in said.items():
        (kind,) = kinds(name, tree_rules(given.config))
        if "/articles/" in name:
            assert licences == ({"CC0-1.0"} if "cc0" in name or "free" in name else {"CC-BY-4.0"}), name
        else:
            assert licences == expected[kind], name
    left_out = {n.partition("/")[2] for n, data in view_of(given, "sdist").members.items() if data} - said.keys()
    assert left_out == {"REUSE.toml", *(f"LICENSES/{name}.txt" for name in ("CC-BY-4.0", "CC0-1.0", "MIT"))}


def test_a_post_that_quotes_spdx_tags_keeps_its_own_licence(tmp_path: Path) -> None:
    tag = "SPDX-License-" + "Identifier: GPL-3.0-only"
    posts = POSTS | {"toml.md": POSTS["toml.md"] + f"\n```\n{tag}\nSPDX-File" + "CopyrightText: 1999 Nobody\n```\n"}
    given = build_corpus(tmp_path / "corpus", posts)
    done = reuse(unpack(given, tmp_path / "sdist"), "lint")
    assert done.returncode == 0, done.stdout
    assert "Used licenses: CC-BY-4.0, MIT" in done.stdout
