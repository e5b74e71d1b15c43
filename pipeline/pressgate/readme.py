"""The README of the wheel, in the site's language."""

from __future__ import annotations

import json
from string import Template
from typing import NamedTuple

from pressgate.licences.reuse import authors
from pressgate.licences.supply import content_licenses
from pressgate.model import Config, Index
from pressgate.registry.name import mcp_name_line
from pressgate_server.render import license_link


class _Words(NamedTuple):
    intro: str
    install: str
    try_it: str
    restart: str
    tools: str
    tool_rows: tuple[str, str, str, str, str]
    licence: str
    licence_text: str


_EN = _Words(
    intro="This package is a read-only MCP server that holds $count posts of [$site]($home). It runs on your own "
    "machine, reads nothing but the posts inside it and sends nothing anywhere.",
    install="Install",
    try_it="Try it (needs [uv](https://docs.astral.sh/uv/)):",
    restart="Start the program again afterwards.",
    tools="Tools",
    tool_rows=("the categories", "the list of posts", "search", "one post, page by page", "the site and this snapshot"),
    licence="Licences",
    licence_text="The server's code is under $code. The posts are by $authors, from <$home>, under $content; each "
    "names its source. Changes: headers, comments and the site's own markup were left out, links made absolute.",
)
_KO = _Words(
    intro="[$site]($home)의 글 $count편을 담은 읽기 전용 MCP 서버입니다. 여러분의 컴퓨터에서 돌고, 담긴 글만 읽으며, "
    "어디로도 보내지 않습니다.",
    install="설치",
    try_it="먼저 실행해 보기([uv](https://docs.astral.sh/uv/) 필요):",
    restart="적은 뒤 프로그램을 다시 시작하세요.",
    tools="도구",
    tool_rows=("분류 목록", "글 목록", "검색", "글 하나를 쪽별로", "사이트와 이 묶음의 정보"),
    licence="라이선스",
    licence_text="서버 코드는 $code 라이선스를 따릅니다. 글은 $authors 님이 <$home>에 쓴 것으로 $content 라이선스를 "
    "따르며, 글마다 원문 주소가 있습니다. 변경 사항: 머리말 필드, 주석, 사이트 전용 표시를 빼고 링크를 절대 주소로 "
    "바꾸었습니다.",
)
_JA = _Words(
    intro="[$site]($home) の記事 $count 本を収めた読み取り専用の MCP サーバーです。手元の計算機で動き、収めた記事だけを"
    "読み、どこにも送信しません。",
    install="インストール",
    try_it="まず試す([uv](https://docs.astral.sh/uv/) が必要):",
    restart="書いたあと、アプリを再起動してください。",
    tools="ツール",
    tool_rows=("分類の一覧", "記事の一覧", "検索", "記事をページごとに読む", "サイトとこの版の情報"),
    licence="ライセンス",
    licence_text="サーバーのコードは $code です。記事は $authors が <$home> に書いたもので、$content です。各記事に"
    "元の URL があります。変更点: ヘッダー項目、コメント、サイト固有の記法を除き、リンクを絶対 URL にしました。",
)
_ZH = _Words(
    intro="这是一个只读的 MCP 服务器,收录了 [$site]($home) 的 $count 篇文章。它在您自己的电脑上运行,只读取其中的文章,"
    "不向任何地方发送数据。",
    install="安装",
    try_it="先试一下(需要 [uv](https://docs.astral.sh/uv/)):",
    restart="写好后请重新启动程序。",
    tools="工具",
    tool_rows=("分类列表", "文章列表", "搜索", "分页阅读一篇文章", "网站和本快照的信息"),
    licence="许可",
    licence_text="服务器代码采用 $code。文章由 $authors 发表于 <$home>,采用 $content,每篇都注明原文地址。"
    "更改:去掉了头部字段、注释和网站专用标记,链接改为绝对地址。",
)
_LANGUAGES = {"en": _EN, "ko": _KO, "ja": _JA, "zh": _ZH}
_TOOLS = ("list_categories", "list_articles", "search_articles", "get_article", "blog_home")


def readme(config: Config, index: Index) -> str:
    """Markdown: what this is, how to install it in Claude, Cursor and VS Code, its tools, its licences."""
    words = _LANGUAGES.get(config.site.language.split("-")[0].lower(), _EN)
    values = {
        "site": config.site.name,
        "home": config.site.home,
        "count": str(index.document["count"]),
        "code": _licence(config.licenses.code),
        "content": ", ".join(_licence(licence) for licence in content_licenses(config, index)),
        "authors": authors(config),
    }

    def fill(text: str) -> str:
        return Template(text).substitute(values)

    rows = "\n".join(f"| `{tool}` | {text} |" for tool, text in zip(_TOOLS, words.tool_rows, strict=True))
    return "\n\n".join(
        [
            f"# {config.package.name}",
            config.package.summary,
            fill(words.intro),
            f"## {words.install}",
            f"{words.try_it}\n\n```sh\nuvx {config.package.name}\n```",
            _clients(config.package.name),
            words.restart,
            f"## {words.tools}",
            f"| | |\n|---|---|\n{rows}",
            f"## {words.licence}",
            fill(words.licence_text),
            mcp_name_line(config) + "\n",
        ]
    )


def _licence(licence: str) -> str:
    link = license_link(licence)
    return f"[{licence}]({link})" if link else licence


def _clients(name: str) -> str:
    entry = {"command": "uvx", "args": [name]}
    servers = json.dumps({"mcpServers": {name: entry}}, indent=2)
    code = json.dumps({"servers": {name: {"type": "stdio", **entry}}}, indent=2)
    return "\n\n".join(
        [
            f"**Claude Code**\n\n```sh\nclaude mcp add {name} -- uvx {name}\n```",
            "**Claude Desktop** (`claude_desktop_config.json`), **Cursor** (`.cursor/mcp.json`)",
            f"```json\n{servers}\n```",
            f"**VS Code** (`.vscode/mcp.json`)\n\n```json\n{code}\n```",
        ]
    )
