"""The server's name in the MCP Registry."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from pressgate.config_values import host
from pressgate.model import Config

_GITHUB = re.compile(r"https://github\.com/([A-Za-z0-9-]+)/([A-Za-z0-9._-]+?)(?:\.git)?/?")
_SOURCE_LABELS = ("source", "repository", "sourcecode", "github", "code")  # well-known labels of project URLs, PEP 753


def repository(config: Config) -> str | None:
    """The repository's URL among `[package] urls`, by its label; None where it isn't on GitHub."""
    labels = {re.sub(r"[^a-z]", "", label.casefold()): url for label, url in config.package.urls.items()}
    found = [labels[label] for label in _SOURCE_LABELS if label in labels and _GITHUB.fullmatch(labels[label])]
    return found[0] if found else None


def server_name(config: Config) -> str:
    """`NAMESPACE/NAME`, in reverse-DNS form.

    The registry lets only the owner of a namespace write to it: `io.github.OWNER` where the repository is on GitHub
    (`[package] urls`), else the host of the site's home in reverse.
    """
    url = repository(config)
    match = _GITHUB.fullmatch(url) if url else None
    if match:
        namespace = f"io.github.{match[1]}"
    else:
        namespace = ".".join(reversed(host(urlsplit(config.site.home).hostname or "").split(".")))
    return f"{namespace}/{config.package.name}"


def mcp_name_line(config: Config) -> str:
    """The line of the long description by which the registry knows that the package belongs to the server."""
    return f"<!-- mcp-name: {server_name(config)} -->"
