"""The command `scan`: exit codes, JSON, SARIF, annotations, reviews and history."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from leakset import DATA, WHEEL, Case, post, wheel
from pressgate import onlookers, scan
from pressgate.gates import leaks
from pressgate.leaks import baseline
from pressgate.model import StepError, UsageError
from pressgate.scan_command import scan_command
from pressgate.walk import read_artefact
from scanned import codes, corpus

LEAK = Case(kind="x", leak=True, data=post("ssh 10.42.7.19"))


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*onlookers.VARIABLES, "PRESSGATE_FORBIDDEN"):
        monkeypatch.delenv(name, raising=False)


def write(folder: Path, case: Case | None) -> Path:
    path = folder / WHEEL
    path.write_bytes(wheel(case))
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(scan_command, [str(a) for a in arguments])


def test_a_clean_wheel_exits_0(tmp_path: Path) -> None:
    assert run(write(tmp_path, None)).exit_code == 0


def test_json_alone_is_on_standard_output(tmp_path: Path) -> None:
    result = run("--json", write(tmp_path, LEAK))
    document = json.loads(result.stdout)
    assert result.exit_code == 1
    assert [gate["verdict"] for gate in document["gates"]] == ["PASS", "FAIL"]
    assert document["artefacts"][0]["members"] == 6
    assert document["gates"][1]["findings"] == [
        {"code": "private-address", "where": DATA + "a.md", "line": 5, "detail": ""}
    ]
    assert "10.42" not in result.output


def test_identifiers_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, Case(kind="x", leak=True, data=post("project Bluefin_Nine")))
    assert run(path).exit_code == 0
    monkeypatch.setenv("PRESSGATE_FORBIDDEN", "bluefin-nine\n")
    assert run(path).exit_code == 1
    monkeypatch.setenv("PRESSGATE_FORBIDDEN", "\n")
    assert isinstance(run(path).exception, StepError)


def test_a_scan_that_breaks_is_an_error_and_no_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaks, "prove", lambda *_: 1 / 0)
    assert run(write(tmp_path, None)).exit_code == 4


def test_sarif(tmp_path: Path) -> None:
    run("--sarif", tmp_path / "out.sarif", write(tmp_path, LEAK))
    document = json.loads((tmp_path / "out.sarif").read_text(encoding="utf-8"))
    one = document["runs"][0]["results"][0]
    assert document["version"] == "2.1.0"
    assert one["ruleId"] == document["runs"][0]["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == "private-address"
    place = one["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": DATA + "a.md"}, "region": {"startLine": 5}}


def test_annotations_only_on_github(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, LEAK)
    assert "::error" not in run(path).output
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert "::error title=leaks%3A private-address,line=5::" in run(path).output


@pytest.mark.parametrize(("arguments", "kind"), [(["--review", "x.whl"], UsageError), (["gone.whl"], UsageError)])
def test_wrong_use_is_one_line(arguments: list[str], kind: type[Exception]) -> None:
    error = run(*arguments).exception
    assert isinstance(error, kind)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"schema": 1, "salt": "zz", "entries": []}',
        '{"schema": 1, "salt": "00112233445566778899aabbccddeeff", "entries": [{"code": "x"}]}',
    ],
)
def test_a_broken_baseline_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StepError):
        baseline.load(path)


def test_a_finding_in_the_index_belongs_to_its_post(tmp_path: Path) -> None:
    _, found = leaks.scan(corpus(tmp_path, "## ssh 10.42.7.19\n\nwords\n"))
    assert {(one.finding.where.rpartition("/")[2], one.post) for one in found} == {("1.md", "1"), ("index.json", "1")}


def test_an_index_that_is_made_again_is_not_scanned(tmp_path: Path) -> None:
    given = corpus(tmp_path, "words\n")
    name = "leakset/data/search.db"
    view = given.artefacts[0]
    assert leaks.run(given).examined == len(view.members)
    tampered = bytes(given.expected[name] or b"") + b"ssh 10.42.7.19 and more words\0"
    changed = replace(given, expected={**given.expected, name: b"other"})
    assert codes(changed) == []
    path = tmp_path / WHEEL
    path.write_bytes(wheel(Case(kind="x", leak=True, data=None, extra={name: tampered})))
    assert "private-address" in [code for code, _ in codes(replace(given, artefacts=(read_artefact(path),)))]


def test_one_verdict_for_several_files(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    views, results = scan.scan_strangers((write(tmp_path, None), write(tmp_path / "b", LEAK)), ())
    assert len(views) == 2
    assert [result.verdict for result in results] == ["PASS", "FAIL"]
