"""`docs/licences.md` says what the gates do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pressgate.gates import licenses, metadata, rebuild
from pressgate.licences import texts

TEXT = (Path(__file__).parent.parent / "docs" / "licences.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("codes", [licenses.CODES, metadata.CODES, rebuild.CODES])
def test_every_code_is_documented_as_it_is(codes: Mapping[str, str]) -> None:
    for code, meaning in codes.items():
        assert f"| `{code}` | {meaning} |" in TEXT


def test_the_texts_that_come_with_us_are_those_that_are_named() -> None:
    folder = Path(texts.__file__).parent / "texts"
    ready = {path.stem for path in folder.glob("*.txt") if texts.ready_text(path.stem)}
    four = {f"CC-BY{part}-4.0" for part in ("", "-SA", "-NC", "-ND", "-NC-SA", "-NC-ND")}
    assert ready == four | {"CC-BY-3.0", "CC-BY-SA-3.0", "CC0-1.0", "Apache-2.0", "Unlicense"}
    assert "the Creative Commons licences 4.0, BY and BY-SA 3.0, CC0, Apache-2.0 and the Unlicense" in TEXT
