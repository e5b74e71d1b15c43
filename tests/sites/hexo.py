"""A Hexo site: nested names, categories in the URL, dates in the site's zone, hidden posts, pages."""

from __future__ import annotations

import shutil
from pathlib import Path

from sites.harness import Built, Plan, npm, ordinary, run, write

PACKAGES = {
    "hexo": "8.1.2",
    "hexo-generator-archive": "2.0.0",
    "hexo-generator-feed": "3.0.0",
    "hexo-generator-index": "4.0.0",
    "hexo-generator-sitemap": "3.0.1",
    "hexo-renderer-ejs": "2.0.0",
    "hexo-renderer-marked": "7.0.1",
}
CONFIG = """\
title: Lighthouse notes
url: https://blog.example.com/lamp
root: /lamp/
permalink: :category/:year/:month/:day/:title/
timezone: Asia/Seoul
new_post_name: :title.md
default_category: loose
category_map:
  등대: lighthouse
filename_case: 1
skip_render: "raw/**"
exclude: ["**/*.bak.md"]
theme: plain
feed: {type: atom, path: feed.xml, limit: 5}
sitemap: {path: sitemap.xml, tags: false, categories: false}
"""
PAGE = (
    "<!doctype html><html><head><title><%= page.title %> | <%= config.title %></title></head>"
    "<body><%- page.content %></body></html>"
)
FILES = {
    "_config.yml": CONFIG,
    "themes/plain/layout/index.ejs": "<!doctype html><html><body><% page.posts && page.posts.each(p => { %>"
    "<a href='<%= url_for(p.path) %>'><%= p.title %></a><% }) %></body></html>",
    "themes/plain/layout/post.ejs": PAGE,
    "themes/plain/layout/page.ejs": PAGE,
}


def page(title: str, *lines: str) -> str:
    return "\n".join(["---", f"title: {title}", *lines, "---", ""])


POSTS = {
    "_posts/plain.md": page("Plain", "date: 2024-01-05 10:00:00"),
    "_posts/late.md": page("Late at night", "date: 2024-01-31 23:30:00"),
    "_posts/early.md": page("Early", "date: 2024-02-01 00:30:00"),
    "_posts/slashes.md": page("Slashes", "date: 2024/03/15 17:00:12"),
    "_posts/day-only.md": page("Day only", "date: 2024-03-16"),
    "_posts/offset.md": page("Offset", "date: 2024-02-01 00:30:00 +0900"),
    "_posts/zulu.md": page("Zulu", "date: 2024-01-31T20:00:00Z"),
    "_posts/undated.md": page("Undated"),
    "_posts/future.md": page("Future", "date: 2099-01-01 10:00:00"),
    "_posts/deep/er/nested.md": page("Nested", "date: 2024-01-06 10:00:00"),
    "_posts/Mixed Case.md": page("Mixed case", "date: 2024-01-06 10:00:00"),
    "_posts/등대 노트.md": page("등대 노트", "date: 2024-01-06 10:00:00"),
    "_posts/灯台.md": page("灯台", "date: 2024-01-06 10:00:00"),
    "_posts/2024-01-05-dated-name.md": page("Dated name", "date: 2024-01-07 10:00:00"),
    "_posts/marks-c++.md": page("Marks", "date: 2024-01-07 10:00:00"),
    "_posts/category.md": page("Category", "date: 2024-01-08 10:00:00", "categories: Lamp Oil"),
    "_posts/category-mapped.md": page("Mapped", "date: 2024-01-08 10:00:00", "categories: 등대"),
    "_posts/category-chain.md": page("Chain", "date: 2024-01-08 10:00:00", "categories: [Sea, North Sea]"),
    "_posts/category-lists.md": page(
        "Lists", "date: 2024-01-08 10:00:00", "categories:", "- [Sea, Shore]", "- [Stone]"
    ),
    "_posts/category-single.md": page("Single", "date: 2024-01-08 10:00:00", "category: Été"),
    "_posts/permalink.md": page("Own permalink", "date: 2024-01-09 10:00:00", "permalink: /own/place/"),
    "_posts/permalink-file.md": page("Own file", "date: 2024-01-09 10:00:00", "permalink: own/file.html"),
    "_posts/slug.md": page("Slug means nothing", "date: 2024-01-09 10:00:00", "slug: other"),
    "_posts/unpublished.md": page("Unpublished", "date: 2024-01-10 10:00:00", "published: false"),
    "_posts/unpublished-text.md": page("Unpublished text", "date: 2024-01-10 10:00:00", 'published: "false"'),
    "_posts/published.md": page("Published", "date: 2024-01-10 10:00:00", "published: true"),
    "_posts/no-layout.md": page("No layout", "date: 2024-01-10 10:00:00", "layout: false"),
    "_posts/no-sitemap.md": page("No sitemap", "date: 2024-01-10 10:00:00", "sitemap: false"),
    "_posts/protected.md": page("Protected", "date: 2024-01-10 10:00:00", "password: lantern"),
    "_posts/draft-flag.md": page("Draft flag", "date: 2024-01-10 10:00:00", "draft: true"),
    "_posts/no-header.md": "Just text without a header.\n",
    "_posts/new-style.md": "title: Header without an opening line\ndate: 2024-01-11 10:00:00\n---\n",
    "_posts/_hidden.md": page("Underscored", "date: 2024-01-11 10:00:00"),
    "_posts/same.md": page("Same A", "date: 2024-01-12 10:00:00", "permalink: /same/"),
    "_posts/same-too.md": page("Same B", "date: 2024-01-12 11:00:00", "permalink: /same/"),
    "_drafts/sketch.md": page("Sketch", "date: 2024-01-12 10:00:00"),
    "about/index.md": page("About"),
    "about/leaf.md": page("Leaf"),
    "raw/untouched.md": page("Untouched"),
    "about/old.bak.md": page("Backup"),
    **{f"_posts/{name}.md": page(title, f"date: {day} 12:00:00") for name, title, day in ordinary()},
}
PLAN = Plan(
    generator="hexo",
    folder="source",
    posts=POSTS,
    files=FILES,
    refused={
        "_posts/future.md": "future-date",
        "_posts/protected.md": "password-protected",
        "_posts/draft-flag.md": "draft-true",
        "_posts/no-header.md": "no-header",
        "_posts/same.md": "duplicate-url",
    },
    base="/lamp/",
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    modules = npm("hexo", PACKAGES, folder.parent)
    packages = "".join(f', "{name}": "{version}"' for name, version in PACKAGES.items())
    (folder / "package.json").write_text(
        f'{{"hexo": {{"version": ""}}, "dependencies": {{{packages[2:]}}}}}', encoding="utf-8"
    )
    (folder / "node_modules").symlink_to(modules / "node_modules", target_is_directory=True)
    run(["node", str(modules / "node_modules/hexo/bin/hexo"), "generate", "--silent"], folder)
    shutil.rmtree(folder / "public" / "archives", ignore_errors=True)
    return Built(root=folder, posts=folder / "source", public=folder / "public", base=PLAN.base)
