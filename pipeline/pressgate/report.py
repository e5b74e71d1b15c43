"""The approval sheet as markdown: for the terminal, for GitHub's step summary, and beside the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pressgate.model import ChangedPost, StepError
from pressgate.sheet import Row, Sheet, visible

_MARK = {"PASS": "✓ PASS", "FAIL": "✗ FAIL", "ERROR": "! ERROR"}
_SUMMARY = 1_000_000  # bytes; GitHub takes 1 MiB
_DIFF = 4000  # characters of one post's diff; the page shows more


def markdown(sheet: Sheet) -> str:
    """The whole sheet, GitHub-flavoured."""
    return "\n\n".join(part for part in _parts(sheet) if part) + "\n"


def next_steps(sheet: Sheet) -> str:
    """What to do after reading."""
    if not sheet.ready:
        return "Mend what the gates found, then run `pressgate release` again."
    return (
        "Read what becomes public. Then approve exactly these bytes with `pressgate approve` on a terminal and run "
        "`pressgate publish`; in CI, push the tag and approve the environment `pypi`."
    )


def write_summary(path: Path, text: str) -> None:
    """Adds the sheet to a GitHub step summary, cut at a line where it is longer than GitHub takes.

    Raises StepError where the file can't be written.
    """
    data = text.encode()
    if len(data) > _SUMMARY:
        kept = data[:_SUMMARY].decode("utf-8", "ignore").rpartition("\n")[0]
        data = f"{kept}\n\n**The sheet is longer than a step summary can be: read approval.html.**\n".encode()
    try:
        with path.open("ab") as file:
            file.write(data)
    except OSError as error:
        raise StepError(f"{path}: can't be written: {error.strerror}") from None


def _parts(sheet: Sheet) -> Iterator[str]:
    yield f"# {sheet.name} {sheet.version}: approval sheet"
    yield "**Every gate passed.**" if sheet.ready else "**Not ready: a gate failed, broke or did not run.**"
    yield "\n".join(f"- ⚠ {_cell(text)}" for text in sheet.warnings)
    yield _table(
        ("file", "sha256", "bytes", "members"),
        [(f"`{n}`", f"`{d}`", size, members) for n, d, size, members in sheet.artefacts],
    )
    yield _table(("", ""), [(label, _cell(value)) for label, value in sheet.facts])
    yield from _changes(sheet)
    if sheet.reviewed:
        yield f"## Findings let pass since the last release ({len(sheet.reviewed)})"
        yield _table(
            ("code", "post", "reason"), [tuple(map(_cell, (r.code, r.post, r.reason))) for r in sheet.reviewed]
        )
    yield "## Gates"
    yield _table(
        ("gate", "verdict", "examined", "findings"),
        [(gate, _MARK.get(verdict, verdict), n, _cell(findings)) for gate, verdict, n, findings in sheet.gates],
    )
    yield f"## What goes out ({len(sheet.articles)})"
    yield _table(("id", "title", "URL", "licence"), [tuple(map(_cell, row)) for row in sheet.articles])
    yield f"## What stays ({sheet.refused_count})"
    yield _table(("reason", "posts"), sheet.counts) if sheet.counts else "Nothing."
    if sheet.refused:
        yield _table(("file", "title", "reasons"), [tuple(map(_cell, row)) for row in sheet.refused])
    yield "## Next"
    yield next_steps(sheet)


def _changes(sheet: Sheet) -> Iterator[str]:
    comparison = sheet.comparison
    yield "## What becomes public with this release"
    yield f"{_cell(comparison.note[:1].upper() + comparison.note[1:])}."
    if not comparison.known:
        return
    yield (
        f"{len(comparison.new)} new, {len(comparison.changed)} changed, {len(comparison.gone)} gone, "
        f"{comparison.same} as before."
    )
    for heading, posts in (("New", comparison.new), ("Gone", sheet.gone)):
        if posts and not (heading == "New" and comparison.previous is None):
            yield f"### {heading} ({len(posts)})"
            yield _table(
                ("id", "title", "URL", "licence"), [tuple(map(_cell, (p.id, p.title, p.url, p.license))) for p in posts]
            )
    if sheet.newly_count:
        yield f"### Newly refused ({sheet.newly_count})"
        yield (
            _table(("file", "title", "reasons"), [tuple(map(_cell, row)) for row in sheet.newly])
            if sheet.newly
            else "They were in the last release and are refused now. The author's own sheet names them."
        )
    if comparison.changed:
        yield f"### Changed ({len(comparison.changed)})"
        for change in comparison.changed:
            yield from _change(change)


def _change(change: ChangedPost) -> Iterator[str]:
    yield f"#### {_cell(change.after.id)}: {_cell(change.after.title)}"
    if change.fields:
        yield _table(("", "before", "now"), [tuple(map(_cell, row)) for row in change.fields])
    if change.diff:
        text = visible(_wdiff(change))
        cut = f"\n… {len(text) - _DIFF:,} more characters: see approval.html" if len(text) > _DIFF else ""
        text = text[:_DIFF].rstrip("\n") + cut
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
        yield f"{fence}text\n{text}\n{fence}"


def _wdiff(change: ChangedPost) -> str:
    """In the marks of wdiff: [-gone-] and {+new+}."""
    marks = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}", "…": " […] "}
    return "".join(marks[op].format(text) for op, text in change.diff)


def _table(head: Sequence[str], rows: Sequence[Row]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(text: str) -> str:
    """Text that stays text: no markup, link or image of a title's author in a sheet that somebody signs by."""
    return re.sub(r"([\\`*\[\]|])", r"\\\1", " ".join(visible(text).split())).replace("&", "&amp;").replace("<", "&lt;")
