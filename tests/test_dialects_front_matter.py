"""YAML, TOML and JSON front matter: what is read, as written, and what is refused with its line."""

from __future__ import annotations

import pytest

from pressgate.dialects import front_matter
from pressgate.model import HeaderError, Scalar, Value


def fields(text: str) -> dict[str, Value]:
    header = front_matter.read(text)
    assert header is not None
    return {field.name: field.value for field in header.fields}


def scalar(text: str, name: str = "a") -> Scalar:
    value = fields(text)[name]
    assert isinstance(value, Scalar)
    return value


@pytest.mark.parametrize(
    ("written", "text", "kind", "quoted"),
    [
        ("012", "012", "int", False),
        ("62057e11", "62057e11", "float", False),
        ("2013-01-01 12:00:00 +0900", "2013-01-01 12:00:00 +0900", "date", False),
        ("0x1f", "0x1f", "int", False),
        ("1_000", "1_000", "str", False),
        ("yes", "yes", "str", False),
        ("True", "True", "bool", False),
        ("'true'", "true", "str", True),
        ('"no"', "no", "str", True),
        ("~", "~", "null", False),
        ("", "", "null", False),
        ("''", "", "str", True),
        ("12:30:45", "12:30:45", "str", False),
        ("한글 제목", "한글 제목", "str", False),
        ("|\n  two\n  lines", "two\nlines", "str", True),
    ],
)
def test_yaml_scalars_stay_as_written(written: str, text: str, kind: str, quoted: bool) -> None:
    value = scalar(f"---\na: {written}\n---\n")
    assert (value.text, value.kind, value.quoted) == (text, kind, quoted)


def test_fields_keep_their_order_lines_and_the_body() -> None:
    header = front_matter.read("---\ntitle: x\n# comment\n\ntags:\n  - 가\n  - 2018\n---\nBody\n---\nmore\n")
    assert header is not None
    assert [(field.name, field.line) for field in header.fields] == [("title", 2), ("tags", 5)]
    tags = header.fields[1].value
    assert isinstance(tags, tuple)
    assert [item.text for item in tags if isinstance(item, Scalar)] == ["가", "2018"]
    assert (header.body, header.body_line, header.dialect) == ("Body\n---\nmore\n", 9, "yaml")


@pytest.mark.parametrize(
    "text",
    [
        "\n\n---\na: 1\n---\nB",
        "<!-- editors:\n---\na: 2\n---\n-->\n---\na: 1\n---\nB",
        "---  \na: 1\n--- \nB",
        "---\na: 1\n---",
        "---\n\n\na: 1\n\n---\n",
    ],
)
def test_yaml_header_is_found(text: str) -> None:
    assert scalar(text).text == "1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Text\n---\na: 1\n---\n",
        "```\n---\na: 1\n---\n```\n",
        "# H1\n---\na: 1\n---\n",
        "<!-- c --> text\n---\na: 1\n---\n",
        "- - -\na: 1\n",
        "{% include x %}\n",
        "{: .class}\n",
        "{{< x >}}\n",
        "{not json}\n",
        "+ + +\n",
    ],
)
def test_no_header_is_found(text: str) -> None:
    assert front_matter.read(text) is None


def test_an_empty_header_has_no_fields() -> None:
    assert fields("---\n---\nBody") == {}
    assert fields("---\n# only a comment\n---\nBody") == {}


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("---\na: 1\nBody\n", "header-unterminated", 1),
        ("---\na: 1\n----\nBody\n", "header-unterminated", 1),
        ("---", "header-unterminated", 1),
        ("\n\n+++\na = 1\nBody", "header-unterminated", 3),
        ("<!-- left open\n---\na: 1\n---\n", "header-broken", 1),
        ("---\na: b: c\n---\n", "header-broken", 2),
        ("---\nok: 1\na: 'x\n---\n", "header-broken", 4),
        ("---\nok: 1\na: @b\n---\n", "header-broken", 3),
        ("---\na:\tb: c\n---\n", "header-broken", 2),
        ("---\njust text\n---\n", "header-broken", 2),
        ("---\n- a\n- b\n---\n", "header-broken", 2),
        ("---\na: 1\nA: 2\n---\n", "header-duplicate-key", 3),
        ("---\nDraft: true\ndraft: false\n---\n", "header-duplicate-key", 3),
        ("---\npublished: false\nx: 1\npublished: true\n---\n", "header-duplicate-key", 4),
        ("---\na:\n  b: 1\n  b: 2\n---\n", "header-duplicate-key", 4),
        ("---\na: {b: 1, b: 2}\n---\n", "header-duplicate-key", 2),
        ("---\nｄｒａｆｔ: true\ndraft: false\n---\n", "header-duplicate-key", 3),
        ("---\na: &x 1\n---\n", "header-anchor", 2),
        ("---\na: *x\n---\n", "header-anchor", 2),
        ("---\na: &x [1]\nb: *x\n---\n", "header-anchor", 2),
        ("---\n&x a: 1\n---\n", "header-anchor", 2),
        ("---\n<<: *x\n---\n", "header-anchor", 2),
        ("---\na: !!python/object:os.system x\n---\n", "header-tag", 2),
        ("---\n!!str a: 1\n---\n", "header-tag", 2),
        ("---\na: !custom [1]\n---\n", "header-tag", 2),
        ("---\na: 1\n...\nb: 2\n---\n", "header-multi-document", 3),
        ("---\na: 1\n...\n---\n", "header-multi-document", 3),
        ("---\n%YAML 1.1\n---\na: yes\n", "header-broken", 3),
        ("---\ntitle: {{ title }}\n---\n", "header-template", 2),
        ("---\ntitle: {{ title }} x\n---\n", "header-template", 2),
        ("---\ndate: {% now %}\n---\n", "header-template", 2),
        ("---js\n{ title: 'x' }\n---\n", "header-language", 1),
        ("--- json\n{}\n---\n", "header-language", 1),
        ("---toml\na = 1\n---\n", "header-language", 1),
        (";;;\n{}\n;;;\n", "header-language", 1),
        ("----\na: 1\n----\n", "header-language", 1),
        ("---\na: " + "[" * 30 + "]" * 30 + "\n---\n", "header-broken", 2),
        ("---\na: " + "x" * 70000 + "\n---\n", "header-too-large", 1),
    ],
)
def test_broken_yaml_is_refused_with_its_line(text: str, code: str, line: int) -> None:
    with pytest.raises(HeaderError) as caught:
        front_matter.read(text)
    assert (caught.value.code, caught.value.line) == (code, line)
    assert "\n" not in caught.value.message


def test_a_message_never_repeats_a_value() -> None:
    with pytest.raises(HeaderError) as caught:
        front_matter.read("---\npassword: 'swordfish\n---\n")
    assert "swordfish" not in caught.value.message


@pytest.mark.parametrize(
    ("written", "text", "kind"),
    [
        ("2022-05-01T10:00:00+09:00", "2022-05-01T10:00:00+09:00", "date"),
        ("2022-05-01", "2022-05-01", "date"),
        ('"2016-08-23T23:25:04-04:00"', "2016-08-23T23:25:04-04:00", "str"),
        ("12", "12", "int"),
        ("1.50", "1.50", "float"),
        ("false", "false", "bool"),
        ('"false"', "false", "str"),
    ],
)
def test_toml_scalars(written: str, text: str, kind: str) -> None:
    value = scalar(f"+++\na = {written}\n+++\nB")
    assert (value.text, value.kind) == (text, kind)


def test_toml_fields_lines_and_body() -> None:
    header = front_matter.read('+++\ntitle = "a #2"\ntags = ["가", 3]\n[taxonomies]\nx = [["n"]]\n+++\nBody')
    assert header is not None
    assert [(field.name, field.line) for field in header.fields] == [("title", 2), ("tags", 3), ("taxonomies", 4)]
    assert (header.dialect, header.body, header.body_line) == ("toml", "Body", 7)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("+++\na = 1\na = 2\n+++\n", "header-broken", 3),
        ("+++\nDraft = true\ndraft = false\n+++\n", "header-duplicate-key", 3),
        ("+++\na = \n+++\n", "header-broken", 2),
        ("+++\na = 2022-13-45\n+++\n", "header-broken", 2),
        ("+++\na = " + "[" * 5000 + "\n+++\n", "header-broken", 2),
        ("+++\na = " + "9" * 5000 + "\n+++\n", "header-broken", 2),
        ("+++yaml\na: 1\n+++\n", "header-language", 1),
        ("++++\na = 1\n++++\n", "header-language", 1),
    ],
)
def test_broken_toml_is_refused(text: str, code: str, line: int) -> None:
    with pytest.raises(HeaderError) as caught:
        front_matter.read(text)
    assert caught.value.code == code
    assert caught.value.line in {line, line - 1}


def test_json_numbers_and_lines_stay_as_written() -> None:
    header = front_matter.read('{\n  "id": 1e400,\n  "n": 10,\n  "x": null\n}\n\nB{}')
    assert header is not None
    values = {field.name: field.value for field in header.fields}
    assert values["id"] == Scalar(text="1e400", line=2, kind="float")
    assert values["n"] == Scalar(text="10", line=3, kind="int")
    assert values["x"] == Scalar(text="", line=4, kind="null")
    assert (header.body, header.body_line) == ("\nB{}", 6)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ('{"a": 1, "a": 2}\n', "header-duplicate-key", 1),
        ('{"a": {"b": 1, "b": 2}}\n', "header-duplicate-key", 1),
        ('{\n"Draft": true,\n"draft": false\n}\n', "header-duplicate-key", 3),
        ('{\n"a": NaN}\n', "header-broken", 1),
        ('{\n"a": 1\n"b": 2\n}\n', "header-broken", 3),
        ('{"a": 1} Body\n', "header-broken", 1),
        ('{"a": 1\n', "header-broken", 2),
        ('{"a": ' + "[" * 100000, "header-broken", 1),
    ],
)
def test_broken_json_is_refused(text: str, code: str, line: int) -> None:
    with pytest.raises(HeaderError) as caught:
        front_matter.read(text)
    assert (caught.value.code, caught.value.line) == (code, line)
