"""The commands `exposure` and `takedown`: what to do about a post that is out and shouldn't be."""

from __future__ import annotations

from pathlib import Path

import click

from pressgate import takedown
from pressgate.admit import admit
from pressgate.config import load
from pressgate.exposure import Holder, advice, exposed
from pressgate.index_client import IndexClient, simple_url
from pressgate.leaks import taken_down
from pressgate.model import Config, PressgateError, ReleasedPost, StepError, UsageError

_post = click.argument("post", metavar="POST")
_dir = click.argument("root", metavar="[DIR]", default=".", type=click.Path(path_type=Path))


@click.command()
@_post
@_dir
def exposure_command(post: str, root: Path) -> None:
    """Which released versions hold a post (its id or URL), and what to do."""
    config = load(root)
    holders = exposed(config, post, _client(config))
    _show(holders)
    click.echo(advice(config, post, holders))


@click.command()
@_post
@_dir
def takedown_command(post: str, root: Path) -> None:
    """Keep a post (its id or URL) and its sentences out of every later release."""
    config = load(root)
    admission = admit(config, None)
    decisions = takedown.find(admission, post)
    trouble, holders = "", tuple[Holder, ...]()
    try:
        holders = exposed(config, post, _client(config))
    except PressgateError as error:
        trouble = str(error)
    released = [holder.post for holder in holders if isinstance(holder.post, ReleasedPost)]
    if not decisions and not released and not trouble:
        raise UsageError(f"'{post}' is the id or URL of no post, here or in a released version")
    others = [d.post.body for d in admission.admitted if d.post and d not in decisions]
    count = takedown.remember(config, post, decisions, released, others)
    takedown.list_it(config, post)
    click.echo(f"{config.root / 'pressgate.toml'}: '{post}' is on [publish] takedown")
    click.echo(f"{config.root / taken_down.FILE}: {count} sentences are kept out from now on; commit both")
    _show(holders)
    click.echo(advice(config, post, holders))
    if trouble:
        raise StepError(f"{trouble}: the released versions weren't looked at; run this again when the index answers")


def _client(config: Config) -> IndexClient:
    return IndexClient(simple=simple_url(config.index), project=config.package.name)


def _show(holders: tuple[Holder, ...]) -> None:
    for holder in holders:
        place = "yanked" if holder.yanked else "on the index" if holder.on_index else "only in a receipt"
        click.echo(f"{holder.version:<12} {place:<18} {', '.join(holder.files)}")
