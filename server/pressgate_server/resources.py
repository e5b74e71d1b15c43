"""Posts as resources: `post:///<id>`, listed in pages with opaque cursors."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from urllib.parse import quote, unquote

from .corpus import Corpus

PREFIX = "post:///"
TEMPLATE = "post:///{id}"
PAGE = 100


def uri(article_id: str) -> str:
    """The resource of a post; what is no unreserved character of RFC 3986 is percent-encoded."""
    return PREFIX + quote(article_id, safe="")


def article_id(address: str) -> str | None:
    """The id in a resource's address; None where it is no address of ours."""
    if not address.lower().startswith(PREFIX):
        return None
    try:
        return unquote(address[len(PREFIX) :], errors="strict")
    except UnicodeDecodeError:
        return None


class Cursors:
    """Opaque cursors of one corpus: what was not made by it is told apart."""

    def __init__(self, corpus: Corpus) -> None:
        about = json.dumps([corpus.site, corpus.count, corpus.newest], sort_keys=True)
        self._key = hashlib.sha256(about.encode()).digest()

    def _seal(self, number: bytes) -> bytes:
        return hashlib.blake2b(number, key=self._key, digest_size=8).digest()

    def make(self, number: int) -> str:
        """A cursor for the page that begins at `number`."""
        packed = number.to_bytes(4, "big")
        return base64.urlsafe_b64encode(packed + self._seal(packed)).decode()

    def read(self, cursor: str) -> int:
        """The number in a cursor.

        Raises:
            ValueError: the cursor is none of ours.
        """
        try:
            packed = base64.b64decode(cursor.encode("ascii"), altchars=b"-_", validate=True)
        except (binascii.Error, UnicodeEncodeError):
            raise ValueError("unknown cursor") from None
        if len(packed) != 12 or self._seal(packed[:4]) != packed[4:]:
            raise ValueError("unknown cursor")
        return int.from_bytes(packed[:4], "big")
