"""MDX modules: `import` and `export` statements between the paragraphs (MDX 3, "ESM")."""

from __future__ import annotations

import re

from pressgate.clean.pieces import GONE, Piece

_IMPORT = re.compile(
    r"import\s+(?:[\w$*{},\s]{1,2000}?\s*from\s*)?(?:\"[^\"\n]+\"|'[^'\n]+')[ \t]*;?[ \t]*(?://[^\n]*)?(?:\n|\Z)"
)
_MODULE = re.compile(r"^(?:import|export)\b", re.MULTILINE)
_EXPORT = re.compile(r"export\s+(?:const|let|var|function|async|class|default|\{|\*)")
_TOKEN = re.compile(
    r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|//[^\n]*|/\*.*?\*/|[()\[\]{}]|\n", re.DOTALL
)


def begins_with_import(text: str) -> bool:
    """Whether the body begins with an import: then it is MDX, whatever the file's name ends in."""
    return bool(_IMPORT.match(text.lstrip("\n")))


def next_module(text: str, position: int) -> int | None:
    """The offset at or after `position` of the next line that may begin a statement."""
    match = _MODULE.search(text, position)
    return match.start() if match else None


def statement(text: str, start: int) -> Piece | None:
    """The statement that begins at `start`, if a paragraph begins there or another statement ends."""
    line_before = text[text.rfind("\n", 0, max(0, start - 1)) + 1 : max(0, start - 1)].strip()
    if line_before and not _ends_statement(line_before):
        return None
    if match := _IMPORT.match(text, start):
        return Piece(text=GONE + "\n", end=match.end(), note="cleaned-mdx import")
    if _EXPORT.match(text, start):
        return Piece(text=GONE + "\n", end=_export_end(text, start), note="cleaned-mdx export")
    return None


def _ends_statement(line: str) -> bool:
    """Whether the line is the end of a statement, as far as a line can tell."""
    return line.endswith((";", '"', "'", "}", ")", "*/")) or line.startswith(("import", "export", "//"))


def _export_end(text: str, start: int) -> int:
    """The offset after the line on which all of the statement's brackets are closed."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] in "([{":
            depth += 1
        elif token[0] in ")]}":
            depth -= 1
        elif token[0] == "\n" and depth <= 0:
            return token.end()
    return len(text)
