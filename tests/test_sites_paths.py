"""Which URL paths each generator's rules foretell, from its own configuration file."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from corpora import write
from pressgate import sites
from pressgate.model import Claim, SourceFile
from pressgate.parse import read_header
from pressgate.sites.astro_routes import inlined, routed
from support import make_config


def claim(root: Path, generator: str, path: str, *lines: str, text: str | None = None, **site: Any) -> Claim:
    """What the site at `root` makes of the file at `path` (relative to `root`) with these header lines."""
    config = make_config(root, posts={"path": root}, site={"generator": generator, **site})
    text = "\n".join(["---", *lines, "---", "", "Text."]) if text is None else text
    header = read_header(text)
    titles = [line.partition(": ")[2] for line in lines if line.startswith("title:")]
    return sites.load(config).claim(SourceFile(path=path, text=text, sha256=""), header, titles[0] if titles else None)


HUGO = """
baseURL = "https://blog.example.com/sub/"
defaultContentLanguage = "ko"
[languages.ko]
[languages.en]
[languages.de]
disabled = true
[permalinks]
posts = "/:year/:month/:slug/"
[permalinks.page]
notes = "/n/:sections[1:]/:slugorfilename/"
[permalinks.section]
notes = "/all-notes/"
"""
JEKYLL = """
baseurl: /sub
timezone: Asia/Seoul
permalink: pretty
collections:
  tales: {output: true}
  drawer: {output: false}
  logs: {output: true, permalink: "/log/:year/:title/"}
defaults:
  - {scope: {path: "", type: pages}, values: {permalink: "/pages/:basename/"}}
  - {scope: {path: _posts/short}, values: {permalink: "/s/:slug"}}
"""
HEXO = """
root: /sub/
permalink: ":category/:year/:month/:title.html"
new_post_name: :year-:month-:day-:title.md
timezone: UTC
category_map: {등대: lighthouse}
"""
MKDOCS = """
site_url: https://blog.example.com/sub/
docs_dir: pages
use_directory_urls: {}
theme: {{custom: !!python/name:some.thing }}
plugins:
  - blog: {{post_url_format: "{{date}}/{{slug}}"}}
"""
I18N = "plugins: [i18n: {{docs_structure: {}, languages: [{{locale: en, default: true}}, {{locale: ko}}]}}]"
PELICAN = """
SITEURL = "https://blog.example.com/" + "sub"
YEAR = "{date:%Y}/"
ARTICLE_URL = YEAR + "{category}/{slug}.html"
ARTICLE_SAVE_AS = YEAR + "{category}/{slug}.html"
PAGE_PATHS = ["pages"]
"""
NIKOLA = """
DEFAULT_LANG = "en"
SITE_URL = "https://blog.example.com/sub/"
TRANSLATIONS = {DEFAULT_LANG: "", "ko": "./ko"}
POSTS = (("posts/*.md", "blog", "post.tmpl"), ("tales/*.md", {"en": "t", "ko": "이야기"}, "post.tmpl"))
PAGES = (("pages/*.md", "", "page.tmpl"),)
"""
DOCUSAURUS = """
export default {
  baseUrl: "/sub/", // baseUrl: "/no/"
  presets: [["classic", { docs: { path: "manual", routeBasePath: "/" }, blog: { routeBasePath: 'news' } }]],
};
"""
VITEPRESS = 'export default { base: "/sub/", srcDir: "./src", cleanUrls: false }'
ASTRO = 'export default defineConfig({ base: "/sub" })'
VERSIONS = """
const options = { presets: [["classic", { docs: {
  %s
} }]], i18n: { defaultLocale: "ko", locales: ["ko", "en"] },
  plugins: [["@docusaurus/plugin-content-docs", { id: "api", path: "api", routeBasePath: "reference" }]] };
"""
ROUTE = 'const posts = await getCollection("{}");\nreturn posts.map((post) => ({{ params: {{ slug: post.id }} }}));'
ELEVENTY = 'export const config = { dir: { input: "content" }, pathPrefix: "/sub/" };'
ZOLA = 'base_url = "https://blog.example.com/sub"\ndefault_language = "en"\n[languages.ko]\n'

RULES: dict[str, tuple[dict[str, str | bytes], list[tuple[str, tuple[str, ...], str]]]] = {
    "hugo": (
        {"hugo.toml": HUGO, "content/notes/deep/_index.md": ""},
        [
            ("content/posts/one.md", ("title: The One!", "date: 2024-03-05"), "/sub/2024/03/the-one/"),
            ("content/posts/one.md", ("TITLE: The One", "Date: 2024-03-05"), "/sub/2024/03/the-one/"),
            ("content/posts/one.md", ("title: 한글 제목", "date: 2024-01-31T20:00:00Z"), "/sub/2024/01/한글-제목/"),
            ("content/posts/one.md", ("title: x", "slug: a/B", "publishDate: 2024-03-05"), "/sub/2024/03/a/b/"),
            ("content/posts/one.en.md", ("title: One", "date: 2024-03-05"), "/sub/en/2024/03/one/"),
            ("content/posts/one.md", ("title: One",), "/sub/1/01/one/"),
            ("content/posts/Big Thing/index.md", ("title: One", "url: /u/Place"), "/sub/u/Place/"),
            ("content/notes/deep/2024/one.md", ("title: x",), "/sub/n/deep/one/"),
            ("content/notes/_index.md", ("title: x",), "/sub/all-notes/"),
            ("content/other/Mixed Name.md", ("title: x",), "/sub/other/mixed-name/"),
            ("content/other/thing/index.md", ("title: x", "slug: changed"), "/sub/other/changed/"),
            ("content/other/c++.md", ("title: x",), "/sub/other/c++/"),
        ],
    ),
    "jekyll": (
        {"_config.yml": JEKYLL},
        [
            ("_posts/2024-03-05-one.md", ("title: x",), "/sub/2024/03/05/one/"),
            ("_posts/2024-03-05-One Two.md", ("categories: a B",), "/sub/a/b/2024/03/05/One-Two/"),
            ("coast/_posts/2024-03-05-one.md", ("category: B c",), "/sub/coast/b c/2024/03/05/one/"),
            ("_posts/2024-03-05-one.md", ("date: 2024-03-05 20:00:00",), "/sub/2024/03/06/one/"),
            ("_posts/2024-03-05-one.md", ("date: 2024-03-05 20:00",), "/sub/2024/03/05/one/"),
            ("_posts/2024-03-05-one.md", ("permalink: /x/:slug/", "slug: My Slug"), "/sub/x/my-slug/"),
            ("_posts/short/2024-03-05-One.md", ("title: x",), "/sub/s/one"),
            ("_posts/2024-03-05-one.md", ("date: '2024-03-05 20:00:00'",), "/sub/2024/03/05/one/"),
            ("_posts/2024-03-05-one.md", ("date: 2024/03/05 20:00:00",), "/sub/2024/03/05/one/"),
            ("_posts/24-03-05-one.md", ("title: x",), "/sub/2024/03/05/one/"),
            ("_posts/98-03-05-one.md", ("title: x",), "/sub/1998/03/05/one/"),
            ("_tales/deep/one.md", ("title: x",), "/sub/tales/deep/one/"),
            ("_tales/2024-03-05-one.md", ("title: x",), "/sub/tales/2024-03-05-one/"),
            ("_logs/2024-03-05-One Log.md", ("title: x",), "/sub/log/2024/One-Log/"),
            ("about.md", ("title: x",), "/sub/pages/about/"),
        ],
    ),
    "hexo": (
        {"_config.yml": HEXO},
        [
            ("source/_posts/2024-03-05-one.md", ("title: x",), "/sub/uncategorized/2024/03/one.html"),
            (
                "source/_posts/one two.md",
                ("title: x", "date: 2024-03-05 10:00:00"),
                "/sub/uncategorized/2024/03/one-two.html",
            ),
            (
                "source/_posts/2024-03-05-one.md",
                ("categories: [등대, Ünter]",),
                "/sub/lighthouse/Unter/2024/03/one.html",
            ),
            ("source/_posts/one.md", ("permalink: own/",), "/sub/own/"),
            ("source/_posts/one.md", ("permalink: own%20place/",), "/sub/own%20place/"),
            ("source/_posts/one.md", ("date: 2024-01-31 23:30:00 -0500",), "/sub/uncategorized/2024/01/one.html"),
            ("source/about/index.md", ("title: x",), "/sub/about/index.html"),
            ("source/about/leaf.md", ("permalink: leaves/one",), "/sub/leaves/one.html"),
        ],
    ),
    "mkdocs": (
        {"mkdocs.yml": MKDOCS.format("true")},
        [
            ("pages/a/one.md", ("title: x",), "/sub/a/one/"),
            ("pages/a/README.md", ("title: x",), "/sub/a/"),
            ("pages/index.md", ("title: x",), "/sub/"),
            ("pages/blog/posts/one.md", ("title: The One!", "date: 2024-03-05"), "/sub/blog/2024/03/05/the-one/"),
            ("pages/blog/posts/one.md", ("slug: own", "date: {created: 2024-03-05}"), "/sub/blog/2024/03/05/own/"),
        ],
    ),
    "pelican": (
        {"pelicanconf.py": PELICAN},
        [
            ("content/one.md", ("title: The One!", "date: 2024-03-05"), "/sub/2024/misc/the-one.html"),
            ("content/Big Lamp/2024-03-05-x.md", ("title: 등대",), "/sub/2024/big-lamp/deungdae.html"),
            ("content/one.md", ("title: x", "date: 2024-03-05", "lang: fr"), "/sub/x-fr.html"),
            ("content/pages/one.md", ("title: About",), "/sub/pages/about.html"),
            (
                "content/one.md",
                ("title: x", "date: 2024-03-05", "url: own/", "save_as: own/index.html"),
                "/sub/own/",
            ),
            ("content/one.md", ("title: A <b>b</b> &amp; c", "date: 2024-03-05"), "/sub/2024/misc/a-b-c.html"),
        ],
    ),
    "nikola": (
        {
            "conf.py": NIKOLA,
            "posts/one.md": "<!--\n.. title: x\n-->\n",
            "posts/moved.md": "<!--\n.. title: x\n.. slug: has-moved\n-->\n",
            "posts/two-files.md": "Text.\n",
            "posts/two-files.meta": ".. title: x\n.. slug: in-two\n",
        },
        [
            ("posts/a/One Two.md", ("title: x",), "/sub/blog/a/one-two/"),
            ("posts/one.ko.md", ("title: x",), "/sub/ko/blog/one/"),
            ("posts/moved.ko.md", ("title: x",), "/sub/ko/blog/has-moved/"),
            ("posts/moved.ko.md", ("title: x", "slug: own"), "/sub/ko/blog/own/"),
            ("posts/two-files.ko.md", ("title: x",), "/sub/ko/blog/in-two/"),
            ("posts/alone.ko.md", ("title: x",), "/sub/ko/blog/aloneko/"),
            ("tales/one.md", ("title: x",), "/sub/t/one/"),
            ("tales/one.ko.md", ("title: x",), "/sub/ko/이야기/oneko/"),
            ("pages/one.md", ("title: x", "slug: own", "pretty_url: false"), "/sub/own.html"),
        ],
    ),
    "docusaurus": (
        {"docusaurus.config.js": DOCUSAURUS},
        [
            ("manual/01-part/02-one.md", ("title: x",), "/sub/part/one"),
            ("manual/part/part.md", ("title: x",), "/sub/part/"),
            ("manual/part/one.md", ("slug: ../two",), "/sub/two"),
            ("manual/part/one.md", ("id: own",), "/sub/part/own"),
            ("manual/2021-11-one.md", ("title: x",), "/sub/2021-11-one"),
            ("blog/2024-03-05-one.md", ("title: x",), "/sub/news/2024/03/05/one"),
            ("blog/2024-03-05-one/index.md", ("title: x",), "/sub/news/2024/03/05/one"),
            ("blog/one.md", ("slug: own",), "/sub/news/own"),
            ("src/pages/about.md", ("title: x",), "/sub/about"),
        ],
    ),
    "mkdocs in languages, by suffix": (
        {"mkdocs.yml": I18N.format("suffix")},
        [
            ("docs/a/one.ko.md", (), "/ko/a/one/"),
            ("docs/a/one.en.md", (), "/a/one/"),
            ("docs/a/one.md", (), "/a/one/"),
            ("docs/a/one.fr.md", (), "/a/one.fr/"),
            ("docs/a/index.ko.md", (), "/ko/a/"),
        ],
    ),
    "mkdocs in languages, by folder": (
        {"mkdocs.yml": I18N.format("folder")},
        [("docs/ko/a/one.md", (), "/ko/a/one/"), ("docs/en/a/one.md", (), "/a/one/"), ("docs/a/one.md", (), "/a/one/")],
    ),
    "docusaurus in versions": (
        {
            "docusaurus.config.js": VERSIONS % "lastVersion: 'current', versions: {current: {path: ''}, '1.0': {}},",
            "versions.json": '["2.0", "1.0"]',
            "api_versions.json": '["v9"]',
        },
        [
            ("docs/one.md", ("title: x",), "/docs/one"),
            ("versioned_docs/version-2.0/one.md", ("title: x",), "/docs/2.0/one"),
            ("versioned_docs/version-1.0/one.md", ("title: x",), "/docs/1.0/one"),
            ("api/one.md", ("title: x",), "/reference/next/one"),
            ("api_versioned_docs/version-v9/one.md", ("title: x",), "/reference/one"),
            ("i18n/en/docusaurus-plugin-content-docs/current/one.md", ("title: x",), "/en/docs/one"),
            ("i18n/en/docusaurus-plugin-content-docs/version-2.0/one.md", ("title: x",), "/en/docs/2.0/one"),
            ("i18n/en/docusaurus-plugin-content-docs-api/current/one.md", ("title: x",), "/en/reference/next/one"),
            ("i18n/ko/docusaurus-plugin-content-docs/current/one.md", ("title: x",), "/docs/one"),
        ],
    ),
    "vitepress": (
        {".vitepress/config.mts": VITEPRESS},
        [("src/a/one.md", (), "/sub/a/one.html"), ("src/a/index.md", (), "/sub/a/")],
    ),
    "vitepress in parts": (
        {
            "docs/.vitepress/config/index.ts": "import { shared } from './shared'\nimport { zh } from './zh.ts'\n"
            "export default defineConfig({ ...shared, locales: { zh } })",
            "docs/.vitepress/config/shared.ts": "export const shared = defineConfig({ base: '/sub/', cleanUrls: true,"
            " rewrites: { 'en/:rest*': ':rest*', 'pkg/:name/src/:rest*': ':name/:rest*', 'one.md': 'own.md',"
            " 'x/(.*)': 'y/(.*)' } })",
            "docs/.vitepress/config/zh.ts": "export const zh = defineConfig({ theme: { sidebar: { base: '/zh/' } } })",
        },
        [
            ("docs/a/one.md", (), "/sub/a/one"),
            ("docs/en/one.md", (), "/sub/one"),
            ("docs/en/a/index.md", (), "/sub/a/"),
            ("docs/pkg/lamp/src/a/one.md", (), "/sub/lamp/a/one"),
            ("docs/pkg/lamp/one.md", (), "/sub/pkg/lamp/one"),
            ("docs/one.md", (), "/sub/own"),
            ("docs/x/a/one.md", (), "/sub/y/a/one"),
        ],
    ),
    "astro": (
        {
            "astro.config.mjs": ASTRO,
            "src/pages/blog/[...slug].astro": ROUTE.format("posts"),
            "src/pages/days/[...id]/index.astro": "import { days } from '@/lib/days';\n"
            + ROUTE.replace("slug", "id").replace('getCollection("{}")', "days()").format(),
            "src/lib/days.ts": "export const days = () => getCollection('diary');",
            "src/content/diary/first.md": "",
            "src/content.config.ts": "export const PLACE = 'texts';\n"
            "const entries = defineCollection({ loader: glob({ base: `./${PLACE}` }) });\n"
            "export const collections = { posts: entries };",
        },
        [
            ("texts/Mixed Case/one.two.md", (), "/sub/blog/mixed-case/onetwo"),
            ("texts/one/index.md", (), "/sub/blog/one"),
            ("texts/one.md", ("slug: own",), "/sub/blog/own"),
            ("texts/_one.md", (), "/sub/blog/_one"),
            ("src/content/diary/2024/One.md", (), "/sub/days/2024/one"),
            ("src/pages/about.md", (), "/sub/about"),
        ],
    ),
    "eleventy": (
        {
            "eleventy.config.js": ELEVENTY,
            "content/d/d.json": '{"permalink": "/x/{{ page.fileSlug }}/"}',
            "content/e/e.11tydata.js": "export default { permalink: (d) => `/e/${d.page.fileSlug}/${d.key}/` };",
            "content/g/g.11tydata.js": "module.exports = { permalink: function (d) { if (!d.date) { return false }\n"
            "const year = d.date.year; return `/${year}/${d.page.fileSlug}/`; } };",
            "content/f/f.11tydata.js": "module.exports = { permalink: '/f/{{ page.fileSlug }}/' };",
        },
        [
            ("content/e/one.md", ("key: two",), "/sub/e/one/two/"),
            ("content/f/one.md", (), "/sub/f/one/"),
            ("content/g/one.md", ("date: 2024-03-05",), "/sub/2024/one/"),
            ("content/a/2024-03-05-one.md", (), "/sub/a/2024-03-05-one/"),
            ("content/a/a.md", (), "/sub/a/"),
            ("content/a/one.md", ("permalink: /own.html",), "/sub/own.html"),
            ("content/d/2024-03-05-one.md", (), "/sub/x/one/"),
            ("content/one.md", ("title: Don't & do", 'permalink: "/{{ title | slugify }}/"'), "/sub/dont-and-do/"),
            (
                "content/2024-03-05-one.md",
                ("permalink: \"/{{ page.date | date: '%Y/%m' }}/{{ page.fileSlug }}.html\"",),
                "/sub/2024/03/one.html",
            ),
        ],
    ),
    "zola": (
        {"config.toml": ZOLA},
        [
            ("content/a/2024-03-05-One_Two.md", (), "/sub/a/one-two/"),
            ("content/a/one/index.md", (), "/sub/a/one/"),
            ("content/a/one.ko.md", (), "/sub/ko/a/one/"),
            ("content/a/_index.md", (), "/sub/a/"),
            ("content/a/one.md", ("path: own/place",), "/sub/own/place/"),
        ],
    ),
    "zenn": ({}, [("articles/abcdefghijklmn.md", (), "/articles/abcdefghijklmn")]),
}
BLOG_ROUTES = [
    ('return (await getCollection("blog")).map((entry) => ({ params: { slug: entry.slug } }))', ["blog"]),
    ('const all = await getCollection("blog");\nreturn all.map((p) => ({ params: { slug: way(p.id, 1) } }))', ["blog"]),
    ('const all = await getCollection("blog");\nreturn all.map((p) => { const slug = p.id; return { params: { slug }',
     ["blog"]),
    ('const all = await getCollection("blog");\nconst more = await getCollection("news");\nconst sorted = sort(all);\n'
     "return sorted.map((p) => ({ params: { slug: p.id }, props: { more } }))", ["blog"]),
    ('const all = await getCollection("blog");\nreturn tags(all).map((tag) => ({ params: { slug: tag } }))', []),
    ('const all = await getCollection("blog");\nreturn tags(all).map((tag) => ({ params: { slug: tag.slug } }))', []),
    ('const all = await getCollection("blog");\nreturn tags(all).map((slug) => ({ params: { slug } }))', []),
    ('const all = await getCollection("blog", ({ id }) => !id.startsWith("en/"));\n'
     "return all.map((p) => ({ params: { slug: p.id } }))", []),
    ('const all = await getCollection("blog");\nconst kept = all.filter((p) => /x/.test(p.id));\n'
     "return kept.map((p) => ({ params: { slug: p.id } }))", []),
    ('const all = await getCollection("blog");\nreturn paginate(all, { pageSize: 3 });', []),
]  # fmt: skip


@pytest.mark.parametrize(("script", "collections"), BLOG_ROUTES)
def test_a_page_of_entries_is_told_from_a_page_of_tags(script: str, collections: list[str]) -> None:
    assert [shown.collection for shown in routed(script, "slug")] == collections


HELPERS = """
export async function published() { return getCollection("blog", ({ data }) => !data.draft); }
export const newest = async () => { const all = await published(); return all.sort(); };
export const short = async () => (await getCollection("notes")).slice(0, 3);
export async function korean() { return getCollection("blog", ({ id }) => id.startsWith("ko/")); }
export async function both() { return [...(await getCollection("blog")), ...(await getCollection("notes"))]; }
"""


@pytest.mark.parametrize(
    ("call", "collections"),
    [("published", ["blog"]), ("newest", ["blog"]), ("short", ["notes"]), ("korean", []), ("both", []), ("other", [])],
)
def test_entries_that_come_by_a_function_of_the_project(call: str, collections: list[str]) -> None:
    route = f"const posts = await {call}();\nreturn posts.map((post) => ({{ params: {{ slug: post.id }} }}));"
    assert [shown.collection for shown in routed(inlined(route, HELPERS), "slug")] == collections


def test_a_page_of_some_entries_is_no_page_of_the_others(tmp_path: Path) -> None:
    route = """const some = await getCollection("notes", ({ id }) => id.startsWith("ko/"));
        return some.map((one) => ({ params: { slug: way(one.id, one.filePath) } }));"""
    write(tmp_path, {"src/pages/n/[...slug]/index.astro": route, "src/content/notes/ko/first.md": ""})
    assert claim(tmp_path, "astro", "src/content/notes/ko/one.md").paths == ("/n/ko/one", "/n/one")
    assert claim(tmp_path, "astro", "src/content/notes/ko/_own/one.md").paths == (
        "/n/ko/_own/one",
        "/n/_own/one",
        "/n/ko/one",
    )
    assert claim(tmp_path, "astro", "src/content/notes/one.md").paths == ()
    assert claim(tmp_path, "astro", "src/content/notes/en/one.md").paths == ()


CASES = [(name, *case) for name, (_, cases) in RULES.items() for case in cases]


@pytest.mark.parametrize(("generator", "path", "lines", "expected"), CASES)
def test_the_path_is_foretold(tmp_path: Path, generator: str, path: str, lines: tuple[str, ...], expected: str) -> None:
    write(tmp_path, RULES[generator][0])
    found = claim(tmp_path, generator.partition(" ")[0], path, *lines)
    assert found.ignored is None
    assert expected in found.paths
    assert len(found.paths) == 1 or generator in {"hugo", "hexo", "zola"}


def test_a_date_near_midnight_has_two_days_until_the_witness_says_which(tmp_path: Path) -> None:
    header = ("date: 2024-12-31T20:00:00Z", "permalink: \"/{{ page.date | date: '%Y' }}/one/\"")
    found = claim(tmp_path, "eleventy", "one.md", *header, timezone=ZoneInfo("Asia/Seoul"))
    assert found.paths == ("/2024/one/", "/2025/one/")


UNKNOWN = [
    ("hugo", {"hugo.toml": '[permalinks]\nposts = "/:unheard/"'}, "content/posts/one.md", ("title: x",)),
    (
        "hugo",
        {"hugo.toml": '[permalinks]\nposts = "/:year/"\n[frontmatter]\ndate = [":git"]'},
        "content/posts/one.md",
        (),
    ),
    ("jekyll", {"_config.yml": "permalink: /:unheard/"}, "_posts/2024-03-05-one.md", ("title: x",)),
    ("hexo", {"_config.yml": "permalink: :year/:title/"}, "source/_posts/one.md", ("title: undated",)),
    ("hexo", {"_config.yml": "permalink: :abbrlink/"}, "source/_posts/one.md", ("title: x",)),
    ("pelican", {"pelicanconf.py": "ARTICLE_URL = make()"}, "content/one.md", ("title: x", "date: 2024-03-05")),
    ("pelican", {"pelicanconf.py": ""}, "content/one.md", ("title: 灯台", "date: 2024-03-05")),
    ("nikola", {"conf.py": ""}, "posts/灯台.md", ("title: x",)),
    ("zola", {"config.toml": ""}, "content/灯台.md", ("title: x",)),
    ("eleventy", {"src/a/a.11tydata.js": "export default { permalink: (d) => d.x };"}, "src/a/one.md", ()),
    (
        "eleventy",
        {
            "src/a/a.11tydata.js": "export default { eleventyComputed: { permalink: (d) => `/x/${d.slug}/` } };",
            "src/a/one.11tydata.js": "export default { permalink: '/one/' };",
        },
        "src/a/one.md",
        (),
    ),
    ("eleventy", {"a/a.11tydata.js": "export default { permalink: (d) => `/${d.title.trim()}/` };"}, "a/one.md", ()),
    ("eleventy", {"a/a.11tydata.js": "export default { permalink: (d) => d.x ? `/a/` : `/b/` };"}, "a/one.md", ()),
    ("eleventy", {"_data/eleventyComputed.js": "export default { permalink: '/x/' };"}, "one.md", ()),
    ("eleventy", {"a/a.json": '{"permalink": "/{{ title }}/"}'}, "a/one.md", ()),
    ("eleventy", {}, "a/one.md", ("pagination: {data: x}",)),
    ("eleventy", {}, "a/one.md", ("title: 등대", 'permalink: "/{{ title | slugify }}/"')),
    ("eleventy", {}, "a/one.md", ("title: x", 'permalink: "/{{ title | reverse }}/"')),
    ("eleventy", {}, "a/one.md", ("title: x", 'permalink: "/{% if title %}a{% endif %}/"')),
    ("vitepress", {".vitepress/config.ts": "export default { rewrites: (id) => id }"}, "one.md", ()),
    ("vitepress", {".vitepress/config.ts": "export default { rewrites: { 'a': b(), ...more } }"}, "one.md", ()),
    ("vitepress", {".vitepress/config.ts": "export default { rewrites: { '^one': 'b' } }"}, "one.md", ()),
    ("vitepress", {".vitepress/config.ts": "export default {}"}, "[name].md", ()),
    (
        "docusaurus",
        {"docusaurus.config.js": VERSIONS % "includeCurrentVersion: false", "versions.json": '["1.0"]'},
        "docs/one.md",
        ("title: x",),
    ),
    (
        "docusaurus",
        {"docusaurus.config.js": VERSIONS % "lastVersion: newest()", "versions.json": '["1.0"]'},
        "versioned_docs/version-1.0/one.md",
        ("title: x",),
    ),
    ("mkdocs", {"mkdocs.yml": "plugins: [blog]"}, "docs/blog/posts/one.md", ("title: undated",)),
    ("astro", {"src/pages/blog/[year]/[slug].astro": ROUTE.format("blog")}, "src/content/blog/one.md", ()),
]


@pytest.mark.parametrize(("generator", "files", "path", "lines"), UNKNOWN)
def test_what_only_the_site_knows_is_not_foretold(
    tmp_path: Path, generator: str, files: dict[str, str | bytes], path: str, lines: tuple[str, ...]
) -> None:
    write(tmp_path, files)
    found = claim(tmp_path, generator, path, *lines)
    assert found.ignored is None
    assert found.paths == ()


LEFT_OUT = [
    ("hugo", {"hugo.toml": ""}, "drafts/one.md"),
    ("hugo", {"hugo.toml": ""}, "content/a/.one.md"),
    ("hugo", {"hugo.toml": ""}, "content/.a/one.md"),
    ("hugo", {"hugo.toml": ""}, "content/a/one.md~"),
    ("hugo", {"hugo.toml": ""}, "content/a/#one.md#"),
    ("hugo", {"hugo.toml": "", "content/a/index.md": ""}, "content/a/one.md"),
    ("hugo", {"hugo.toml": HUGO}, "content/a/one.de.md"),
    ("hugo", {"hugo.toml": 'ignoreFiles = ["\\\\.skip\\\\."]'}, "content/a/one.skip.md"),
    ("jekyll", {"_config.yml": ""}, "_posts/one.md"),
    ("jekyll", {"_config.yml": "source: src"}, "other/2024-03-05-one.md"),
    ("jekyll", {"_config.yml": JEKYLL}, "_drawer/one.md"),
    ("jekyll", {"_config.yml": "exclude: [attic]"}, "attic/one.md"),
    ("jekyll", {"_config.yml": ""}, "_unknown/one.md"),
    ("hexo", {"_config.yml": ""}, "source/_posts/_one.md"),
    ("hexo", {"_config.yml": ""}, "source/_posts/one.md~"),
    ("hexo", {"_config.yml": ""}, "source/about/one.md%"),
    ("hexo", {"_config.yml": "exclude: '**/*.bak.md'"}, "source/a/one.bak.md"),
    ("hexo", {"_config.yml": ""}, "elsewhere/one.md"),
    ("mkdocs", {"mkdocs.yml": ""}, "docs/.dot/one.md"),
    ("mkdocs", {"mkdocs.yml": ""}, "docs/templates/one.md"),
    ("mkdocs", {"mkdocs.yml": "draft_docs: |\n  wip/\n"}, "docs/wip/one.md"),
    ("mkdocs", {"mkdocs.yml": "", "docs/index.md": ""}, "docs/README.md"),
    ("mkdocs", {"mkdocs.yml": ""}, "docs/one.mdx"),
    ("pelican", {"pelicanconf.py": "ARTICLE_EXCLUDES = ['attic']"}, "content/attic/one.md"),
    ("pelican", {"pelicanconf.py": "PATH = 'texts'"}, "content/one.md"),
    ("pelican", {"pelicanconf.py": ""}, "content/one.MD"),
    ("pelican", {"pelicanconf.py": "IGNORE_FILES = ['*.bak.md']"}, "content/one.bak.md"),
    ("pelican", {"pelicanconf.py": "IGNORE_FILES = ['attic']"}, "content/attic/one.md"),
    ("nikola", {"conf.py": NIKOLA}, "elsewhere/one.md"),
    ("docusaurus", {"docusaurus.config.js": ""}, "docs/_part/one.md"),
    ("docusaurus", {"docusaurus.config.js": ""}, "elsewhere/one.md"),
    ("docusaurus", {"docusaurus.config.js": ""}, "docs/one.markdown"),
    ("docusaurus", {"docusaurus.config.js": ""}, "docs/one (1).md"),
    ("docusaurus", {"docusaurus.config.js": ""}, "src/pages/한글.md"),
    ("docusaurus", {"docusaurus.config.js": "", "src/pages/one.tsx": ""}, "src/pages/one.md"),
    (
        "docusaurus",
        {
            "docusaurus.config.js": VERSIONS % "",
            "i18n/ko/docusaurus-plugin-content-docs/current/one.md": "",
        },
        "docs/one.md",
    ),
    ("vitepress", {".vitepress/config.js": "export default { srcExclude: ['**/attic/**'] }"}, "a/attic/one.md"),
    ("astro", {}, "src/pages/_one.md"),
    ("eleventy", {".eleventyignore": "attic\n"}, "attic/one.md"),
    ("eleventy", {}, "_includes/one.md"),
    ("zola", {"config.toml": ""}, "elsewhere/one.md"),
    ("zola", {"config.toml": ""}, "content/one.markdown"),
    ("zola", {"config.toml": ""}, "content/.a/one.md"),
    ("zola", {"config.toml": 'ignored_content = ["*/attic/*"]'}, "content/attic/one.md"),
    ("zenn", {}, "books/abcdefghijklmn/one.md"),
    ("zenn", {}, "articles/short.md"),
]


@pytest.mark.parametrize(("generator", "files", "path"), LEFT_OUT)
def test_a_file_that_the_site_never_builds(
    tmp_path: Path, generator: str, files: dict[str, str | bytes], path: str
) -> None:
    write(tmp_path, files)
    found = claim(tmp_path, generator, path, "title: x", "date: 2024-03-05")
    assert found.ignored is not None
    assert found.ignored.code == "not-built"
    assert found.paths == ()


@pytest.mark.parametrize(
    ("settings", "lines", "url"),
    [
        ("ARTICLE_URL = 'b/{slug}'\nARTICLE_SAVE_AS = 'b/{slug}index.html'", ("slug: one/",), "/b/one/"),
        ("ARTICLE_URL = ''\nARTICLE_SAVE_AS = 'index.html'", (), "/"),
        ("", ("url: x.html",), "/x.html"),
        ("", ("save_as: x.html",), "/x.html"),
        ("ARTICLE_LANG_URL = '{lang}/{slug}/'\nARTICLE_LANG_SAVE_AS = '{lang}/{slug}.html'", ("lang: ko",), "/ko/x/"),
    ],
)
def test_a_pelican_page_lies_where_its_url_leads(
    tmp_path: Path, settings: str, lines: tuple[str, ...], url: str
) -> None:
    write(tmp_path, {"pelicanconf.py": settings})
    found = claim(tmp_path, "pelican", "content/one.md", "title: x", "date: 2024-03-05", *lines)
    assert (found.paths, found.vetoes) == ((url,), ())


@pytest.mark.parametrize("lines", [("title: x",), ("date: 2024-03-05",), ("title: x", "date: soon")])
def test_a_pelican_article_needs_a_title_and_a_date(tmp_path: Path, lines: tuple[str, ...]) -> None:
    write(tmp_path, {"pelicanconf.py": ""})
    found = claim(tmp_path, "pelican", "content/one.md", *lines)
    assert found.ignored is not None
    assert found.ignored.code == "not-built"


def test_a_jekyll_page_without_a_header_is_no_page(tmp_path: Path) -> None:
    write(tmp_path, {"_config.yml": ""})
    found = claim(tmp_path, "jekyll", "about.md", text="Text.\n")
    assert found.ignored is not None
    assert found.ignored.code == "not-built"


HIDDEN = [
    ("mkdocs", {"mkdocs.yml": ""}, "docs/one.md", ("template: redirect.html", "location: two/")),
    ("eleventy", {}, "one.md", ("layout: redirect.njk",)),
    ("astro", {}, "src/content/docs/one.md", ("head: [{tag: meta, attrs: {name: robots, content: noindex}}]",)),
    ("hugo", {"hugo.toml": ""}, "content/a/one.md", ("type: redirect",)),
    ("vitepress", {".vitepress/config.ts": ""}, "one.md", ("redirectTo: /two",)),
    ("hexo", {"_config.yml": ""}, "source/_posts/one.md", ("redirect: /two",)),
    (
        "vitepress",
        {".vitepress/config.ts": ""},
        "one.md",
        ("head: [[meta, {name: robots, content: 'noindex, nofollow'}]]",),
    ),
    (
        "vitepress",
        {".vitepress/config.ts": ""},
        "one.md",
        ("head: [[meta, {http-equiv: refresh, content: '0; url=/'}]]",),
    ),
    ("hugo", {"hugo.toml": ""}, "content/one.md", ("build: {render: never}",)),
    ("hugo", {"hugo.toml": ""}, "content/one.md", ("_build: {list: false}",)),
    ("hugo", {"hugo.toml": ""}, "content/one.md", ("build: {render: link}",)),
    ("hugo", {"hugo.toml": ""}, "content/one.md", ("headless: yes",)),
    ("hugo", {"hugo.toml": ""}, "content/one.md", ("outputs: [json]",)),
    ("hugo", {"hugo.toml": "[cascade]\ndraft = true"}, "content/one.md", ("title: x",)),
    ("hugo", {"hugo.toml": "", "content/a/_index.md": "---\ncascade: {draft: true}\n---\n"}, "content/a/b/one.md", ()),
    ("hugo", {"hugo.toml": "", "content/a/_index.md": "---\ncascade: [x\n---\n"}, "content/a/b/one.md", ()),
    (
        "hugo",
        {
            "hugo.toml": "",
            "content/a/_index.md": "+++\n[[cascade]]\ntarget = {path = '**'}\nbuild = {list = 'never'}\n+++\n",
        },
        "content/a/one.md",
        (),
    ),
    ("jekyll", {"_config.yml": ""}, "_drafts/one.md", ("title: x",)),
    (
        "jekyll",
        {"_config.yml": "defaults: [{scope: {path: a}, values: {published: false}}]"},
        "a/one.md",
        ("title: x",),
    ),
    ("jekyll", {"_config.yml": ""}, "one.md", ("redirect_to: https://other.example.com/",)),
    ("hexo", {"_config.yml": ""}, "source/_drafts/one.md", ("title: x",)),
    ("hexo", {"_config.yml": "skip_render: 'raw/**'"}, "source/raw/one.md", ("title: x",)),
    ("hexo", {"_config.yml": ""}, "source/_posts/one.md", ("hidden: true",)),
    ("hexo", {"_config.yml": ""}, "source/_posts/one.md", ("permalink: own/place",)),
    ("hexo", {"_config.yml": ""}, "source/_posts/one.md", ("indexing: false",)),
    *(
        ("mkdocs", {"mkdocs.yml": f"plugins: [{{encryptcontent: {{{options}}}}}]"}, "docs/one.md", lines)
        for options, lines in (("global_password: x", ("title: x",)), ("password_inventory: {a: x}", ("level: a",)))
    ),
    (
        "hexo",
        {"_config.yml": "encrypt: {tags: [{name: 비밀, password: x}]}"},
        "source/_posts/one.md",
        ("tags: [a, 비밀]",),
    ),
    (
        "pelican",
        {"pelicanconf.py": "DEFAULT_METADATA = {'status': 'draft'}"},
        "content/one.md",
        ("title: x", "date: 2024-03-05"),
    ),
    *(
        ("pelican", {"pelicanconf.py": settings}, "content/one.md", ("title: x", "date: 2024-03-05", *lines))
        for settings, lines in (
            ("", ("url: own/",)),
            ("", ("save_as: own/index.html",)),
            ("", ("url: own/", "save_as: own.html")),
            ("", ("url: x.html", "save_as:")),
            ("ARTICLE_URL = 'a/{slug}.html'", ()),
            ("ARTICLE_SAVE_AS = ''", ()),
        )
    ),
    ("nikola", {"conf.py": NIKOLA}, "posts/one.md", ("tags: a, draft",)),
    ("nikola", {"conf.py": NIKOLA, "posts/one.meta": ".. status: draft"}, "posts/one.md", ("title: x",)),
    ("eleventy", {}, "one.md", ("eleventyExcludeFromCollections: true",)),
    ("eleventy", {"a/a.json": '{"permalink": false}'}, "a/one.md", ()),
    ("eleventy", {"a/a.11tydata.json": '{"draft": true}'}, "a/one.md", ()),
    ("zola", {"config.toml": ""}, "content/one.md", ("render: false",)),
]


@pytest.mark.parametrize(("generator", "files", "path", "lines"), HIDDEN)
def test_a_sign_that_keeps_a_page_back(
    tmp_path: Path, generator: str, files: dict[str, str | bytes], path: str, lines: tuple[str, ...]
) -> None:
    write(tmp_path, files)
    found = claim(tmp_path, generator, path, *lines)
    assert {veto.code for veto in found.vetoes} & {"hidden-by-site", "redirect", "password-protected"}


@pytest.mark.parametrize(
    ("path", "line", "expected"),
    [
        ("source/docs/one.md", "title: x", ("/docs/one.html", "/docs/one")),
        ("source/docs/index.md", "title: x", ("/docs/index.html",)),
        ("source/_posts/one.md", "permalink: own.html", ("/own.html", "/own")),
        ("source/_posts/one.md", "date: 2024-03-05", ("/2024/one.html", "/2024/one")),
    ],
)
def test_hexo_may_leave_the_ending_out(tmp_path: Path, path: str, line: str, expected: tuple[str, ...]) -> None:
    write(tmp_path, {"_config.yml": "permalink: ':year/:title.html'\npretty_urls: {trailing_html: false}"})
    assert claim(tmp_path, "hexo", path, line).paths == expected


@pytest.mark.parametrize("file", ["{slug}", "{slug}.html", "{slug}/index.html"])
@pytest.mark.parametrize("url", ["{slug}", "{slug}/"])
def test_a_pelican_page_may_lie_where_a_server_finds_it(tmp_path: Path, url: str, file: str) -> None:
    write(tmp_path, {"pelicanconf.py": f"ARTICLE_URL = '{url}'\nARTICLE_SAVE_AS = '{file}'"})
    found = claim(tmp_path, "pelican", "content/one.md", "title: x", "date: 2024-03-05")
    assert (found.paths, found.vetoes) == ((url.replace("{slug}", "/x"),), ())


def test_folders_that_settings_compute_are_those_of_the_posts(tmp_path: Path) -> None:
    write(tmp_path, {"pelicanconf.py": "import os\nPATH = os.path.join('a', 'b')\n"})
    assert claim(tmp_path, "pelican", "texts/one.md", "title: One", "date: 2024-03-05").paths == ("/one.html",)
    assert claim(tmp_path, "pelican", "content/one.md", "title: One", "date: 2024-03-05").paths == ("/one.html",)
    write(tmp_path / "n", {"conf.py": "POSTS = make()\nPAGES = ()\n"})
    found = claim(tmp_path / "n", "nikola", "texts/one.md", "title: One")
    assert (found.ignored, found.paths, found.segments) == (None, (), ("one", "one"))


def test_a_page_may_undo_what_its_section_hands_down(tmp_path: Path) -> None:
    write(tmp_path, {"hugo.toml": "", "content/a/_index.md": "---\ncascade: {build: {list: never}}\n---\n"})
    assert not claim(tmp_path, "hugo", "content/a/one.md", "build: {list: always, render: always}").vetoes


def test_only_an_index_file_makes_a_bundle(tmp_path: Path) -> None:
    write(tmp_path, {"hugo.toml": "", "content/a/index-of-things.md": "", "content/b/index.ko.md": ""})
    assert claim(tmp_path, "hugo", "content/a/one.md", "title: x").ignored is None
    assert claim(tmp_path, "hugo", "content/b/one.md", "title: x").ignored is not None


def test_the_configuration_is_looked_for_upward(tmp_path: Path) -> None:
    write(tmp_path, {"hugo.toml": 'baseURL = "https://blog.example.com/up/"', "content/a/b/one.md": ""})
    config = make_config(tmp_path, posts={"path": tmp_path / "content" / "a"}, site={"generator": "hugo"})
    found = sites.load(config).claim(SourceFile(path="b/one.md", text="", sha256=""), read_header("---\n---\n"), None)
    assert "/up/a/b/one/" in found.paths


def test_the_project_may_lie_just_below_the_posts_path(tmp_path: Path) -> None:
    write(tmp_path, {"site/hugo.toml": "", "site/content/one.md": ""})
    assert "/one/" in claim(tmp_path, "hugo", "site/content/one.md", "title: x").paths


def test_hugos_languages_may_have_folders_of_their_own(tmp_path: Path) -> None:
    settings = 'contentDir = "texts/en"\n[languages.en]\n[languages.ko]\ncontentDir = "texts/ko"\n'
    write(tmp_path, {"hugo.toml": settings})
    assert claim(tmp_path, "hugo", "texts/en/a/one.md", "title: x").paths == ("/a/one/",)
    assert claim(tmp_path, "hugo", "texts/ko/a/one.md", "title: x").paths == ("/ko/a/one/",)
    assert claim(tmp_path, "hugo", "content/a/one.md", "title: x").ignored is not None


CASCADES = [
    ("path = '/a/**'", True, False),
    ("path = '{/a/**,/c/**}'", True, False),
    ("path = '{,/**}/a{,/**}'", True, False),
    ("path = '**'", True, True),
    ("path = '/A/Page One'", True, False),
    ("path = '/a/page-one'", True, False),
    ("path = '/b/two.md'", False, True),
    ("path = '/b/*'", False, True),
    ("path = '/b/two'\nkind = 'section'", False, False),
    ("kind = 'page'", True, True),
    ("kind = '{page,section}'", True, True),
    ("kind = 'home'", False, False),
    ("environment = 'development'", False, False),
    ("environment = 'prod*'", True, True),
    ("unheard = 'x'", True, True),
]


@pytest.mark.parametrize(("target", "first", "second"), CASCADES)
def test_a_cascade_reaches_the_pages_that_it_is_for(tmp_path: Path, target: str, first: bool, second: bool) -> None:
    write(tmp_path, {"hugo.toml": f"[[cascade]]\ndraft = true\n[cascade.target]\n{target}\n"})
    assert bool(claim(tmp_path, "hugo", "content/a/Page One.md", "title: x").vetoes) is first
    assert bool(claim(tmp_path, "hugo", "content/b/two.ko.md", "title: x").vetoes) is second or "two.md" in target
    assert bool(claim(tmp_path, "hugo", "content/b/two.md", "title: x").vetoes) is second


def test_a_cascade_reaches_sections_and_bundles(tmp_path: Path) -> None:
    for target in ("kind = 'section'", "path = '/a'"):
        write(tmp_path, {"hugo.toml": f"[[cascade]]\ndraft = true\n[cascade.target]\n{target}\n"})
        assert claim(tmp_path, "hugo", "content/a/_index.md", "title: x").vetoes
        assert bool(claim(tmp_path, "hugo", "content/a/index.md", "title: x").vetoes) is ("path" in target)
        assert not claim(tmp_path, "hugo", "content/b/index.md", "title: x").vetoes


def test_hugos_mounts_may_lend_pages_to_other_languages(tmp_path: Path) -> None:
    settings = """
languages: {en: {}, ko: {}, ja: {}}
module:
  mounts:
    - {source: texts/en, target: content}
    - {source: texts/ko, target: content, lang: ko}
    - {source: texts/ja, target: content, sites: {matrix: {languages: [ja]}}}
    - {source: texts/en/docs, target: content/docs, sites: {matrix: {languages: [ja, ko]}}}
"""
    write(tmp_path, {"hugo.yaml": settings})
    for path, expected in {"en/docs/one": "/docs/one/", "ko/docs/one": "/ko/docs/one/", "ja/one": "/ja/one/"}.items():
        assert claim(tmp_path, "hugo", f"texts/{path}.md", "title: x").paths == (expected,)


def test_hugo_may_take_accents_off(tmp_path: Path) -> None:
    write(tmp_path, {"hugo.toml": "removePathAccents = true\n[permalinks]\nposts = '/:title/'"})
    assert claim(tmp_path, "hugo", "content/posts/x.md", "title: Été 등대").paths == ("/ete-등대/",)
    assert claim(tmp_path, "hugo", "content/café/garçon.md", "title: x").paths == ("/cafe/garcon/",)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("SLUGIFY_USE_UNICODE = True", "/2024/등대-소식/été-등대.html"),
        ("SLUGIFY_PRESERVE_CASE = True", "/2024/deungdae-sosig/Ete-deungdae.html"),
        ("", "/2024/deungdae-sosig/ete-deungdae.html"),
    ],
)
def test_how_pelican_makes_slugs_of_titles_and_categories(tmp_path: Path, settings: str, expected: str) -> None:
    form = "{date:%Y}/{category}/{slug}.html"
    write(tmp_path, {"pelicanconf.py": f"ARTICLE_URL = '{form}'\nARTICLE_SAVE_AS = '{form}'\n{settings}\n"})
    lines = ("title: Été 등대", "date: 2024-03-05", "category: 등대 소식")
    assert claim(tmp_path, "pelican", "content/one.md", *lines).paths == (expected,)


def test_configuration_in_a_folder(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "config/_default/hugo.toml": 'baseURL = "https://blog.example.com/"',
        "config/_default/permalinks.toml": 'posts = "/p/:slug/"',
        "config/_default/languages.en.toml": 'contentDir = "english"',
        "config/production/hugo.toml": 'baseURL = "https://blog.example.com/live/"',
    }
    write(tmp_path, files)
    assert "/live/p/one/" in claim(tmp_path, "hugo", "english/posts/x.md", "title: One").paths
