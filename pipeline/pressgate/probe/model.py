"""What the probe is asked and what it says. Frozen, keyword-only, and without imports of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["tools", "resources", "resourceTemplates", "prompts"]
Era = Literal["modern", "handshake"]
Stopped = Literal["end", "invalid-cursor", "repeated-cursor", "page-limit", "time-limit", "error"]
Stage = Literal["link", "read requested", "body received", "delivered"]
LinkVerdict = Literal["link only", "body received", "partly read", "cannot be verified"]
Delivery = Literal["delivered", "not delivered", "unverifiable"]

KINDS: tuple[Kind, ...] = ("tools", "resources", "resourceTemplates", "prompts")


@dataclass(frozen=True, kw_only=True)
class StdioTarget:
    """A server to start: its command and arguments, in the environment of the probe."""

    command: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class HttpTarget:
    """A server that listens: the URL of its streamable HTTP endpoint."""

    url: str


@dataclass(frozen=True, kw_only=True)
class MemoryTarget:
    """A server in this process: the SDK's low-level `Server`."""

    server: Any


Target = StdioTarget | HttpTarget | MemoryTarget


@dataclass(frozen=True, kw_only=True)
class Call:
    """A tool to call, with its arguments."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class HostNames:
    """What a host shows, by kind. `guessed` where a plain list of names said no kind."""

    names: Mapping[Kind, tuple[str, ...]]
    guessed: bool = False


@dataclass(frozen=True, kw_only=True)
class ProbeOptions:
    """How to look.

    `revision` forces a protocol revision; `max_seconds` is for the whole look, closing apart; sizes are in bytes.
    `headers` go to the server of an HttpTarget and nowhere else. `transcript` is the host's own record of its
    conversation; `canary` a sentence that only a body has.
    """

    revision: str | None = None
    calls: tuple[Call, ...] = ()
    max_pages: int = 1000
    max_seconds: float = 60.0
    host_names: HostNames | None = None
    allow_origins: tuple[str, ...] = ()
    transcript: str | None = None
    canary: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    max_message_bytes: int = 8 * 1024 * 1024
    max_total_bytes: int = 256 * 1024 * 1024
    max_messages: int = 100_000
    max_calls: int = 100
    max_links: int = 200


@dataclass(frozen=True, kw_only=True)
class ProbeFinding:
    """Something wrong: a code of `CODES`, the request or line it is in, and a detail without values of the server's."""

    code: str
    where: str
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Cursor:
    """The `nextCursor` of a page. `type` is its JSON type; `length` that of a string, in characters."""

    present: bool
    type: str | None = None
    length: int | None = None
    followed: bool = False


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page as it came: how many items were on it, the names that could be read, and its cursor."""

    items: int
    names: tuple[str, ...]
    cursor: Cursor


@dataclass(frozen=True, kw_only=True)
class ListReport:
    """One list.

    `offered` is false where the server declares no such list; it is then complete and empty. `collected` counts the
    items whose name could be read, doubled ones too; `host` those that the host shows. `items` are as received.
    """

    kind: Kind
    complete: bool
    stopped: Stopped
    pages: tuple[Page, ...] = ()
    follow_ups: int = 0
    restarts: int = 0
    offered: bool = True
    host: int | None = None
    first_difference: str | None = None
    items: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for page in self.pages for name in page.names)

    @property
    def collected(self) -> int:
        return len(self.names)

    @property
    def unique(self) -> int:
        return len(set(self.names))

    @property
    def duplicates(self) -> int:
        return self.collected - self.unique


@dataclass(frozen=True, kw_only=True)
class RpcError:
    """An error as the server or the way to it gave it. `message` is cut and printable."""

    code: int | None
    message: str
    data: Any = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class Item:
    """A content item of a tool's result: its type and the characters of its text or of its encoded data."""

    type: str | None
    chars: int


@dataclass(frozen=True, kw_only=True)
class ResultReport:
    """The answer to one tool call. `raw` is the result as received, None where there was none."""

    tool: str
    items: tuple[Item, ...] = ()
    structured: bool = False
    is_error: bool = False
    complete: bool = True
    error: RpcError | None = None
    request_id: int | None = None
    content_type: str | None = None
    raw: Mapping[str, Any] | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class LinkReport:
    """One `resource_link` of a tool's result and how far it led.

    `contents` counts what came, `text` and `blob` those that hold such a field; `chars` are those of all decoded
    text, `size` the bytes of everything. `texts` are the decoded bodies. `delivered` is None where nobody asked;
    `listed` says whether `resources/list` has the URI, which it need not.
    """

    tool: str
    uri: str
    stage: Stage
    verdict: LinkVerdict
    contents: int = 0
    text: int = 0
    blob: int = 0
    chars: int = 0
    size: int = 0
    delivered: Delivery | None = None
    listed: bool = False
    error: RpcError | None = None
    result_id: int | None = None
    read_id: int | None = None
    content_type: str | None = None
    texts: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, kw_only=True)
class ServerInfo:
    """What the server says of itself; None where it doesn't."""

    name: str | None = None
    version: str | None = None


@dataclass(frozen=True, kw_only=True)
class ProbeReport:
    """All that one look found. `broken` says that there was no server to look at, or that the probe itself failed."""

    transport: Literal["stdio", "http", "memory"]
    revision: str | None
    era: Era | None
    server: ServerInfo
    lists: tuple[ListReport, ...]
    results: tuple[ResultReport, ...]
    links: tuple[LinkReport, ...]
    findings: tuple[ProbeFinding, ...]
    notes: tuple[str, ...] = ()
    broken: bool = False
    seconds: float = 0.0
    stderr: str = field(default="", repr=False)

    @property
    def incomplete(self) -> bool:
        """A list, a result or a link that was not seen to its end."""
        return (
            any(not entry.complete for entry in self.lists)
            or any(not result.complete for result in self.results)
            or any(link.verdict != "body received" for link in self.links)
        )

    @property
    def examined(self) -> int:
        """How many items, results and links were looked at."""
        return sum(entry.collected for entry in self.lists) + len(self.results) + len(self.links)

    @property
    def exit_code(self) -> int:
        """0 clean, 1 findings or anything incomplete, 3 nothing to examine, 4 broken."""
        if self.broken:
            return 4
        if self.findings or self.incomplete:
            return 1
        return 0 if self.examined else 3
