"""Taking a post down: where it was released, and that it never comes back, under any name."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import publishing as p
import wheels
from pressgate import chain
from pressgate.cli import _run
from pressgate.config import load
from pressgate.digest import config_digest
from pressgate.leaks import taken_down
from pressgate.model import UsageError
from pressgate.takedown import list_it
from strict_index import StrictIndex, running
from support import make_config

POST = "https://blog.example.com/3"


@pytest.fixture
def index() -> Iterator[StrictIndex]:
    with running() as strict, p.environment(), p.quick_smoke():
        yield strict


@pytest.fixture
def root(tmp_path: Path, index: StrictIndex) -> Path:
    root = tmp_path / "blog"
    p.make_corpus(root, index.upload_url)
    return root


def offer(index: StrictIndex, version: str, *numbers: int, yanked: bool = False) -> None:
    """A released version with these posts."""
    posts = [
        (wheels.article(f"{n:02}", f"Post {n}", url=f"https://blog.example.com/{n}"), p.body_of(n)) for n in numbers
    ]
    name = f"{p.IMPORT}-{version}-py3-none-any.whl"
    index.files[name], index.projects[name] = wheels.post_wheel(p.IMPORT, version, posts), p.NAME
    if yanked:
        index.yanked.add(name)


@pytest.mark.parametrize("name", ["3", "03", POST])
def test_exposure_names_every_version_that_holds_the_post(
    root: Path, index: StrictIndex, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    offer(index, "0.1.0", 1, 2)
    offer(index, "0.2.0", 1, 3, yanked=True)
    offer(index, "0.10.0", 3, 4)
    offer(index, "0.11.0", 1, 4)
    assert _run(["exposure", name, str(root)]) == 0
    shown = capsys.readouterr().out
    rows = [line.split()[:2] for line in shown.splitlines() if line.startswith("0.")]
    assert rows == [["0.2.0", "yanked"], ["0.10.0", "on"]]
    assert "Yank 0.10.0 on" in shown
    assert "pressgate takedown" in shown


def test_a_receipt_tells_of_a_version_that_the_index_lost(
    root: Path, index: StrictIndex, capsys: pytest.CaptureFixture[str]
) -> None:
    offer(index, "0.2.0", 1)
    output = root / ".pressgate"
    output.mkdir()
    receipt = {"release": "0.1.0", "posts": [{"id": "03", "url": POST}]}
    (output / "receipt-0.1.0.json").write_text(json.dumps(receipt), encoding="utf-8")
    (output / "receipt.json").write_text("broken", encoding="utf-8")
    assert _run(["exposure", "3", str(root)]) == 0
    assert "0.1.0        only in a receipt" in capsys.readouterr().out


def test_a_post_that_was_never_out_is_said_so(
    root: Path, index: StrictIndex, capsys: pytest.CaptureFixture[str]
) -> None:
    offer(index, "0.1.0", 1, 2)
    assert _run(["exposure", "3", str(root)]) == 0
    assert "No released version holds '3'." in capsys.readouterr().out


def test_a_taken_down_post_stays_out_even_under_another_name(
    root: Path, index: StrictIndex, capsys: pytest.CaptureFixture[str]
) -> None:
    offer(index, "0.1.0", 1, 3)
    assert _run(["takedown", POST, str(root)]) == 0
    shown = capsys.readouterr().out
    assert "commit both" in shown
    assert "Yank 0.1.0" in shown
    assert load(root).publish.takedown == (POST,)
    document = json.loads((root / taken_down.FILE).read_text(encoding="utf-8"))
    assert document["posts"][0]["url"] == POST
    for sentence in p.body_of(3).split("\n"):
        assert not sentence or sentence not in json.dumps(document, ensure_ascii=False)

    admitted = [d.source.path for d in chain.open_corpus(root, None).admission.admitted]
    assert "03-post.md" not in admitted
    (root / "posts" / "03-post.md").unlink()
    p.write_post(root, 5, body=f"Something new begins here.\n\n{p.body_of(3)}")
    corpus = chain.open_corpus(root, None)
    chain.make(corpus, lambda _: None)
    (result,) = [r for r in chain.gate(corpus, lambda _: None) if r.gate == "leaks"]
    found = {(f.code, f.where) for f in result.findings}
    assert ("taken-down-text", f"{p.IMPORT}/data/articles/05.md") in found
    for finding in result.findings:
        assert "harbour" not in finding.detail


def test_what_was_released_counts_where_the_file_is_gone(root: Path, index: StrictIndex) -> None:
    offer(index, "0.1.0", 1, 3)
    (root / "posts" / "03-post.md").unlink()
    assert _run(["takedown", "3", str(root)]) == 0
    remembered = taken_down.load(root)
    assert remembered.find(p.body_of(3))
    assert not remembered.find(p.body_of(4))


def test_every_post_that_shares_a_sentence_isnt_blocked(root: Path, index: StrictIndex) -> None:
    footer = "Thank you for reading this far; the harbour master answers letters on Tuesdays only.\n"
    for number in (1, 2, 3, 4):
        p.write_post(root, number, body=f"{p.body_of(number)}\n{footer}")
    assert _run(["takedown", "3", str(root)]) == 0
    remembered = taken_down.load(root)
    assert not remembered.find(footer)
    assert remembered.find(p.body_of(3))


def test_taking_down_twice_changes_nothing(root: Path, index: StrictIndex) -> None:
    assert _run(["takedown", "3", str(root)]) == 0
    before = (root / "pressgate.toml").read_bytes(), (root / taken_down.FILE).read_bytes()
    assert _run(["takedown", "BLOG-03", str(root)]) == 0
    assert ((root / "pressgate.toml").read_bytes(), (root / taken_down.FILE).read_bytes()) == before


def test_a_post_that_nobody_knows_is_a_usage_error(root: Path, index: StrictIndex) -> None:
    before = (root / "pressgate.toml").read_bytes()
    assert _run(["takedown", "nobody-knows", str(root)]) == 2
    assert (root / "pressgate.toml").read_bytes() == before
    assert not (root / taken_down.FILE).exists()


def test_without_the_index_the_post_is_taken_down_and_the_rest_is_said(
    root: Path, index: StrictIndex, capsys: pytest.CaptureFixture[str]
) -> None:
    index.redirect_simple = "http://127.0.0.2:9"
    assert _run(["takedown", "3", str(root)]) == 4
    assert "run this again when the index answers" in capsys.readouterr().err
    assert load(root).publish.takedown == ("3",)


@pytest.mark.parametrize(
    "publish",
    [
        "",
        "[publish]\n",
        "[publish]\nhosts = ['a.example']\n",
        "[publish] # comment\ntakedown = []\n",
        '[publish]\ntakedown = ["1"]\nhosts = ["a.example"]\n',
        '[publish]\ntakedown = [\n  "1",\n  "2", # why\n]\n',
        '[publish]\r\ntakedown = ["1"]\r\n',
        '[publish]\ntakedown = [ "1" ]\n\n[scan]\nforbidden = "none"\n',
    ],
)
def test_the_list_is_added_to_and_nothing_else_changes(tmp_path: Path, publish: str) -> None:
    text = f'# 내 글\n[package]\nname = "x"\n{publish}'
    path = tmp_path / "pressgate.toml"
    path.write_bytes(text.encode())
    before = tomllib.loads(text)
    listed = tuple(before.get("publish", {}).get("takedown", []))
    list_it(make_config(tmp_path, publish={"takedown": listed}), "https://a.example/글")
    after = tomllib.loads(path.read_bytes().decode())
    assert after["publish"]["takedown"] == ["https://a.example/글", *listed]
    after["publish"].pop("takedown")
    before.setdefault("publish", {}).pop("takedown", None)
    assert after == before
    assert "# why" not in text or "# why" in path.read_bytes().decode()


def test_a_list_that_cant_be_added_to_safely_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "pressgate.toml"
    path.write_text('publish = { takedown = ["1"] }\n', encoding="utf-8")
    with pytest.raises((UsageError, tomllib.TOMLDecodeError)):
        list_it(make_config(tmp_path, publish={"takedown": ("1",)}), "2")
    assert path.read_text(encoding="utf-8") == 'publish = { takedown = ["1"] }\n'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"version": 1, "salt": "zz", "posts": []}',
        '{"version": 1, "salt": "' + "a" * 32 + '", "posts": [{}]}',
    ],
)
def test_a_broken_memory_is_an_error_and_never_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / taken_down.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(UsageError):
        taken_down.load(tmp_path)


def test_the_memory_is_part_of_what_was_gated(root: Path, index: StrictIndex) -> None:
    config = load(root)
    before = config_digest(config, ())
    shutil.copy(root / "LICENSE-CONTENT", root / taken_down.FILE)
    assert config_digest(config, ()) != before
