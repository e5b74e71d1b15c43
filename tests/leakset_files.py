"""More containers, pictures, documents, encodings, leftovers and headers, and the files that only look like them."""

from __future__ import annotations

import base64
import gzip
import io
import json
import lzma
import pickle
import sqlite3
import struct
import urllib.parse
import zipfile
import zlib

from leakset import DATA, IDENTIFIER, IDENTIFIER_KO, METADATA, Case, Draw, png, post, sqlite, zipped
from leakset_words import deflated


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def ttf(text: str) -> bytes:
    """A font that has nothing but its name."""
    raw = text.encode("utf-16-be")
    name = struct.pack(">HHH", 0, 1, 18) + struct.pack(">HHHHHH", 3, 1, 0x409, 1, len(raw), 0) + raw
    return b"\0\1\0\0" + struct.pack(">HHHH", 1, 16, 0, 0) + b"name" + struct.pack(">III", 0, 28, len(name)) + name


def woff(text: str) -> bytes:
    """The same as a web font, compressed where that is shorter."""
    table = ttf(text)[28:]
    packed = min(zlib.compress(table, 9), table, key=len)
    head = b"wOFF\0\1\0\0" + struct.pack(">IHHIHHIIIII", 64 + len(packed), 1, 0, 28 + len(table), 1, 0, 0, 0, 0, 0, 0)
    return head + b"name" + struct.pack(">IIII", 64, len(packed), len(table), 0) + packed


def gif(comment: bytes) -> bytes:
    blocks = b"".join(
        bytes([len(part)]) + part for part in (comment[at : at + 255] for at in range(0, len(comment), 255))
    )
    start = b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff!\xfe"
    return start + blocks + b"\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"


def webp(kind: bytes, data: bytes) -> bytes:
    body = (
        b"WEBPVP8L"
        + struct.pack("<I", 10)
        + bytes(10)
        + kind
        + struct.pack("<I", len(data))
        + data
        + bytes(len(data) % 2)
    )
    return b"RIFF" + struct.pack("<I", len(body)) + body


def mp3(text: str) -> bytes:
    frame = b"TIT2" + struct.pack(">I", len(text.encode()) + 1) + b"\0\0\3" + text.encode()
    return b"ID3\3\0\0" + struct.pack(">I", len(frame)) + frame + b"\xff\xfb" + bytes(200)


def ico(picture: bytes) -> bytes:
    return b"\0\0\1\0\1\0\1\1\0\0\1\0 \0" + struct.pack("<II", len(picture), 22) + picture


def npy(text: str) -> bytes:
    head = f"{{'descr': '<U{len(text)}', 'fortran_order': False, 'shape': (1,), }}".ljust(117) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode() + text.encode("utf-32-le")


def npz(text: str) -> bytes:
    return zipped("a.npy", npy(text))


def pdf(body: bytes) -> bytes:
    return b"%PDF-1.7\n" + body + b"\ntrailer<</Root 1 0 R>>\n%%EOF"


def notebook(**cell: object) -> bytes:
    cells = [{"cell_type": "code", "source": [], "outputs": []} | cell]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}).encode()


def several(**members: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/").replace("_DOT_", "."), text)
    return out.getvalue()


def full_text(text: str) -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("create virtual table f using fts5(a)")
    connection.execute("insert into f values (?)", (text,))
    connection.commit()
    data = connection.serialize()
    connection.close()
    return data


def files(d: Draw) -> dict[str, tuple[str, bytes]]:
    """Name below the package, bytes."""
    g = d.github()
    G, P = g.encode(), post(g)
    one, two = IDENTIFIER, IDENTIFIER_KO
    return {
        "zlib-raw": ("a.bin", deflated(P * 3)),
        "lzma-alone": ("a.lzma", lzma.compress(P, format=lzma.FORMAT_ALONE)),
        "compress-Z": ("a.Z", b"\x1f\x9d\x90" + bytes(30)),
        "zip-prefix": ("a.bin", b"x" * 40 + zipped("a.md", P)),
        "zip-sfx": ("a.bin", b"MZ" + bytes(200) + zipped("a.md", P)),
        "gz-in-bin": ("a.bin", bytes(64) + gzip.compress(P)),
        "ipynb-split": ("a.ipynb", notebook(source=['t = "' + g[:15] + '"\\\n', '"' + g[15:] + '"'])),
        "ipynb-trace": ("a.ipynb", notebook(outputs=[{"traceback": ["\x1b[0;32m/home/jkim/x.py\x1b[0m in <module>"]}])),
        "ipynb-draft": ("a.ipynb", notebook(cell_type="markdown", source=["# DRAFT\n"])),
        "npy-u": ("a.npy", npy(g)),
        "npz": ("a.npz", npz(g)),
        "jpg-xmp": (
            "a.jpg",
            b"\xff\xd8\xff\xe1"
            + struct.pack(">H", 90)
            + b"http://ns.adobe.com/xap/1.0/\0<dc:creator><rdf:Seq><rdf:li>Minji Park</rdf:li></rdf:Seq></dc:creator>\xff\xd9",
        ),
        "jpg-zip": ("a.jpg", b"\xff\xd8\xff\xd9" + zipped("a.md", P)),
        "gif-long": ("a.gif", gif(b"x" * 250 + G)),
        "drawio": (
            "a.drawio",
            b"<diagram>"
            + b64(deflated(urllib.parse.quote(f'<mxCell value="{one}"/><mxCell value="x y z"/>').encode())).encode()
            + b"</diagram>",
        ),
        "woff-name": ("a.woff", woff(g)),
        "pdf-a85": (
            "a.pdf",
            pdf(
                b"1 0 obj<</Filter[/ASCII85Decode/FlateDecode]>>stream\n"
                + base64.a85encode(zlib.compress(b"BT (" + G + b") Tj ET"))
                + b"~>\nendstream endobj"
            ),
        ),
        "pdf-xmp": (
            "a.pdf",
            pdf(
                b"1 0 obj<</Type/Metadata>>stream\n<dc:creator><rdf:li>Minji Park</rdf:li></dc:creator>\nendstream endobj"
            ),
        ),
        "pdf-enc": ("a.pdf", pdf(b"1 0 obj<</Filter/Standard/V 2/O(x)/U(y)>>endobj\ntrailer<</Encrypt 1 0 R>>")),
        "git-config": (".gitconfig", b"[user]\nname=x"),
        "docker-json": (".docker/config.json", b"{}"),
        "sqldump-gz": ("x.sql.gz", gzip.compress(b"x")),
        "pcap": ("x.pcap", b"x"),
        "trash": (".Trash-1000/x", b"x"),
        "nfs": (".nfs0001", b"x"),
        "fuse": (".fuse_hidden0001", b"x"),
        "syncthing": (".stfolder/x", b"x"),
        "sync-conflict": ("a.sync-conflict-20240101-000000-ABCDEFG.md", b"x"),
        "dropbox-conflict": ("a (Minji's conflicted copy 2024-01-01).md", b"x"),
        "gpg": ("secring.gpg", b"x"),
        "keytab": ("x.keytab", b"x"),
        "gcloud": ("application_default_credentials.json", b"{}"),
        "cookies": ("cookies.txt", b"x"),
        "session": ("x.session", b"x"),
        "class": ("A.class", b"\xca\xfe\xba\xbe" + bytes(20)),
        "llvm": ("a.bc", b"BC\xc0\xde" + bytes(40)),
        "l-utf7": ("a.txt", f"x {two}".encode("utf-7")),
        "l-iso2022kr": ("a.txt", f"{two} 회고".encode("iso2022_kr")),
        "l-mixed": ("a.txt", f"{two} ".encode("euc-kr") + "한글 문서".encode()),
        "l-nul-mix": ("a.txt", b"\0".join(bytes([c]) for c in one.encode())),
        "l-control": ("a.txt", "\x01".join(one).encode()),
        "l-bin-euckr": ("a.bin", bytes(51) + b"\xff\xfd" + two.encode("euc-kr") + b"\xff" + bytes(50)),
        "h-front-crlf": ("a.md", b"---\r\ntitle: x\r\ndraft: true\r\n---\r\nx"),
        "h-org": ("a.org", b"#+TITLE: x\n#+DRAFT: true\n"),
        "h-rst": ("a.rst", b"xxx\n===\n\n:status: draft\n"),
        "h-adoc": ("a.adoc", b"= x\n:draft: true\n"),
        "h-pelican": ("a.md", b"Title: x\nStatus: draft\n\nx"),
        "h-date-dmy": ("a.md", b"---\ntitle: x\ndate: 01/02/2131\n---\nx"),
        "h-date-words": ("a.md", b"---\ntitle: x\ndate: January 2, 2131\n---\nx"),
        "h-date-json": ("a.json", b'{"title":"x","date":"2131-01-01"}'),
        "png-after-pixels": (
            "a.png",
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(b"\0\0" + G))
            + chunk(b"IEND", b""),
        ),
    }


def harmless(d: Draw) -> dict[str, tuple[str, bytes]]:
    """Name below the package, bytes."""
    rb = d.random.randbytes
    return {
        "rnd-png": ("a.png", png((b"tEXt", b"Software\0ImageMagick"), (b"pHYs", bytes(9)))),
        "png-idat-rnd": (
            "a.png",
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + rb(192) for _ in range(64))))
            + chunk(b"IEND", b""),
        ),
        "jpg": (
            "a.jpg",
            b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0" + rb(5000).replace(b"\xff", b"\xfe") + b"\xff\xd9",
        ),
        "webp": ("a.webp", webp(b"ANIM", rb(40))),
        "gif": ("a.gif", gif(b"made with love")),
        "ico": ("favicon.ico", ico(png())),
        "woff2": ("a.woff2", b"wOF2" + rb(9000)),
        "woff": ("a.woff", woff("Inter Regular")),
        "ttf": ("a.ttf", ttf("Noto Sans KR")),
        "mp3": ("a.mp3", mp3("Song")),
        "rnd": ("a.bin", rb(60000)),
        "gz": ("a.gz", gzip.compress(rb(9000))),
        "zip": ("a.zip", several(a_DOT_md="hello", b_DOT_txt="x")),
        "docx": (
            "a.docx",
            several(
                **{"word__document_DOT_xml": "<w:t>hello</w:t>", "docProps__core_DOT_xml": "<dc:creator></dc:creator>"}
            ),
        ),
        "pdf": (
            "a.pdf",
            pdf(
                b"1 0 obj<</Producer (LaTeX with hyperref) /Creator (LaTeX)>>endobj 2 0 obj<</Filter/FlateDecode>>stream\n"
                + zlib.compress(b"BT (hello) Tj ET")
                + b"\nendstream endobj"
            ),
        ),
        "db": ("i.db", sqlite("hello world")),
        "fts": ("i.db", full_text("hello world")),
        "npy": (
            "a.npy",
            b"\x93NUMPY\1\0\x76\0"
            + b"{'descr': '<f8', 'fortran_order': False, 'shape': (100,), }".ljust(117)
            + b"\n"
            + rb(800),
        ),
        "pkl": ("a.pkl", pickle.dumps(list(range(100)))),
        "ipynb": (
            "a.ipynb",
            json.dumps(
                {
                    "cells": [
                        {"cell_type": "code", "source": ["print(1)"], "outputs": [{"text": ["1\n"]}]},
                        {"cell_type": "markdown", "source": ["# Title"]},
                    ],
                    "metadata": {"kernelspec": {"name": "python3"}},
                    "nbformat": 4,
                }
            ).encode(),
        ),
        "map": (
            "a.js.map",
            json.dumps(
                {"version": 3, "sources": ["webpack://x/./src/a.ts"], "mappings": "AAAA,SAASA,GAAG" * 50}
            ).encode(),
        ),
        "minjs": (
            "a.min.js",
            b'!function(e,t){"use strict";var n=e.a,r=t(1e3);n["token"]=r}(this,function(e){return e})',
        ),
        "svg": (
            "a.svg",
            b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2z"/></svg>',
        ),
        "css": (
            "a.css",
            b"@font-face{font-family:x;src:url(data:font/woff2;base64," + b64(b"wOF2" + rb(3000)).encode() + b")}",
        ),
        "utf16": ("a.txt", "그냥 글입니다 hello".encode("utf-16")),
        "euckr": ("a.txt", "그냥 글입니다 한국어 문서".encode("euc-kr")),
        "sjis": ("a.txt", "これはただの文書です".encode("shift_jis")),
        "gb": ("a.txt", "这只是一个文档".encode("gb18030")),
        "latin": ("a.txt", "café naïve".encode("latin-1")),
        "crlf": ("a.txt", b"a\r\nb\r\n"),
        "bom": ("a.md", b"\xef\xbb\xbf# x\n"),
        "empty": ("a.md", b""),
        "big-json": (
            "index.json",
            json.dumps({"docs": [{"id": str(i), "t": "word " * 20} for i in range(300)]}).encode(),
        ),
        "lunr": ("idx.json", json.dumps({"fields": ["t"], "index": [["hello", [0, 1]]] * 50}).encode()),
        "pem-cert": ("cacert.pem", d.pem("CERTIFICATE").encode() * 3),
        "env-ex": (".env.sample", b"API_KEY=\n"),
        "gitignore": (".gitignore", b".env\n*.log\n"),
        "gitattr": (".gitattributes", b"* text=auto\n"),
        "gitkeep": (".gitkeep", b""),
        "editorconfig": (".editorconfig", b"root = true\n"),
        "nojekyll": (".nojekyll", b""),
        "robots": ("robots.txt", b"User-agent: *\nDisallow: /private/\n"),
        "sitemap": (
            "sitemap.xml",
            b"<urlset><url><loc>https://blog.example.com/1</loc><lastmod>2024-01-01</lastmod></url></urlset>",
        ),
        "rss": (
            "feed.xml",
            b"<rss><channel><title>x</title><managingEditor>noreply@blogger.com</managingEditor></channel></rss>",
        ),
        "csv": ("a.csv", b"date,value\n2024-01-01,12345678\n2024-01-02,98765432\n"),
        "geo": ("a.geojson", b'{"coordinates":[127.027610,37.498095]}'),
        "lic": ("LICENSE.txt", b"Copyright 2024 Pen Name\nMIT License\n"),
        "makefile": ("Makefile", b"test:\n\tpytest\n"),
        "dockerfile": ("Dockerfile", b"FROM python:3.12\nENV PYTHONUNBUFFERED=1\nRUN pip install x\n"),
        "yaml": ("a.yml", b"on: push\njobs:\n  a:\n    env:\n      TOKEN: ${{ secrets.X }}\n"),
        "toml": ("a.toml", b'[tool.x]\ntoken-name = "x"\n'),
        "py": (
            "a.py",
            b'import os\nPASSWORD_FIELD = "password"\ndef check(password: str, token: str = "") -> bool:\n    return hmac.compare_digest(password, os.environ["PW"])\n',
        ),
        "ts": (
            "a.ts",
            b"const password: string = form.password.value; export type Token = { accessToken: string; expiresIn: number };\n",
        ),
        "draft-note-name": ("drafting-guide.md", b"# Guide\n"),
        "private-name": ("private-methods.md", b"# x\n"),
        "core-name": ("core.py", b"x=1\n"),
        "log-name": ("changelog.md", b"# x\n"),
        "back-name": ("backup-guide.md", b"# x\n"),
        "copy-name": ("copy-on-write.md", b"# x\n"),
        "tmp-name": ("template.md", b"# x\n"),
        "old-name": ("old-posts.md", b"# x\n"),
        "sql-name": ("sql.md", b"# x\n"),
        "env-name": ("env.md", b"# x\n"),
        "paren": ("what (really) is x.md", b"# x\n"),
        "date-name": ("2024-01-01-x.md", b"# x\n"),
        "ko-name": ("한글 제목.md", b"# x\n"),
        "home-name": ("home/index.md", b"# x\n"),
        "users-name": ("users/guide.md", b"# x\n"),
        "drafts-word": ("understanding-drafts.md", b"# x\n"),
        "front-ok": (
            "a.md",
            b"---\ntitle: x\ndate: 2024-01-01 12:00:00 +0900\ntags: [a, draft]\ndraft: false\nprivate: false\nunlisted: false\npassword:\nstatus: published\n---\nx",
        ),
        "front-no": (
            "a.md",
            b'---\ntitle: How to set draft\ndescription: "draft: true explained"\n---\nIn Hugo write\n\n```yaml\n---\ndraft: true\n---\n```\n',
        ),
        "json-ok": ("index.json", b'[{"draft": false, "published": true, "status": "published"}]'),
        "mdx": ("a.mdx", b'import X from "../x"\n\n<X draft={false} />\n'),
        "ndjson": ("a.jsonl", b'{"a":1}\n{"a":2}\n'),
    }


def leaks(seed: int) -> list[Case]:
    """Every leak of this set, drawn from `seed`."""
    private = METADATA.replace("License-E", "Classifier: Private :: Do Not Upload\nLicense-E", 1)
    return [
        *(
            Case(kind=f"file-{kind}", leak=True, path=DATA + name, data=data)
            for kind, (name, data) in files(Draw(seed)).items()
        ),
        Case(kind="private-classifier", leak=True, data=None, metadata=private),
        Case(kind="folder-by-mode", leak=True, data=post("x"), mode=0o040755),
    ]


def look_alikes(seed: int) -> list[Case]:
    """What must pass, drawn from `seed`."""
    return [
        *(
            Case(kind=f"file-{kind}", leak=False, path=DATA + name, data=data)
            for kind, (name, data) in harmless(Draw(seed)).items()
        ),
        Case(kind="folder", leak=False, path="leakset/data/sub/", data=b"", mode=0o040755, in_record=False),
        Case(kind="no-mode", leak=False, data=b"x", mode=0),
    ]
