"""The first files of a corpus: configuration, workflow, noxfile and the `.gitignore` line. Nothing is overwritten."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from urllib.parse import urlsplit

from pressgate import __version__, repository
from pressgate.config_values import distribution_name
from pressgate.found_site import FoundSite, look
from pressgate.model import StepError

_IGNORED = ".pressgate/"
LOCK = ".github/pressgate.lock"
WORKFLOW = ".github/workflows/release.yml"


@dataclass(frozen=True, kw_only=True)
class Started:
    """What was written and what was there already, as paths for people; `steps` are what a person has to do."""

    site: FoundSite
    written: tuple[str, ...]
    kept: tuple[str, ...]
    steps: tuple[str, ...]


def start(root: Path) -> Started:
    """Writes what is missing in `root` and its repository. Raises StepError where that can't be done."""
    root = root.resolve()
    if not root.is_dir():
        raise StepError(f"{root}: is no folder")
    top = (repository.top(root) or root).resolve()
    folder = root.relative_to(top).as_posix() if root.is_relative_to(top) else "."
    site = look(root)
    written: list[str] = []
    kept: list[str] = []
    for path, text in (
        (root / "pressgate.toml", _config(root, site)),
        (top / WORKFLOW, _template("release.yml", folder)),
        (root / "noxfile.py", _template("noxfile.txt", ".")),
    ):
        (written if _write_new(path, text) else kept).append(_shown(path, root))
    (written if _ignore(root / ".gitignore") else kept).append(".gitignore")
    return Started(site=site, written=tuple(written), kept=tuple(kept), steps=tuple(_steps(root, folder)))


def _template(name: str, folder: str) -> str:
    return resources.files("pressgate").joinpath("templates", name).read_text("utf-8").replace("@DIR@", folder)


def _config(root: Path, site: FoundSite) -> str:
    name = site.name or root.name
    host = urlsplit(site.home).hostname or ""
    witness = f"witness = {_quoted(site.home + 'sitemap.xml')}   # what the site says is public; a path works too"
    values = {
        "NAME": _quoted(_package_name(root)),
        "SUMMARY": _quoted(f"Posts of {name}, as a read-only MCP server."),
        "AUTHOR": _quoted("Your pen name"),
        "SITE": _quoted(name),
        "HOME": _quoted(site.home) if site.home else '""                      # the https address of your site',
        "LANGUAGE": _quoted(site.language or "en"),
        "TIMEZONE": _quoted(site.timezone or "UTC"),
        "GENERATOR": _quoted(site.generator),
        "POSTS": _quoted(site.posts),
        "HOST": _quoted(host) if host else "",
        "WITNESS": witness if site.home and site.generator not in {"explicit", "zenn"} else "",
    }
    text = resources.files("pressgate").joinpath("templates", "pressgate.toml").read_text("utf-8")
    return re.sub(r"@([A-Z]+)@", lambda match: values[match[1]], text).replace("]\n\n\n[", "]\n\n[")


def _quoted(text: str) -> str:
    """A TOML basic string, which is what JSON makes of any text."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _package_name(root: Path) -> str:
    """From the repository's name, else the folder's; a name that can't be one is replaced."""
    origin = repository.origin(root)
    base = (origin.partition("/")[2] if origin else root.name).lower()
    base = re.sub(r"[^a-z0-9]+", "-", re.sub(r"\.(?:github|gitlab)\.io$", "", base)).strip("-")
    try:
        return distribution_name(base if base.endswith("-mcp") else f"{base}-mcp")
    except ValueError:
        return "my-blog-mcp"


def _write_new(path: Path, text: str) -> bool:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        return False
    except OSError as error:
        raise StepError(f"{path}: can't be written: {error.strerror}") from None
    return True


def _ignore(path: Path) -> bool:
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if any(line.strip().strip("/") == _IGNORED.strip("/") for line in text.splitlines()):
            return False
        end = "" if not text or text.endswith("\n") else "\n"
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(f"{end}{_IGNORED}\n")
    except (OSError, UnicodeDecodeError) as error:
        raise StepError(f"{path}: can't be written: {error}") from None
    return True


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _steps(root: Path, folder: str) -> list[str]:
    where = repository.origin(root) or "OWNER/NAME"
    return [
        "Decide what pressgate.toml leaves open: the licence of your posts (its text goes into LICENSE-CONTENT), your "
        "pen name, and what 'pressgate check' names. Read every verdict once.",
        "Write the names that must never go out (yours, your employer's, hosts), one a line, into the environment "
        "variable PRESSGATE_FORBIDDEN, and into a secret of that name of the repository. Never into a file in git.",
        f"Pin pressgate for the workflow: echo 'pressgate[attestations]=={__version__}' | uv pip compile "
        f"--generate-hashes --python-version 3.13 -o {LOCK} -",
        "In the repository's settings, make an environment 'pypi': required reviewers (you, or better somebody else), "
        "deployment from tags 'v*' alone, and no bypass for administrators.",
        "At the index, add a trusted publisher (a pending one before the first release): repository "
        f"{where}, workflow release.yml, environment pypi. No token is stored anywhere.",
        "Check that the reviewers are really required; no file can prove it: "
        f"'gh api repos/{where}/environments/pypi' must list a protection rule 'required_reviewers' with at least one "
        "reviewer and 'can_admins_bypass': false, and the first tagged run must stop at 'Waiting' until you approve.",
        f"Try the chain: 'pressgate release{'' if folder == '.' else ' ' + folder}'. Commit and push a tag v0.1.0.",
    ]
