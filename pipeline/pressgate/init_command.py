"""The command `init`."""

from __future__ import annotations

from pathlib import Path

import click

from pressgate.init import start


@click.command()
@click.argument("root", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
def init_command(root: Path) -> None:
    """Write pressgate.toml, the release workflow and a noxfile for the site in DIR; overwrite nothing."""
    started = start(root)
    site = started.site
    found = f"{site.generator} ({site.config})" if site.config else "no site generator: every post states its own URL"
    click.echo(f"site      {found}, posts in {site.posts}")
    for name in started.written:
        click.echo(f"written   {name}")
    for name in started.kept:
        click.echo(f"kept      {name} (as it was)")
    click.echo("\nTo do:")
    for number, step in enumerate(started.steps, 1):
        click.echo(f"{number}. {step}")
