"""A Hexo site: nested names, categories in the URL, dates in the site's zone, hidden posts, pages."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sites.harness import Built, Plan, dressed, npm, ordinary, run, write

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


DAY = "date: 2024-01-13 10:00:00"
SOON = datetime.now(UTC) + timedelta(hours=2)  # past for a reader in Seoul
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
    # names and permalinks
    "_posts/percent%20name.md": page("Percent", DAY),
    "_posts/a#b.md": page("Hash", DAY),
    "_posts/q?x.md": page("Question", DAY),
    "_posts/plus+sign.md": page("Plus", DAY),
    "_posts/dots.in.name.md": page("Dots", DAY),
    "_posts/under_score.md": page("Underscore", DAY),
    "_posts/-dashes-.md": page("Dashes", DAY),
    "_posts/one.en.md": page("Suffixed", DAY),
    "_posts/long.markdown": page("Long ending", DAY),
    "_posts/loud.MD": page("Loud ending", DAY),
    "_posts/Été d'or.md": page("Été", DAY),
    "_posts/바다 폴더/깊은 글.md": page("Korean folder", DAY),
    "_posts/My Folder/Page One.md": page("Folder with a space", DAY),
    "_posts/folder/index.md": page("Index of a folder", DAY),
    "_posts/untitled.md": "---\ndate: 2024-01-13 10:00:00\n---\n",
    "_posts/number-title.md": page("2024", DAY),
    "_posts/permalink-bare.md": page("Bare", DAY, "permalink: own/bare"),
    "_posts/permalink-korean.md": page("Korean", DAY, "permalink: /등대/하나/"),
    "_posts/permalink-space.md": page("Space", DAY, "permalink: /own space/"),
    "_posts/permalink-percent.md": page("Percent permalink", DAY, "permalink: /own%20place-2/"),
    "_posts/permalink-hash.md": page("Hash permalink", DAY, "permalink: /own/a#b/"),
    "_posts/permalink-tokens.md": page("Tokens", DAY, "permalink: /t/:year/:title/"),
    "_posts/permalink-url.md": page("Whole URL", DAY, "permalink: https://blog.example.com/lamp/whole/"),
    "_posts/permalink-index.md": page("Index", DAY, "permalink: /own/dir/index.html"),
    "_posts/permalink-false.md": page("False", DAY, "permalink: false"),
    "_posts/alias.md": page("Alias", DAY, "alias: /old/place/", "redirect_from: /older/"),
    "_posts/redirect.md": page("Redirect", DAY, "redirect: https://other.example.com/"),
    "_posts/twice/name.md": page("Twice in a folder", DAY),
    "_posts/twice-name.md": page("Twice by a hyphen", DAY),
    "_posts/category-odd.md": page("Odd", DAY, "categories: [A/B, C & D]"),
    "_posts/category-empty.md": page("Empty", DAY, "categories: []"),
    "_posts/category-null.md": page("Null", DAY, "categories:"),
    "_posts/category-number.md": page("Number", DAY, "categories: 2024"),
    "_posts/category-both.md": page("Both", DAY, "category: One", "categories: Two"),
    "_posts/category-dots.md": page("Dots", DAY, "categories: v1.2"),
    # dates
    "_posts/date-zone-name.md": page("Zone by name", "date: 2024-01-31 23:30:00 UTC"),
    "_posts/date-quoted.md": page("Quoted", "date: '2024-01-31 23:30:00'"),
    "_posts/date-iso.md": page("ISO", "date: 2024-01-31T23:30:00"),
    "_posts/date-minutes.md": page("Minutes", "date: 2024-01-31 23:30"),
    "_posts/date-west.md": page("West", "date: 2024-01-31 23:30:00 -0500"),
    "_posts/date-fraction.md": page("Fraction", "date: 2024-01-31 23:30:00.500"),
    "_posts/date-words.md": page("Words", "date: Jan 31, 2024"),
    "_posts/date-broken.md": page("Broken", "date: sometime"),
    "_posts/date-empty.md": page("Empty date", "date:"),
    "_posts/date-updated.md": page("Updated later", DAY, "updated: 2099-01-01 10:00:00"),
    "_posts/date-soon.md": page("Soon", f"date: {SOON:%Y-%m-%d %H:%M:%S}"),
    # every spelling of not public
    "_posts/published-no.md": page("Published no", DAY, "published: no"),
    "_posts/published-off.md": page("Published off", DAY, "published: off"),
    "_posts/published-zero.md": page("Published zero", DAY, "published: 0"),
    "_posts/published-null.md": page("Published null", DAY, "published:"),
    "_posts/published-capital.md": page("Published capital", DAY, "Published: false"),
    "_posts/draft-text.md": page("Draft text", DAY, 'draft: "true"'),
    "_posts/draft-false.md": page("No draft", DAY, "draft: false"),
    "_posts/private.md": page("Private", DAY, "private: true"),
    "_posts/hidden.md": page("Hidden", DAY, "hidden: true"),
    "_posts/unlisted.md": page("Unlisted", DAY, "unlisted: true"),
    "_posts/noindex.md": page("Not indexed", DAY, "noindex: true"),
    "_posts/comments.md": page("Comments", DAY, "comments: false", "toc: false", "sticky: 1"),
    "_posts/toml.md": '+++\ntitle = "In TOML"\n+++\n',
    "_posts/json.md": '{"title": "In JSON"}\n',
    "_posts/json-style.md": '"title": "In JSON style",\n"date": "2024-01-13 10:00:00"\n;;;\n',
    "_posts/blank-first.md": "\n---\ntitle: Blank first\ndate: 2024-01-13 10:00:00\n---\n",
    "_posts/broken.md": "---\ntitle: Broken\ntags: [a, b\npublished: false\n---\n",
    # pages
    "My Page/index.md": page("My page"),
    "My Page/등대.md": page("Korean page"),
    "My Page/a#b.md": page("Hash page"),
    "My Page/percent%20x.md": page("Percent page"),
    "My Page/later.md": page("Later page", "date: 2099-01-01"),
    "My Page/held.md": page("Held page", "published: false"),
    "My Page/_part.md": page("Part"),
    "My Page/.dotted.md": page("Dotted page"),
    "My Page/moved.md": page("Moved page", "permalink: /moved/page/"),
    "My Page/no-header.md": "A page without a header.\n",
    **{f"_posts/{name}.md": text for name, text in dressed(page("Dressed", DAY, "tags: [a, b]")).items()},
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
        "_posts/undated.md": "not-in-witness",  # the file's time; only with the output folder there is more to go by
        "_posts/date-empty.md": "not-in-witness",
        "_posts/percent%20name.md": "not-in-witness",  # the URLs that Hexo writes are those of other names
        "_posts/permalink-percent.md": "not-in-witness",
        "_posts/permalink-url.md": "not-in-witness",
        "_posts/permalink-false.md": "permalink-false",
        "_posts/date-broken.md": "date-unreadable",
        "_posts/published-no.md": "published-false",
        "_posts/published-off.md": "status-ambiguous",
        "_posts/published-capital.md": "published-false",
        "_posts/draft-text.md": "status-ambiguous",
        "_posts/redirect.md": "redirect",
        "_posts/private.md": "private-true",
        "_posts/hidden.md": "unlisted",
        "_posts/unlisted.md": "unlisted",
        "_posts/noindex.md": "unlisted",
        "_posts/toml.md": "not-in-witness",
        "_posts/json.md": "not-in-witness",
        "_posts/json-style.md": "no-header",
        "My Page/later.md": "future-date",
        "My Page/held.md": "published-false",
        "My Page/no-header.md": "no-header",
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
