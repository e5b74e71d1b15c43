"""The tools as a host sees them: plain schemas, strict arguments, answers that fit their schemas and stand alone."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest
from jsonschema import Draft202012Validator
from mcp import Client, MCPError

from pressgate_server.app import create_server
from pressgate_server.messages import CATALOGUES
from pressgate_server.schemas import INPUTS
from served import ERAS, ask, call, post, text, write_data

POSTS = [
    post("08", "Eight.", title="Nine lives", date="2026-05-01", category="Cats", tags=["a", "b"], description="On."),
    post("09", "Nine.", title="Ninth", date="2026-05-02", category="Cats", license="CC0-1.0", author="Guest"),
    post("BLOG-12", "Twelve.", title="Twelfth", date="2026-05-03", category="Dogs & more"),
    post("react-hooks", "Hooks.", title="Hooks"),
    post("한글 제목", "본문", title="한글", date="2020-01-01"),
    post("7", "Seven.", date="2020-01-01"),
    post("007", "Bond.", date="2020-01-01"),
]
GOOD: dict[str, dict[str, Any]] = {
    "list_categories": {},
    "list_articles": {"category": "cats", "limit": 1},
    "search_articles": {"query": "nine", "since": "2026-01-01", "limit": 1},
    "get_article": {"article_id": "09"},
    "blog_home": {},
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_data(tmp_path_factory.mktemp("data"), POSTS, author="Pen Name")


def tools(data: Path, era: str) -> Any:
    async def run() -> Any:
        async with Client(create_server(data), mode=era) as client:
            return (await client.list_tools()).tools

    return anyio.run(run)


@pytest.mark.parametrize("era", ERAS)
def test_the_five_tools_are_read_only_and_say_what_they_are(data: Path, era: str) -> None:
    found = {tool.name: tool for tool in tools(data, era)}
    assert list(found) == list(GOOD)
    for tool in found.values():
        hints = tool.annotations
        assert (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint) == (
            True,
            False,
            True,
            False,
        )
        assert tool.title
        assert tool.description
        assert tool.icons


def walk(schema: Any) -> Any:
    yield schema
    for value in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        if isinstance(value, dict | list):
            yield from walk(value)


def test_schemas_are_plain(data: Path) -> None:
    for tool in tools(data, "2026-07-28"):
        for schema in (tool.input_schema, tool.output_schema):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            parts = [part for part in walk(schema) if isinstance(part, dict)]
            assert not any({"anyOf", "oneOf", "allOf", "$ref", "$defs", "nullable"} & part.keys() for part in parts)
            assert all(isinstance(part.get("type", ""), str | dict) for part in parts)
        for name, rule in tool.input_schema["properties"].items():
            assert rule["type"] in {"string", "integer"}
            assert rule["description"]
            assert ("default" in rule) != (name in tool.input_schema.get("required", []))


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("tool", GOOD)
def test_answers_fit_their_schemas_and_have_no_nulls(data: Path, era: str, tool: str) -> None:
    (schema,) = [found.output_schema for found in tools(data, era) if found.name == tool]
    result = call(data, tool, era, **GOOD[tool])
    assert not result.is_error
    Draft202012Validator(schema).validate(result.structured_content)
    assert None not in list(walk(result.structured_content))
    assert not any(
        value is None for part in walk(result.structured_content) if isinstance(part, dict) for value in part.values()
    )


@pytest.mark.parametrize("tool", GOOD)
def test_the_text_says_what_the_structure_says(data: Path, tool: str) -> None:
    result = call(data, tool, **GOOD[tool])

    def leaves(value: Any) -> Any:
        if isinstance(value, dict):
            value = [item for key, item in value.items() if key not in {"score", "level"}]
        if isinstance(value, list):
            return [leaf for item in value for leaf in leaves(item)]
        return [value]

    assert [leaf for leaf in leaves(result.structured_content) if str(leaf) not in text(result)] == []


def test_the_body_goes_once(data: Path) -> None:
    result = call(data, "get_article", article_id="BLOG-12")
    assert "Twelve." in text(result)
    assert "Twelve." not in str(result.structured_content)
    assert len(result.content) == 1


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("search_articles", {}, "query"),
    ("search_articles", {"query": ""}, "1 to 200"),
    ("search_articles", {"query": "x" * 201}, "1 to 200"),
    ("search_articles", {"query": 5}, "string"),
    ("search_articles", {"query": None}, "string"),
    ("search_articles", {"query": ["x"]}, "string"),
    ("search_articles", {"query": "half \ud800 a pair"}, "string"),
    ("search_articles", {"query": "x", "limit": 0}, "1 to 50"),
    ("search_articles", {"query": "x", "limit": 51}, "1 to 50"),
    ("search_articles", {"query": "x", "limit": "10"}, "whole number"),
    ("search_articles", {"query": "x", "limit": True}, "whole number"),
    ("search_articles", {"query": "x", "limit": 1.5}, "whole number"),
    ("search_articles", {"query": "x", "limit": float("nan")}, "whole number"),
    ("search_articles", {"query": "x", "limit": None}, "whole number"),
    ("search_articles", {"query": "x", "offset": -1}, "from 0"),
    ("search_articles", {"query": "x", "since": "2026-13-01"}, "YYYY-MM-DD"),
    ("search_articles", {"query": "x", "since": "20260101"}, "YYYY-MM-DD"),
    ("search_articles", {"query": "x", "until": "today"}, "YYYY-MM-DD"),
    ("search_articles", {"query": "x", "since": "2026-02-01", "until": "2026-01-01"}, "after"),
    ("search_articles", {"query": "x", "category": "Cat"}, "Cats"),
    ("search_articles", {"query": "x", "q": "y"}, "query, category, since, until, limit, offset"),
    ("list_articles", {"limit": 201}, "1 to 200"),
    ("list_articles", {"category": "Birds"}, "Dogs & more"),
    ("list_categories", {"x": 1}, "none"),
    ("get_article", {"article_id": "09", "max_chars": 499}, "500"),
    ("get_article", {"article_id": "09", "max_chars": 50_001}, "50000"),
    ("get_article", {"article_id": "08 or so"}, "08"),
    ("get_article", {"id": "09"}, "article_id"),
    ("get_article", {"article_id": "0007"}, "007, 7"),
    ("get_article", {"article_id": "vue-hooks"}, "react-hooks"),
    ("blog_home", {"verbose": True}, "none"),
]


@pytest.mark.parametrize(("tool", "arguments", "said"), BAD)
def test_bad_arguments_are_errors_that_say_what_is_right(
    data: Path, tool: str, arguments: dict[str, Any], said: str
) -> None:
    result = call(data, tool, **arguments)
    assert result.is_error
    assert said in text(result)
    assert result.structured_content is None
    assert "\n" not in text(result)


def test_a_whole_float_is_a_whole_number(data: Path) -> None:
    assert len(call(data, "list_articles", limit=2.0).structured_content["articles"]) == 2


@pytest.mark.parametrize("era", ERAS)
def test_an_unknown_tool_is_the_protocol_s_error(data: Path, era: str) -> None:
    async def run() -> int:
        async with Client(create_server(data), mode=era) as client:
            try:
                await client.call_tool("no_such_tool", {})
            except MCPError as error:
                return error.code
        return 0

    assert anyio.run(run) == -32602


IDS = {
    "09": "09",
    "9": "09",
    "0009": "09",
    "BLOG-09": "09",
    "blog-9": "09",
    " 09 ": "09",
    "08": "08",
    "12": "BLOG-12",
    "blog-12": "BLOG-12",
    "POST-012": "BLOG-12",
    "7": "7",
    "007": "007",
    "React-Hooks": "react-hooks",
    "한글 제목": "한글 제목",
    "ＢＬＯＧ－１２": "BLOG-12",
}


@pytest.mark.parametrize(("asked", "meant"), IDS.items(), ids=[repr(asked) for asked in IDS])
def test_an_id_is_found_however_it_is_written(data: Path, asked: str, meant: str) -> None:
    assert call(data, "get_article", article_id=asked).structured_content["id"] == meant


def test_an_unknown_id_names_the_three_nearest(tmp_path: Path) -> None:
    write_data(tmp_path, [post(f"installing-{n}", "x") for n in range(300)] + [post("uninstall", "x")])
    said = text(call(tmp_path, "get_article", article_id="uninstal"))
    assert "uninstall" in said
    assert said.count("installing-") == 2


def test_every_listed_id_opens_as_it_is(data: Path) -> None:
    listed = call(data, "list_articles").structured_content
    results = ask(data, [("get_article", {"article_id": article["id"]}) for article in listed["articles"]])
    assert [result.structured_content["id"] for result in results] == [article["id"] for article in listed["articles"]]
    assert listed["total"] == len(POSTS)


def test_lists_have_the_newest_first_and_the_undated_last(data: Path) -> None:
    ids = [article["id"] for article in call(data, "list_articles").structured_content["articles"]]
    assert ids == ["BLOG-12", "09", "08", "007", "7", "한글 제목", "react-hooks"]


def test_a_list_is_paged(data: Path) -> None:
    seen: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = call(data, "list_articles", limit=3, offset=offset).structured_content
        seen += [article["id"] for article in page["articles"]]
        offset = page.get("next_offset")
    assert len(seen) == len(set(seen)) == len(POSTS)
    assert call(data, "list_articles", offset=100).structured_content == {"total": len(POSTS), "articles": []}


def test_categories_are_counted_and_found_without_regard_to_case(data: Path) -> None:
    categories = call(data, "list_categories").structured_content["categories"]
    assert categories == [{"name": "Cats", "count": 2}, {"name": "Dogs & more", "count": 1}]
    listed = call(data, "list_articles", category="dogs & MORE").structured_content
    assert [article["id"] for article in listed["articles"]] == ["BLOG-12"]


def test_the_home_says_how_many_posts_there_are_and_how_old_the_snapshot_is(tmp_path: Path) -> None:
    newest = (date.today() - timedelta(days=40)).isoformat()
    write_data(tmp_path, [post("a", "x", date="2020-01-01"), post("b", "x", date=newest), post("c", "x")])
    home = call(tmp_path, "blog_home")
    assert home.structured_content == {
        "name": "Example blog",
        "home": "https://blog.example.com/",
        "count": 3,
        "newest": newest,
        "licenses": {"code": "MIT", "content": "CC-BY-4.0"},
    }
    assert "40 days ago" in text(home)


def test_the_home_of_undated_posts_has_no_newest(tmp_path: Path) -> None:
    write_data(tmp_path, [post("a", "x")])
    assert "newest" not in call(tmp_path, "blog_home").structured_content


@pytest.mark.parametrize(
    ("article_id", "said"),
    [
        ("08", "CC-BY-4.0 by Pen Name, https://creativecommons.org/licenses/by/4.0/"),
        ("09", "CC0-1.0 by Guest, https://creativecommons.org/publicdomain/zero/1.0/"),
    ],
)
def test_a_post_s_own_licence_and_author_win(data: Path, article_id: str, said: str) -> None:
    assert said in text(call(data, "get_article", article_id=article_id))


def test_a_file_that_is_gone_is_an_error_and_no_crash(tmp_path: Path) -> None:
    write_data(tmp_path, [post("a", "some text")])
    for file in (tmp_path / "articles").iterdir():
        file.unlink()
    for tool, arguments in (("get_article", {"article_id": "a"}), ("search_articles", {"query": "text"})):
        result = call(tmp_path, tool, **arguments)
        assert result.is_error
        assert str(tmp_path) not in text(result)


@pytest.mark.parametrize("language", ["ko", "ko-KR", "ja", "zh-Hant", "zh_CN", "en-GB", "fr"])
def test_the_reader_s_language_is_the_site_s(tmp_path: Path, language: str) -> None:
    write_data(tmp_path, [post("a", "x", date="2026-01-01")], language=language)
    expected = CATALOGUES.get(language[:2], CATALOGUES["en"])
    home, unknown = ask(tmp_path, [("blog_home", {}), ("get_article", {"article_id": "zz"})])
    assert expected["snapshot"] in text(home)
    assert text(unknown).startswith(expected["unknown_id"].partition("{")[0])


def test_every_language_has_every_message_with_the_same_values() -> None:
    def values(catalogue: Any) -> dict[str, list[str]]:
        return {
            name: sorted(part.partition("}")[0] for part in said.split("{")[1:]) for name, said in catalogue.items()
        }

    assert all(values(catalogue) == values(CATALOGUES["en"]) for catalogue in CATALOGUES.values())


def test_names_stay_short() -> None:
    assert all(
        len(name) <= 20 and all(len(argument) <= 12 for argument in schema["properties"])
        for name, schema in INPUTS.items()
    )
