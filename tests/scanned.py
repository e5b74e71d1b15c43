"""What the leaks gate is given for a small corpus, in a wheel made by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from leakset import WHEEL, Case, wheel
from pressgate.gates import leaks
from pressgate.index import build_index
from pressgate.model import Admission, Decision, GateInput, Post, SourceFile
from pressgate.walk import read_artefact
from support import make_config

SECRET = "The merger with the other company will be announced after the summer holidays."


def corpus(tmp_path: Path, body: str, *refused: str, description: str | None = None, before: int = 0) -> GateInput:
    """What the leaks gate is given for one admitted post and some refused ones, in a wheel made by hand.

    `before` is how many other articles come first.
    """
    config = make_config(tmp_path, scan={"baseline": tmp_path / "baseline.json"})
    values = {"title": "A", "date": "2024-01-01", "category": None, "tags": (), "license": None, "dialect": "yaml"}
    good = Post(id="1", url="https://blog.example.com/1", description=description, body=body, **values)
    decisions = [Decision(source=SourceFile(path="1.md", text=body, sha256="0" * 64), post=good)]
    for number in range(before):
        url = f"https://blog.example.com/0-{number}"
        other = Post(id=f"0-{number}", url=url, description=None, body=f"Words, {number}.\n", **values)
        decisions.append(Decision(source=SourceFile(path=f"0{number}.md", text="", sha256="0" * 64), post=other))
    for number, text in enumerate(refused):
        file = SourceFile(path=f"draft{number}.md", text=text, sha256="1" * 64)
        decisions.append(Decision(source=file, post=None))
    admission = Admission(decisions=tuple(decisions), clock=datetime(2024, 1, 1, tzinfo=UTC))
    index = build_index(config, admission)
    members = {f"leakset/data/{name}": data for name, data in index.files.items()}
    path = tmp_path / WHEEL
    path.write_bytes(wheel(Case(kind="x", leak=False, data=None, extra=members)))
    return GateInput(
        config=config, admission=admission, index=index, artefacts=(read_artefact(path),), expected=members
    )


def codes(given: GateInput) -> list[tuple[str, str]]:
    return [(f.code, f.where) for f in leaks.run(given).findings]
