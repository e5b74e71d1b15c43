"""The licence split: which member is code, which is content. Each must fall under exactly one rule."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pressgate.model import Config

Kind = Literal["code", "content", "package", "text"]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """Members of one kind: `pattern` must match a whole name; `paths` says the same in the globs of REUSE.toml.

    `package` is what the build writes about the package, under the code's licence; `text` is a licence's own text,
    which goes out verbatim under its own terms.
    """

    kind: Kind
    pattern: str
    paths: tuple[str, ...] = ()


def info_folder(config: Config) -> str:
    """The wheel's `.dist-info` folder."""
    return f"{config.package.import_name}-{config.package.version}.dist-info"


def package_rules(config: Config, prefix: str = "") -> tuple[Rule, ...]:
    """The rules for the import package, below `prefix` (`src/` in the staged tree)."""
    home = f"{prefix}{config.package.import_name}"
    data = re.escape(f"{home}/data/")
    return (
        Rule(kind="code", pattern=re.escape(home) + r"/(?!data/)(?:\w+/)*\w+\.py", paths=(f"{home}/**.py",)),
        Rule(kind="code", pattern=re.escape(f"{home}/py.typed"), paths=(f"{home}/py.typed",)),
        Rule(kind="package", pattern=data + r"provenance\.json", paths=(f"{home}/data/provenance.json",)),
        Rule(
            kind="content",
            pattern=data + r"(?:index\.json|search\.db|articles/[^/]+\.md)",
            paths=(f"{home}/data/index.json", f"{home}/data/search.db", f"{home}/data/articles/*.md"),
        ),
    )


def wheel_rules(config: Config) -> tuple[Rule, ...]:
    """The rules for every member of the wheel."""
    info = re.escape(info_folder(config))
    return (
        *package_rules(config),
        Rule(kind="package", pattern=info + r"/(?:METADATA|WHEEL|RECORD|entry_points\.txt|sboms/[^/]+\.cdx\.json)"),
        Rule(kind="text", pattern=info + r"/licenses/LICENSES/[^/]+\.txt"),
    )


def tree_rules(config: Config) -> tuple[Rule, ...]:
    """The rules for every file of the staged tree and for every member of the sdist, below its one folder."""
    written = ("README.md", "pyproject.toml", "REUSE.toml", "PKG-INFO", ".gitignore")
    names = "|".join(re.escape(name) for name in written)
    return (
        *package_rules(config, "src/"),
        Rule(kind="package", pattern=rf"{names}|sboms/[^/]+\.cdx\.json", paths=(*written, "sboms/*.cdx.json")),
        Rule(kind="text", pattern=r"LICENSES/[^/]+\.txt"),
    )


def kinds(name: str, rules: Iterable[Rule]) -> list[Kind]:
    """The kind that each matching rule gives to a member: right is exactly one."""
    return [rule.kind for rule in rules if re.fullmatch(rule.pattern, name)]
