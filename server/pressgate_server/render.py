"""Answers as text: each stands on its own, because some hosts show nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from .articles import Article, Section
from .corpus import Corpus
from .messages import Messages
from .reading import page_end, quote_mark

_CREATIVE_COMMONS = re.compile(r"CC-(BY(?:-NC)?(?:-SA|-ND)?)-(\d\.\d)(?:-([A-Z]{2}))?")


class Page(NamedTuple):
    """A piece of a body as it is sent: `text` with head and foot, and the offsets of the piece."""

    text: str
    start: int
    end: int
    next: int | None


def one_line(text: str) -> str:
    """`text` with every run of white space as one space, so that it can't pass for lines of ours."""
    return " ".join(text.split())


def license_link(spdx: str) -> str | None:
    """Where the licence can be read; None for a `LicenseRef-`."""
    if match := _CREATIVE_COMMONS.fullmatch(spdx):
        port = f"{match[3].lower()}/" if match[3] else ""
        return f"https://creativecommons.org/licenses/{match[1].lower()}/{match[2]}/{port}"
    if spdx == "CC0-1.0":
        return "https://creativecommons.org/publicdomain/zero/1.0/"
    return None if spdx.startswith("LicenseRef-") else f"https://spdx.org/licenses/{spdx}.html"


def facts(article: Article) -> str:
    """Date, category and tags in one line; empty where there is none."""
    parts = [article.date, article.category, ", ".join(article.tags)]
    return " · ".join(one_line(part) for part in parts if part)


def outline(sections: Sequence[Section], limit: int) -> list[Section]:
    """The sections, or as many ranks of them from the top as `limit` allows (at least the first `limit` of a rank)."""
    for level in range(6, 0, -1):
        shown = [section for section in sections if section.level <= level]
        if len(shown) <= limit and (shown or not sections):
            return shown
    highest = min(section.level for section in sections)
    return [section for section in sections if section.level == highest][:limit]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


class Renderer:
    """Makes the text of a post's page."""

    def __init__(self, corpus: Corpus, say: Messages) -> None:
        self._corpus, self._say = corpus, say

    def _licence(self, article: Article) -> str | None:
        license_ = article.license or self._corpus.licenses.get("content")
        if not license_:
            return None
        author = article.author or self._corpus.site.get("author")
        by = self._say("author", author=one_line(author)) if author else ""
        return self._say("licence", license=license_, author=by, link=license_link(license_) or article.url)

    def _head(self, article: Article, start: int, end: int, mark: str) -> str:
        lines = [
            f"# {one_line(article.title)}",
            self._say("source", url=article.url),
            facts(article),
            self._say("range", start=start, end=end, total=article.chars),
            self._say("quoted"),
            f"<<<quoted {mark}>>>",
        ]
        return "\n".join(line for line in lines if line) + "\n"

    def _foot(self, article: Article, section: str, next_: int | None, sections: Sequence[Section], mark: str) -> str:
        lines = [f"<<<end {mark}>>>", self._say("source", url=article.url)]
        if licence := self._licence(article):
            lines.append(licence)
        if next_ is not None:
            chosen = f", section={_quoted(section)}" if section else ""
            lines.append(self._say("next", id=_quoted(article.id), section=chosen, offset=next_))
        if sections:
            lines.append(self._say("outline"))
            lines += [f"{'  ' * (item.level - 1)}- {item.label} (offset={item.start})" for item in sections]
        return "\n" + "\n".join(lines)

    def page(
        self, article: Article, *, start: int, end: int, size: int, section: str, listed: Sequence[Section]
    ) -> Page:
        """The page from `start` of a body, or of its section that ends at `end`; its text within `size` if it can be.

        The body's own characters stand, unchanged, between the line `<<<quoted MARK>>>` and the line `<<<end MARK>>>`;
        MARK is in no part of the body. `listed` is the outline to add where the page is not the whole.
        """
        body = self._corpus.texts.body(article)
        mark = quote_mark(body)
        cut = start
        for shown in ([], listed):
            longest = self._head(article, end, end, mark) + self._foot(article, section, end, shown, mark)
            cut = page_end(body, start, end, max(size - len(longest), size // 2))
            if cut == end:
                break
        following = cut if cut < end else None
        head = self._head(article, start, cut, mark)
        foot = self._foot(article, section, following, listed if following else [], mark)
        return Page(text=head + body[start:cut] + foot, start=start, end=cut, next=following)
