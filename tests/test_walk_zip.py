"""Each way in which two readers of one zip file could see different things is a finding."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable

import pytest

from pressgate.walk import Limits, read_archive
from pressgate.walk.archive import Budget
from pressgate.walk.zips import read_zip


def plain(*names: str, data: bytes = b"hello hello hello", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name in names or ("a.md", "b.md"):
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.filename = name
            info.compress_type = method
            archive.writestr(info, data)
    return out.getvalue()


def codes(data: bytes, limits: Limits | None = None) -> set[str]:
    return {fault.code for fault in read_archive("wheel", data, limits or Limits()).faults}


def patched(data: bytes, mark: bytes, offset: int, new: bytes, *, last: bool = False) -> bytes:
    """`new` written `offset` bytes after the first (or last) `mark`."""
    at = (data.rindex(mark) if last else data.index(mark)) + offset
    return data[:at] + new + data[at + len(new) :]


CENTRAL, LOCAL, END = b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06"


def test_a_plain_archive_has_no_faults() -> None:
    archive = read_archive("wheel", plain(), Limits())
    assert archive.faults == ()
    assert [(m.name, m.data) for m in archive.members] == [
        ("a.md", b"hello hello hello"),
        ("b.md", b"hello hello hello"),
    ]


def _hole(data: bytes) -> bytes:
    """Bytes between the last member and the directory, with the directory's place put right."""
    at = data.index(CENTRAL)
    moved = data[:at] + b"secret" + data[at:]
    return patched(moved, END, 16, struct.pack("<I", at + 6))


def _described(data: bytes) -> bytes:
    """The same archive as a stream writes it: sizes after the data."""
    out = io.BytesIO()

    class Unseekable(io.RawIOBase):
        def writable(self) -> bool:
            return True

        def write(self, part: bytes) -> int:  # type: ignore[override]
            return out.write(part)

    with zipfile.ZipFile(io.BufferedWriter(Unseekable()), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.md", data[:10])
    return out.getvalue()


def _packed(change: Callable[[bytes], bytes]) -> bytes:
    """One member whose deflate stream is changed, the member's packed size with it."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = b"hello hello and so on"
    packed = change(squeeze.compress(content) + squeeze.flush())
    crc = zlib.crc32(content)
    head = struct.pack("<HHHHHIII", 20, 0, 8, 0, 33, crc, len(packed), len(content))
    local = LOCAL + head + struct.pack("<HH", 1, 0) + b"a" + packed
    central = CENTRAL + struct.pack("<H", 20) + head + struct.pack("<HHHHHII", 1, 0, 0, 0, 0, 0, 0) + b"a"
    return local + central + END + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)


def _loose(data: bytes) -> bytes:
    """Bytes in the directory that are no entry."""
    at = data.index(END)
    (size,) = struct.unpack_from("<I", data, at + 12)
    return patched(data[:at] + b"junk" + data[at:], END, 12, struct.pack("<I", size + 4))


TRICKS: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "bytes before": (lambda d: b"#!/bin/sh\n" + d, "prefix-bytes"),
    "bytes after": (lambda d: d + b"tail", "trailing-bytes"),
    "bytes between": (_hole, "hidden-bytes"),
    "bytes after the deflate stream": (lambda _: _packed(lambda p: p + b"smuggled"), "hidden-bytes"),
    "a broken deflate stream": (lambda _: _packed(lambda p: b"\xff" + p[1:]), "bad-data"),
    "half a deflate stream": (lambda _: _packed(lambda p: p[:-4]), "bad-data"),
    "an empty directory": (lambda d: patched(patched(d, END, 12, bytes(4)), END, 8, bytes(4)), "directory-mismatch"),
    "bytes in the directory": (_loose, "directory-mismatch"),
    "a wrong count": (lambda d: patched(d, END, 8, struct.pack("<HH", 1, 1)), "directory-mismatch"),
    "another local name": (lambda d: patched(d, LOCAL, 30, b"z.md"), "directory-mismatch"),
    "another local method": (lambda d: patched(d, LOCAL, 8, b"\x00\x00"), "directory-mismatch"),
    "another local size": (lambda d: patched(d, LOCAL, 22, b"\x05"), "directory-mismatch"),
    "another local checksum": (lambda d: patched(d, LOCAL, 14, b"\x00\x00"), "directory-mismatch"),
    "two members in one place": (lambda d: patched(d, CENTRAL, 42, bytes(4), last=True), "directory-mismatch"),
    "a wrong checksum": (lambda d: patched(patched(d, LOCAL, 14, bytes(4)), CENTRAL, 16, bytes(4)), "bad-data"),
    "an encrypted member": (lambda d: patched(patched(d, LOCAL, 6, b"\x01"), CENTRAL, 8, b"\x01"), "encrypted-member"),
    "a comment": (lambda d: patched(d, END, 20, b"\x02\x00") + b"hi", "archive-comment"),
    "no archive": (lambda _: b"hello", "not-an-archive"),
    "half an archive": (lambda d: d[: len(d) // 2], "not-an-archive"),
}


@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_is_a_finding(trick: str) -> None:
    change, code = TRICKS[trick]
    assert code in codes(change(plain()))


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("a.md", "a.md"), "duplicate-member"),
        (("a", "a/b.md"), "duplicate-member"),
        (("a.md", "A.md"), "case-collision"),
        (("한글.md", "\u1112\u1161\u11ab\u1100\u1173\u11af.md"), "case-collision"),
        (("/etc/x",), "unsafe-name"),
        (("C:/x",), "unsafe-name"),
        (("../x",), "unsafe-name"),
        (("a/../../x",), "unsafe-name"),
        (("a\\x",), "unsafe-name"),
        (("a//x",), "unsafe-name"),
        (("./x",), "unsafe-name"),
        (("a\u202ex",), "unsafe-name"),
        (("a\nx",), "unsafe-name"),
        (("a./x",), "unsafe-name"),
        (("con.txt",), "unsafe-name"),
    ],
)
def test_a_name_that_could_land_elsewhere_is_a_finding(names: tuple[str, ...], code: str) -> None:
    with pytest.warns(UserWarning, match="Duplicate") if names == ("a.md", "a.md") else _nothing():
        data = plain(*names)
    assert codes(data) == {code}


class _nothing:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


@pytest.mark.parametrize(
    ("mode", "code"),
    [(0o120777, "symlink-member"), (0o010644, "special-member"), (0o020644, "special-member"),
     (0o100755, "executable-member"), (0o104644, "executable-member"), (0o100644, None)],
)  # fmt: skip
def test_modes(mode: int, code: str | None) -> None:
    data = patched(plain("a.md"), CENTRAL, 38, struct.pack("<I", mode << 16))
    assert codes(data) == ({code} if code else set())


def test_sizes_after_the_data_are_fine() -> None:
    assert codes(_described(b"hello hello")) == set()


def test_a_bomb_is_a_finding_and_its_bytes_are_not_kept() -> None:
    data = plain("a.md", data=bytes(5_000_000))
    archive = read_archive("wheel", data, Limits(member=1_000_000))
    assert {f.code for f in archive.faults} == {"too-large"}
    assert archive.members[0].data == b""


def test_a_bomb_that_lies_about_its_size_is_a_finding() -> None:
    data = patched(plain("a.md", data=bytes(5_000_000)), CENTRAL, 24, struct.pack("<I", 10))
    assert "too-large" in codes(data, Limits(member=1_000_000))


def test_all_members_together_are_bounded() -> None:
    data = plain("a", "b", "c", data=bytes(1000))
    assert "too-large" in codes(data, Limits(total=2500))


@pytest.mark.parametrize(
    ("trick", "hidden"),
    [
        (_hole, b"secret"),
        (lambda d: b"secret" + d, b"secret"),
        (lambda d: d + b"secret", b"secret"),
        (lambda d: patched(d, END, 20, b"\x06\x00") + b"secret", b"secret"),
        (TRICKS["an empty directory"][0], plain()[: plain().index(END)]),
    ],
    ids=["between", "before", "after", "comment", "unreachable"],
)
def test_bytes_of_no_member_are_given_to_the_rules(trick: Callable[[bytes], bytes], hidden: bytes) -> None:
    stray = read_zip(trick(plain()), Budget(limits=Limits())).stray
    assert [data for _, data in stray] == [hidden]


@pytest.mark.parametrize(("field", "value"), [(4, b"\x01\x00"), (10, b"\xff\xff"), (12, b"\xff\xff\xff\xff")])
def test_an_archive_in_parts_or_too_large_for_its_kind_is_none(field: int, value: bytes) -> None:
    data = patched(plain(), END, field, value)
    data = patched(data, END, 8, b"\xff\xff") if field == 10 else data
    assert codes(data) == {"not-an-archive"}


def test_a_method_that_nobody_knows_is_a_finding() -> None:
    assert "bad-data" in codes(patched(patched(plain("a.md"), LOCAL, 8, b"\x63\x00"), CENTRAL, 10, b"\x63\x00"))


def test_a_folder_by_its_mode_is_none_by_its_name() -> None:
    assert codes(patched(plain("a.md"), CENTRAL, 38, struct.pack("<I", 0o040755 << 16))) == {"special-member"}


@pytest.mark.parametrize(
    ("offset", "new", "detail"),
    [(42, bytes(4), "overlaps another member"), (20, struct.pack("<I", 500), "a member runs into it")],
)
def test_members_that_share_bytes_are_told_as_such(offset: int, new: bytes, detail: str) -> None:
    faults = read_archive("wheel", patched(plain(), CENTRAL, offset, new, last=True), Limits()).faults
    assert detail in {fault.detail for fault in faults}


def _noted(**fields: object) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        info = zipfile.ZipInfo("a.md", (2020, 1, 1, 0, 0, 0))
        for key, value in fields.items():
            setattr(info, key, value)
        archive.writestr(info, b"hello")
    return out.getvalue()


FIELD = struct.pack("<HH", 0xCAFE, 6) + b"secret"


@pytest.mark.parametrize(
    ("data", "told", "notes"),
    [
        (_noted(comment=b"secret"), {"archive-comment"}, [("comment", b"secret")]),
        (_noted(extra=FIELD), set(), [("extra field", FIELD)]),
        (
            patched(_noted(extra=FIELD), LOCAL, 34 + 4, b"others"),
            set(),
            [("extra field", FIELD), ("local extra field", FIELD[:4] + b"others")],
        ),
    ],
    ids=["comment", "extra field", "another local extra field"],
)
def test_what_stands_beside_a_member_is_given_to_the_rules(
    data: bytes, told: set[str], notes: list[tuple[str, bytes]]
) -> None:
    (member,) = read_zip(data, Budget(limits=Limits())).members
    assert codes(data) == told
    assert list(member.notes) == notes


def test_encrypted_bytes_are_given_to_the_rules() -> None:
    data = TRICKS["an encrypted member"][0](plain("a.md", method=zipfile.ZIP_STORED))
    (member,) = read_zip(data, Budget(limits=Limits())).members
    assert (member.data, dict(member.notes)["encrypted bytes"]) == (b"", b"hello hello hello")


def test_a_folder_with_bytes_is_a_finding() -> None:
    assert codes(plain("a/")) == {"directory-mismatch"}


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_methods_are_read_and_told(method: int) -> None:
    archive = read_archive("wheel", plain("a.md", method=method), Limits())
    assert {f.code for f in archive.faults} == {"odd-compression"}
    assert archive.members[0].data == b"hello hello hello"
