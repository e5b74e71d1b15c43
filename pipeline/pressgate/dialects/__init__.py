"""One header style a module: `read(text, words) -> Header | None`. None: not mine; a broken header raises HeaderError.

A new dialect is one module here, one line in DIALECTS and one folder of cases.
"""

from __future__ import annotations

from collections.abc import Callable

from pressgate.dialects import bullets, front_matter
from pressgate.model import Header
from pressgate.words import Words

DIALECTS: tuple[Callable[[str, Words], Header | None], ...] = (bullets.read, front_matter.read)
