"""What the five tools answer: text that stands on its own, and the same as structured data, without the body."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from .articles import Article
from .corpus import Corpus, Found
from .lookups import Lookups
from .messages import Messages
from .render import Renderer, facts, one_line, outline
from .schemas import ArgumentError, check_arguments
from .search import MAX_TOKENS, rank
from .snippets import excerpt, forms, opening, snippet

MAX_SECTIONS, MAX_OUTLINE = 60, 40
SHOWN_WORDS = 6
"""The rarest words of a query, which a hit's lines show."""


class Answer(NamedTuple):
    """A tool's answer: `text`, `structured`, and the posts that it links to."""

    text: str
    structured: dict[str, Any]
    links: tuple[Article, ...] = ()


def _present(**values: Any) -> dict[str, Any]:
    """The values that there are: absent ones are left out, never null."""
    return {name: value for name, value in values.items() if value is not None and value != ()}


class Tools:
    """The five tools on one corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.say = Messages(corpus.site.get("language", "en"))
        self.renderer = Renderer(corpus, self.say)
        self.lookups = Lookups(corpus, self.say)
        self._tools: dict[str, Callable[..., Answer]] = {
            "list_categories": self.list_categories,
            "list_articles": self.list_articles,
            "search_articles": self.search_articles,
            "get_article": self.get_article,
            "blog_home": self.blog_home,
        }

    def call(self, name: str, arguments: Mapping[str, Any] | None) -> Answer:
        """Call a tool.

        Raises:
            KeyError: there is no such tool.
            ArgumentError: the arguments are not what the tool takes.
        """
        tool = self._tools[name]
        return tool(**check_arguments(name, arguments, self.say))

    def list_categories(self) -> Answer:
        """The categories, the largest first."""
        found = self.corpus.categories
        lines = [self.say("categories", count=len(found)), *(f"- {one_line(name)} ({count})" for name, count in found)]
        text = "\n".join(lines) if found else self.say("no_categories")
        return Answer(text=text, structured={"categories": [{"name": name, "count": count} for name, count in found]})

    def list_articles(self, *, category: str, limit: int, offset: int) -> Answer:
        """Posts, the newest first."""
        total, articles = self.corpus.page(self.lookups.category(category), limit, offset)
        following = offset + len(articles) if offset + len(articles) < total and articles else None
        lines = [self.say("posts", total=total, first=offset + 1, last=offset + len(articles))]
        if not articles:
            lines = [self._nothing(total, offset, self.say("no_more", total=total, offset=offset))]
        for article in articles:
            about = f" — {one_line(article.description)}" if article.description else ""
            lines.append(f"- {_title(article)}{about}\n  {article.url}")
        if following is not None:
            lines.append(self.say("more", offset=following))
        return Answer(
            text="\n".join(lines),
            structured=_present(total=total, articles=[self._listed(a) for a in articles], next_offset=following),
        )

    def _nothing(self, total: int, offset: int, otherwise: str) -> str:
        return self.say("no_more", total=total, offset=offset) if total else otherwise

    def _listed(self, article: Article) -> dict[str, Any]:
        return _present(
            id=article.id,
            title=article.title,
            url=article.url,
            category=article.category,
            tags=list(article.tags) or None,
            date=article.date,
            description=article.description,
        )

    def search_articles(self, *, query: str, category: str, since: str, until: str, limit: int, offset: int) -> Answer:
        """Posts that hold any of the query's words, the best first, each with its best section."""
        self._check_dates(since, until)
        allowed = self.corpus.numbers(self.lookups.category(category), since, until)
        ranking = rank(self.corpus, query, allowed=allowed, limit=limit, offset=offset)
        words = [forms(word) for word in _words(ranking.found)[:SHOWN_WORDS]]
        places = self.corpus.found([(ranked.number, ranked.ordinal) for ranked in ranking.hits])
        hits = [self._hit(found, ranked.score, words) for found, ranked in zip(places, ranking.hits, strict=True)]
        following = offset + len(hits) if hits and offset + len(hits) < ranking.total else None
        asked = one_line(query)
        lines = [self.say("hits", query=asked, total=ranking.total, first=offset + 1, last=offset + len(hits))]
        if not hits:
            lines = [self._nothing(ranking.total, offset, self.say("no_hits", query=asked))]
        if ranking.cut:
            lines.append(self.say("cut", count=MAX_TOKENS))
        lines += [_hit_text(found.article, hit) for found, hit in zip(places, hits, strict=True)]
        if following is not None:
            lines.append(self.say("more", offset=following))
        return Answer(
            text="\n".join(lines),
            structured=_present(total=ranking.total, hits=hits, next_offset=following, cut=ranking.cut or None),
            links=tuple(found.article for found in places),
        )

    def _hit(self, found: Found, score: float, words: Sequence[Sequence[bytes]]) -> dict[str, Any]:
        article, section, passage = found.article, found.section, self.corpus.passage(found)
        shown = snippet(passage, words)
        if shown is None:
            shown = excerpt(article.description) if article.description else opening(passage)
        return _present(
            id=article.id,
            title=article.title,
            url=article.url,
            category=article.category,
            date=article.date,
            score=round(score, 3),
            snippet=shown,
            section=section.label if section else None,
        )

    def get_article(self, *, article_id: str, section: str, offset: int, max_chars: int) -> Answer:
        """A post, its page or its section, quoted."""
        return self.page(self.lookups.article(article_id), section=section, offset=offset, size=max_chars)

    def page(self, article: Article, *, section: str = "", offset: int = 0, size: int) -> Answer:
        """A post's page (or its section's) from `offset`, which counts from the beginning of the body.

        Raises:
            ArgumentError: there is no such section, or the offset lies outside it.
        """
        sections = self.corpus.sections(article.number)
        chosen = self.lookups.section(article, sections, section) if section else None
        start, end = (chosen.start, chosen.end) if chosen else (0, article.chars)
        if offset and not start <= offset < end:
            raise ArgumentError(self.say("bad_offset", offset=offset, start=start, end=max(start, end - 1)))
        page = self.renderer.page(
            article,
            start=offset or start,
            end=end,
            size=size,
            section=chosen.label if chosen else "",
            listed=outline(sections, MAX_OUTLINE) if not chosen and not offset else [],
        )
        listed = outline(sections, MAX_SECTIONS)
        structured = _present(
            id=article.id,
            title=article.title,
            url=article.url,
            total_chars=article.chars,
            offset=page.start,
            next_offset=page.next,
            sections=[{"heading": item.label, "level": item.level, "offset": item.start} for item in listed],
        )
        return Answer(text=page.text, structured=structured)

    def blog_home(self) -> Answer:
        """What this snapshot is of."""
        site, newest = self.corpus.site, self.corpus.newest
        name = "home" if newest else "home_undated"
        days = max(0, (date.today() - date.fromisoformat(newest)).days) if newest else 0
        about = self.say(name, name=site["name"], home=site["home"], count=self.corpus.count, newest=newest, days=days)
        licenses = self.corpus.licenses
        author = self.say("author", author=one_line(site["author"])) if site.get("author") else ""
        text = "\n".join([about, self.say("snapshot"), self.say("licenses", **licenses, author=author)])
        structured = _present(
            name=site["name"], home=site["home"], count=self.corpus.count, newest=newest, licenses=licenses
        )
        return Answer(text=text, structured=structured)

    def _check_dates(self, since: str, until: str) -> None:
        for name, value in (("since", since), ("until", until)):
            if value and not _is_date(value):
                raise ArgumentError(self.say("bad_date", name=name, value=one_line(value)))
        if since and until and since > until:
            raise ArgumentError(self.say("bad_dates", since=since, until=until))


def _words(found: Sequence[str]) -> list[str]:
    """What to look for in a text: the query's tokens, without short Latin ones, which stand in any word."""
    return [token for token in found if len(token) > 2 or not token.isascii()] or list(found)


def _is_date(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _hit_text(article: Article, hit: Mapping[str, Any]) -> str:
    section = f" § {hit['section']}" if "section" in hit else ""
    return f"- {_title(article, section)}\n  {article.url}\n  > {hit['snippet']}"


def _title(article: Article, section: str = "") -> str:
    about = facts(article)
    return f"[{article.id}] {one_line(article.title)}{section}{f' ({about})' if about else ''}"
