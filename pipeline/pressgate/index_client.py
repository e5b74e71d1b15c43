"""Reading an index back: the simple API in JSON (PEP 691) or HTML (PEP 503), and files by their URL."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import Version

from pressgate import web
from pressgate.model import ArtefactKind, IndexConfig, StepError

PUBLIC_UPLOAD = "https://upload.pypi.org/legacy/"
PUBLIC_SIMPLE = "https://pypi.org/simple/"
_ACCEPT = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1"
_FILE_LIMIT = 1 << 28


@dataclass(frozen=True, kw_only=True)
class IndexFile:
    """A file that the index offers. `project` is from its name; `sha256` the index's word, None where it gives none."""

    name: str
    project: str
    url: str
    sha256: str | None
    yanked: bool
    kind: ArtefactKind
    version: Version


def upload_url(config: IndexConfig) -> str:
    """Where files are uploaded to."""
    return config.repository_url or PUBLIC_UPLOAD


def simple_url(config: IndexConfig) -> str:
    """Where files are read back from; derived from the upload URL where it isn't given."""
    if config.simple_url is not None:
        return config.simple_url.rstrip("/") + "/"
    return PUBLIC_SIMPLE if upload_url(config) == PUBLIC_UPLOAD else urljoin(upload_url(config), "/simple/")


def sums(files: Iterable[IndexFile]) -> dict[str, str]:
    """File name → sha256, empty where the index gives none."""
    return {file.name: file.sha256 or "" for file in files}


@dataclass(kw_only=True)
class IndexClient:
    """One project's pages and files. `date` is the index's clock at the last answer, None where it told none."""

    simple: str
    project: str
    date: datetime | None = field(default=None, init=False)

    def files(self) -> tuple[IndexFile, ...]:
        """Every wheel and sdist of the project; none where the index doesn't know it.

        Raises StepError where the index can't be read, Refusal where it redirects to another host.
        """
        page = urljoin(self.simple, canonicalize_name(self.project) + "/")
        answer = web.request(page, headers={"Accept": _ACCEPT})
        self.date = answer.date
        if answer.status in {404, 410}:
            return ()
        if answer.status != 200:
            raise StepError(f"{page}: answers {answer.status}")
        rows = _json_rows(answer) if answer.content_type.endswith("json") else _html_rows(answer)
        return tuple(file for row in rows if (file := _file(answer.url, *row)))

    def download(self, file: IndexFile) -> bytes:
        """The bytes of `file`, fetched by its URL. Raises StepError where they aren't what the index says."""
        answer = web.request(file.url, limit=_FILE_LIMIT)
        if answer.status != 200:
            raise StepError(f"{file.name}: the index answers {answer.status} for its own link")
        if file.sha256 is not None and hashlib.sha256(answer.body).hexdigest() != file.sha256:
            raise StepError(f"{file.name}: the bytes that the index serves haven't the sha256 that it gives")
        return answer.body

    def digest(self, file: IndexFile) -> str:
        """The sha256 of what the index has: its own word, or that of the downloaded bytes where it gives none."""
        return file.sha256 or hashlib.sha256(self.download(file)).hexdigest()


_Row = tuple[str, str, str | None, bool]  # name, URL, sha256, yanked


def _json_rows(answer: web.Response) -> list[_Row]:
    try:
        document = json.loads(answer.body)
        return [
            (
                str(row["filename"]),
                str(row["url"]),
                (row.get("hashes") or {}).get("sha256"),
                row.get("yanked", False) not in (False, None),
            )
            for row in document["files"]
        ]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise StepError(f"{answer.url}: is no page of the simple API") from None


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[_Row] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        href = values.get("href")
        if tag != "a" or not href:
            return
        url, fragment = urldefrag(href)
        kind, _, digest = fragment.partition("=")
        name = unquote(urlsplit(url).path.rpartition("/")[2])
        self.rows.append((name, url, digest if kind == "sha256" else None, "data-yanked" in values))


def _html_rows(answer: web.Response) -> list[_Row]:
    if "html" not in answer.content_type:
        raise StepError(f"{answer.url}: is no page of the simple API")
    parser = _Links()
    parser.feed(answer.body.decode("utf-8", "replace"))
    parser.close()
    return parser.rows


def _file(page: str, name: str, url: str, sha256: str | None, yanked: bool) -> IndexFile | None:
    """None for what is neither a wheel nor an sdist by its name (old eggs, installers, signatures)."""
    try:
        if name.endswith(".whl"):
            (project, version, *_), kind = parse_wheel_filename(name), "wheel"
        else:
            (project, version), kind = parse_sdist_filename(name), "sdist"
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None
    return IndexFile(
        name=name,
        project=project,
        url=urljoin(page, url),
        sha256=sha256.lower() if sha256 else None,
        yanked=yanked,
        kind=kind,  # type: ignore[arg-type]
        version=version,
    )
