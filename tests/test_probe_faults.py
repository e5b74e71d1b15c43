"""Each faulty server is named rightly, over stdio and HTTP (JSON and event streams), in both eras."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from faulty.faults import FAULTS
from faulty.serve import serving
from pressgate.probe import HttpTarget, ProbeOptions, ProbeReport, StdioTarget, run, to_document
from pressgate.probe.model import Target

SERVE = Path(__file__).parent / "faulty" / "serve.py"
ERAS = ("modern", "handshake")
TRANSPORTS = ("stdio", "json", "sse")
OPTIONS = ProbeOptions(max_seconds=20, max_pages=40)


@contextmanager
def target(transport: str, fault: str, era: str) -> Iterator[Target]:
    if transport == "stdio":
        yield StdioTarget(command=(sys.executable, str(SERVE), fault, era))
        return
    with serving(FAULTS[fault](era), sse=transport == "sse") as (url, _):
        yield HttpTarget(url=url)


def look(transport: str, fault: str, era: str, options: ProbeOptions = OPTIONS) -> ProbeReport:
    with target(transport, fault, era) as where:
        return run(where, options)


def codes(report: ProbeReport) -> set[str]:
    return {finding.code for finding in report.findings}


# fault, what it must be called (all of it, and nothing else), how the list of tools ends
LISTS: list[tuple[str, set[str], str]] = [
    ("healthy", set(), "end"),
    ("empty-cursor", set(), "end"),
    ("long-cursor", set(), "end"),
    ("number-cursor", {"invalid-cursor"}, "invalid-cursor"),
    ("zero-cursor", {"invalid-cursor"}, "invalid-cursor"),
    ("boolean-cursor", {"invalid-cursor"}, "invalid-cursor"),
    ("list-cursor", {"invalid-cursor"}, "invalid-cursor"),
    ("object-cursor", {"invalid-cursor"}, "invalid-cursor"),
    ("repeated-cursor", {"repeated-cursor"}, "repeated-cursor"),
    ("repeated-empty-cursor", {"repeated-cursor"}, "repeated-cursor"),
    ("circular-cursor", {"repeated-cursor"}, "repeated-cursor"),
    ("expired-cursor", {"cursor-expired"}, "end"),
    ("always-expired-cursor", {"cursor-expired", "list-error"}, "error"),
    ("failing-page", {"list-error"}, "error"),
    ("shrinking-page", {"list-changed"}, "end"),
    ("reordered-list", {"list-changed"}, "end"),
    ("duplicate-names", {"duplicate-names"}, "end"),
    ("misspelt-tools", {"malformed-result"}, "error"),
    ("tools-as-object", {"malformed-result"}, "error"),
    ("nameless-tool", {"schema-violation"}, "end"),
    ("list-input-required", {"input-required"}, "error"),
    ("undeclared", {"undeclared-capability"}, "end"),
    ("nothing-declared", {"undeclared-capability"}, "end"),
]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(("fault", "expected", "stopped"), LISTS, ids=[row[0] for row in LISTS])
def test_list_faults(transport: str, era: str, fault: str, expected: set[str], stopped: str) -> None:
    report = look(transport, fault, era)
    tools = report.lists[0]
    assert codes(report) == expected
    assert (tools.stopped, tools.complete) == (stopped, stopped == "end")
    assert report.era == era
    assert report.exit_code == (1 if expected else 0)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize(("era", "stopped"), [("modern", "invalid-cursor"), ("handshake", "end")])
def test_null_ends_a_list_only_in_the_handshake_era(transport: str, era: str, stopped: str) -> None:
    report = look(transport, "null-cursor", era)
    tools = report.lists[0]
    assert codes(report) == {"null-cursor"}
    assert (tools.stopped, tools.complete, tools.collected) == (stopped, stopped == "end", 2)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("era", ERAS)
def test_same_page_for_different_cursors(transport: str, era: str) -> None:
    report = look(transport, "same-page", era)
    assert codes(report) == {"repeated-page", "duplicate-names"}
    assert (report.lists[0].collected, report.lists[0].unique, report.lists[0].duplicates) == (6, 2, 4)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("era", ERAS)
def test_endless_list_ends_at_the_page_limit(transport: str, era: str) -> None:
    report = look(transport, "endless-list", era)
    assert {entry.stopped for entry in report.lists} == {"page-limit"}
    assert {len(entry.pages) for entry in report.lists} == {40}
    assert "page-limit" in codes(report)


def test_a_link_need_not_be_on_the_list() -> None:
    assert look("stdio", "healthy", "modern").links[0].listed
    assert not look("stdio", "unlisted-link", "modern").links[0].listed


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_list_of_as_many_pages_as_allowed_is_complete(transport: str) -> None:
    assert look(transport, "healthy", "modern", ProbeOptions(max_pages=3)).lists[0].complete
    report = look(transport, "healthy", "modern", ProbeOptions(max_pages=2))
    assert (report.lists[0].stopped, report.lists[0].complete) == ("page-limit", False)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("era", ERAS)
def test_slow_page_ends_at_the_time_limit(transport: str, era: str) -> None:
    report = look(transport, "slow-page", era, ProbeOptions(max_seconds=4))
    tools = report.lists[0]
    assert "time-limit" in codes(report)
    assert (tools.stopped, tools.complete, tools.collected) == ("time-limit", False, 2)
    assert report.seconds < 12


# faults that 2026-07-28 alone has rules for
MODERN_LISTS: list[tuple[str, set[str], str]] = [
    ("unknown-result-type", {"invalid-result-type"}, "error"),
    ("no-result-type", {"missing-result-type"}, "end"),
    ("mixed-cache-scope", {"cache-scope-differs"}, "end"),
]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize(("fault", "expected", "stopped"), MODERN_LISTS, ids=[row[0] for row in MODERN_LISTS])
def test_modern_list_faults(transport: str, fault: str, expected: set[str], stopped: str) -> None:
    report = look(transport, fault, "modern")
    assert codes(report) == expected
    assert report.lists[0].stopped == stopped


MESSAGES: list[tuple[str, set[str]]] = [
    ("wrong-id", {"wrong-response-id"}),
    ("text-id", {"wrong-response-id"}),
    ("null-id", {"wrong-response-id"}),
    ("old-version", {"malformed-message"}),
    ("result-and-error", {"malformed-message"}),
    ("null-result", {"malformed-result"}),
    ("not-a-number", {"malformed-message"}),
]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(("fault", "expected"), MESSAGES, ids=[row[0] for row in MESSAGES])
def test_message_faults(transport: str, era: str, fault: str, expected: set[str]) -> None:
    report = look(transport, fault, era, ProbeOptions(max_seconds=8))
    assert codes(report) == expected
    assert not report.lists[0].complete
    assert report.lists[0].collected == 0


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("era", ERAS)
def test_doubled_keys_are_seen(transport: str, era: str) -> None:
    assert codes(look(transport, "doubled-key", era)) == {"duplicate-keys"}


@pytest.mark.parametrize("era", ERAS)
def test_junk_is_named_with_its_line(era: str) -> None:
    report = look("stdio", "junk", era)
    first = 2 if era == "modern" else 3
    assert [(finding.code, finding.where) for finding in report.findings] == [
        ("junk-on-stdout", f"stdout line {line}") for line in (first, first + 1, first + 2)
    ]
    assert report.lists[0].complete


@pytest.mark.parametrize("era", ERAS)
def test_second_answers_are_seen_and_hide_nothing(era: str) -> None:
    report = look("stdio", "answers-twice", era)
    assert codes(report) == {"wrong-response-id"}
    assert all(entry.complete for entry in report.lists)


@pytest.mark.parametrize("transport", ["stdio", "sse"])
def test_requests_of_the_server(transport: str) -> None:
    assert codes(look(transport, "server-requests", "handshake")) == set()
    assert codes(look(transport, "server-requests", "modern")) == {"forbidden-server-request"}


def test_requests_of_the_server_are_answered() -> None:
    report = look("stdio", "waits-for-replies", "handshake")
    assert codes(report) == set()
    assert report.links[0].verdict == "body received"


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_message_over_the_limit_hides_nothing_else(transport: str) -> None:
    report = look(transport, "huge-line", "modern")
    assert codes(report) == {"message-too-large"}
    assert [entry.complete for entry in report.lists] == [True, False, True, True]


def test_a_flood_of_notifications_ends() -> None:
    options = ProbeOptions(max_seconds=20, max_messages=2000)
    report = look("stdio", "flood", "handshake", options)
    assert codes(report) == {"traffic-limit"}
    assert not report.lists[0].complete


# fault, codes, verdict, stage, and how many contents, texts and blobs came
LINKS: list[tuple[str, set[str], str, str, tuple[int, int, int]]] = [
    ("healthy", set(), "body received", "body received", (1, 1, 0)),
    ("unlisted-link", set(), "body received", "body received", (1, 1, 0)),
    ("custom-scheme", set(), "body received", "body received", (1, 1, 0)),
    ("served-web-link", set(), "body received", "body received", (1, 1, 0)),
    ("picture", set(), "body received", "body received", (1, 0, 1)),
    ("missing-resource", {"link-missing"}, "link only", "read requested", (0, 0, 0)),
    ("broken-resource", {"link-error"}, "link only", "read requested", (0, 0, 0)),
    ("blob-only", {"blob-only"}, "body received", "body received", (1, 0, 1)),
    ("binary-blob", {"blob-only"}, "body received", "body received", (1, 0, 1)),
    ("korean-charset", {"blob-only"}, "body received", "body received", (1, 0, 1)),
    ("invalid-blob", {"invalid-blob"}, "link only", "read requested", (1, 0, 1)),
    ("wrong-charset", {"undecodable-text"}, "link only", "read requested", (1, 0, 1)),
    ("half-empty", {"partly-empty"}, "partly read", "body received", (2, 2, 0)),
    ("empty-text", {"empty-text"}, "link only", "read requested", (1, 1, 0)),
    ("no-contents", {"empty-contents"}, "link only", "read requested", (0, 0, 0)),
    ("neither-text-nor-blob", {"schema-violation"}, "link only", "read requested", (1, 0, 0)),
    ("misspelt-contents", {"malformed-result"}, "link only", "read requested", (0, 0, 0)),
    ("other-resource", {"other-uri"}, "body received", "body received", (1, 1, 0)),
    ("short-body", {"shorter-than-declared"}, "partly read", "body received", (1, 1, 0)),
    ("error-as-body", {"error-as-body"}, "cannot be verified", "read requested", (1, 1, 0)),
    ("korean-error-as-body", {"error-as-body"}, "cannot be verified", "read requested", (1, 1, 0)),
    ("read-input-required", {"input-required"}, "cannot be verified", "read requested", (0, 0, 0)),
    ("huge-body", {"message-too-large", "link-unread"}, "cannot be verified", "read requested", (0, 0, 0)),
    ("file-link", {"file-link"}, "cannot be verified", "read requested", (0, 0, 0)),
    ("foreign-link", {"foreign-link"}, "cannot be verified", "read requested", (0, 0, 0)),
    ("relative-link", {"malformed-link", "link-missing"}, "link only", "read requested", (0, 0, 0)),
]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("fault", "expected", "verdict", "stage", "counts"), LINKS, ids=[f"{row[0]}-link" for row in LINKS]
)
def test_link_faults(
    transport: str, era: str, fault: str, expected: set[str], verdict: str, stage: str, counts: tuple[int, int, int]
) -> None:
    report = look(transport, fault, era)
    [link] = report.links
    assert codes(report) == expected
    assert (link.verdict, link.stage) == (verdict, stage)
    assert (link.contents, link.text, link.blob) == counts
    assert report.exit_code == (1 if expected else 0)


# fault, codes, the types of the items, how many links
RESULTS: list[tuple[str, set[str], list[str | None], int]] = [
    ("healthy", set(), ["text", "resource_link"], 1),
    ("failing-tool", {"tool-error"}, ["text"], 0),
    ("content-as-text", {"malformed-result"}, [], 0),
    ("unknown-content", {"schema-violation"}, ["table", "resource_link"], 1),
    ("empty-embedded", {"empty-item"}, ["resource"], 0),
    ("empty-picture", {"empty-item"}, ["image"], 0),
    ("broken-picture", {"invalid-blob"}, ["image"], 0),
    ("no-structured", {"missing-structured"}, ["text", "resource_link"], 1),
    ("call-input-required", {"input-required"}, [], 0),
    ("link-without-uri", {"malformed-link", "schema-violation"}, ["text", "resource_link"], 0),
]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(("fault", "expected", "types", "links"), RESULTS, ids=[f"{row[0]}-result" for row in RESULTS])
def test_result_faults(
    transport: str, era: str, fault: str, expected: set[str], types: list[str | None], links: int
) -> None:
    report = look(transport, fault, era)
    [result] = report.results
    assert codes(report) == expected
    assert [item.type for item in result.items] == types
    assert len(report.links) == links


def test_findings_show_nothing_of_a_cursor() -> None:
    for fault in ("long-cursor", "repeated-cursor", "expired-cursor"):
        text = json.dumps(to_document(look("stdio", fault, "handshake")), ensure_ascii=False)
        assert "긴 커서" not in text
        assert "from 2" not in text


def test_every_fault_is_tried() -> None:
    tried: set[Any] = {row[0] for table in (LISTS, MODERN_LISTS, MESSAGES, LINKS, RESULTS) for row in table}
    tried |= {"null-cursor", "same-page", "endless-list", "slow-page", "doubled-key", "junk", "server-requests"}
    tried |= {"huge-line", "flood", "answers-twice", "waits-for-replies"}
    in_other_modules = {"silent", "slow-to-start", "dies", "closes-output", "closes-input", "leaves-child"}
    bases = {"cursors", "reads", "linked"}
    assert set(FAULTS) == tried | in_other_modules | bases
