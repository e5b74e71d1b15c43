"""The bodies' files: a body whole, or a passage of it. What was read last is kept in memory, within a bound."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Hashable
from pathlib import Path
from typing import Generic, TypeVar

from .articles import Article
from .errors import CorpusError

CACHE_CHARACTERS = 500_000
"""Bodies kept in memory."""

MAX_PASSAGE = 1 << 16
"""Bytes of a section that are looked through for a snippet."""

_Value = TypeVar("_Value")


def _gone(article: Article) -> CorpusError:
    return CorpusError(f"{article.file} is missing or damaged")


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
        self._bodies = Recent[str](CACHE_CHARACTERS)

    def body(self, article: Article) -> str:
        """The post's body.

        Raises:
            CorpusError: its file is gone or damaged.
        """
        if (kept := self._bodies.get(article.number)) is not None:
            return kept
        try:
            text = Path(self._folder, article.file).read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            raise _gone(article) from None
        return self._bodies.put(article.number, text, len(text))

    def passage(self, article: Article, start: int, end: int | None) -> bytes:
        """What stands from byte `start` to `end` (None: to the last) of the post's body, at most 64 KiB of it.

        Raises:
            CorpusError: its file is gone.
        """
        size = MAX_PASSAGE if end is None else min(end - start, MAX_PASSAGE)
        try:
            file = os.open(f"{self._folder}/{article.file}", os.O_RDONLY | getattr(os, "O_BINARY", 0))
            try:
                os.lseek(file, start, os.SEEK_SET)
                return os.read(file, size)
            finally:
                os.close(file)
        except OSError:
            raise _gone(article) from None
