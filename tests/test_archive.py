"""The archive gate: the members that were staged, no others, and RECORD says the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from leakset import INFO, WHEEL, Case, wheel
from pressgate import scan
from pressgate.gates.archive import CODES, examine
from pressgate.walk import read_artefact
from pressgate.walk.record import check_record


def found(tmp_path: Path, case: Case | None, expected: dict[str, bytes | None] | None = None) -> set[tuple[str, str]]:
    path = tmp_path / WHEEL
    path.write_bytes(wheel(case))
    return {(f.code, f.where) for f in examine(read_artefact(path), expected)}


def members(tmp_path: Path) -> dict[str, bytes | None]:
    path = tmp_path / WHEEL
    path.write_bytes(wheel(None))
    return dict(read_artefact(path).members)


def test_what_was_staged_passes(tmp_path: Path) -> None:
    assert found(tmp_path, None, members(tmp_path)) == set()


def test_a_member_too_many(tmp_path: Path) -> None:
    expected = members(tmp_path) | {f"{INFO}/RECORD": None}
    case = Case(kind="x", leak=True, path="leakset/extra.md", data=b"x")
    assert found(tmp_path, case, expected) == {("unexpected-member", "leakset/extra.md")}


def test_a_member_too_few(tmp_path: Path) -> None:
    assert found(tmp_path, None, members(tmp_path) | {"leakset/gone.md": b"x"}) == {
        ("missing-member", "leakset/gone.md")
    }


def test_other_bytes(tmp_path: Path) -> None:
    expected = members(tmp_path) | {"leakset/__init__.py": b"other"}
    assert found(tmp_path, None, expected) == {("changed-member", "leakset/__init__.py")}


def test_what_the_backend_writes_is_only_there(tmp_path: Path) -> None:
    assert found(tmp_path, None, dict.fromkeys(members(tmp_path))) == set()


RECORD = f"{INFO}/RECORD"
ROW = "a.md,sha256=LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ,5\n"


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (f"{ROW}{RECORD},,\n", None),
        (f"{RECORD},,\n", "record-missing-row"),
        (f"{ROW}b.md,sha256=x,1\n{RECORD},,\n", "record-extra-row"),
        (f"{ROW}{ROW}{RECORD},,\n", "record-malformed"),
        (f"a.md,5\n{RECORD},,\n", "record-malformed"),
        (f"{ROW}{RECORD},sha256=x,1\n", "record-malformed"),
        (ROW.replace("LPJN", "XXXX") + f"{RECORD},,\n", "record-hash"),
        (ROW.replace(",5", ",6") + f"{RECORD},,\n", "record-hash"),
        (f"a.md,md5=XUFAKrxLKna5cZ2REBfFkg,5\n{RECORD},,\n", "record-hash"),
        (f"a.md,,\n{RECORD},,\n", "record-hash"),
        (ROW, "record-missing-row"),
        ('"a.md\n', "record-malformed"),
    ],
)
def test_record_in_both_directions(record: str, code: str | None) -> None:
    codes = {f.code for f in check_record({"a.md": b"hello", RECORD: record.encode()})}
    assert code in codes if code else codes == set()


@pytest.mark.parametrize("records", [{}, {"a.dist-info/RECORD": b"", "b.dist-info/RECORD": b""}])
def test_one_record_and_no_other(records: dict[str, bytes]) -> None:
    assert [f.code for f in check_record(records)] == ["record-missing"]


LIBRARY = b"\x7fELF\x02\x01\x01" + bytes(400)


@pytest.mark.parametrize(
    ("name", "platform", "codes"),
    [
        ("leakset/x.so", True, set()),
        ("leakset/x.cpython-311-x86_64-linux-gnu.so.1", True, set()),
        ("leakset-0.1.0.data/scripts/x", False, {"program-file"}),
        ("leakset-0.1.0.data/scripts/x", True, set()),
        ("leakset/x.so", False, {"executable-member", "program-file"}),
        ("leakset/tool", True, {"executable-member"}),
    ],
)
def test_a_library_of_a_wheel_for_one_platform_may_be_compiled(
    tmp_path: Path, name: str, platform: bool, codes: set[str]
) -> None:
    case = Case(kind="x", leak=False, path=name, data=LIBRARY, mode=0o100755, pure=not platform)
    path = tmp_path / WHEEL
    path.write_bytes(wheel(case))
    assert {f.code for f in scan.examine(path, ())} == codes


@pytest.mark.parametrize("mode", [0o104755, 0o102755])
def test_no_library_may_change_the_user(tmp_path: Path, mode: int) -> None:
    path = tmp_path / WHEEL
    path.write_bytes(wheel(Case(kind="x", leak=True, path="leakset/x.so", data=LIBRARY, mode=mode, pure=False)))
    assert {f.code for f in examine(read_artefact(path))} == {"executable-member"}


def test_every_code_has_a_meaning() -> None:
    assert all(CODES.values())
