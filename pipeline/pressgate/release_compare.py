"""This release beside the last one on the index: which posts are new, which changed and how, which are gone."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import Version

from pressgate import ids
from pressgate.index_client import IndexClient, IndexFile
from pressgate.model import (
    ArtefactView,
    ChangedPost,
    Comparison,
    Config,
    Index,
    LastRelease,
    PressgateError,
    ReleasedPost,
    StepError,
)
from pressgate.urls import url_key
from pressgate.walk import read_artefact
from pressgate.word_diff import word_diff

_SHOWN = ("title", "url", "date", "category", "tags", "description", "license")


def last_release(config: Config, client: IndexClient) -> LastRelease:
    """Downloads and unpacks the last release. Never raises: what stands in the way becomes the note."""
    name = config.package.name
    try:
        file = last_wheel(client.files(), Version(config.package.version))
        if file is None:
            return LastRelease(known=True, note=f"there is no earlier release of {name} on {client.simple}")
        posts = released_posts(open_release(client, file))
    except PressgateError as error:
        return LastRelease(known=False, note=f"not compared with the index: {error}")
    if posts is None:
        note = f"{file.name} on {client.simple} holds no posts of ours: is the name yours?"
        return LastRelease(known=True, note=note)
    return LastRelease(
        known=True,
        note=f"compared with {file.name} on {client.simple}",
        version=str(file.version),
        posts=posts,
        withdrawn=tuple(p for p in posts if any(is_post(entry, p.id, p.url) for entry in config.publish.takedown)),
        public=file.sha256 is not None and not file.yanked and file.project == canonicalize_name(name),
    )


def compare(config: Config, index: Index, last: LastRelease) -> Comparison:
    """This release's index beside the last release."""
    if not last.known:
        return Comparison(known=False, note=last.note)
    if last.version is None:
        return first_release(index, last.note, config.licenses.content)
    after = posts_of(index.document, index.files, config.licenses.content)
    return difference(last.posts, after, last.version, last.note)


def first_release(index: Index, note: str, content: str) -> Comparison:
    """Everything is new."""
    return Comparison(known=True, note=note, new=posts_of(index.document, index.files, content))


def last_wheel(files: Iterable[IndexFile], version: Version) -> IndexFile | None:
    """The wheel of the highest version below `version`; a yanked one only where no other is left."""
    earlier = [file for file in files if file.kind == "wheel" and file.version < version]
    return max(earlier, key=lambda file: (not file.yanked, file.version), default=None)


def open_release(client: IndexClient, file: IndexFile) -> ArtefactView:
    """Downloads a file of the index and reads its members. Raises StepError for a name that is a path."""
    if Path(file.name).name != file.name:
        raise StepError(f"{client.simple}: offers a file whose name is a path")
    with tempfile.TemporaryDirectory(prefix="pressgate-last-") as folder:
        path = Path(folder, file.name)
        path.write_bytes(client.download(file))
        return read_artefact(path)


def released_posts(view: ArtefactView) -> tuple[ReleasedPost, ...] | None:
    """The posts in a wheel of ours, whatever its import name; None where it holds no index that can be read."""
    names = [name for name in view.members if name.count("/") == 2 and name.endswith("/data/index.json")]
    if len(names) != 1:
        return None
    folder = names[0].removesuffix("index.json")
    files = {name.removeprefix(folder): data for name, data in view.members.items() if name.startswith(folder)}
    try:
        document = json.loads(files["index.json"])
        return posts_of(document, files, str(document.get("licenses", {}).get("content", "")))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def posts_of(document: Mapping[str, Any], files: Mapping[str, bytes], content: str) -> tuple[ReleasedPost, ...]:
    """The posts of an index document (schema 1) with their bodies. `content` is the licence where a post has none."""
    return tuple(
        ReleasedPost(
            id=str(article["id"]),
            title=str(article["title"]),
            url=str(article["url"]),
            license=str(article.get("license") or content),
            fields={name: _text(article[name]) for name in _SHOWN if article.get(name)},
            body=files[article["file"]].decode("utf-8"),
        )
        for article in document["articles"]
    )


def difference(
    before: tuple[ReleasedPost, ...], after: tuple[ReleasedPost, ...], previous: str, note: str
) -> Comparison:
    """Pairs posts by id, then by URL (an id may change), and tells the rest apart."""
    pairs = _pair(before, after)
    paired = {id(old) for old, _ in pairs}
    changed = [change for old, new in pairs if (change := _change(old, new))]
    known = {id(new) for _, new in pairs}
    return Comparison(
        known=True,
        note=note,
        previous=previous,
        previous_count=len(before),
        new=tuple(post for post in after if id(post) not in known),
        changed=tuple(changed),
        gone=tuple(post for post in before if id(post) not in paired),
        same=len(pairs) - len(changed),
    )


def is_post(name: str, post_id: str, url: str) -> bool:
    """Whether `name`, an id as readers write it or a URL, means the post with this id and URL."""
    if "://" in name:
        key = url_key(name)
        return key is not None and key == url_key(url)
    return bool(name.strip()) and ids.same(name, post_id)


def too_many_gone(comparison: Comparison) -> bool:
    """Whether more than a fifth of the last release's posts are gone: nobody loses so many without saying so."""
    return len(comparison.gone) * 5 > comparison.previous_count


def _pair(before: tuple[ReleasedPost, ...], after: tuple[ReleasedPost, ...]) -> list[tuple[ReleasedPost, ReleasedPost]]:
    by_id = {post.id: post for post in before}
    by_url = {post.url: post for post in before}
    pairs, used, left = [], set(), []
    for post in after:
        old = by_id.get(post.id)
        if old is None:
            left.append(post)
        else:
            pairs.append((old, post))
            used.add(old.id)
    for post in left:
        old = by_url.get(post.url)
        if old is not None and old.id not in used:
            pairs.append((old, post))
            used.add(old.id)
    return pairs


def _change(old: ReleasedPost, new: ReleasedPost) -> ChangedPost | None:
    rows = [("id", old.id, new.id), ("licence", old.license, new.license)]
    rows += [(name, old.fields.get(name, ""), new.fields.get(name, "")) for name in _SHOWN if name != "license"]
    fields = tuple(row for row in rows if row[1] != row[2])
    if not fields and old.body == new.body:
        return None
    return ChangedPost(before=old, after=new, fields=fields, diff=word_diff(old.body, new.body))


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
