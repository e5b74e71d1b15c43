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
    "lamp/c++.md": "# Two pluses\n",
    "lamp/brackets (1).md": "# Brackets\n",
    "lamp/amp & and.md": "# Ampersand\n",
    "lamp/quote's.md": "# Quote\n",
    "lamp/page.en.md": "# Language suffix\n",
    "lamp/UPPER.MD": "# Ending in capitals\n",
    "lamp/ext.mdx": "# MDX\n",
    "lamp/draft.md": "---\ntitle: Draft\ndraft: true\n---\n",
    "lamp/draft-text.md": '---\ntitle: Draft in quotes\ndraft: "true"\n---\n',
    "lamp/draft-yes.md": "---\ntitle: Draft yes\ndraft: yes\n---\n",
    "lamp/draft-caps.md": "---\ntitle: Draft in capitals\nDraft: true\n---\n",
    "lamp/draft-no.md": "---\ntitle: No draft\ndraft: false\n---\n",
    "lamp/published-false.md": "---\ntitle: Published false\npublished: false\n---\n",
    "lamp/private.md": "---\ntitle: Private\nprivate: true\n---\n",
    "lamp/locked.md": "---\ntitle: Locked\npassword: opensesame\n---\n",
    "lamp/future.md": "---\ntitle: Future\ndate: 2099-01-01\n---\n",
    "lamp/late.md": "---\ntitle: Late in the evening\ndate: 2024-03-01T23:30:00-05:00\n---\n",
    "lamp/aliases.md": "---\ntitle: Aliases mean nothing\naliases: [/old/]\nredirect_from: /older/\n---\n",
    "lamp/permalink.md": "---\ntitle: Permalinks mean nothing\npermalink: /elsewhere/\n---\n",
    "lamp/no-search.md": "---\ntitle: Not searched\nsearch:\n  exclude: true\n---\n",
    "lamp/new.md": "---\ntitle: New\nstatus: new\n---\n",
    "lamp/beside.md": "# Beside a folder\n",
    "lamp/beside/index.md": "# Folder of the same name\n",
    "lamp/beside/leaf.md": "# Leaf of that folder\n",
    "lamp/Caps Folder/leaf.md": "# Leaf of a folder in capitals\n",
    "lamp/drafts/idea.md": "# Idea\n",
    "lamp/a/b/c/deep.md": "# Deep\n",
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
    refused={
        "lamp/ext.mkd": "not read",
        "lamp/draft-multi.md": "draft-true",
        "lamp/draft.md": "draft-true",
        "lamp/draft-caps.md": "draft-true",
        "lamp/draft-text.md": "status-ambiguous",
        "lamp/draft-yes.md": "status-ambiguous",
        "lamp/published-false.md": "published-false",
        "lamp/private.md": "private-true",
        "lamp/locked.md": "password-protected",
        "lamp/future.md": "future-date",
        "lamp/drafts/idea.md": "drafts-folder",
        "lamp/beside/index.md": "duplicate-url",
    },
    base="/guide/",
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", "site"], folder)
    return Built(root=folder, posts=folder / "docs", public=folder / "site", base=PLAN.base)
