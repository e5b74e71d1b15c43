"""A MkDocs site with the blog of Material: dates, slugs, drafts, names, and pages beside it."""

from __future__ import annotations

import sys
from pathlib import Path

from sites.harness import Built, Plan, ordinary, run, write

CONFIG = """\
site_name: Lighthouse
site_url: https://blog.example.com/
theme: {name: material, font: false}
extra: {status: {fresh: Fresh, draft: Not ready}}
exclude_docs: |
  attic/
plugins:
  - search
  - blog:
      blog_dir: letters
      post_excerpt: optional
      pagination_per_page: 5
"""
AUTHORS = "authors:\n  keeper: {name: K, description: K, avatar: 'https://blog.example.com/k.png'}\n"
FILES = {"mkdocs.yml": CONFIG, "docs/letters/.authors.yml": AUTHORS}


def post(title: str, date: str, *lines: str) -> str:
    return "\n".join(
        ["---", f"title: {title}", f"date: {date}", *lines, "---", "Opening words.", "", "<!-- more -->", ""]
    )


POSTS = {
    "index.md": "# Home\n",
    "about.md": "# About\n",
    "lamp/index.md": "# Lamp\n",
    "lamp/fresh.md": "---\nstatus: fresh\n---\n# Fresh\n",
    "lamp/new.md": "---\nstatus: new\n---\n# New\n",
    "lamp/deprecated.md": "---\nstatus: deprecated\n---\n# Deprecated\n",
    "lamp/status-draft.md": "---\nstatus: draft\n---\n# Not ready\n",
    "lamp/hide.md": "---\nhide: [navigation, toc]\n---\n# Hides its menu\n",
    "attic/old.md": "# Old\n",
    "letters/index.md": "# Letters\n",
    "letters/posts/plain.md": post("Plain", "2024-01-05"),
    "letters/posts/heading.md": "---\ndate: 2024-01-06\n---\n# Only a Heading!\n\nOpening words.\n\n<!-- more -->\n",
    "letters/posts/slug.md": post("Slug", "2024-01-07", "slug: own-slug"),
    "letters/posts/slug-ko.md": post("Hangul slug", "2024-01-07", "slug: 등대-열쇠"),
    "letters/posts/slug-caps.md": post("Capital slug", "2024-01-07", "slug: Other-Slug"),
    "letters/posts/등대.md": post("등대의 하루", "2024-01-08"),
    "letters/posts/灯台.md": post("灯台の朝", "2024-01-08"),
    "letters/posts/marks.md": post('"C++ & C#: what, why? (1)"', "2024-01-09"),
    "letters/posts/code.md": post('"The `wick` and **oil**"', "2024-01-09"),
    "letters/posts/quote.md": post('"The keeper\'s log"', "2024-01-09"),
    "letters/posts/accent.md": post("Café à la mer", "2024-01-09"),
    "letters/posts/created.md": post("Created", "{created: 2024-02-01, updated: 2024-03-01}"),
    "letters/posts/late.md": post("Late in the evening", "2024-03-01T23:30:00-05:00"),
    "letters/posts/early.md": post("Early in the morning", "2024-03-02T00:30:00+09:00"),
    "letters/posts/naive.md": post("Naive", "2024-03-03 23:59:59"),
    "letters/posts/draft.md": post("Draft", "2024-03-04", "draft: true"),
    "letters/posts/draft-yes.md": post("Draft yes", "2024-03-04", "draft: yes"),
    "letters/posts/not-draft.md": post("No draft", "2024-03-04", "draft: false"),
    "letters/posts/future.md": post("Future", "2099-01-01"),
    "letters/posts/pinned.md": post(
        "Pinned", "2024-03-05", "pin: true", "authors: [keeper]", "categories: [Oil, 기름]"
    ),
    "letters/posts/sub dir/nested.md": post("Nested", "2024-03-06"),
    "letters/posts/2024-03-07-dated.md": post("Dated name", "2024-03-07"),
    "letters/posts/private.md": post("Private", "2024-03-08", "private: true"),
    "letters/posts/bundle/index.md": post("Bundle", "2024-03-09"),
    **{f"letters/posts/{name}.md": post(title, day) for name, title, day in ordinary()},
}
PLAN = Plan(
    generator="mkdocs",
    folder="docs",
    posts=POSTS,
    files=FILES,
    refused={
        "letters/posts/future.md": "future-date",
        "letters/posts/private.md": "private-true",
        "lamp/status-draft.md": "status-not-public",
    },
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", "site"], folder, NO_MKDOCS_2_WARNING="1")
    return Built(root=folder, posts=folder / "docs", public=folder / "site")
