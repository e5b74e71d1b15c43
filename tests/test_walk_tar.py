"""Source distributions: tar and gzip, read as strictly as wheels."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

import pytest

from leakset import tarred
from pressgate.model import UsageError
from pressgate.walk import Limits, read_archive, read_artefact, structure


def codes(data: bytes) -> set[str]:
    return {fault.code for fault in read_archive("sdist", data, Limits()).faults}


def made(**values: object) -> bytes:
    return tarred("x-1/a.md", b"hello", **values)


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_long_names_of_every_form(form: int) -> None:
    name = "x-1/" + "/".join(["folder"] * 20) + "/한글.md"
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", format=form) as archive:
        member = tarfile.TarInfo(name)
        member.size = 5
        archive.addfile(member, io.BytesIO(b"hello"))
    archive_read = read_archive("sdist", out.getvalue(), Limits())
    assert [(m.name, m.data) for m in archive_read.members] == [(name, b"hello")]
    assert archive_read.faults == ()


TRICKS = {
    "a link": (made(type=tarfile.SYMTYPE, linkname="/etc/passwd"), "symlink-member"),
    "a hard link": (made(type=tarfile.LNKTYPE, linkname="b"), "symlink-member"),
    "a pipe": (made(type=tarfile.FIFOTYPE), "special-member"),
    "a device": (made(type=tarfile.CHRTYPE), "special-member"),
    "an executable": (made(mode=0o755), "executable-member"),
    "an owner": (made(uname="jkim"), "owner-name"),
    "a way out": (tarred("../x", b"x"), "unsafe-name"),
    "an absolute path": (tarred("/x", b"x"), "unsafe-name"),
    "a tail": (made() + b"tail", "trailing-bytes"),
    "half a file": (made()[:-20], "not-an-archive"),
    "no archive": (b"hello", "not-an-archive"),
    "gzip of no archive": (gzip.compress(b"hello" * 500), "not-an-archive"),
}


@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_is_a_finding(trick: str) -> None:
    data, code = TRICKS[trick]
    assert code in codes(data)


def test_where_a_link_goes_is_given_to_the_rules() -> None:
    (member,) = read_archive("sdist", made(type=tarfile.SYMTYPE, linkname="/home/jkim/x"), Limits()).members
    assert ("link target", b"/home/jkim/x") in member.notes


def test_a_gzip_bomb_is_a_finding_and_its_bytes_are_not_kept() -> None:
    archive = read_archive("sdist", gzip.compress(bytes(3_000_000)), Limits(total=1_000_000))
    assert "too-large" in {fault.code for fault in archive.faults}
    assert archive.members == ()


@pytest.mark.parametrize(
    "data",
    [made() + b"secret", gzip.compress(gzip.decompress(made()) + b"secret")],
    ids=["after the gzip stream", "after the tar archive"],
)
def test_trailing_bytes_are_given_to_the_rules(data: bytes) -> None:
    archive = read_archive("sdist", data, Limits())
    assert "trailing-bytes" in {fault.code for fault in archive.faults}
    assert b"secret" in [data for _, data in archive.stray]


def test_extended_headers_are_given_to_the_rules() -> None:
    data = made(pax_headers={"comment": "secret"})
    assert any(b"comment=secret" in note for _, note in read_archive("sdist", data, Limits()).stray)


def test_broken_gzip_data_is_no_archive() -> None:
    data = made()
    assert codes(data[:12] + b"\xff\xff\xff" + data[15:]) == {"not-an-archive"}


def test_bytes_in_the_padding_are_seen() -> None:
    raw = bytearray(gzip.decompress(made()))
    raw[512 + 100 : 512 + 106] = b"hidden"
    archive = read_archive("sdist", gzip.compress(bytes(raw)), Limits())
    assert "hidden-bytes" in {fault.code for fault in archive.faults}
    assert b"hidden" in [data for _, data in archive.stray]


def test_a_file_is_opened_without_following_links(tmp_path: Path) -> None:
    real = tmp_path / "x-1.0.tar.gz"
    real.write_bytes(made())
    link = tmp_path / "y-1.0.tar.gz"
    link.symlink_to(real)
    assert read_artefact(real).artefact.name == "x"
    with pytest.raises(UsageError, match="symbolic link"):
        read_artefact(link)


@pytest.mark.parametrize("name", ["x.txt", "x-1.0.tar.gz", "folder.whl"])
def test_what_is_no_artefact_is_one_clear_line(tmp_path: Path, name: str) -> None:
    if name == "folder.whl":
        (tmp_path / name).mkdir()
    with pytest.raises(UsageError) as error:
        read_artefact(tmp_path / name)
    assert "\n" not in str(error.value)


def test_a_wrong_file_name_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "not a wheel.whl"
    path.write_bytes(b"x")
    assert {f.code for f in structure(read_artefact(path))} == {"file-name", "not-an-archive"}
