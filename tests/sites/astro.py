"""An Astro site: content collections by several routes, markdown pages, drafts that code leaves out, slugs, names."""

from __future__ import annotations

from pathlib import Path

from sites.harness import Built, Plan, npm, ordinary, run, write

PACKAGES = {
    "astro": "6.0.5",
    "@astrojs/mdx": "5.0.1",
    "@astrojs/rss": "4.0.19",
    "@astrojs/sitemap": "3.7.4",
    "node": "22.23.3",  # Astro asks for 22.12, and the machine's own may be older
}
CONFIG = """\
// the site of the lighthouse; base: "/other"
import { defineConfig } from "astro/config";
import mdx from "@astrojs/mdx";
import sitemap from "@astrojs/sitemap";
export default defineConfig({
  site: "https://blog.example.com",
  base: "/light",
  trailingSlash: "ignore",
  integrations: [mdx(), sitemap({ filter: (page) => !page.includes("/off-the-map") })],
  redirects: { "/moved": "/blog/plain" },
});
"""
COLLECTIONS = """\
import { defineCollection } from "astro:content";
import { z } from "astro/zod";
import { glob } from "astro/loaders";
const schema = z.object({
  title: z.string().optional(),
  draft: z.any().optional(),
  date: z.any().optional(),
  unlisted: z.boolean().optional(),
  slug: z.any().optional(),
  hushed: z.boolean().optional(),
  tags: z.array(z.string()).default([]),
});
const blog = defineCollection({ loader: glob({ pattern: "**/*.{md,mdx}", base: "./src/content/blog" }), schema });
const letters = defineCollection({ loader: glob({ pattern: "**/[^_]*.md", base: "./texts" }), schema });
const unused = defineCollection({ loader: glob({ pattern: "**/*.md", base: "./src/content/unused" }), schema });
const notes = defineCollection({
  loader: glob({
    pattern: "*.md",
    base: "./src/content/notes",
    generateId: ({ entry }) => entry.replace(/\\.md$/, ""),
  }),
  schema,
});
const journal = defineCollection({ loader: glob({ pattern: "**/*.md", base: "./src/content/journal" }), schema });
export const collections = { blog, post: letters, unused, notes, journal };
"""
HEAD = "const { entry } = Astro.props;\nconst { Content } = await render(entry);\n"
ROUTE = """\
---
import {{ getCollection, render }} from "astro:content";
export async function getStaticPaths() {{
  const entries = await getCollection("{collection}"{filter});
  return entries.map((entry) => ({{ params: {{ {param}: {value} }}, props: {{ entry }} }}));
}}
{head}---
<html><head><title>{{entry.data.title ?? entry.id}} | Lighthouse</title>{{entry.data.unlisted && <meta name="robots" \
content="noindex" />}}</head><body><Content /></body></html>
"""


def route(collection: str, param: str, value: str = "entry.id", keep: str = "") -> str:
    keep = f", ({{ data }}) => {keep}" if keep else ""
    return ROUTE.format(collection=collection, param=param, value=value, filter=keep, head=HEAD)


JOURNAL = """\
---
import { getCollection, render } from "astro:content";
export const getStaticPaths = async () => {
  const letters = await getCollection("post");
  const days = await getCollection("journal", ({ data }) => !data.draft);
  const sorted = [...days].sort((a, b) => a.id.localeCompare(b.id));
  return sorted.map((day, index) => {
    const slug = day.id;
    return { params: { slug }, props: { entry: day, count: letters.length + index } };
  });
};
const { entry } = Astro.props;
const { Content } = await render(entry);
---
<html><head><title>{entry.data.title}</title></head><body><Content /></body></html>
"""
TAGS = """\
---
import { getCollection } from "astro:content";
export async function getStaticPaths() {
  const posts = await getCollection("blog");
  const tags = [...new Set(posts.flatMap((post) => post.data.tags))];
  const tagged = (tag) => posts.filter((post) => post.data.tags.includes(tag));
  return tags.map((tag) => ({ params: { tag }, props: { posts: tagged(tag) } }));
}
const { posts } = Astro.props;
---
<html><head><title>Tag</title></head><body><ul>{posts.map((post) => <li>{post.data.title}</li>)}</ul></body></html>
"""
FEED = """\
import rss from "@astrojs/rss";
import { getCollection } from "astro:content";
export async function GET(context) {
  const posts = (await getCollection("blog")).filter((post) => post.data.draft !== true);
  return rss({
    title: "Lighthouse",
    description: "Letters",
    site: context.site,
    trailingSlash: false,
    items: posts.slice(0, 60).map((post) => ({ title: post.data.title ?? "Untitled", link: `/light/blog/${post.id}` })),
  });
}
"""
FILES = {
    "package.json": '{"private": true, "type": "module"}',
    "astro.config.mjs": CONFIG,
    "src/content.config.ts": COLLECTIONS,
    "src/pages/index.astro": "<html><head><title>Lighthouse</title></head><body>Home</body></html>",
    "src/pages/blog/[...slug].astro": route("blog", "slug", keep="data.draft !== true && !data.hushed"),
    "src/pages/journal/[...slug]/index.astro": JOURNAL,
    "src/pages/tags/[tag].astro": TAGS,
    "src/pages/letters/[slug].astro": route("post", "slug", value='entry.id.replaceAll("/", "-")'),
    "src/pages/notes/[id].astro": route("notes", "id"),
    "src/pages/rss.xml.js": FEED,
    "src/pages/coded.astro": "<html><head><title>Coded</title></head><body>Coded</body></html>",
    "src/layouts/Page.astro": "---\nconst { frontmatter } = Astro.props;\n---\n"
    "<html><head><title>{frontmatter.title} | Lighthouse</title></head><body><slot /></body></html>",
}


def page(title: str, *lines: str) -> str:
    return "\n".join(["---", f"title: {title}", *lines, "---", ""])


def own(title: str, *lines: str) -> str:
    return page(title, "layout: ../layouts/Page.astro", *lines)


BLOG = {
    "plain.md": page("Plain"),
    "markup.mdx": page("Markup") + "import Box from './box.astro';\n\nexport const lamp = 1;\n\n<b>Bold</b>\n",
    "2024-01-05-dated.md": page("Dated name", "date: 2024-01-05"),
    "01-numbered.md": page("Numbered"),
    "Mixed Case.md": page("Mixed case"),
    "CamelCase.md": page("Camel case"),
    "등대 노트.md": page("등대 노트"),
    "灯台.md": page("灯台"),
    "plus+.md": page("Plus"),
    "c++.md": page("Two pluses"),
    "a#b.md": page("Hash"),
    "percent%20x.md": page("Percent"),
    "dots.and.more.md": page("Dots"),
    "under_score.md": page("Underscore"),
    "brackets (1).md": page("Brackets"),
    "amp & and.md": page("Ampersand"),
    "quote's.md": page("Quote"),
    "only.en.md": page("Language suffix"),
    "deep/leaf.md": page("Leaf"),
    "deep/index.md": page("Deep"),
    "Deep Folder/Leaf Two.md": page("Leaf two"),
    "bundle/index.md": page("Bundle"),
    "slug.md": page("Slug", "slug: own-slug"),
    "slug-deep.md": page("Deep slug", "slug: years/2024/own"),
    "slug-caps.md": page("Capital slug", "slug: Own Slug"),
    "slug-num.md": page("Slug of digits", 'slug: "2024"'),
    "slug-ko.md": page("Hangul slug", "slug: 등대-열쇠"),
    "same-a.md": page("Same A", "slug: same"),
    "same-b.md": page("Same B", "slug: same"),
    "no-title.md": "---\ndate: 2024-03-01\n---\n# Heading alone\n",
    "no-header.md": "# No header\n",
    "draft.md": page("Draft", "draft: true"),
    "draft-text.md": page("Draft in quotes", 'draft: "true"'),
    "draft-yes.md": page("Draft yes", "draft: yes"),
    "draft-caps.md": page("Draft in capitals", "Draft: true"),
    "not-draft.md": page("No draft", "draft: false"),
    "published-false.md": page("Published false", "published: false"),
    "future.md": page("Future", "date: 2099-01-01"),
    "late.md": page("Late in the evening", "date: 2024-03-01T23:30:00-05:00"),
    "unlisted.md": page("Unlisted", "unlisted: true"),
    "off-the-map.md": page("Off the map"),
    "secret.md": page("Secret", "private: true"),
    "quiet.md": page("Quiet", "hushed: true", "tags: [quiet, plain]"),
    "_under.md": page("Underscore first"),
    "_parts/part.md": page("Part"),
    "drafts/idea.md": page("Idea"),
    ".hidden.md": page("Hidden"),
    **{f"{name}.md": page(title, f"date: {day}") for name, title, day in ordinary()},
}
OTHERS = {
    "src/content/journal/2024/first.md": page("First day"),
    "src/content/journal/second.md": page("Second day"),
    "texts/one.md": page("Letter one"),
    "texts/deep/two.md": page("Letter two"),
    "texts/Caps Three.md": page("Letter three"),
    "texts/slugged.md": page("Letter four", "slug: four"),
    "texts/_five.md": page("Letter five"),
    "texts/draft.md": page("Letter draft", "draft: true"),
    "src/content/notes/Note One.md": page("Note one"),
    "src/content/notes/plain.md": page("Note, but plain"),
    "src/content/notes/slug.md": page("Note with a slug", "slug: elsewhere"),
    "src/content/unused/plain.md": page("Unused"),
    "src/pages/about.md": own("About"),
    "src/pages/Some Page.md": own("Page with a space"),
    "src/pages/소개.md": own("Hangul page"),
    "src/pages/sub/index.md": page("Sub index", "layout: ../../layouts/Page.astro"),
    "src/pages/sub/leaf.md": page("Sub leaf", "layout: ../../layouts/Page.astro"),
    "src/pages/bare.md": page("No layout"),
    "src/pages/page-draft.md": own("Page draft", "draft: true"),
    "src/pages/page-slug.md": own("Slug means nothing", "slug: elsewhere"),
    "src/pages/_hidden.md": own("Page hidden"),
    "src/pages/_folder/x.md": own("In a hidden folder"),
    "src/pages/moved-to.md": own("Moved to"),
    "src/pages/dots.and.more.md": own("Page with dots"),
    "src/notes/loose.md": page("Loose"),
    "README.md": "# Read me\n",
}
POSTS = {**{f"src/content/blog/{path}": text for path, text in BLOG.items()}, **OTHERS}
PLAN = Plan(
    generator="astro",
    folder=".",
    posts=POSTS,
    files=FILES,
    refused={
        **{f"src/content/blog/draft-{name}.md": "status-ambiguous" for name in ("text", "yes")},
        "src/content/blog/draft-caps.md": "draft-true",
        "texts/draft.md": "draft-true",
        "src/pages/page-draft.md": "draft-true",
        "src/content/blog/published-false.md": "published-false",
        "src/content/blog/secret.md": "private-true",
        "src/content/blog/unlisted.md": "unlisted",
        "src/content/blog/future.md": "future-date",
        "src/content/blog/drafts/idea.md": "drafts-folder",
        "src/content/blog/no-header.md": "no-header",
        "src/content/blog/same-b.md": "duplicate-url",
        # the route's code changes these names, and a sitemap has no titles
        "texts/deep/two.md": "not-in-witness",
        "src/content/notes/Note One.md": "not-in-witness",
        "src/content/notes/slug.md": "not-in-witness",
    },
    base="/light/",
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    (folder / "src/content/blog/box.astro").write_text("<b>Box</b>\n", encoding="utf-8")
    modules = npm("astro", PACKAGES, folder.parent)
    (folder / "node_modules").symlink_to(modules / "node_modules", target_is_directory=True)
    run(
        [str(modules / "node_modules/node/bin/node"), "node_modules/astro/bin/astro.mjs", "build"],
        folder,
        ASTRO_TELEMETRY_DISABLED="1",
    )
    return Built(root=folder, posts=folder, public=folder / "dist", base=PLAN.base)
