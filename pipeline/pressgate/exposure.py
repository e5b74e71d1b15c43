"""Which released versions hold a post, by the index and by the receipts, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from packaging.version import Version

from pressgate import receipt
from pressgate.index_client import IndexClient, IndexFile
from pressgate.model import Config, ReleasedPost
from pressgate.release_compare import is_post, open_release, released_posts


@dataclass(frozen=True, kw_only=True)
class Holder:
    """A version that holds the post. `on_index` is false where only a receipt tells of it; `post` is None then."""

    version: str
    files: tuple[str, ...]
    yanked: bool
    on_index: bool
    post: ReleasedPost | None = None


def exposed(config: Config, name: str, client: IndexClient) -> tuple[Holder, ...]:
    """Every released version that holds the post that `name` (an id or a URL) means, oldest first.

    Every wheel on the index is downloaded and opened, yanked ones too. Raises StepError or Refusal where the index
    can't be read.
    """
    files = client.files()
    released = {file.version: (file, posts) for file, posts in _opened(files, client)}
    urls = {post.url for _, posts in released.values() for post in posts if is_post(name, post.id, post.url)}
    holders = []
    for version, (wheel, posts) in released.items():
        found = next((post for post in posts if is_post(name, post.id, post.url) or post.url in urls), None)
        if found:
            names = tuple(file.name for file in files if file.version == version)
            holders.append(Holder(version=str(version), files=names, yanked=wheel.yanked, on_index=True, post=found))
    on_index = {str(file.version) for file in files}
    for text, listed in receipt.released_with(config.output).items():
        if text not in on_index and any(is_post(name, post_id, url) or url in urls for post_id, url in listed):
            holders.append(Holder(version=text, files=(), yanked=False, on_index=False))
    return tuple(sorted(holders, key=lambda holder: Version(holder.version)))


def _opened(files: Iterable[IndexFile], client: IndexClient) -> Iterable[tuple[IndexFile, tuple[ReleasedPost, ...]]]:
    for file in files:
        if file.kind == "wheel":
            yield file, released_posts(open_release(client, file)) or ()


def advice(config: Config, name: str, holders: Iterable[Holder]) -> str:
    """What to do, step by step; for the public index and for others."""
    holders = tuple(holders)
    if not holders:
        return f"No released version holds '{name}'."
    to_yank = [holder.version for holder in holders if holder.on_index and not holder.yanked]
    steps = []
    if to_yank:
        steps.append(
            f"Yank {', '.join(to_yank)} on the index's page of {config.package.name} (Releases → Options → Yank), so "
            "that nobody gets them who doesn't ask for that very version. Yanked files stay downloadable."
        )
    steps += [
        f"Run 'pressgate takedown {name}': the post and its sentences then stay out of every later release.",
        "Raise [package] version, commit, tag, 'pressgate release', approve, publish: who updates loses the post.",
        "What mirrors and readers have downloaded can't be taken back. If the text must vanish (a secret, a court's "
        "order), change the secret first, and ask the index's administrators to remove the files.",
    ]
    return "\n".join(f"{number}. {text}" for number, text in enumerate(steps, 1))
