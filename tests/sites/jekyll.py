"""A Jekyll site: post names, categories from folders, front matter defaults, collections, pages, dates, broken YAML."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from sites.harness import Built, Plan, dressed, ordinary, run, write

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
  logs:
    output: true
    permalink: /log/:year/:month/:title
  bare:
    output: true
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
JUST_NOW = datetime.now(UTC) - timedelta(minutes=5)
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
    # names, as files and in URLs
    "_posts/2024-01-16-percent%20name.md": page("Percent"),
    "_posts/2024-01-16-question?x.md": page("Question"),
    "_posts/2024-01-16-plus+sign.md": page("Plus"),
    "_posts/2024-01-16-one.ko.md": page("Suffixed"),
    "_posts/2024-01-16-long.markdown": page("Long ending"),
    "_posts/2024-01-16-loud.MD": page("Loud ending"),
    "_posts/2024-01-16-drawn.html": page("Drawn"),
    "_posts/2024-01-16--dashed-.md": page("Dashed"),
    "_posts/2024-01-16-trailing.dots..md": page("Trailing dots"),
    "_posts/24-01-16-short-year.md": page("Short year"),
    "_posts/2024-01-16-untitled.md": "---\nlayout: default\n---\n",
    "_posts/2024-01-16-no-header.md": "No header here.\n",
    "_posts/2024-01-16-empty-header.md": "---\n---\n",
    "_posts/inner/2024-01-05-plain.md": page("Plain in a folder"),
    "_posts/2024-01-17-slug-slash.md": page("Slash", "slug: a/b"),
    "_posts/2024-01-17-slug-korean.md": page("한글", "slug: 등대-하나"),
    "_posts/2024-01-17-permalink-bare.md": page("Bare", "permalink: own/bare"),
    "_posts/2024-01-17-permalink-space.md": page("Space", "permalink: /own place/"),
    "_posts/2024-01-17-permalink-korean.md": page("Korean", "permalink: /등대/하나/"),
    "_posts/2024-01-17-permalink-percent.md": page("Percent in the permalink", "permalink: /own%20place-2/"),
    "_posts/2024-01-17-permalink-index.md": page("Index", "permalink: /own/dir/index.html"),
    "_posts/2024-01-17-permalink-style.md": page("Style", "permalink: pretty"),
    "_posts/2024-01-17-permalink-false.md": page("False", "permalink: false"),
    "_posts/2024-01-17-permalink-hash.md": page("Hash", "permalink: /own/a#b/"),
    "_posts/2024-01-17-categories-odd.md": page("Odd", "categories: [A/B, '', 'C & D', a/b]"),
    "_posts/2024-01-17-categories-nested.md": page("Nested", "categories: [[one, two], three]"),
    "_posts/2024-01-17-categories-null.md": page("Null", "categories:", "category:"),
    "_posts/2024-01-17-redirect-to.md": page("Elsewhere", "redirect_to: https://other.example.com/"),
    "_posts/2024-01-17-redirect-from.md": page("Once elsewhere", "redirect_from: [/old/, /older/]"),
    # dates at the edges
    "_posts/2024-01-18-midnight.md": page("Midnight", "date: 2024-01-31 23:59:59 -0500"),
    "_posts/2024-01-18-before.md": page("Before midnight", "date: 2024-01-31 14:59:59 Z"),
    "_posts/2024-01-18-after.md": page("After midnight", "date: 2024-01-31 15:00:00 Z"),
    "_posts/2024-01-18-iso.md": page("ISO", "date: 2024-01-31T23:30:00+09:00"),
    "_posts/2024-01-18-iso-naive.md": page("Naive ISO", "date: 2024-01-31T23:30:00"),
    "_posts/2024-01-18-quoted.md": page("Quoted", 'date: "2024-01-31 23:30:00"'),
    "_posts/2024-01-18-slashes.md": page("Slashes", "date: 2024/01/31 23:30:00"),
    "_posts/2024-01-18-words.md": page("Words", "date: Jan 31, 2024"),
    "_posts/2024-01-18-soon-offset.md": page("Soon with an offset", f"date: {SOON:%Y-%m-%d %H:%M:%S} +0000"),
    "_posts/2024-01-18-just-now.md": page("Just now", f"date: {JUST_NOW:%Y-%m-%d %H:%M:%S} +0000"),
    # every spelling of not public
    "_posts/2024-01-19-published-no.md": page("Published no", "published: no"),
    "_posts/2024-01-19-published-off.md": page("Published off", "published: off"),
    "_posts/2024-01-19-published-text.md": page("Published text", 'published: "false"'),
    "_posts/2024-01-19-published-zero.md": page("Published zero", "published: 0"),
    "_posts/2024-01-19-published-capital.md": page("Published capital", "Published: false"),
    "_posts/2024-01-19-published-null.md": page("Published null", "published:"),
    "_posts/2024-01-19-published-date.md": page("Published date", "published: 2024-01-19"),
    "_posts/2024-01-19-draft-false.md": page("No draft", "draft: false"),
    "_posts/2024-01-19-private.md": page("Private", "private: true"),
    "_posts/2024-01-19-password.md": page("Password", "password: lantern"),
    "_posts/2024-01-19-hidden.md": page("Hidden", "hidden: true"),
    "_posts/2024-01-19-noindex.md": page("Not indexed", "noindex: true"),
    "_posts/2024-01-19-no-layout.md": page("No layout", "layout: none"),
    "_posts/2024-01-19-null-layout.md": page("Null layout", "layout: null"),
    "_drafts/deep/2024-01-19-deep-sketch.md": page("Deep sketch"),
    "coast/_drafts/shore.md": page("Shore sketch"),
    # collections and pages
    "_tales/2024-01-05-dated.md": page("Dated tale"),
    "_tales/held.md": page("Held tale", "published: false"),
    "_tales/_part.md": page("Part"),
    "_tales/deep/index.md": page("Index of tales"),
    "_tales/slug.md": page("Slugged tale", "slug: own slug"),
    "_tales/Été & fog.md": page("Été"),
    "_tales/no-header.md": "No header.\n",
    "_tales/far.md": page("Far tale", "date: 2099-01-01"),
    "_logs/First Log.md": page("First log"),
    "_logs/2024-02-03-dated-log.md": page("Dated log", "date: 2024-02-03"),
    "_bare/leaf.md": page("Leaf without a permalink"),
    "_bare/deep/leaf two.md": page("Second leaf"),
    "My Folder/page one.md": page("Page one"),
    "My Folder/등대.md": page("Korean page"),
    "My Folder/a#b.md": page("Hash page"),
    "My Folder/c++.md": page("Plus page"),
    "My Folder/percent%20x.md": page("Percent page"),
    "My Folder/dots.in.name.md": page("Dots page"),
    "My Folder/page.en.md": page("English page"),
    "My Folder/README.md": page("Read me"),
    "My Folder/_part.md": page("Part of a page"),
    "My Folder/.dotted.md": page("Dotted page"),
    "My Folder/back.md~": page("Backup"),
    "My Folder/later.md": page("Later page", "date: 2099-01-01"),
    "My Folder/held.md": page("Held page", "published: false"),
    "My Folder/moved.md": page("Moved page", "permalink: /moved-page/:basename/"),
    "My Folder/same.md": page("Same as its folder"),
    "My Folder/same/index.md": page("Its folder"),
    "404.md": page("Lost", "permalink: /404.html"),
    "archive.md": page("Archive", "sitemap: false"),
    "drafts/kept.md": page("In a folder called drafts"),
    **{f"_posts/2024-01-20-{name}.md": text for name, text in dressed(page("Dressed", "tags: a b")).items()},
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
        "_posts/2024-01-16-loud.MD": "not read",
        "_posts/2024-01-16-drawn.html": "not read",
        "_posts/2024-01-16-no-header.md": "no-header",
        "_posts/2024-01-05-plain.md": "duplicate-url",
        "_posts/inner/2024-01-05-plain.md": "duplicate-url",
        "_posts/2024-01-17-permalink-false.md": "permalink-false",
        "_posts/2024-01-17-categories-nested.md": "not-in-witness",
        "_posts/2024-01-17-redirect-to.md": "redirect",
        "_posts/2024-01-19-published-text.md": "status-ambiguous",
        "_posts/2024-01-19-published-zero.md": "status-unreadable",
        "_posts/2024-01-19-published-capital.md": "published-false",
        "_posts/2024-01-19-private.md": "private-true",
        "_posts/2024-01-19-password.md": "password-protected",
        "_posts/2024-01-19-hidden.md": "unlisted",
        "_posts/2024-01-19-noindex.md": "unlisted",
        "_logs/First Log.md": "not-in-witness",  # its date is the build's
        "My Folder/percent%20x.md": "not-in-witness",  # the URL that Jekyll writes is that of another name
        "My Folder/later.md": "future-date",
        "My Folder/same.md": "duplicate-url",
        "My Folder/same/index.md": "duplicate-url",
        "drafts/kept.md": "drafts-folder",
    },
    base="/lamp/",
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run(["jekyll", "build", "--quiet", "--disable-disk-cache"], folder)
    return Built(root=folder, posts=folder, public=folder / "_site", base=PLAN.base)
