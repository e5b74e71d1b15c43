"""HTTP to an index: https (http on loopback alone), one host, no credentials in the URL, bounded in time and size."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from time import monotonic
from typing import IO
from urllib.parse import urlsplit

from pressgate.config_values import is_index_url
from pressgate.model import Refusal, StepError

TIMEOUT = 20.0
_WHOLE = 300.0  # seconds for all of a body
_CHUNK = 1 << 16


@dataclass(frozen=True, kw_only=True)
class Response:
    """`url` is where it came from, `body` all of it; `date` is the server's clock (RFC 9110, `Date` and `Age`)."""

    status: int
    url: str
    body: bytes
    content_type: str
    date: datetime | None


class _SameOrigin(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        if (new.scheme, new.netloc) != (old.scheme, old.netloc) or req.get_method() != "GET":
            raise Refusal(f"{_plain(req.full_url)}: redirects to {new.scheme}://{new.hostname}, which isn't the index")
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def request(
    url: str, *, headers: Mapping[str, str] | None = None, data: bytes | None = None, limit: int = 1 << 26
) -> Response:
    """GETs `url`, or POSTs `data` to it; any status from 200 to 499 is a response, at most `limit` bytes long.

    Raises Refusal for a URL that may not be asked and for a redirect to another host; StepError where no whole answer
    comes. No environment variable changes the place, and no .netrc is read.
    """
    if not is_index_url(url):
        raise Refusal(f"{_plain(url)}: must be an https URL without a user name or password (http only for loopback)")
    proxies = {k: v for k, v in urllib.request.getproxies().items() if k == "https"}
    opener = urllib.request.build_opener(urllib.request.ProxyHandler(proxies), _SameOrigin)
    sent = {"User-Agent": "pressgate", "Accept-Encoding": "identity", "Cache-Control": "no-cache", **(headers or {})}
    asked = urllib.request.Request(url, data=data, headers=sent)  # noqa: S310
    try:
        try:
            answer = opener.open(asked, timeout=TIMEOUT)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            body = _body(answer, url, limit)
    except (OSError, HTTPException, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise StepError(f"{_plain(url)}: can't be reached ({type(reason).__name__})") from None
    if answer.status >= 500 or answer.status in {401, 403, 407}:
        raise StepError(f"{_plain(url)}: answers {answer.status}")
    content_type = answer.headers.get_content_type()
    return Response(
        status=answer.status, url=answer.url, body=body, content_type=content_type, date=_date(answer.headers)
    )


def _body(answer: IO[bytes], url: str, limit: int) -> bytes:
    deadline = monotonic() + _WHOLE
    parts, size = [], 0
    while chunk := answer.read(_CHUNK):
        parts.append(chunk)
        size += len(chunk)
        if size > limit:
            raise StepError(f"{_plain(url)}: is larger than {limit >> 20} MiB, the limit of what is read")
        if monotonic() > deadline:
            raise StepError(f"{_plain(url)}: takes too long to come")
    if getattr(answer, "length", None):
        raise StepError(f"{_plain(url)}: is cut off")
    return b"".join(parts)


def _date(headers: Message) -> datetime | None:
    try:
        age = timedelta(seconds=int(headers.get("Age", "0")))
        return parsedate_to_datetime(headers["Date"]).astimezone(UTC) + age
    except (TypeError, ValueError):
        return None


def _plain(url: str) -> str:
    """The URL for people: without user-info and query, which may hold secrets."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
