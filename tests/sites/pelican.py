"""A Pelican site: headers with and without fences, statuses, slugs, dates and categories in the URL, languages."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sites.harness import Built, Plan, dressed, ordinary, run, write

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


DAY = "Date: 2024-01-07"
SOON = datetime.now(UTC) + timedelta(hours=2)  # past for a reader in Seoul
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
    # names, which count for nothing unless a slug is made of them
    "letters/Mixed Case Name.md": page("Mixed case", DAY),
    "letters/a#b.md": page("Hash in the name", DAY),
    "letters/percent%20name.md": page("Percent in the name", DAY),
    "letters/등대 노트.md": page("Korean name", DAY),
    "letters/one.ko.md": page("Suffixed", DAY),
    "letters/long.markdown": page("Long ending", DAY),
    "letters/short.mkd": page("Short ending", DAY),
    "letters/loud.MD": page("Loud ending", DAY),
    "letters/2024-01-06_underscored.md": page("Underscored name"),
    "letters/20240106-tight.md": page("Tight name"),
    # slugs and titles
    "letters/slug-space.md": page("Slug with a space", DAY, "Slug: own slug"),
    "letters/slug-korean.md": page("Korean slug", DAY, "Slug: 등대-하나"),
    "letters/slug-slash.md": page("Slug with a slash", DAY, "Slug: a/b"),
    "letters/slug-percent.md": page("Slug with a percent", DAY, "Slug: a%20b"),
    "letters/slug-hash.md": page("Slug with a hash", DAY, "Slug: a#b"),
    "letters/slug-number.md": page("Numbered slug", DAY, "Slug: 2025"),
    "letters/slug-dots.md": page("Dotted slug", DAY, "Slug: v1.2.3"),
    "letters/title-dots.md": page("Release 1.2.3 is out", DAY),
    "letters/title-html.md": page("A <em>bright</em> &amp; steady light", DAY),
    "letters/title-quotes.md": page("\u201cQuoted\u201d \u2013 the keeper\u2019s night\u2026", DAY),
    "letters/title-mixed.md": page("C++ 등대 & Fog_horn", DAY),
    "letters/title-number.md": page("2024", DAY),
    "letters/title-plus.md": page("a+b = c/d", DAY),
    "letters/title-colon.md": page("Light: a history", DAY),
    "letters/title-double.md": page("Twice told", DAY, "Slug: twice"),
    "stories/title-double.md": page("Twice told again", DAY, "Slug: twice"),
    "letters/save-as.md": page("Saved elsewhere", DAY, "save_as: kept/here.html", "url: kept/here.html"),
    "letters/save-as-alone.md": page("Saved alone", DAY, "save_as: kept/alone.html"),
    "letters/url-alone.md": page("URL alone", DAY, "url: kept/url.html"),
    "letters/no-save.md": page("Not saved", DAY, "save_as: "),
    "letters/permalink.md": page("Permalink", DAY, "Permalink: /never/"),
    "letters/aliases.md": page("Aliases", DAY, "Aliases: /old/, /older/"),
    "letters/redirect.md": page("Redirect", DAY, "Redirect: /older/"),
    # dates
    "letters/date-slashes.md": page("Slashes", "Date: 2024/01/31 23:30"),
    "letters/date-words.md": page("Words", "Date: Jan 31, 2024"),
    "letters/date-west.md": page("West", "Date: 2024-01-31 23:30:00-05:00"),
    "letters/date-fraction.md": page("Fraction", "Date: 2024-01-31T23:30:00.500"),
    "letters/date-modified.md": page("Modified later", DAY, "Modified: 2024-02-01"),
    "letters/date-soon.md": page("Soon", f"Date: {SOON:%Y-%m-%d %H:%M:%S}"),
    "letters/date-soon-zone.md": page("Soon elsewhere", f"Date: {SOON:%Y-%m-%dT%H:%M:%S}+00:00"),
    # every spelling of not public
    "letters/status-capital.md": page("Capital word", DAY, "Status: Draft"),
    "letters/status-published-capital.md": page("Capital published", DAY, "Status: Published"),
    "letters/status-unknown.md": page("Unknown status", DAY, "Status: private"),
    "letters/draft-flag.md": page("Draft flag", DAY, "Draft: true"),
    "letters/published-false.md": page("Not published", DAY, "Published: false"),
    "letters/private.md": page("Private", DAY, "Private: true"),
    "letters/password.md": page("Protected", DAY, "Password: lantern"),
    "letters/unlisted.md": page("Unlisted", DAY, "Unlisted: true"),
    "letters/status-empty.md": page("Empty status", DAY, "Status:"),
    # headers
    "letters/fenced-list.md": "---\ntitle: Fenced list\ndate: 2024-01-07\ntags: [a, b]\n---\n\n",
    "letters/fenced-quoted.md": '---\ntitle: "Fenced: quoted"\ndate: "2024-01-07"\n---\n\n',
    "letters/toml.md": '+++\ntitle = "In TOML"\ndate = "2024-01-07"\n+++\n\n',
    "letters/no-header.md": "A text without a header.\n\n",
    "letters/heading.md": "# A heading alone\n\n",
    "letters/blank-first.md": "\nTitle: Blank first\nDate: 2024-01-07\n\n",
    "letters/lower.md": "title: Lower case\ndate: 2024-01-07\nslug: lower-case\n\n",
    # categories, folders, languages, pages
    "letters/category-korean.md": page("Korean category", DAY, "Category: 등대 소식"),
    "letters/category-marks.md": page("Category with marks", DAY, "Category: C & D"),
    "letters/Deep Folder/inner/leaf.md": page("Leaf", DAY),
    "letters/등대/leaf.md": page("Korean folder", DAY),
    "letters/twin.md": page("Twin", DAY, "Slug: twin", "Lang: ko"),
    "letters/twin-en.md": page("Twin in English", DAY, "Slug: twin", "Lang: en"),
    "letters/capital-lang.md": page("Capital language", DAY, "Lang: EN"),
    "letters/no-lang.md": page("No translation", DAY, "Slug: no-lang", "Translation: true"),
    "pages/My Page.md": page("My page"),
    "pages/한글.md": page("한글 쪽"),
    "pages/later.md": page("Later page", "Date: 2099-01-01"),
    "pages/draft.md": page("Draft page", "Status: draft"),
    "pages/deep/leaf.md": page("Leaf of a page"),
    "pages/moved.md": page("Moved page", "url: moved/", "save_as: moved/index.html"),
    **{f"letters/{name}.md": text.replace("Dressed", name) for name, text in dressed(page("Dressed", DAY)).items()},
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
        "letters/short.mkd": "not read",
        "letters/slug-percent.md": "not-in-witness",  # the URL that Pelican writes is that of another name
        "letters/date-soon-zone.md": "future-date",
        "letters/draft-flag.md": "draft-true",
        "letters/published-false.md": "published-false",
        "letters/redirect.md": "redirect",
        "letters/private.md": "private-true",
        "letters/password.md": "password-protected",
        "letters/unlisted.md": "unlisted",
    },
    base="/lamp/",
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run([sys.executable, "-m", "pelican", "--settings", "publishconf.py", "--output", "output", "--quiet"], folder)
    return Built(root=folder, posts=folder / "content", public=folder / "output", base=PLAN.base)
