"""The probe's package: it stands alone, and its codes are what its documentation says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pressgate.probe
from pressgate.probe.codes import CODES

PACKAGE = Path(pressgate.probe.__file__).parent
DOCS = Path(__file__).parent.parent / "docs" / "probe.md"
SERVE = Path(__file__).parent / "faulty" / "serve.py"


def documented() -> dict[str, tuple[str, str]]:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (.+?) \| (.+?) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    return {code: (meaning, look) for code, meaning, look in rows}


def test_every_code_is_documented_as_it_is() -> None:
    assert documented() == {code: tuple(entry) for code, entry in CODES.items()}


def test_every_code_is_used() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py") if path.name != "codes.py")
    assert [code for code in CODES if f'"{code}"' not in source] == []


def test_the_documented_json_is_what_comes_out() -> None:
    [text] = re.findall(r"```json\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    command = [sys.executable, "-c", "from pressgate.cli import main; main()", "probe", "--json", "--"]
    result = subprocess.run(
        [*command, sys.executable, str(SERVE), "empty-text", "modern"], capture_output=True, check=False
    )
    assert result.returncode == 1
    written, documented = json.loads(result.stdout), json.loads(text)
    written["lists"] = {"tools": written["lists"]["tools"]}  # the documentation shows one of four
    assert shape(written) == shape(documented)


def shape(value: object) -> object:
    """The keys of a document, of the first entry of each of its lists."""
    if isinstance(value, dict):
        return {key: shape(entry) for key, entry in value.items()}
    if isinstance(value, list) and value:
        return [shape(value[0])]
    return None


def test_the_package_stands_alone(tmp_path: Path) -> None:
    """As the smoke gate runs it: a folder on `sys.path`, with the SDK and nothing of Pressgate's beside it."""
    shutil.copytree(PACKAGE, tmp_path / "probe", ignore=shutil.ignore_patterns("__pycache__"))
    code = f"""
import sys
for name in ("click", "rich", "pressgate"):
    sys.modules[name] = None
sys.path.insert(0, {str(tmp_path)!r})
import probe
report = probe.run(probe.StdioTarget(command=(sys.executable, {str(SERVE)!r}, "healthy", "modern")))
assert report.exit_code == 0, report
assert probe.to_document(report)["protocol"]["revision"] == "2026-07-28"
"""
    result = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
