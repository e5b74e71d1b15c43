"""Addresses of private networks, in every way that programs read them."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from random import Random

from pressgate.leaks.subject import Hit, Rule, Subject, places

_V4 = re.compile(r"(?<![A-Za-z0-9_.+-])(?:\d{1,3}\.){3}\d{1,3}(?![A-Za-z0-9_]|-(?!\d{1,3}\.\d)|\.\d)(/\d{1,2})?")
_NUMERIC = re.compile(
    r"://(?:[^\s/@]{1,80}@)?((?:0x[0-9a-f]{1,8}|\d{1,10})(?:\.(?:0x[0-9a-f]{1,2}|\d{1,4})){0,3})(?=[:/?#\s)\"'`]|$)",
    re.IGNORECASE,
)
# Four numbers otherwise than with dots: in cloud host names, in the names of wild-card resolvers, reversed, defanged.
_DASHED = re.compile(
    r"(?<![\w-])ip-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})(?![\w-])|"
    r"(?<!\d)(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})\.(?:sslip|nip)\.io"
)
_REVERSED = re.compile(r"(?<![\d.])(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.in-addr\.arpa", re.IGNORECASE)
_DEFANGED = re.compile(
    r"(?<![\w.])(\d{1,3})(?:\[\.\]|\(\.\)|\[dot\]|\(dot\))(\d{1,3})(?:\[\.\]|\(\.\)|\[dot\]|\(dot\)|\.| "
    r"\.)(\d{1,3})(?:\[\.\]|\(\.\)|\[dot\]|\(dot\)|\.)(\d{1,3})(?![\w.])"
)
_MAPPED = re.compile(r"::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})(?![\w:])", re.IGNORECASE)
_V6 = re.compile(r"(?<![\w:.])(f[cd][0-9a-f]{2}(?::[0-9a-f]{0,4}){2,7})(?![\w:/])", re.IGNORECASE)
_VERSION_BEFORE = re.compile(
    r"(?i)(?:\bv|§|oracle|section|절|version|버전|release|build|==|>=|<=|~=|chrome/|firefox/|safari/|edge/)[ \t:=\"']*$"
)
_VERSION_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+\[?v?[\d.]+\]?(?:\([^()\n]*\))?[ \t]*(?:$|[(\n–—-])")
_PRIVATE = tuple(
    map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"))
)
# Addresses that every installation of some product has, or that manuals use for "an address in a home network".
_USUAL = tuple(
    map(
        ipaddress.ip_network,
        ("10.0.2.0/24", "10.0.75.0/24", "10.96.0.0/24", "10.244.0.0/24", "10.42.0.0/24", "10.43.0.0/24",
         "172.17.0.0/24",
         "172.18.0.0/29", "192.168.49.0/29", "192.168.56.0/24", "192.168.99.100/32", "192.168.122.0/24",
         "10.10.10.10/32",
         "10.0.0.0/29", "192.168.65.0/24", "10.1.1.1/32", "10.1.2.3/32", "10.10.0.1/32"),
    )
)  # fmt: skip
# A path or polygon of a drawing, up to the place where it is searched to.
_DRAWN = re.compile(r"\b(?:d|points|transform)=\\?[\"'][^\"']*$")
_SOHO = frozenset({*range(1, 11), 20, 50, *range(100, 106), 200, 254})


def private_addresses(subject: Subject) -> Iterator[Hit]:
    """RFC 1918, RFC 6598 and RFC 4193 addresses of single machines; networks and usual defaults pass in posts."""
    for at in places(subject.text, ("10.", "172.", "192.168.", "100.")):
        if (match := _V4.match(subject.text, at)) and _private(match, subject):
            yield Hit(start=match.start(), end=match.end())
    for address, match in _otherwise(subject):
        if _single(address):
            yield Hit(start=match.start(), end=match.end())
    if any(colon in subject.lower for colon in ("::", "fd", "fc")) and re.search(r"\bf[cd][0-9a-f]{2}:", subject.lower):
        for match in _V6.finditer(subject.text):
            local = _address(match[1])
            if local and local in _PRIVATE[-1] and int(local) & 0xFFFF_FFFF_FFFF_FFFE:
                yield Hit(start=match.start(), end=match.end())


def usual_host(label: str) -> bool:
    """Whether a cloud's host name such as `ip-10-0-0-1` stands for an address that every network has."""
    found = _DASHED.fullmatch(label)
    octets = [int(group) for group in found.groups() if group] if found else [256]
    return max(octets) < 256 and not _single(ipaddress.IPv4Address(bytes(octets)))


def _otherwise(subject: Subject) -> Iterator[tuple[ipaddress.IPv4Address, re.Match[str]]]:
    """Addresses that are written as one number, in octal, with dashes, backwards, defanged or mapped into IPv6."""
    text, lower = subject.text, subject.lower
    if "://0" in text or "://1" in text or "://2" in text:
        yield from (
            (a, m)
            for m in _NUMERIC.finditer(text)
            if not _V4.fullmatch(m[1]) or "0" in _leading(m[1])
            if (a := _inet(m[1]))
        )
    for pattern, there, turn in (
        (_DASHED, "ip-1" in lower or ".sslip.io" in lower or ".nip.io" in lower, 1),
        (_REVERSED, "in-addr" in lower, -1),
        (_DEFANGED, any(dot in lower for dot in ("[.]", "(.)", "[dot]", "(dot)")), 1),
    ):
        for match in pattern.finditer(text) if there else ():
            octets = [int(group) for group in match.groups() if group][::turn]
            if max(octets) < 256:
                yield ipaddress.IPv4Address(bytes(octets)), match
    for match in _MAPPED.finditer(text) if "::ffff:" in lower else ():
        yield ipaddress.IPv4Address((int(match[1], 16) << 16) + int(match[2], 16)), match


def _leading(text: str) -> str:
    """The first characters of the parts that have more than one: "0" is there in octal."""
    return "".join(part[0] for part in text.split(".") if len(part) > 1)


def _inet(text: str) -> ipaddress.IPv4Address | None:
    """What the classic parser of C libraries (inet_aton) makes of one to four decimal, octal or hexadecimal numbers."""
    try:
        parts = [
            int(p, 16) if p[:2].lower() == "0x" else int(p, 8 if p[:1] == "0" and len(p) > 1 else 10)
            for p in text.split(".")
        ]
        *head, last = parts
        value = sum(part << (24 - 8 * n) for n, part in enumerate(head)) + last
        return ipaddress.IPv4Address(value) if all(part < 256 for part in head) else None
    except ValueError:
        return None


def _single(address: ipaddress.IPv4Address) -> bool:
    """Whether the address is of a private network, and none that every network has."""
    octets = address.packed
    if (
        octets[3] in {0, 255}
        or not any(address in net for net in _PRIVATE[:4])
        or any(address in net for net in _USUAL)
    ):
        return False
    return not (octets[:2] == b"\xc0\xa8" and octets[2] in {0, 1} and octets[3] in _SOHO)


def _private(match: re.Match[str], subject: Subject) -> bool:
    address = _address(match.group().partition("/")[0])
    if address is None or not any(address in net for net in _PRIVATE):
        return False
    if _VERSION_BEFORE.search(subject.text, max(0, match.start() - 16), match.start()):
        return False
    if subject.zone == "strict":
        return True
    if match[1] and int(match[1][1:]) < 31 and address.packed[3] in {0, 1}:
        return False
    if _VERSION_HEADING.match(subject.text, subject.text.rfind("\n", 0, match.start()) + 1):
        return False
    if subject.view.path.lower().endswith((".svg", ".html", ".js", ".map")) and _DRAWN.search(
        subject.text, max(0, match.start() - 4000), match.start()
    ):
        return False
    return isinstance(address, ipaddress.IPv4Address) and _single(address)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _address_canary(random: Random) -> str:
    return f"{random.choice(('10.73', '172.23'))}.{random.randrange(40, 250)}.{random.randrange(3, 250)}"


ADDRESS_RULES = (
    Rule(
        code="private-address", name="private-address", meaning="an address of a private network",
        find=private_addresses, canary=_address_canary, reviewable=True,
    ),
)  # fmt: skip
