"""What the official SDK's own wire models say of a result: what they refuse, a typed client never sees."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from mcp_types.methods import SERVER_RESULTS
from pydantic import TypeAdapter, ValidationError

# Looked at elsewhere with rules of their own; the two hints say nothing of what arrives.
_LOOKED_AT = frozenset(("nextCursor", "resultType"))
CACHE_HINTS = frozenset(("ttlMs", "cacheScope"))
_OTHER_RESULTS = ("InputRequiredResult", "CreateTaskResult")


def violations(method: str, revision: str | None, result: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Where a result breaks the schema of its revision (paths with what is wrong), and which cache hints it lacks.

    Both are empty where the SDK has no model for the method at that revision.
    """
    adapter = _adapter(method, revision or "")
    if adapter is None:
        return [], []
    try:
        # A lone surrogate is JSON, though the model's parser has no room for it; it isn't what is looked for here.
        adapter.validate_json(json.dumps(result, ensure_ascii=False).encode("utf-8", "replace"), strict=True)
    except ValidationError as error:
        found = [(_path(entry["loc"], result), str(entry["type"])) for entry in error.errors(include_url=False)]
        wrong = [f"{path}: {_words(kind)}" for path, kind in found if path not in _LOOKED_AT | CACHE_HINTS]
        return list(dict.fromkeys(wrong)), sorted({path for path, _ in found if path in CACHE_HINTS})
    return [], []


@cache
def _adapter(method: str, revision: str) -> TypeAdapter[Any] | None:
    model = SERVER_RESULTS.get((method, revision))
    if model is None:
        return None
    members: list[Any] = [member for member in get_args(model) if member.__name__ not in _OTHER_RESULTS] or [model]
    return TypeAdapter(members[0])


def _path(location: tuple[int | str, ...], result: Any) -> str:
    """The part of a model's location that is in the document: union members name classes there, and are left out."""
    steps: list[str] = []
    here = result
    for number, step in enumerate(location):
        if _has(here, step):
            here = here[step]
        elif number < len(location) - 1 or not isinstance(step, str) or step[:1].isupper():
            continue
        steps.append(str(step))
    return ".".join(steps) or "result"


def _has(value: Any, step: int | str) -> bool:
    if isinstance(step, int):
        return isinstance(value, list) and step < len(value)
    return isinstance(value, Mapping) and step in value


def _words(kind: str) -> str:
    return "missing" if kind == "missing" else f"not as the schema says ({kind})"
