"""What hides in a layer is seen: each layer that the walker opens, alone, inside another, and at its bounds."""

from __future__ import annotations

import base64
import gzip
import os
import sqlite3
from random import Random

import pytest

from leakset import png, sqlite, tarred, zipped
from pressgate.leaks.encoders import BINARIES, ENCODINGS, TEXTS
from pressgate.leaks.normal import normal
from pressgate.walk import Archive, Limits, Member, View, Walk, binaries, layers

SECRET = "Qx7RpT4vmZk2Lw9d"


def views(data: bytes, name: str = "a.bin", limits: Limits | None = None) -> tuple[list[View], Walk]:
    walk = Walk(limits=limits or Limits())
    return list(walk.archive(Archive(members=(Member(name=name, data=data),)))), walk


@pytest.mark.parametrize("label", [*TEXTS, *BINARIES, *ENCODINGS])
def test_each_layer_shows_what_is_in_it(label: str) -> None:
    data = {**TEXTS, **BINARIES, **ENCODINGS}[label](SECRET)
    seen, _ = views(data)
    assert any(label in view.chain and normal(SECRET) in normal(view.text) for view in seen)


# What these hold can be read as it lies there, layer or not.
PLAIN = {"tar", "xz", "sqlite", "pyc", "exif"}


@pytest.mark.parametrize("label", [label for label in (*TEXTS, *BINARIES) if label not in PLAIN])
def test_no_other_layer_opens_it(label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = {**TEXTS, **BINARIES}[label](SECRET)
    assert any(SECRET in view.text for view in views(data)[0])
    if label in TEXTS:
        monkeypatch.setitem(layers.LAYERS, label, lambda _: iter(()))
    else:
        monkeypatch.setitem(binaries.OPENERS, label, (lambda _: False, lambda *_: None))
    assert not any(SECRET in view.text for view in views(data)[0])


@pytest.mark.parametrize("outer", ["zip", "gzip", "tar", "xz"])
@pytest.mark.parametrize("inner", ["base64", "percent", "entity", "utf-16-le", "sqlite", "png"])
def test_a_layer_in_a_container(outer: str, inner: str) -> None:
    text = {**TEXTS, **BINARIES, **ENCODINGS}[inner](SECRET)
    data = {
        "zip": lambda: zipped("x", text),
        "gzip": lambda: gzip.compress(text),
        "tar": lambda: tarred("x", text, "w:"),
        "xz": lambda: tarred("x", text, "w:xz"),
    }[outer]()
    seen, _ = views(data)
    assert any(outer in view.chain and inner in view.chain and normal(SECRET) in normal(view.text) for view in seen)


def test_where_says_the_whole_way() -> None:
    seen, _ = views(zipped("in/b.md", b"one\ntwo " + SECRET.encode()), "pkg/a.zip")
    view = next(v for v in seen if v.text.startswith("one"))
    assert view.where == "pkg/a.zip > zip > in/b.md"
    assert view.line(view.text.index(SECRET)) == 2


def test_a_decoded_line_keeps_its_number() -> None:
    text = "one\ntwo\n&#" + ";&#".join(str(ord(c)) for c in SECRET) + ";\n"
    seen, _ = views(text.encode(), "a.md")
    view = next(v for v in seen if "entity" in v.chain)
    assert view.line(view.text.index(SECRET)) == 3


def test_names_comments_and_rows_are_views() -> None:
    seen, _ = views(zipped(f"{SECRET}.md", b"x", comment=b"note " + SECRET.encode()), "a.zip")
    assert sum(SECRET in view.text and view.named for view in seen) >= 2


def test_free_pages_of_a_database_are_read() -> None:
    seen, _ = views(sqlite(f"word {SECRET}", deleted=True), "a.db")
    assert any(SECRET in view.text for view in seen)


def test_a_row_that_pages_split_is_read_whole() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t(c)")
    connection.execute("insert into t values (?)", ("x" * 4085 + SECRET + "y" * 9000,))
    connection.commit()
    seen, _ = views(connection.serialize(), "a.db")
    connection.close()
    assert any(SECRET in view.text for view in seen)


@pytest.mark.parametrize(
    "data",
    [
        png((b"tEXt", b"Comment\0" + SECRET.encode())),
        png((b"iTXt", b"c\0\0\0\0\0" + SECRET.encode())),
        png() + SECRET.encode(),
    ],
    ids=["text", "international text", "after the image"],
)
def test_picture_metadata(data: bytes) -> None:
    seen, _ = views(data, "a.png")
    assert any("png" in view.chain and SECRET in view.text for view in seen)


def _nested(depth: int) -> bytes:
    data = b"hello"
    for _ in range(depth):
        data = zipped("x", data)
    return data


def test_too_deep_is_told() -> None:
    _, walk = views(_nested(12))
    assert {fault.code for fault in walk.faults} == {"too-deep"}


@pytest.mark.parametrize(("times", "told"), [(4, False), (5, False), (6, True), (9, True)])
def test_texts_that_are_encoded_again_and_again_are_told(times: int, told: bool) -> None:
    data = b"the words of " + SECRET.encode()
    for _ in range(times):
        data = base64.b64encode(data)
    seen, walk = views(data, "a.md")
    assert ("too-deep" in {fault.code for fault in walk.faults}) is told
    assert any(SECRET in view.text for view in seen) is not told


def test_rows_of_marks_are_no_endless_layers() -> None:
    rows = "\n".join('#####"""""""""$$$$%%&(.)(*2%$####!!!!!!""""' + "'" * n for n in range(30))
    assert not views(rows.encode(), "a.md")[1].faults


def test_a_nested_bomb_is_told() -> None:
    _, walk = views(gzip.compress(bytes(3_000_000)), limits=Limits(member=1_000_000))
    assert "too-large" in {fault.code for fault in walk.faults}


def test_too_many_layers_are_told() -> None:
    _, walk = views(b"\n".join(b"%41%42 line" for _ in range(50)), limits=Limits(layers=-200))
    assert "too-many-layers" in {fault.code for fault in walk.faults}


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04 broken", b"\x1f\x8b\x08\x00 broken and long enough", b"BZh91AY&SYbroken"]
)
def test_a_container_that_cant_be_read_is_told(data: bytes) -> None:
    _, walk = views(data)
    assert {fault.code for fault in walk.faults} == {"unreadable-container"}


@pytest.mark.parametrize("magic", [b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07\x00", b"\x28\xb5\x2f\xfd"])
def test_a_container_that_cant_be_looked_into_is_told(magic: bytes) -> None:
    _, walk = views(magic + os.urandom(64))
    assert "opaque-container" in {fault.code for fault in walk.faults}


def test_members_and_bytes_are_counted() -> None:
    walk = Walk(limits=Limits())
    members = (Member(name="a", data=b"12345"), Member(name="b", data=b"\xff\x00\xfe"))
    seen = list(walk.archive(Archive(members=members)))
    assert (walk.read, walk.read_bytes) == (2, 8)
    assert walk.views == len(seen)


LONG = "var a1 = f(b2, [c3, d4]); " * 4000


@pytest.mark.parametrize("layer", ["&#45;", "%2D", "\\u002d", "<b>-</b>"])
def test_of_a_long_line_a_layer_is_what_is_near(layer: str) -> None:
    text = f"{LONG}acme{layer}internal {LONG}"
    seen, _ = views(text.encode())
    decoded = [view for view in seen if view.chain and "(name)" not in view.chain]
    assert any("acme-internal" in view.text for view in decoded)
    assert sum(len(view.text) for view in decoded) < len(text) / 10


def test_a_run_at_the_edge_of_what_is_near_is_whole() -> None:
    picture = base64.b64encode(Random(1).randbytes(6000)).decode()
    text = f"{LONG}'{picture}', '&quot;', {'x, ' * 200}'{picture[::-1]}' {LONG}"
    seen, _ = views(text.encode())
    (near,) = (view.text for view in seen if view.chain == ("entity",))
    assert picture in near
    assert picture[::-1] in near
