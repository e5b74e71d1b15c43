"""The running server credits its posts, and was tried with what the bill of materials names."""

from __future__ import annotations

from typing import Any

import pytest

from built import ALLOWING, OWN_LICENSE, build_corpus, codes
from pressgate.dependencies import DECLARED, HTTP_EXTRA, Tried, constraints, tried
from pressgate.gates import smoke_credit
from pressgate.model import GateInput, StepError
from support import POSTS


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> GateInput:
    return build_corpus(tmp_path_factory.mktemp("credit"), POSTS | OWN_LICENSE, ALLOWING)


def seen(given: GateInput, foot: str = "Licence: {licence} by Pen Name", home: str = "CC-BY-4.0 by Pen Name") -> Any:
    """What a client saw: every reading of an article has a head and a foot around its body."""
    head = "CC-BY-4.0 CC0-1.0 Pen Name"
    articles = {
        article["id"]: {"whole": {"around": [[head, foot.format(licence=article.get("license", "CC-BY-4.0"))]]}}
        for article in given.index.document["articles"]
    }
    return {"articles": articles, "calls": [{"tool": "blog_home", "text": home}]}


def places(given: GateInput, **texts: str) -> list[str]:
    return [finding.where for finding in smoke_credit.credit(seen(given, **texts), given)]


def test_a_page_without_a_foot_credits_nobody(given: GateInput) -> None:
    found = seen(given)
    first = given.index.document["articles"][0]["id"]
    found["articles"][first] = {"whole": {"around": []}}
    assert [finding.where for finding in smoke_credit.credit(found, given)] == [first]


def test_credit_is_looked_for_in_the_foot_and_not_elsewhere(given: GateInput) -> None:
    everywhere = [article["id"] for article in given.index.document["articles"]]
    assert places(given) == []
    assert places(given, foot="Licence: {licence}") == everywhere
    assert places(given, foot="by Pen Name") == everywhere
    own = [article["id"] for article in given.index.document["articles"] if article.get("license")]
    assert places(given, foot="CC-BY-4.0 by Pen Name") == own
    assert places(given, home="CC-BY-4.0") == places(given, home="Pen Name") == ["blog_home"]


def test_the_environment_must_be_the_recorded_one() -> None:
    recorded: dict[str, Tried] = {
        "mcp": {"version": "2.3.0", "requires": ["anyio"]},
        "anyio": {"version": "4", "requires": []},
    }
    good = {"mcp": "2.3.0", "anyio": "4", "example-blog-mcp": "1.0"}
    assert list(smoke_credit.versions(good, recorded, "Example_Blog.mcp")) == []
    for odd in (good | {"anyio": "5"}, good | {"more": "1"}, {"mcp": "2.3.0", "example-blog-mcp": "1.0"}):
        assert codes(tuple(smoke_credit.versions(odd, recorded, "example-blog-mcp"))) == {"smoke-versions"}


def test_what_is_recorded_is_the_declared_dependency_and_all_that_it_draws_in() -> None:
    found = tried()
    assert list(found) == sorted(found)
    assert "pydantic" in found["mcp"]["requires"]
    assert {name for entry in found.values() for name in entry["requires"]} == found.keys() - {"mcp"}
    assert f"mcp=={found['mcp']['version']}\n" in constraints(found)
    assert all("<" in text for text in (*DECLARED, *HTTP_EXTRA))


def test_a_dependency_that_isnt_installed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pressgate.dependencies.DECLARED", ("no-such-distribution<2",))
    with pytest.raises(StepError, match="no-such-distribution isn't installed here"):
        tried()
