"""Builds a small site with its real generator and works out from what was built which post became which page.

Nothing is remembered of a generator's behaviour: each post holds a sentence of its own, and the page that holds the
same sentence is the post's page. A page is listed where the site's own sitemap or feed, read here with the standard
library's parser, has its path.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

HOME = "https://blog.example.com/"


@dataclass(frozen=True, kw_only=True)
class Built:
    """A built site: the corpus, the posts' folder in it, and the output folder, which is served at `base`."""

    root: Path
    posts: Path
    public: Path
    base: str = "/"


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A site to build. `posts` maps paths (relative to the posts' folder) to texts, `files` all other paths to texts.

    `refused` names the posts that the site publishes and lists, and that stay out all the same, with the code.
    `copies` are URL paths below which the site repeats pages that it has elsewhere (another language's, untranslated).
    """

    generator: str
    folder: str
    posts: Mapping[str, str]
    files: Mapping[str, str]
    refused: Mapping[str, str] = field(default_factory=dict)
    base: str = "/"
    copies: tuple[str, ...] = ()


def sentence(number: int) -> str:
    """The sentence by which a post is found again."""
    return f"The lantern of keeper {number} burns word zq{number:04}qz tonight."


def write(plan: Plan, root: Path) -> None:
    """Writes the files of a plan below `root`; each post ends in its own sentence."""
    for path, text in plan.files.items():
        _put(root / path, text)
    for number, (path, text) in enumerate(plan.posts.items()):
        _put(root / plan.folder / path, f"{text}\n{sentence(number)} 등대지기의 짧은 글입니다.\n")


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def run(command: list[str], folder: Path, **variables: str) -> None:
    """Runs a generator. Fails with its output where it fails; a missing generator is a failure too."""
    environment = {**os.environ, "TZ": "UTC", **variables}
    program = shutil.which(command[0], path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        raise AssertionError(f"{command[0]} is not installed: these tests need the real generator")
    done = subprocess.run([program, *command[1:]], cwd=folder, env=environment, capture_output=True, check=False)
    if done.returncode:
        raise AssertionError(f"{command[0]} failed: {(done.stdout + done.stderr).decode(errors='replace')[-3000:]}")


def npm(name: str, packages: Mapping[str, str], fallback: Path) -> Path:
    """A folder whose `node_modules` holds exactly these packages, kept in PRESSGATE_SITES_CACHE where that is set."""
    cache = Path(os.environ.get("PRESSGATE_SITES_CACHE") or fallback)
    wanted = [f"{package}@{version}" for package, version in packages.items()]
    folder = cache / f"{name}-{hashlib.sha256(' '.join(wanted).encode()).hexdigest()[:16]}"
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=cache))
        (work / "package.json").write_text('{"private": true}', encoding="utf-8")
        run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", *wanted], work)
        if "node" in packages:  # its own script brings the program
            run(["npm", "rebuild", "node"], work)
        try:
            work.rename(folder)
        except OSError:  # another worker was first
            shutil.rmtree(work)
    return folder


@dataclass(frozen=True, kw_only=True)
class Truth:
    """What became of a post: its page's decoded URL path (None: no page) and whether the site lists it."""

    path: str | None
    listed: bool


def truth(plan: Plan, built: Built) -> dict[str, Truth]:
    """What the generator really made of each post."""
    listed = _listed(built.public)
    pages: dict[str, list[str]] = {}
    for file in sorted(built.public.rglob("*.html")):
        text = file.read_text(encoding="utf-8", errors="replace")
        pages[_url(file, built)] = [post for number, post in enumerate(plan.posts) if f"zq{number:04}qz" in text]
    found: dict[str, Truth] = {}
    for post in plan.posts:
        own = [url for url, held in pages.items() if held == [post]]
        if len(own) > 1:
            own = [url for url in own if not url.startswith(plan.copies)]
        url = own[0] if own else None
        assert len(own) < 2, (post, own)
        found[post] = Truth(path=url, listed=url is not None and _bare(url) in listed)
    return found


def _url(file: Path, built: Built) -> str:
    path = unicodedata.normalize("NFC", file.relative_to(built.public).as_posix())
    return built.base + path


def _bare(path: str) -> str:
    """A decoded path without what servers add or leave out at its end."""
    return path.removesuffix("index.html").rstrip("/") or "/"


def same_page(url: str, path: str) -> bool:
    """Whether the page at the decoded path is what a server sends for the URL."""
    return any(_bare(own) in {_bare(path), path.removesuffix(".html")} for own in _readings(url))


def _readings(url: str) -> set[str]:
    """A URL's path, decoded and as written: Hugo writes a file's own `%20` into both its name and its URL."""
    path = urlsplit(url).path
    return {unicodedata.normalize("NFC", unquote(path)), path}


def _listed(public: Path) -> set[str]:
    found = set()
    for file in public.rglob("*.xml"):
        try:
            root = ElementTree.parse(file).getroot()
        except ElementTree.ParseError:  # Docusaurus writes `&` into its Atom feed as it is
            continue
        for element in root.iter():
            name = element.tag.rpartition("}")[2]
            if name == "loc" or (name == "link" and element.text):
                found.add(element.text or "")
            elif name == "link" and element.get("rel", "alternate") == "alternate":
                found.add(element.get("href", ""))
    paths = {path for url in found for path in _readings(url)}
    return {_bare(path) for path in paths} | {_bare(path + ".html") for path in paths if not path.endswith(".html")}


def dressed(text: str) -> dict[str, str]:
    """A post as other editors save it, by a name for each."""
    crlf = text.replace("\n", "\r\n")
    return {"crlf": crlf, "mark": "\ufeff" + text, "mark-crlf": "\ufeff" + crlf}


def ordinary() -> list[tuple[str, str, str]]:
    """Name, title and date of posts without anything odd: most of a real site."""
    titles = (
        "Oil and wick",
        "등대의 하루",
        "灯台の朝",
        "The third stair",
        "Fog signals",
        "바다 안개",
        "守灯人的信",
        "Salt",
    )
    return [
        (
            f"day-{number:02}-{'keeper' if number % 2 else 'lamp'}",
            f"{titles[number % 8]} {number}",
            f"20{10 + number % 14}-0{1 + number % 9}-1{number % 10}",
        )
        for number in range(72)
    ]
