"""Imports the server without the parts of `mcp` that serving needs nothing of: the client, and the high-level server.

`mcp/__init__.py` and `mcp/server/__init__.py` import all there is, a fifth of the start. Here both run only when a name
is asked of them that none of their submodules has.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

_PACKAGES: Mapping[str, Mapping[str, str]] = {
    "mcp": {},
    "mcp.server": {"CacheHint": "caching", "Server": "lowlevel", "ServerRequestContext": "context"},
}
"""The packages whose own code waits, each with the submodules of names that it takes from them."""


class _Deferred(ModuleType):
    """A package whose own code has not run. Submodules are imported from it as ever."""

    def __getattr__(self, name: str) -> Any:
        place = _PACKAGES[self.__name__].get(name)
        try:
            module = import_module(f"{self.__name__}.{place or name}")
            return getattr(module, name) if place else module
        except (ModuleNotFoundError, AttributeError):
            self.__class__ = ModuleType  # type: ignore[assignment]
            self.__spec__.loader.exec_module(self)  # type: ignore[union-attr]
            return getattr(self, name)


def _defer(name: str) -> None:
    if name in sys.modules or (spec := find_spec(name)) is None:
        return
    module = module_from_spec(spec)
    module.__class__ = _Deferred
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)


def app() -> Any:
    """The module `app` of this package.

    Raises:
        ImportError: what it needs is not installed.
    """
    try:
        for name in _PACKAGES:
            _defer(name)
        return import_module(".app", __package__)
    except Exception:  # a version of `mcp` that is put together in another way
        for name in [name for name in sys.modules if name.startswith(("mcp.", f"{__package__}.")) or name == "mcp"]:
            del sys.modules[name]
        return import_module(".app", __package__)
