"""A Docusaurus site: docs in versions and two languages, a blog, pages; names, slugs, ids, dates, drafts, unlisted."""

from __future__ import annotations

from pathlib import Path

from sites.harness import Built, Plan, npm, ordinary, run, write

PACKAGES = {
    "@docusaurus/core": "3.10.2",
    "@docusaurus/faster": "3.10.2",
    "@docusaurus/preset-classic": "3.10.2",
    "react": "19.2.0",
    "react-dom": "19.2.0",
}
CONFIG = """\
// the site of the lighthouse; baseUrl: "/other/"
export default {
  title: "Lighthouse",
  url: "https://blog.example.com",
  baseUrl: "/guide/",
  onBrokenLinks: "ignore",
  onDuplicateRoutes: "ignore",
  i18n: { defaultLocale: "en", locales: ["en", "ko"] },
  presets: [["classic", {
    docs: { sidebarPath: "./sidebars.js", exclude: ["**/_*.{js,jsx,ts,tsx,md,mdx}", "**/_*/**", "**/attic/**"] },
    blog: { onUntruncatedBlogPosts: "ignore", postsPerPage: 5 },
    sitemap: { ignorePatterns: ["/guide/docs/off-the-map"] },
  }]],
  plugins: [["@docusaurus/plugin-content-docs", { id: "letters", path: "letters", routeBasePath: "post/letters" }]],
  future: { faster: { swcJsLoader: true, swcJsMinimizer: true, rspackBundler: true, mdxCrossCompilerCache: true } },
};
"""
FILES = {
    "docusaurus.config.js": CONFIG,
    "package.json": '{"private": true}',
    "sidebars.js": 'export default { main: ["plain", "lamp/first"] };\n',
    "versions.json": '["2.0", "1.0"]',
    "versioned_sidebars/version-2.0-sidebars.json": "{}",
    "versioned_sidebars/version-1.0-sidebars.json": "{}",
    "docs/group/_category_.json": '{"label": "Group", "link": {"type": "generated-index", "slug": "/the-group"}}',
    "src/pages/index.js": "export default () => <main>Home</main>;\n",
    "src/pages/coded.js": "export default () => <main>Coded</main>;\n",
    "i18n/ko/code.json": "{}",
}


def page(title: str, *lines: str) -> str:
    return "\n".join(["---", f"title: {title}", *lines, "---", ""])


def letter(title: str, *lines: str) -> str:
    return page(title, *lines) + "Opening words.\n\n<!-- truncate -->\n"


DOCS = {
    "intro.md": page("Intro", "slug: /"),
    "plain.md": page("Plain"),
    "heading.md": "# Only a heading\n",
    "bare.md": "No heading and no header.\n",
    "markup.mdx": page("Markup") + "import Tabs from '@theme/Tabs';\n\n<b>Bold</b>\n",
    "01-numbered.md": page("Numbered"),
    "02 - spaced.md": page("Spaced number"),
    "3. dotted.md": page("Dotted number"),
    "7.0-release.md": page("A version in its name"),
    "2024-01-05-dated.md": page("Dated name"),
    "05-kept-number.md": page("Kept number", "parse_number_prefixes: false"),
    "Mixed Case.md": page("Mixed case"),
    "등대 안내.md": page("등대 안내"),
    "灯台.md": page("灯台の案内"),
    "plus+.md": page("Plus"),
    "c++.md": page("Two pluses"),
    "percent%20x.md": page("Percent"),
    "brackets (1).md": page("Brackets"),
    "dots.and.more.md": page("Dots"),
    "under_score.md": page("Underscore"),
    "only.en.md": page("Language suffix"),
    "with-id.md": page("With an id", "id: other-id"),
    "id-slug.md": page("Id and slug", "id: id-two", "slug: slug-two"),
    "slug-rel.md": page("Relative slug", "slug: relative"),
    "slug-abs.md": page("Absolute slug", "slug: /deep/absolute"),
    "slug-num.md": page("Slug of digits", "slug: 2024"),
    "lamp/slug-rel.md": page("Relative slug below", "slug: own"),
    "lamp/slug-up.md": page("Slug above", "slug: ../above"),
    "lamp/slug-dot.md": page("Slug with a dot", "slug: ./dotted"),
    "lamp/slug-abs.md": page("Absolute slug below", "slug: /shallow"),
    "lamp/slug-ko.md": page("Hangul slug", "slug: 등대-열쇠"),
    "lamp/slug-end.md": page("Slug with a slash", "slug: /ends/here/"),
    "lamp/first.md": page("First"),
    "lamp/lamp.md": page("Named as its folder"),
    "02-stairs/index.md": page("Index of a numbered folder"),
    "02-stairs/01-leaf.md": page("Leaf of a numbered folder"),
    "02-stairs/deep/README.md": page("A README is an index"),
    "Case/case.md": page("Named as its folder but for case"),
    "both/index.md": page("Index beside a README"),
    "group/leaf.md": page("Leaf of a group"),
    "draft.md": page("Draft", "draft: true"),
    "draft-text.md": page("Draft in quotes", 'draft: "true"'),
    "draft-caps.md": page("Draft in capitals", "Draft: true"),
    "not-draft.md": page("No draft", "draft: false"),
    "unlisted.md": page("Unlisted", "unlisted: true"),
    "future.md": page("Future", "date: 2099-01-01"),
    "noindex.mdx": page("Not indexed") + '<head><meta name="robots" content="noindex" /></head>\n',
    "off-the-map.md": page("Off the map"),
    "secret.md": page("Secret", "private: true"),
    "permalink.md": page("Permalink means nothing", "permalink: /elsewhere/"),
    "same-a.md": page("Same A", "slug: /same"),
    "same-b.md": page("Same B", "slug: /same"),
    "_partial.md": page("Partial"),
    "_parts/part.md": page("Part"),
    "attic/old.md": page("Old"),
    "drafts/idea.md": page("Idea"),
    ".hidden.md": page("Hidden"),
    **{f"{name}.md": page(title) for name, title, _ in ordinary()[:36]},
}
BLOG = {
    "2024-01-05-dated.md": letter("Dated name"),
    "2024-1-6-short.md": letter("Short date"),
    "2024-01-07-folder/index.md": letter("Dated folder"),
    "2024-01-07-folder/other.md": letter("Beside the index"),
    "2024-01-08/leaf.md": letter("Leaf of a date"),
    "2024/01/09/deep.md": letter("Date in folders"),
    "2024/01-10-mixed.md": letter("Date in folder and name"),
    "series/2024-01-11-part.md": letter("Date below a folder"),
    "undated.md": letter("Date in the header", "date: 2024-02-01"),
    "2024-02-02-other-date.md": letter("Two dates", "date: 2020-05-05"),
    "2024-03-01-late.md": letter("Late in the evening", "date: 2024-03-01T23:30:00-05:00"),
    "2024-03-02-early.md": letter("Early in the morning", "date: 2024-03-02T00:30:00+09:00"),
    "early-undated.md": letter("Early, by its header alone", "date: 2024-03-03T00:30:00+09:00"),
    "2024-03-04-slug.md": letter("Slug", "slug: own-slug", "date: 2024-03-04"),
    "2024-03-05-abs.md": letter("Absolute slug", "slug: /2024/own/slug"),
    "2024-03-06-id.md": letter("Id", "id: own-id"),
    "2024-03-07-등대.md": letter("등대"),
    "2024-03-08-Mixed Case.md": letter("Mixed case"),
    "2024-03-08-percent%20x.md": letter("Percent"),
    "2024-03-08-plus+.md": letter("Plus"),
    "2024-03-09-tags.mdx": page("Tags", "tags: [lamp, 'oil & wick']") + "Opening words.\n\n{/* truncate */}\n",
    "2024-03-10-no-header.md": "# Heading alone\n\nOpening words.\n\n<!-- truncate -->\n",
    "2024-03-11-draft.md": letter("Blog draft", "draft: true"),
    "2024-03-12-unlisted.md": letter("Blog unlisted", "unlisted: true"),
    "2099-01-01-future.md": letter("Blog future"),
    "2024-03-13-same.md": letter("Blog same A", "slug: same"),
    "2024-03-14-same.md": letter("Blog same B", "slug: same"),
    "_2024-03-15-under.md": letter("Blog underscore"),
    **{f"{day}-{name}.md": letter(title) for name, title, day in ordinary()[36:]},
}
OTHERS = {
    "src/pages/about.md": page("About"),
    "src/pages/Some Page.mdx": page("Page with a space"),
    "src/pages/소개.md": page("Hangul page"),
    "src/pages/plus+.md": page("Page with a plus"),
    "src/pages/un_der-score.md": page("Page with a line"),
    "src/pages/coded.md": page("Beside a component"),
    "src/pages/sub/index.md": page("Sub index"),
    "src/pages/page-draft.md": page("Page draft", "draft: true"),
    "src/pages/page-unlisted.md": page("Page unlisted", "unlisted: true"),
    "src/pages/_note.md": page("Page note"),
    "src/pages/slugged.md": page("Page slug", "slug: /moved"),
    "letters/index.md": page("Letters"),
    "letters/one.md": page("Letter one"),
    "letters/02-two.md": page("Letter two"),
    "letters/draft.md": page("Letter draft", "draft: true"),
    "versioned_docs/version-2.0/plain.md": page("Plain"),
    "versioned_docs/version-2.0/01-guide.md": page("Guide of two"),
    "versioned_docs/version-2.0/slug.md": page("Slug of two", "slug: /named"),
    "versioned_docs/version-1.0/plain.md": page("Plain"),
    "versioned_docs/version-1.0/lamp/index.md": page("Lamp of one"),
    "versioned_docs/version-1.0/draft.md": page("Draft of one", "draft: true"),
    "i18n/en/docusaurus-plugin-content-docs/current/lamp/lamp.md": page("In the place of another"),
    "i18n/ko/docusaurus-plugin-content-docs/current/plain.md": page("평범한 문서"),
    "i18n/ko/docusaurus-plugin-content-docs/current/with-id.md": page("아이디가 있는 문서", "id: other-id"),
    "i18n/ko/docusaurus-plugin-content-docs/current/lamp/first.md": page("첫 등"),
    "i18n/ko/docusaurus-plugin-content-docs/current/draft.md": page("초안 문서", "draft: true"),
    "i18n/ko/docusaurus-plugin-content-docs/current/alone.md": page("원문이 없는 문서"),
    "i18n/ko/docusaurus-plugin-content-docs/version-2.0/plain.md": page("둘째 판의 문서"),
    "i18n/ko/docusaurus-plugin-content-docs/version-1.0/plain.md": page("첫 판의 문서"),
    "i18n/ko/docusaurus-plugin-content-docs-letters/current/one.md": page("첫 편지"),
    "i18n/ko/docusaurus-plugin-content-blog/2024-01-05-dated.md": letter("날짜가 있는 글"),
    "i18n/ko/docusaurus-plugin-content-pages/about.md": page("소개"),
    "README.md": "# Read me\n",
    "notes/loose.md": page("Loose"),
}
POSTS = {
    **{f"docs/{path}": text for path, text in DOCS.items()},
    **{f"blog/{path}": text for path, text in BLOG.items()},
    **OTHERS,
}
PLAN = Plan(
    generator="docusaurus",
    folder=".",
    posts=POSTS,
    files=FILES,
    refused={
        "docs/draft-caps.md": "draft-true",
        "docs/future.md": "future-date",
        "blog/2099-01-01-future.md": "future-date",
        "docs/secret.md": "private-true",
        "docs/same-a.md": "duplicate-url",
        "blog/2024-03-14-same.md": "duplicate-url",
        "docs/drafts/idea.md": "drafts-folder",
        "src/pages/plus+.md": "not-built",
        "docs/lamp/lamp.md": "not-built",
    },
    base="/guide/",
    copies=("/guide/ko/",),
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    modules = npm("docusaurus", PACKAGES, folder.parent)
    (folder / "node_modules").symlink_to(modules / "node_modules", target_is_directory=True)
    run(["node", "node_modules/@docusaurus/core/bin/docusaurus.mjs", "build"], folder, DOCUSAURUS_NO_TELEMETRY="1")
    return Built(root=folder, posts=folder, public=folder / "build", base=PLAN.base)
