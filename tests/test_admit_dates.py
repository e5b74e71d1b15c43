"""Dates of real headers, what makes a post wait or expire, and the clock of the verdicts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora import admission, codes, one, post, public, write
from pressgate.config import load
from pressgate.dates import dates_within, file_date, read_date
from pressgate.model import UsageError

KST = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2013-01-01 12:00:00 +0900", "2013-01-01T12:00:00+09:00"),
        ("2018/03/15 17:00:12", "2018-03-15T17:00:12+09:00"),
        ("2018/3/5", "2018-03-05T00:00:00+09:00"),
        ("2024-03-05", "2024-03-05T00:00:00+09:00"),
        ("2024-03-05 21:30", "2024-03-05T21:30:00+09:00"),
        ("2024-03-05T21:30:00Z", "2024-03-05T21:30:00+00:00"),
        ("2024-03-05T21:30:00.123456789+09:00", "2024-03-05T21:30:00.123456+09:00"),
        ("2024-03-05 21:30:00 -04", "2024-03-05T21:30:00-04:00"),
        ("2024-03-05 9:05:00 PM", "2024-03-05T21:05:00+09:00"),
        ("2024-03-05 12:05 am", "2024-03-05T00:05:00+09:00"),
        ("2024-03-05  21:30:00   +0900 ", "2024-03-05T21:30:00+09:00"),
        ("2024-03-05 21:30:00+0900", "2024-03-05T21:30:00+09:00"),
        ("2018-12-21 +0800", "2018-12-21T00:00:00+08:00"),
        ("2024-03-05 21:30:00 UTC", "2024-03-05T21:30:00+00:00"),
        ("2024-03-05 21:30:00 KST", "2024-03-05T21:30:00+09:00"),
        ("2024. 3. 5.", "2024-03-05T00:00:00+09:00"),
        ("2024.03.05", "2024-03-05T00:00:00+09:00"),
        ("2024년 3월 5일", "2024-03-05T00:00:00+09:00"),
        ("2024年3月5日", "2024-03-05T00:00:00+09:00"),
        ("20240305", "2024-03-05T00:00:00+09:00"),
        ("Tue, 05 Mar 2024 21:30:00 +0900", "2024-03-05T21:30:00+09:00"),
        ("Mar 5, 2024", "2024-03-05T00:00:00+09:00"),
        ("5th March 2024", "2024-03-05T00:00:00+09:00"),
        ("Jul 08 2022", "2022-07-08T00:00:00+09:00"),
    ],
)
def test_dates_that_are_read(text: str, moment: str) -> None:
    when = read_date(text, KST)
    assert when is not None
    assert when.moment == datetime.fromisoformat(moment)
    assert when.day == moment[:10]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "soon",
            "2024-02-30",
            "2024-13-01",
            "03/05/2024",
            "5.3.2024",
            "24-03-05",
            "2024-03",
            "2024",
            "1709600000",
        ),
        *(
            "2024-03-05 25:00",
            "2024-03-05 10:61",
            "2024-03-05 13:00 PM",
            "0000-01-01",
            "0001-01-01T00:00:00Z",
            "9999-12-31",
        ),
        *(
            "2024-03-05 21:30:00 +2500",
            "2024-03-05 21:30:00 CST",
            "2024-03-05x",
            "2024-03-05, 2024-03-06",
            "{{ date }}",
        ),
        *("٢٠٢٤-٠٣-٠٥x", "2024-03-05\u200b"),
    ],
)
def test_dates_that_are_not_guessed(text: str) -> None:
    assert read_date(text, KST) is None


def test_the_order_of_day_and_month_is_the_sites() -> None:
    us, eu = read_date("03/05/2024 10:00", KST, "mdy"), read_date("03/05/2024", KST, "dmy")
    assert us is not None
    assert eu is not None
    assert (us.day, eu.day) == ("2024-03-05", "2024-05-03")
    assert read_date("13/05/2024", KST, "mdy") is None


@given(st.text(max_size=40) | st.from_regex(r"\d{1,5}[-/.]\d{1,3}[-/.]\d{1,3}([T ]\d{1,2}:\d{1,2})?([+-]\d{1,5})?"))
def test_no_text_breaks_the_reader(text: str) -> None:
    for order in (None, "mdy", "dmy"):
        when = read_date(text, KST, order)  # type: ignore[arg-type]
        assert when is None or when.moment.astimezone(UTC)


def test_a_missing_hour_of_summer_time_is_read(tmp_path: Path) -> None:
    when = read_date("2024-03-10 02:30:00", ZoneInfo("America/New_York"))
    assert when is not None
    assert when.day == "2024-03-10"


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2024-03-05-x.md", "2024-03-05"),
        ("20240305-x.md", "2024-03-05"),
        ("20240305.md", "2024-03-05"),
        ("2024.03.05 x.md", "2024-03-05"),
        ("2024-13-05-x.md", None),
        ("09-x.md", None),
        ("2024-x.md", None),
        ("202403051-x.md", None),
    ],
)
def test_a_files_name_may_bear_a_date(name: str, day: str | None) -> None:
    assert file_date(name) == day


def test_dates_within_text() -> None:
    found = dates_within("2026-07-31 공개, 2027년 1월 2일 수정 (2026.8.1)", KST)
    assert [when.day for when in found] == ["2026-07-31", "2027-01-02", "2026-08-01"]


@pytest.mark.parametrize(
    ("lines", "day", "moment"),
    [
        (["date: 2024-03-05 21:30:00 +0900"], "2024-03-05", "2024-03-05T21:30:00+09:00"),
        (["date: 2024-03-05", "publishDate: 2025-01-01"], "2024-03-05", "2025-01-01T00:00:00+09:00"),
        (["publishDate: 2025-01-01"], "2025-01-01", "2025-01-01T00:00:00+09:00"),
        (["공개일: 2025-11-02"], "2025-11-02", "2025-11-02T00:00:00+09:00"),
        (["published: 2024-02-10"], "2024-02-10", "2024-02-10T00:00:00+09:00"),
        (["created: 2024-01-01", "updated: 2024-02-02"], "2024-01-01", "2024-01-01T00:00:00+09:00"),
        (["lastmod: 2024-02-02"], "2024-02-02", "2024-02-02T00:00:00+09:00"),
        (["date: 2024-03-05", "created: 2020-01-01", "updated: 2024-02-02"], "2024-03-05", "2024-03-05T00:00:00+09:00"),
    ],
)
def test_which_date_a_post_bears(tmp_path: Path, lines: list[str], day: str, moment: str) -> None:
    decision = one(tmp_path, public(*lines))
    assert decision.admitted
    assert decision.post is not None
    assert (decision.post.date, decision.post.moment) == (day, datetime.fromisoformat(moment))


def test_the_files_name_gives_the_date_that_the_header_lacks(tmp_path: Path) -> None:
    (named,) = [one(tmp_path, public(), "2024-03-05-x.md")]
    assert named.post is not None
    assert named.post.date == "2024-03-05"
    header = one(tmp_path, public("date: 2023-01-01"), "2030-01-01-x.md")
    assert header.post is not None
    assert header.post.date == "2023-01-01"


def test_a_post_without_a_date_goes_out_with_a_note(tmp_path: Path) -> None:
    decision = one(tmp_path, public())
    assert decision.admitted
    assert [note.code for note in decision.notes] == ["date-missing"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("date: 2026-12-01", "future-date"),
        ("date: 2026-11-30 09:00:01", "future-date"),
        ("publishDate: 2027-01-15T09:00:00+09:00", "future-date"),
        ("published_at: 2027-01-02 09:00", "future-date"),
        ("published: 2027-01-01", "future-date"),
        ("公開日: 2027年1月2日", "future-date"),
        ("expiryDate: 2025-12-31", "expired"),
        ("expiryDate: 2026-11-30", "expired"),
        ("expires: 2026-11-30 09:00:00", "expired"),
        ("掲載終了日: 2026-01-01", "expired"),
        ("date: soon", "date-unreadable"),
        ("date: 03/05/2024", "date-unreadable"),
        ("date: [2024-03-05]", "date-unreadable"),
        ("publishDate: next week", "date-unreadable"),
        ("expiryDate: later", "date-unreadable"),
    ],
)
def test_dates_that_keep_a_post_back(tmp_path: Path, line: str, code: str) -> None:
    (reason,) = one(tmp_path, public(line)).reasons
    assert (reason.code, reason.line) == (code, 4)


@pytest.mark.parametrize(
    "line",
    [
        "date: 2026-11-30 09:00:00",
        "date: 2026-11-30",
        "expiryDate: 2026-11-30 09:00:01",
        "expiryDate: 2026-12-01",
        "date:",
    ],
)
def test_dates_at_the_edge(tmp_path: Path, line: str) -> None:
    assert one(tmp_path, public(line)).admitted


def test_naive_dates_are_read_in_the_sites_zone(tmp_path: Path) -> None:
    text = public("date: 2026-11-30 08:00")
    assert one(tmp_path, text).admitted
    assert codes(one(tmp_path, text, site={"timezone": UTC})) == {"future-date"}


def test_a_name_date_to_come_keeps_the_post_back(tmp_path: Path) -> None:
    assert codes(one(tmp_path, public(), "2027-01-01-x.md")) == {"future-date"}


def test_the_configured_order_reads_american_dates(tmp_path: Path) -> None:
    decision = one(tmp_path, public("date: 03/05/2024"), posts={"date_order": "mdy"})
    assert decision.post is not None
    assert decision.post.date == "2024-03-05"


def test_the_order_stands_in_the_configuration(tmp_path: Path) -> None:
    text = """[package]
name = "a"
version = "1"
summary = "A."
[site]
name = "A"
home = "https://blog.example.com/"
[licenses]
code = "MIT"
content = "CC-BY-4.0"
[scan]
forbidden = "none"
[posts]
date-order = """
    write(tmp_path, {"LICENSE-CONTENT": "Text.", "pressgate.toml": text + '"dmy"'})
    assert load(tmp_path).posts.date_order == "dmy"
    write(tmp_path, {"pressgate.toml": text + '"ymd"'})
    with pytest.raises(UsageError, match="date-order"):
        load(tmp_path)


def test_the_clock_is_the_last_moment_at_which_a_verdict_changed(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.md": public("date: 2024-01-01", url="https://blog.example.com/a"),
        "b.md": post("draft: true", "date: 2025-06-01", url="https://blog.example.com/b"),
        "c.md": public("expiryDate: 2025-12-31", url="https://blog.example.com/c"),
        "d.md": public("date: 2027-01-01", url="https://blog.example.com/d"),
    }
    result = admission(tmp_path, files)
    assert result.clock == datetime.fromisoformat("2025-12-31T00:00:00+09:00")
    assert result.clock.tzinfo is UTC
    assert result.fixed


def test_without_dates_the_clock_is_1980(tmp_path: Path) -> None:
    assert admission(tmp_path, {"a.md": public()}).clock == datetime(1980, 1, 1, tzinfo=UTC)
