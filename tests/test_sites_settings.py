"""Generators' settings, slugs, patterns and headers of their own, each on its own."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from pressgate.model import HeaderError, SourceFile, UsageError
from pressgate.sites import slugs
from pressgate.sites.formats import fill
from pressgate.sites.globs import gitignore_matches, glob_matches
from pressgate.sites.hexo import Hexo
from pressgate.sites.meta import read_meta, read_nikola
from pressgate.sites.scripts import blocks, literal, strings
from pressgate.sites.settings import UNKNOWN, read_settings


def test_yaml_tags_are_never_acted_on(tmp_path: Path) -> None:
    path = tmp_path / "mkdocs.yml"
    path.write_text(
        "a: !!python/object/apply:os.system ['touch x']\nb: !ENV [HOME, x]\nc: on\nd: 012\n", encoding="utf-8"
    )
    settings = read_settings(path)
    assert settings["a"] is None
    assert settings["b"] is None
    assert not (tmp_path / "x").exists()


def test_python_is_read_for_its_literals_and_never_run(tmp_path: Path) -> None:
    path = tmp_path / "conf.py"
    path.write_text(
        "import os\nopen('ran', 'w')\nA = 'x'\nB = A + '/y'\nC = {A: [B, 1], 'k': call()}\nD = call()\nE = f'{A}'\n",
        encoding="utf-8",
    )
    settings = read_settings(path)
    assert settings == {"A": "x", "B": "x/y", "C": {"x": ["x/y", 1], "k": UNKNOWN}, "D": UNKNOWN, "E": UNKNOWN}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("_config.yml", "a: [1"),
        ("hugo.toml", "a ="),
        ("conf.py", "a = ("),
        ("config.json", "{"),
        ("_config.yml", "a: \x00"),
    ],
)
def test_broken_settings_are_an_error_that_names_the_file(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=f"^{name}") as caught:
        read_settings(tmp_path / name)
    assert "\n" not in str(caught.value)


def test_scripts_are_read_for_literals_outside_comments(tmp_path: Path) -> None:
    path = tmp_path / "a.config.mjs"
    path.write_text(
        "// base: '/no/'\n/* base: '/never/' */\n"
        "export default { base: \"/yes/\", url: 'http://x//y', other: { base2: `z` },\n"
        "  list: ['a', \"b}\"], twice: 'a', inner: { twice: 'b' }, flag: true, docs: { path: 'd', x: { y: '}' } } };",
        encoding="utf-8",
    )
    script = str(read_settings(path)["script"])
    assert literal(script, "base") == "/yes/"
    assert literal(script, "url") == "http://x//y"
    assert literal(script, "flag") == "true"
    assert literal(script, "twice") is None
    assert literal(script, "absent") is None
    assert strings(script, "list") == ["a", "b}"]
    assert next(blocks(script, "docs")).endswith("} }")


@pytest.mark.parametrize(
    ("make", "text", "slug"),
    [
        (slugs.hugo, "C++ & C# in 2024: Notes!", "c-c#-in-2024-notes"),
        (slugs.hugo, "  A  b - c ", "a-b-c"),
        (slugs.hugo, "한글  제목_1.2", "한글-제목_1.2"),
        (slugs.jekyll, "The _config.yml file", "the-config-yml-file"),
        (slugs.jekyll, "등대 & 밤!", "등대-밤"),
        (slugs.hexo, "Été c++ (notes).v1", "Ete-c-notes-v1"),
        (slugs.hexo, "등대/밤 노트", "등대-밤-노트"),
        (slugs.pelican, "C++ & C#: notes", "c-c-notes"),
        (slugs.pelican, "Œuvre d'été", "oeuvre-dete"),
        (slugs.pelican, "한글 제목", "hangeul-jemog"),
        (slugs.pelican, "灯台", None),
        (slugs.nikola, "C++ Notes", "c++-notes"),
        (slugs.nikola, "日本", None),
        (slugs.zola, "One_Two (three)", "one-two-three"),
        (slugs.zola, "灯台", None),
        (slugs.github, "Mixed Case.two (x)", "mixed-casetwo-x"),
        (slugs.material, "The One: a/b", "the-one-ab"),
    ],
)
def test_slugs(make, text: str, slug: str | None) -> None:
    assert make(text) == slug


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("**/*.md", "a/b/c.md", True),
        ("**/*.md", "c.md", True),
        ("a/*.md", "a/b/c.md", False),
        ("a/**", "a/b/c.md", True),
        ("{a,b}/*.{md,txt}", "b/c.txt", True),
        ("[!a]*.md", "a.md", False),
        ("a?.md", "ab.md", True),
    ],
)
def test_globs(pattern: str, path: str, matches: bool) -> None:
    assert glob_matches(pattern, path) is matches


@pytest.mark.parametrize(
    ("lines", "path", "ignored"),
    [
        (["drafts/"], "a/drafts/b.md", True),
        (["/drafts/"], "a/drafts/b.md", False),
        (["*.tmp.md", "!kept.tmp.md"], "a/kept.tmp.md", False),
        (["*.tmp.md"], "a/b.tmp.md", True),
        (["# comment", ""], "a.md", False),
        (["a/*.md"], "a/b/c.md", False),
        (["secret.md/"], "secret.md", False),
    ],
)
def test_gitignore_lines(lines: list[str], path: str, ignored: bool) -> None:
    assert gitignore_matches(lines, PurePosixPath(path)) is ignored


def test_format_strings_only_fill_in_names() -> None:
    assert fill("{a}/{b}", {"a": "x", "b": "y"}, {}) == "x/y"
    for form in ("{c}", "{a.__class__}", "{a!r}", "{a[0]}", "{a:>9}"):
        assert fill(form, {"a": "x"}, {}) is None


def test_headers_without_fences() -> None:
    header = read_meta("Title: One\n    and more\nDraft: true\n\nBody: text\n")
    assert header is not None
    assert [(field.name, field.value.text) for field in header.fields] == [("Title", "One and more"), ("Draft", "true")]
    assert header.body.strip() == "Body: text"
    assert read_meta("# Heading\n\nText: x\n") is None
    assert read_meta("https://blog.example.com/\n") is None
    with pytest.raises(HeaderError):
        read_meta("Draft: true\ndraft: false\n\nText\n")


def test_nikolas_header() -> None:
    header = read_nikola("<!--\n.. title: One: two\n.. status: draft\n-->\n\nText\n")
    assert header is not None
    assert [(field.name, field.value.text) for field in header.fields] == [("title", "One: two"), ("status", "draft")]
    assert header.body.strip() == "Text"
    directive = "<!--\n.. title: One\n.. image:: /one.png\n   :alt: A lamp\n\t more\n.. status: draft\n-->\n\nText\n"
    header = read_nikola(directive)
    assert header is not None
    assert [field.name for field in header.fields] == ["title", "image", "status"]
    with pytest.raises(HeaderError):
        read_nikola("<!--\n.. title: One\nSome text.\n-->\n\nText\n")
    assert read_nikola("<!-- a comment -->\nText") is None
    assert read_nikola("\n.. title: Bare\n\nText").body.strip() == "Text"
    with pytest.raises(HeaderError):
        read_nikola("<!--\n.. title: One\n\nText")


def source(text: str) -> SourceFile:
    return SourceFile(path="one.md", text=text, sha256="")


def test_hexos_header_without_an_opening_line() -> None:
    header = Hexo.header(None, source("title: One\npublished: false\n---\nText\n"))  # type: ignore[arg-type]
    assert header is not None
    assert [field.name for field in header.fields] == ["title", "published"]
    assert header.body == "Text\n"
    spaced = Hexo.header(None, source("title   : One\ntags    :\n---\nText\n"))  # type: ignore[arg-type]
    assert spaced is not None
    assert [field.name for field in spaced.fields] == ["title", "tags"]
    assert Hexo.header(None, source("A sentence.\n\n---\n\nText\n")) is None  # type: ignore[arg-type]
