"""Reviews: what a person let pass once passes again, and nothing beside it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from pressgate import onlookers, scan_command
from pressgate.cli import cli
from pressgate.gates import leaks
from pressgate.leaks import baseline
from pressgate.leaks.review import review
from pressgate.model import GateInput
from scanned import SECRET, codes, corpus

SHARED = "Harbour and Lighthouse, Annals of Coastal Building, third volume, pages 11 to 29"
OTHER = "The keeper of the lighthouse will sell the old tower to a hotel next spring"


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in onlookers.VARIABLES:
        monkeypatch.delenv(name, raising=False)


def decide(given: GateInput, *reasons: str) -> list[str]:
    """Reviews with these answers, in order, saves, and gives what was shown."""
    answers, said = iter(reasons), list[str]()
    path = given.config.scan.baseline
    assert path
    known = baseline.load(path)
    _, found = leaks.scan(given)
    entries = review(found, known, leaks.article_digests(given), lambda _: next(answers), said.append)
    assert next(answers, None) is None, "more answers than questions"
    baseline.save(path, known, entries)
    return said


def test_a_refused_sentence_in_an_admitted_post(tmp_path: Path) -> None:
    assert codes(corpus(tmp_path, "Fine words here.\n", SECRET)) == []
    article = "leakset/data/articles/1.md"
    assert codes(corpus(tmp_path, f"Fine words here. {SECRET}\n", SECRET)) == [("refused-text", article)]


def test_a_review_passes_a_value_in_its_post_until_it_changes(tmp_path: Path) -> None:
    given = corpus(tmp_path, "Look at 10.42.7.19 now.\n")
    assert [code for code, _ in codes(given)] == ["private-address"]
    decide(given, "an example of ours")
    assert codes(given) == []
    assert codes(corpus(tmp_path, "Moved.\n\nLook at 10.42.7.19 now.\n")) == []
    assert len(codes(corpus(tmp_path, "Look at 10.42.7.20 now.\n"))) == 1
    assert given.config.scan.baseline
    assert "10.42" not in given.config.scan.baseline.read_text(encoding="utf-8")


def test_a_reviewed_value_hides_no_other_on_its_line(tmp_path: Path) -> None:
    decide(corpus(tmp_path, "Look at 10.42.7.19 now.\n"), "an example of ours")
    assert codes(corpus(tmp_path, "Look at 10.42.7.19 and 10.42.7.20 now.\n")) == [
        ("private-address", "leakset/data/articles/1.md")
    ]


def test_many_reviewed_values_hide_no_other(tmp_path: Path) -> None:
    many = "".join(f"Look at 10.42.7.{n} now.\n" for n in range(20, 60))
    decide(corpus(tmp_path, many), *["an example of ours"] * 40)
    assert codes(corpus(tmp_path, many)) == []
    assert [code for code, _ in codes(corpus(tmp_path, f"{many}Look at 10.42.7.99 now.\n"))] == ["private-address"]


def test_an_expired_review_counts_no_more(tmp_path: Path) -> None:
    given = corpus(tmp_path, "Look at 10.42.7.19 now.\n")
    known = baseline.load(None)
    _, found = leaks.scan(given)
    entry = known.reviewed(found[0], {}, "why", date(2024, 1, 1))
    reviewed = replace(known, entries=(entry,))
    assert reviewed.covers(found[0], {}, date(2024, 6, 1))
    assert not reviewed.covers(found[0], {}, date(2026, 1, 1))


def test_a_secret_cant_be_reviewed(tmp_path: Path) -> None:
    given = corpus(tmp_path, "See ghp_Ab3dE6gH9kLmN2pQ5rS8tU1vW4xY7zA0bC3d now.\n")
    known, said = baseline.load(None), []
    _, found = leaks.scan(given)
    assert review(found, known, leaks.article_digests(given), lambda _: "please", said.append) == ()
    assert "can't be reviewed" in said[0]


def test_shared_text_is_reviewed_for_the_article_as_it_is(tmp_path: Path) -> None:
    given = corpus(tmp_path, f"{SECRET}\n", SECRET)
    decide(given, "said in public")
    assert codes(given) == []
    assert [code for code, _ in codes(corpus(tmp_path, f"More. {SECRET}\n", SECRET))] == ["refused-text"]


def test_what_an_article_shares_with_one_refused_post_is_one_decision(tmp_path: Path) -> None:
    references = "".join(f"- {SHARED}, part {part}\n" for part in "ABCDEFGHIJKL")
    given = corpus(tmp_path, f"Words.\n\n{references}\n{OTHER}.\n", references, f"{OTHER}.\n")
    said = decide(given, "a list of references", "")
    assert [line.strip() for line in said if "which is refused" in line] == [
        "refused-text: post 1 shares this with draft0.md, which is refused",
        "refused-text: post 1 shares this with draft1.md, which is refused",
    ]
    assert sum(SHARED in line for line in said) == 12
    assert codes(given) == [("refused-text", "leakset/data/articles/1.md")]
    assert given.config.scan.baseline
    entries = json.loads(given.config.scan.baseline.read_text(encoding="utf-8"))["entries"]
    assert len({entry["fingerprint"] for entry in entries}) == 12
    assert {entry["reason"] for entry in entries} == {"a list of references"}


def test_a_reviewed_sentence_hides_no_other_on_its_line(tmp_path: Path) -> None:
    body = f"{SHARED}. {OTHER}.\n"
    decide(corpus(tmp_path, body, f"{SHARED}.\n"), "a reference")
    assert codes(corpus(tmp_path, body, f"{SHARED}.\n")) == []
    assert len(codes(corpus(tmp_path, body, f"{SHARED}.\n", f"{OTHER}.\n"))) == 1
    assert len(codes(corpus(tmp_path, body, f"{SHARED}. {OTHER}.\n"))) == 1
    assert len(codes(corpus(tmp_path, body, f"{SHARED}.\n", f"{SHARED}, {OTHER}.\n"))) == 1


def test_a_changed_description_is_asked_for_again(tmp_path: Path) -> None:
    draft = f"{SHARED}. {OTHER}.\n"
    decide(corpus(tmp_path, "Words.\n", draft, description=SHARED), "a reference")
    assert codes(corpus(tmp_path, "Words.\n", draft, description=SHARED)) == []
    assert [code for code, _ in codes(corpus(tmp_path, "Words.\n", draft, description=OTHER))] == ["refused-text"]


def test_a_description_is_reviewed_sentence_by_sentence(tmp_path: Path) -> None:
    both = f"{SHARED}. {OTHER}."
    decide(corpus(tmp_path, "Words.\n", f"{SHARED}.\n", description=both), "a reference")
    assert codes(corpus(tmp_path, "Words.\n", f"{SHARED}.\n", description=both)) == []
    assert codes(corpus(tmp_path, "Words.\n", f"{SHARED}.\n", description=both, before=2)) == []
    assert [code for code, _ in codes(corpus(tmp_path, "Words.\n", f"{both}\n", description=both))] == ["refused-text"]


def test_the_baseline_names_no_refused_file(tmp_path: Path) -> None:
    given = corpus(tmp_path, f"{SECRET}\n", SECRET)
    decide(given, "said in public")
    assert given.config.scan.baseline
    text = given.config.scan.baseline.read_text(encoding="utf-8")
    assert "said in public" in text
    assert "draft0" not in text


@pytest.fixture
def released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus whose wheel shares a sentence with a draft of a telling name and title."""
    given = corpus(tmp_path, f"{SECRET}\n", SECRET)
    draft = given.admission.decisions[1]
    named = replace(draft, source=replace(draft.source, path="drafts/merger-with-the-rival.md"))
    given = replace(given, admission=replace(given.admission, decisions=(given.admission.decisions[0], named)))
    monkeypatch.setattr(scan_command, "_given", lambda *_: given)
    return given.artefacts[0].artefact.path


def told(wheel: Path, *more: str) -> str:
    result = CliRunner().invoke(cli, ["scan", "--config", str(wheel.parent), *more, str(wheel)])
    assert isinstance(result.exception, SystemExit)
    assert "refused-text" in result.output
    return result.output


def test_the_author_is_told_which_file_it_is_from(released: Path) -> None:
    assert "drafts/merger-with-the-rival.md" in told(released)


@pytest.mark.parametrize("variable", onlookers.VARIABLES)
@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_nobody_is_told_in_ci(
    released: Path, monkeypatch: pytest.MonkeyPatch, variable: str, arguments: list[str]
) -> None:
    monkeypatch.setenv(variable, "true")
    sarif = released.parent / "out.sarif"
    shown = told(released, "--sarif", str(sarif), *arguments) + sarif.read_text(encoding="utf-8")
    assert "merger" not in shown.lower()
    assert "drafts/" not in shown
