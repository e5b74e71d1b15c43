"""Every reason code: it is in the table, a post can get it, and its message is one line that says what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from corpora import codes, decide, public
from pressgate.admit import REASONS

HOST = "https://blog.example.com"
PACKAGE = Path(__file__).parent.parent / "pipeline" / "pressgate"
NESTED = "<!-" * 30 + "<!-- -->" + "- x -->" * 30

CASES: dict[str, str | bytes] = {
    "not-utf8": b"\xff",
    "nul-bytes": b"a\0",
    "too-large": b"x" * (4 * 1024 * 1024 + 1),
    "no-header": "Text",
    "header-ambiguous": public(body="# H\n\n- 상태: 공개\n\nText"),
    "header-broken": public("title: a: b"),
    "header-unterminated": "---\ntitle: x\n\nText",
    "header-language": "---js\n{}\n---\n",
    "header-duplicate-key": public("DRAFT: false"),
    "header-multi-document": "---\na: 1\n...\n---\n",
    "header-anchor": public("title: &a x"),
    "header-tag": public("title: !x y"),
    "header-template": public("title: {{ x }}"),
    "header-too-large": public("title: " + "x" * 70000),
    "field-unseen": public("title: a\u200bb"),
    "status-missing": "---\ntitle: x\n---\nText",
    "status-not-public": public("status: draft"),
    "status-unknown": public("status: xyz"),
    "status-unreadable": public("published: [1]"),
    "status-ambiguous": public("published: yes"),
    "status-conflict": public("published: false"),
    "draft-true": "---\ndraft: true\n---\nText",
    "published-false": public("published: false"),
    "private-true": public("private: true"),
    "unlisted": public("unlisted: true"),
    "password-protected": public("password: x"),
    "permalink-false": public("permalink: false"),
    "date-unreadable": public("date: x"),
    "future-date": public("date: 2099-01-01"),
    "expired": public("expires: 2020-01-01"),
    "url-missing": public(url=None),
    "url-not-absolute": public(url="/x"),
    "url-unreadable": public(url="[x]"),
    "url-conflict": public(f"canonical: {HOST}/2", url=f"{HOST}/1"),
    "url-not-https": public(url="http://blog.example.com/1"),
    "url-characters": public(url=f"{HOST}/a b"),
    "url-userinfo": public(url="https://a@blog.example.com/1"),
    "url-port": public(url=f"{HOST}:8443/1"),
    "url-host": public(url="https://other.example.com/1"),
    "url-query": public(url=f"{HOST}/1?a"),
    "url-fragment": public(url=f"{HOST}/1#a"),
    "url-path": public(url=f"{HOST}/1//2"),
    "url-is-home": public(url=f"{HOST}/"),
    "url-is-listing": public(url=f"{HOST}/tags/"),
    "id-invalid": public("id: a/b"),
    "license-not-allowed": public("license: All rights reserved"),
    "empty-body": public(body=""),
    "body-unsettled": public(body=NESTED),
}
ELSEWHERE = {
    *("symlink", "unreadable", "unreadable-folder", "path-unsafe", "path-doubled"),
    *("drafts-folder", "hidden-folder", "url-path-mismatch", "duplicate-id", "duplicate-url", "takedown"),
}
"""What a single file can't show; tested by name in other modules."""


@pytest.mark.parametrize("code", CASES)
def test_a_post_gets_the_code_and_goes_out_without_what_caused_it(tmp_path: Path, code: str) -> None:
    decisions = decide(tmp_path, {"bad.md": CASES[code], "good.md": public(url=f"{HOST}/posts/good")})
    assert code in codes(decisions["bad.md"])
    assert decisions["good.md"].admitted
    for reason in decisions["bad.md"].reasons:
        assert "\n" not in reason.message
        assert 10 < len(reason.message) < 160


def mentioned(folder: Path) -> set[str]:
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return {code for code in REASONS if f'"{code}"' in text}


def test_every_code_has_a_test() -> None:
    assert REASONS.keys() <= CASES.keys() | mentioned(Path(__file__).parent)
    assert REASONS.keys() >= ELSEWHERE


def test_every_code_that_is_given_is_in_the_table() -> None:
    """Reads the sources: a code is the first argument of these calls."""
    calls = r"(?:\.refuse|\.veto|\.fail|HeaderError|_gone_to|Reason)\(\s*(?:code=)?\"([a-z0-9-]+)\""
    notes = re.compile(r"cleaned-|date-missing")
    given = {
        code
        for path in [*PACKAGE.glob("*.py"), *PACKAGE.glob("dialects/*.py"), *PACKAGE.glob("sites/*.py")]
        for code in re.findall(calls, path.read_text(encoding="utf-8"))
        if not notes.match(code)
    }
    assert len(given) > 30
    assert given <= REASONS.keys()


def test_every_code_is_used() -> None:
    sources = "\n".join(
        path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py") if path.name not in {"reasons.py"}
    )
    assert [code for code in REASONS if f'"{code}"' not in sources] == []
