"""The careful client: looks at any MCP server from outside and says where the chain to the document breaks.

`run(target, options)` makes one look and gives a `ProbeReport`; `open_session` gives a raw session for looks of one's
own. The package imports nothing of Pressgate's, and but for `command` and `report` nothing beyond the SDK's own needs.
"""

from .codes import CODES
from .document import to_document
from .host import read_host_names
from .links import follow_links
from .model import (
    Call,
    HostNames,
    HttpTarget,
    LinkReport,
    ListReport,
    MemoryTarget,
    ProbeFinding,
    ProbeOptions,
    ProbeReport,
    ResultReport,
    StdioTarget,
    Target,
)
from .negotiate import REVISIONS
from .run import arun, open_session, run
from .session import Session
from .wire import Answer

__all__ = [
    "CODES",
    "REVISIONS",
    "Answer",
    "Call",
    "HostNames",
    "HttpTarget",
    "LinkReport",
    "ListReport",
    "MemoryTarget",
    "ProbeFinding",
    "ProbeOptions",
    "ProbeReport",
    "ResultReport",
    "Session",
    "StdioTarget",
    "Target",
    "arun",
    "follow_links",
    "open_session",
    "read_host_names",
    "run",
    "to_document",
]
