"""`pressgate probe`: the options, the files they name, and the exit code."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from pressgate.model import StepError, UsageError

from .document import to_document
from .headers import RESERVED
from .host import read_host_names
from .model import Call, HttpTarget, ProbeOptions, ProbeReport, StdioTarget, Target
from .negotiate import REVISIONS
from .records import RecordError, compare_records, make_record, read_record
from .report import make_console, print_comparison, print_report
from .run import run
from .text import hide, secrets_of
from .web import origin_of

_META_DASHES = "pressgate.probe.dashes"
_SHORTEST_CANARY = 12


class _ProbeCommand(click.Command):
    """Remembers whether `--` was there: what follows it is a command to run, and nothing else is."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_META_DASHES] = "--" in args
        return super().parse_args(ctx, args)


@click.command(
    "probe",
    cls=_ProbeCommand,
    options_metavar="[OPTIONS]",
    short_help="Looks at any MCP server: paging, links, bodies.",
)
@click.argument("target", nargs=-1, metavar="URL | -- CMD…", type=click.UNPROCESSED)
@click.option("--revision", type=click.Choice(REVISIONS), help="Speak this protocol revision and no other.")
@click.option("--call", "calls", nargs=2, multiple=True, metavar="NAME JSON", help="Call this tool. Repeatable.")
@click.option("--max-pages", type=click.IntRange(1), default=1000, show_default=True, help="Pages of one list.")
@click.option("--max-seconds", type=click.FloatRange(0.1), default=60.0, show_default=True, help="Time in all.")
@click.option("--host-names", type=click.Path(path_type=Path), metavar="FILE", help="Names that a host shows.")
@click.option("--allow-origin", "origins", multiple=True, metavar="ORIGIN", help="Fetch web links of this origin.")
@click.option("--transcript", type=click.Path(path_type=Path), metavar="FILE", help="The host's conversation.")
@click.option("--canary", metavar="TEXT", help="A sentence that only a linked body has.")
@click.option("--header-env", "headers", multiple=True, metavar="NAME=VAR", help="Send this header from a variable.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Write a masked record.")
@click.option("--compare", nargs=2, type=click.Path(path_type=Path), metavar="A B", help="Compare two records.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def probe_command(ctx: click.Context, /, **given: Any) -> None:
    """Looks at any MCP server from outside: lists page by page, tool results, and each link to its body.

    A server at a URL, or a command to start after `--`.
    """
    if given["compare"]:
        ctx.exit(_compare(given["compare"], given["target"], given["as_json"]))
    target = _target(given["target"], ctx.meta[_META_DASHES])
    options = _options(given, target)
    console = make_console(stderr=given["as_json"])
    report = _look(target, options)
    secrets = secrets_of(options.headers)
    print_report(report, console, secrets)
    if given["record"]:
        record = hide(make_record(report, target, options, now=datetime.now(UTC)), secrets)
        _write(given["record"], json.dumps(record, ensure_ascii=False, indent=2) + "\n")
    if given["as_json"]:
        _print_json(to_document(report, secrets))
    ctx.exit(report.exit_code)


def _look(target: Target, options: ProbeOptions) -> ProbeReport:
    progress = Console(stderr=True)
    if not progress.is_terminal:
        return run(target, options)
    with progress.status("probing") as status:
        show: Callable[[str], None] = status.update
        return run(target, options, show)


def _target(words: tuple[str, ...], dashes: bool) -> Target:
    if not words:
        raise UsageError("nothing to probe: give a URL, or a command after `--`")
    first = words[0]
    if len(words) == 1 and first.lower().startswith(("http://", "https://")):
        if "@" in first.partition("//")[2].partition("/")[0]:
            raise UsageError("a URL with a user name or password in it: use --header-env NAME=VAR instead")
        if origin_of(first) is None:
            raise UsageError("that is no usable http or https URL")
        return HttpTarget(url=first.partition("#")[0])
    if not dashes:
        raise UsageError("that is no http or https URL; to start a command write `pressgate probe -- CMD…`")
    return StdioTarget(command=words)


def _options(given: dict[str, Any], target: Target) -> ProbeOptions:
    if (given["transcript"] is None) != (given["canary"] is None):
        raise UsageError("--transcript and --canary belong together")
    if given["canary"] is not None and len(given["canary"].strip()) < _SHORTEST_CANARY:
        raise UsageError(f"--canary: give a sentence, of {_SHORTEST_CANARY} characters or more")
    if given["headers"] and not isinstance(target, HttpTarget):
        raise UsageError("--header-env is for a URL; a command has the environment itself")
    for origin in given["origins"]:
        if origin_of(origin) is None:
            raise UsageError(f"--allow-origin {origin}: write it as https://host or https://host:port")
    return ProbeOptions(
        revision=given["revision"],
        calls=tuple(_call(name, text) for name, text in given["calls"]),
        max_pages=given["max_pages"],
        max_seconds=given["max_seconds"],
        host_names=_host_names(given["host_names"]),
        allow_origins=given["origins"],
        transcript=_read(given["transcript"], "--transcript") if given["transcript"] else None,
        canary=given["canary"],
        headers=dict(_header(entry) for entry in given["headers"]),
    )


def _call(name: str, text: str) -> Call:
    try:
        arguments = json.loads(text)
    except (ValueError, RecursionError):
        raise UsageError(f"--call {name}: the arguments are no JSON") from None
    if not isinstance(arguments, dict):
        raise UsageError(f"--call {name}: the arguments must be a JSON object, such as '{{}}'")
    return Call(tool=name, arguments=arguments)


def _header(entry: str) -> tuple[str, str]:
    name, equals, variable = entry.partition("=")
    if not equals or not variable or not name or not all(c.isascii() and (c.isalnum() or c in "-_") for c in name):
        raise UsageError("--header-env: write NAME=VAR, a header's name and an environment variable's")
    if name.lower() in RESERVED or name.lower().startswith("mcp-"):
        raise UsageError(f"--header-env {name}: the protocol sets that header itself")
    value = os.environ.get(variable, "").strip()
    if not value:
        raise UsageError(f"--header-env {name}: the environment variable {variable} is not set")
    if not value.isascii() or not value.isprintable():
        raise UsageError(f"--header-env {name}: the value of {variable} is not printable ASCII on one line")
    return name, value


def _host_names(path: Path | None) -> Any:
    if path is None:
        return None
    try:
        return read_host_names(_read(path, "--host-names"))
    except ValueError as error:
        raise UsageError(f"--host-names {path}: {error}") from None


def _compare(paths: tuple[Path, Path], target: tuple[str, ...], as_json: bool) -> int:
    if target:
        raise UsageError("--compare reads two records and probes nothing")
    records = []
    for path in paths:
        try:
            records.append(read_record(_read(path, "--compare")))
        except RecordError as error:
            raise UsageError(f"--compare {path}: {error}") from None
    comparison = compare_records(*records)
    print_comparison(comparison, make_console(stderr=as_json))
    if as_json:
        _print_json(comparison)
    return 1 if comparison["differences"] else 0


def _read(path: Path, option: str) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise UsageError(f"{option} {path}: {reason}") from None


def _write(path: Path, text: str) -> None:
    """Writes the whole file or none of it."""
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_bytes(text.encode("utf-8", "backslashreplace"))
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise StepError(f"--record {path}: {error.strerror}") from None


def _print_json(document: Any) -> None:
    # A lone surrogate of the server's becomes the escape that JSON has for it.
    text = json.dumps(document, ensure_ascii=False, indent=2)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()
