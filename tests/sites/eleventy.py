"""An Eleventy site: paths, data files that change permalinks, permalinks in headers, exclusions."""

from __future__ import annotations

from pathlib import Path

from sites.harness import Built, Plan, npm, ordinary, run, write

PACKAGES = {"@11ty/eleventy": "3.1.8"}
CONFIG = """\
// the site of the lighthouse; permalink: "/not/this/"
export default function (config) {
  config.addCollection("letters", (api) => api.getFilteredByGlob("src/letters/*.md"));
  config.addFilter("absolute", (url) => "https://blog.example.com" + encodeURI(url).replaceAll("#", "%23"));
  return { dir: { input: "src", includes: "_parts", output: "_site" } };
}
"""
LIST = (
    "{% for item in collections.all %}{% unless item.data.sitemap == false or item.url contains '.xml' %}"
    "{% assign link = item.url | absolute %}"
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
        "computed/one.md": "not-in-witness",
        "letters/future.md": "future-date",
        "letters/draft.md": "draft-true",
        "letters/no-header.md": "no-header",
    },
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    modules = npm("eleventy", PACKAGES, folder.parent)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    run(["node", str(modules / "node_modules/@11ty/eleventy/cmd.cjs"), "--quiet"], folder)
    return Built(root=folder, posts=folder / "src", public=folder / "_site")
