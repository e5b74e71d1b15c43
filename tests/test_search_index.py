"""search.db: the same bytes for the same posts, nothing of the machine in them, and a clear word on any other file."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from pressgate.search_index import build_search, slug
from pressgate.sqlite_bytes import PAGE, normalised
from pressgate_server import postings
from pressgate_server.corpus import Corpus
from pressgate_server.errors import CorpusError
from pressgate_server.postings import Posting
from served import document, post, write_data

POSTS = [
    post("01", "# Start\n\nInstall the tool.\n\n## Linux\n\nUse a package.", date="2026-01-02", category="Guides"),
    post("02", "서버를 만드는 글입니다.", title="서버 만들기", tags=["서버", "웹"], description="설명"),
    post("ten", "", title="Empty"),
]


def test_the_same_posts_give_the_same_bytes_in_any_order() -> None:
    whole, bodies = document(POSTS)
    turned = {**whole, "articles": whole["articles"][::-1]}
    assert build_search(whole, bodies) == build_search(turned, dict(reversed(bodies.items())))


def test_the_header_names_no_version_of_sqlite_and_no_count_of_changes() -> None:
    header = build_search(*document(POSTS))[:100]
    assert header[:16] == b"SQLite format 3\0"
    assert [int.from_bytes(header[at : at + 4], "big") for at in (24, 40, 92, 96)] == [1, 1, 1, 3_000_000]


def test_what_another_sqlite_leaves_in_a_page_changes_no_byte(tmp_path: Path) -> None:
    database = build_search(*document(POSTS))
    (tmp_path / "search.db").write_bytes(database)
    connection = sqlite3.connect(tmp_path / "search.db", isolation_level=None)
    connection.executescript("PRAGMA secure_delete = 0; CREATE TABLE other (x); DROP TABLE other;")
    connection.execute("INSERT INTO meta VALUES ('a key', 'and its value')")
    connection.execute("DELETE FROM meta WHERE key = 'a key'")
    touched = connection.serialize()
    connection.execute("VACUUM")
    vacuumed = connection.serialize()
    connection.close()
    assert b"and its value" in touched
    assert vacuumed != database == normalised(vacuumed)
    page = len(database) // PAGE // 2 * PAGE
    gap = database.index(bytes(40), page)
    assert normalised(database[: gap + 20] + b"left behind" + database[gap + 31 :]) == database


def test_no_page_is_free_and_the_file_is_sound(tmp_path: Path) -> None:
    write_data(tmp_path, POSTS)
    connection = sqlite3.connect(tmp_path / "search.db")
    assert connection.execute("PRAGMA freelist_count").fetchone() == (0,)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_the_file_is_smaller_than_the_bodies_when_they_are_long(tmp_path: Path) -> None:
    words = [f"word{n}" for n in range(2000)]
    posts = [post(str(n), " ".join(random.Random(n).choices(words, k=4000))) for n in range(30)]
    whole, bodies = document(posts)
    assert len(build_search(whole, bodies)) < sum(len(body) for body in bodies.values())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE meta SET value = '999' WHERE key = 'tokens'", "tokens version 999"),
        ("UPDATE meta SET value = '999' WHERE key = 'postings'", "postings version 999"),
        ("DELETE FROM meta WHERE key = 'format'", "format version none"),
        ("DROP TABLE meta", "can't be read"),
    ],
)
def test_another_version_is_refused(tmp_path: Path, change: str, said: str) -> None:
    write_data(tmp_path, POSTS)
    connection = sqlite3.connect(tmp_path / "search.db")
    connection.execute(change)
    connection.commit()
    connection.close()
    with pytest.raises(CorpusError, match=said) as error:
        Corpus(tmp_path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("content", [None, b"", b"not a database at all, but long enough to be read as one" * 100])
def test_no_database_is_refused(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "search.db").write_bytes(content)
    with pytest.raises(CorpusError):
        Corpus(tmp_path)


def test_a_read_only_folder_with_an_odd_name_is_served(tmp_path: Path) -> None:
    folder = write_data(tmp_path / "a b#c?d%41 한글", POSTS)
    (folder / "search.db").chmod(0o444)
    folder.chmod(0o555)
    assert Corpus(folder).count == len(POSTS)
    folder.chmod(0o755)


WIDE = Posting(
    posts=[0, 255, 70_000, 70_001],
    impacts=[1, 255, 3, 4],
    densest=[0, 1, 2, 300],
    titles=[70_000],
    title_lengths=[9],
    heading_posts=[0, 0, 70_001],
    ordinals=[1, 300, 70_000],
    heading_lengths=[1, 2, 255],
)


@pytest.mark.parametrize(
    "posting",
    [
        WIDE,
        Posting(
            posts=list(range(0, 900, 3)),
            impacts=[1] * 300,
            densest=[255] * 300,
            titles=[],
            title_lengths=[],
            heading_posts=[],
            ordinals=[],
            heading_lengths=[],
        ),
    ],
)
def test_a_row_is_read_as_it_was_written(posting: Posting) -> None:
    read = postings.unpack(postings.pack(posting))
    assert list(map(list, read)) == list(map(list, posting))


@pytest.mark.parametrize("cut", [0, 1, 3, 5, -1])
def test_a_damaged_row_is_an_error(cut: int) -> None:
    with pytest.raises(ValueError, match="damaged"):
        postings.unpack(postings.pack(WIDE)[:cut])


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://blog.example.com/2024/01/%ED%95%9C%EA%B8%80-%EA%B8%80/", "한글-글"),
        ("https://blog.example.com/a.html?x=1#y", "a.html"),
        ("https://blog.example.com/", ""),
    ],
)
def test_slug(url: str, expected: str) -> None:
    assert slug(url) == expected
