"""A strict reader of a post's URL, and how two URLs are compared. `urllib` swallows too much to be asked first.

Only `https://host/path` passes (RFC 3986): no user-info, port, query or fragment, no raw character that browsers or
servers read in more than one way. What passes is kept as written.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

import idna

from pressgate.model import Reason
from pressgate.unseen import UNSEEN

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PARTS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_RAW = re.compile(r"[\x00-\x20\x7f-\xa0\\\"<>^`{|}\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})|%(?:2[Ff]|5[Cc]|[01][0-9A-Fa-f]|7[Ff])")
_WITH_NAME = frozenset({"tag", "tags", "category", "categories", "page", "태그", "카테고리"})
_ALONE = _WITH_NAME | {"archive", "archives", "author", "authors", "search", "feed", "rss"}
_FILES = frozenset({"feed.xml", "rss.xml", "atom.xml", "index.xml", "sitemap.xml", "feed.json"})


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What `[site] home`, `[publish] hosts` and `url-path` ask of a post's URL.

    `home_is_page`: the site's home is a page of text like the others, as it is in documentation, and no list of posts.
    """

    home: str
    hosts: tuple[str, ...]
    url_path: re.Pattern[str] | None = None
    home_is_page: bool = False


def is_absolute(text: str) -> bool:
    """Whether the text names a scheme or a host, rightly or not, so that it is no path of the site."""
    return bool(_SCHEME.match(text)) or text.startswith(("//", "\\\\"))


def problems(url: str, rules: Rules, line: int | None = None) -> tuple[Reason, ...]:
    """Everything that keeps `url` from being an individual https page on an allowed host; empty where nothing does."""
    found = [Reason(code=code, message=message, line=line) for code, message in _problems(url, rules)]
    return tuple(found)


def url_key(url: str) -> str | None:
    """What makes two URLs one page: host and decoded path, whatever the case or the end; None: no URL."""
    parts = _PARTS.fullmatch(url.strip())
    if parts is None or (host := _host(parts[2].rpartition("@")[2])) is None:
        return None
    return f"{host}{path_key(parts[3])}"


def path_key(path: str) -> str:
    """A URL's path as `url_key` compares it: from `/`, without a slash at the end."""
    decoded = unquote_to_bytes(path).decode("utf-8", "surrogateescape")
    text = unicodedata.normalize("NFC", decoded).casefold()
    return "/" + re.sub(r"(?:^|/)index\.html?$", "", text.rstrip("/")).strip("/")


def path_segments(url: str) -> tuple[str, ...]:
    """The decoded segments of a URL's path, without `index.html`."""
    parts = _PARTS.fullmatch(url.strip())
    path = unicodedata.normalize("NFC", unquote_to_bytes(parts[3]).decode("utf-8", "replace")) if parts else ""
    return tuple(segment for segment in re.sub(r"/index\.html?$", "", path).split("/") if segment)


def _host(text: str, *, as_written: bool = False) -> str | None:
    """The host as lower-case A-labels (IDNA 2008); with `as_written` nothing but its case is mapped first."""
    if text.isascii():
        return text.lower()
    try:
        return idna.encode(text.lower(), strict=as_written, uts46=not as_written).decode("ascii").lower()
    except UnicodeError:
        return None


def _problems(url: str, rules: Rules) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if bad := _RAW.search(url) or UNSEEN.search(url):
        found.append(("url-characters", f"percent-encode or remove the character U+{ord(bad[0]):04X} in the URL"))
    if _BAD_ESCAPE.search(url):
        found.append(
            ("url-characters", "correct the percent-encoding of the URL; `/`, `\\` and controls can't be encoded")
        )
    parts = _PARTS.fullmatch(url)
    if parts is None:
        return [*found, ("url-not-https", "write the URL as https://host/path")]
    scheme, authority, path, query, fragment = parts.groups()
    if scheme != "https":
        found.append(("url-not-https", "write the URL with https://"))
    found += _authority_problems(authority, rules.hosts)
    if query is not None:
        found.append(("url-query", "remove the query (`?…`) from the URL"))
    if fragment is not None:
        found.append(("url-fragment", "remove the fragment (`#…`) from the URL"))
    return found + _path_problems(authority, path, rules)


def _authority_problems(authority: str, hosts: tuple[str, ...]) -> list[tuple[str, str]]:
    found = []
    if "@" in authority:
        found.append(("url-userinfo", "remove the user part (`…@`) from the URL"))
    host = authority.rpartition("@")[2]
    if ":" in host:
        found.append(("url-port", "remove the port from the URL"))
        host = host.partition(":")[0]
    if _host(host, as_written=True) not in hosts:
        found.append(("url-host", f"write a URL on {', '.join(hosts)}, or add the host to [publish] hosts"))
    return found


def _path_problems(authority: str, path: str, rules: Rules) -> list[tuple[str, str]]:
    found = []
    segments = [unquote_to_bytes(segment).decode("utf-8", "replace") for segment in path.split("/")]
    if any(segment in {".", ".."} for segment in segments):
        found.append(("url-path", "remove the `.` and `..` segments from the URL"))
    if "//" in path:
        found.append(("url-path", "remove the doubled slash from the URL's path"))
    key, home = path_key(path), _home_path(rules.home)
    if key == "/" or (key == home and url_key(f"https://{authority}{path}") == url_key(rules.home)):
        if key != home or not rules.home_is_page:
            found.append(("url-is-home", "write the post's own URL: this is the home page"))
    elif _is_listing(key.removeprefix(home if home != "/" else "")):
        found.append(("url-is-listing", "write the post's own URL: this is a list of posts"))
    if rules.url_path and not rules.url_path.fullmatch(path):
        found.append(("url-path-mismatch", "write a URL whose path matches [publish] url-path"))
    return found


def _home_path(home: str) -> str:
    parts = _PARTS.fullmatch(home)
    return path_key(parts[3]) if parts else "/"


def _is_listing(key: str) -> bool:
    segments = key.strip("/").split("/")
    if len(segments) == 1:
        return segments[0] in _ALONE or segments[0] in _FILES
    return len(segments) == 2 and segments[0] in _WITH_NAME
