"""What every generator's module shares: the site's folder and settings, and the shape of a claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import tzinfo
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from pressgate.dates import When, read_date
from pressgate.fields import scalars
from pressgate.model import Claim, Config, Header, Reason, SourceFile
from pressgate.sites.header import RawFields
from pressgate.sites.settings import read_settings


class Site:
    """A site of no generator: nothing is predicted, nothing is left out.

    A generator's subclass says what its configuration files are called, where its posts lie, and which URL paths each
    of them may have. `headerless` says whether a file without a header is a normal page there, `fold_names` whether the
    case of field names counts for nothing, `fixed` whether the URL rule is a service's own, which no setting changes,
    `coded` whether the settings are code, so that a prediction from them may be wrong, `headings` whether a first-level
    heading is the title of a page that has no other, `public_words` which words of a status mean public there alone,
    `endings` which files it reads as pages, `release_names` which fields (in lower case) say when a page goes public in
    place of its `date`.
    """

    config_files: tuple[str, ...] = ()
    headerless = False
    fold_names = False
    fixed = False
    coded = False
    headings = False
    public_words: tuple[str, ...] = ()
    release_names: frozenset[str] = frozenset()
    endings: tuple[str, ...] = (".md", ".markdown", ".mdown", ".mkdn", ".mkd", ".mdx")

    def __init__(self, config: Config) -> None:
        self.config = config
        self.warnings: list[str] = []
        self.config_file = find_config(config.posts.path, config.root, self.config_files)
        self.root = self.project(self.config_file) if self.config_file else config.root
        self.settings = self.read() if self.config_file else {}
        if self.config_files and self.config_file is None:
            names = ", ".join(self.config_files[:2])
            self.warnings.append(
                f"{config.site.generator}: no configuration ({names}, …) was found; defaults are assumed"
            )
        self.base = join(self.base_path() or urlsplit(config.site.home).path)
        self.folder = PurePosixPath(config.posts.path.as_posix())

    def project(self, config_file: Path) -> Path:
        """The project's folder, given its configuration file."""
        return config_file.parent

    def read(self) -> Mapping[str, Any]:
        """The settings in the configuration file."""
        assert self.config_file
        return read_settings(self.config_file)

    def base_path(self) -> str | None:
        """The path on its host at which the site lies, by its settings; None where they don't say."""
        return None

    def header(self, source: SourceFile) -> Header | None:  # noqa: ARG002 - for the generators that have a style of their own
        """A header in a style that only this generator reads; None where there is none. Raises HeaderError."""
        return None

    def prepared(self, text: str) -> str:
        """A file's text with its header as the generator's reader of YAML gets it; the body is left as it is."""
        return text

    def claim(self, source: SourceFile, header: Header | None, title: str | None) -> Claim:
        """What the site makes of one file. `title` is its title as written, None where it has none."""
        whole = self.folder / source.path
        if not whole.is_relative_to(self.root.as_posix()):
            return Claim(ignored=outside(self.root.name))
        claim = self.judge(whole.relative_to(self.root.as_posix()), header, title)
        signs = (veto for veto in _signs(RawFields(header, fold=True)) if veto not in claim.vetoes)
        return claim if claim.ignored else replace(claim, vetoes=(*claim.vetoes, *signs))

    def judge(self, path: PurePosixPath, header: Header | None, title: str | None) -> Claim:
        """The claim of the file at `path`, which is relative to the project."""
        place = self.place(path)
        if isinstance(place, Reason):
            return Claim(ignored=place)
        return self.page(place, RawFields(header, fold=self.fold_names), title)

    def place(self, path: PurePosixPath) -> PurePosixPath | Reason:
        """The file's path below the folder that the site reads, or why the site never builds it."""
        return path

    def page(self, path: PurePosixPath, fields: RawFields, title: str | None) -> Claim:
        """The claim of a page at `path`, as `place` returns it."""
        return Claim(segments=segments_of(path, fields), title=title)

    def file(self, source: PurePosixPath, target: str) -> str | None:  # noqa: ARG002 - for those that rewrite links
        """The URL path of the file that the relative link `target` in the markdown of `source` names; None where the
        site leaves the link to the browser. `source` is relative to the posts' folder.
        """
        return None

    def date(self, text: str | None, zone: tzinfo | None = None) -> When | None:
        """The date in a field, naive ones in `zone` (the corpus's by default)."""
        return read_date(text, zone or self.config.site.timezone, self.config.posts.date_order) if text else None

    def under(self, *parts: str) -> str:
        """A URL path below the site's base."""
        return join(self.base, *parts)


def find_config(start: Path, top: Path, names: tuple[str, ...]) -> Path | None:
    """The first of the files `names` in `start` or a folder above it, up to `top`; else the only one just below."""
    for folder in (start, *start.parents):
        for name in names:
            if (folder / name).is_file():
                return folder / name
        if folder == top:
            break
    under = {folder: file for name in reversed(names) for folder, file in _in_subfolders(start, name)}
    return under.popitem()[1] if len(under) == 1 else None


def _in_subfolders(start: Path, name: str) -> Iterable[tuple[Path, Path]]:
    folders = (folder for folder in start.glob("*") if not folder.name.startswith((".", "_")) and folder.is_dir())
    return [
        (folder, folder / name) for folder in folders if folder.name != "node_modules" and (folder / name).is_file()
    ]


def join(*parts: str) -> str:
    """A URL path of parts: one slash between them, one at the beginning; one at the end where the last part has it."""
    whole = "/".join(part.strip("/") for part in parts if part.strip("/"))
    slash = "/" if parts and parts[-1].endswith("/") and whole else ""
    return f"/{whole}{slash}"


def below(path: PurePosixPath, folder: str) -> PurePosixPath | None:
    """`path` relative to `folder` (a POSIX path, '' or '.' for the root); None where it lies elsewhere."""
    base = PurePosixPath(folder.strip("/") or ".")
    return path.relative_to(base) if path.is_relative_to(base) and path != base else None


def outside(folder: str) -> Reason:
    """The reason for a file outside the folder that the site reads."""
    return Reason(code="not-built", message=f"move the file below {folder}/, which the site is built from")


def not_built(why: str) -> Reason:
    """The reason for a file that the site leaves out by its name or settings."""
    return Reason(code="not-built", message=f"the site doesn't build this file: {why}")


def hidden(what: str) -> Reason:
    """The veto of a sign that keeps a built page off the site or its lists."""
    return Reason(code="hidden-by-site", message=f"remove {what}: it keeps the page off the site or its lists")


def _signs(fields: RawFields) -> Iterator[Reason]:
    """Fields by which several generators, their plugins or themes keep pages off the lists or make them redirects."""
    head = (scalar.text.casefold() for scalar in scalars(fields.value("head") or ()))
    if any(re.search(r"\bnoindex\b|\Arefresh\Z", text) for text in head):
        yield hidden("noindex or refresh from `head`")
    for name in ("redirect", "redirect_to", "redirectTo", "redirect_url"):
        if (text := fields.text(name)) and text.casefold() != "false":
            yield Reason(code="redirect", message=f"remove `{name}`: it makes the page a redirect")
    for name in ("layout", "template", "type"):
        if "redirect" in (fields.text(name) or "").casefold():
            yield Reason(code="redirect", message=f"remove `{name}`: it makes the page a redirect")


def segments_of(path: PurePosixPath, fields: RawFields) -> tuple[str, ...]:
    """What the last segment of the page's URL may be, where nothing better is known: slug or file name."""
    stem = path.parent.name if path.stem.casefold() in {"index", "_index", "readme"} else path.stem
    slug = fields.text("slug")
    return tuple(dict.fromkeys(filter(None, (slug and slug.strip("/").rpartition("/")[2], stem))))


def url_path(text: str) -> str:
    """The decoded path of a URL or URL path in settings or a header."""
    return unquote(urlsplit(text).path if "://" in text else text)
