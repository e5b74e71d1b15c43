"""One site generator a module: its fields, its silence, its permalinks, its output.

A new generator is one module here with a subclass of Site, one line in `_MODULES` and its name in the configuration.
"""

from __future__ import annotations

from importlib import import_module

from pressgate.model import Config
from pressgate.sites.base import Site

__all__ = ["Site", "load"]

_MODULES = {
    "astro": "Astro",
    "docusaurus": "Docusaurus",
    "eleventy": "Eleventy",
    "hexo": "Hexo",
    "hugo": "Hugo",
    "jekyll": "Jekyll",
    "mkdocs": "MkDocs",
    "nikola": "Nikola",
    "pelican": "Pelican",
    "vitepress": "VitePress",
    "zenn": "Zenn",
    "zola": "Zola",
}


def load(config: Config) -> Site:
    """The site that `[site] generator` names, its settings read. Raises UsageError where they can't be."""
    name = config.site.generator
    if name not in _MODULES:
        return Site(config)
    site: type[Site] = getattr(import_module(f"pressgate.sites.{name}"), _MODULES[name])
    return site(config)
