"""Links in a page that MkDocs really built lead to where the cleaned text's links lead."""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest

from corpora import write
from pressgate.admit import admit
from sites.harness import run
from support import make_config

pytestmark = pytest.mark.sites

HOME = "https://blog.example.com/guide/"
LINKS = """\
An ordinary sentence about the {0} of the tower.

![image](../img/a.png) and [file](../files/plan.pdf), [query](../img/a.png?raw=1#top), [space](<../img/b c.png>),
[encoded](../img/b%20c.png), [beside](beside.png), [none](../img/none.png), [page](other.md), [part](other.md#oil),
[above](../index.md), [folder](../tower/), [root](/guide/x/), [anchor](#here), [reference][r].

<img src="../../img/a.png"> <a href="../other/">a tag</a>

[r]: ../img/a.png
"""
FILES: dict[str, str | bytes] = {
    "docs/index.md": "# Home\n",
    "docs/lamp/plain.md": f"---\ntitle: Plain\n---\n{LINKS.format('lamp')}",
    "docs/lamp/index.md": f"---\ntitle: Lamp\n---\n{LINKS.format('door')}",
    "docs/lamp/other.md": "---\ntitle: Other\n---\nAnother ordinary sentence about the oil.\n",
    "docs/tower/index.md": "# Tower\n",
    **{f"docs/{name}": b"." for name in ("img/a.png", "img/b c.png", "files/plan.pdf", "lamp/beside.png")},
    "theme/main.html": "<html><head><title>{{ page.title }}</title></head><body>{{ page.content }}</body></html>",
}
CONFIG = "site_name: x\nsite_url: {}\ntheme: {{name: null, custom_dir: theme}}\nuse_directory_urls: {}\n"


@pytest.mark.parametrize("directories", ["true", "false"])
@pytest.mark.parametrize("posts", ["docs", "docs/lamp"])
def test_links_lead_where_the_site_leads_them(tmp_path: Path, directories: str, posts: str) -> None:
    write(tmp_path, {**FILES, "mkdocs.yml": CONFIG.format(HOME, directories)})
    run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", "site"], tmp_path)
    config = make_config(
        tmp_path,
        site={"generator": "mkdocs", "home": HOME},
        posts={"path": tmp_path / posts},
        publish={"witness": ("site",)},
    )
    compared = 0
    for decision in admit(config).admitted:
        url = decision.post.url or ""
        name = url.removeprefix(HOME)
        page = tmp_path / "site" / (f"{name}index.html" if not name.endswith(".html") else name)
        built = re.findall(r"(?:href|src)=\"([^\"]*)\"", page.read_text(encoding="utf-8"))
        wanted = {_bare(unquote(urljoin(url, unescape(target)))) for target in built}
        found = re.findall(r"\]\(<?([^)>]*)>?\)|\]: (\S+)|(?:href|src)=\"([^\"]*)\"", decision.post.body)
        if found:
            elsewhere = set() if posts == "docs" else {HOME}  # the home page is no post of that folder
            assert {_bare(unquote(unescape("".join(groups)))) for groups in found} == wanted - elsewhere
            compared += 1
    assert compared == 2


def _bare(url: str) -> str:
    return url.removesuffix("index.html")
