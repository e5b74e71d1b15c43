"""A Pelican site: headers with and without fences, statuses, slugs, dates and categories in the URL, languages."""

from __future__ import annotations

import sys
from pathlib import Path

from sites.harness import Built, Plan, ordinary, run, write

CONFIG = """\
import os
AUTHOR = "Keeper"
SITENAME = "Lighthouse notes"
SITEURL = ""
PATH = "content"
ARTICLE_PATHS = ["letters", "stories"]
ARTICLE_EXCLUDES = ["letters/attic"]
PAGE_PATHS = ["pages"]
TIMEZONE = "Asia/Seoul"
DEFAULT_LANG = "ko"
ARTICLE_URL = "{date:%Y}/{date:%m}/{category}/{slug}/"
ARTICLE_SAVE_AS = "{date:%Y}/{date:%m}/{category}/{slug}/index.html"
FEED_ALL_ATOM = "feeds/all.atom.xml"
FEED_MAX_ITEMS = 500
CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
THEME = "theme"
DIRECT_TEMPLATES = ["index"]
CACHE_CONTENT = bool(os.environ.get("CACHE"))
"""
PUBLISH = """\
import os, sys
sys.path.append(os.curdir)
from pelicanconf import *
SITEURL = "https://blog.example.com/lamp"
"""
PAGE = "<!doctype html><html><head><title>%s - {{ SITENAME }}</title></head><body>%s</body></html>"
FILES = {
    "pelicanconf.py": CONFIG,
    "publishconf.py": PUBLISH,
    **{
        f"theme/templates/{name}.html": PAGE % ("{{ article.title }}", "{{ article.content }}")
        for name in ("article", "period_archives")
    },
    "theme/templates/page.html": PAGE % ("{{ page.title }}", "{{ page.content }}"),
    "theme/templates/index.html": PAGE
    % ("Home", "{% for a in articles %}<a href='{{ SITEURL }}/{{ a.url }}'>{{ a.title }}</a>{% endfor %}"),
    **{f"theme/templates/{name}.html": "{{ SITENAME }}" for name in ("author", "category", "tag", "archives")},
    "theme/static/style.css": "",
}


def page(title: str, *lines: str) -> str:
    return "\n".join([f"Title: {title}", *lines, "", ""])


POSTS = {
    "letters/plain.md": page("Plain", "Date: 2024-01-05"),
    "letters/fenced.md": "---\ntitle: Fenced\ndate: 2024-01-05\n---\n\n",
    "letters/time.md": page("With a time", "Date: 2024-01-31 23:30"),
    "letters/offset.md": page("With an offset", "Date: 2024-02-01T00:30:00+09:00"),
    "letters/zulu.md": page("Zulu", "Date: 2024-01-31T20:00:00Z"),
    "letters/2024-01-06-named.md": page("Dated name"),
    "letters/undated.md": page("Undated"),
    "letters/untitled.md": "Date: 2024-01-06\n\n",
    "letters/future.md": page("Future", "Date: 2099-01-01"),
    "letters/marks.md": page("C++ & C#: notes!", "Date: 2024-01-07"),
    "letters/accents.md": page("Été à l'île", "Date: 2024-01-07"),
    "letters/korean.md": page("등대의 긴 밤", "Date: 2024-01-07"),
    "letters/japanese.md": page("灯台の夜", "Date: 2024-01-07"),
    "letters/korean-slug.md": page("등대의 짧은 밤", "Date: 2024-01-07", "Slug: deungdae"),
    "letters/slug.md": page("Own slug", "Date: 2024-01-07", "Slug: Own-Slug"),
    "letters/url.md": page("Own place", "Date: 2024-01-07", "url: own/place/", "save_as: own/place/index.html"),
    "letters/category.md": page("Category", "Date: 2024-01-08", "Category: Lamp Oil"),
    "letters/deep/folder.md": page("Folder as category", "Date: 2024-01-08"),
    "letters/published.md": page("Published", "Date: 2024-01-09", "Status: published"),
    "letters/draft.md": page("Draft", "Date: 2024-01-09", "Status: draft"),
    "letters/hidden.md": page("Hidden", "Date: 2024-01-09", "Status: hidden"),
    "letters/skip.md": page("Skipped", "Date: 2024-01-09", "Status: skip"),
    "letters/capital-status.md": page("Capital status", "Date: 2024-01-09", "STATUS: draft"),
    "letters/english.md": page("In English", "Date: 2024-01-10", "Lang: en"),
    "letters/multi.md": page("Title over\n    two lines", "Date: 2024-01-10"),
    "letters/.hidden.md": page("Dotted", "Date: 2024-01-11"),
    "letters/attic/old.md": page("Old", "Date: 2024-01-11"),
    "elsewhere/other.md": page("Elsewhere", "Date: 2024-01-11"),
    "pages/about.md": page("About"),
    "pages/secret.md": page("Secret page", "Status: hidden"),
    **{f"stories/{name}.md": page(title, f"Date: {day}", f"Slug: {name}") for name, title, day in ordinary()},
}
PLAN = Plan(
    generator="pelican",
    folder="content",
    posts=POSTS,
    files=FILES,
    refused={
        "letters/japanese.md": "not-in-witness",
        "letters/future.md": "future-date",
        "letters/.hidden.md": "hidden-folder",
    },
    base="/lamp/",
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run([sys.executable, "-m", "pelican", "--settings", "publishconf.py", "--output", "output", "--quiet"], folder)
    return Built(root=folder, posts=folder / "content", public=folder / "output", base=PLAN.base)
