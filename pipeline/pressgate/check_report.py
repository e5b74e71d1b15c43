"""What `pressgate check` prints: JSON for programs, totals and a table for people."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pressgate.model import Admission, Decision, Reason


def to_json(admission: Admission) -> str:
    """One document: every post with its verdict and reasons, in the order of paths; absent values are null."""
    document = {
        "posts": [_post(decision) for decision in admission.decisions],
        "admitted": len(admission.admitted),
        "refused": len(admission.refused),
    }
    return json.dumps(document, ensure_ascii=False, indent=2)


def _post(decision: Decision) -> dict[str, Any]:
    post = decision.post
    return {
        "file": decision.source.path,
        "dialect": post.dialect if post else None,
        "id": post.id if post else None,
        "title": post.title if post else None,
        "date": post.date if post else None,
        "url": post.url if post else None,
        "category": post.category if post else None,
        "tags": list(post.tags) if post else [],
        "description": post.description if post else None,
        "admitted": decision.admitted,
        "reasons": [{"code": r.code, "message": r.message, "line": r.line} for r in decision.reasons],
    }


def print_check(console: Console, admission: Admission, shown: tuple[Decision, ...], *, public: bool) -> None:
    """Totals by reason, then a row for each post in `shown`; with `public`, refused posts are counts alone."""
    console.print(f"{len(admission.admitted)} admitted, {len(admission.refused)} refused", highlight=False)
    counts = Counter(code for d in admission.refused for code in {reason.code for reason in d.reasons})
    for code, count in counts.most_common():
        console.print(f"  {count:>6}  {code}", highlight=False)
    for warning in admission.warnings:
        console.print(f"warning: {escape(warning)}", highlight=False)
    rows = [decision for decision in shown if decision.admitted or not public]
    if rows:
        console.print(_table(rows))


def _table(rows: list[Decision]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("file", "", "title", "URL or reasons"):
        table.add_column(name, overflow="fold")
    for decision in rows:
        post = decision.post
        codes = ", ".join(dict.fromkeys(reason.code for reason in decision.reasons))
        last = (post.url or "") if post and decision.admitted else codes
        mark = "[green]admitted[/]" if decision.admitted else "[red]refused[/]"
        table.add_row(escape(decision.source.path), mark, escape(post.title if post else ""), escape(last))
    return table


def print_why(console: Console, decision: Decision) -> None:
    """Everything that was said about one post: the verdict, each reason with its line, the notes."""
    console.print(
        f"{decision.source.path}: {'admitted' if decision.admitted else 'refused'}", highlight=False, markup=False
    )
    for label, items in (("", decision.reasons), ("note: ", decision.notes)):
        for item in items:
            console.print(f"  {label}{_place(item)}{item.code}: {item.message}", highlight=False, markup=False)
    if decision.post and decision.admitted:
        console.print(f"  {decision.post.id}  {decision.post.url}", highlight=False, markup=False)


def _place(reason: Reason) -> str:
    return f"line {reason.line}: " if reason.line else ""
