"""A VitePress site below a path: names, indexes, exclusions, and flags that mean nothing there."""

from __future__ import annotations

from pathlib import Path

from sites.harness import Built, Plan, npm, ordinary, run, write

PACKAGES = {"vitepress": "1.6.4"}
CONFIG = """\
import { defineConfig } from "vitepress";
export default defineConfig({
  title: "Lighthouse guide",
  base: "/guide/", // not base: "/other/"
  srcDir: "./src",
  srcExclude: ["**/attic/**", "README.md", "{wip,todo}/*.md"],
  ignoreDeadLinks: true,
  themeConfig: { sidebar: { "/lamp/": { base: "/lamp/", items: [] } } },
  rewrites,
  sitemap: {
    hostname: "https://blog.example.com/guide/",
    transformItems: (items) => items.filter((item) => !item.url.includes("off-the-map")),
  },
});
"""
REWRITES = """\
export const rewrites = {
  "tower/old name.md": "tower/new-name.md",
  "en/:rest*": ":rest*",
  'houses/:house/src/(.*)': ':house/(.*)',
};
"""
FILES = {
    ".vitepress/config.mjs": 'import { rewrites } from "./rewrites.mjs";\n' + CONFIG,
    ".vitepress/rewrites.mjs": REWRITES,
    "outside.md": "# Outside\n",
    "src/kinds/[kind].md": "# A kind\n",
    "src/kinds/[kind].paths.js": "export default { paths: () => [{ params: { kind: 'wick' } }] };\n",
}
POSTS = {
    "index.md": "# Home\n",
    "README.md": "# Read me\n",
    "lamp/plain.md": "# Plain\n",
    "lamp/titled.md": "---\ntitle: Titled\n---\n\n# A heading of its own\n",
    "lamp/Mixed Case.md": "# Mixed case\n",
    "lamp/등대 안내.md": "# 등대 안내\n",
    "lamp/灯台.md": "# 灯台の案内\n",
    "lamp/plus+.md": "# Plus\n",
    "lamp/dots.and.more.md": "# Dots\n",
    "lamp/2024-01-05-dated.md": "---\ndate: 2024-01-05\n---\n# Dated\n",
    "lamp/_under.md": "# Underscore\n",
    "lamp/slug.md": "---\nslug: other\n---\n# Slug means nothing\n",
    "lamp/permalink.md": "---\npermalink: /other/\n---\n# Permalink means nothing\n",
    "lamp/draft.md": "---\ndraft: true\n---\n# Draft means nothing\n",
    "lamp/future.md": "---\ndate: 2099-01-01\n---\n# Future means nothing\n",
    "lamp/no-search.md": "---\nsearch: false\n---\n# Not searched\n",
    "lamp/deep/index.md": "# Deep\n",
    "lamp/deep.md": "# Beside the folder deep\n",
    "lamp/attic/old.md": "# Old\n",
    "lamp/bare.md": "No heading here.\n",
    "lamp/percent%20x.md": "# Percent\n",
    "lamp/c++.md": "# Two pluses\n",
    "lamp/brackets (1).md": "# Brackets\n",
    "lamp/amp & and.md": "# Ampersand\n",
    "lamp/quote's.md": "# Quote\n",
    "lamp/only.en.md": "# Language suffix\n",
    "lamp/UPPER.MD": "# Ending in capitals\n",
    "lamp/ext.markdown": "# Longer ending\n",
    "lamp/README.md": "# A README is no index here\n",
    "lamp/draft-text.md": '---\ndraft: "true"\n---\n# Draft in quotes\n',
    "lamp/draft-yes.md": "---\ndraft: yes\n---\n# Draft yes\n",
    "lamp/published-false.md": "---\npublished: false\n---\n# Published false\n",
    "lamp/secret.md": "---\nprivate: true\n---\n# Secret\n",
    "lamp/no-map.md": "---\nsitemap: false\n---\n# Sitemap false\n",
    "lamp/off-the-map.md": "# Off the map\n",
    "lamp/noindex.md": "---\nhead:\n  - - meta\n    - name: robots\n      content: noindex\n---\n# Not indexed\n",
    "lamp/moved.md": "---\nhead:\n  - - meta\n    - http-equiv: refresh\n      content: 0; url=/\n---\n# Moved\n",
    "lamp/late.md": "---\ndate: 2024-03-01T23:30:00-05:00\n---\n# Late in the evening\n",
    "lamp/toml.md": "+++\ntitle = 'x'\n+++\n# TOML is text here\n",
    "lamp/home.md": "---\nlayout: home\nhero: {name: Lighthouse}\n---\n",
    "lamp/bare-layout.md": "---\nlayout: false\n---\n# No layout\n",
    "lamp/deep/Caps Folder/leaf.md": "# Leaf\n",
    "lamp/drafts/idea.md": "# Idea\n",
    "lamp/.hidden.md": "# Hidden\n",
    "kinds/plain.md": "# Beside a route\n",
    "wip/one.md": "# Work in progress\n",
    "tower/old name.md": "# Renamed\n",
    "tower/stays.md": "# Stays\n",
    "en/first.md": "# First\n",
    "en/deep/index.md": "# Deep in English\n",
    "ko/first.md": "# 첫 글\n",
    "houses/north/src/door.md": "# Door\n",
    "houses/north/src/index.md": "# North\n",
    "houses/north/other.md": "# Not rewritten\n",
    **{f"lamp/{name}.md": f"# {title}\n" for name, title, _ in ordinary()},
}
PLAN = Plan(
    generator="vitepress",
    folder="src",
    posts=POSTS,
    files=FILES,
    refused={
        "lamp/draft.md": "draft-true",
        "lamp/future.md": "future-date",
        "lamp/draft-text.md": "status-ambiguous",
        "lamp/draft-yes.md": "status-ambiguous",
        "lamp/published-false.md": "published-false",
        "lamp/secret.md": "private-true",
        "lamp/no-map.md": "unlisted",
        "lamp/noindex.md": "hidden-by-site",
        "lamp/moved.md": "hidden-by-site",
        "lamp/drafts/idea.md": "drafts-folder",
    },
    base="/guide/",
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    modules = npm("vitepress", PACKAGES, folder.parent)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (folder / "node_modules").symlink_to(modules / "node_modules", target_is_directory=True)
    run(["node", str(modules / "node_modules/vitepress/bin/vitepress.js"), "build", "."], folder)
    return Built(root=folder, posts=folder / "src", public=folder / ".vitepress" / "dist", base=PLAN.base)
