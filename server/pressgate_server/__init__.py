"""A read-only MCP server for a blog's public posts. `app.create_server` makes the server, `app.main` runs it."""
