"""A Nikola site: comment, YAML and .meta headers, statuses, dates, slugs, folders, translations."""

from __future__ import annotations

import sys
from pathlib import Path

from sites.harness import Built, Plan, dressed, ordinary, run, write

CONFIG = """\
import os
BLOG_AUTHOR = "Keeper"
BLOG_TITLE = "Lighthouse notes"
SITE_URL = "https://blog.example.com/lamp/"
BLOG_EMAIL = ""
BLOG_DESCRIPTION = "Notes"
DEFAULT_LANG = "en"
TRANSLATIONS = {DEFAULT_LANG: "", "ko": "./ko"}
TIMEZONE = "Asia/Seoul"
THEME = "base"
POSTS = (("letters/*.md", "letters", "post.tmpl"), ("stories/*.md", {"en": "tales", "ko": "이야기"}, "post.tmpl"))
PAGES = (("pages/*.md", "", "page.tmpl"),)
COMPILERS = {"markdown": (".md",)}
GENERATE_RSS = True
FEED_LENGTH = 10
SHOW_UNTRANSLATED_POSTS = False
CREATE_MONTHLY_ARCHIVE = False
ENABLE_TAGS = bool(os.environ.get("TAGS"))
"""
FILES = {
    "conf.py": CONFIG,
    "letters/two-files.meta": ".. title: Two files\n.. slug: in-two\n.. date: 2024-03-01 09:00:00\n",
    "letters/two-files-draft.meta": ".. title: Draft in two\n.. date: 2024-03-01 09:00:00\n.. status: draft\n",
    "letters/both.meta": ".. title: Both\n.. slug: both\n.. date: 2024-03-01 09:00:00\n.. status: private\n",
    "letters/bare-meta.meta": "title: Not Nikola's\n",
    "elsewhere/other.md": "Not a post.\n",
}


def page(title: str, date: str, *lines: str) -> str:
    return "\n".join(["<!--", f".. title: {title}", f".. date: {date}", *lines, "-->", "", ""])


DAY = "2024-01-05 09:00:00"
POSTS = {
    # headers
    "letters/plain.md": page("Plain", DAY),
    "letters/zone.md": page("With a zone", "2024-01-31 23:30:00 UTC+09:00"),
    "letters/utc.md": page("With UTC", "2024-01-31 20:00:00 UTC"),
    "letters/slashes.md": page("Slashes", "2024/03/15 17:00"),
    "letters/day-only.md": page("Day only", "2024-03-15"),
    "letters/bare.md": ".. title: Bare lines\n.. slug: bare\n.. date: 2024-01-05 09:00:00\n\n",
    "letters/yaml.md": "---\ntitle: In YAML\ndate: '2024-01-05 09:00:00'\nslug: in-yaml\n---\n",
    "letters/yaml-draft.md": "---\ntitle: Draft in YAML\ndate: '2024-01-05 09:00:00'\nstatus: draft\n---\n",
    "letters/two-files.md": "",
    "letters/two-files-draft.md": "",
    "letters/both.md": page("Both", DAY),
    "letters/untitled.md": "<!--\n.. date: 2024-01-05 09:00:00\n-->\n\n",
    "letters/hide-title.md": page("Hidden title", DAY, ".. hidetitle: true"),
    "letters/no-title.md": page("NO TITLE", DAY),
    "letters/updated.md": page("Updated later", DAY, ".. updated: 2099-01-01 09:00:00"),
    # status
    "letters/draft.md": page("Draft", DAY, ".. status: draft"),
    "letters/private.md": page("Private", DAY, ".. status: private"),
    "letters/featured.md": page("Featured", DAY, ".. status: featured"),
    "letters/published.md": page("Published", DAY, ".. status: published"),
    "letters/unknown-status.md": page("Unknown status", DAY, ".. status: hidden"),
    "letters/capital-status.md": page("Capital status", DAY, ".. Status: draft"),
    "letters/draft-tag.md": page("Tagged draft", DAY, ".. tags: sea, draft"),
    "letters/future.md": page("Future", "2099-01-01 09:00:00"),
    "letters/password.md": page("Protected", DAY, ".. password: lantern"),
    # slugs and names
    "letters/slug.md": page("Own slug", DAY, ".. slug: My Own Slug"),
    "letters/slug-korean.md": page("한글 슬러그", DAY, ".. slug: 등대-하나"),
    "letters/slug-number.md": page("Number", DAY, ".. slug: 2024"),
    "letters/not-pretty.md": page("Not pretty", DAY, ".. pretty_url: false"),
    "letters/pretty.md": page("Pretty", DAY, ".. pretty_url: true"),
    "letters/2024-01-05-dated-name.md": page("Dated name", DAY),
    "letters/Mixed Case Name.md": page("Mixed case", DAY),
    "letters/under_score.and.dots.md": page("Underscores and dots", DAY),
    "letters/c++ & friends!.md": page("Marks", DAY),
    "letters/percent%20name.md": page("Percent", DAY),
    "letters/a#b.md": page("Hash", DAY),
    "letters/등대 노트.md": page("등대 노트", DAY),
    "letters/灯台.md": page("灯台", DAY),
    "letters/Été.md": page("Été", DAY),
    "letters/index.md": page("Called index", DAY, ".. slug: called-index"),
    "letters/deep/er/nested.md": page("Nested", DAY),
    "letters/.hidden.md": page("Dotted", DAY),
    "stories/twin.md": page("Twin in stories", DAY),
    "letters/twin.md": page("Twin in letters", DAY),
    # translations
    "letters/two.md": page("Two tongues", DAY),
    "letters/two.ko.md": page("두 언어", DAY),
    "letters/moved.md": page("Moved", DAY, ".. slug: has-moved"),
    "letters/moved.ko.md": page("옮긴 글", DAY),
    "letters/own-slug.md": page("Own slug in Korean", DAY),
    "letters/own-slug.ko.md": page("한국어 주소", DAY, ".. slug: jeil"),
    "letters/half.md": page("Half a draft", DAY),
    "letters/half.ko.md": page("반쪽 초안", DAY, ".. status: draft"),
    "letters/held.md": page("Held", DAY, ".. status: draft"),
    "letters/held.ko.md": page("붙든 글", DAY),
    "letters/only.ko.md": page("한국어만", DAY),
    "letters/unknown.fr.md": page("Langue inconnue", DAY),
    "stories/tongues.md": page("Tale of two", DAY),
    "stories/tongues.ko.md": page("두 이야기", DAY),
    # pages
    "pages/about.md": page("About", DAY),
    "pages/undated.md": "<!--\n.. title: Undated page\n-->\n\n",
    "pages/secret.md": page("Secret page", DAY, ".. status: private"),
    "pages/deep/leaf.md": page("Leaf", DAY),
    **{f"letters/{name}.md": text for name, text in dressed(page("Dressed", DAY)).items()},
    **{f"stories/{name}.md": page(title, f"{day} 12:00:00") for name, title, day in ordinary()},
}
PLAN = Plan(
    generator="nikola",
    folder=".",
    posts=POSTS,
    files=FILES,
    refused={
        "letters/unknown-status.md": "status-not-public",
        "letters/capital-status.md": "status-not-public",
        "letters/password.md": "password-protected",
        "letters/灯台.md": "not-in-witness",
    },
    base="/lamp/",
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run([sys.executable, "-m", "nikola", "build", "--quiet"], folder)
    return Built(root=folder, posts=folder, public=folder / "output", base=PLAN.base)
