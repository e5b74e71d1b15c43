"""What the five tools answer: text that stands on its own, and the same as structured data, without the body."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from .corpus import Article, Corpus, Section, fold
from .messages import Messages
from .render import Renderer, facts, one_line, outline
from .schemas import ArgumentError, check_arguments
from .search import MAX_TOKENS, Ranked, query_tokens, rank
from .snippets import excerpt, snippet

MAX_SECTIONS = 200
_WORDS = re.compile(r"[^\W_]+")


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A tool's answer: `text`, `structured`, and the posts that it links to."""

    text: str
    structured: dict[str, Any]
    links: tuple[Article, ...] = field(default=())


def _present(**values: Any) -> dict[str, Any]:
    """The values that there are: absent ones are left out, never null."""
    return {name: value for name, value in values.items() if value is not None and value != ()}


class Tools:
    """The five tools on one corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.say = Messages(corpus.site.get("language", "en"))
        self.renderer = Renderer(corpus, self.say)
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
        found = self.corpus.categories
        lines = [self.say("categories", count=len(found)), *(f"- {one_line(name)} ({count})" for name, count in found)]
        text = "\n".join(lines) if found else self.say("no_categories")
        return Answer(text=text, structured={"categories": [{"name": name, "count": count} for name, count in found]})

    def list_articles(self, *, category: str, limit: int, offset: int) -> Answer:
        total, articles = self.corpus.page(self._category(category), limit, offset)
        following = offset + len(articles) if offset + len(articles) < total and articles else None
        lines = [self.say("posts", total=total, first=offset + 1, last=offset + len(articles))]
        for article in articles:
            about = f" — {one_line(article.description)}" if article.description else ""
            meta = f" ({facts(article)})" if facts(article) else ""
            lines.append(f"- [{article.id}] {one_line(article.title)}{meta}{about}\n  {article.url}")
        if following is not None:
            lines.append(self.say("more", offset=following))
        return Answer(
            text="\n".join(lines) if articles else self.say("none"),
            structured=_present(total=total, articles=[self._listed(a) for a in articles], next_offset=following),
        )

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
        self._check_dates(since, until)
        allowed = self.corpus.numbers(self._category(category), since, until)
        ranking = rank(self.corpus, query, allowed)
        total = len(ranking.hits)
        hits = [self._hit(ranked, query) for ranked in ranking.hits[offset : offset + limit]]
        following = offset + len(hits) if hits and offset + len(hits) < total else None
        asked = one_line(query)
        lines = [self.say("hits", query=asked, total=total, first=offset + 1, last=offset + len(hits))]
        lines = lines if hits else [self.say("no_hits", query=asked)]
        if ranking.cut:
            lines.append(self.say("cut", count=MAX_TOKENS))
        lines += [_hit_text(article, hit) for article, hit in hits]
        if following is not None:
            lines.append(self.say("more", offset=following))
        return Answer(
            text="\n".join(lines),
            structured=_present(total=total, hits=[hit for _, hit in hits], next_offset=following),
            links=tuple(article for article, _ in hits),
        )

    def _hit(self, ranked: Ranked, query: str) -> tuple[Article, dict[str, Any]]:
        article = self.corpus.article(ranked.number)
        sections = self.corpus.sections(ranked.number)
        section = sections[ranked.section - 1] if ranked.section else None
        following = sections[ranked.section].start if ranked.section < len(sections) else article.chars
        start = section.start if section else 0
        passage = self.corpus.body(article)[start:following]
        if section:
            passage = passage.partition("\n")[2] or passage
        words = list(dict.fromkeys([*(word.lower() for word in _WORDS.findall(query)), *query_tokens(query)[0]]))
        shown = snippet(passage, words) or excerpt(article.description or passage)
        hit = _present(
            id=article.id,
            title=article.title,
            url=article.url,
            category=article.category,
            date=article.date,
            score=round(ranked.score, 3),
            snippet=shown,
            section=section.label if section else None,
        )
        return article, hit

    def get_article(self, *, article_id: str, section: str, offset: int, max_chars: int) -> Answer:
        article = self.find(article_id)
        sections = self.corpus.sections(article.number)
        chosen = self._section(article, sections, section) if section else None
        start, end = (chosen.start, chosen.end) if chosen else (0, article.chars)
        if offset:
            if not start <= offset < end:
                raise ArgumentError(self.say("bad_offset", offset=offset, start=start, end=max(start, end - 1)))
            start = offset
        page = self.renderer.page(
            article,
            start=start,
            end=end,
            size=max_chars,
            section=chosen.label if chosen else "",
            first=not chosen and start == 0,
        )
        listed = [
            {"heading": item.label, "level": item.level, "offset": item.start}
            for item in outline(sections, MAX_SECTIONS)
        ]
        structured = _present(
            id=article.id,
            title=article.title,
            url=article.url,
            total_chars=article.chars,
            offset=page.start,
            next_offset=page.next,
            sections=listed,
        )
        return Answer(text=page.text, structured=structured)

    def blog_home(self) -> Answer:
        site, newest = self.corpus.site, self.corpus.newest()
        name = "home" if newest else "home_undated"
        days = (date.today() - date.fromisoformat(newest)).days if newest else 0
        text = self.say(name, name=site["name"], home=site["home"], count=self.corpus.count, newest=newest, days=days)
        licenses = self.corpus.licenses
        author = self.say("author", author=one_line(site["author"])) if site.get("author") else ""
        code, content = licenses.get("code", ""), licenses.get("content", "")
        text += "\n" + self.say("licenses", code=code, content=content, author=author)
        structured = _present(
            name=site["name"], home=site["home"], count=self.corpus.count, newest=newest, licenses=licenses
        )
        return Answer(text=text, structured=structured)

    def find(self, article_id: str) -> Article:
        """The post that an id means.

        Raises:
            ArgumentError: none, or several; the text names the nearest or all of them.
        """
        found = self.corpus.find(article_id)
        if len(found) == 1:
            return found[0]
        asked = one_line(article_id)
        if found:
            raise ArgumentError(self.say("ambiguous_id", id=asked, near=", ".join(a.id for a in found[:10])))
        near = difflib.get_close_matches(fold(article_id), self.corpus.ids(), n=3, cutoff=0.0)
        raise ArgumentError(self.say("unknown_id", id=asked, near=", ".join(near)))

    def _section(self, article: Article, sections: list[Section], wanted: str) -> Section:
        for same in (str, fold, lambda text: " ".join(fold(text).lstrip("# ").split())):
            for item in sections:
                if same(item.label) == same(wanted):
                    return item
        near = difflib.get_close_matches(wanted, [item.label for item in sections], n=5, cutoff=0.3)
        named = near or [item.label for item in outline(sections, 20)]
        shown = "; ".join(named) or self.say("no_arguments")
        raise ArgumentError(self.say("unknown_section", id=article.id, section=one_line(wanted), near=shown))

    def _category(self, wanted: str) -> str | None:
        if not wanted:
            return None
        names = [name for name, _ in self.corpus.categories]
        for same in (str, fold):
            for name in names:
                if same(name) == same(wanted):
                    return name
        near = difflib.get_close_matches(wanted, names, n=20, cutoff=0.0) or [self.say("no_arguments")]
        raise ArgumentError(self.say("unknown_category", category=one_line(wanted), near=", ".join(near)))

    def _check_dates(self, since: str, until: str) -> None:
        for name, value in (("since", since), ("until", until)):
            if value and not _is_date(value):
                raise ArgumentError(self.say("bad_date", name=name, value=one_line(value)))
        if since and until and since > until:
            raise ArgumentError(self.say("bad_dates", since=since, until=until))


def _is_date(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _hit_text(article: Article, hit: Mapping[str, Any]) -> str:
    section = f" § {hit['section']}" if "section" in hit else ""
    meta = f" ({facts(article)})" if facts(article) else ""
    lines = [f"- [{article.id}] {one_line(article.title)}{section}{meta}", f"  {article.url}", f"  {hit['snippet']}"]
    return "\n".join(lines)
