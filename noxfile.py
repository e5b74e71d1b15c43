"""Sessions that run the chain and the checks. A runner, never a guard: `pressgate publish` trusts none of it."""

from __future__ import annotations

import nox

nox.needs_version = ">=2025.5.1"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_venv = "yes"
nox.options.sessions = ["admit", "index", "wheel", "scan", "licenses", "metadata", "rebuild", "smoke"]

PYPROJECT = nox.project.load_toml("pyproject.toml")


@nox.session
def admit(session: nox.Session) -> None:
    """Judge every post of the example (or of `-- PATH`)."""
    _pressgate(session, "check")


@nox.session
def index(session: nox.Session) -> None:
    """Generate the index alone, to see that it can be."""
    _pressgate(session, "build", "--until", "index")


@nox.session
def wheel(session: nox.Session) -> None:
    """Build the wheel from the index."""
    _pressgate(session, "build")


@nox.session
def scan(session: nox.Session) -> None:
    """Gates: recorded digest, exact members, nothing that leaks."""
    _gates(session, "digest", "archive", "leaks")


@nox.session
def licenses(session: nox.Session) -> None:
    """Gate: code and content each under their licence."""
    _gates(session, "licenses")


@nox.session
def metadata(session: nox.Session) -> None:
    """Gate: the metadata is what the configuration says."""
    _gates(session, "metadata")


@nox.session
def rebuild(session: nox.Session) -> None:
    """Gate: the same bytes once more, from the posts as committed."""
    _gates(session, "rebuild")


@nox.session
def smoke(session: nox.Session) -> None:
    """Gate: the installed wheel serves just the admitted posts. Ends with the sheet."""
    _gates(session, "smoke")


@nox.session(default=False, requires=["admit", "index", "wheel", "scan", "licenses", "metadata", "rebuild", "smoke"])
def publish(session: nox.Session) -> None:
    """Check everything again and upload (the corpus after `--`, approved before)."""
    _pressgate(session, "publish")


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests that need Python alone (arguments after `--` go to pytest)."""
    _pytest(session, "tests", "-m", "not sites and not real")


@nox.session
def sites(session: nox.Session) -> None:
    """Build sites with their real generators and compare: needs jekyll and npm on the machine."""
    _pytest(session, "sites", "-m", "sites")


@nox.session
def real(session: nox.Session) -> None:
    """Run the tests with other people's servers and clients: needs npm and redis-server on the machine."""
    _pytest(session, "tests", "-m", "real")


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format."""
    session.install(*nox.project.dependency_groups(PYPROJECT, "lint"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types, strictly."""
    session.install("-e", ".", *nox.project.dependency_groups(PYPROJECT, "types"))
    session.run("mypy")


def _pytest(session: nox.Session, group: str, *arguments: str) -> None:
    groups = dict.fromkeys(["tests", group])
    session.install("-e", ".", *(name for each in groups for name in nox.project.dependency_groups(PYPROJECT, each)))
    session.run("pytest", "-n", "auto", *arguments, *session.posargs)


def _gates(session: nox.Session, *names: str) -> None:
    _pressgate(session, "gate", *(argument for name in names for argument in ("--only", name)))


def _pressgate(session: nox.Session, *arguments: str) -> None:
    """Runs pressgate on the corpus after `--`, or on the example. Editable, so that no stale build of us is run."""
    session.install("-e", ".")
    session.run("pressgate", *arguments, *(session.posargs or ["examples/blog"]))
