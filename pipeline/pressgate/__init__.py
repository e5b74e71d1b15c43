"""Pressgate: public markdown posts to a read-only MCP server in a wheel, released only past every gate."""

__version__ = "0.1.0"
