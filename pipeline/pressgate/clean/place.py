"""Where a post stands: what its relative links and its templates' variables stand for."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urljoin, urlsplit

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_BRACKETS = re.compile(r"[\s<>()]")
_SOURCE = re.compile(r"\.(?:md|markdown|mdx)$", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Place:
    """The post's `url`, the site's `home`, the file's `path`, and the URLs of other posts by their files' paths.

    `file` gives the URL of the file of the site that a relative link in markdown names, where the site rewrites such
    links; None where it leaves them to the browser. `mdx`: the body is MDX.
    """

    url: str
    home: str
    path: str
    targets: Mapping[str, str] = field(default_factory=dict)
    file: Callable[[str], str | None] | None = None
    mdx: bool = False

    def variable(self, name: str) -> str | None:
        """What `site.url`, `site.baseurl` and `page.url` stand for in Liquid; None for all else."""
        home = urlsplit(self.home)
        return {
            "site.url": f"{home.scheme}://{home.netloc}",
            "site.baseurl": home.path.rstrip("/"),
            "page.url": urlsplit(self.url).path,
        }.get(name)

    def absolute(self, target: str, *, html: bool = False) -> str | None:
        """A link's target as a full URL; None where it leads to a file that is no page. `html`: it stands in a tag."""
        if _SCHEME.match(target) or not target:
            return None if target.lower().startswith(("javascript:", "file:", "vbscript:")) else target
        if target.startswith("#"):
            return self.url + target
        if target.startswith("//"):
            return "https:" + target
        path, mark, fragment = target.partition("#")
        if _SOURCE.search(path.partition("?")[0]):
            found = self.source(path)
            return found + mark + fragment if found else None
        if self.file and not html and not path.startswith("/") and (found := self.file(path.partition("?")[0])):
            return found + target[len(path.partition("?")[0]) :]
        try:
            joined = urljoin(self.url, target)
        except ValueError:
            return None
        return joined if joined.startswith("https://") else None

    def source(self, path: str) -> str | None:
        """The URL of the post whose file a link names, beside this one or from the root, with or without its ending."""
        path = unquote(path).strip()
        beside = posixpath.join(posixpath.dirname(self.path), path)
        names = [path.lstrip("/")] if path.startswith("/") else [posixpath.normpath(beside), posixpath.normpath(path)]
        for name in names:
            for ending in ("", ".md", ".markdown", ".mdx", "/index.md", "/_index.md"):
                if name + ending in self.targets:
                    return self.targets[name + ending]
        return None


def encoded(target: str) -> str:
    """A target so that it can stand between round brackets without angle ones."""
    if not _BRACKETS.search(target):
        return target
    depth = 0
    for char in target:
        depth += {"(": 1, ")": -1}.get(char, 0)
        if depth < 0:
            break
    brackets = "()" if depth == 0 else ""
    return _BRACKETS.sub(lambda match: match[0] if match[0] in brackets else quote(match[0]), target)
