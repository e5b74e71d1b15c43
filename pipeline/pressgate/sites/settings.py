"""A generator's configuration file → plain values. Nothing in it is run: code is read for its literals alone."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import YAMLError

from pressgate.model import UsageError

_MAX_BYTES = 4 * 1024 * 1024


class _Constructor(SafeConstructor):
    """Reads unknown tags (`!!python/name:…`, `!ENV …`) as null."""


def _unknown_tag(_constructor: SafeConstructor, _node: Any) -> None:
    """The value of a tagged node that only the program can make."""


_Constructor.add_constructor(None, _unknown_tag)


def read_settings(path: Path) -> Mapping[str, Any]:
    """The settings in a YAML, TOML, JSON, Python or JavaScript file. Raises UsageError where it can't be read.

    Of Python and JavaScript only literals count: assignments to names, and `name: literal` pairs at any depth.
    """
    try:
        text = path.read_bytes()[:_MAX_BYTES].decode("utf-8-sig")
        read: Callable[[str], Any] = _READERS.get(path.suffix.lower(), _script)
        settings = read(text)
    except (OSError, ValueError, SyntaxError, YAMLError, RecursionError) as error:
        line = _line(error)
        raise UsageError(
            f"{path.name}{line}: the site's configuration can't be read ({type(error).__name__})"
        ) from None
    return settings if isinstance(settings, Mapping) else {}


def _line(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    number = mark.line + 1 if mark else getattr(error, "lineno", None)
    return f":{number}" if number else ""


def _yaml(text: str) -> Any:
    reader = YAML(typ="safe", pure=True)
    reader.Constructor = _Constructor
    reader.allow_duplicate_keys = True
    return reader.load(text)


def _python(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found[target.id] = _plain(node.value, found)
    return found


def _plain(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """The value of an expression of literals and of names that stand for such; what else is in it is UNKNOWN."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return names.get(node.id, UNKNOWN)
    if isinstance(node, (ast.List, ast.Tuple)):
        return [_plain(item, names) for item in node.elts]
    if isinstance(node, ast.Dict):
        keys = [_plain(key, names) if key else UNKNOWN for key in node.keys]
        pairs = zip(keys, (_plain(value, names) for value in node.values), strict=True)
        return {key: value for key, value in pairs if isinstance(key, (str, int))}
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _plain(node.left, names), _plain(node.right, names)
        same = isinstance(left, (str, list)) and type(left) is type(right)
        return left + right if same else UNKNOWN
    return UNKNOWN


def _script(text: str) -> dict[str, Any]:
    return {"script": without_comments(text)}


def without_comments(text: str) -> str:
    """JavaScript without its comments; strings stay as they are."""
    pattern = r"(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|//[^\n]*|/\*.*?\*/"
    return re.sub(pattern, lambda match: match[1] or " ", text, flags=re.DOTALL)


class _Unknown:
    """A setting whose value only the program knows."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = _Unknown()

_READERS: Mapping[str, Callable[[str], Any]] = {
    ".yml": _yaml,
    ".yaml": _yaml,
    ".toml": tomllib.loads,
    ".json": json.loads,
    ".py": _python,
}


def text_of(settings: Mapping[str, Any], name: str, default: str = "") -> str:
    """A setting's text; `default` where it is absent or no text."""
    value = settings.get(name)
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else default


def table_of(settings: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A setting's table; empty where it is absent or none."""
    value = settings.get(name)
    return value if isinstance(value, Mapping) else {}


def texts_of(settings: Mapping[str, Any], name: str) -> list[str]:
    """A setting's list of texts, or its one text."""
    value = settings.get(name)
    items = value if isinstance(value, (list, tuple)) else [value]
    return [item for item in items if isinstance(item, str)]


def truth_of(settings: Mapping[str, Any], name: str, default: bool) -> bool:
    """A setting's truth value; YAML 1.1's words count too."""
    value = settings.get(name)
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.casefold() in {"yes", "on", "true", "no", "off", "false"}:
        return value.casefold() in {"yes", "on", "true"}
    return default
