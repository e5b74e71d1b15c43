"""Every code of the archive and leaks gates has a page: what, why, how to fix, before and after."""

from __future__ import annotations

from pathlib import Path

import pytest

from pressgate.gates import archive, leaks

PAGES = Path(__file__).parent.parent / "docs" / "rules"
CODES = sorted({**archive.CODES, **leaks.CODES})


@pytest.mark.parametrize("code", CODES)
def test_a_code_has_a_page(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}\n")
    assert all(f"\n## {part}\n" in text for part in ("What", "Why", "How to fix", "Before and after"))
    assert f"({code}.md)" in (PAGES / "README.md").read_text(encoding="utf-8")


def test_no_page_without_a_code() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {*CODES, "README"}
