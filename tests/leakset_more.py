"""Neighbours of the first set: other spellings, layers, tokens, people, places and leftovers, and their look-alikes."""

from __future__ import annotations

import base64
import bz2
import gzip
import html
import json
import lzma
import quopri
import string
import urllib.parse
import zlib

from leakset import (
    ALNUM,
    DATA,
    IDENTIFIER,
    IDENTIFIER_KO,
    INFO,
    METADATA,
    Case,
    Draw,
    png,
    post,
    pyc,
    sqlite,
    tarred,
    zipped,
)  # fmt: skip

UPPER = string.ascii_uppercase + string.digits
WORD = ALNUM + "-_"


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def tokens(d: Draw) -> dict[str, str]:
    """A token of each vendor in the sentence or line that it usually stands in."""
    h, t = d.hex, d.text
    return {
        "github-oauth": f"token {d.checked('gho_')}",
        "github-app": f"{d.checked('ghs_')}",
        "npm": d.checked("npm_"),
        "anthropic": f"sk-ant-api03-{t(93, WORD)}AA",
        "openai-legacy": f"export OPENAI_API_KEY=sk-{t(20)}T3BlbkFJ{t(20)}",
        "openai-service": f"sk-svcacct-{t(60, WORD)}",
        "google-api": f"https://maps.googleapis.com/maps/api/js?key=AIza{t(35, WORD)}",
        "google-oauth": f"GOCSPX-{t(28, WORD)}",
        "hugging-face": f"hf_{t(34, string.ascii_letters)}",
        "slack-webhook": f"https://hooks.slack.com/services/T{t(8, UPPER)}/B{t(10, UPPER)}/{t(24)}",
        "slack-app": f"xapp-1-A{t(10, UPPER)}-{t(13, string.digits)}-{h(64)}",
        "discord-webhook": f"https://discord.com/api/webhooks/{t(18, string.digits)}/{t(68, WORD)}",
        "discord-bot": f"M{t(23)}.{t(6)}.{t(27)}",
        "telegram": f"{d.random.randrange(10**9, 10**10)}:AA{t(33, WORD)}",
        "sendgrid": f"SG.{t(22, WORD)}.{t(43, WORD)}",
        "twilio": f"SK{h(32)}",
        "mailgun": f"key-{h(32)}",
        "digitalocean": f"dop_v1_{h(64)}",
        "shopify": f"shpat_{h(32)}",
        "square": f"sq0csp-{t(43, WORD)}",
        "azure-storage": f"DefaultEndpointsProtocol=https;AccountName=x;AccountKey={base64.b64encode(d.random.randbytes(64)).decode()}",
        "azure-sas": f"https://x.blob.core.windows.net/c/b?sv=2022-11-02&sig={urllib.parse.quote(base64.b64encode(d.random.randbytes(32)).decode(), safe='')}",
        "databricks": f"dapi{h(32)}",
        "grafana": f"glsa_{t(32)}_{h(8)}",
        "vault": f"hvs.{t(90, WORD)}",
        "docker-pat": f"dckr_pat_{t(27, WORD)}",
        "rubygems": f"rubygems_{h(48)}",
        "linear": f"lin_api_{t(40)}",
        "notion": f"ntn_{t(46)}",
        "atlassian": f"ATATT3xFfGF0{t(180, WORD)}",
        "gitlab-runner": f"glrt-{t(20, WORD)}",
        "stripe-restricted": f"rk_live_{t(24)}",
        "stripe-webhook": f"whsec_{t(32)}",
        "age-key": f"AGE-SECRET-KEY-1{t(58, UPPER)}",
        "alibaba": f"LTAI{t(20)}",
        "aws-session": f"ASIA{t(16, UPPER)}",
        "aws-credentials": f"aws_access_key_id = {d.aws()}\naws_secret_access_key = {t(40, ALNUM + '/+')}",
        "aws-secret-alone": f"aws_secret_access_key = {t(40, ALNUM + '/+')}",
        "bearer-header": f'curl -H "Authorization: Bearer {t(40)}" https://api.bluefin.dev/v1',
        "bearer-opaque": f"Authorization: Bearer {h(48)}",
        "basic-header": f"Authorization: Basic {b64('deploy:' + t(18))}",
        "api-key-header": f"X-API-Key: {t(32)}",
        "cookie": f"Cookie: session={t(44, WORD)}; theme=dark",
        "dsn-postgres": f"postgres://svc:{t(20)}@db1.bluefin.dev:5432/prod",
        "dsn-mongo": f"mongodb+srv://svc:{t(16)}@cluster0.{t(5).lower()}.mongodb.net/",
        "dsn-redis": f"redis://:{t(24)}@cache.bluefin.dev:6379/0",
        "dsn-amqp": f"amqp://svc:{t(18)}@mq.bluefin.dev/",
        "url-token": f"https://{d.github()}@github.com/o/r.git",
        "url-query-token": f"https://api.bluefin.dev/v1/me?access_token={t(40)}",
        "curl-user": f"curl -u minji:{t(14)}7 https://api.bluefin.dev/",
        "password-yaml": f"```yaml\ndb:\n  password: {t(12)}9\n```",
        "password-korean": f"비밀번호: {t(8)}4!k",
        "password-human": 'password = "Bluefin2024!kr"',
        "client-secret": f"client_secret={t(32)}",
        "django-secret": f"SECRET_KEY = 'django-insecure-{t(50, ALNUM + '!@#$%^&*(-_=+)')}'",
        "jwt-secret": f"JWT_SECRET={h(64)}",
        "kubernetes-secret": f"kind: Secret\ndata:\n  password: {b64(t(18))}",
        "openssh-key": d.pem("OPENSSH PRIVATE KEY"),
        "ec-key": d.pem("EC PRIVATE KEY"),
        "encrypted-key": d.pem("ENCRYPTED PRIVATE KEY"),
        "pgp-key": d.pem("PGP PRIVATE KEY BLOCK"),
        "putty-key": f"PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\n{b64(t(60))}\n",
        "key-one-line": 'KEY="' + d.pem("PRIVATE KEY").replace("\n", "\\n") + '"',
        "wrapped-token": f"{d.github()[:20]}\n{d.text(22)}",
        "jwt-bearer": f"Authorization: Bearer {d.jwt()}",
        "kakao": f"Authorization: KakaoAK {h(32)}",
        "toss": f"live_sk_{t(32)}",
        "htpasswd": f"deploy:$apr1${t(8)}${t(22)}",
        "pgpass": f"db1.bluefin.dev:5432:prod:svc:{t(16)}",
        "netrc-line": f"machine git.bluefin.dev login jkim password {t(16)}",
    }


def spellings(d: Draw) -> dict[str, str]:
    """The identifiers as they may be written."""
    one, two = IDENTIFIER, IDENTIFIER_KO
    cyrillic = one.translate(str.maketrans("aceo", "асео"))
    bold = "".join(chr(0x1D41A + ord(c) - 97) if c.isalpha() else c for c in one)
    circled = "".join(chr(0x24D0 + ord(c) - 97) if c.isalpha() else c for c in one)
    return {
        "soft-hyphen": "\u00ad".join(one),
        "zero-width-joiner": "acme\u200d-int\u2060ernal",
        "variation-selector": "ac\ufe0fme-internal",
        "homoglyph": cyrillic,
        "greek": one.replace("a", "α").replace("i", "ι"),
        "mathematical": bold,
        "circled": circled,
        "small-capitals": "ᴀᴄᴍᴇ-ɪɴᴛᴇʀɴᴀʟ",
        "struck": "".join(c + "\u0336" for c in one),
        "camel": "AcmeInternal",
        "camel-prefix": "useAcmeInternal()",
        "dotted": "acme.internal",
        "spaced": "Acme  Internal",
        "slash": "acme/internal/README",
        "joined": "https://acmeinternal.bluefin.dev",
        "no-break-space": "acme\u00a0internal",
        "en-dash": "acme–internal",
        "line-break": "the acme-\ninternal cluster",
        "emphasis": "**acme**-_internal_",
        "tags": "acme<wbr>-<b>int</b>ernal",
        "comment": "acme<!-- x -->-internal",
        "entity-hex": "".join(f"&#x{ord(c):x};" for c in one),
        "entity-named": "acme&shy;&hyphen;internal",
        "entity-double": html.escape("".join(f"&#{ord(c)};" for c in one)),
        "u-escape": "".join(f"\\u{ord(c):04x}" for c in one),
        "u-braces": "".join(f"\\u{{{ord(c):x}}}" for c in one),
        "x-escape": "".join(f"\\x{ord(c):02x}" for c in one),
        "octal": "".join(f"\\{ord(c):03o}" for c in one),
        "u-escape-korean": json.dumps(two).strip('"'),
        "x-escape-korean": "".join(f"\\x{b:02x}" for b in two.encode()),
        "css-escape": "".join(f"\\{ord(c):06x}" for c in one),
        "percent-korean": urllib.parse.quote(two),
        "percent-double": urllib.parse.quote(urllib.parse.quote(two)),
        "base64": b64(f"the {one} cluster"),
        "base64-bare": b64(one),
        "base64-url": base64.urlsafe_b64encode(f"??>>{two}~~".encode()).decode(),
        "base64-twice": b64(b64(f"the {one} cluster")),
        "base64-utf16": base64.b64encode(f"the {one} cluster".encode("utf-16-le")).decode(),
        "base64-in-url": f"https://x.dev/r/{b64(one + '/wiki').rstrip('=')}",
        "base32": base64.b32encode(f"the {one} cluster".encode()).decode(),
        "base85": base64.b85encode(f"the {one} cluster".encode()).decode(),
        "hex": f"the {one} cluster".encode().hex(),
        "hex-spaced": " ".join(f"{b:02x}" for b in one.encode()),
        "hex-0x": ", ".join(f"0x{b:02x}" for b in one.encode()),
        "char-codes": f"String.fromCharCode({','.join(str(ord(c)) for c in one)})",
        "bytes-list": f"bytes([{', '.join(str(b) for b in one.encode())}])",
        "quoted-printable": quopri.encodestring(f"the {two} cluster".encode()).decode(),
        "rot13": "the npzr-vagreany cluster",
        "reversed": "the lanretni-emca cluster",
        "plus-joined": 'name = "acme" + "-inter" + "nal"',
        "side-by-side": "x = 'acme-' 'internal'",
        "list-joined": '["acme", "-int", "ernal"].join("")',
        "list-joined-python": '"".join(["acme", "-int", "ernal"])',
        "shell-continued": "NAME=acme-\\\ninternal",
        "punycode": "https://xn--" + two.encode("punycode").decode() + ".kr/",
        "korean-spaced": "한빛 비밀 과제",
        "korean-particle": "한빛비밀과제를",
        "korean-compound": "신한빛비밀과제팀",
        "korean-hyphen": "한빛-비밀-과제",
        "korean-jamo": "ㅎㅏㄴㅂㅣㅊㅂㅣㅁㅣㄹㄱㅘㅈㅔ",
        "korean-half-width": "ﾡ".join(("", "한빛비밀과제")),
        "tag-characters": "x" + "".join(chr(0xE0000 + ord(c)) for c in one),
    }


def files(d: Draw) -> dict[str, tuple[str, bytes]]:
    """Containers and files: name below the package, bytes."""
    secret = post(d.github())
    raw = d.github().encode()
    deep = zipped("d.md", secret)
    for name in ("c.zip", "b.zip"):
        deep = zipped(name, deep)
    notebook = {
        "cells": [
            {
                "cell_type": "code",
                "source": [],
                "outputs": [{"data": {"image/png": base64.b64encode(png((b"tEXt", b"Comment\0" + raw))).decode()}}],
            }
        ]
    }
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" inkscape:export-filename="/home/jkim/x.png"><metadata>{d.github()}</metadata></svg>'
    jpeg = b"\xff\xd8\xff\xfe" + (len(raw) + 2).to_bytes(2, "big") + raw + b"\xff\xd9"
    stream = zlib.compress(b"BT (" + raw + b") Tj ET")
    pdf = (
        b"%PDF-1.4\n1 0 obj<</Length "
        + str(len(stream)).encode()
        + b"/Filter/FlateDecode>>stream\n"
        + stream
        + b"\nendstream endobj\n%%EOF"
    )
    return {
        "token-gz": ("a.json.gz", gzip.compress(secret)),
        "token-bz2": ("a.bz2", bz2.compress(secret)),
        "token-xz": ("a.xz", lzma.compress(secret)),
        "token-zlib": ("a.bin", zlib.compress(secret)),
        "token-tar": ("a.tar", tarred("a.md", secret, "w:")),
        "token-tar-xz": ("a.tar.xz", tarred("a.md", secret, "w:xz")),
        "token-zip-deep": ("a.zip", deep),
        "token-docx": ("a.docx", zipped("docProps/core.xml", b"<cp:keywords>" + raw + b"</cp:keywords>")),
        "token-nested-name": ("a.zip", zipped(f"{raw.decode()}.md", b"x")),
        "token-nested-comment": ("a.zip", zipped("a.md", b"x", comment=raw)),
        "token-gzip-name": ("a.gz", b"\x1f\x8b\x08\x08\0\0\0\0\0\x03" + raw + b"\0" + gzip.compress(b"x")[10:]),
        "tar-owner": ("a.tar.gz", tarred("a.md", b"x", uname="/home/jkim")),
        "token-utf16-no-mark": ("a.md", secret.decode().encode("utf-16-le")),
        "token-utf16-big": ("a.md", secret.decode().encode("utf-16-be")),
        "token-utf32": ("a.md", secret.decode().encode("utf-32")),
        "ident-cp949": ("a.txt", f"{IDENTIFIER_KO} 회고 문서입니다".encode("cp949")),
        "ident-utf16-korean": ("a.txt", f"{IDENTIFIER_KO} 회고 문서".encode("utf-16-le")),
        "token-sqlite-deleted": ("i.db", sqlite(d.github(), deleted=True)),
        "token-sqlite-long": ("i.db", sqlite("word " * 2000 + d.github() + " word" * 2000)),
        "png-ztxt": ("a.png", png((b"zTXt", b"Comment\0\0" + zlib.compress(raw)))),
        "png-itxt": ("a.png", png((b"iTXt", b"Comment\0\x01\0\0\0" + zlib.compress(raw)))),
        "png-tail": ("a.png", png() + raw),
        "jpeg-comment": ("a.jpg", jpeg),
        "svg-metadata": ("a.svg", svg.encode()),
        "pdf-stream": ("a.pdf", pdf),
        "pdf-author": ("a.pdf", b"%PDF-1.4\n1 0 obj<</Author (Minji Park) /Producer (x)>>endobj\n%%EOF"),
        "notebook-image": ("a.ipynb", json.dumps(notebook).encode()),
        "html-comment-token": ("a.html", f"<p>x</p><!-- {d.github()} -->".encode()),
        "source-map": ("a.js.map", json.dumps({"sources": ["/home/jkim/web/a.ts"], "mappings": ""}).encode()),
        "pickle": ("a.pkl", b"\x80\x04\x95\x10\0\0\0\0\0\0\0\x8c" + bytes([len(raw)]) + raw + b"\x94."),
        "csv-people": ("a.csv", b"name,mail\nPark,minji.park@bluefin.co.kr\n"),
        "7z": ("a.7z", b"7z\xbc\xaf\x27\x1c" + bytes(40)),
        "zip-encrypted": ("a.zip", _encrypted()),
        "pe-file": ("tool.exe", b"MZ" + bytes(58) + b"\x40\0\0\0PE\0\0" + bytes(40)),
        "mach-o": ("tool", b"\xcf\xfa\xed\xfe" + bytes(40)),
        "shared-object": ("x.so", b"\x7fELF" + bytes(60)),
        "wasm": ("x.wasm", b"\0asm\x01\0\0\0"),
        "java-class": ("X.class", b"\xca\xfe\xba\xbe" + bytes(20)),
        "pyc-elsewhere": ("x.bin", pyc(f"T = '{d.github()}'", "/home/jkim/a.py")),
        "swap-file": (".a.md.swp", b"b0VIM 8.1"),
        "backup": ("a.md.bak", b"x"),
        "orig": ("a.py.orig", b"x"),
        "emacs": ("#a.md#", b"x"),
        "copy": ("a copy.md", b"x"),
        "idea": (".idea/workspace.xml", b"<x/>"),
        "vscode": (".vscode/settings.json", b"{}"),
        "agent-folder": (".claude/settings.local.json", b"{}"),
        "thumbs": ("Thumbs.db", b"x"),
        "macosx": ("__MACOSX/._a.md", b"x"),
        "hg": (".hg/dirstate", b"x"),
        "svn": (".svn/entries", b"x"),
        "env-local": (".env.local", b"A=1"),
        "netrc": (".netrc", b"x"),
        "npmrc": (".npmrc", b"x"),
        "ssh-key-name": ("id_rsa", b"x"),
        "history": (".bash_history", b"ls"),
        "mypy-cache": (".mypy_cache/x.json", b"{}"),
        "checkpoints": (".ipynb_checkpoints/a.ipynb", b"{}"),
        "log": ("build.log", b"x"),
        "sql-dump": ("dump.sql", b"x"),
        "tfstate": ("terraform.tfstate", b"{}"),
        "draft-name": ("draft-a.md", post("x")),
        "draft-suffix": ("a.draft.md", post("x")),
        "unpublished-folder": ("unpublished/a.md", post("x")),
        "future-name": ("2131-05-01-a.md", post("x")),
        "toml-draft": ("a.md", b'+++\ntitle = "x"\ndraft = true\n+++\nbody\n'),
        "json-draft": ("a.md", b'{\n "title": "x",\n "draft": true\n}\nbody\n'),
        "status-draft": ("a.md", b"---\ntitle: x\nstatus: draft\n---\nbody\n"),
        "status-korean": ("a.md", "# 제목\n\n- 상태: 비공개\n- 작성일: 2024-01-01\n\n---\n본문\n".encode()),
        "status-japanese": ("a.md", "---\ntitle: x\n状態: 下書き\n---\n本文\n".encode()),
        "private-true": ("a.md", b"---\ntitle: x\nprivate: true\n---\nbody\n"),
        "unlisted": ("a.md", b"---\ntitle: x\nunlisted: true\n---\nbody\n"),
        "publish-no": ("a.md", b"---\ntitle: x\npublish: no\n---\nbody\n"),
        "pubdate-future": ("a.md", b'+++\ntitle = "x"\npublishDate = 2131-01-01\n+++\nbody\n'),
        "password-header": ("a.md", b"---\ntitle: x\npassword: hello\n---\nbody\n"),
        "index-draft": ("index.json", b'[{"title": "x", "draft": true}]'),
        "merge-conflict": ("a.py", b"<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> secret-branch\n"),
        "direct-url": (f"../../{INFO}/direct_url.json", b'{"url": "file:///home/jkim/work/x", "dir_info": {}}'),
        "pth": ("../../x.pth", b"import os"),
        "htpasswd-file": (".htpasswd", b"x"),
        "kdbx": ("x.kdbx", b"x"),
        "har": ("x.har", b"{}"),
        "core-dump": ("core.1234", b"x"),
    }  # fmt: skip


def _encrypted() -> bytes:
    data = bytearray(zipped("a.md", b"hello hello hello"))
    central = data.index(b"PK\x01\x02")
    data[6] |= 1
    data[central + 8] |= 1
    return bytes(data)


def texts(d: Draw) -> dict[str, str]:
    """People, places, hosts and words, in a post."""
    return {
        "home-root-var": "cp x /var/home/jkim/x",
        "home-wsl": "/mnt/c/Users/jkim/work",
        "home-wsl-share": "\\\\wsl$\\Ubuntu\\home\\jkim\\work",
        "home-git-bash": "/c/Users/jkim/work",
        "home-windows-slash": "C:/Users/jkim/work",
        "home-windows-escaped": '"C:\\\\Users\\\\jkim\\\\work"',
        "home-korean": "/Users/박민지/문서",
        "home-tilde": "cat ~jkim/notes.txt",
        "home-prompt": "jkim@build7:~$ cd /home/jkim/blog/",
        "home-trace": 'File "/home/jkim/x.py", line 3, in <module>',
        "home-code-url": "vscode://file/Users/jkim/x.md:3",
        "home-macos-volume": "/System/Volumes/Data/Users/jkim/x",
        "temp-macos": "/var/folders/3k/8x2r9q1d5zq_0000gp0000gn/T/x",
        "jenkins": "/var/jenkins_home/workspace/secret-project/x",
        "unc": "\\\\nas-01.bluefin\\projects\\plan.docx",
        "rfc1918-172": "ssh 172.20.3.14",
        "rfc1918-192": "http://192.168.77.41:8080/",
        "cgnat": "ping 100.101.7.9",
        "ula": "ping6 fd12:3456:789a:1::57",
        "host-lan": "https://nas7.bluefin.lan/",
        "host-local": "ssh jkim@build7.local",
        "host-intranet": "https://intranet.bluefin.co.kr/hr",
        "host-corp-middle": "https://jira.corp.bluefin.com/browse/X-1",
        "host-home-arpa": "https://srv3.home.arpa/",
        "host-port": "db.prod.bluefin.internal:5432",
        "host-aws": "ip-10-42-7-19.ap-northeast-2.compute.internal",
        "slack-archive": "https://bluefin.slack.com/archives/C024BE91L/p1",
        "ssh-remote-private": "git clone git@code.bluefin.dev:platform/secret.git",
        "email-angle": "Minji Park <minji.park@bluefin.co.kr>",
        "email-mailto": "[me](mailto:minji.park@bluefin.co.kr)",
        "email-plus": "minji+blog@gmail.com",
        "email-at-dot": "minji.park [at] bluefin [dot] co.kr",
        "email-full-width": "minji.park＠bluefin.co.kr",
        "email-entity": "minji&#64;bluefin.co.kr",
        "email-korean-word": "메일은 minji.park@naver.com으로",
        "phone-dots": "010.4821.7730",
        "phone-plain": "연락처 01048217730",
        "phone-spaces": "010 4821 7730",
        "phone-international": "+82-10-4821-7730",
        "phone-landline": "02-3478-9214",
        "phone-japan": "090-4821-7730",
        "phone-osaka": "06-4821-7730",
        "phone-tokyo-world": "+81-3-4821-7730",
        "phone-us": "(415) 482-7730",
        "phone-world": "+44 20 7482 7730",
        "phone-full-width": "０１０－４８２１－７７３０",
        "resident": d.resident(),
        "resident-plain": f"주민번호 {d.resident().replace('-', '')}",
        "card": "4539-1488-0343-6467",
        "iban": "DE75 5121 0800 1245 1261 99",
        "account": "입금 계좌: 국민 482102-04-193857",
        "ssn": "SSN 482-73-1946",
        "bidi-override": "user\u202etxt.exe",
        "tag-text": "hello" + "".join(chr(0xE0000 + ord(c)) for c in "ignore all") + " world",
        "zero-width-bits": "hello" + "\u200b\u200c\u200b\u200b\u200c\u200c\u200b" * 3,
        "selector-bytes": "😀" + "".join(chr(0xE0100 + d.random.randrange(200)) for _ in range(20)),
        "draft-heading": "# [DRAFT] A post",
        "wip": "**WIP**: not finished",
        "todo": "TODO: ask legal about this paragraph",
        "do-not-publish": "Do not publish before the launch.",
        "confidential": "CONFIDENTIAL - for employees",
        "internal-only": "This page is for internal use only.",
        "korean-secret": "(대외비) 3분기 계획",
        "korean-draft": "## 초안\n\n다음 주에 마저 씀",
        "japanese-secret": "社外秘の資料です",
        "comment-todo": "<!-- TODO: remove the customer's name -->",
        "lorem": "Lorem ipsum dolor sit amet",
    }


def leaks(seed: int) -> list[Case]:
    """Every leak of this set, drawn from `seed`."""
    d = Draw(seed)
    structure = [
        Case(kind="prepended", leak=True, data=post("x"), around=(b"#!/bin/sh\nexit\n", b"")),
        Case(kind="appended", leak=True, data=post("x"), around=(b"", b"tail")),
        Case(kind="record-hash", leak=True, data=post("x"), right_hash=False),
        Case(kind="member-comment", leak=True, data=post("x"), member_comment=d.github().encode()),
        Case(kind="backslash", leak=True, path="leakset\\x.md", data=b"x"),
        Case(kind="case-collision", leak=True, data=post("x"), extra={DATA + "A.md": b"x"}),
        Case(kind="setuid", leak=True, data=b"x", mode=0o104644),
        Case(kind="fifo", leak=True, data=b"", mode=0o010644),
        Case(kind="drive", leak=True, path="C:/x.md", data=b"x"),
        Case(kind="ident-in-name", leak=True, path=DATA + "acme_internal.md", data=b"x"),
        Case(kind="ident-in-folder", leak=True, path="leakset/Acme-Internal/x.md", data=b"x"),
        Case(kind="home-in-metadata", leak=True, data=None, metadata=METADATA + "\nBuilt in /home/jkim/blog\n"),
        Case(kind="email-in-metadata", leak=True, data=None,
             metadata=METADATA.replace("License-E", "Author-email: Minji <minji.park@bluefin.co.kr>\nLicense-E", 1)),
        Case(kind="ident-in-keywords", leak=True, data=None,
             metadata=METADATA.replace("License-E", "Keywords: blog,acme-internal\nLicense-E", 1)),
        Case(kind="url-in-metadata", leak=True, data=None,
             metadata=METADATA.replace("License-E", "Project-URL: x, https://git.bluefin.corp/x\nLicense-E", 1)),
    ]  # fmt: skip
    return [
        *(Case(kind=f"{kind}", leak=True, data=post(text)) for kind, text in {**tokens(d), **texts(d)}.items()),
        *(Case(kind=f"spelling-{kind}", leak=True, data=post(text)) for kind, text in spellings(d).items()),
        *(Case(kind=kind, leak=True, path=_below(name), data=data) for kind, (name, data) in files(d).items()),
        *structure,
    ]


def _below(name: str) -> str:
    return name.removeprefix("../../") if name.startswith("../../") else DATA + name


def look_alikes(seed: int) -> list[Case]:
    """What must pass, drawn from `seed`."""
    d = Draw(seed)
    h, t = d.hex, d.text
    posts = {
        "near-word": "Acme International is a company, and internal ACME affairs are not acme internals' concern.",
        "two-sentences": "We left Acme. Internal tools stayed.",
        "near-korean": "한빛 비밀의 과제 목록, 한빛미디어의 과제",
        "acme-list": "- acme\n\n- internal",
        "example-mail-kr": "hong@example.co.kr",
        "role-address": "security@python.org or support@bluefin.co.kr",
        "noreply": "12345+octocat@users.noreply.github.com",
        "scp-like": "git@gitlab.com:o/r.git",
        "npm-scope": "npm i @astrojs/node@8.2.1 and pkg@1.2.3",
        "css-media": "@media (min-width: 640px) { a@2x.png }",
        "decorator": "@app.get('/users/me')",
        "phone-example": "010-1234-5678 or 555-0199 or 010-0000-0000",
        "call-centre": "1588-1234",
        "dates": "2024-03-05 12:30:45, 20240305-123045, 2024.03.05, 03-19-2023 18:05, 05-07-2019",
        "document-key": f"https://docs.google.com/spreadsheet/lv?key=0A{t(42)}&usp=sharing",
        "mailing-list": "www-dom@lists.w3.org, jxa@apple-dev.groups.io or rust-user@googlegroups.com",
        "public-calendar": f"https://www.google.com/calendar/embed?src={t(26)}@group.calendar.google.com",
        "below-a-root": f"unpacked to /opt/agent/deployment-root/{d.hex(8)}-398d-4440-b7dd-{d.hex(12)}/d-N9VOXSHIB/archive, root/{d.hex(8)}-398d/x",
        "resend-like": "https://forum.example.org/re_anago_software_1506731259_203_100",
        "escaped-bytes": r"a query such as `s=\\x22\x3e` did it",
        "session-url": f"https://apps.example.int/handle/a.pdf;jsessionid={d.hex(32).upper()}?sequence=1",
        "referrer-sig": f"https://shop.example.org/x?guccounter=1&guce_referrer_sig=AQAAA{t(60)}",
        "versions": "v10.2.3.4, ==10.1.20.3, Chrome/120.10.10.10",
        "network": "10.0.0.0/8, 172.16.0.0/12 and 192.168.0.0/16 are private",
        "router": "Open 192.168.0.1 or 192.168.1.1 in a browser",
        "docker-host": "http://host.docker.internal:3000 and 172.17.0.1",
        "metadata-host": "http://169.254.169.254/ and metadata.google.internal",
        "kubernetes-dns": "http://web.default.svc.cluster.local:80",
        "rfc3849": "2001:db8::1 and fe80::1",
        "home-ubuntu": "/home/ubuntu/app, /home/user/x, /Users/yourname/x, C:\\Users\\username\\x, /home/runner/work",
        "home-variable": "/home/$USER/x, /Users/${name}/x, /home/{user}/x, /home/<name>/x, /home/YOUR_NAME/x",
        "home-route": "router.get('/home/index.html') and https://x.dev/home/about",
        "internal-code": "from foo.internal import bar; self.local.x = threading.local()",
        "example-token": "sk-ant-api03-your-key-here, sk-proj-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "token-prefix": "Tokens begin with `ghp_`, `github_pat_`, `sk-ant-` or `xoxb-`.",
        "aws-secret-example": "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "password-words": 'password = "changeme"; db_password: "mypassword"; passwd="s3cr3t"; pwd = "password123"',
        "password-prompt": 'password = getpass("Password: ")',
        "password-form": '<input type="password" name="password" placeholder="Enter your password">',
        "token-code": "const token = await getToken(req); token: response.data.token, tokens = tokenizer.encode(text)",
        "secret-reference": "secretKeyRef:\n  name: my-app-secrets\n  key: database-password",
        "secret-manager": "secret: projects/my-project/secrets/db-password/versions/3",
        "env-reference": "SECRET_KEY=${SECRET_KEY:-dev} and password: ${{ secrets.DB_PASSWORD }} and {{ vault_password }}",
        "dsn-compose": "postgres://user:password@db:5432/app and redis://:password@redis:6379",
        "dsn-placeholder": "mysql://<user>:<password>@<host>/db and https://$USER:$TOKEN@github.com/o/r",
        "private-key-prose": "The file begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----.",
        "private-key-elided": "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
        "public-key": d.pem("PUBLIC KEY"),
        "bcrypt-prose": "bcrypt hashes begin with $2b$12$",
        "git-log": f"commit {h(40)}\nindex {h(7)}..{h(7)} 100644",
        "docker-digest": f"python:3.12@sha256:{h(64)}",
        "npm-integrity": f'"integrity": "sha512-{base64.b64encode(d.random.randbytes(64)).decode()}"',
        "etag": f'ETag: W/"{h(32)}"',
        "content-hash": f"content_hash = '{h(64)}'",
        "trace-id": f"traceparent: 00-{h(32)}-{h(16)}-01",
        "uuid-field": f'"request_id": "{d.uuid()}"',
        "youtube": f"https://www.youtube.com/watch?v={t(11, WORD)}",
        "long-url": f"https://cdn.example.com/{h(2)}/{h(38)}/a.{h(8)}.js",
        "google-font": "https://fonts.gstatic.com/s/inter/v12/UcCO3FwrK3iLTeHuS_fvQtMwCp50KnMw2boKoduKmMEVuLyfAZ9hiA.woff2",
        "minified-class": 'class="css-1x2y3z4 MuiButton-root sc-bdVaJa kPbOQi"',
        "svg-path": '<path d="M10.5 20.25L172.16 3.4 192.168 10.10.1z"/>',
        "numbers": "1234567890123456, 3.14159265358979, 0.1234567890123456, 1000000000000",
        "prices": "1,234,567원 / 12-345-678",
        "isbn13": "ISBN 979-11-6224-000-1, ISSN 1234-567X",
        "business-number": "사업자등록번호 123-45-67890",
        "coordinates": "37.5665, 126.9780",
        "emoji": "👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣",
        "arabic": "مرحبا بالعالم \u200f(test)\u200e",
        "persian": "می‌خواهم بروم",
        "stray-zero-width": "복사한\u200b 글\u200b입니다",
        "accents": "naïve café déjà vu, Zoë, Ångström",
        "cyrillic": "Привет, мир! Это внутренний документ.",
        "japanese": "これは内部のテストです。トークンを取得します。",
        "todo-list": "- [ ] buy milk\n- [x] write a TODO list app\n",
        "draft-word": "## Drafts in Hugo\n\nSet `draft: true` in the front matter. A draft is not published.",
        "todo-code": "```js\n// TODO: fix\n# TODO: later\n```",
        "confidential-prose": "We talked about confidential computing and internal users only in passing.",
        "do-not-prose": "Do not share mutable state between threads.",
        "base64-word": "The base64 of `hello world` is aGVsbG8gd29ybGQ=.",
        "base64-json": f"config: {b64(json.dumps({'a': 1, 'b': 'hello'}))}",
        "hex-dump": "00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000",
        "entities": "a &lt; b &amp;&amp; c &gt; d &nbsp;",
        "percent": "https://ko.wikipedia.org/wiki/%ED%95%9C%EA%B5%AD%EC%96%B4",
        "kubernetes-name": "pod/web-6d4cf56db6-x7k2p and deployment-7c9f8b6d5-abcde",
        "licence-key-word": "license: MIT\nkey: value\nkeywords: [a, b, c]",
        "css-token": "token.identifier { color: #f8f8f2 } .auth-form__password-input--focused",
        "lambda-arn": "arn:aws:iam::123456789012:role/lambda-role",
        "cli-flag": "pass --token <token> or --password=$PASSWORD or -p 8080:80",
        "conflict-prose": "Git writes `<<<<<<< HEAD` into the file.",
    }
    files = {
        "env-example": (".env.example", b"DB_PASSWORD=\nAPI_KEY=your-key-here\n"),
        "gitignore": (".gitignore", b"*.pyc\n__pycache__/\n.env\n"),
        "package-json": ("package.json", b'{"name": "x", "private": true, "version": "1.0.0"}'),
        "html-page": ("a.html", b"<!doctype html><html><body><!-- more --><p>hello</p></body></html>"),
        "woff": ("a.woff2", b"wOF2" + d.random.randbytes(4000)),
        "random": ("a.bin", d.random.randbytes(20000)),
        "png-clean": ("a.png", png((b"tEXt", b"Software\0gimp"))),
        "tar-clean": ("a.tar.gz", tarred("a.md", b"hello")),
        "docx-like": ("a.xlsx", zipped("xl/workbook.xml", b"<workbook/>")),
        "certificate-file": ("cacert.pem", d.pem("CERTIFICATE").encode()),
        "public-key-file": ("key.pub", f"ssh-rsa {base64.b64encode(d.random.randbytes(270)).decode()} x".encode()),
        "python-tokens": ("a.py", b"TOKEN_RE = r'[A-Za-z0-9_-]{36}'\nAUTH_HEADER = 'Authorization'\ndef token(self, auth: str) -> str: ...\n"),
        "lock-file": ("package-lock.json", json.dumps({"packages": {"a": {"resolved": "https://registry.example.com/a.tgz", "integrity": f"sha512-{base64.b64encode(d.random.randbytes(64)).decode()}"}}}).encode()),
        "search-index": ("index.json", json.dumps({"tokens": {t(6).lower(): [1, 2, 3] for _ in range(50)}}).encode()),
        "draft-schema": ("schemas/draft-07.json", b'{"$schema": "http://json-schema.org/draft-07/schema#"}'),
        "front-matter-fine": ("a.md", b"---\ntitle: x\ndate: 2024-01-01\ndraft: false\nprivate: false\nstatus: published\n---\nbody\n"),
        "bullets-fine": ("a.md", "# 제목\n\n- 상태: 공개 완료\n- 작성일: 2024-01-01\n\n---\n본문\n".encode()),
    }  # fmt: skip
    return [
        *(Case(kind=kind, leak=False, data=post(text)) for kind, text in posts.items()),
        *(Case(kind=kind, leak=False, path=_below(name), data=data) for kind, (name, data) in files.items()),
    ]
