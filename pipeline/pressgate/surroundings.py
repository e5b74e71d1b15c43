"""The environment variables that publishing runs under: none that names another index, package or tool."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

_PREFIXES = ("PIP_", "UV_", "TWINE_", "HATCH_", "PYTHON", "VIRTUALENV_", "POETRY_", "FLIT_", "GIT_")
# Certificates, caches and time-outs: they say how to reach a place, not which.
_KEPT = frozenset(
    {
        *("PIP_CACHE_DIR", "PIP_CERT", "PIP_DEFAULT_TIMEOUT", "PIP_DISABLE_PIP_VERSION_CHECK", "PIP_RETRIES"),
        *("UV_CACHE_DIR", "UV_HTTP_TIMEOUT", "UV_NATIVE_TLS", "UV_SYSTEM_CERTS", "UV_CONCURRENT_DOWNLOADS"),
        *("PYTHONUTF8", "PYTHONIOENCODING", "PYTHONWARNDEFAULTENCODING"),
    }
)
# What twine needs of the world beside its credentials; Windows can't open a socket without SYSTEMROOT.
_TWINE = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE")
_PROXIES = ("HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy")

TOKEN = "TWINE_PASSWORD"  # noqa: S105
USER = "TWINE_USERNAME"


def safe(environ: Mapping[str, str]) -> dict[str, str]:
    """What is left of `environ` without the variables that could name another index, file or tool."""
    return {name: value for name, value in environ.items() if name in _KEPT or not name.upper().startswith(_PREFIXES)}


def for_twine(environ: Mapping[str, str], home: str, user: str, token: str) -> dict[str, str]:
    """An environment made for twine alone: a home of its own, which holds no .pypirc, and the credentials."""
    kept = {name: environ[name] for name in (*_TWINE, *_PROXIES) if name in environ}
    own = {
        "HOME": home,
        "USERPROFILE": home,
        "LANG": "C.UTF-8",
        "COLUMNS": "500",  # or its messages would be broken into lines
    }
    return {**kept, **own, USER: user, TOKEN: token}


@contextmanager
def guarded() -> Iterator[dict[str, str]]:
    """Takes those variables out of this process for as long as it lasts; yields the environment as it was before."""
    before = dict(os.environ)
    left = safe(before)
    for name in before.keys() - left.keys():
        del os.environ[name]
    try:
        yield before
    finally:
        os.environ.update(before)
