"""A Jekyll site: post names, categories from folders, front matter defaults, collections, pages, dates, broken YAML."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from sites.harness import Built, Plan, ordinary, run, write

CONFIG = """\
title: Lighthouse notes
url: https://blog.example.com
baseurl: /lamp
timezone: Asia/Seoul
permalink: /:categories/:year/:month/:day/:title/
plugins: [jekyll-sitemap, jekyll-feed]
collections:
  tales:
    output: true
    permalink: /tales/:path/
  records:
    output: false
exclude: [attic, "*.bak.md"]
include: [_kept]
defaults:
  - scope: {path: ""}
    values: {layout: default}
  - scope: {path: _posts/held}
    values: {published: false}
  - scope: {path: _posts/moved, type: posts}
    values: {permalink: "/moved/:slug.html"}
"""
FILES = {
    "_config.yml": CONFIG,
    "_layouts/default.html": "<!doctype html><html><head><title>{{ page.title }} | {{ site.title }}</title></head>"
    "<body>{{ content }}</body></html>",
}
SOON = datetime.now(UTC) + timedelta(hours=2)  # past for a reader in Seoul, and not for Jekyll


def page(title: str, *lines: str) -> str:
    return "\n".join(["---", f"title: {title}", *lines, "---", ""])


POSTS = {
    # names and dates
    "_posts/2024-01-05-plain.md": page("Plain"),
    "_posts/2024-1-6-short-date.md": page("Short date"),
    "_posts/2024-01-07-Mixed-Case Name.md": page("Mixed case name"),
    "_posts/2024-01-08-등대 노트.md": page("등대 노트"),
    "_posts/2024-01-08-灯台.md": page("灯台"),
    "_posts/2024-01-09-under_score.and.dots.md": page("Underscores and dots"),
    "_posts/2024-01-09-c++ & friends!.md": page("Marks"),
    "_posts/2024-01-09-a#b.md": page("Hash"),
    "_posts/2024-01-10-date-wins.md": page("Date wins", "date: 2024-02-01"),
    "_posts/2024-01-10-time-no-seconds.md": page("No seconds", "date: 2024-02-01 00:30"),
    "_posts/2024-01-10-time-seconds.md": page("Seconds", "date: 2024-01-31 20:30:00"),
    "_posts/2024-01-10-time-offset.md": page("Offset", "date: 2024-02-01 00:30:00 +0900"),
    "_posts/2024-01-10-time-zulu.md": page("Zulu", "date: 2024-01-31T23:30:00Z"),
    "_posts/undated.md": page("Undated name"),
    "_posts/2099-01-01-future.md": page("Future"),
    "_posts/2024-01-10-future-date.md": page("Future date", "date: 2099-01-01"),
    # status
    "_posts/2024-01-11-unpublished.md": page("Unpublished", "published: false"),
    "_posts/2024-01-11-published.md": page("Published", "published: true"),
    "_posts/2024-01-11-draft-means-nothing.md": page("Draft in the header", "draft: true"),
    "_posts/2024-01-11-sitemap-false.md": page("No sitemap", "sitemap: false"),
    "_posts/held/2024-01-11-held.md": page("Held by defaults"),
    "_posts/held/2024-01-11-let-out.md": page("Let out again", "published: true"),
    "_drafts/sketch.md": page("Sketch"),
    "_drafts/2024-01-05-plain-again.md": page("Plain again"),
    # permalinks and categories
    "_posts/2024-01-12-permalink.md": page("Own permalink", "permalink: /own/place/"),
    "_posts/2024-01-12-permalink-file.md": page("Own file", "permalink: /own/file.html"),
    "_posts/2024-01-12-permalink-template.md": page("Own template", "permalink: /:year/t/:slug/"),
    "_posts/2024-01-12-slug.md": page("Own slug", "slug: My Own Slug"),
    "_posts/2024-01-12-categories.md": page("Two words", "categories: Lamp Oil"),
    "_posts/2024-01-12-category-list.md": page("List", "categories: [Big Lamp, 등대]"),
    "_posts/2024-01-12-category-one.md": page("One", "category: Sea Side"),
    "coast/_posts/2024-01-12-by-folder.md": page("By folder"),
    "coast/north/_posts/2024-01-12-by-folders.md": page("By folders", "categories: extra"),
    "_posts/inner/2024-01-12-inner-folder.md": page("Inner folder"),
    "_posts/moved/2024-01-12-By-Defaults.md": page("Permalink by defaults"),
    "_posts/2024-01-13-same.md": page("Same A", "permalink: /same/"),
    "_posts/2024-01-14-same.md": page("Same B", "permalink: /same/"),
    # collections and pages
    "_tales/one.md": page("Tale one"),
    "_tales/deep/Two Words.md": page("Tale two"),
    "_tales/soon.md": page("Soon", f"date: {SOON:%Y-%m-%d %H:%M:%S}"),
    "_posts/2024-01-10-soon.md": page("Soon too", f"date: {SOON:%Y-%m-%d %H:%M:%S}"),
    "_records/log.md": page("Log"),
    "about.md": page("About"),
    "sub/index.md": page("Sub index"),
    "sub/leaf.md": page("Sub leaf"),
    "no-header.md": "A page without a header.\n",
    "attic/old.md": page("Old"),
    "sub/copy.bak.md": page("Backup"),
    "_kept/shown.md": page("Shown by include"),
    "_unknown/never.md": page("Never"),
    # headers
    "_posts/2024-01-15-broken.md": "---\ntitle: Broken\ntags: [a, b\npublished: false\n---\n",
    "_posts/2024-01-15-blank-first.md": "\n---\ntitle: Blank line first\n---\n",
    "_posts/2024-01-15-capitals.md": "---\nTitle: Capital keys\n---\n",
    **{f"_posts/{day}-{name}.md": page(title) for name, title, day in ordinary()},
    **{f"_tales/{name}.md": page(title) for name, title, _ in ordinary()},
}
PLAN = Plan(
    generator="jekyll",
    folder=".",
    posts=POSTS,
    files=FILES,
    refused={
        "_posts/2024-01-11-draft-means-nothing.md": "draft-true",
        "_posts/2024-01-14-same.md": "duplicate-url",
        "_posts/2024-01-13-same.md": "duplicate-url",
        "_posts/2024-01-15-broken.md": "header-broken",
        "_posts/2024-01-15-blank-first.md": "witness-title",
        "_posts/2024-01-15-capitals.md": "witness-title",
        "_posts/2024-01-11-sitemap-false.md": "unlisted",
    },
    base="/lamp/",
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run(["jekyll", "build", "--quiet", "--disable-disk-cache"], folder)
    return Built(root=folder, posts=folder, public=folder / "_site", base=PLAN.base)
