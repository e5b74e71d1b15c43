"""The MkDocs site once more, each page a file (`use_directory_urls: false`), from a folder of another name."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from sites import mkdocs
from sites.harness import Built, run, write

CONFIG = mkdocs.CONFIG + "use_directory_urls: no\ndocs_dir: manual\n"
PLAN = replace(
    mkdocs.PLAN,
    folder="manual",
    files={**mkdocs.FILES, "mkdocs.yml": CONFIG},
    refused={path: code for path, code in mkdocs.PLAN.refused.items() if path != "lamp/beside/index.md"},
)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", "site"], folder)
    return Built(root=folder, posts=folder / "manual", public=folder / "site", base=PLAN.base)
