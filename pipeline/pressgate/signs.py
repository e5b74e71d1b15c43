"""What a post's header and folder say of its being public. A negative sign anywhere wins; what can't be read is one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pressgate.fields import Fields, is_empty, scalars
from pressgate.model import FieldValue, Reason, Scalar, Value
from pressgate.sites.header import is_false, is_true
from pressgate.words import (
    DRAFT_FOLDERS,
    NO_WORDS,
    YES_NO_1_1,
    YES_WORDS,
    Words,
    fold_word,
    says_not_public,
    says_public,
)

_FLAGS = {
    "draft": ("draft-true", "remove `{}` or set it to false once the post is public"),
    "private": ("private-true", "remove `{}` or set it to false once the post is public"),
    "unlisted": ("unlisted", "remove `{}` once the post is listed"),
    "encrypted": ("password-protected", "remove `{}`: protected posts stay out"),
}

_MARKED_NAME = re.compile(r"\.(?:drafts?|wip|private|unpublished|초안|비공개|下書き|草稿)\.\w+$")


@dataclass(frozen=True, kw_only=True)
class Signs:
    """`public`: the post says that it is. `vetoes`: why it must stay. Neither: it is silent.

    `off_sitemap`: why it must stay unless a feed lists it, since it keeps itself off the sitemap alone.
    """

    public: bool
    vetoes: tuple[Reason, ...]
    off_sitemap: tuple[Reason, ...] = ()


def header_signs(fields: Fields, words: Words, is_date: Callable[[str], bool]) -> Signs:
    """What the header says. `is_date` tells a date, which `published` may hold, from other text."""
    signs = _Reader(fields.dialect, words, is_date)
    for field in fields.all("status"):
        signs.status(field)
    for field in fields.all("public"):
        signs.public_flag(field)
    for name, (code, message) in _FLAGS.items():
        for field in fields.all(name):
            signs.flag(field, name, code, message)
    for field in fields.all("status-like"):
        signs.second_status(field)
    signs.hidden(fields)
    signs.sitemap(fields)
    if signs.positive and signs.vetoes:
        signs.veto("status-conflict", signs.positive[0], "make every status field say the same: `{}` says public")
    return Signs(public=bool(signs.positive), vetoes=tuple(signs.vetoes), off_sitemap=tuple(signs.off_sitemap))


def path_signs(path: str) -> tuple[Reason, ...]:
    """The vetoes of the folders and the name of a post."""
    *folders, name = path.split("/")
    found = []
    if any(folder.casefold() in DRAFT_FOLDERS for folder in folders):
        found.append(Reason(code="drafts-folder", message="move the post out of the drafts folder"))
    if _MARKED_NAME.search(name.casefold()):
        found.append(Reason(code="drafts-folder", message="rename the file: its name says that it is a draft"))
    if any(part.startswith(".") for part in (*folders, name)):
        found.append(Reason(code="hidden-folder", message="move the post out of the hidden folder"))
    return tuple(found)


class _Reader:
    def __init__(self, dialect: str, words: Words, is_date: Callable[[str], bool]) -> None:
        self.dialect, self.words, self.is_date = dialect, words, is_date
        self.positive: list[FieldValue] = []
        self.vetoes: list[Reason] = []
        self.off_sitemap: list[Reason] = []

    def veto(self, code: str, field: FieldValue, message: str) -> None:
        self.vetoes.append(Reason(code=code, message=message.format(field.name), line=field.line))

    def status(self, field: FieldValue) -> None:
        if is_empty(field.value):
            return
        if not isinstance(field.value, Scalar):
            self.veto("status-unreadable", field, "write one word for public as the value of `{}`")
        elif self.words.is_public(field.value.text):
            self.positive.append(field)
        elif says_not_public(field.value.text):
            self.veto("status-not-public", field, "set `{}` to a word for public once the post is public")
        elif _differs(field.value, self.dialect):
            self.veto(
                "status-ambiguous", field, "write a word for public in `{}`: YAML versions differ on yes, no, on, off"
            )
        else:
            self.veto(
                "status-unknown", field, "`{}` holds no known word; if it means public, add it to [publish] status"
            )

    def public_flag(self, field: FieldValue) -> None:
        value = field.value
        if isinstance(value, Scalar) and self.is_date(value.text):
            return
        truth = self.truth(field)
        if truth is True or (truth is None and isinstance(value, Scalar) and self.words.is_public(value.text)):
            self.positive.append(field)
        elif truth is False or (isinstance(value, Scalar) and says_not_public(value.text)):
            self.veto("published-false", field, "set `{}` to true once the post is public")
        elif truth is None and not is_empty(value):
            self.unreadable(field)

    def flag(self, field: FieldValue, name: str, code: str, message: str) -> None:
        truth = self.truth(field)
        if truth is True:
            self.veto(code, field, message)
        elif truth is False and name == "draft":
            self.positive.append(field)
        elif truth is None and not is_empty(field.value):
            self.unreadable(field)

    def second_status(self, field: FieldValue) -> None:
        """A status beside the status: free text never admits, and must speak of being public to be passed over."""
        if is_empty(field.value):
            return
        text = field.value.text if isinstance(field.value, Scalar) else ""
        if self.words.is_public(text) or says_public(text):
            return
        if says_not_public(text):
            self.veto("status-not-public", field, "`{}` says that the post is not public")
        else:
            self.veto("status-unknown", field, "`{}` doesn't say public; if it does, add its words to [publish] status")

    def hidden(self, fields: Fields) -> None:
        for field in fields.all("password"):
            if not is_empty(field.value) and not _is_false(field.value):
                self.veto("password-protected", field, "remove `{}`: protected posts stay out")
        for field in fields.all("url"):
            if _is_false(field.value):
                self.veto("permalink-false", field, "write the post's URL in `{}`: false means that it has no page")
        # Other values of these are about a page's parts: `hide: [toc]`.
        for name, negative in (("listed", False), ("hide", True)):
            for field in fields.all(name):
                if self.truth(field) is negative:
                    self.veto("unlisted", field, "remove `{}` once the post is listed")
        for field in fields.all("robots"):
            if any("noindex" in scalar.text.casefold() for scalar in scalars(field.value)):
                self.veto("unlisted", field, "remove noindex from `{}`")

    def sitemap(self, fields: Fields) -> None:
        for field in fields.all("sitemap"):
            if is_false(field.value) or (isinstance(field.value, Mapping) and _excludes(field.value)):
                message = f"remove `{field.name}`, or add a feed that lists the post to [publish] witness"
                self.off_sitemap.append(Reason(code="unlisted", message=message, line=field.line))

    def truth(self, field: FieldValue) -> bool | None:
        """The truth value that every reader sees in the field; None where there is none."""
        value = field.value
        if not isinstance(value, Scalar) or is_empty(value):
            return None
        text = fold_word(value.text)
        if value.kind == "bool" and not value.quoted:
            return text == "true"
        if text in YES_WORDS or text in NO_WORDS:
            return text in YES_WORDS
        if self.dialect == "bullets" and text in _BULLET_TRUTH:
            return _BULLET_TRUTH[text]
        return None

    def unreadable(self, field: FieldValue) -> None:
        if isinstance(field.value, Scalar) and _differs(field.value, self.dialect):
            self.veto("status-ambiguous", field, "write true or false, unquoted, in `{}`: site generators differ on it")
        else:
            self.veto("status-unreadable", field, "write true or false in `{}`")


_BULLET_TRUTH = {"true": True, "yes": True, "y": True, "false": False, "no": False, "n": False}


def _differs(value: Scalar, dialect: str) -> bool:
    """Whether YAML 1.1 and 1.2, or two site generators, read the value differently."""
    text = value.text.casefold()
    return dialect != "bullets" and (text in YES_NO_1_1 or text in {"true", "false"})


def _is_false(value: Value) -> bool:
    return isinstance(value, Scalar) and value.text.casefold() == "false"


def _excludes(mapping: Mapping[str, Value]) -> bool:
    return any(
        (name.casefold() in {"exclude", "disable", "ignore"} and not is_false(value))
        or (name.casefold() in {"include", "enable"} and not is_true(value))
        for name, value in mapping.items()
        if not is_empty(value)
    )
