"""What each finding means and what to look at next. One table; `docs/probe.md` says the same."""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """`meaning` says what is wrong for a client, `look` where to look next."""

    meaning: str
    look: str


CODES: dict[str, Code] = {
    # --- reaching the server and agreeing on a revision
    "cannot-connect": Code("There is no server to talk to.", "The command or URL, and what it writes to stderr."),
    "authorization-required": Code(
        "The server wants authorization or refuses what it was given.", "Give it with `--header-env NAME=VAR`."
    ),
    "http-status": Code("An HTTP error without a JSON-RPC answer in it.", "The server's log, proxies, the path."),
    "redirect-not-followed": Code(
        "The endpoint redirects to another origin, or so that the message would be lost.",
        "Probe the URL that it points to, if that is the server you mean.",
    ),
    "no-handshake": Code(
        "The server answers neither `server/discover` nor `initialize`.",
        "Whether it is an MCP server; the old HTTP+SSE transport is not supported.",
    ),
    "no-common-revision": Code("Server and probe share no protocol revision.", "The server's supported revisions."),
    "unknown-revision": Code(
        "The server names a revision that is none, or that has no handshake.", "`protocolVersion` in its answer."
    ),
    "revision-differs": Code(
        "The server answers another revision than the one asked for.", "Its version negotiation, or `--revision`."
    ),
    "malformed-handshake": Code(
        "The answer to the handshake lacks what the schema requires.", "`capabilities`, versions and server info."
    ),
    "discover-failed": Code(
        "The server speaks 2026-07-28 and doesn't answer `server/discover`, which it must.", "That handler."
    ),
    "undeclared-capability": Code(
        "The server serves a list that it doesn't declare, so hosts never ask for it.", "Its `capabilities`."
    ),
    "session-lost": Code("The server ended the session in the middle.", "Its session time-out and load balancing."),
    "notification-refused": Code(
        "The server refuses `notifications/initialized`.", "Its handling of POSTs without an id."
    ),
    # --- what comes over the wire
    "no-answer": Code("A request was not answered in time.", "What the server does there; `--max-seconds`."),
    "no-response": Code(
        "The answer ended without the response to the request.", "How the server closes its answer or stream."
    ),
    "server-exited": Code("The server's process ended in the middle.", "Its exit code and stderr."),
    "pipe-closed": Code("The server closed its input or output, or the connection broke.", "Its log and stderr."),
    "junk-on-stdout": Code(
        "Something that is no JSON-RPC message is on standard output; many hosts disconnect.",
        "Prints and loggers: they belong on stderr.",
    ),
    "malformed-message": Code(
        "A message breaks JSON or JSON-RPC 2.0; clients drop it.", "`jsonrpc`, `id`, `result` and `error`."
    ),
    "duplicate-keys": Code(
        "A JSON object holds a key twice; readers disagree on which counts.", "How the server writes its JSON."
    ),
    "wrong-response-id": Code(
        "A response carries an id that no open request has; its request stays unanswered.",
        "That the id goes back with value and type as it came.",
    ),
    "forbidden-server-request": Code(
        "The server sent a request; 2026-07-28 has none from server to client.", "`input_required` results."
    ),
    "wrong-content-type": Code(
        "The HTTP answer is neither `application/json` nor `text/event-stream`.", "Its Content-Type, proxies."
    ),
    "unreadable-encoding": Code(
        "The HTTP answer is compressed in a way that was not asked for or is broken.", "Proxies, Content-Encoding."
    ),
    "message-too-large": Code(
        "One message is over the size limit and was not read to its end.", "Paging and limits of the server."
    ),
    "traffic-limit": Code("The server sent more bytes or messages than a look may take.", "Loops and notifications."),
    # --- lists
    "null-cursor": Code(
        "`nextCursor` is null; the schema knows a string or nothing. From 2026-07-28 the list can't be called whole.",
        "Leave the field out on the last page.",
    ),
    "invalid-cursor": Code(
        "`nextCursor` is neither a string nor absent; typed clients fail on the whole page.", "Make it a string."
    ),
    "repeated-cursor": Code(
        "A cursor came back that was followed before; a client would go round for ever.", "How cursors advance."
    ),
    "page-limit": Code("The list has more pages than were asked for.", "`--max-pages`, or an endless list."),
    "time-limit": Code("The time was up before the list ended.", "`--max-seconds`, slow pages."),
    "cursor-expired": Code(
        "A cursor that the server had just given was refused; the list was begun again.", "How long cursors live."
    ),
    "list-error": Code("The server answered a page of the list with an error.", "The error's code; the handler."),
    "duplicate-names": Code(
        "The same name is on the list more than once; hosts keep one or refuse all.", "Page boundaries, ordering."
    ),
    "repeated-page": Code(
        "Different cursors led to the same page.", "Whether the handler reads `params.cursor` at all."
    ),
    "list-changed": Code(
        "Two walks of the list, one after the other, differ.", "A stable order, and cursors that hold a position."
    ),
    "second-walk-incomplete": Code(
        "The list was walked once only, so changes were not looked for.", "`--max-seconds`, the error named."
    ),
    "cache-scope-differs": Code(
        "Pages of one list have different `cacheScope`s; it must be the same.", "Where the hints are set."
    ),
    "host-differs": Code(
        "The host doesn't show what was collected.", "The first name that differs, and the page that it is on."
    ),
    # --- results
    "malformed-result": Code(
        "A result lacks its field or has it in the wrong type; there is nothing to read.", "The field's spelling."
    ),
    "schema-violation": Code(
        "The official SDK refuses this result as it stands; typed clients show nothing of it.", "The field named."
    ),
    "missing-result-type": Code(
        "`resultType` is absent from a 2026-07-28 result; read as complete.", "Set it on every result."
    ),
    "invalid-result-type": Code(
        "`resultType` is unknown or no string; such a result must not be used.", "`complete` or `input_required`."
    ),
    "input-required": Code(
        "The server wants input before it gives the result, so this one is not complete.", "`inputRequests`."
    ),
    "call-error": Code("The tool call got a JSON-RPC error.", "The tool's name and arguments."),
    "tool-error": Code("The tool says that it failed (`isError`).", "Its text, the arguments."),
    "missing-structured": Code(
        "The tool has an output schema and gave no `structuredContent`.", "What the tool returns."
    ),
    "invalid-header-annotation": Code(
        "`x-mcp-header` in the input schema is invalid; over HTTP clients must drop the tool.", "That annotation."
    ),
    "empty-item": Code(
        "An embedded resource, image or audio of a tool's result has nothing in it.", "What the tool puts into it."
    ),
    "malformed-link": Code("A `resource_link` has no usable URI.", "Its `uri`: absolute, a string."),
    "link-limit": Code("More links or tools than are followed in one look.", "Call fewer tools, with `--call`."),
    # --- links
    "link-missing": Code(
        "The server doesn't know the resource that it linked to; an agent gets the link alone.",
        "That links are made from what `resources/read` accepts.",
    ),
    "link-error": Code("Reading the link got an error.", "The error's code; the resource handler."),
    "link-unread": Code("No answer to the read came through.", "The finding on that request."),
    "empty-contents": Code("`contents` is empty: neither a body nor an error.", "Answer -32602 when not found."),
    "empty-text": Code("The body is empty; an agent gets the link alone.", "What the resource handler returns."),
    "partly-empty": Code("Some of several contents are empty or unreadable.", "Those contents."),
    "blob-only": Code(
        "The body came as a blob without any text; many hosts show a model nothing of it.", "Send text as `text`."
    ),
    "invalid-blob": Code("A blob, image or audio is no valid base64.", "Its encoding: standard alphabet, padding."),
    "undecodable-text": Code("A blob's bytes are not text in the encoding that its MIME type says.", "The charset."),
    "error-as-body": Code(
        "The body reads like an error message, so nothing says that the document was read.",
        "Errors belong into a JSON-RPC error.",
    ),
    "other-uri": Code("The contents are of another URI than the link's.", "Which document was really sent."),
    "shorter-than-declared": Code("The body is shorter than the link's `size`.", "Cuts on the way; the `size`."),
    "file-link": Code(
        "A `file:` link that the server itself doesn't read. The probe never opens local files.",
        "Serve it under a scheme of the server's own.",
    ),
    "foreign-link": Code(
        "A web link that the server itself doesn't read and that was not fetched.", "`--allow-origin ORIGIN`."
    ),
    "fetch-failed": Code("Fetching an allowed web link failed.", "The status named."),
    "fetch-refused": Code("A web link leads to another origin, type or size than allowed.", "The reason named."),
    "not-delivered": Code(
        "The body came, and the host's transcript doesn't have its sentence.", "How the host follows links."
    ),
    "unverifiable": Code(
        "Nothing shows whether the host got the body.", "A sentence that this one body has, and nothing else."
    ),
}
