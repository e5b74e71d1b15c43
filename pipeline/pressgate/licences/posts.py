"""What a post's own `license:` header says."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from pressgate.config_values import license_id
from pressgate.model import Config, Reason

_CC_NAME = re.compile(
    r"(?:cc|creative commons)[ -](by(?:[ -]nc)?(?:[ -](?:sa|nd))?)[ -](\d\.\d)(?: international| unported)?"
)
_CC_ADDRESS = re.compile(
    r"https?://(?:www\.)?creativecommons\.org/(?:licenses/([a-z-]+)|publicdomain/zero)/(\d\.\d)"
    r"(?:/(?:deed|legalcode)(?:\.[a-z_-]+)?)?/?"
)
_SPDX_ADDRESS = re.compile(r"https?://spdx\.org/licenses/([a-z0-9.+-]+?)(?:\.html)?/?", re.IGNORECASE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_ATTRIBUTIONS: Mapping[str, str] = {
    "attribution": "by",
    "noncommercial": "nc",
    "sharealike": "sa",
    "noderivatives": "nd",
}


def post_license(text: str, config: Config) -> str | Reason:
    """The SPDX id of a post's own licence, or why the post is refused (`license-not-allowed`).

    Taken are an SPDX id in any case, Creative Commons' own names (`CC BY-SA 4.0`) and the licences' addresses. The id
    must be the corpus's content licence or stand in `[licenses] allowed`; an expression of several names none.
    """
    named = _named(text)
    permitted = {config.licenses.content, *config.licenses.allowed}
    if named in permitted:
        return str(named)
    if named is None:
        message = "write one SPDX id, such as CC-BY-4.0; a licence that forbids redistribution keeps the post back"
    else:
        message = f"add '{named}' to [licenses] allowed if this post may go out under it"
    return Reason(code="license-not-allowed", message=message)


def author_name(author: str) -> str:
    """An author of `[package] authors` without the e-mail address."""
    return author.partition("<")[0].strip() or author


def post_author(names: Iterable[str], config: Config) -> str | None:
    """Whom to credit for a post: those of `names` that `[package] authors` holds, as written there.

    Others are left out: a name that the configuration doesn't give must not go out by way of a header.
    """
    known = {author_name(author).casefold(): author_name(author) for author in config.package.authors}
    found = [known[name] for text in names if (name := author_name(text).casefold()) in known]
    return ", ".join(dict.fromkeys(found)) or None


def _named(text: str) -> str | None:
    plain = " ".join(unicodedata.normalize("NFKC", _LINK.sub(r"\1", text)).split()).rstrip(".")
    candidate = _creative_commons(plain.casefold()) or plain
    if match := _SPDX_ADDRESS.fullmatch(plain):
        candidate = match[1]
    for spelling in (candidate, re.sub(r"[\s_]+", "-", candidate)):
        try:
            return license_id(spelling)
        except ValueError:
            continue
    return None


def _creative_commons(plain: str) -> str | None:
    if match := _CC_ADDRESS.fullmatch(plain):
        return f"CC-{match[1].upper()}-{match[2]}" if match[1] else f"CC0-{match[2]}"
    if re.fullmatch(r"cc0(?:[ -]1\.0)?(?: universal)?|cc zero", plain):
        return "CC0-1.0"
    for word, short in _ATTRIBUTIONS.items():
        plain = re.sub(rf"\b{word}\b", short, plain.replace("share alike", "sharealike"))
    match = _CC_NAME.fullmatch(plain.replace("non-commercial", "nc").replace("license", "").strip())
    return f"CC-{match[1].replace(' ', '-').upper()}-{match[2]}" if match else None
