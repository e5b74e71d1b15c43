"""An Eleventy site: paths, data files that change permalinks, permalinks in headers, exclusions."""

from __future__ import annotations

from pathlib import Path

from sites.harness import Built, Plan, npm, ordinary, run, write

PACKAGES = {"@11ty/eleventy": "3.1.8"}
CONFIG = """\
// the site of the lighthouse; permalink: "/not/this/"
export default function (config) {
  config.addCollection("letters", (api) => api.getFilteredByGlob("src/letters/*.md"));
  config.addFilter("shout", (text) => text.toUpperCase());
  config.addPreprocessor("drafts", "md", (data) => (data.wip ? false : undefined));
  config.addFilter("absolute", (url) => "https://blog.example.com" + encodeURI(url).replaceAll("#", "%23"));
  return { dir: { input: "src", includes: "_parts", output: "_site" } };
}
"""
LIST = (
    "{% for item in collections.all %}{% unless item.data.sitemap == false or item.url contains '.xml' %}"
    "{% assign link = item.url | absolute | escape %}"
)
END = "{% endunless %}{% endfor %}"
URLSET = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
FILES = {
    "eleventy.config.js": CONFIG,
    ".eleventyignore": "src/attic\n*.bak.md\nsrc/**/*.skip.md\n",
    "src/_data/layout.json": '"page.liquid"',
    "src/_parts/page.liquid": "<!doctype html><html><head><title>{{ title }} — Lighthouse</title></head>"
    "<body>{{ content }}</body></html>",
    "src/sitemap.liquid": "---\npermalink: /sitemap.xml\nlayout: false\neleventyExcludeFromCollections: true\n---\n"
    f"{URLSET}{LIST}<url><loc>{{{{ link }}}}</loc></url>{END}</urlset>",
    "src/feed.liquid": "---\npermalink: /feed.xml\nlayout: false\neleventyExcludeFromCollections: true\n---\n"
    f"<rss version='2.0'><channel>{LIST}<item><title>{{{{ item.data.title | escape }}}}</title>"
    f"<link>{{{{ link }}}}</link></item>{END}</channel></rss>",
    "src/computed/computed.11tydata.js": "export default { permalink: (data) => `/c/${data.page.fileSlug}-x/` };\n",
    "src/coded/coded.11tydata.js": "export default { permalink: (data) => `/k/${data.page.fileSlug}/` };\n",
    "src/plainjs/plainjs.11tydata.js": "export default { tags: ['lamp'] };\n",
    "src/dated/dated.json": '{"permalink": "/d/{{ page.fileSlug }}/"}',
    "src/shadow/shadow.json": '{"permalink": false}',
    "src/calc/calc.11tydata.js": "const permalink = (d) => (d.kept ? `/y/${d.page.fileSlug}/` : false);\n"
    "export default { eleventyComputed: { permalink } };\n",
    "src/templated/templated.json": '{"permalink": "/t/{{ title | slugify }}-{{ page.date | date: \'%Y\' }}/"}',
    "src/shouted/shouted.json": '{"permalink": "/u/{{ title | shout }}/"}',
    "src/jsondata/jsondata.11tydata.json": '{"permalink": "/j/{{ page.fileSlug }}.html", "draft": false}',
    "src/letters/beside.json": '{"permalink": "/beside/own/"}',
    "src/letters/beside-false.11tydata.json": '{"permalink": false}',
    "src/letters/beside-code.11tydata.js": "export default { permalink: '/beside/code/' };\n",
    "src/above/above.json": '{"permalink": "/above/{{ page.fileSlug }}/"}',
    "src/above/below/below.json": '{"permalink": "/below/{{ page.fileSlug }}/"}',
    "src/drafted/drafted.json": '{"draft": true}',
    "src/quiet/quiet.json": '{"eleventyExcludeFromCollections": true}',
    "README.md": "# Read me\n",
}


def page(title: str, *lines: str) -> str:
    return "\n".join(["---", f"title: {title}", *lines, "---", ""])


POSTS = {
    "letters/plain.md": page("Plain"),
    "letters/2024-01-05-dated.md": page("Dated name"),
    "letters/dated-field.md": page("Dated field", "date: 2024-01-05"),
    "letters/future.md": page("Future", "date: 2099-01-01"),
    "letters/Mixed Case.md": page("Mixed case"),
    "letters/등대 노트.md": page("등대 노트"),
    "letters/灯台.md": page("灯台"),
    "letters/plus+.md": page("Plus"),
    "letters/dots.and.more.md": page("Dots"),
    "letters/letters.md": page("Named as its folder"),
    "letters/deep/index.md": page("Deep index"),
    "letters/deep/leaf.md": page("Deep leaf"),
    "letters/draft.md": page("Draft", "draft: true"),
    "letters/false.md": page("No page", "permalink: false"),
    "letters/own.md": page("Own place", "permalink: /own/place/"),
    "letters/own-file.md": page("Own file", "permalink: /own/file.html"),
    "letters/own-slug.md": page("Own slug", 'permalink: "/s/{{ page.fileSlug }}/"'),
    "letters/own-code.md": page("Own code", 'permalink: "/s/{{ title | slugify }}/"'),
    "letters/slug.md": page("Slug means nothing", "slug: other"),
    "letters/alone.md": page("Out of collections", "eleventyExcludeFromCollections: true"),
    "letters/no-map.md": page("Not on the map", "sitemap: false"),
    "letters/same-a.md": page("Same A", "permalink: /same/"),
    "letters/no-header.md": "A page without a header.\n",
    "letters/wip.md": page("Left out by code", "wip: true"),
    "letters/beside.md": page("Beside its data"),
    "letters/beside-false.md": page("Beside its data, false"),
    "letters/beside-code.md": page("Beside its code"),
    "letters/a#b.md": page("Hash"),
    "letters/q?x.md": page("Question"),
    "letters/percent%20x.md": page("Percent"),
    "letters/c++.md": page("Two pluses"),
    "letters/brackets (1).md": page("Brackets"),
    "letters/amp & and.md": page("Ampersand"),
    "letters/quote's.md": page("Quote"),
    "letters/only.en.md": page("Language suffix"),
    "letters/_under.md": page("Underscore"),
    "letters/.hidden.md": page("Hidden"),
    "letters/UPPER.MD": page("Ending in capitals"),
    "letters/ext.markdown": page("Longer ending"),
    "letters/draft-text.md": page("Draft in quotes", 'draft: "true"'),
    "letters/draft-yes.md": page("Draft yes", "draft: yes"),
    "letters/draft-caps.md": page("Draft in capitals", "Draft: true"),
    "letters/published-false.md": page("Published false", "published: false"),
    "letters/secret.md": page("Secret", "private: true"),
    "letters/locked.md": page("Locked", "password: opensesame"),
    "letters/late.md": page("Late in the evening", "date: 2024-03-01T23:30:00-05:00"),
    "letters/2024-01-07-late-own.md": page(
        "Late and own", "date: 2024-12-31T23:30:00-05:00", "permalink: \"/{{ page.date | date: '%Y' }}/own/\""
    ),
    "letters/no-title.md": "---\ndate: 2024-03-01\n---\n# Heading alone\n",
    "letters/empty-header.md": "---\n---\n# Empty header\n",
    "letters/2024-01-08-index/index.md": page("Index of a dated folder"),
    "letters/2024-01-09-named/2024-01-09-named.md": page("Named as its dated folder"),
    "letters/2024-01-10-named/named.md": page("Named as its folder but for the date"),
    "letters/Caps/Caps.md": page("Named as its folder, in capitals"),
    "letters/own-relative.md": page("Own place, relative", "permalink: own/relative/"),
    "letters/own-dir.md": page("Own place, a folder", "permalink: /own/folder/index.html"),
    "letters/own-ko.md": page("Own place in Hangul", "permalink: /등대/열쇠/"),
    "letters/own-space.md": page("Own place with a space", "permalink: /own place/x/"),
    "letters/own-caps.md": page("Own place in capitals", "permalink: /OWN/Caps/"),
    "letters/own-js.md": page("Own place by a key", 'permalink: "/{{ place }}/"', "place: given/here"),
    "letters/own-bypass.md": page("Raw place", 'permalink: "/raw/%7Bx%7D/"'),
    "letters/own-object.md": page("Own place, an object", "permalink:", "  build: /obj/place/"),
    "letters/own-dynamic.md": page(
        "Not a template", "permalink: /plain/{{ page.fileSlug }}/", "dynamicPermalink: false"
    ),
    "letters/computed-here.md": page("Computed here", "eleventyComputed:", "  permalink: /here/{{ title | slugify }}/"),
    "letters/paged.md": page("Paged", "pagination:", "  data: list", "  size: 5", "list: [1, 2]"),
    "letters/aliases.md": page("Aliases mean nothing", "aliases: [/old/place/]", "redirect_from: /older/"),
    "letters/alone-text.md": page("Out of collections, in quotes", 'eleventyExcludeFromCollections: "true"'),
    "letters/excluded.md": page("Excluded from one", "eleventyExcludeFromCollections: [letters]"),
    "calc/kept.md": page("Calculated", "kept: true"),
    "calc/dropped.md": page("Calculated away"),
    "templated/2024-02-03-one.md": page("Templated One"),
    "shouted/one.md": page("Shouted"),
    "jsondata/one.md": page("By JSON"),
    "above/one.md": page("Above"),
    "above/below/one.md": page("Below"),
    "above/below/deeper/two.md": page("Deeper"),
    "drafted/one.md": page("Drafted by data"),
    "drafted/two.md": page("Not drafted after all", "draft: false"),
    "computed/one.md": page("Computed one"),
    "coded/two.md": page("Coded two"),
    "coded/own.md": page("Coded, but own", "permalink: /coded-own/"),
    "plainjs/three.md": page("Code without permalinks"),
    "dated/2024-01-06-four.md": page("Slug from a data file"),
    "shadow/five.md": page("In the shadow"),
    "quiet/six.md": page("Quiet"),
    "quiet/loud.md": page("Loud", "eleventyExcludeFromCollections: false"),
    "about.md": page("About"),
    "attic/old.md": page("Old"),
    "letters/copy.bak.md": page("Backup"),
    "letters/copy.skip.md": page("Skipped"),
    "_parts/part.md": page("A part"),
    **{f"letters/{name}.md": page(title, f"date: {day}") for name, title, day in ordinary()},
}
PLAN = Plan(
    generator="eleventy",
    folder="src",
    posts=POSTS,
    files=FILES,
    refused={
        "letters/future.md": "future-date",
        "letters/draft.md": "draft-true",
        "letters/draft-caps.md": "draft-true",
        "letters/draft-text.md": "status-ambiguous",
        "letters/draft-yes.md": "status-ambiguous",
        "letters/published-false.md": "published-false",
        "letters/secret.md": "private-true",
        "letters/locked.md": "password-protected",
        "letters/no-header.md": "no-header",
        "letters/.hidden.md": "hidden-folder",
        "letters/UPPER.MD": "not read",
        "letters/own-object.md": "url-unreadable",
        "letters/alone-text.md": "hidden-by-site",
        "drafted/one.md": "hidden-by-site",
        # code makes these paths, and a sitemap has no titles
        "letters/own-dynamic.md": "not-in-witness",
        "letters/computed-here.md": "not-in-witness",
        "letters/paged.md": "not-in-witness",
        "calc/kept.md": "not-in-witness",
        "shouted/one.md": "not-in-witness",
    },
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    modules = npm("eleventy", PACKAGES, folder.parent)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    run(["node", str(modules / "node_modules/@11ty/eleventy/cmd.cjs"), "--quiet"], folder)
    return Built(root=folder, posts=folder / "src", public=folder / "_site")
