"""What the rules promise beside the planted set: identifiers, sentences, canaries, names that are withheld."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from leakset import DATA, WHEEL, Case, wheel
from pressgate.gates import leaks
from pressgate.leaks import canaries, identifiers
from pressgate.leaks.corpus_rules import identifier_rule, refused_rule, taken_down_rule
from pressgate.leaks.encoders import BINARIES, TEXTS
from pressgate.leaks.engine import Engine
from pressgate.leaks.names import RULE_NAMES
from pressgate.leaks.normal import normal, offsets
from pressgate.leaks.plugins import PLUGINS
from pressgate.leaks.refused import Refused, Secret
from pressgate.leaks.rules import RULES
from pressgate.leaks.sentences import boilerplate, sentences
from pressgate.leaks.subject import Subject
from pressgate.leaks.taken_down import TakenDown
from pressgate.leaks.zones import everywhere_other
from pressgate.model import StepError
from pressgate.scan import examine
from pressgate.walk import LIMITS, View, read_archive
from support import make_config


def subject(text: str, name: str = "a.md") -> Subject:
    return Subject(View(member=name, text=text), "other")


def engine(rules: tuple = ()) -> Engine:
    random = Random(7)
    more = (identifier_rule((), random), refused_rule((), random), taken_down_rule(TakenDown(), random))
    return Engine(rules=(*(rules or RULES), *more), zone=everywhere_other)


@pytest.mark.parametrize("seed", range(5))
def test_the_canaries_are_found(seed: int) -> None:
    canaries.prove(engine(), read_archive("wheel", wheel(None), LIMITS), Random(seed))


ARCHIVE = read_archive("wheel", wheel(None), LIMITS)


@pytest.fixture(scope="module")
def proof():
    """Canaries and all that a whole engine finds in them."""
    planted = [*canaries.for_rules(engine(), ARCHIVE, Random(1)), *canaries.for_layers(engine(), Random(1))]
    return planted, canaries.find(engine(), planted)


@pytest.mark.parametrize("name", sorted(RULE_NAMES))
def test_no_other_rule_stands_in_for_one_that_finds_nothing(name: str, proof) -> None:
    planted, found = proof
    canaries.compare(planted, found)
    with pytest.raises(StepError, match=f"missed a canary of the rule '{name}'"):
        canaries.compare(planted, [one for one in found if one.rule != name])


@pytest.mark.parametrize("name", ["github-classic", "home-path", "personal-number", "draft-header", "private-file"])
def test_a_rule_that_is_off_is_an_error(name: str) -> None:
    blind = tuple(replace(r, find=lambda _: iter(())) if r.name == name else r for r in RULES)
    with pytest.raises(StepError, match=f"missed a canary of the rule '{name}'"):
        canaries.prove(engine(blind), ARCHIVE, Random(1))


def test_a_canary_that_looks_like_a_placeholder_by_chance_is_drawn_again() -> None:
    (rule,) = [rule for rule in RULES if rule.name == "npm"]
    drawn = [rule.canary(Random(3)), "npm_" + "x" * 36, "npm_" + "x" * 36]
    unlucky = replace(rule, canary=lambda _: drawn.pop())
    canaries.prove(engine(tuple(unlucky if r is rule else r for r in RULES)), ARCHIVE, Random(1))
    assert drawn == []


@pytest.mark.parametrize("name", sorted(RULE_NAMES))
def test_a_rule_that_is_not_there_is_an_error(name: str) -> None:
    whole = engine()
    with pytest.raises(StepError, match="not the ones"):
        canaries.prove(replace(whole, rules=[r for r in whole.rules if r.name != name]), ARCHIVE, Random(1))


@pytest.mark.parametrize("layer", [*TEXTS, *BINARIES])
def test_a_layer_that_is_off_is_an_error(layer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    only = replace(engine(), rules=[identifier_rule((), Random(7))])
    planted = list(canaries.for_layers(only, Random(1)))
    canaries.compare(planted, canaries.find(only, planted))
    if layer in TEXTS:
        monkeypatch.setitem(canaries.LAYERS, layer, lambda _: iter(()))
    else:
        monkeypatch.setitem(canaries.OPENERS, layer, (lambda _: False, lambda *_: None))
    with pytest.raises(StepError, match=f"in the layer '> {layer}'"):
        canaries.compare(planted, canaries.find(only, planted))


def test_canaries_are_planted_in_text_alone() -> None:
    """A program can be UTF-8, and no rule for text looks at one: a canary in a copy of it would be missed."""
    program = Case(kind="x", leak=True, path=f"{DATA}tool", data=b"\x7fELF" + bytes(600))
    for seed in range(3):
        canaries.prove(engine(), read_archive("wheel", wheel(program), LIMITS), Random(seed))


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.name)
def test_each_detector_finds_what_it_is_for(plugin) -> None:
    rule = next(rule for rule in RULES if rule.name == plugin.name)
    for seed in range(10):
        assert list(rule.find(subject(f"see {plugin.sample(Random(seed))} here")))


@pytest.mark.parametrize("rule", [r for r in RULES if r.file is None], ids=lambda rule: rule.name)
def test_a_canary_of_any_value_is_found(rule) -> None:
    """A canary that its own rule takes for words or a placeholder would stop a release now and then."""
    for seed in range(40):
        assert list(rule.find(subject(f"\n{rule.canary(Random(seed))}\n", "a.txt")))


def test_a_name_that_holds_a_secret_is_withheld(tmp_path: Path) -> None:
    token = "ghp_" + "Ab3dE6gH9kLmN2pQ5rS8tU1vW4xY7zA0bC3d"
    path = tmp_path / WHEEL
    path.write_bytes(wheel(Case(kind="x", leak=True, path=f"{DATA}{token}.md", data=b"/home/jkim/x", in_record=False)))
    findings = examine(path, ())
    assert {"secret", "home-path", "record-missing-row"} <= {f.code for f in findings}
    assert all(token not in f.where + f.detail for f in findings)


@pytest.mark.parametrize("zone_text", ["the codename Bluefin-Nine", "BLUEFIN_NINE", "bluefin nine", "bluefinnine"])
def test_identifiers_in_any_spelling(zone_text: str) -> None:
    assert list(identifiers.Matcher(("bluefin-nine",)).find(subject(zone_text)))


@pytest.mark.parametrize(
    ("entry", "text", "found"),
    [
        ("re:proj-[0-9]{4}", "see PROJ-1234", True),
        ("re:proj-[0-9]{4}", "see proj-12", False),
        ("word:acme", "at Acme, we", True),
        ("word:acme", "acmeology acme2", False),
        ("word:한빛", "한빛 회사", True),
        ("word:한빛", "한빛미디어", False),
        ("한빛", "신한빛미디어를", True),
        ("acme-internal", "acme internally", False),
        ("acme-internal", "myacme-internal", False),
        ("acme-internal", "acme. Internal", False),
    ],
)
def test_entries_of_each_kind(entry: str, text: str, found: bool) -> None:
    assert bool(list(identifiers.Matcher((entry,)).find(subject(text)))) is found


@pytest.mark.parametrize("text", ["", "# only a comment\n", "re:(\n", "re:a*\n", "-\n"])
def test_a_list_that_cant_be_used_is_an_error_that_repeats_nothing(text: str, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(text, encoding="utf-8")
    config = make_config(tmp_path, scan={"forbidden": ("file", str(file))})
    with pytest.raises(StepError) as error:
        identifiers.load(config, {})
    assert "(\n" not in str(error.value)


def test_a_list_from_the_environment(tmp_path: Path) -> None:
    config = make_config(tmp_path, scan={"forbidden": ("env", "LIST")})
    assert identifiers.load(config, {"LIST": "one # why\n\nword:two\none\n"}) == ("one", "word:two")
    with pytest.raises(StepError, match="not set"):
        identifiers.load(config, {})


ENGLISH = "The merger with the other company will be announced after the summer holidays."
KOREAN = "다음 분기에는 회사의 이름을 바꾸고 본사를 부산으로 옮길 예정입니다."
JAPANESE = "来年の春に新しい製品を発表する予定ですが、まだ秘密です。"


def refused_of(text: str, spared: frozenset[str] = frozenset()) -> Refused:
    return Refused.of([Secret(source="draft.md", forms=frozenset(sentences(text)), spared=spared)])


@pytest.mark.parametrize("sentence", [ENGLISH, KOREAN, JAPANESE])
@pytest.mark.parametrize(
    "around",
    ["{}", "Words before. {} Words after.", "> {}", "- {}", "**{}**", '"description": "{}",', "| a | {} |", "x{}x"],
)
def test_a_refused_sentence_is_found_wherever_it_stands(sentence: str, around: str) -> None:
    text = "one\n\n" + around.format(sentence)
    hits = list(refused_of(f"# Title\n\nFirst. {sentence} Last.").find(subject(text)))
    assert [hit.source for hit in hits] == ["draft.md"]
    assert text[hits[0].start : hits[0].end] == sentence.rstrip(".。")


def test_a_sentence_wrapped_otherwise_is_found() -> None:
    assert list(refused_of(ENGLISH).find(subject(ENGLISH.replace(" other ", "\nother\n"))))


def test_a_link_is_compared_by_its_text_too() -> None:
    written = ENGLISH.replace("other company", "[other company](https://example.com/x)")
    assert list(refused_of(written).find(subject(ENGLISH)))


@pytest.mark.parametrize("text", ["Short words.", "About this blog", "짧은 문장입니다."])
def test_short_sentences_are_no_secret(text: str) -> None:
    assert not list(sentences(text))


def test_what_three_posts_share_is_boilerplate() -> None:
    spared = boilerplate([ENGLISH, ENGLISH, ENGLISH])
    assert not list(refused_of(ENGLISH, spared).find(subject(ENGLISH)))
    assert list(refused_of(ENGLISH, boilerplate([ENGLISH, ENGLISH])).find(subject(ENGLISH)))


@pytest.mark.parametrize("before", ["", "Ａｃｍｅ　한글\u1112\u1161\u11ab e\u0301 ", "words, " * 400])
@pytest.mark.parametrize("sentence", [ENGLISH, KOREAN, JAPANESE])
def test_the_place_of_a_sentence_is_its_own(sentence: str, before: str) -> None:
    (hit,) = refused_of(sentence).find(subject(before + sentence + " after"))
    assert (before + sentence)[hit.start : hit.end] == sentence.rstrip(".。")


@pytest.mark.parametrize("text", ["Ａｃｍｅ　한글\u1112\u1161\u11ab", "e\u0301a\u200b-ㅎㅏㄴ", "plain", "𝐛𝐨𝐥𝐝 ᴀ"])
def test_offsets_agree_with_the_normal_form(text: str) -> None:
    form, places = offsets(text)
    assert form == normal(text)
    assert len(places) == len(form)


def test_every_code_has_a_meaning() -> None:
    assert all(leaks.CODES.values())
