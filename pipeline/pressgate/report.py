"""The approval sheet: what becomes public, what stays and why, and every gate's word, as markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pressgate.gates import NAMES
from pressgate.model import Admission, Config, GateInput, GateResult, Index
from pressgate.stage import license_expression

_MARK = {"PASS": "✓", "FAIL": "✗", "ERROR": "!"}


def sheet(
    config: Config,
    admission: Admission,
    index: Index,
    given: GateInput,
    results: Mapping[str, GateResult],
    commit: str | None,
    *,
    public: bool,
) -> str:
    """The sheet. With `public` (a CI log can be read by anyone) refused posts appear as counts alone."""
    passed = all(name in results and results[name].verdict == "PASS" for name in NAMES)
    parts = [
        f"# {config.package.name} {config.package.version}: approval sheet",
        "**Every gate passed.**" if passed else "**Not ready: a gate failed, broke or did not run.**",
        _facts(config, admission, index, given, commit),
        "## Gates",
        _gates(results),
        f"## What goes out ({index.document['count']})",
        _table(("id", "title", "URL", "licence"), _admitted(config, index)),
        f"## What stays ({len(admission.refused)})",
        _reasons(admission),
    ]
    if not public and admission.refused:
        rows = [
            (d.source.path, d.post.title if d.post else "", ", ".join(dict.fromkeys(r.code for r in d.reasons)))
            for d in admission.refused
        ]
        parts.append(_table(("file", "title", "reasons"), rows))
    parts += ["## Next", _next(passed)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(config: Config, admission: Admission, index: Index, given: GateInput, commit: str | None) -> str:
    rows = [
        (f"`{view.artefact.path.name}`", f"sha256 `{view.artefact.sha256}`, {len(view.data):,} bytes")
        for view in given.artefacts
    ]
    rows += [
        ("commit", f"`{commit}`" if commit else "none: there is no commit, or the corpus has changes"),
        ("licences", license_expression(config, index)),
        ("forbidden identifiers", f"{len(given.forbidden)}" if given.forbidden else '**"none"**: none were looked for'),
    ]
    if admission.fixed:
        rows.append(("clock", "**fixed by --now: what is built so can't be published**"))
    rows += [("warning", warning) for warning in admission.warnings]
    return _table(("", ""), rows)


def _gates(results: Mapping[str, GateResult]) -> str:
    rows = []
    for name in NAMES:
        result = results.get(name)
        if result is None:
            rows.append((name, "did not run", "", ""))
            continue
        findings = "; ".join(
            f"{f.code} {f.where}{f':{f.line}' if f.line else ''} {f.detail}".strip() for f in result.findings[:20]
        )
        more = f"; and {len(result.findings) - 20} more" if len(result.findings) > 20 else ""
        rows.append((name, f"{_MARK[result.verdict]} {result.verdict}", str(result.examined), findings + more))
    return _table(("gate", "verdict", "examined", "findings"), rows)


def _admitted(config: Config, index: Index) -> list[tuple[str, ...]]:
    return [
        (article["id"], article["title"], article["url"], article.get("license", config.licenses.content))
        for article in index.document["articles"]
    ]


def _reasons(admission: Admission) -> str:
    counts = Counter(code for d in admission.refused for code in {reason.code for reason in d.reasons})
    return _table(("reason", "posts"), [(code, str(n)) for code, n in counts.most_common()]) if counts else "Nothing."


def _next(passed: bool) -> str:
    if not passed:
        return "Mend what the gates found, then run `pressgate release` again."
    return (
        "Read the list above. Then approve exactly these bytes with `pressgate approve`, and run `pressgate publish`."
    )


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
