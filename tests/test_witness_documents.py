"""Sitemaps and feeds as bytes: what they list, and what is refused before it is read."""

from __future__ import annotations

import gzip
import json

import pytest

from pressgate.witness import documents
from pressgate.witness.documents import BadDocument, Entry, read_document

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
ONE = "https://blog.example.com/one/"


def urlset(*locs: str) -> bytes:
    return f'<urlset xmlns="{SITEMAP}">{"".join(f"<url><loc>{loc}</loc></url>" for loc in locs)}</urlset>'.encode()


DOCUMENTS = {
    "sitemap": urlset(ONE),
    "sitemap without a namespace": f"<urlset><url><loc> {ONE} </loc></url></urlset>".encode(),
    "sitemap with images and other languages": (
        f'<urlset xmlns="{SITEMAP}" xmlns:image="urn:image" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url>'
        f'<xhtml:link rel="alternate" hreflang="en" href="https://blog.example.com/en/one/"/>'
        f"<image:image><image:loc>https://blog.example.com/a.png</image:loc></image:image>"
        f"<loc>{ONE}</loc><image:loc>https://blog.example.com/b.png</image:loc></url></urlset>"
    ).encode(),
    "packed sitemap": gzip.compress(urlset(ONE)),
    "sitemap in UTF-16": urlset(ONE).decode().encode("utf-16"),
    "sitemap with a byte-order mark": b"\xef\xbb\xbf" + urlset(ONE),
    "RSS": f"<rss version='2.0'><channel><link>https://blog.example.com/</link><item><link>{ONE}</link></item></channel></rss>".encode(),
    "RSS with a guid alone": f"<rss version='2.0'><channel><item><guid>{ONE}</guid></item></channel></rss>".encode(),
    "RSS 1.0": (
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>"
        f"<item rdf:about='{ONE}'><title>x</title></item></rdf:RDF>"
    ).encode(),
    "Atom": (
        "<feed xmlns='http://www.w3.org/2005/Atom'><link href='https://blog.example.com/'/><entry>"
        f"<link rel='self' href='https://blog.example.com/one.json'/><link href='{ONE}'/>"
        "<source><link href='https://blog.example.com/other/'/></source></entry></feed>"
    ).encode(),
    "JSON feed": json.dumps(
        {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "url": ONE}]}
    ).encode(),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_one_page_is_listed(name: str) -> None:
    assert [entry.url for entry in read_document(DOCUMENTS[name]).entries] == [ONE]


def test_an_index_lists_its_children() -> None:
    listing = read_document(f"<sitemapindex><sitemap><loc>{ONE}a.xml</loc></sitemap></sitemapindex>".encode())
    assert (listing.kind, listing.entries[0].url) == ("index", f"{ONE}a.xml")


@pytest.mark.parametrize(
    ("item", "entry"),
    [
        ("<lastmod>2024-03-05T10:00:00Z</lastmod>", Entry(url=ONE, day="2024-03-05")),
        ("<pubDate>Tue, 05 Mar 2024 10:00:00 +0900</pubDate>", Entry(url=ONE, day="2024-03-05")),
        ("<pubDate>some day</pubDate>", Entry(url=ONE)),
        ("<title>등대 &amp; <![CDATA[<b>밤</b>]]></title>", Entry(url=ONE, title="등대 & <b>밤</b>")),
        ("<title></title>", Entry(url=ONE)),
        ("<guid isPermaLink='false'>https://blog.example.com/other/</guid>", Entry(url=ONE)),
    ],
)
def test_titles_and_days(item: str, entry: Entry) -> None:
    tag = "url" if "lastmod" in item else "item"
    root, link = ("urlset", f"<loc>{ONE}</loc>") if tag == "url" else ("rss", f"<link>{ONE}</link>")
    assert read_document(f"<{root}><{tag}>{item}{link}</{tag}></{root}>".encode()).entries == (entry,)


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
BAD = {
    "empty": b"",
    "white space": b" \n",
    "cut off": urlset(ONE)[:-20],
    "cut off when packed": gzip.compress(urlset(*[ONE] * 500))[:-30],
    "cut off behind the last page when packed": gzip.compress(urlset(ONE))[:-4],
    "broken gzip": b"\x1f\x8b\x08\x00garbage",
    "entity bomb": f"{BOMB}<urlset><url><loc>&b;</loc></url></urlset>".encode(),
    "external entity": b"<!DOCTYPE x SYSTEM 'file:///etc/passwd'><urlset/>",
    "web page": b"<html><body>404</body></html>",
    "text": b"Not found",
    "unknown encoding": b"<?xml version='1.0' encoding='x-none'?><urlset/>",
    "broken JSON": b'{"version": "https://jsonfeed.org/version/1.1", "items": [',
    "other JSON": b'{"items": []}',
    "JSON nested without end": b'{"a":' * 100_000,
}


@pytest.mark.parametrize("name", BAD)
def test_bad_documents_are_refused_in_one_line(name: str) -> None:
    with pytest.raises(BadDocument) as caught:
        read_document(BAD[name])
    assert "\n" not in str(caught.value)


def test_a_packed_bomb_is_not_unpacked_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_BYTES", 1_000_000)
    with pytest.raises(BadDocument, match="larger"):
        read_document(gzip.compress(b" " * 1_000_001))


def test_a_document_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_BYTES", 100)
    with pytest.raises(BadDocument, match="larger"):
        read_document(urlset(*[ONE] * 10))
