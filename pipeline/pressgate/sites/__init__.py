"""One site generator a module: its fields, its silence, its permalinks, its output.

A new generator is one module here with a subclass of Site, one line in `_MODULES` and its name in the configuration.
"""

from __future__ import annotations

from importlib import import_module

from pressgate.model import Config
from pressgate.sites.base import Site

__all__ = ["Site", "config_files", "load"]

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
    return _class(config.site.generator)(config)


def config_files(generator: str) -> tuple[str, ...]:
    """What the generator's configuration may be called, as paths from its project's folder."""
    return _class(generator).config_files


def _class(generator: str) -> type[Site]:
    if generator not in _MODULES:
        return Site
    site: type[Site] = getattr(import_module(f"pressgate.sites.{generator}"), _MODULES[generator])
    return site
