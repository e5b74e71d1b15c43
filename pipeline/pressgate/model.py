"""Every type that crosses a module border. Frozen, keyword-only, and without imports of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, Literal

Verdict = Literal["PASS", "FAIL", "ERROR"]
ArtefactKind = Literal["wheel", "sdist"]


class PressgateError(Exception):
    """An error that a user can act on: one line that says where and what to do. `exit_code` is the process's."""

    exit_code = 4


class UsageError(PressgateError):
    """The command line or the configuration is wrong (exit 2). The text may hold one line an error."""

    exit_code = 2


class NothingToExamine(PressgateError):
    """No posts, none admitted, or no artefact (exit 3)."""

    exit_code = 3


class StepError(PressgateError):
    """A step of the chain broke (exit 4)."""

    exit_code = 4


class Refusal(PressgateError):
    """Approving or publishing is refused (exit 1)."""

    exit_code = 1


class HeaderError(PressgateError):
    """A header that begins but is broken or unterminated. `line` counts from 1 in the source file."""

    exit_code = 1

    def __init__(self, code: str, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


# --- configuration ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PackageConfig:
    """`[package]`: the distribution to make. `import_name` is derived from `name`."""

    name: str
    version: str
    summary: str
    authors: tuple[str, ...] = ()
    urls: Mapping[str, str] = field(default_factory=dict)
    sdist: bool = False

    @property
    def import_name(self) -> str:
        return re.sub(r"[-_.]+", "_", self.name).lower()


@dataclass(frozen=True, kw_only=True)
class SiteConfig:
    """`[site]`: `home` is an https URL; `timezone` reads naive dates; `generator` names a module of `sites`."""

    name: str
    home: str
    language: str
    timezone: tzinfo
    timezone_name: str
    generator: str = "explicit"


@dataclass(frozen=True, kw_only=True)
class PostsConfig:
    """`[posts]`: `path` is absolute; `fields` maps a canonical field name to the site's own names for it.

    `date_order` says how dates such as 03/05/2024 are read; None: not at all.
    """

    path: Path
    include: tuple[str, ...] = ("**/*.md", "**/*.markdown", "**/*.mdx")
    exclude: tuple[str, ...] = ()
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    date_order: Literal["mdy", "dmy"] | None = None


@dataclass(frozen=True, kw_only=True)
class PublishConfig:
    """`[publish]`: `hosts` are lower-case A-labels; `status` are added words for public; `max_age` is in seconds."""

    hosts: tuple[str, ...]
    status: tuple[str, ...] = ()
    url_path: str | None = None
    permalink: str | None = None
    witness: tuple[str, ...] = ()
    takedown: tuple[str, ...] = ()
    max_age: int = 86400


@dataclass(frozen=True, kw_only=True)
class LicensesConfig:
    """`[licenses]`: SPDX ids. `content_file` is absolute, or None where the content licence is a listed one."""

    code: str
    content: str
    content_file: Path | None = None
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ScanConfig:
    """`[scan]`: `forbidden` is an environment variable, an absolute file or, as ("none", ""), a spoken "none"."""

    forbidden: tuple[Literal["env", "file", "none"], str]
    baseline: Path | None = None
    history: bool = False


@dataclass(frozen=True, kw_only=True)
class Golden:
    """A query and the id that must come first."""

    query: str
    first: str


@dataclass(frozen=True, kw_only=True)
class IndexConfig:
    """`[index]`: where to upload, where to read back; None means the public index."""

    repository_url: str | None = None
    simple_url: str | None = None


@dataclass(frozen=True, kw_only=True)
class Config:
    """A whole, valid `pressgate.toml`. `root` is the absolute folder that holds it."""

    root: Path
    package: PackageConfig
    site: SiteConfig
    posts: PostsConfig
    publish: PublishConfig
    licenses: LicensesConfig
    scan: ScanConfig
    golden: tuple[Golden, ...] = ()
    index: IndexConfig = field(default_factory=IndexConfig)

    @property
    def output(self) -> Path:
        return self.root / ".pressgate"


# --- posts --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why a post is refused. `code` is kebab-case; `message` says what would admit it; `line` counts from 1."""

    code: str
    message: str
    line: int | None = None


@dataclass(frozen=True, kw_only=True)
class SourceFile:
    """One file under the posts' path.

    `path` is POSIX, relative to the posts' path, NFC. `text` is decoded, without a byte-order mark, with LF line
    ends; it is NFC. Of a file that can't be decoded it is a best effort, for the leak gate alone, and `problems`
    says why the post is refused. `sha256` is of the bytes on disk.
    """

    path: str
    text: str
    sha256: str
    problems: tuple[Reason, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Scalar:
    """A header's single value as written: `text` unquoted and stripped; `quoted` where the author quoted it.

    `kind` is what the header's own language makes of it (YAML core schema, TOML or JSON type).
    """

    text: str
    line: int | None = None
    quoted: bool = False
    kind: Literal["str", "bool", "int", "float", "null", "date"] = "str"


@dataclass(frozen=True, kw_only=True)
class FieldValue:
    """A header field: `value` is a Scalar, a tuple of values or a mapping of names to values."""

    name: str
    value: Value
    line: int | None = None


Value = Scalar | tuple["Value", ...] | Mapping[str, "Value"]


@dataclass(frozen=True, kw_only=True)
class Header:
    """A parsed header: fields in the order of the file, doubled names kept; `body_line` is where the body begins.

    `body` is the text after the header. `heading` is the text of the H1 that stands above the header's fields, if any.
    """

    dialect: str
    fields: tuple[FieldValue, ...]
    body: str
    body_line: int
    heading: str | None = None


@dataclass(frozen=True, kw_only=True)
class Post:
    """What the file says of itself. Absent values are None; `date` is `YYYY-MM-DD` as written; `body` is NFC, LF.

    `license` is the SPDX id of a licence of its own. `author` is its author where the configuration names that author.
    """

    id: str | None
    title: str
    date: str | None
    url: str | None
    category: str | None
    tags: tuple[str, ...]
    description: str | None
    license: str | None
    body: str
    dialect: str
    moment: datetime | None = None
    author: str | None = None


@dataclass(frozen=True, kw_only=True)
class Claim:
    """What a site generator makes of one source file.

    `paths` are the URL paths that its page may have (percent-decoded, with the site's base); none where only the site
    knows. `vetoes` are signs by which the site keeps the page back. `ignored` says why the site never builds the file,
    which then claims no URL. `segments` are what the last segment of its URL may be; `title` is its title as written.
    `moments` are when the site itself publishes the page, by every reading of its date that the site may take.
    `further` paths count only where the witness lists none of `paths`; the page doesn't claim them.
    """

    paths: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    vetoes: tuple[Reason, ...] = ()
    ignored: Reason | None = None
    segments: tuple[str, ...] = ()
    title: str | None = None
    moments: tuple[datetime, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The verdict on one source file. `post` is None where no header could be read."""

    source: SourceFile
    post: Post | None
    reasons: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()

    @property
    def admitted(self) -> bool:
        return self.post is not None and not self.reasons


@dataclass(frozen=True, kw_only=True)
class Admission:
    """Every verdict of a corpus, in the order of the paths.

    `clock` is the latest moment, not after the time of admission, at which any post's verdict changed (aware, UTC), so
    that it names the verdicts and not the time of the run. `fixed` is true where `--now` set the time. `witness` maps
    each witness, as configured, to the sha256 of what it said.
    """

    decisions: tuple[Decision, ...]
    clock: datetime
    fixed: bool = False
    warnings: tuple[str, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict)

    @property
    def admitted(self) -> tuple[Decision, ...]:
        return tuple(d for d in self.decisions if d.admitted)

    @property
    def refused(self) -> tuple[Decision, ...]:
        return tuple(d for d in self.decisions if not d.admitted)


@dataclass(frozen=True, kw_only=True)
class Index:
    """The members of `data/` by POSIX path relative to it, and `index.json` as a document (schema 1)."""

    document: Mapping[str, Any]
    files: Mapping[str, bytes]


# --- artefacts and gates ------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Artefact:
    """A built file. `sha256` is of its bytes, in lower-case hex."""

    path: Path
    kind: ArtefactKind
    name: str
    version: str
    sha256: str


@dataclass(frozen=True, kw_only=True)
class ArtefactView:
    """An artefact's bytes, read once, and its members by name. A file that is no archive has no members."""

    artefact: Artefact
    data: bytes
    members: Mapping[str, bytes]


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Something wrong: a kebab-case `code`, the member or file it is in, and a detail that repeats no secret."""

    code: str
    where: str
    line: int | None = None
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a gate saw: how many things it examined (0 is never a pass) and what it found."""

    examined: int
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GateInput:
    """All that a gate may look at.

    `admission` and `index` are made again from the posts, not read from what was built. `expected` maps each member
    that the wheel must hold to its bytes, or to None where the build backend writes them (METADATA, WHEEL, RECORD).
    `forbidden` is the list of identifiers as configured, read already. `recorded` maps the artefacts' file names to the
    sha256 that the build wrote down. `served` maps the files that the index serves to their sha256 (empty where it
    gives none); None where the index wasn't asked. `last` is the release before this one, None likewise.
    """

    config: Config
    admission: Admission
    index: Index
    artefacts: tuple[ArtefactView, ...]
    expected: Mapping[str, bytes | None]
    forbidden: tuple[str, ...] = ()
    recorded: Mapping[str, str] = field(default_factory=dict)
    served: Mapping[str, str] | None = None
    last: LastRelease | None = None


@dataclass(frozen=True, kw_only=True)
class GateResult:
    """A gate's word for one set of bytes. `artefacts` maps file names to sha256."""

    gate: str
    verdict: Verdict
    examined: int
    findings: tuple[Finding, ...]
    artefacts: Mapping[str, str]
    config_digest: str
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True)
class LedgerEntry:
    """One line of the ledger. `previous` is the sha256 of the line before, or 64 zeros.

    `fixed` is true where `--now` set the time of admission. `ref` is the version's tag where it stands on the commit,
    `repository` is `OWNER/NAME` of the remote `origin`; None where there is none.
    """

    previous: str
    at: datetime
    result: GateResult
    commit: str | None
    sources: str
    tool_version: str
    fixed: bool = False
    ref: str | None = None
    repository: str | None = None


# --- publishing ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Approval:
    """A person's word for these bytes: `artefacts` maps file names to sha256, `index_url` is where they may go.

    `how` is `terminal` (typed by a person) or `environment` (a protected CI environment, shown by its id-token).
    `removals` is the number of posts that may go away, where that was said aloud.
    """

    at: datetime
    by: str
    how: Literal["terminal", "environment"]
    artefacts: Mapping[str, str]
    commit: str
    index_url: str
    ledger_head: str
    removals: int | None = None


@dataclass(frozen=True, kw_only=True)
class Permit:
    """Leave to upload: the private copies of the artefacts, after every gate passed on them, and whose word it is."""

    artefacts: tuple[ArtefactView, ...]
    ledger_head: str
    approval: Approval


@dataclass(frozen=True, kw_only=True)
class ReleasedPost:
    """A post as an index document and its body tell it; `fields` are the document's own values as text."""

    id: str
    title: str
    url: str
    license: str
    fields: Mapping[str, str]
    body: str


@dataclass(frozen=True, kw_only=True)
class LastRelease:
    """The highest version below this one, as the index serves its wheel.

    `known` is false where the index couldn't be asked, and `note` says why. `version` is None where there is none or
    its wheel isn't ours. `public` is true where everybody can read these posts now: the bytes have the sha256 that the
    index gives, the wheel is this project's, and it isn't yanked. `withdrawn` are those on [publish] takedown.
    """

    known: bool
    note: str
    version: str | None = None
    posts: tuple[ReleasedPost, ...] = ()
    withdrawn: tuple[ReleasedPost, ...] = ()
    public: bool = False


@dataclass(frozen=True, kw_only=True)
class ChangedPost:
    """A post before and after. `fields` are (name, before, after); `diff` is runs of ("=", "-", "+" or "…", text)."""

    before: ReleasedPost
    after: ReleasedPost
    fields: tuple[tuple[str, str, str], ...]
    diff: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """This release beside the last one on the index. `previous` is its version, None where there is none to compare.

    `note` says in words what was compared, or why nothing was; `known` is false where the index couldn't be asked.
    """

    known: bool
    note: str
    previous: str | None = None
    previous_count: int = 0
    new: tuple[ReleasedPost, ...] = ()
    changed: tuple[ChangedPost, ...] = ()
    gone: tuple[ReleasedPost, ...] = ()
    same: int = 0
