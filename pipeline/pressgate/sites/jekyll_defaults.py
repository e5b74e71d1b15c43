"""Jekyll's front matter defaults: values that `_config.yml` gives to pages by path and type."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from pressgate.sites.settings import table_of

_TYPES = {"page": "pages", "post": "posts", "draft": "drafts"}


def defaults(settings: Mapping[str, Any], path: PurePosixPath, kind: str) -> dict[str, Any]:
    """The values for the page at `path` (relative to the source) of the type `kind` (pages, posts or a collection)."""
    found: dict[str, Any] = {}
    scope: tuple[int, bool] | None = None
    sets = settings.get("defaults")
    for entry in sets if isinstance(sets, list) else ():
        values = table_of(entry, "values") if isinstance(entry, Mapping) else {}
        own = table_of(entry, "scope") if isinstance(entry, Mapping) else {}
        if not values or not _applies(own, path, kind):
            continue
        rank = (len(str(own.get("path") or "").strip("/")), "type" in own)
        if scope is None or rank[0] > scope[0] or (rank[0] == scope[0] and (rank[1] or not scope[1])):
            found, scope = {**found, **values}, rank
        else:
            found = {**values, **found}
    return found


def _applies(scope: Mapping[str, Any], path: PurePosixPath, kind: str) -> bool:
    wanted = scope.get("type")
    if wanted is not None and _TYPES.get(str(wanted), str(wanted)) != kind:
        return False
    prefix = str(scope.get("path") or "").strip("/")
    if "*" in prefix:
        return any(fnmatchcase(str(part), prefix) for part in (path, *path.parents))
    return path.as_posix().startswith(prefix)
