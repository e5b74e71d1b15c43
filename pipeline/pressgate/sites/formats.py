"""Python format strings in settings (`{date:%Y}/{slug}.html`), filled in without running anything."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime


def fill(form: str, texts: Mapping[str, str | None], moments: Mapping[str, datetime | None]) -> str | None:
    """The text of a format string; None where a name is unknown or has no value."""
    missing = False

    def value(match: re.Match[str]) -> str:
        nonlocal missing
        name, spec = match[1], match[2]
        moment, text = moments.get(name), texts.get(name)
        if moment is not None and spec:
            return moment.strftime(spec)
        missing = missing or text is None or spec is not None
        return text or ""

    filled = re.sub(r"\{(\w+)(?::([^{}]*))?\}", value, form)
    return None if missing or "{" in filled else filled
