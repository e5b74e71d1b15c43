"""Checks of single configuration values: each returns the normal form or raises ValueError with one line."""

from __future__ import annotations

import ipaddress
import keyword
import re
import sys
from urllib.parse import urlsplit

import idna
from license_expression import get_spdx_licensing
from packaging.version import InvalidVersion, Version

_NAME = re.compile(r"[A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]")  # core metadata specification, "Name"
_SPDX_ID = re.compile(r"[A-Za-z0-9.+-]+")  # SPDX specification, annex D: idstring
_LICENSE_REF = re.compile(r"LicenseRef-[A-Za-z0-9.-]+")


def distribution_name(text: str) -> str:
    """A valid distribution name whose import name can be imported and hides nothing."""
    if not _NAME.fullmatch(text):
        raise ValueError(f"'{text}' is no valid distribution name: ASCII letters, digits, '-', '_' and '.' only")
    import_name = re.sub(r"[-_.]+", "_", text).lower()
    if not import_name.isidentifier() or keyword.iskeyword(import_name):
        raise ValueError(
            f"'{text}' gives the import name '{import_name}', which Python can't import; begin with a letter"
        )
    if import_name in sys.stdlib_module_names or import_name in {"mcp", "pressgate", "pressgate_server"}:
        raise ValueError(f"'{text}' gives the import name '{import_name}', which is taken; choose another")
    return text


def version(text: str) -> str:
    """A public version in its canonical form (PEP 440)."""
    try:
        parsed = Version(text)
    except InvalidVersion:
        raise ValueError(f"'{text}' is no version; write one such as 1.4.0") from None
    if parsed.local:
        raise ValueError(f"'{text}' has a local part ('+…'), which indexes refuse")
    return str(parsed)


def license_id(text: str) -> str:
    """One SPDX id in its canonical form, or a LicenseRef (SPDX specification, annex D)."""
    if _LICENSE_REF.fullmatch(text):
        return text
    symbols = []
    if _SPDX_ID.fullmatch(text):  # the library breaks on what isn't made of these characters
        licensing = get_spdx_licensing()
        symbols = list(licensing.license_symbols(text)) if not licensing.validate(text).errors else []
    if len(symbols) != 1 or symbols[0].key.upper() != text.upper():
        raise ValueError(f"'{text}' is no SPDX id; write one such as CC-BY-4.0, or LicenseRef-NAME with its text")
    return str(symbols[0].key)


def author(text: str) -> str:
    """A name, or `NAME <ADDRESS>`."""
    if re.search(r"[<>@]", text) and not re.fullmatch(r"[^<>@]*[^<>@\s] <[^<>@\s]+@[^<>@\s]+>", text):
        raise ValueError(f"'{text}' is no author; write a name, or NAME <ADDRESS> if the address may go out")
    return text


def host(text: str) -> str:
    """A host name in lower case and as A-labels (RFC 5891)."""
    if not text.isascii() or re.search(r"[^A-Za-z0-9.-]", text):
        try:
            return idna.encode(text, uts46=True).decode("ascii").lower()
        except idna.IDNAError:
            raise ValueError(f"'{text}' is no host name; write the name alone, such as blog.example.com") from None
    if not re.fullmatch(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", text):
        raise ValueError(f"'{text}' is no host name; write the name alone, such as blog.example.com")
    return text.lower()


def host_of(url: str) -> str:
    """The host of a URL as it is written there."""
    return urlsplit(url).hostname or ""


def is_https(url: object) -> bool:
    """Whether this is an absolute https URL with a host, without user-info and white space."""
    return isinstance(url, str) and re.fullmatch(r"https://[^\s/?#@\\:]+(:\d+)?([/?#][^\s\\]*)?", url) is not None


def is_index_url(url: str) -> bool:
    """Whether an index can be at this URL: https without user-info, or http on loopback."""
    if is_https(url):
        return True
    parts = urlsplit(url)
    if parts.scheme != "http" or "@" in parts.netloc:
        return False
    if parts.hostname == "localhost":
        return True
    try:
        return ipaddress.ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False
