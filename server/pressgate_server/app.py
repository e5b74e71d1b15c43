"""The server: `create_server` for in-memory clients, `main` for the command."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcp.server import CacheHint, Server

from ._about import NAME, VERSION
from .corpus import Corpus
from .errors import StartError
from .protocol import ICON, Handlers
from .schemas import INPUTS

if TYPE_CHECKING:
    from .options import HttpOptions

DAY = 86_400_000  # milliseconds: a snapshot changes with the package alone


def create_server(data: Path | None = None) -> Server[Any]:
    """The server on a data folder (default: the package's own `data/`).

    Raises:
        StartError: the folder can't be served.
    """
    corpus = Corpus(data or Path(__file__).parent / "data")
    handlers = Handlers(corpus)
    name, home = corpus.site["name"], corpus.site["home"]
    static = CacheHint(ttl_ms=DAY, scope="public")
    return Server(
        NAME,
        version=VERSION,
        title=name,
        website_url=home,
        icons=[ICON],
        instructions=handlers.tools.say("instructions", site=name, home=home, count=corpus.count),
        cache_hints={
            "server/discover": static,
            "tools/list": static,
            "prompts/list": static,
            "resources/list": static,
            "resources/templates/list": static,
            "resources/read": static,
        },
        get_tool_input_schema=INPUTS.get,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
        on_completion=handlers.complete,
    )


async def _serve_stdio(server: Server[Any]) -> None:
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def run(server: Server[Any], http: HttpOptions | None = None) -> None:
    """Serves until the input ends, or with options for HTTP until it is told to stop.

    Raises:
        StartError: the options for HTTP can't be met.
    """
    if http is None:
        asyncio.run(_serve_stdio(server))
        return
    from . import web

    web.serve(server, http)


def main() -> None:
    """The console script: serves over standard input and output, or with `--http` over the network."""
    http = None
    if len(sys.argv) > 1:  # a host starts it without arguments, and waits
        from . import options

        http = options.read()
    try:
        run(create_server(), http)
    except StartError as error:
        sys.exit(f"{NAME}: {error}")
