"""`pressgate init`: the first files, for the site that is found; nothing is overwritten."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import publishing as p
from pressgate.cli import _run
from pressgate.config import load
from pressgate.found_site import look
from pressgate.init import start
from pressgate.workflow_check import check
from strict_index import StrictIndex, running

POST = "---\ntitle: A\ndate: 2024-01-02\n---\nText.\n"


def make(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


SITES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "hugo": (
        {
            "hugo.toml": 'baseURL = "https://a.example"\ntitle = "항구"\nlanguageCode = "ko"\n',
            "content/posts/a.md": POST,
        },
        {"generator": "hugo", "posts": "content", "home": "https://a.example/", "name": "항구", "language": "ko"},
    ),
    "hugo, old name": (
        {"config.toml": 'baseURL = "https://a.example/"\n', "content/a.md": POST},
        {"generator": "hugo", "home": "https://a.example/"},
    ),
    "zola": (
        {"config.toml": 'base_url = "https://z.example"\ntitle = "Z"\ndefault_language = "ja"\n', "content/a.md": POST},
        {"generator": "zola", "home": "https://z.example/", "language": "ja"},
    ),
    "jekyll": (
        {"_config.yml": "title: J\nurl: https://j.example\ntimezone: Asia/Seoul\nlang: ko_KR\n", "_posts/a.md": POST},
        {"generator": "jekyll", "posts": "_posts", "timezone": "Asia/Seoul", "language": "ko-KR"},
    ),
    "hexo": (
        {
            "_config.yml": "title: H\nurl: https://h.example\nlanguage: zh-CN\n",
            "package.json": '{"dependencies": {"hexo": "7"}}',
            "source/_posts/a.md": POST,
        },
        {"generator": "hexo", "posts": "source/_posts", "language": "zh-CN"},
    ),
    "mkdocs": (
        {"mkdocs.yml": "site_name: M\nsite_url: https://m.example/\n", "docs/a.md": POST},
        {"generator": "mkdocs", "posts": "docs", "name": "M"},
    ),
    "pelican": (
        {"pelicanconf.py": "SITENAME = 'P'\nSITEURL = 'https://p.example'\nTIMEZONE = 'UTC'\n", "content/a.md": POST},
        {"generator": "pelican", "posts": "content", "name": "P", "home": "https://p.example/"},
    ),
    "nikola": (
        {"conf.py": "BLOG_TITLE = 'N'\nSITE_URL = 'https://n.example/'\nDEFAULT_LANG = 'ko'\n", "posts/a.md": POST},
        {"generator": "nikola", "posts": "posts", "name": "N", "language": "ko"},
    ),
    "sphinx is no nikola": ({"conf.py": "project = 'S'\n", "docs/a.md": POST}, {"generator": "explicit"}),
    "zenn": (
        {"package.json": '{"devDependencies": {"zenn-cli": "1"}}', "articles/a.md": POST},
        {"generator": "zenn", "posts": "articles"},
    ),
    "docusaurus": ({"docusaurus.config.js": "module.exports = {title: 'D'}", "blog/a.md": POST}, {"posts": "blog"}),
    "astro": (
        {"astro.config.mjs": "export default {}", "src/content/blog/a.md": POST},
        {"generator": "astro", "posts": "src/content/blog"},
    ),
    "eleventy": ({".eleventy.js": "module.exports = {}", "posts/a.md": POST}, {"generator": "eleventy"}),
    "vitepress": ({".vitepress/config.mts": "export default {}", "docs/a.md": POST}, {"generator": "vitepress"}),
    "hugo, a folder of settings": (
        {"config/_default/hugo.yaml": "baseURL: https://a.example\ntitle: 항구\n", "content/docs/a.md": POST},
        {"generator": "hugo", "posts": "content", "home": "https://a.example/", "name": "항구"},
    ),
    "hugo, its own folder": (
        {"site/hugo.toml": 'baseURL = "https://a.example"\ncontentDir = "text"\n', "site/text/a.md": POST},
        {"generator": "hugo", "config": "site/hugo.toml", "posts": "site/text"},
    ),
    "a program's settings are no site's": (
        {"config.toml": "[server]\nport = 1\n", "settings.py": "DEBUG = True\n", "docs/a.md": POST},
        {"generator": "explicit", "posts": "docs"},
    ),
    "mkdocs, another folder": (
        {"mkdocs.yml": "site_name: M\nsite_url: https://m.example/\ndocs_dir: ./pages\n", "pages/a.md": POST},
        {"generator": "mkdocs", "posts": "pages"},
    ),
    "mkdocs, a folder outside": (
        {"mkdocs.yml": "site_name: M\ndocs_dir: ../pages\n", "docs/a.md": POST},
        {"generator": "mkdocs", "posts": "docs"},
    ),
    "mkdocs, a language's folder": (
        {"docs/en/mkdocs.yml": "site_name: M\nsite_url: https://m.example/\n", "docs/en/docs/a.md": POST},
        {"generator": "mkdocs", "config": "docs/en/mkdocs.yml", "posts": "docs/en/docs"},
    ),
    "docusaurus, a monorepo": (
        {
            "website/docusaurus.config.ts": "const config = {\n  // url: 'https://old.example',\n  title: '문서',\n"
            "  url: 'https://d.example',\n  i18n: {defaultLocale: 'ko'},\n  navbar: {title: 'Other'},\n};\n",
            "website/docs/a.md": POST,
        },
        {
            "generator": "docusaurus",
            "posts": "website/docs",
            "home": "https://d.example/",
            "name": "문서",
            "language": "ko",
        },
    ),
    "vitepress, as its wizard makes it": (
        {
            "docs/.vitepress/config.mts": "export default defineConfig({\n  title: 'V',\n  lang: 'ja',\n"
            "  sitemap: { hostname: 'https://v.example' },\n})\n",
            "docs/guide/a.md": POST,
        },
        {"generator": "vitepress", "posts": "docs", "home": "https://v.example/", "name": "V", "language": "ja"},
    ),
    "astro, its address": (
        {
            "astro.config.mjs": "export default defineConfig({ site: 'https://a.example' })",
            "src/content/docs/a.md": POST,
        },
        {"generator": "astro", "posts": "src/content/docs", "home": "https://a.example/"},
    ),
    "eleventy, pages of all kinds": (
        {"eleventy.config.js": "module.exports = {}", "src/guide/a.md": POST},
        {"generator": "eleventy", "posts": "src"},
    ),
    "posts anywhere": ({"Java/a.md": POST}, {"generator": "explicit", "posts": "."}),
    "nothing": ({"articles/a.md": POST}, {"generator": "explicit", "posts": "articles", "home": ""}),
    "broken settings": ({"_config.yml": "a: [", "_posts/a.md": POST}, {"generator": "jekyll", "home": ""}),
    "an http home": ({"_config.yml": "url: http://j.example\n"}, {"generator": "jekyll", "home": ""}),
}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("서버를 설정하는 방법을 적습니다. `apt install nginx`로 설치하세요.", "ko"),
        ("サーバーの設定方法を書きます。`apt install nginx` で入れます。", "ja"),
        ("本文介绍如何设置服务器。先用 `apt install nginx` 安装。", "zh"),
        ("How to set up a server called 서버. Install it with `apt install nginx`.", "en"),
    ],
)
def test_the_posts_say_which_language_they_are_in_where_a_theme_said_english(
    tmp_path: Path, text: str, language: str
) -> None:
    root = make(tmp_path, {"hugo.toml": 'languageCode = "en"\n', "content/a.md": POST, "content/b.md": text})
    assert look(root).language == language


def test_what_a_package_manager_put_there_is_no_post(tmp_path: Path) -> None:
    files = {"node_modules/a/README.md": "An English text of a package. " * 50, "시작.md": "시작하는 방법을 적습니다."}
    root = make(tmp_path, {".vitepress/config.mts": "export default {}", **files})
    assert (look(root).posts, look(root).language) == (".", "ko")


@pytest.mark.parametrize("name", SITES)
def test_the_site_is_found(tmp_path: Path, name: str) -> None:
    files, expected = SITES[name]
    found = look(make(tmp_path, files))
    assert {key: getattr(found, key) for key in expected} == expected


@pytest.mark.parametrize("name", SITES)
def test_what_is_written_is_valid_but_for_what_a_person_must_decide(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make(tmp_path / "my-blog", SITES[name][0])
    assert _run(["init", str(root)]) == 0
    capsys.readouterr()
    assert _run(["check", str(root)]) == 2
    errors = capsys.readouterr().err.splitlines()
    open_ones = {line.split(": ")[2] for line in errors}
    home = {"site.home"} if not look(root).home else set()
    assert open_ones - {"publish.hosts"} == {"licenses.content", "licenses.content-file", *home}


def test_after_the_decisions_the_corpus_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = make(tmp_path / "my-blog", SITES["jekyll"][0])
    start(root)
    path = root / "pressgate.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("CHOOSE-A-LICENCE", "CC-BY-4.0"), encoding="utf-8")
    shutil.copy(p.LICENCE, root / "LICENSE-CONTENT")
    config = load(root)
    assert (config.package.name, config.scan.history, config.scan.forbidden) == (
        "my-blog-mcp",
        True,
        ("env", "PRESSGATE_FORBIDDEN"),
    )
    assert config.publish.witness == ("https://j.example/sitemap.xml",)
    assert config.publish.hosts == ("j.example",)


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = {
        "pressgate.toml": "mine",
        "noxfile.py": "mine",
        ".github/workflows/release.yml": "mine",
        ".gitignore": "build/\n.pressgate\n",
    }
    make(tmp_path, mine)
    assert _run(["init", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    for name, text in mine.items():
        assert (tmp_path / name).read_text(encoding="utf-8") == text
        assert f"kept      {name}" in shown


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    first = start(make(tmp_path, SITES["hugo"][0]))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    second = start(tmp_path)
    assert (second.written, set(second.kept)) == ((), set(first.written))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_gitignore_without_a_last_line_end_is_completed(tmp_path: Path) -> None:
    make(tmp_path, {".gitignore": "build/"})
    start(tmp_path)
    assert (tmp_path / ".gitignore").read_text(encoding="utf-8") == "build/\n.pressgate/\n"


def test_a_corpus_below_the_repositorys_top_gets_its_workflow_there(tmp_path: Path) -> None:
    p.git(tmp_path, "init", "-q")
    p.git(tmp_path, "remote", "add", "origin", "git@github.com:writer/harbour.github.io.git")
    root = make(tmp_path / "site" / "blog", SITES["hugo"][0])
    started = start(root)
    workflow = tmp_path / ".github" / "workflows" / "release.yml"
    text = workflow.read_text(encoding="utf-8")
    assert "pressgate release site/blog" in text
    assert "@DIR@" not in text
    assert check(workflow) == ()
    assert tomllib.loads((root / "pressgate.toml").read_text(encoding="utf-8"))["package"]["name"] == "harbour-mcp"
    assert any("writer/harbour.github.io" in step for step in started.steps)
    assert 'CORPUS = "."' in (root / "noxfile.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["한글 블로그", "123", "-", "os", "a.b c", "x" * 90])
def test_any_folder_name_gives_a_valid_file(tmp_path: Path, name: str) -> None:
    settings = {"title": 'q"uo\\te 😀 \u007f\n#', "url": "https://j.example"}
    root = make(tmp_path / name, {"_config.yml": json.dumps(settings)})
    start(root)
    document = tomllib.loads((root / "pressgate.toml").read_text(encoding="utf-8"))
    assert document["package"]["name"].endswith("-mcp")
    assert document["site"]["name"] == settings["title"]


def test_what_has_to_be_done_by_a_person_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(["init", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    words = ("required reviewers", "trusted publisher", "required_reviewers", "can_admins_bypass", "--generate-hashes")
    assert [word for word in words if word not in shown] == []


def test_a_folder_that_isnt_there_is_an_error(tmp_path: Path) -> None:
    assert _run(["init", str(tmp_path / "none")]) == 4


# --- the noxfile is a runner ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, StrictIndex]]:
    """A corpus with our noxfile, built and gated but for one gate, on whose word somebody said yes."""
    with running() as index, p.environment(), p.quick_smoke():
        root = tmp_path_factory.mktemp("nox") / "blog"
        p.make_corpus(root, index.upload_url)
        start(root)
        p.commit(root, "v0.1.0")
        yield root, index


def nox(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the real nox on the corpus, with this Python's pressgate."""
    folder = root.parent / "bin"
    folder.mkdir(exist_ok=True)
    script = folder / "pressgate"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pressgate "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-m", "nox", "-f", str(root / "noxfile.py"), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, cwd=root)


def test_publish_is_no_default_session_and_requires_every_gate(released: tuple[Path, StrictIndex]) -> None:
    root, _ = released
    listed = nox(root, "--list").stdout
    assert "* check" in listed
    assert "* gate" in listed
    assert "- publish" in listed
    assert "gate" in nox(root, "--list", "-s", "publish").stdout


@pytest.mark.parametrize("arguments", [("--no-dependencies",), ("--no-dependencies", "--install-only")])
def test_nox_without_dependencies_publishes_nothing(
    released: tuple[Path, StrictIndex], arguments: tuple[str, ...]
) -> None:
    root, index = released
    done = nox(root, "-s", "publish", *arguments)
    assert done.returncode != 0 or "--install-only" in arguments
    assert index.files == {}


def test_a_session_that_is_skipped_publishes_nothing(released: tuple[Path, StrictIndex]) -> None:
    root, index = released
    path = root / "noxfile.py"
    text = path.read_text(encoding="utf-8")
    skipping = text.replace('    session.run("pressgate", "gate", CORPUS)', '    session.skip("in a hurry")')
    path.write_text(skipping, encoding="utf-8")
    p.commit(root, "v0.1.0")
    done = nox(root, "-s", "publish")
    assert done.returncode != 0
    assert "no word of the gate" in done.stdout + done.stderr
    assert index.files == {}
