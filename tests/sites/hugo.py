"""A Hugo site with what goes wrong there: drafts, dates, slugs, bundles, cascades, languages, doubles, aliases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from sites.harness import Built, Plan, dressed, ordinary, run, write

CONFIG = """\
baseURL = "https://blog.example.com/"
title = "Lighthouse notes"
defaultContentLanguage = "ko"
timeZone = "Asia/Seoul"
disableKinds = ["taxonomy", "term"]
ignoreFiles = ["\\\\.skip\\\\.md$"]
[languages.ko]
weight = 1
[languages.en]
weight = 2
[languages.fr]
weight = 3
disabled = true
[permalinks]
letters = "/:year/:month/:day/:slug/"
Logs = "/log/:yearday/:contentbasename/"
deep = "/d/:sections[1:]/:slugorcontentbasename/"
[[cascade]]
  sitemap = { priority = 0.4 }
"""
PAGE = "<!doctype html><html><head><title>{{ .Title }} · {{ site.Title }}</title></head><body>%s</body></html>"
FILES = {
    "hugo.toml": CONFIG,
    "layouts/index.html": PAGE % "{{ range site.RegularPages }}<a href='{{ .RelPermalink }}'>{{ .Title }}</a>{{ end }}",
    "layouts/_default/list.html": PAGE % "<h1>{{ .Title }}</h1>{{ .Content }}",
    "layouts/_default/single.html": PAGE % "<h1>{{ .Title }}</h1>{{ .Content }}",
    "layouts/_default/rss.xml": "<rss version='2.0'><channel>{{ range .Pages }}<item><title>{{ .Title }}</title>"
    "<link>{{ .Permalink }}</link></item>{{ end }}</channel></rss>",
    "notes-outside.md": "---\ntitle: Outside\n---\nNot content.\n",
}


def page(title: str, *lines: str) -> str:
    return "\n".join(["---", f"title: {title}", *lines, "---", ""])


SOON = datetime.now(UTC) + timedelta(hours=2)  # past for a reader in Seoul
POSTS = {
    # dates and how they are written
    "letters/plain.md": page("Plain letter", "date: 2024-01-05"),
    "letters/naive.md": page("Naive time", "date: 2024-01-31 23:30:00"),
    "letters/offset.md": page("With offset", "date: 2024-02-01T00:30:00+09:00"),
    "letters/zulu.md": page("Zulu time", "date: 2024-01-31T20:00:00Z"),
    "letters/lastmod.md": page("Only lastmod", "lastmod: 2024-03-03"),
    "letters/pubdate.md": page("Publish date", "publishDate: 2024-04-04"),
    "letters/both-dates.md": page("Both dates", "date: 2024-04-05", "publishDate: 2024-04-06"),
    "letters/undated.md": page("Undated"),
    "letters/future.md": page("Future", "date: 2099-01-01"),
    "letters/future-publish.md": page("Later", "date: 2024-01-01", "publishDate: 2099-01-01"),
    "letters/expired.md": page("Expired", "date: 2020-01-01", "expiryDate: 2021-01-01"),
    "letters/unpublish.md": page("Unpublished since", "date: 2020-01-01", "unpublishdate: 2021-01-01"),
    "letters/expires-late.md": page("Expires late", "date: 2024-05-01", "expiryDate: 2199-01-01"),
    # status
    "letters/draft.md": page("Draft", "date: 2024-01-05", "draft: true"),
    "letters/draft-capital.md": page("Capital draft", "date: 2024-01-05", "DRAFT: true"),
    "letters/draft-text.md": page("Draft as text", "date: 2024-01-05", 'draft: "true"'),
    "letters/draft-yes.md": page("Draft yes", "date: 2024-01-05", "draft: yes"),
    "letters/not-draft.md": page("No draft", "date: 2024-01-06", "draft: false"),
    "letters/never.md": page("Never", "date: 2024-01-05", "build: {render: never}"),
    "letters/unlisted.md": page("Unlisted", "date: 2024-01-05", "build: {list: never}"),
    "letters/link-only.md": page("Link only", "date: 2024-01-05", "build: {render: link}"),
    "letters/headless.md": page("Headless", "date: 2024-01-05", "headless: true"),
    "letters/json-only.md": page("As JSON", "date: 2024-01-05", "outputs: [json]"),
    # slugs, URLs, names
    "letters/slug.md": page("Slug", "date: 2024-01-07", "slug: My Own Slug"),
    "letters/slug-korean.md": page("한글 슬러그", "date: 2024-01-07", "slug: 등대-하나"),
    "letters/slug-number.md": page("Number", "date: 2024-01-07", "slug: 2024"),
    "letters/slug-slash.md": page("Slash", "date: 2024-01-07", "slug: a/b"),
    "letters/url.md": page("URL", "date: 2024-01-07", "url: /Own/Place/"),
    "letters/url-relative.md": page("Relative URL", "date: 2024-01-07", "url: rel/here"),
    "letters/url-file.md": page("File URL", "date: 2024-01-07", "url: /old/page.html"),
    "letters/url-token.md": page("Token URL", "date: 2024-01-07", 'url: "/t/:year/:slug/"'),
    "letters/permalink.md": page("Not Hugo's key", "date: 2024-01-07", "permalink: /never/"),
    "letters/aliases.md": page("Aliases", "date: 2024-01-08", "aliases: [/old-place/, older]"),
    "letters/2024-01-05-dated-name.md": page("Dated name", "date: 2024-01-09"),
    "letters/marks.md": page('"C++ & C# in 2024: Notes!"', "date: 2024-01-09"),
    "letters/dots.md": page("Release 1.2.3 is out", "date: 2024-01-09"),
    "letters/korean.md": page("등대의 긴 밤", "date: 2024-01-09"),
    "letters/japanese.md": page("灯台の夜、ひとつ", "date: 2024-01-09"),
    "letters/chinese.md": page("灯塔　之夜", "date: 2024-01-09"),
    "letters/accents.md": page("Été à l'île", "date: 2024-01-09"),
    "plain/Mixed Case Name.md": page("Mixed case", "date: 2024-01-10"),
    "plain/under_score.md": page("Underscore", "date: 2024-01-10"),
    "plain/plus+sign.md": page("Plus", "date: 2024-01-10"),
    "plain/a#b.md": page("Hash", "date: 2024-01-10"),
    "plain/등대 노트.md": page("Korean name", "date: 2024-01-10"),
    "plain/percent%20name.md": page("Percent", "date: 2024-01-10"),
    "plain/sub/_index.md": page("Sub section"),
    "plain/sub/deeper/leaf.md": page("Leaf", "date: 2024-01-11"),
    "Logs/First Entry.md": page("First entry", "date: 2024-02-29"),
    "deep/one/_index.md": page("One"),
    "deep/one/two/note.md": page("Deep note", "date: 2024-01-11"),
    "about.md": page("About"),
    # bundles, cascades, languages, doubles
    "letters/bundle/index.md": page("Bundle", "date: 2024-01-12"),
    "letters/bundle/inner.md": page("Inner", "date: 2024-01-12"),
    "letters/bundle/more/also.md": page("Also inner", "date: 2024-01-12"),
    "hidden/_index.md": "---\ntitle: Hidden section\ncascade:\n  build: {list: never, render: never}\n---\n",
    "hidden/below.md": page("Below a cascade", "date: 2024-01-12"),
    "hidden/shown.md": page("Shown again", "date: 2024-01-12", "build: {list: always, render: always}"),
    "drafty/_index.md": "---\ntitle: Drafty section\ncascade:\n  - draft: true\n---\n",
    "drafty/below.md": page("Draft by cascade", "date: 2024-01-12"),
    "unfinished/_index.md": page("Unfinished section", "draft: true"),
    "unfinished/below.md": page("Child of a draft section", "date: 2024-01-12"),
    "letters/two.md": page("Two tongues", "date: 2024-01-13"),
    "letters/two.en.md": page("Two tongues in English", "date: 2024-01-13"),
    "letters/two.fr.md": page("Deux langues", "date: 2024-01-13"),
    "letters/only.en.md": page("English only", "date: 2024-01-13"),
    "letters/double-a.md": page("Same title", "date: 2024-01-14"),
    "letters/double-b.md": page("Same title", "date: 2024-01-14"),
    "letters/toml.md": '+++\ntitle = "In TOML"\ndate = 2024-01-15T08:00:00+09:00\nslug = "toml-slug"\n+++\n',
    "letters/json.md": '{\n"title": "In JSON",\n"date": "2024-01-16"\n}\n',
    "letters/capitals.md": "---\nTITLE: Capital keys\nDate: 2024-01-16\nSlug: Loud\n---\n",
    "letters/.dotted.md": page("Dotted", "date: 2024-01-16"),
    "letters/left.skip.md": page("Left out", "date: 2024-01-16"),
    # more of names, titles and dates
    "Top Level.md": page("Top level"),
    "letters/unknown.ja.md": page("Unknown language", "date: 2024-01-17"),
    "letters/untitled.md": "---\ndate: 2024-01-17\nslug: untitled\n---\n",
    "letters/no-header.md": "A text without a header.\n",
    "letters/notes.txt.md": page("Two endings", "date: 2024-01-17"),
    "letters/dots.in.name.md": page("Dots in the name", "date: 2024-01-17"),
    "letters/no-layout.md": page("No layout", "date: 2024-01-17", "layout: absent", "type: absent"),
    "letters/long.markdown": page("Long ending", "date: 2024-01-17"),
    "letters/loud.MD": page("Loud ending", "date: 2024-01-17"),
    "plain/question?x.md": page("Question", "date: 2024-01-17"),
    "plain/A B/C/thing.md": page("Folders with spaces", "date: 2024-01-17"),
    "deep/A B/C/thing.md": page("Folders in a pattern", "date: 2024-01-17"),
    "plain/Été & fog.md": page("Accents in the name", "date: 2024-01-17"),
    "plain/-dashes-.md": page("Dashes", "date: 2024-01-17"),
    "letters/slug-percent.md": page("Percent slug", "date: 2024-01-17", "slug: a%20b"),
    "letters/slug-hash.md": page("Hash slug", "date: 2024-01-17", "slug: a#b"),
    "letters/url-korean.md": page("Korean URL", "date: 2024-01-17", "url: /등대/하나/"),
    "letters/url-space.md": page("URL with a space", "date: 2024-01-17", "url: /own place/"),
    "letters/url-percent.md": page("URL with a percent", "date: 2024-01-17", "url: /own%20place-2/"),
    "letters/url-hash.md": page("URL with a hash", "date: 2024-01-17", "url: /own/a#b/"),
    "letters/alias-taken.md": page("Alias of another", "date: 2024-01-17", "aliases: [/2024/01/17/two-endings/]"),
    "letters/date-later.md": page("Out already", "date: 2099-01-01", "publishDate: 2024-01-17"),
    "letters/date-later-too.md": page("Out by pubdate", "date: 2099-01-01", "pubdate: 2024-01-17"),
    "letters/pubdate-later.md": page("Later by pubdate", "date: 2024-01-17", "pubdate: 2099-01-17"),
    "letters/published-later.md": page("Later by published", "date: 2024-01-17", "published: 2099-01-17"),
    "letters/soon.md": page("Soon", f"date: {SOON:%Y-%m-%dT%H:%M:%SZ}"),
    "letters/soon-naive.md": page("Soon in Seoul", f"date: {SOON:%Y-%m-%d %H:%M:%S}"),
    "letters/cross.md": page("Across midnight", "date: 2024-02-01T00:10:00+09:00"),
    # more of status
    "letters/local.md": page("Local", "date: 2024-01-18", "build: {list: local}"),
    "letters/no-sitemap.md": page("Off the sitemap", "date: 2024-01-18", "sitemap: {disable: true}"),
    "letters/private.md": page("Private", "date: 2024-01-18", "private: true"),
    "letters/password.md": page("Protected", "date: 2024-01-18", "password: lantern"),
    "letters/noindex.md": page("Not indexed", "date: 2024-01-18", "robots: noindex"),
    "letters/draft-null.md": page("Draft null", "date: 2024-01-18", "draft:"),
    "letters/draft-params.md": page("Draft among the params", "date: 2024-01-18", "params: {draft: true}"),
    "letters/held/index.md": page("Headless bundle", "date: 2024-01-18", "headless: true"),
    **{
        f"letters/{name}.md": text.replace("Dressed", name)
        for name, text in dressed(page("Dressed", "tags: [a]")).items()
    },
    **{f"letters/{name}.md": page(title, f"date: {day}") for name, title, day in ordinary()},
}
PLAN = Plan(
    generator="hugo",
    folder="content",
    posts=POSTS,
    files=FILES,
    refused={
        "letters/draft-yes.md": "status-ambiguous",
        "letters/double-a.md": "duplicate-url",  # which of the two wins changes from build to build
        "letters/double-b.md": "duplicate-url",
        "plain/percent%20name.md": "page-missing",
        "letters/url-percent.md": "page-missing",
        "letters/slug-percent.md": "not-in-witness",
        "letters/no-header.md": "no-header",
        "letters/loud.MD": "not read",
        "letters/local.md": "not-in-witness",  # only feeds list these two
        "letters/no-sitemap.md": "unlisted",
        "letters/private.md": "private-true",
        "letters/password.md": "password-protected",
        "letters/noindex.md": "unlisted",
        "letters/draft-params.md": "draft-true",
    },
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run(["hugo", "--quiet"], folder)
    return Built(root=folder, posts=folder / "content", public=folder / "public")
