"""What every result must be before it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .session import Session
from .shapes import violations
from .wire import json_type


def checked_result(
    session: Session, method: str, result: Any, where: str, *, field: str, quiet: bool = False
) -> Mapping[str, Any] | None:
    """The result if it is complete and `field` is a list, else None, with the findings noted unless `quiet`.

    `resultType` belongs to 2026-07-28 ("Result Responses"); `input_required` is taken at its word in every revision.
    """

    def note(code: str, place: str, detail: str = "") -> None:
        if not quiet:
            session.notebook.add(code, place, detail)

    if not isinstance(result, Mapping):
        note("malformed-result", where, f"the result is a JSON {json_type(result)}, no object")
        return None
    kind = result.get("resultType", "complete")
    if kind == "input_required":
        note("input-required", where)
        return None
    if session.era == "modern" and kind != "complete":
        note("invalid-result-type", where, "unknown" if isinstance(kind, str) else f"a JSON {json_type(kind)}")
        return None
    if session.era == "modern" and "resultType" not in result:
        note("missing-result-type", method)
    if not isinstance(result.get(field), list):
        what = f"`{field}` is a JSON {json_type(result[field])}" if field in result else f"no `{field}`"
        note("malformed-result", where, what)
        return None
    wrong, hints = violations(method, session.revision, result)
    if wrong:
        more = f", and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        note("schema-violation", where, "; ".join(wrong[:3]) + more)
    if hints and not quiet:
        session.notebook.note(
            f"{method}: {' and '.join(hints)} missing or wrong; 2026-07-28 wants both on every result"
        )
    return result
