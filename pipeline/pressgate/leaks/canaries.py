"""Proof that the scan works, made in every run: leaks of random value, planted and found.

Each rule's canary goes into a copy of a random member, behind a container layer drawn at random where the rule allows
it; each layer that the walker opens gets one too. All of it is packed into a zip archive in memory and read by the same
functions as the artefact itself. What isn't found, by that rule and in that place, makes the gate an ERROR.
"""

from __future__ import annotations

import contextlib
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pressgate.leaks import encoders
from pressgate.leaks.engine import Engine, Found
from pressgate.leaks.names import RULE_NAMES
from pressgate.leaks.subject import Rule, Subject
from pressgate.model import StepError
from pressgate.walk import LIMITS, Archive, View, read_archive
from pressgate.walk.binaries import OPENERS
from pressgate.walk.layers import LAYERS

_HOST = 600
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_WRAPS = ("", "zip", "gzip", "tar", "xz", "bzip2", "sqlite")
_BATCH = 12
_DRAWS = 10


@dataclass(frozen=True, kw_only=True)
class Canary:
    """A member to plant, and what must be found in it: `step` names the layer that it must be found in."""

    rules: tuple[str, ...]
    name: str
    data: bytes
    step: str = ""


def prove(engine: Engine, archive: Archive, random: Random) -> None:
    """Plants, scans and compares. Raises StepError naming the first rule or layer that doesn't work."""
    missing = RULE_NAMES.symmetric_difference(rule.name for rule in engine.rules)
    if missing:
        raise StepError(f"the scan's rules are not the ones it should have: {', '.join(sorted(missing)[:3])}")
    planted = [*for_rules(engine, archive, random), *for_layers(engine, random)]
    compare(planted, find(engine, planted))


def find(engine: Engine, planted: Sequence[Canary]) -> tuple[Found, ...]:
    """What the engine finds in an archive of the canaries."""
    return engine.scan_archive(read_archive("wheel", _packed(planted), LIMITS), withhold=False).found


def compare(planted: Sequence[Canary], found: Iterable[Found]) -> None:
    """Raises StepError naming the first rule, or layer, that didn't find its canary where it was planted."""
    by_rule: dict[str, list[str]] = {}
    for one in found:
        by_rule.setdefault(one.rule, []).append(one.finding.where)
    for canary in planted:
        for rule in canary.rules:
            wheres = by_rule.get(rule, ())
            if not any(where.split(" > ")[0] == canary.name and canary.step in where for where in wheres):
                what = f"in the layer '{canary.step}'" if canary.step else "that it planted itself"
                raise StepError(f"the scan missed a canary of the rule '{rule}' {what}: it can't be trusted")


def _packed(planted: Sequence[Canary]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for canary in planted:
            archive.writestr(zipfile.ZipInfo(canary.name, (2020, 1, 1, 0, 0, 0)), canary.data)
    return out.getvalue()


def for_rules(engine: Engine, archive: Archive, random: Random) -> Iterator[Canary]:
    """A leak for every rule, in copies of random members behind random containers."""
    hosts = list(_hosts(archive, random))
    own = [rule for rule in engine.rules if rule.file is not None]
    yield from (_in_own_file(rule, number, random) for number, rule in enumerate(own))
    others = random.sample([rule for rule in engine.rules if rule.file is None], k=len(engine.rules) - len(own))
    for number in range(0, len(others), _BATCH):
        batch = others[number : number + _BATCH]
        name, text = random.choice(hosts) if hosts else ("x/y", "")
        planted = _around(text, "\n\n".join(_drawn(rule, random) for rule in batch), random)
        path = f"{name.rpartition('/')[0]}/canary{number}.txt".lstrip("/")
        yield Canary(rules=tuple(r.name for r in batch), name=path, data=_wrapped(planted, random.choice(_WRAPS)))


def _drawn(rule: Rule, random: Random) -> str:
    """A canary that the rule knows when it stands alone: once in a while a random value looks like a placeholder."""
    for _ in range(_DRAWS):
        text = rule.canary(random)
        if any(rule.find(Subject(View(member="canary.txt", text=text), "other"))):
            break
    return text


def _hosts(archive: Archive, random: Random) -> Iterator[tuple[str, str]]:
    """Names and texts of up to twenty random members that are text: a program can be UTF-8 and is none."""
    for member in random.sample(archive.members, k=min(len(archive.members), 60))[:20]:
        if 0 < len(member.data) < 1 << 20 and not _CONTROL.search(member.data):
            with contextlib.suppress(UnicodeDecodeError):
                yield member.name, member.data.decode("utf-8")


def _in_own_file(rule: Rule, number: int, random: Random) -> Canary:
    """For rules that look at certain files, or at the beginning of one."""
    folder, _, file = str(rule.file).rpartition("/")
    name = f"canary{number}/{folder}/{file}".replace("//", "/").format(f"c{random.randrange(10**6)}")
    if rule.file == "{}.pth":
        name = f"canary{number}.pth"
    text = rule.canary(random)
    return Canary(rules=(rule.name,), name=name, data=_wrapped(text, "zip" if name.endswith(".zip") else ""))


def _around(host: str, canary: str, random: Random) -> str:
    """The canary on lines of its own at a random place of a part of the host."""
    start = random.randrange(max(1, len(host) - _HOST))
    part = host[start : start + _HOST]
    at = part.find("\n", random.randrange(max(1, len(part)))) + 1
    return f"{part[:at]}\n\n{canary}\n\n{part[at:]}\n"


def _wrapped(text: str, wrap: str) -> bytes:
    if not wrap:
        return text.encode()
    return (encoders.BINARIES.get(wrap) or encoders.ENCODINGS[wrap])(text)


def for_layers(engine: Engine, random: Random) -> Iterator[Canary]:
    """An identifier of random value behind every layer; a layer without an encoder can't be trusted."""
    rule = next(rule for rule in engine.rules if rule.name == "forbidden-identifier")
    made = {**encoders.TEXTS, **encoders.BINARIES, **encoders.ENCODINGS}
    lacking = made.keys() ^ {*LAYERS, *OPENERS, *encoders.ENCODINGS}
    if lacking:
        raise StepError(f"the scan can't prove the layer '{min(lacking)}'")
    for number, (label, encode) in enumerate(made.items()):
        text = rule.canary(random).strip()
        yield Canary(rules=(rule.name,), name=f"layer{number}.bin", data=encode(text), step=f"> {label}")
