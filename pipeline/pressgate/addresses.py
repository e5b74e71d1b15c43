"""The URL that a header names for its post."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pressgate import urls
from pressgate.fields import Fields, is_empty
from pressgate.model import Config, FieldValue, Reason, Scalar
from pressgate.words import fold_name


@dataclass(frozen=True, kw_only=True)
class Address:
    """`url`: the absolute URL as written; `relative`: the first field that holds one without a host."""

    url: str | None
    relative: FieldValue | None
    reasons: tuple[Reason, ...]


def read_address(fields: Fields, config: Config) -> Address:
    """The header's URL and what is wrong with it. Several fields may name it, if they name one page.

    Where a generator makes the pages, a canonical URL says where else the text stands, and not where its page is.
    """
    generated = config.site.generator != "explicit"
    reasons: list[Reason] = []
    absolute: list[tuple[FieldValue, str]] = []
    relative: FieldValue | None = None
    for item in fields.all("url"):
        if is_empty(item.value) or (isinstance(item.value, Scalar) and item.value.kind == "bool"):
            continue
        if generated and fold_name(item.name).startswith("canonical"):
            continue
        if not isinstance(item.value, Scalar):
            reasons.append(Reason(code="url-unreadable", message=f"write one URL in `{item.name}`", line=item.line))
        elif urls.is_absolute(item.value.text):
            absolute.append((item, item.value.text))
        else:
            relative = relative or item
    if not absolute:
        return Address(url=None, relative=relative, reasons=tuple(reasons))
    first, url = absolute[0]
    for other, text in absolute[1:]:
        if text != url and (urls.url_key(text) is None or urls.url_key(text) != urls.url_key(url)):
            message = f"keep one of the URLs in `{first.name}` and `{other.name}`"
            reasons.append(Reason(code="url-conflict", message=message, line=other.line))
    rules = urls.Rules(
        home=config.site.home,
        hosts=config.publish.hosts,
        url_path=re.compile(config.publish.url_path) if config.publish.url_path else None,
    )
    reasons += urls.problems(url, rules, first.line)
    return Address(url=url, relative=relative, reasons=tuple(reasons))
