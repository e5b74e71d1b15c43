"""URL paths and titles in the form in which two of them are compared."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote_to_bytes, urljoin

from pressgate import config_values

_URL = re.compile(r"(?P<scheme>https?)://(?P<host>[^\s/?#@\\:]+)(?P<path>/[^\s?#\\]*)?", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_REST = re.compile(r"[\W_]+")


@dataclass(frozen=True, kw_only=True)
class Place:
    """A page's place: `url` as the site writes it (https), `key` as `path_key` makes it."""

    url: str
    host: str
    key: str


def path_key(path: str) -> str | None:
    """A URL's path for comparison: percent-decoded once, NFC, without slashes at the ends and a last `index.html`.

    None where it isn't UTF-8, or holds control characters or dot segments.
    """
    try:
        text = unquote_to_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        return None
    return decoded_key(text)


def decoded_key(text: str) -> str | None:
    """The same of a path that is percent-decoded already."""
    segments = unicodedata.normalize("NFC", text).strip("/").split("/")
    if any(segment in {".", ".."} for segment in segments) or not text.isprintable():
        return None
    if segments[-1].lower() in {"index.html", "index.htm"}:
        segments.pop()
    return "/".join(segments)


def place(url: str, home: str, hosts: tuple[str, ...]) -> Place | None:
    """Where `url`, absolute or relative to `home`, lies on one of `hosts`; None where it lies elsewhere.

    A URL with a query, a fragment, user-info or a port is no post's. An http URL of a host of ours is read as https.
    """
    url = url.strip()
    if not re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:", url):
        url = urljoin(home, url)
    match = _URL.fullmatch(url)
    if match is None:
        return None
    try:
        host = config_values.host(match["host"])
    except ValueError:
        return None
    key = path_key(match["path"] or "/")
    if host not in hosts or key is None:
        return None
    return Place(url=f"https://{host}{match['path'] or '/'}", host=host, key=key)


def text_key(text: str) -> str:
    """A plain text for comparison: its letters and digits alone, case-folded."""
    return _REST.sub("", unicodedata.normalize("NFKC", text)).casefold()


def html_key(html: str) -> str:
    """The same of a text in HTML: tags are left out, entities read."""
    return text_key(unescape(_TAG.sub("", html)))


def title_keys(title: str) -> frozenset[str]:
    """The keys of a title that may be plain text or HTML, the empty one left out."""
    return frozenset({text_key(title), html_key(title)} - {""})
