"""A witness over https: bounded in time and size, with redirects on its own host alone."""

from __future__ import annotations

import urllib.error
import urllib.request
from http.client import HTTPException
from time import monotonic
from typing import IO
from urllib.parse import urlsplit

from pressgate.witness.documents import MAX_BYTES, BadDocument

SCHEMES = ("https",)  # tests add http, for a server on loopback
TIMEOUT = 20.0  # seconds to connect or to wait for more; the whole may take three times as long
_CHUNK = 1 << 16


class _SameHost(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: object, newurl: str
    ) -> urllib.request.Request | None:
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        if new.scheme not in SCHEMES or new.netloc != old.netloc:
            fp.close()
            raise BadDocument(f"it redirects to another place ({new.scheme}://{new.hostname})")
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def fetch(url: str) -> bytes:
    """The body at `url`, at most MAX_BYTES of it. Raises BadDocument."""
    if urlsplit(url).scheme not in SCHEMES:
        raise BadDocument("only https URLs are read")
    request = urllib.request.Request(url, headers={"User-Agent": "pressgate", "Accept-Encoding": "identity"})  # noqa: S310
    opener = urllib.request.build_opener(_SameHost)
    try:
        with opener.open(request, timeout=TIMEOUT) as response:
            return _body(response)
    except urllib.error.HTTPError as error:
        error.close()
        raise BadDocument(f"the server answers {error.code}") from None
    except (OSError, HTTPException, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise BadDocument(f"it can't be fetched ({type(reason).__name__})") from None


def _body(response: IO[bytes]) -> bytes:
    deadline = monotonic() + 3 * TIMEOUT
    parts, size = [], 0
    while chunk := response.read(_CHUNK):
        parts.append(chunk)
        size += len(chunk)
        if size > MAX_BYTES:
            raise BadDocument(f"it is larger than {MAX_BYTES // 1024 // 1024} MB")
        if monotonic() > deadline:
            raise BadDocument("it takes too long to come")
    length = getattr(response, "length", None)
    if length:
        raise BadDocument("it is cut off")
    return b"".join(parts)
