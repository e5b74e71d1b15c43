"""The approval sheet as one page: no network, no script, for a phone and a wide screen, light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from pressgate.model import ChangedPost, ReleasedPost
from pressgate.report import next_steps
from pressgate.sheet import Row, Sheet, visible

_DIFF = 20_000  # characters of one post's diff
_OPEN = 12  # so many changed posts stand open; more are folded
_DIGITS = 12

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1f; --soft: #5a5a66; --page: #ffffff; --card: #f5f5f8; --line: #d9d9e0;
  --good: #12663a; --bad: #a3172a; --new: #d3f3de; --old: #fbdcdf; --link: #0b57a4; --warn: #fdf1cf; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8ee; --soft: #a5a5b2; --page: #16161a; --card: #202026;
  --line: #3a3a44; --good: #6cd79b; --bad: #ff8c98; --new: #1c4a30; --old: #5a1f28; --link: #8ec1ff;
  --warn: #453a12; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; }
a { color: var(--link); } code { font-family: ui-monospace, monospace; font-size: .9em; }
.verdict { font-weight: 700; color: var(--good); } .verdict.no, td.no { color: var(--bad); font-weight: 700; }
.warn { background: var(--warn); padding: .6rem .8rem; border-radius: .4rem; margin: .5rem 0; }
.soft { color: var(--soft); } .digest b { font-size: 1.15em; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
details, .card { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0;
  padding: .5rem .8rem; content-visibility: auto; contain-intrinsic-size: auto 3rem; }
summary { cursor: pointer; font-weight: 600; }
.diff { white-space: pre-wrap; margin: .6rem 0; }
ins { background: var(--new); text-decoration: none; border-bottom: 2px solid var(--good); }
del { background: var(--old); }
@media (max-width: 40rem) { body { padding: .7rem; } thead { display: none; }
  table, tbody { display: block; } tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; }
  td { display: block; border: 0; padding: .05rem 0; }
  td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); } td:empty { display: none; } }
"""
_HEAD = (
    '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
    '<meta name="referrer" content="no-referrer">'
)


def page(sheet: Sheet) -> str:
    """The whole page."""
    title = f"{_text(sheet.name)} {_text(sheet.version)}: approval sheet"
    body = "\n".join(_parts(sheet))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{_HEAD}\n<title>{title}</title>\n<style>{_STYLE}</style>\n'
        f"</head>\n<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )


def _parts(sheet: Sheet) -> Iterator[str]:
    if sheet.ready:
        yield '<p class="verdict">✓ Every gate passed.</p>'
    else:
        yield '<p class="verdict no">✗ Not ready: a gate failed, broke or did not run.</p>'
    yield from (f'<p class="warn">⚠ {_text(text)}</p>' for text in sheet.warnings)
    for name, digest, size, members in sheet.artefacts:
        yield (
            f'<div class="card digest"><code>{_text(name)}</code><br><span class="soft">sha256</span> '
            f"<code><b>{digest[:_DIGITS]}</b>{digest[_DIGITS:]}</code><br>"
            f'<span class="soft">{size} bytes, {members} members</span></div>'
        )
    yield _table(("", ""), [(label, _text(value)) for label, value in sheet.facts], widths=(30, 70))
    yield from _changes(sheet)
    if sheet.reviewed:
        yield f"<h2>Findings let pass since the last release ({len(sheet.reviewed)})</h2>"
        yield _table(("code", "post", "reason"), [_texts((r.code, r.post, r.reason)) for r in sheet.reviewed])
    yield "<h2>Gates</h2>"
    yield _table(
        ("gate", "verdict", "examined", "findings"),
        [_texts(row) for row in sheet.gates],
        verdict=1,
        widths=(13, 13, 11, 63),
    )
    yield f"<h2>What goes out ({len(sheet.articles)})</h2>"
    yield _posts(sheet.articles)
    yield f"<h2>What stays ({sheet.refused_count})</h2>"
    yield _table(("reason", "posts"), [_texts(row) for row in sheet.counts]) if sheet.counts else "<p>Nothing.</p>"
    if sheet.refused:
        yield _table(("file", "title", "reasons"), [_texts(row) for row in sheet.refused])
    yield f"<h2>Next</h2>\n<p>{_text(next_steps(sheet)).replace('`', '')}</p>"


def _changes(sheet: Sheet) -> Iterator[str]:
    comparison = sheet.comparison
    yield "<h2>What becomes public with this release</h2>"
    yield f"<p>{_text(comparison.note[:1].upper() + comparison.note[1:])}.</p>"
    if not comparison.known:
        return
    yield (
        f"<p><b>{len(comparison.new)}</b> new, <b>{len(comparison.changed)}</b> changed, <b>{len(comparison.gone)}</b> "
        f"gone, {comparison.same} as before.</p>"
    )
    if comparison.new and comparison.previous is not None:
        yield f"<h3>New ({len(comparison.new)})</h3>{_posts([_row(post) for post in comparison.new])}"
    if sheet.gone:
        yield f"<h3>Gone ({len(sheet.gone)})</h3>{_posts([_row(post) for post in sheet.gone])}"
    if sheet.newly_count:
        yield f"<h3>Newly refused ({sheet.newly_count})</h3>"
        yield (
            _table(("file", "title", "reasons"), [_texts(row) for row in sheet.newly])
            if sheet.newly
            else "<p>They were in the last release and are refused now. The author's own sheet names them.</p>"
        )
    if comparison.changed:
        yield f"<h3>Changed ({len(comparison.changed)})</h3>"
        shown = " open" if len(comparison.changed) <= _OPEN else ""
        yield from (_change(change, shown) for change in comparison.changed)


def _change(change: ChangedPost, shown: str) -> str:
    parts = [f"<details{shown}><summary>{_text(change.after.id)}: {_text(change.after.title)}</summary>"]
    if change.fields:
        parts.append(_table(("", "before", "now"), [_texts(row) for row in change.fields]))
    if change.diff:
        parts.append(f'<div class="diff">{_diff(change)}</div>')
    return "".join([*parts, "</details>"])


def _diff(change: ChangedPost) -> str:
    marks = {"=": "{}", "-": "<del>{}</del>", "+": "<ins>{}</ins>", "…": '<span class="soft"> […] </span>'}
    parts, left = [], _DIFF
    total = sum(len(text) for _, text in change.diff)
    for op, text in change.diff:
        parts.append(marks[op].format(_text(text[:left])))
        left -= len(text)
        if left <= 0 and total > _DIFF:
            parts.append(f'<p class="warn">The diff goes on: {total - _DIFF:,} more characters.</p>')
            break
    return "".join(parts)


def _posts(rows: Sequence[Row]) -> str:
    cells = [(_text(i), _text(title), _link(url), _text(licence)) for i, title, url, licence in rows]
    return _table(("id", "title", "URL", "licence"), cells, widths=(14, 38, 35, 13))


def _row(post: ReleasedPost) -> Row:
    return post.id, post.title, post.url, post.license


def _table(head: Sequence[str], rows: Sequence[Row], *, verdict: int | None = None, widths: Sequence[int] = ()) -> str:
    """`rows` hold markup; the cell at `verdict` is coloured where it isn't PASS; `widths` are in percent."""
    labels = [f' data-label="{label}"' if label else "" for label in head]
    lines = []
    for row in rows:
        kinds = [' class="no"' if at == verdict and cell != "PASS" else "" for at, cell in enumerate(row)]
        cells = zip(labels, kinds, row, strict=True)
        lines.append("<tr>" + "".join(f"<td{label}{kind}>{cell}</td>" for label, kind, cell in cells) + "</tr>")
    heading = "".join(f"<th>{label}</th>" for label in head)
    top = f"<thead><tr>{heading}</tr></thead>" if any(head) else ""
    columns = "".join(f'<col style="width:{width}%">' for width in widths)
    return (
        f"<table>{f'<colgroup>{columns}</colgroup>' if columns else ''}{top}<tbody>\n"
        + "\n".join(lines)
        + "\n</tbody></table>"
    )


def _link(url: str) -> str:
    """Only https becomes a link: the last release's URLs are the index's word."""
    return f'<a href="{escape(url)}" rel="noreferrer">{_text(url)}</a>' if url.startswith("https://") else _text(url)


def _texts(row: Row) -> Row:
    return tuple(map(_text, row))


def _text(text: str) -> str:
    return escape(visible(text))
