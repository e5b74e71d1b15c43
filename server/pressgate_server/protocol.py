"""The protocol's methods on one corpus: tools, resources and completion."""

from __future__ import annotations

import base64
from typing import Any

from mcp import types
from mcp.server import ServerRequestContext
from mcp.shared.exceptions import MCPError

from . import resources
from .articles import Article
from .corpus import Corpus
from .errors import CorpusError
from .schemas import DESCRIPTIONS, INPUTS, OUTPUTS, ArgumentError
from .tools import Tools

COMPLETIONS = 100  # the protocol's most
LEGACY_RESOURCE_NOT_FOUND = -32002  # before 2026-07-28, which has -32602 for it
MARKDOWN = "text/markdown"
WHOLE = 1 << 40  # more characters than any body has

_SVG = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='none' stroke='#47a' stroke-width='1.5' "
    "d='M3 2h7l3 3v9H3zM5.5 7h5m-5 3h5'/></svg>"
)
ICON = types.Icon(
    src="data:image/svg+xml;base64," + base64.b64encode(_SVG.encode()).decode(),
    mime_type="image/svg+xml",
    sizes=["any"],
)
_Context = ServerRequestContext[Any]


def _tool(name: str) -> types.Tool:
    title, description = DESCRIPTIONS[name]
    return types.Tool(
        name=name,
        title=title,
        description=description,
        input_schema=INPUTS[name],
        output_schema=OUTPUTS[name],
        icons=[ICON],
        annotations=types.ToolAnnotations(
            title=title, read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def _resource(article: Article) -> types.Resource:
    return types.Resource(
        name=article.id,
        title=article.title,
        uri=resources.uri(article.id),
        description=article.description,
        mime_type=MARKDOWN,
    )


def _link(article: Article) -> types.ResourceLink:
    return types.ResourceLink(
        type="resource_link",
        name=article.id,
        title=article.title,
        uri=resources.uri(article.id),
        mime_type=MARKDOWN,
    )


def _error(said: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=said)], is_error=True)


def _no_cursor(params: types.PaginatedRequestParams | None) -> None:
    """Refuse any cursor where there is one page: none was given out."""
    if params is not None and params.cursor is not None:
        raise MCPError(types.INVALID_PARAMS, "Unknown cursor")


class Handlers:
    """One corpus, asked through the protocol."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus, self.tools = corpus, Tools(corpus)
        self._cursors = resources.Cursors(corpus)

    async def list_tools(self, _: _Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        """All five tools, in one page."""
        _no_cursor(params)
        return types.ListToolsResult(tools=[_tool(name) for name in INPUTS])

    async def call_tool(self, _: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """A tool's answer; bad arguments are an error that the caller can read, an unknown tool is the protocol's."""
        if params.name not in INPUTS:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name[:60]}")
        try:
            answer = self.tools.call(params.name, params.arguments)
        except ArgumentError as error:
            return _error(str(error))
        except CorpusError:
            return _error(self.tools.say("broken"))
        text = types.TextContent(type="text", text=answer.text)
        return types.CallToolResult(content=[text, *map(_link, answer.links)], structured_content=answer.structured)

    async def list_resources(
        self, _: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """The posts in the order of their ids, a page at a time."""
        cursor = params.cursor if params else None
        try:
            start = 0 if cursor is None else self._cursors.read(cursor)
        except ValueError:
            raise MCPError(types.INVALID_PARAMS, "Unknown cursor") from None
        articles = self.corpus.by_number(start, resources.PAGE)
        end = start + len(articles)
        following = self._cursors.make(end) if end < self.corpus.count else None
        return types.ListResourcesResult(resources=[_resource(article) for article in articles], next_cursor=following)

    async def list_templates(
        self, _: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """The one template."""
        _no_cursor(params)
        template = types.ResourceTemplate(
            name="post",
            title="Post",
            uri_template=resources.TEMPLATE,
            description="A post by its id.",
            mime_type=MARKDOWN,
            icons=[ICON],
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(
        self, context: _Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """A whole post, quoted as get_article quotes it."""
        address = str(params.uri)
        wanted = resources.article_id(address)
        found = self.corpus.find(wanted) if wanted else []
        if len(found) != 1:
            modern = context.protocol_version >= "2026-07-28"
            code = types.INVALID_PARAMS if modern else LEGACY_RESOURCE_NOT_FOUND
            raise MCPError(code, "Resource not found", {"uri": address})
        try:
            answer = self.tools.page(found[0], size=WHOLE)
        except CorpusError:
            raise MCPError(types.INTERNAL_ERROR, self.tools.say("broken")) from None
        contents = types.TextResourceContents(uri=address, mime_type=MARKDOWN, text=answer.text)
        return types.ReadResourceResult(contents=[contents])

    async def complete(self, _: _Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        """The ids that begin as the argument does; of anything else there is nothing to complete."""
        reference = params.ref
        ours = isinstance(reference, types.ResourceTemplateReference) and reference.uri == resources.TEMPLATE
        total, found = 0, list[str]()
        if ours and params.argument.name == "id":
            total, found = self.corpus.ids(params.argument.value, COMPLETIONS)
        completion = types.Completion(values=found, total=total, has_more=total > len(found))
        return types.CompleteResult(completion=completion)

    async def list_prompts(self, _: _Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        """None: but hosts that ask every server for its prompts get an answer."""
        _no_cursor(params)
        return types.ListPromptsResult(prompts=[])

    async def get_prompt(self, _: _Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """There is none of any name."""
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {params.name[:60]}")
