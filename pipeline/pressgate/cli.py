"""The command line: composes the steps, and turns every exception into one line and an exit code."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

import click
from rich.console import Console

from pressgate import __version__, chain
from pressgate.admit import admit
from pressgate.build import artefacts, stage_only
from pressgate.check_report import print_check, print_why, to_json
from pressgate.config import load
from pressgate.gates import NAMES
from pressgate.model import GateResult, NothingToExamine, PressgateError, UsageError
from pressgate.onlookers import is_public
from pressgate.verify import verify
from pressgate.walk import read_artefact

_INTERRUPTED = 130


class _Moment(click.ParamType[datetime]):
    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"'{value}' is no time; write one such as 2026-11-30T09:00:00+09:00", param, ctx)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


_dir = click.argument("root", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
_now = click.option("--now", type=_Moment(), help="Admit posts as of TIME. What is built so can't be published.")
_json = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")


class _Group(click.Group):
    """Commands with modules of their own are imported when they are asked for, so that the others start quickly."""

    MODULES: ClassVar = {
        "scan": "pressgate.scan_command:scan_command",
        "probe": "pressgate.probe.command:probe_command",
        "serve": "pressgate.serve_command:serve_command",
        "approve": "pressgate.publish_commands:approve_command",
        "publish": "pressgate.publish_commands:publish_command",
        "workflow-check": "pressgate.workflow_check:workflow_check_command",
        "exposure": "pressgate.outward_commands:exposure_command",
        "takedown": "pressgate.outward_commands:takedown_command",
        "init": "pressgate.init_command:init_command",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *self.MODULES})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.MODULES:
            return super().get_command(ctx, cmd_name)
        module, _, name = self.MODULES[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pressgate")
def cli() -> None:
    """Public markdown posts in, a read-only MCP server in a wheel out, past every gate."""


@cli.command()
@_dir
@_now
@_json
@click.option("--admitted", is_flag=True, help="Show the admitted posts alone.")
@click.option("--refused", is_flag=True, help="Show the refused posts alone.")
@click.option("--why", metavar="FILE", help="Everything about one post.")
def check(root: Path, now: datetime | None, as_json: bool, admitted: bool, refused: bool, why: str | None) -> None:
    """Parse the posts and judge each: admitted or refused, and why."""
    admission = admit(load(root), now)
    console = _people(as_json)
    if as_json:
        click.echo(to_json(admission))
    if why:
        found = [d for d in admission.decisions if Path(why).as_posix().endswith(d.source.path) or d.source.path == why]
        if not found:
            raise UsageError(
                f"{why}: is none of the {len(admission.decisions)} posts; paths count from the posts' folder"
            )
        for decision in found:
            print_why(console, decision)
    else:
        both = admitted == refused
        shown = admission.decisions if both else admission.admitted if admitted else admission.refused
        print_check(console, admission, shown, public=is_public())
    if not admission.admitted:
        raise NothingToExamine("no post is admitted")


@cli.command()
@_dir
@_now
@click.option("--until", type=click.Choice(["index", "wheel"]), default="wheel", help="Stop after that step.")
@click.option("--verify", "wheel", type=click.Path(path_type=Path), help="Only rebuild this wheel and compare.")
def build(root: Path, now: datetime | None, until: str, wheel: Path | None) -> None:
    """Build the wheel (and the sdist where asked) into .pressgate/dist."""
    if wheel is not None:
        _verify(root, wheel)
        return
    with _progress() as progress:
        progress("posts")
        corpus = chain.open_corpus(root, now)
        if until == "index":
            folder = stage_only(corpus.config, chain.make_index(corpus, progress))
            click.echo(f"{folder}: {len(corpus.admission.admitted)} articles", err=True)
            return
        built = chain.make(corpus, progress)
    for artefact in built:
        click.echo(f"{artefact.path}  sha256 {artefact.sha256}", err=True)


def _verify(root: Path, wheel: Path) -> None:
    with _progress() as progress:
        progress("rebuild")
        found = verify(root, wheel)
    for note in found.notes:
        click.echo(note)
    click.echo(f"{'the same bytes' if found.same else 'NOT the same bytes'}: {wheel.name}  sha256 {found.sha256}")
    if not found.same:
        raise SystemExit(1)


@cli.command()
@_dir
@_now
@_json
@click.option("--only", multiple=True, type=click.Choice(NAMES), help="One gate alone; may be given more than once.")
def gate(root: Path, now: datetime | None, as_json: bool, only: tuple[str, ...]) -> None:
    """Run every gate on what was built."""
    with _progress() as progress:
        progress("posts")
        corpus = chain.open_corpus(root, now)
        results = chain.gate(corpus, progress, only)
    _finish(corpus, results, as_json)


@cli.command()
@_dir
@_now
@_json
def release(root: Path, now: datetime | None, as_json: bool) -> None:
    """Check, build, gate and write the approval sheet: all but publish."""
    with _progress() as progress:
        progress("posts")
        corpus = chain.open_corpus(root, now)
        chain.make(corpus, progress)
        results = chain.gate(corpus, progress)
    print_check(_people(as_json), corpus.admission, (), public=True)
    _finish(corpus, results, as_json)


def _finish(corpus: chain.Corpus, results: tuple[GateResult, ...], as_json: bool) -> None:
    console = _people(as_json)
    found = artefacts(corpus.config.output / "dist")
    if as_json:
        members = {a.path.name: len(read_artefact(a.path).members) for a in found}
        click.echo(chain.gates_json(found, members, results))
    for result in results:
        line = f"{result.gate:<9} {result.verdict:<5} {result.examined:>6} examined {result.seconds:>6.1f} s"
        console.print(line, highlight=False, style={"PASS": "green"}.get(result.verdict, "red"))
        for f in result.findings:
            place = f"{f.where}:{f.line}" if f.line else f.where
            console.print(f"  {f.code}  {place}  {f.detail}", highlight=False, markup=False, soft_wrap=True)
    console.print(f"sheet   {corpus.config.output / 'approval.md'}", highlight=False, soft_wrap=True)
    for artefact in found:
        console.print(f"sha256  {artefact.sha256}  {artefact.path.name}", highlight=False, soft_wrap=True)
    verdicts = {result.verdict for result in results}
    if verdicts != {"PASS"}:
        raise SystemExit(4 if "ERROR" in verdicts else 1)


def _people(as_json: bool) -> Console:
    stream = sys.stderr if as_json else sys.stdout
    return Console(file=stream, width=None if stream.isatty() else 200)


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """A line that names the step under way, on a terminal; nothing elsewhere."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _step: None
        return
    with console.status("") as status:
        yield status.update


def main() -> None:
    """The `pressgate` command. Exits with 0 to 4 as the design's table says, and with 130 when it is interrupted."""
    signal.signal(signal.SIGTERM, _interrupt)
    raise SystemExit(_run(sys.argv[1:]))


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """Interrupts, so that what was started ends in the way that an interrupt ends it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell
        raise KeyboardInterrupt
    signal.raise_signal(signal.SIGINT)


def _run(arguments: list[str]) -> int:
    try:
        result = cli.main(arguments, prog_name="pressgate", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except PressgateError as error:
        for line in str(error).splitlines():
            click.echo(f"pressgate: {line}", err=True)
        return error.exit_code
    except click.ClickException as error:
        click.echo(f"pressgate: {error.format_message()}; see 'pressgate --help'", err=True)
        return 2
    except (KeyboardInterrupt, click.Abort):
        click.echo("pressgate: interrupted; nothing half-written is left", err=True)
        return _INTERRUPTED
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 4
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 4
    except Exception as error:
        if os.environ.get("PRESSGATE_DEBUG"):
            raise
        click.echo(f"pressgate: broke: {type(error).__name__}; set PRESSGATE_DEBUG=1 to see where", err=True)
        return 4
