"""The report for people: a table of lists, one of links, then findings with what to look at next. 100 columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Literal

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .codes import CODES
from .model import LinkReport, ListReport, ProbeFinding, ProbeReport
from .text import hide, printable

WIDTH = 100
_PLACES_SHOWN = 8
_NAMES = {"resourceTemplates": "resource templates"}


def print_report(report: ProbeReport, console: Console, secrets: tuple[str, ...] = ()) -> None:
    """Prints the report; secrets are taken out, control characters of the server's shown as escapes."""

    def clean(text: str | None) -> str:
        return printable(hide(text or "", secrets))

    server = " ".join(filter(None, (clean(report.server.name), clean(report.server.version)))) or "unnamed server"
    protocol = f"{report.revision} ({report.era})" if report.revision else "no protocol agreed on"
    console.print(Text(f"{server} · {protocol} · {report.transport} · {report.seconds:.1f} s"), soft_wrap=False)
    console.print()
    console.print(_list_table(report.lists))
    for entry in report.lists:
        if entry.first_difference:
            text = f"{_name(entry)}: first difference at {clean(entry.first_difference)}"
            console.print(Padding(Text(text), (0, 0, 0, 2), expand=False))
    console.print()
    _print_results(report, console, clean)
    if report.links:
        console.print(_link_table(report.links, clean))
        console.print()
    _print_findings(report.findings, console, secrets)
    for note in report.notes:
        console.print(Text(f"Note: {clean(note)}"))
    _print_stderr(report, console, clean)
    console.print(Text(_summary(report)))


def print_comparison(comparison: Mapping[str, list[str]], console: Console) -> None:
    """Prints what `compare_records` found."""
    for warning in comparison["warnings"]:
        console.print(Text(f"Warning: {printable(warning)}"))
    for difference in comparison["differences"]:
        console.print(Text(printable(difference)))
    count = len(comparison["differences"])
    console.print(Text(f"{count} differences." if count != 1 else "1 difference."))


def make_console(*, stderr: bool) -> Console:
    """A console of at most 100 columns, and of just that where there is no terminal to ask."""
    console = Console(stderr=stderr, highlight=False, emoji=False)
    console.width = min(console.width, WIDTH) if console.is_terminal else WIDTH
    return console


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        justify: Literal["left", "right"] = "right" if column[0] == "#" else "left"
        table.add_column(column.strip("#~"), justify=justify, no_wrap=column[0] != "~", overflow="fold")
    return table


def _name(entry: ListReport) -> str:
    return _NAMES.get(entry.kind, entry.kind)


def _list_table(lists: tuple[ListReport, ...]) -> Table:
    table = _table("list", "#pages", "#follow-ups", "#collected", "#unique", "#host shows", "ends with", "complete")
    for entry in lists:
        if not entry.offered:
            table.add_row(_name(entry), *["–"] * 5, "not offered", "")
            continue
        counts = (len(entry.pages), entry.follow_ups, entry.collected, entry.unique)
        host = "–" if entry.host is None else str(entry.host)
        table.add_row(_name(entry), *map(str, counts), host, entry.stopped, "yes" if entry.complete else "NO")
    return table


def _print_results(report: ProbeReport, console: Console, clean: object) -> None:
    assert callable(clean)
    if report.revision is None:
        return
    if not report.results:
        console.print(Text("No tool was called: none is read-only with arguments that its schema fills. Use --call."))
        console.print()
        return
    table = _table("~tool", "~content", "#characters", "structured", "answer")
    for result in report.results:
        kinds: dict[str, int] = defaultdict(int)
        for item in result.items:
            kinds[item.type or "?"] += 1
        content = ", ".join(f"{count} {clean(kind)}" for kind, count in kinds.items()) or "–"
        answer = "tool error" if result.is_error else "complete" if result.complete else "NOT COMPLETE"
        chars = str(sum(item.chars for item in result.items))
        table.add_row(escape(clean(result.tool)), escape(content), chars, "yes" if result.structured else "no", answer)
    console.print(table)
    console.print()


def _link_table(links: tuple[LinkReport, ...], clean: object) -> Table:
    assert callable(clean)
    table = _table("~tool", "~link", "stage", "#text/blob", "#characters", "verdict")
    for link in links:
        table.add_row(
            escape(clean(link.tool)),
            escape(_short(clean(link.uri))),
            link.stage,
            f"{link.text}/{link.blob}",
            str(link.chars),
            link.verdict,
        )
    return table


def _short(uri: str) -> str:
    """Both ends of a long URI, since what tells links apart may be at either."""
    return uri if len(uri) <= 60 else f"{uri[:36]}…{uri[-23:]}"


def _print_findings(findings: tuple[ProbeFinding, ...], console: Console, secrets: tuple[str, ...]) -> None:
    by_code: dict[str, list[ProbeFinding]] = defaultdict(list)
    for finding in findings:
        by_code[finding.code].append(finding)
    for code, places in by_code.items():
        console.print(Text(code, style="bold"))
        console.print(Padding(Text(CODES[code].meaning), (0, 0, 0, 2), expand=False))
        for finding in places[:_PLACES_SHOWN]:
            text = f"at {finding.where}" + (f": {finding.detail}" if finding.detail else "")
            console.print(Padding(Text(printable(hide(text, secrets))), (0, 0, 0, 4), expand=False))
        if len(places) > _PLACES_SHOWN:
            console.print(Padding(Text(f"and {len(places) - _PLACES_SHOWN} more places"), (0, 0, 0, 4), expand=False))
        console.print(Padding(Text(f"Next: {CODES[code].look}"), (0, 0, 0, 2), expand=False))
        console.print()


def _print_stderr(report: ProbeReport, console: Console, clean: object) -> None:
    """The end of the child's stderr, where the child ended before it should have."""
    assert callable(clean)
    if not report.stderr or not {"server-exited", "pipe-closed"} & {finding.code for finding in report.findings}:
        return
    console.print(Text("The server's stderr ended with:"))
    for line in report.stderr.splitlines()[-5:]:
        console.print(Padding(Text(clean(line[:400])), (0, 0, 0, 4), expand=False))
    console.print()


def _summary(report: ProbeReport) -> str:
    if report.broken:
        return "Broken: there was no server to look at."
    if report.findings or report.incomplete:
        count = len(report.findings)
        seen = "Something was not seen to its end" if report.incomplete else "Everything was seen"
        return f"{seen}; {count} finding{'' if count == 1 else 's'}."
    return "Clean." if report.examined else "Nothing to examine: the server offers nothing."
