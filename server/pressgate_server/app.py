"""The server: `create_server` for in-memory clients, `main` for the command."""

from __future__ import annotations

import argparse
import base64
import sys
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.shared.exceptions import MCPError

from . import resources
from ._about import NAME, VERSION
from .corpus import Article, Corpus, CorpusError
from .schemas import DESCRIPTIONS, INPUTS, OUTPUTS, ArgumentError
from .tools import Tools

DAY = 86_400_000
_ICON_SVG = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='none' stroke='#47a' stroke-width='1.5' "
    "d='M3 1.8h7l3 3v9.4H3zM5.500 7h5M5.500 10h5'/></svg>"
)
_ICON = types.Icon(
    src="data:image/svg+xml;base64," + base64.b64encode(_ICON_SVG.encode()).decode(),
    mime_type="image/svg+xml",
    sizes=["any"],
)
_CONTEXT = ServerRequestContext[Any]


def _tool(name: str) -> types.Tool:
    title, description = DESCRIPTIONS[name]
    return types.Tool(
        name=name,
        title=title,
        description=description,
        input_schema=INPUTS[name],
        output_schema=OUTPUTS[name],
        icons=[_ICON],
        annotations=types.ToolAnnotations(
            title=title, read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def _no_cursor(params: types.PaginatedRequestParams | None) -> None:
    """Refuse any cursor where there is one page: the server gave none out."""
    if params is not None and params.cursor is not None:
        raise MCPError(types.INVALID_PARAMS, "Unknown cursor")


class Handlers:
    """The protocol's methods on one corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus, self.tools = corpus, Tools(corpus)
        self.cursors = resources.Cursors(corpus)

    async def list_tools(self, _: _CONTEXT, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        _no_cursor(params)
        return types.ListToolsResult(tools=[_tool(name) for name in INPUTS])

    async def call_tool(self, _: _CONTEXT, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in INPUTS:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name[:60]}")
        try:
            answer = self.tools.call(params.name, params.arguments)
        except ArgumentError as error:
            return types.CallToolResult(content=[types.TextContent(type="text", text=str(error))], is_error=True)
        links = [
            types.ResourceLink(
                type="resource_link", name=a.id, title=a.title, uri=resources.uri(a.id), mime_type="text/markdown"
            )
            for a in answer.links
        ]
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer.text), *links], structured_content=answer.structured
        )

    async def list_resources(
        self, _: _CONTEXT, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        cursor = params.cursor if params else None
        try:
            start = 0 if cursor is None else self.cursors.read(cursor)
        except ValueError:
            raise MCPError(types.INVALID_PARAMS, "Unknown cursor") from None
        articles = self.corpus.by_number(start, resources.PAGE)
        end = start + len(articles)
        next_cursor = self.cursors.make(end) if end < self.corpus.count else None
        return types.ListResourcesResult(resources=[_resource(a) for a in articles], next_cursor=next_cursor)

    async def list_templates(
        self, _: _CONTEXT, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        _no_cursor(params)
        template = types.ResourceTemplate(
            name="post",
            title="Post",
            uri_template=resources.TEMPLATE,
            mime_type="text/markdown",
            icons=[_ICON],
            description="A post by its id.",
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(
        self, context: _CONTEXT, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        address = str(params.uri)
        wanted = resources.article_id(address)
        found = self.corpus.find(wanted) if wanted else []
        if len(found) != 1:
            modern = context.protocol_version >= "2026-07-28"
            code = types.INVALID_PARAMS if modern else -32002
            raise MCPError(code, "Resource not found", {"uri": address})
        article = found[0]
        page = self.tools.renderer.page(article, start=0, end=article.chars, size=10**9, section="", first=True)
        contents = types.TextResourceContents(uri=address, mime_type="text/markdown", text=page.text)
        return types.ReadResourceResult(contents=[contents])

    async def complete(self, _: _CONTEXT, params: types.CompleteRequestParams) -> types.CompleteResult:
        reference, argument = params.ref, params.argument
        ours = isinstance(reference, types.ResourceTemplateReference) and reference.uri == resources.TEMPLATE
        if not ours or argument.name != "id":
            raise MCPError(types.INVALID_PARAMS, "Nothing to complete here")
        found = self.corpus.ids(argument.value)
        return types.CompleteResult(
            completion=types.Completion(values=found[:100], total=len(found), has_more=len(found) > 100)
        )


def _resource(article: Article) -> types.Resource:
    return types.Resource(
        name=article.id,
        title=article.title,
        uri=resources.uri(article.id),
        description=article.description,
        mime_type="text/markdown",
    )


def create_server(data: Path | None = None) -> Server[Any]:
    """The server on a data folder (default: the package's own `data/`).

    Raises:
        CorpusError: the folder can't be served.
    """
    corpus = Corpus(data or Path(__file__).parent / "data")
    handlers = Handlers(corpus)
    site = corpus.site
    hint = CacheHint(ttl_ms=DAY, scope="public")
    methods = (
        "server/discover",
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "resources/read",
    )
    return Server(
        NAME,
        version=VERSION,
        title=site["name"],
        website_url=site["home"],
        icons=[_ICON],
        instructions=handlers.tools.say("instructions", site=site["name"], home=site["home"], count=corpus.count),
        cache_hints={method: hint for method in methods},
        get_tool_input_schema=INPUTS.get,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_completion=handlers.complete,
    )


async def _serve_stdio(server: Server[Any]) -> None:
    from mcp.server.stdio import stdio_server  # noqa: PLC0415

    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def main() -> None:
    """The console script: serves over standard input and output."""
    parser = argparse.ArgumentParser(prog=NAME, description="MCP server for a blog's public posts.")
    parser.add_argument("--version", action="version", version=f"{NAME} {VERSION}")
    parser.parse_args()
    try:
        server = create_server()
    except CorpusError as error:
        sys.exit(f"{NAME}: {error}")
    anyio.run(_serve_stdio, server)
