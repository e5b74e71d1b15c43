"""`pressgate serve`: the server on the index as it was last staged, before anything is installed."""

from __future__ import annotations

from pathlib import Path

import click

from pressgate.config import load
from pressgate.model import NothingToExamine, StepError, UsageError


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("root", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option("--http", metavar="HOST:PORT", help="Serve over HTTP instead of standard input and output.")
@click.argument("options", metavar="[-- SERVER OPTIONS]", nargs=-1, type=click.UNPROCESSED)
def serve_command(root: Path, http: str | None, options: tuple[str, ...]) -> None:
    """The server on the index as it stands: over standard input and output, or over HTTP.

    What follows `--` goes to the server; `-- --help` says what it takes.
    """
    config = load(root)
    data = config.output / "stage" / "src" / config.package.import_name / "data"
    if not data.is_dir():
        raise NothingToExamine(f"{data}: there is no index; run 'pressgate build' first")
    from pressgate_server import app
    from pressgate_server import options as server_options
    from pressgate_server.errors import StartError

    arguments = [*(["--http", http] if http else []), *options]
    try:
        chosen = server_options.read(arguments) if arguments else None
        app.run(app.create_server(data), chosen)
    except StartError as error:
        raise StepError(str(error)) from None
    except SystemExit as stop:
        if stop.code:
            raise UsageError("the server's options are wrong, see above") from None
