"""What the approval sheet says, gathered once; `report` writes it as markdown, `sheet_html` as a page."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pressgate.baselined import Reviewed
from pressgate.gates import NAMES
from pressgate.licences.supply import license_expression
from pressgate.model import (
    Admission,
    Comparison,
    Config,
    Decision,
    GateInput,
    GateResult,
    Index,
    ReleasedPost,
)
from pressgate.release_compare import is_post, too_many_gone

Row = tuple[str, ...]
_FINDINGS = 20


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Plain text throughout; `public` is true where others may read it, and then `refused` and `newly` hold no rows.

    `artefacts` are (file name, sha256, bytes, members); `facts` and `counts` are (label, value); `gates` are (gate,
    verdict, examined, findings); `articles` (id, title, URL, licence); `refused` and `newly` (file, title, reasons).
    `gone` are the posts that are gone and not merely refused; `newly_count` counts those that were out and are refused.
    """

    name: str
    version: str
    ready: bool
    public: bool
    artefacts: tuple[Row, ...]
    facts: tuple[Row, ...]
    warnings: tuple[str, ...]
    comparison: Comparison
    gone: tuple[ReleasedPost, ...]
    newly_count: int
    newly: tuple[Row, ...]
    reviewed: tuple[Reviewed, ...]
    gates: tuple[Row, ...]
    articles: tuple[Row, ...]
    counts: tuple[Row, ...]
    refused: tuple[Row, ...]
    refused_count: int


def make_sheet(
    config: Config,
    admission: Admission,
    given: GateInput,
    results: Mapping[str, GateResult],
    commit: str | None,
    comparison: Comparison,
    reviewed: tuple[Reviewed, ...],
    *,
    public: bool,
) -> Sheet:
    """The sheet. With `public` (a CI log can be read by anyone) refused posts are counts alone."""
    index = given.index
    newly = [(post, d) for post in comparison.gone if (d := _refused_now(post, admission))]
    taken = [p for p in comparison.gone if any(is_post(name, p.id, p.url) for name in config.publish.takedown)]
    kept_back = {id(post) for post, _ in newly} | {id(post) for post in taken}
    return Sheet(
        name=config.package.name,
        version=config.package.version,
        ready=all(name in results and results[name].verdict == "PASS" for name in NAMES),
        public=public,
        artefacts=tuple(
            (v.artefact.path.name, v.artefact.sha256, f"{len(v.data):,}", str(len(v.members))) for v in given.artefacts
        ),
        facts=tuple(_facts(config, index, given, commit)),
        warnings=tuple(_warnings(config, admission, index, given, comparison)),
        comparison=comparison,
        gone=tuple(post for post in comparison.gone if id(post) not in kept_back),
        newly_count=len(kept_back),
        newly=() if public else tuple(_newly(newly, taken)),
        reviewed=reviewed,
        gates=tuple(_gate_rows(results)),
        articles=tuple(
            (a["id"], a["title"], a["url"], a.get("license") or config.licenses.content)
            for a in index.document["articles"]
        ),
        counts=tuple(_counts(admission)),
        refused=() if public else tuple(_refused_row(d) for d in admission.refused),
        refused_count=len(admission.refused),
    )


def visible(text: str) -> str:
    """`text` with every character that can't be seen, or that turns the line around, written out."""
    return "".join(
        f"⟨U+{ord(c):04X}⟩" if unicodedata.category(c) in {"Cf", "Cc", "Co", "Cs"} and c not in "\n\t" else c
        for c in text
    )


def _facts(config: Config, index: Index, given: GateInput, commit: str | None) -> list[Row]:
    licences = Counter(a.get("license") or config.licenses.content for a in index.document["articles"])
    return [
        ("commit", commit or "none: there is no commit, or the corpus has changes"),
        ("rebuilt from", "that commit" if commit else "the folder as it stands: publishing will refuse this"),
        ("tag to publish from", f"v{config.package.version}"),
        ("licences", license_expression(config, index)),
        ("licences of the posts", ", ".join(f"{name}: {n}" for name, n in sorted(licences.items()))),
        ("forbidden identifiers", str(len(given.forbidden)) if given.forbidden else '"none": none were looked for'),
    ]


def _warnings(
    config: Config, admission: Admission, index: Index, given: GateInput, comparison: Comparison
) -> list[str]:
    found = list(admission.warnings)
    if admission.fixed:
        found.append("The clock was fixed by --now: what is built so can't be published.")
    if not given.forbidden:
        found.append("No forbidden identifiers are configured: none were looked for.")
    if not comparison.known:
        found.append(f"{comparison.note[:1].upper()}{comparison.note[1:]}.")
    if too_many_gone(comparison):
        found.append(
            f"{len(comparison.gone)} of {comparison.previous_count} posts of {comparison.previous} are gone: approving "
            f"needs --expect-removals {len(comparison.gone)}."
        )
    for part, meaning in (("-NC", "no commercial use"), ("-ND", "no changed versions")):
        if part in license_expression(config, index):
            found.append(f"A licence of the posts allows {meaning} ({part[1:]}): readers' agents are bound by it.")
    return found


def _gate_rows(results: Mapping[str, GateResult]) -> list[Row]:
    rows: list[Row] = []
    for name in NAMES:
        result = results.get(name)
        if result is None:
            rows.append((name, "did not run", "", ""))
            continue
        findings = [
            " ".join(part for part in (f.code, f"{f.where}:{f.line}" if f.line else f.where, f.detail) if part)
            for f in result.findings[:_FINDINGS]
        ]
        if len(result.findings) > _FINDINGS:
            findings.append(f"and {len(result.findings) - _FINDINGS} more")
        rows.append((name, result.verdict, str(result.examined), "; ".join(findings)))
    return rows


def _counts(admission: Admission) -> list[Row]:
    counts = Counter(code for d in admission.refused for code in {reason.code for reason in d.reasons})
    return [(code, str(n)) for code, n in counts.most_common()]


def _refused_row(decision: Decision) -> Row:
    title = decision.post.title if decision.post else ""
    return decision.source.path, title, ", ".join(dict.fromkeys(r.code for r in decision.reasons))


def _refused_now(post: ReleasedPost, admission: Admission) -> Decision | None:
    for decision in admission.refused:
        found = decision.post
        if found and ((found.id or "") == post.id or (found.url and is_post(found.url, post.id, post.url))):
            return decision
    return None


def _newly(newly: list[tuple[ReleasedPost, Decision]], taken: list[ReleasedPost]) -> list[Row]:
    rows = [_refused_row(decision) for _, decision in newly]
    seen = {id(post) for post, _ in newly}
    return rows + [("", post.title, "takedown") for post in taken if id(post) not in seen]
