"""JavaScript configuration, read as text: blocks in braces and the literals in them. Nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator

_STRING = r"\"((?:\\.|[^\"\\\n])*)\"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\$])*)`"


def literal(script: str, name: str) -> str | None:
    """The one string or truth value that is given to `name:`; None where there is none, or several differ."""
    values = set(_literals(script, name))
    return values.pop() if len(values) == 1 else None


def first(script: str, name: str) -> str:
    """The first string or truth value that is given to `name:`, a guess where there are several; empty without any."""
    return next(_literals(script, name), "")


def _literals(script: str, name: str) -> Iterator[str]:
    pattern = rf"(?<![\w.$])[\"']?{re.escape(name)}[\"']?\s*:\s*(?:{_STRING}|(true|false)\b)"
    for match in re.finditer(pattern, script):
        yield next((group for group in match.groups() if group is not None), "")


def blocks(script: str, name: str) -> Iterator[str]:
    """The text of each `name: {…}`, braces matched (strings skipped)."""
    for match in re.finditer(rf"(?<![\w.$])[\"']?{re.escape(name)}[\"']?\s*[:=]\s*(\{{)", script):
        yield balanced(script, match.start(1))


def balanced(script: str, start: int) -> str:
    """The text from the bracket at `start` to the one that closes it, or to the end."""
    depth = 0
    for match in re.finditer(rf"{_STRING}|[\[{{(]|[\]}})]", script[start:]):
        if match[0] in "[{(":
            depth += 1
        elif match[0] in "]})":
            depth -= 1
            if depth == 0:
                return script[start : start + match.end()]
    return script[start:]


def outermost(script: str) -> str:
    """The settings' own level: the objects that are exported or given to `define…()`, without what is nested in them.

    The whole text where there is no such object.
    """
    starts = re.finditer(
        r"(?:\bdefine\w*(?:<[^<>]*>)?\(|\bexport\s+default|\bmodule\.exports\s*=)[\s(]*(?:\w+\()*(\{)", script
    )
    return "\n".join(_level(balanced(script, match.start(1))) for match in starts) or script


def _level(block: str) -> str:
    out, depth = [], 0
    for match in re.finditer(rf"{_STRING}|[\[{{(]|[\]}})]|.", block, re.DOTALL):
        depth -= match[0] in "]})"
        if depth < 2:
            out.append(match[0])
        depth += match[0] in "[{("
    return "".join(out)


def with_constants(script: str) -> str:
    """The text with `${NAME}` filled in where NAME is a constant of it that holds a plain text."""
    found = re.findall(rf"\bconst\s+(\w+)\s*(?::\s*string\s*)?=\s*(?:{_STRING})", script)
    constants = {name: "".join(texts) for name, *texts in found}
    return re.sub(r"\$\{\s*(\w+)\s*\}", lambda match: constants.get(match[1], match[0]), script)


def pairs(block: str) -> list[tuple[str, str]]:
    """The `"name": "text"` pairs of an object that holds nothing else; empty where it does."""
    found = re.findall(rf"(?:{_STRING}|(\w+))\s*:\s*(?:{_STRING})\s*(?:,|\}})", block)
    rest = re.sub(rf"(?:{_STRING}|(\w+))\s*:\s*(?:{_STRING})\s*,?", "", block)
    return [("".join(row[:4]), "".join(row[4:])) for row in found] if not rest.strip("{}, \t\r\n") else []


def strings(script: str, name: str) -> list[str]:
    """The strings in each list `name: […]`."""
    found = []
    for match in re.finditer(rf"(?<![\w.$])[\"']?{re.escape(name)}[\"']?\s*:\s*(\[)", script):
        inner = balanced(script, match.start(1))
        found += [next(filter(None, groups), "") for groups in re.findall(_STRING, inner)]
    return found
