"""The first set: sixty-four leaks and forty-eight look-alikes."""

from __future__ import annotations

import base64
import json
import string
import unicodedata

from leakset import (
    DATA,
    HEX,
    IDENTIFIER,
    IDENTIFIER_KO,
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

EXEC = 0o100755


def leaks(seed: int) -> list[Case]:
    """Every leak of the set, drawn from `seed`."""
    d = Draw(seed)

    def at(kind: str, path: str, data: str | bytes, **more: object) -> Case:
        raw = data if isinstance(data, bytes) else data.encode()
        return Case(kind=kind, leak=True, path=path, data=raw, **more)  # type: ignore[arg-type]

    def md(kind: str, text: str) -> Case:
        return Case(kind=kind, leak=True, data=post(text))

    r, token = d.random, d.github()
    account = {
        "type": "service_account",
        "private_key_id": d.hex(40),
        "private_key": d.pem("PRIVATE KEY"),
        "client_email": "ci@p-123.iam.gserviceaccount.com",
    }
    notebook = {
        "cells": [{"cell_type": "code", "outputs": [{"text": ['File "/home/jkim/blog/x.py", line 3']}], "source": []}]
    }
    return [
        md("aws-access-key", f"Use `{d.aws()}` here."),
        at("aws-secret-key", DATA + "a.json", json.dumps({"aws_secret_access_key": d.text(40, d_alphabet)})),
        at("github-pat", DATA + "a.py", f'TOKEN = "{d.github()}"\n'),
        md("github-fine-grained", f"github_pat_11{d.text(20, string.ascii_uppercase + string.digits)}_{d.text(59)}"),
        at("gitlab-pat", DATA + "a.yml", f"token: glpat-{d.text(20)}\n"),
        md("slack-bot", f"xoxb-{r.randrange(10**11, 10**12)}-{r.randrange(10**12, 10**13)}-{d.text(24)}"),
        at("openai-key", DATA + "a.py", f'client = OpenAI(api_key="sk-proj-{d.text(74)}T3BlbkFJ{d.text(74)}")\n'),
        at("pypi-token", DATA + ".pypirc",
           f"[pypi]\nusername = __token__\npassword = pypi-AgEIcHlwaS5vcmc{d.text(150)}\n"),
        at("stripe-live", DATA + "a.py", f'stripe.api_key = "sk_live_{d.text(24)}"\n'),
        md("rsa-private-key", d.pem("RSA PRIVATE KEY")),
        md("jwt", f"`{d.jwt()}`"),
        md("basic-auth-url", f"https://deploy:{d.text(16)}@packages.bluefin.dev/simple"),
        at("password-literal", DATA + "a.py", f'password = "{d.text(14)}!9"\n'),
        at("gcp-service-account", DATA + "sa.json", json.dumps(account)),
        at("dotenv", "leakset/.env", f"DB_PASSWORD={d.text(20)}\nAPI_TOKEN={d.text(32)}\n"),
        at("git-config-token", "leakset/.git/config",
           f'[remote "origin"]\n\turl = https://x-access-token:{d.checked("ghs_")}@github.com/o/r.git\n'),
        md("git-ssh-remote", "git clone git@git.bluefin.corp:platform/secret-repo.git"),
        Case(kind="token-in-metadata", leak=True, data=None, metadata=f"{METADATA}\nInstall with {d.github()}\n"),
        at("home-path-in-name", "leakset/home/jkim/work/acme/notes.md", "note\n"),
        at("token-in-pyc", "leakset/__pycache__/a.cpython-311.pyc", pyc(f'T = "{d.github()}"', "a.py")),
        at("token-nested-zip", DATA + "bundle.zip", zipped("x/a.md", post(d.github()))),
        at("token-nested-targz", DATA + "bundle.tar.gz", tarred("a.md", post(d.github()))),
        md("token-base64", base64.b64encode(f"token={d.github()}".encode()).decode()),
        at("token-utf16", DATA + "a.md", post(d.github()).decode().encode("utf-16")),
        at("token-in-filename", f"{DATA}{d.github()}.md", "x\n"),
        at("png-text-homepath", DATA + "a.png", png((b"tEXt", b"Comment\0/Users/jkim/Desktop/shot.png"))),
        at("png-text-token", DATA + "a.png", png((b"tEXt", b"Comment\0" + d.github().encode()))),
        Case(kind="zip-comment-token", leak=True, data=None, comment=d.github().encode()),
        at("token-in-sqlite", DATA + "index.sqlite", sqlite(d.github())),
        at("ipynb-output-homepath", DATA + "a.ipynb", json.dumps(notebook)),
        at("token-split-lines", DATA + "a.py", f't = ("{token[:15]}"\n     "{token[15:]}")\n'),
        md("ident-percent", "".join(f"%{byte:02X}" for byte in IDENTIFIER.encode())),
        md("ident-html-entity", "".join(f"&#{ord(c)};" for c in IDENTIFIER)),
        at("ident-json-uescape", DATA + "a.json", json.dumps({"title": f"{IDENTIFIER_KO} 소개"})),
        md("ident-fullwidth", "".join(chr(ord(c) + 0xFEE0) for c in IDENTIFIER)),
        md("ident-zero-width", "\u200b".join(IDENTIFIER)),
        md("ident-nfd-hangul", unicodedata.normalize("NFD", IDENTIFIER_KO)),
        md("ident-case-underscore", "ACME_Internal"),
        md("ident-plain", f"the {IDENTIFIER} cluster"),
        md("ident-hangul", f"{IDENTIFIER_KO} 회고"),
        md("home-linux", "cd /home/jkim/work/blog"),
        md("home-windows", "C:\\Users\\jkim\\work"),
        md("home-mac", "/Users/jkim/work"),
        md("file-url", "[x](file:///home/jkim/a.html)"),
        md("rfc1918-10", "ssh 10.42.7.19"),
        md("host-internal", "https://wiki.bluefin.internal/p/1"),
        md("host-corp", "ping build7.bluefin.corp"),
        md("email", "ask minji.park@bluefin.co.kr"),
        md("phone-kr", "010-4821-7730"),
        at("symlink-entry", DATA + "link", "/home/jkim/secrets", mode=0o120777),
        at("absolute-entry", "/etc/leakset.conf", "x\n"),
        at("dotdot-entry", "../outside.py", "x=1\n"),
        at("exec-script", DATA + "run.sh", "#!/bin/sh\nls\n", mode=EXEC),
        at("elf-binary", DATA + "tool", b"\x7fELF\x02\x01\x01" + bytes(60), mode=EXEC),
        at("git-dir", "leakset/.git/HEAD", "ref: refs/heads/main\n"),
        at("pycache", "leakset/__pycache__/c.cpython-311.pyc", pyc("x=2", "c.py")),
        at("duplicate-entry", DATA + "a.md", "one\n", twice=b"two\n"),
        at("ds-store", "leakset/.DS_Store", b"\0\0\0\x01Bud1" + "/Users/jkim".encode("utf-16-be")),
        at("not-in-record", DATA + "a.md", "x\n", in_record=False),
        at("editor-backup", DATA + "a.md~", "old\n"),
        at("draft-true", DATA + "a.md", "---\ntitle: x\ndraft: true\n---\nbody\n"),
        at("published-false", DATA + "a.md", "---\ntitle: x\npublished: false\n---\nbody\n"),
        at("future-date", DATA + "a.md", "---\ntitle: x\ndate: 2131-05-01\n---\nbody\n"),
        at("draft-folder", DATA + "_drafts/a.md", post("text")),
    ]  # fmt: skip


d_alphabet = string.ascii_letters + string.digits + "/+"
JWT_IO = (
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ."
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
)


def look_alikes(seed: int) -> list[Case]:
    """What must pass, drawn from `seed`."""
    d = Draw(seed)
    h = d.hex
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="#0af"/></svg>'
    index = [{"slug": "a", "content_hash": f"sha256:{h(64)}"}, {"slug": "b", "etag": f'"{h(32)}"'}]
    posts = {
        "aws-example-id": "`AKIAIOSFODNN7EXAMPLE`",
        "email-example": "mail user@example.com",
        "email-example-org": "admin@example.org",
        "ip-192-0-2": "curl 192.0.2.14",
        "ip-203": "203.0.113.9",
        "loopback": "http://127.0.0.1:8000/ and 0.0.0.0 and ::1",
        "localhost": "http://localhost:3000",
        "git-sha": f"fixed in {h(40)}",
        "git-short": f"see `{h(7)}`",
        "uuid": f"id {d.uuid()}",
        "base64-png": f"![x](data:image/png;base64,{base64.b64encode(png()).decode()})",
        "base64-svg": f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}",
        "sha256": f"sha256: {h(64)}",
        "sri": f'integrity="sha512-{base64.b64encode(d.random.randbytes(64)).decode()}"',
        "md5": f"md5 {h(32)}",
        "pinned-action": f"```yaml\n- uses: actions/checkout@{h(40)} # v5\n```",
        "commit-url": f"https://github.com/o/r/commit/{h(40)}",
        "password-environ": '```python\npassword = os.environ["DB_PASSWORD"]\n```',
        "placeholder-key": 'API_KEY="<your-api-key>"',
        "ghp-x": "`ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`",
        "slack-placeholder": "xoxb-your-token",
        "shell-var": 'curl -H "Authorization: Bearer $TOKEN" https://api.example.com',
        "curl-user": "curl -u user:password https://example.com/",
        "url-userpass-example": "https://user:pass@example.com/repo",
        "dsn-localhost": "postgresql://postgres:postgres@localhost:5432/test",
        "jwt-io": JWT_IO,
        "certificate": d.pem("CERTIFICATE"),
        "ssh-pub": f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{d.text(43)} me",
        "tilde-path": "edit ~/.config/x and $HOME/.local/share",
        "userprofile": "%USERPROFILE%\\AppData and C:\\Program Files\\Git",
        "home-user-placeholder": "/home/<user>/project",
        "file-scheme-prose": "the `file://` scheme is refused",
        "corp-prose": "Microsoft Corp. and an internal/ folder",
        "gh-ssh-public": "git clone git@github.com:pypa/build.git",
        "winbuild": "Windows 10.0.22631.4317 and Chrome 120.0.6099.71",
        "isbn-date": "ISBN 978-89-6848-000-5, 2026-01-01, 20260101-1",
        "draft-prose": "I wrote a draft: it was bad. TODO lists help.",
        "hex-colours": "#ff00aa #00ffcc #1e1e2e " + " ".join(f"#{d.text(6, HEX)}" for _ in range(6)),
    }
    lock = f'{{ url = "https://files.example.com/{h(2)}/{h(60)}/x-1.0.tar.gz", hash = "sha256:{h(64)}" }}\n'
    files = {
        "content-hash-index": ("index.json", json.dumps(index, indent=1).encode()),
        "uv-lock": ("uv.lock", lock.encode()),
        "password-environ-py": (
            "a.py",
            b'import os\npassword = os.environ["DB_PASSWORD"]\ntoken = os.getenv("TOKEN")\n',
        ),
        "gha-secret": ("a.yml", b"password: ${{ secrets.PYPI_TOKEN }}"),
        "draft-false": ("a.txt", b"---\ntitle: x\ndraft: false\npublished: true\n---\nbody\n"),
        "utf16-harmless": ("a.md", post("just words").decode().encode("utf-16")),
        "nested-zip-harmless": ("b.zip", zipped("a.md", b"hello")),
        "sqlite-clean": ("i.sqlite", sqlite("hello")),
        "py-typed": ("../py.typed", b""),
        "dotfile-name-prose": ("dotenv-guide.md", post("Never commit your `.env`, `.git` or `__pycache__`.")),
    }
    return [
        *(Case(kind=kind, leak=False, data=post(text)) for kind, text in posts.items()),
        *(
            Case(kind=kind, leak=False, path=(DATA + name).replace("data/../", ""), data=data)
            for kind, (name, data) in files.items()
        ),
    ]
