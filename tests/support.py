"""What several test modules share: a configuration without a file."""

from __future__ import annotations

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
