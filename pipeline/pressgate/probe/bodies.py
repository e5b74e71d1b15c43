"""What the contents of a read hold: text and blobs apart, decoded by their MIME type."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from .text import blank

_TEXTUAL = re.compile(
    r"text/.*|application/(.*\+)?(json|xml|yaml|toml)|application/(x-)?"
    r"(javascript|ecmascript|ndjson|jsonl|json5|yaml|toml|sh|sql|tex|typescript|markdown|graphql)|image/svg\+xml"
)
# What a host can show a model as it is, so that a blob is the right form for it.
_SHOWN = re.compile(r"(image|audio|video)/.*")
_CHARSET = re.compile(r"charset\s*=\s*\"?([\w.:-]+)", re.IGNORECASE)

# Longer bodies are documents that may well speak of errors; a heading (#) opens a document too.
_ERROR_LENGTH = 200
_ERROR_START = re.compile(
    r"[^\w#{]*(error|failed|failure|exception|traceback|fatal|no\s+such|bad\s+(request|gateway)|timeout|timed\s+out|"
    r"(unknown|invalid|unsupported|missing)\s+(resource|uri|url|document|article|post|id|path)\b|"
    r"(could|can|would)(\s*not|n['’]?t)\s+(be\s+)?(find|found|read|load|open|fetch|get|retrieve)|unable\s+to\s+\w+|"
    r"(access|permission)\s+denied|unauthori[sz]ed|forbidden|(internal\s+)?server\s+error|something\s+went\s+wrong|"
    r"(http\s*)?(status\s*)?[45]\d\d\b\W*($|not|bad|forbidden|internal|unauthorized|service|gateway|error)|"
    r"[^.\n]{0,80}\b((was|were)?\s*not\s+found|(does|do|did)(\s+not|n['’]?t)\s+exist|"
    r"could\s*(not|n['’]?t)\s+be\s+(found|read|loaded|opened|fetched|retrieved)|an?\s+(\w+\s+)?error\s+(has\s+)?occurred|"
    r"(is|are)\s+(not|un)\s*available|(request|read|fetch|loading)\s+failed)|"
    r"오류|에러|실패|접근이?\s*거부|[^\n]{0,40}(찾을\s*수\s*없|존재하지\s*않|권한이\s*없|오류가\s*발생|실패했)|"
    r"エラー|失敗|[^\n]{0,40}(見つかりません|存在しません|拒否されました|エラーが発生|失敗しました)|"
    r"错误|錯誤|失败|[^\n]{0,40}(不存在|未找到|找不到|出错|失败|發生錯誤|发生错误))",
    re.IGNORECASE,
)
_ERROR_MARKUP = re.compile(
    r"(?s)(<[!h?].{0,300})?<title>\s*([45]\d\d|error|not found|forbidden)|"
    r"\{\s*\"(errors?\"\s*:(?!\s*(null|false|\[\]|\"\"))|(status|code)\"\s*:\s*(\"error|[45]\d\d\b|-32))",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Body:
    """One content. `text` is the decoded text, None where there is none to decode; `size` counts the bytes.

    `fault` is the code that says why it can't be read; `raw` holds the decoded bytes of a blob.
    """

    form: str | None
    mime: str
    text: str | None = None
    size: int = 0
    uri: str | None = None
    fault: str | None = None

    @property
    def received(self) -> bool:
        """Whether there is something in it: visible text, or bytes that are no text."""
        if self.fault:
            return False
        return not blank(self.text) if self.text is not None else self.size > 0


def read_content(entry: Any) -> Body:
    """Reads one entry of `contents` (spec, "Resource Contents"): `text` where it says something, else `blob`."""
    if not isinstance(entry, Mapping):
        return Body(form=None, mime="", fault="malformed-result")
    mime = entry["mimeType"] if isinstance(entry.get("mimeType"), str) else ""
    uri = entry["uri"] if isinstance(entry.get("uri"), str) else None
    text, blob = entry.get("text"), entry.get("blob")
    if isinstance(text, str) and (not blank(text) or not isinstance(blob, str)):
        return Body(form="text", mime=mime, text=text, size=len(text.encode("utf-8", "surrogatepass")), uri=uri)
    if isinstance(blob, str):
        return _read_blob(blob, mime, uri)
    return Body(form=None, mime=mime, uri=uri, fault="malformed-result")


def _read_blob(blob: str, mime: str, uri: str | None) -> Body:
    raw = _unpack(blob)
    if raw is None:
        return Body(form="blob", mime=mime, uri=uri, fault="invalid-blob")
    return decode_bytes(raw, mime, uri)


def is_base64(text: str) -> bool:
    """Whether `text` is base64 of the standard alphabet, padded (RFC 4648, section 4)."""
    return _unpack(text) is not None


def _unpack(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def decode_bytes(raw: bytes, mime: str, uri: str | None = None) -> Body:
    """Bytes as text where their MIME type says that they are text, in its charset (UTF-8 by default)."""
    if not is_textual(mime):
        return Body(form="blob", mime=mime, size=len(raw), uri=uri)
    charset = _CHARSET.search(mime)
    try:
        text = raw.decode(charset[1] if charset else "utf-8")
    except (UnicodeDecodeError, LookupError):
        return Body(form="blob", mime=mime, size=len(raw), uri=uri, fault="undecodable-text")
    return Body(form="blob", mime=mime, text=text, size=len(raw), uri=uri)


def is_textual(mime: str) -> bool:
    """Whether a MIME type is one of text."""
    return _TEXTUAL.fullmatch(mime.partition(";")[0].strip().lower()) is not None


def needs_text(body: Body) -> bool:
    """Whether a blob is of a kind that a model could only use as text."""
    return _SHOWN.fullmatch(body.mime.partition(";")[0].strip().lower()) is None


def reads_like_error(text: str) -> bool:
    """Whether a short body opens like an error message, in English, Korean, Japanese or Chinese.

    A guess, so what it is used for is to say less, never more.
    """
    text = text.strip()
    if _ERROR_MARKUP.match(text):
        return True
    return len(text) <= _ERROR_LENGTH and _ERROR_START.match(text) is not None


def same_uri(one: str, other: str) -> bool:
    """Whether two URIs name the same thing but for the case of scheme and host, escapes and an empty path."""
    return one == other or _normal(one) == _normal(other)


def _normal(uri: str) -> tuple[str, ...]:
    try:
        parts = urlsplit(uri)
    except ValueError:
        return (uri,)
    return (
        parts.scheme.lower(),
        parts.netloc.lower(),
        unquote(parts.path).rstrip("/"),
        unquote(parts.query),
        unquote(parts.fragment),
    )
