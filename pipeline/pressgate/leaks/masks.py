"""Names that hold a secret or an identifier are withheld from the findings of other gates too."""

from __future__ import annotations

from dataclasses import replace

from pressgate.leaks.engine import Engine
from pressgate.leaks.identifiers import Matcher
from pressgate.leaks.rules import RULES
from pressgate.leaks.subject import Rule
from pressgate.leaks.zones import everywhere_other
from pressgate.model import Finding
from pressgate.walk import Archive, Member


def masked(finding: Finding, forbidden: tuple[str, ...]) -> Finding:
    """The finding, with its `where` withheld if a rule finds something in it."""
    if not finding.where or finding.where.startswith("("):
        return finding
    rules = [rule for rule in RULES if rule.sensitive]
    if forbidden:
        rules.append(Rule(code="", name="", meaning="", find=Matcher(forbidden).find, canary=lambda _: ""))
    archive = Archive(members=(Member(name=finding.where, data=b""),))
    found = Engine(rules=rules, zone=everywhere_other).scan_archive(archive).found
    return replace(finding, where=found[0].finding.where.removesuffix(" > (name)")) if found else finding
