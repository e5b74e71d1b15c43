"""Every code that a refused post may carry, and what it means."""

from __future__ import annotations

from collections.abc import Mapping

REASONS: Mapping[str, str] = {
    # the file
    "symlink": "the post is a link, or lies behind one",
    "unreadable": "the file can't be read, or is no regular file",
    "unreadable-folder": "a folder of posts can't be listed",
    "not-utf8": "the file isn't UTF-8",
    "nul-bytes": "the file holds NUL bytes",
    "too-large": "the file is over 4 MiB",
    "path-unsafe": "the file's name holds control characters or isn't UTF-8",
    "path-doubled": "two files' names differ in Unicode normal form only",
    # the header
    "no-header": "no header style is known for the file",
    "header-ambiguous": "two header styles claim the file",
    "header-broken": "the header begins but can't be read",
    "header-unterminated": "the header isn't closed",
    "header-language": "the header is written in a language that is never evaluated",
    "header-duplicate-key": "a field stands twice, perhaps in another case",
    "header-multi-document": "the header holds several YAML documents",
    "header-anchor": "the header holds a YAML anchor or alias",
    "header-tag": "the header holds a YAML tag",
    "header-template": "the header holds a template that a tool should have filled in",
    "header-too-large": "the header is over 64 KiB",
    "field-unseen": "a field holds characters that nobody sees",
    # status
    "status-missing": "nothing says that the post is public",
    "status-not-public": "a status field says that the post isn't public",
    "status-unknown": "a status field holds no known word",
    "status-unreadable": "a status field's value is no status",
    "status-ambiguous": "YAML versions or site generators read a status field's value differently",
    "status-conflict": "one field says public and another doesn't",
    "draft-true": "the post is marked as a draft",
    "published-false": "the post is marked as not published",
    "private-true": "the post is marked as private",
    "unlisted": "the post is marked as unlisted, hidden or not to be indexed",
    "password-protected": "the post is protected by a password or encrypted",
    "permalink-false": "the post has no page of its own",
    "drafts-folder": "the post lies in a drafts folder",
    "hidden-folder": "the post lies in a hidden folder",
    # dates
    "date-unreadable": "a date can't be read for sure",
    "future-date": "the post's date or publish date has not come",
    "expired": "the post's expiry date has passed",
    # URL
    "url-missing": "no URL is known for the post",
    "url-not-absolute": "the post's URL is no full https URL",
    "url-unreadable": "the post's URL is a list or table",
    "url-conflict": "the header names two URLs",
    "url-not-https": "the URL isn't https",
    "url-characters": "the URL holds raw or badly encoded characters",
    "url-userinfo": "the URL holds a user part",
    "url-port": "the URL names a port",
    "url-host": "the URL's host isn't allowed",
    "url-query": "the URL has a query",
    "url-fragment": "the URL has a fragment",
    "url-path": "the URL's path holds dot segments or doubled slashes",
    "url-is-home": "the URL is the home page",
    "url-is-listing": "the URL is a list of posts",
    "url-path-mismatch": "the URL's path doesn't match [publish] url-path",
    # the set
    "id-invalid": "the post's id can't be served",
    "duplicate-id": "several posts have one id",
    "duplicate-url": "several posts claim one URL",
    "takedown": "the post was taken down",
    "license-not-allowed": "the post's own licence isn't among [licenses] allowed",
    "empty-body": "the post has no text",
}
