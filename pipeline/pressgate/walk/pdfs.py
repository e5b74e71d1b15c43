"""PDF (ISO 32000-1): strings, streams and what the properties say."""

from __future__ import annotations

import base64
import contextlib
import re
from collections.abc import Iterator

from pressgate.model import Finding
from pressgate.walk.archive import Budget
from pressgate.walk.parts import Opened, Part, inflate
from pressgate.walk.texts import runs

_ENCRYPTED = re.compile(rb"/Encrypt\s+\d+\s+\d+\s+R")


def pdf(data: bytes, budget: Budget) -> Opened:
    locked = (Finding(code="encrypted-member", where="(document)"),) if _ENCRYPTED.search(data) else ()
    return Opened(parts=_pdf_parts(data, budget), faults=locked)


def _pdf_parts(data: bytes, budget: Budget) -> Iterator[Part]:
    yield Part(label="pdf", data=runs(data))
    yield Part(label="pdf strings", data=_pdf_strings(data))
    for match in re.finditer(rb"stream\r?\n", data):
        end = data.find(b"endstream", match.end())
        body = _ascii85(data[match.end() : end if end >= 0 else len(data)])
        content = inflate(body, budget)
        if content is not body:
            yield Part(label="pdf stream", data=runs(content) + "\n" + _pdf_strings(content))


def _ascii85(body: bytes) -> bytes:
    """The stream without the ASCII85 filter, where it has one."""
    if body.rstrip().endswith(b"~>"):
        with contextlib.suppress(ValueError):
            return base64.a85decode(body.strip().removeprefix(b"<~").removesuffix(b"~>"))
    return body


def _pdf_strings(data: bytes) -> str:
    """Literal and hexadecimal strings (ISO 32000-1, 7.3.4), each on a line, and shown text joined over its kerning."""
    found = []
    for match in re.finditer(
        rb"\((?:\\.|[^()\\]){3,}\)|<(?:[0-9A-Fa-f]{2}\s?){4,}>|\[(?:[^\[\]]{4,4000})\]\s*TJ", data
    ):
        token = match.group()
        if token[:1] == b"<":
            raw = bytes.fromhex(token[1:-1].decode("ascii"))
        elif token[:1] == b"[":
            raw = b"".join(re.findall(rb"\(((?:\\.|[^()\\])*)\)", token))
        else:
            raw = re.sub(rb"\\([()\\])", rb"\1", token[1:-1])
        found.append(
            raw[2:].decode("utf-16-be", "replace") if raw[:2] == b"\xfe\xff" else raw.decode("utf-8", "replace")
        )
    return "\n".join(found)
