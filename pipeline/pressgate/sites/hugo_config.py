"""Hugo's settings: configuration files and folders, languages, content folders, the order of its date fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pressgate.sites.settings import read_settings, table_of, text_of, texts_of, truth_of

_ENDINGS = ("toml", "yaml", "yml", "json")
FILES = (
    *(f"{name}.{ending}" for name in ("hugo", "config") for ending in _ENDINGS),
    *(f"config/_default/{name}.{ending}" for name in ("hugo", "config") for ending in _ENDINGS),
)
_DATES = {
    "date": ("date", "publishdate", "pubdate", "published", "lastmod", "modified"),
    "publishdate": ("publishdate", "pubdate", "published", "date"),
    "lastmod": (":git", "lastmod", "modified", "date", "publishdate", "pubdate", "published"),
}


@dataclass(frozen=True, kw_only=True)
class Mount:
    """A folder of content: `source` relative to the project, mounted at `target` below the content root."""

    source: str
    target: str = ""
    language: str | None = None


def folded(value: Any) -> Any:
    """Settings with their names in lower case, since Hugo ignores it."""
    if isinstance(value, Mapping):
        return {str(name).casefold(): folded(item) for name, item in value.items()}
    return [folded(item) for item in value] if isinstance(value, list) else value


def whole(file: Path, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of `file` with those of the other files of its configuration folder (`permalinks.toml`, …)."""
    found = dict(folded(settings))
    if file.parent.name != "_default":
        return found
    for folder in (file.parent, file.parent.parent / "production"):
        for other in sorted(folder.glob("*")):
            if other != file and other.suffix[1:] in _ENDINGS:
                _put(found, other.stem.casefold(), folded(read_settings(other)))
    return found


def _put(found: dict[str, Any], stem: str, more: dict[str, Any]) -> None:
    if stem in {"hugo", "config"}:
        found.update(more)
        return
    name, _, language = stem.partition(".")
    if name == "languages" and language:
        more = {language: more}
    found[name] = {**table_of(found, name), **more}


def mounts(settings: Mapping[str, Any]) -> list[Mount]:
    """The folders of content, the most special first."""
    languages = table_of(settings, "languages")
    found = []
    entries = table_of(settings, "module").get("mounts")
    for entry in entries if isinstance(entries, list) else ():
        target = text_of(entry, "target").strip("/") if isinstance(entry, Mapping) else ""
        if target == "content" or target.startswith("content/"):
            source = text_of(entry, "source").strip("/")
            found += [Mount(source=source, target=target[8:], language=name) for name in _languages_of(entry)]
    mounted = bool(found)
    own = {name: text_of(table_of(languages, name), "contentdir").strip("/") for name in languages}
    found += [Mount(source=folder, language=name) for name, folder in own.items() if folder]
    if not mounted and not (own and all(own.values())):
        found.append(Mount(source=text_of(settings, "contentdir", "content").strip("/")))
    return sorted(found, key=lambda mount: -len(mount.source))


def _languages_of(mount: Mapping[str, Any]) -> list[str | None]:
    """The languages of a mount: its `lang`, or those of `sites.matrix`; [None] where it names none."""
    matrix = table_of(table_of(mount, "sites"), "matrix")
    return [name.casefold() for name in texts_of(mount, "lang") or texts_of(matrix, "languages")] or [None]


def prefix(settings: Mapping[str, Any], language: str) -> str | None:
    """The URL prefix of a language; None where the language isn't built."""
    languages = table_of(settings, "languages")
    table = table_of(languages, language)
    disabled = [*texts_of(settings, "disablelanguages"), *texts_of(settings, "disabledlanguages")]
    if truth_of(table, "disabled", False) or language in disabled:
        return None
    in_subfolder = truth_of(settings, "defaultcontentlanguageinsubdir", False)
    return "" if language == default_language(settings) and not in_subfolder else language


def default_language(settings: Mapping[str, Any]) -> str:
    """The language of files that name none."""
    return text_of(settings, "defaultcontentlanguage", "en").casefold()


def release_names(settings: Mapping[str, Any]) -> list[str]:
    """The fields that come before `date` in saying when a page goes public."""
    order = _order(settings, "publishdate")
    return order[: order.index("date")] if "date" in order else order


def date_order(settings: Mapping[str, Any]) -> list[str]:
    """The fields that give a page its date, in order; `:filename` and the like as Hugo writes them."""
    return _order(settings, "date")


def _order(settings: Mapping[str, Any], name: str) -> list[str]:
    order: list[str] = []
    for entry in texts_of(table_of(settings, "frontmatter"), name) or [":default"]:
        order += _DATES[name] if entry.casefold() == ":default" else [entry.casefold()]
    return order
