"""The bodies' files. What was read last is kept in memory, within a bound."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Hashable
from pathlib import Path
from typing import Generic, TypeVar

from .articles import Article
from .errors import CorpusError

CACHE_BYTES = 3_000_000
"""Bodies kept in memory."""

_Value = TypeVar("_Value")


def _gone(article: Article) -> CorpusError:
    return CorpusError(f"{article.file} is missing or damaged")


def _content(path: str) -> bytes:
    # Less than half the system calls of `open`: ten bodies are read in a search.
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        return os.read(file, os.fstat(file).st_size)
    finally:
        os.close(file)


class Recent(Generic[_Value]):
    """The values used last, of a size of at most `most` altogether, and at least one. Safe for threads."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._values: OrderedDict[Hashable, tuple[_Value, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> _Value | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def put(self, key: Hashable, value: _Value, size: int) -> _Value:
        with self._lock:
            if key not in self._values:  # else another thread has read it meanwhile
                self._values[key] = value, size
                self._left -= size
            while len(self._values) > 1 and self._left < 0:
                self._left += self._values.popitem(last=False)[1][1]
        return value


class Texts:
    """The bodies of one data folder."""

    def __init__(self, data: Path) -> None:
        self._folder = str(data)
        self._bodies = Recent[bytes](CACHE_BYTES)

    def encoded(self, article: Article) -> bytes:
        """The post's body in UTF-8.

        Raises:
            CorpusError: its file is gone.
        """
        if (kept := self._bodies.get(article.number)) is not None:
            return kept
        try:
            body = _content(f"{self._folder}/{article.file}")
        except OSError:
            raise _gone(article) from None
        return self._bodies.put(article.number, body, len(body))

    def body(self, article: Article) -> str:
        """The post's body.

        Raises:
            CorpusError: its file is gone or damaged.
        """
        try:
            return self.encoded(article).decode("utf-8")
        except UnicodeDecodeError:
            raise _gone(article) from None
