"""What several test modules share: a configuration without a file."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta, timezone
from pathlib import Path
from typing import Any

from pressgate.model import Config, LicensesConfig, PackageConfig, PostsConfig, PublishConfig, ScanConfig, SiteConfig


def make_config(root: Path, **tables: dict[str, Any]) -> Config:
    """A valid Config for `root` (posts in `root/posts`); `tables` replaces single values: `site={"language": "en"}`."""
    config = Config(
        root=root,
        package=PackageConfig(name="example-blog-mcp", version="1.0.0", summary="Posts of an example blog."),
        site=SiteConfig(
            name="Example blog",
            home="https://blog.example.com/",
            language="ko",
            timezone=timezone(timedelta(hours=9)),
            timezone_name="+09:00",
        ),
        posts=PostsConfig(path=root / "posts"),
        publish=PublishConfig(hosts=("blog.example.com",)),
        licenses=LicensesConfig(code="MIT", content="CC-BY-4.0"),
        scan=ScanConfig(forbidden=("none", "")),
    )
    return replace(config, **{name: replace(getattr(config, name), **values) for name, values in tables.items()})


CONFIG = """\
[package]
name = "example-blog-mcp"
version = "1.0.0"
summary = "Posts of an example blog."
authors = ["Pen Name"]

[site]
name = "Example blog"
home = "https://blog.example.com/"
language = "ko"
timezone = "Asia/Seoul"

[licenses]
code = "MIT"
content = "CC-BY-4.0"

[scan]
forbidden = { env = "PRESSGATE_TEST_FORBIDDEN" }
"""

SECRET_SENTENCE = "The launch of the lighthouse is planned for the third Tuesday after the harvest."

POSTS = {
    "01-index.md": """\
# 원고

- 문서 ID: `01`
- 상태: 공개 완료
- 공개 URL: https://blog.example.com/1
- 분류: `검색`
- 제목: `작은 색인 만들기`
- 태그: `색인`, `BM25`
- 공개일: 2025-03-02

---

낱말마다 그 낱말이 나오는 글의 번호를 적어 둡니다.

## 점수

드문 낱말이 맞을수록 점수를 높게 줍니다.
""",
    "pinning.md": """\
---
title: Pinning a toolchain
date: 2025-01-15
draft: false
url: https://blog.example.com/pinning
tags: [python]
---

Write down which compiler made the file.

```sh
# no heading
make
```
""",
    "toml.md": """\
+++
title = "Line ends"
date = 2024-12-01
draft = false
url = "https://blog.example.com/line-ends"
+++

Keep one kind of line end.
""",
    "draft.md": f"""\
---
title: The secret launch of the lighthouse
date: 2025-01-20
draft: true
url: https://blog.example.com/launch
---

{SECRET_SENTENCE}
""",
}


def write_corpus(root: Path, posts: dict[str, str] | None = None, config: str = CONFIG) -> Path:
    """A corpus on disk: three admitted posts and a draft, or `posts` (path → text)."""
    for name, text in (POSTS if posts is None else posts).items():
        path = root / "posts" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    (root / "posts").mkdir(parents=True, exist_ok=True)
    (root / "pressgate.toml").write_text(config, encoding="utf-8")
    licence = Path(__file__).parent.parent / "examples" / "blog" / "LICENSE-CONTENT"
    (root / "LICENSE-CONTENT").write_bytes(licence.read_bytes())
    return root


def run_cli(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`pressgate` as a user runs it, in a process of its own; forbidden identifiers are set, CI is not."""
    clean = {name: value for name, value in os.environ.items() if name not in {"CI", "GITHUB_ACTIONS"}}
    return subprocess.run(
        [sys.executable, "-m", "pressgate", *map(str, arguments)],
        env={**clean, "PRESSGATE_TEST_FORBIDDEN": "acme-internal\n한빛비밀과제", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
    )


def repack(wheel: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """Changes a wheel's members and writes it again with a RECORD that fits, as a careful forger would."""
    with zipfile.ZipFile(wheel) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    record = next(name for name in members if name.endswith(".dist-info/RECORD"))
    change(members)
    rows = []
    for name, data in members.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{name},,\n" if name == record else f"{name},sha256={digest},{len(data)}\n")
    members[record] = "".join(rows).encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, (2025, 1, 1, 0, 0, 0))
            info.external_attr = 0o644 << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED)
