"""The forty real-shaped headers: verdict, URL, title, date, tags, category and description of each."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from pressgate.admit import admit
from pressgate.model import Decision
from support import make_config

FOLDER = Path(__file__).parent / "data" / "headers"
EXPECTED = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
CODES = {
    "missing-url": "url-missing",
    "url-not-absolute": "url-not-absolute",
    "wrong-host": "url-host",
    "userinfo": "url-userinfo",
    "url-userinfo": "url-userinfo",
    "not-https": "url-not-https",
    "publish-false": "published-false",
    "future-publish-date": "future-date",
}


@pytest.fixture(scope="module")
def decisions() -> dict[str, Decision]:
    config = make_config(FOLDER.parent, posts={"path": FOLDER})
    now = datetime.fromisoformat(EXPECTED["config"]["now"])
    return {decision.source.path: decision for decision in admit(config, now).decisions}


@pytest.mark.parametrize("case", EXPECTED["cases"], ids=lambda case: case["file"])
def test_case(case: dict, decisions: dict[str, Decision]) -> None:
    decision = decisions[case["file"]]
    codes = [reason.code for reason in decision.reasons]
    assert decision.admitted is case["published"], codes
    if not case["published"]:
        assert CODES.get(case["why"], case["why"]) in codes
    post = decision.post
    assert post is not None
    for name in ("title", "date", "url", "category", "description"):
        assert getattr(post, name) == case[name], name
    assert list(post.tags) == case["tags"]


def test_no_other_file_is_there(decisions: dict[str, Decision]) -> None:
    assert sorted(decisions) == sorted(case["file"] for case in EXPECTED["cases"])
