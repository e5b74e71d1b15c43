"""What lies in a folder: which generator made the site, where its posts are, and what it is called."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pressgate.found_language import posts_below, written_language
from pressgate.model import UsageError
from pressgate.sites.settings import read_settings

_POSTS = ("posts", "_posts", "content/posts", "content", "articles", "blog", "docs", "source/_posts", "src/content")


@dataclass(frozen=True, kw_only=True)
class FoundSite:
    """`config` is the generator's file, relative; values that weren't found are empty; `posts` is relative, POSIX."""

    generator: str
    config: str
    posts: str
    name: str
    home: str
    language: str
    timezone: str


# generator → (configuration files in the order of trust, folders where posts may lie)
_GENERATORS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "hexo": (("_config.yml", "_config.yaml"), ("source/_posts",)),
    "jekyll": (("_config.yml", "_config.yaml", "_config.toml"), ("_posts",)),
    "zola": (("zola.toml", "config.toml"), ("content",)),
    "hugo": (
        ("hugo.toml", "hugo.yaml", "hugo.json", "config.toml", "config.yaml", "config.yml", "config.json"),
        ("content",),
    ),
    "mkdocs": (("mkdocs.yml", "mkdocs.yaml"), ("docs",)),
    "docusaurus": (("docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs"), ("blog", "docs")),
    "vitepress": ((".vitepress/config.mts", ".vitepress/config.ts", ".vitepress/config.js"), ("posts", "docs", ".")),
    "astro": (("astro.config.mjs", "astro.config.ts", "astro.config.js"), ("src/content/blog", "src/content")),
    "eleventy": (
        (".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs"),
        ("posts", "src/posts", "content", "blog"),
    ),
    "pelican": (("pelicanconf.py",), ("content",)),
    "nikola": (("conf.py",), ("posts",)),
    "zenn": (("package.json",), ("articles",)),
}
_NAMES = ("title", "site_name", "SITENAME", "BLOG_TITLE", "SITE_NAME", "sitename")
_HOMES = ("url", "baseURL", "baseurl", "base_url", "site_url", "SITEURL", "SITE_URL", "site", "siteUrl")
_LANGUAGES = ("languageCode", "defaultContentLanguage", "language", "lang", "default_language", "DEFAULT_LANG")
_ZONES = ("timezone", "timeZone", "TIMEZONE")


def look(root: Path) -> FoundSite:
    """The site in `root`; the generator is `explicit` where none is known by its files."""
    for generator, (files, folders) in _GENERATORS.items():
        config = next((name for name in files if (root / name).is_file()), None)
        if config is None:
            continue
        settings = _settings(root / config)
        if _is(generator, root, settings):
            return _found(root, generator, config, folders, settings)
    return _found(root, "explicit", "", _POSTS, {})


def _is(generator: str, root: Path, settings: Mapping[str, Any]) -> bool:
    """Whether a file of that name is really this generator's: several share names."""
    match generator:
        case "hexo":
            return (root / "scaffolds").is_dir() or "hexo" in _packages(root)
        case "zola":
            return "base_url" in settings
        case "nikola":
            return "BLOG_TITLE" in settings or "SITE_URL" in settings
        case "zenn":
            return "zenn-cli" in _packages(root) and (root / "articles").is_dir()
        case _:
            return True


def _found(root: Path, generator: str, config: str, folders: tuple[str, ...], settings: Mapping[str, Any]) -> FoundSite:
    home = _value(settings, _HOMES)
    posts = next((name for name in folders if _has_posts(root / name)), folders[0])
    language = _value(settings, _LANGUAGES).replace("_", "-")
    if language.lower().partition("-")[0] in {"", "en"}:  # a theme's default, often left as it was
        language = written_language(root / posts) or language
    return FoundSite(
        generator=generator,
        config=config,
        posts=posts,
        name=_value(settings, _NAMES),
        home=home.rstrip("/") + "/" if home.startswith("https://") else "",
        language=language,
        timezone=_value(settings, _ZONES),
    )


def _value(settings: Mapping[str, Any], names: tuple[str, ...]) -> str:
    places = [
        settings,
        *(settings[name] for name in ("site", "params", "info") if isinstance(settings.get(name), dict)),
    ]
    for place in places:
        for name in names:
            if isinstance(place.get(name), str) and place[name].strip():
                return _whole(str(place[name])).strip()
    return ""


def _whole(text: str) -> str:
    """`text` with surrogate pairs joined, as a JSON-minded YAML file may hold them."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _settings(path: Path) -> Mapping[str, Any]:
    try:
        return read_settings(path)
    except UsageError:
        return {}


def _packages(root: Path) -> set[str]:
    try:
        document = json.loads((root / "package.json").read_text(encoding="utf-8"))
        return {name for key in ("dependencies", "devDependencies") for name in document.get(key) or {}}
    except (OSError, ValueError, AttributeError):
        return set()


def _has_posts(folder: Path) -> bool:
    return folder.is_dir() and any(posts_below(folder))
