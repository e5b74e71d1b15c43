"""The same Nikola site with a file for each page, whole file names in its URLs and names that aren't romanised."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from sites import nikola
from sites.harness import Built, run, write

MORE = """\
PRETTY_URLS = False
STRIP_INDEXES = False
USE_SLUGIFY = False
USE_BASE_TAG = True
"""
REFUSED = {path: code for path, code in nikola.PLAN.refused.items() if code != "not-in-witness"}
REFUSED["letters/percent%20name.md"] = "not-in-witness"  # the URL that Nikola writes is that of another name
PLAN = replace(nikola.PLAN, files={**nikola.FILES, "conf.py": nikola.CONFIG + MORE}, refused=REFUSED)


def build(folder: Path) -> Built:
    write(PLAN, folder)
    run([sys.executable, "-m", "nikola", "build", "--quiet"], folder)
    return Built(root=folder, posts=folder, public=folder / "output", base=PLAN.base)
