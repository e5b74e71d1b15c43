"""pressgate.toml: read whole, every error at once, each with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pressgate.config import load
from pressgate.model import UsageError

GOOD = """\
[package]
name = "example-blog-mcp"
version = "1.4.0"
summary = "Posts."

[site]
name = "Example"
home = "https://blog.example.com/"

[licenses]
code = "MIT"
content = "CC-BY-4.0"

[scan]
forbidden = "none"
"""


def write(root: Path, text: str) -> Path:
    (root / "LICENSE-CONTENT").write_text("The text of the licence.\n", encoding="utf-8")
    (root / "pressgate.toml").write_text(text, encoding="utf-8")
    return root


def errors(root: Path, text: str) -> list[str]:
    with pytest.raises(UsageError) as caught:
        load(write(root, text))
    return [line.removeprefix(f"{root.resolve()}/pressgate.toml") for line in str(caught.value).splitlines()]


def test_a_short_file_gets_the_defaults(tmp_path: Path) -> None:
    config = load(write(tmp_path, GOOD))
    assert config.package.import_name == "example_blog_mcp"
    assert config.publish.hosts == ("blog.example.com",)
    assert config.publish.max_age == 86400
    assert config.posts.path == tmp_path.resolve() / "posts"
    assert config.licenses.allowed == ("CC-BY-4.0",)
    assert config.site.generator == "explicit"
    assert config.scan.forbidden == ("none", "")


def test_every_table_of_the_documentation_is_read(tmp_path: Path) -> None:
    text = """\
[package]
name = "Example.Blog_mcp"
version = "1.4"
summary = "Posts."
authors = ["Pen Name", "Other <other@example.com>"]
urls = { Source = "https://code.example.com/blog" }
sdist = true

[site]
name = "이름"
home = "https://blog.example.com/"
language = "ko"
timezone = "+09:00"
generator = "hugo"

[posts]
path = "content"
include = ["**/*.md"]
exclude = ["private/**"]
fields = { status = ["상태"], url = ["공개 URL"] }

[publish]
hosts = ["Blog.Example.com", "블로그.example"]
status = ["공개 완료"]
url-path = "/[1-9][0-9]*"
permalink = "/:year/:title/"
witness = "public/sitemap.xml"
takedown = ["POST-12"]
max-age = "90m"

[licenses]
code = "MIT"
content = "cc-by-4.0"
content-file = "LICENSE-CONTENT"
allowed = ["CC-BY-4.0", "CC0-1.0"]

[scan]
forbidden = { env = "PRESSGATE_FORBIDDEN" }
baseline = "pressgate-baseline.json"
history = true

[smoke]
golden = [{ query = "색인", first = "09" }]

[index]
repository-url = "http://127.0.0.1:8080/"
simple-url = "https://index.example.com/simple/"
"""
    config = load(write(tmp_path, text))
    assert config.package.import_name == "example_blog_mcp"
    assert config.package.sdist
    assert config.publish.hosts == ("blog.example.com", "xn--2i0b10rqve.example")
    assert config.publish.witness == ("public/sitemap.xml",)
    assert config.publish.max_age == 5400
    assert config.licenses.content == "CC-BY-4.0"
    assert config.posts.fields["status"] == ("상태",)
    assert config.golden[0].first == "09"
    assert config.scan.baseline == tmp_path.resolve() / "pressgate-baseline.json"
    assert str(config.site.timezone) == "UTC+09:00"


def test_every_error_is_named_at_once_with_its_line_and_the_nearest_key(tmp_path: Path) -> None:
    text = GOOD.replace("summary", "sumary").replace('"1.4.0"', '"one"').replace("[scan]", "[scna]")
    found = errors(tmp_path, text)
    assert [line.split(":")[1] for line in found] == ["1", "1", "3", "4", "14"]
    assert any("package.sumary: unknown key; did you mean 'summary'?" in line for line in found)
    assert any("scna: unknown table; did you mean 'scan'?" in line for line in found)
    assert any("package.version: 'one' is no version" in line for line in found)
    assert any("package.summary: is missing" in line for line in found)
    assert any("scan.forbidden: is missing" in line and '"none"' in line for line in found)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"example-blog-mcp"', '"블로그"', "no valid distribution name"),
        ('"example-blog-mcp"', '"blog mcp"', "no valid distribution name"),
        ('"example-blog-mcp"', '"-blog"', "no valid distribution name"),
        ('"example-blog-mcp"', '"9blog"', "begin with a letter"),
        ('"example-blog-mcp"', '"json"', "is taken"),
        ('"example-blog-mcp"', '"class"', "can't import"),
        ('"1.4.0"', '"1.0+local"', "local part"),
        ('"1.4.0"', "1.4", "must be a text in quotes"),
        ('"Posts."', '" "', "is empty: write a text of one line"),
        ('"Posts."', '"a\\nb"', "must be a text of one line"),
        ('"https://blog.example.com/"', '"http://blog.example.com/"', "must be an https URL"),
        ('"https://blog.example.com/"', '"https://me@blog.example.com/"', "must be an https URL"),
        ('content = "CC-BY-4.0"', 'content = "CC-BY"', "no SPDX id"),
        ('content = "CC-BY-4.0"', 'content = "MIT OR CC-BY-4.0"', "no SPDX id"),
        ('content = "CC-BY-4.0"', 'content = "CC-BY-4.0"\ncontent-file = "nowhere"', "nowhere is missing"),
        ('code = "MIT"', 'code = "Apache-2.0"', "must be MIT"),
        ('forbidden = "none"', "forbidden = []", "must be { env"),
        ('forbidden = "none"', 'forbidden = { env = "A", file = "b" }', "must be { env"),
        ("[scan]", '[posts]\nfields = { stauts = ["a"] }\n[scan]', "did you mean 'status'?"),
        ("[scan]", '[posts]\ninclude = "*.md"\n[scan]', "must be a list of texts"),
        ("[scan]", '[publish]\nurl-path = "["\n[scan]', "no regular expression"),
        ("[scan]", '[publish]\nmax-age = "soon"\n[scan]', "must be a length of time"),
        ("[scan]", '[publish]\nhosts = ["https://a.example"]\n[scan]', "no host name"),
        ("[scan]", '[smoke]\ngolden = [{ query = "a" }]\n[scan]', "must hold tables"),
        ("[scan]", '[index]\nsimple-url = "https://user:word@index.example.com/"\n[scan]', "without a user name"),
        ("[scan]", '[index]\nsimple-url = "http://index.example.com/"\n[scan]', "http only for loopback"),
        ("[licenses]", 'timezone = "Seoul"\n[licenses]', "no time zone"),
        ("[licenses]", 'generator = "hogo"\n[licenses]', "did you mean 'hugo'?"),
        ("[licenses]", 'language = "한국어"\n[licenses]', "language tag"),
    ],
)
def test_a_wrong_value_is_one_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    found = errors(tmp_path, GOOD.replace(old, new))
    assert len(found) == 1
    assert message in found[0]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[package\nname = 1", "no valid TOML"),
        (b"[package]\nname = \xff\n", "not UTF-8"),
        (b'[package]\nname = "a"\nname = "b"\n', "no valid TOML"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "pressgate.toml").write_bytes(data)
    with pytest.raises(UsageError, match=message) as caught:
        load(tmp_path)
    assert "\n" not in str(caught.value)


def test_no_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="pressgate init"):
        load(tmp_path)


def test_a_byte_order_mark_and_text_in_a_multi_line_string_mislead_nobody(tmp_path: Path) -> None:
    text = "\ufeff" + GOOD + '\n[posts]\nexclude = ["""\n[scan]\nforbiden = 1\n"""]\npaht = "x"\n'
    assert errors(tmp_path, text) == [":22: posts.paht: unknown key; did you mean 'path'?"]
