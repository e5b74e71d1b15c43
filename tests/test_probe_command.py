"""`pressgate probe` on the command line: what goes where, and with which exit code."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from faulty.faults import FAULTS, MissingResource
from faulty.healthy import BODY, Healthy
from faulty.serve import serving
from pressgate.model import UsageError
from pressgate.probe.command import probe_command

SERVE = Path(__file__).parent / "faulty" / "serve.py"
SECRET = "sesame-open-0123456789"


def probe(*arguments: str) -> Result:
    return CliRunner().invoke(probe_command, list(arguments))


def command(fault: str = "healthy", era: str = "modern") -> tuple[str, ...]:
    return ("--", sys.executable, str(SERVE), fault, era)


def document(result: Result) -> dict[str, Any]:
    parsed = json.loads(result.stdout)
    assert isinstance(parsed, dict)
    return parsed


def test_json_has_the_documented_shape() -> None:
    result = probe("--json", *command())
    assert result.exit_code == 0
    report = document(result)
    assert report["protocol"] == {"revision": "2026-07-28", "era": "modern", "transport": "stdio"}
    assert report["server"] == {"name": "faulty", "version": "1.2.3"}
    assert list(report["lists"]) == ["tools", "resources", "resourceTemplates", "prompts"]
    tools = report["lists"]["tools"]
    assert (tools["complete"], tools["stopped"]) == (True, "end")
    assert (tools["collected"], tools["unique"], tools["duplicates"]) == (5, 5, 0)
    assert tools["counts"] == {"pages": 3, "follow_ups": 2, "collected": 5, "host": None}
    assert [page["items"] for page in tools["pages"]] == [2, 2, 1]
    assert tools["pages"][0]["cursor"] == {"present": True, "type": "string", "length": 6, "followed": True}
    assert tools["pages"][2]["cursor"] == {"present": False, "type": None, "length": None, "followed": False}
    [called] = report["results"]
    assert called["tool"] == "search"
    assert called["items"] == [{"type": "text", "chars": 14}, {"type": "resource_link", "chars": 0}]
    assert called["structured"] is False
    [link] = report["links"]
    assert link["uri"] == "post:///1"
    assert (link["stage"], link["verdict"]) == ("body received", "body received")
    assert (link["contents"], link["text"], link["blob"], link["chars"]) == (1, 1, 0, len(BODY))
    assert link["error"] is None
    assert report["findings"] == []


def test_with_json_people_are_served_on_stderr() -> None:
    result = probe("--json", *command("null-cursor"))
    assert result.exit_code == 1
    assert document(result)["findings"] == [{"code": "null-cursor", "where": "tools/list page 2", "detail": ""}]
    assert "null-cursor" in result.stderr
    assert "null-cursor" in probe(*command("null-cursor")).stdout


@pytest.mark.parametrize(
    "fault", ["healthy", "circular-cursor", "custom-scheme", "duplicate-names", "missing-resource"]
)
def test_people_get_at_most_100_columns(fault: str) -> None:
    result = probe("--call", "search", json.dumps({"query": "강물" * 200}), *command(fault))
    lines = result.stdout.splitlines()
    assert max(len(line.rstrip()) for line in lines) <= 100
    assert sum(line.startswith("list ") for line in lines) == 1
    assert sum(line.startswith("tool ") and "verdict" in line for line in lines) == 1


def test_findings_say_what_to_look_at() -> None:
    output = " ".join(probe(*command("duplicate-names")).stdout.split())
    assert "duplicate-names The same name is on the list more than once" in output
    assert "Next: Page boundaries, ordering." in output


def test_an_error_message_of_the_servers_can_not_steer_the_terminal() -> None:
    class Rude(MissingResource):
        def read(self, uri: str) -> dict[str, Any]:
            return {"contents": [], "\x1b[2J": 1}

        def search_tool(self) -> dict[str, Any]:
            return {**super().search_tool(), "name": "sea\x1b[2Jrch\u202e"}

        def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            return super().call("search", arguments)

    with serving(Rude("modern")) as (url, _):
        output = probe(url).stdout
    assert "\x1b" not in output
    assert "\u202e" not in output
    assert "sea\\x1b[2Jrch" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "nothing to probe"),
        (("python", "x.py"), "pressgate probe -- CMD"),
        (("ftp://host/",), "no http or https URL"),
        (("http://user:secret@host/mcp",), "--header-env"),
        (("http:///mcp",), "no usable"),
        (("http://host\\@other/mcp",), "--header-env"),
        (("--call", "x", "[1]", "http://h/"), "JSON object"),
        (("--call", "x", "{", "http://h/"), "no JSON"),
        (("--transcript", "x", "http://h/"), "belong together"),
        (("--canary", "x", "http://h/"), "belong together"),
        (("--canary", "short", "--transcript", "x", "http://h/"), "12 characters"),
        (("--header-env", "Authorization=NO_SUCH_VARIABLE", "http://h/"), "NO_SUCH_VARIABLE is not set"),
        (("--header-env", "Authorization", "http://h/"), "NAME=VAR"),
        (("--header-env", "Host=PATH", "http://h/"), "protocol sets"),
        (("--header-env", "Mcp-Method=PATH", "http://h/"), "protocol sets"),
        (("--header-env", "A=PATH", *command()), "for a URL"),
        (("--allow-origin", "blog.example.com", "http://h/"), "https://host"),
        (("--host-names", "no-such-file", "http://h/"), "No such file"),
        (("--compare", "no-such-file", "x"), "No such file"),
    ],
)
def test_usage_errors(arguments: tuple[str, ...], message: str) -> None:
    result = probe(*arguments)
    assert isinstance(result.exception, UsageError)
    assert message in str(result.exception)
    assert "secret" not in str(result.exception)


@pytest.mark.parametrize(
    "arguments", [("--revision", "2023-01-01"), ("--max-pages", "0"), ("--max-seconds", "0"), ("--nonsense",)]
)
def test_bad_options(arguments: tuple[str, ...]) -> None:
    assert probe(*arguments, *command()).exit_code == 2


def test_nothing_to_examine() -> None:
    class Bare(Healthy):
        declared = ()

        def items(self, kind: str) -> list[Any]:
            return []

    with serving(Bare("modern")) as (url, _):
        assert probe("--json", url).exit_code == 3


def test_no_server() -> None:
    result = probe("--json", "--", "no-such-command-anywhere")
    assert result.exit_code == 4
    assert [finding["code"] for finding in document(result)["findings"]] == ["cannot-connect"]


def test_a_forced_revision_is_spoken() -> None:
    report = document(probe("--json", "--revision", "2025-03-26", *command("healthy", "handshake")))
    assert report["protocol"]["revision"] == "2025-03-26"
    report = document(probe("--json", "--revision", "2025-03-26", *command("healthy", "modern")))
    assert [finding["code"] for finding in report["findings"]] == ["no-handshake"]
    report = document(probe("--json", "--revision", "2026-07-28", *command("healthy", "handshake")))
    assert report["findings"][0]["code"] == "discover-failed"


def test_a_secret_that_the_server_repeats_is_not_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Gossip(Healthy):
        def search_tool(self) -> dict[str, Any]:
            return {**super().search_tool(), "name": f"search {SECRET}"}

        def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            return {"content": [{"type": "resource_link", "name": "x", "uri": f"post:///{SECRET}"}]}

        def greet(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
            greeting = super().greet(method, params)
            greeting["_meta"]["io.modelcontextprotocol/serverInfo"]["version"] = SECRET
            return greeting

    monkeypatch.setenv("TOKEN", f"Bearer {SECRET}")
    record = tmp_path / "record.json"
    with serving(Gossip("modern")) as (url, seen):
        result = probe("--json", "--header-env", "Authorization=TOKEN", "--record", str(record), url)
    assert seen[0]["authorization"] == f"Bearer {SECRET}"
    assert SECRET not in result.stdout
    assert SECRET not in result.stderr
    assert SECRET not in record.read_text(encoding="utf-8")


# --- what a host shows


@pytest.mark.parametrize(
    ("names", "host", "difference"),
    [
        ("search\nwrite_1\n", 2, "write_2 (page 2) is not shown, 3 in all"),
        ('{"tools": ["search", "write_1", "write_2", "write_3", "write_4", "ghost"]}', 5, "ghost is shown"),
        ("search\nwrite_1\nwrite_2\nwrite_3\nwrite_4\n", 5, None),
        ("search\nwrite_1\nwrite_2\nwrite_3\nwrite_4\nsummarise\ntranslate\n", 5, None),
    ],
)
def test_what_a_host_shows(tmp_path: Path, names: str, host: int, difference: str | None) -> None:
    file = tmp_path / "names.txt"
    file.write_text(names, encoding="utf-8")
    result = probe("--json", "--host-names", str(file), *command())
    report = document(result)
    assert report["lists"]["tools"]["counts"]["host"] == host
    assert [finding["code"] for finding in report["findings"]] == (["host-differs"] if difference else [])
    assert (difference or "") in (report["lists"]["tools"]["first_difference"] or "")


# --- delivery


CANARY = "nobody wrote it down"


@pytest.mark.parametrize(
    ("transcript", "canary", "delivered", "codes"),
    [
        ("The model said that nobody wrote\n   it down.", CANARY, "delivered", []),
        (json.dumps([{"text": "nobody wrote it down"}]), CANARY, "delivered", []),
        ('{"a": "nobody wrote\\u0020it down"}\n{"b": 1}\n', CANARY, "delivered", []),
        ("The model gave a link.", CANARY, "not delivered", ["not-delivered"]),
        ("1 hit for mill", "1 hit for mill", "unverifiable", ["unverifiable"]),
        ("something else", "not in any body at all", "unverifiable", ["unverifiable"]),
    ],
)
def test_delivery(tmp_path: Path, transcript: str, canary: str, delivered: str, codes: list[str]) -> None:
    file = tmp_path / "transcript.txt"
    file.write_text(transcript, encoding="utf-8")
    result = probe("--json", "--transcript", str(file), "--canary", canary, *command())
    report = document(result)
    [link] = report["links"]
    assert link["delivered"] == delivered
    assert link["stage"] == ("delivered" if delivered == "delivered" else "body received")
    assert [finding["code"] for finding in report["findings"]] == codes


def test_a_sentence_that_the_tool_gave_already_proves_nothing(tmp_path: Path) -> None:
    class Telling(Healthy):
        def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            return {"content": [{"type": "text", "text": BODY}, *self.links]}

    file = tmp_path / "transcript.txt"
    file.write_text(BODY, encoding="utf-8")
    with serving(Telling("modern")) as (url, _):
        report = document(probe("--json", "--transcript", str(file), "--canary", CANARY, url))
    assert report["links"][0]["delivered"] == "unverifiable"


def test_a_sentence_of_two_bodies_proves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "transcript.txt"
    file.write_text(BODY, encoding="utf-8")
    server = Healthy("modern")
    server.links.append({**server.links[0], "uri": "post:///2"})
    with serving(server) as (url, _):
        report = document(probe("--json", "--transcript", str(file), "--canary", CANARY, url))
    assert [link["delivered"] for link in report["links"]] == ["unverifiable", "unverifiable"]


# --- records


def record(path: Path, fault: str, era: str = "modern") -> dict[str, Any]:
    with serving(FAULTS[fault](era)) as (url, _):
        probe("--record", str(path), url)
    loaded = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def test_a_record_names_nobody(tmp_path: Path) -> None:
    written = record(tmp_path / "a.json", "repeated-cursor")
    text = json.dumps(written)
    for secret in ("search", "write_1", "post:///", "127.0.0.1", "faulty", BODY[:20]):
        assert secret not in text
    assert written["protocol"] == {"revision": "2026-07-28", "era": "modern"}
    assert written["origin"] == {"transport": "http", "scheme": "http", "loopback": True}
    [link] = written["links"]
    assert link["uri"] == {"label": "uri-1", "scheme": "custom", "length": 9}
    assert (link["tool"], link["body"], link["answer"], link["verdict"]) == (
        "tool-1",
        True,
        "contents",
        "body received",
    )
    assert link["content_type"] == "application/json"
    assert link["read_id"] > link["response_id"]
    assert written["lists"]["tools"]["pages"][0]["cursor"]["length"] == 1
    assert written["findings"] == ["repeated-cursor"]


def test_equal_looks_have_equal_records(tmp_path: Path) -> None:
    for name in "ab":
        record(tmp_path / f"{name}.json", "healthy")
    result = probe("--compare", str(tmp_path / "a.json"), str(tmp_path / "b.json"))
    assert (result.exit_code, result.stdout) == (0, "0 differences.\n")


def test_records_are_compared(tmp_path: Path) -> None:
    record(tmp_path / "a.json", "healthy")
    record(tmp_path / "b.json", "missing-resource", "handshake")
    result = probe("--json", "--compare", str(tmp_path / "a.json"), str(tmp_path / "b.json"))
    comparison = document(result)
    assert result.exit_code == 1
    assert any(warning.startswith("protocol revision differs") for warning in comparison["warnings"])
    assert 'links[1].verdict: "body received" and "link only"' in comparison["differences"]


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        ({"versions": {"server": "2.0"}}, "versions differ"),
        ({"authorization": ["authorization"]}, "authorization differs"),
        ({"protocol": {"revision": "2025-06-18", "era": "handshake"}}, "protocol revision differs"),
    ],
)
def test_what_makes_a_comparison_doubtful_is_said(tmp_path: Path, change: dict[str, Any], warning: str) -> None:
    written = record(tmp_path / "a.json", "healthy")
    (tmp_path / "b.json").write_text(json.dumps({**written, **change}), encoding="utf-8")
    result = probe("--compare", str(tmp_path / "a.json"), str(tmp_path / "b.json"))
    assert result.exit_code == 0
    assert f"Warning: {warning}" in result.stdout.replace("versions differs", "versions differ")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"pressgate_probe_record": 1}', '{"pressgate_probe_record": 2}'])
def test_what_is_no_record(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    result = probe("--compare", str(tmp_path / "a.json"), str(tmp_path / "a.json"))
    assert isinstance(result.exception, UsageError)


def test_a_record_that_can_not_be_written(tmp_path: Path) -> None:
    result = probe("--record", str(tmp_path / "no" / "folder.json"), *command())
    assert result.exit_code != 0
    assert "folder.json" in str(result.exception)
