"""What lies in a folder: which generator made the site, where its posts are, and what it is called."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

from pressgate.found_language import posts_below, written_language
from pressgate.model import UsageError
from pressgate.sites import config_files
from pressgate.sites.scripts import first
from pressgate.sites.settings import read_settings


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


# generator → where its posts may lie in its project, in the order of trust; files of one name may be several's
_GENERATORS: Mapping[str, tuple[str, ...]] = {
    "hexo": ("source/_posts",),
    "jekyll": ("_posts",),
    "zola": ("content",),
    "hugo": ("content",),
    "mkdocs": ("docs",),
    "docusaurus": ("blog", "docs"),
    "vitepress": ("posts", "docs", "."),
    "astro": ("src/content/blog", "src/content/posts", "src/data/blog", "src/content/docs", "src/content"),
    "eleventy": ("posts", "src/posts", "content", "blog", "src/blog", "src", "."),
    "pelican": ("content",),
    "nikola": ("posts",),
    "zenn": ("articles",),
    "explicit": (
        "posts",
        "_posts",
        "content/posts",
        "content",
        "articles",
        "blog",
        "docs",
        "source/_posts",
        "src/content",
        ".",
    ),
}
_PROJECTS = (".", "docs", "website", "site", "www", "web", "blog", "documentation", "docs/en")
"""Where a repository may keep its site."""

_NAMES = ("title", "site_name", "SITENAME", "BLOG_TITLE", "SITE_NAME", "sitename")
_HOMES = ("url", "baseURL", "baseurl", "base_url", "site_url", "SITEURL", "SITE_URL", "site", "siteUrl", "hostname")
_LANGUAGES = (
    "languageCode",
    "defaultContentLanguage",
    "language",
    "lang",
    "defaultLocale",
    "default_language",
    "DEFAULT_LANG",
)
_FOLDERS = ("docs_dir", "contentDir")
_HUGO = {"baseurl", "languagecode", "theme", "languages", "permalinks", "taxonomies", "markup"}
_ZONES = ("timezone", "timeZone", "TIMEZONE")


def look(root: Path) -> FoundSite:
    """The site in `root`, or in a folder of it that sites are kept in; `explicit` where no generator is known."""
    for project in _PROJECTS:
        for generator in _GENERATORS:
            names = ("package.json",) if generator == "zenn" else config_files(generator)
            config = next((name for name in names if (root / project / name).is_file()), None)
            settings = _settings(root / project / config) if config else {}
            if config and _is(generator, root / project, config, settings):
                return _found(root, generator, PurePosixPath(project), config, settings)
    return _found(root, "explicit", PurePosixPath(), "", {})


def _is(generator: str, root: Path, config: str, settings: Mapping[str, Any]) -> bool:
    """Whether a file of that name is really this generator's: several share names."""
    match generator:
        case "hexo":
            return (root / "scaffolds").is_dir() or "hexo" in _packages(root)
        case "zola":
            return "base_url" in settings
        case "hugo":
            return config.rpartition("/")[2].startswith("hugo.") or bool(_HUGO & {name.lower() for name in settings})
        case "pelican":
            return config != "settings.py" or "SITENAME" in settings
        case "nikola":
            return "BLOG_TITLE" in settings or "SITE_URL" in settings
        case "zenn":
            return "zenn-cli" in _packages(root) and (root / "articles").is_dir()
        case _:
            return True


def _found(root: Path, generator: str, project: PurePosixPath, config: str, settings: Mapping[str, Any]) -> FoundSite:
    own = [settings[name] for name in _FOLDERS if isinstance(settings.get(name), str)]
    places = [normpath(project / name) for name in (*own, *_GENERATORS[generator])]
    folders = [name for name in places if not name.startswith(("/", ".."))]
    posts = next((name for name in folders if _has_posts(root / name)), folders[0])
    home = _value(settings, _HOMES)
    language = _value(settings, _LANGUAGES).replace("_", "-")
    if language.lower().partition("-")[0] in {"", "en"}:  # a theme's default, often left as it was
        language = written_language(root / posts) or language
    return FoundSite(
        generator=generator,
        config=(project / config).as_posix() if config else "",
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
        settings = read_settings(path)
    except UsageError:
        return {}
    script = settings.get("script")
    names = (*_NAMES, *_HOMES, *_LANGUAGES)
    return {name: text for name in names if (text := first(script, name))} if isinstance(script, str) else settings


def _packages(root: Path) -> set[str]:
    try:
        document = json.loads((root / "package.json").read_text(encoding="utf-8"))
        return {name for key in ("dependencies", "devDependencies") for name in document.get(key) or {}}
    except (OSError, ValueError, AttributeError):
        return set()


def _has_posts(folder: Path) -> bool:
    return folder.is_dir() and any(posts_below(folder))
