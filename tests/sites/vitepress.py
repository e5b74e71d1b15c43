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
  srcExclude: ["**/attic/**", "README.md"],
  sitemap: { hostname: "https://blog.example.com/guide/" },
});
"""
FILES = {".vitepress/config.mjs": CONFIG, "outside.md": "# Outside\n"}
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
    **{f"lamp/{name}.md": f"# {title}\n" for name, title, _ in ordinary()},
}
PLAN = Plan(
    generator="vitepress",
    folder="src",
    posts=POSTS,
    files=FILES,
    refused={
        "index.md": "url-is-home",
        "lamp/draft.md": "draft-true",
        "lamp/future.md": "future-date",
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
