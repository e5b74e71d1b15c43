"""A MkDocs site below a path of its host: exclusions, indexes, names, headers of both kinds, and no header at all."""

from __future__ import annotations

import sys
from pathlib import Path

from sites.harness import Built, Plan, ordinary, run, write

CONFIG = """\
site_name: Lighthouse guide
site_url: https://blog.example.com/guide/
theme:
  name: null
  custom_dir: theme
exclude_docs: |
  workshop/
  /secret.md
  *.tmp.md
  !kept.tmp.md
draft_docs: |
  unfinished/
not_in_nav: |
  aside.md
nav:
  - index.md
  - Lamp: lamp/plain.md
extra:
  font: !ENV [FONT, serif]
"""
FILES = {
    "mkdocs.yml": CONFIG,
    "theme/main.html": "<!doctype html><html><head><title>{{ page.title|e }} - {{ config.site_name }}</title></head>"
    "<body>{{ page.content }}</body></html>",
    "outside.md": "# Outside\nNot below docs/.\n",
}
POSTS = {
    "index.md": "# Home\n",
    "aside.md": "# Not in the menu\n",
    "secret.md": "# Secret\n",
    "README.md": "# Read me\n",
    "lamp/plain.md": "---\ntitle: Plain\n---\n",
    "lamp/heading.md": "# Only a heading\n",
    "lamp/bare.md": "No heading and no header.\n",
    "lamp/multi.md": "Title: Header without fences\nDate: 2024-01-05\n\n",
    "lamp/draft-multi.md": "Title: Draft without fences\nDraft: true\n\n",
    "lamp/dated.md": "---\ntitle: Dated\ndate: 2024-01-05\n---\n",
    "lamp/2024-01-05-name.md": "# Dated name\n",
    "lamp/Upper Case.md": "# Upper case\n",
    "lamp/등대 안내.md": "# 등대 안내\n",
    "lamp/灯台.md": "# 灯台の案内\n",
    "lamp/a#b.md": "# Hash\n",
    "lamp/q?x.md": "# Question\n",
    "lamp/percent%20x.md": "# Percent\n",
    "lamp/plus+.md": "# Plus\n",
    "lamp/_under.md": "# Underscore first\n",
    "lamp/secret.md": "# Same name as an excluded file\n",
    "lamp/dots.and.more.md": "# Dots\n",
    "lamp/ext.markdown": "# Longer ending\n",
    "lamp/ext.mkd": "# Other ending\n",
    "lamp/one.tmp.md": "# Temporary\n",
    "lamp/kept.tmp.md": "# Kept all the same\n",
    "lamp/.hidden.md": "# Hidden\n",
    "lamp/slug.md": "---\ntitle: Slugs mean nothing here\nslug: other\nurl: /x/\n---\n",
    "lamp/toml.md": "+++\ntitle = 'TOML is text here'\n+++\n",
    "lamp/deep/README.md": "# A README is an index\n",
    "lamp/both/index.md": "# Index beside README\n",
    "lamp/both/README.md": "# README beside index\n",
    "lamp/folder/index.md": "# Folder\n",
    "lamp/created.md": "---\ntitle: Created\ndate:\n  created: 2024-02-01\n  updated: 2024-03-01\n---\n",
    "lamp/workshop/plan.md": "# In an excluded folder\n",
    "workshop/plan.md": "# Also excluded\n",
    "unfinished/note.md": "# Unfinished\n",
    "templates/page.md": "# A template\n",
    "foreign/templates/page.md": "# No template\n",
    ".dot/page.md": "# In a hidden folder\n",
    **{f"lamp/{name}.md": f"# {title}\n" for name, title, _ in ordinary()},
}
PLAN = Plan(
    generator="mkdocs",
    folder="docs",
    posts=POSTS,
    files=FILES,
    refused={"lamp/ext.mkd": "not read", "index.md": "url-is-home", "lamp/draft-multi.md": "draft-true"},
    base="/guide/",
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", "site"], folder)
    return Built(root=folder, posts=folder / "docs", public=folder / "site", base=PLAN.base)
