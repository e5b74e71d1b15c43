"""Files that tools, systems and people leave behind, told by their names or their first bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pressgate.leaks.leftover_names import CACHE, EDITOR, PRIVATE, SYSTEM, VERSION_CONTROL
from pressgate.leaks.subject import Hit, Rule, Subject
from pressgate.walk.layers import LAYERS

_ENV = re.compile(r"^\.env(?!\.(?:example|sample|template|dist|defaults?|schema|test)$)(?:[.-].*)?$|^[\w-]+\.env$")
_BACKUP = re.compile(
    r"~$|^#.*#$|^\.#|^\._|\.(?:sw[a-p]|un~|bak|backup|bk|orig|rej|old|tmp|temp|save|autosave|kate-swp|crswap|"
    r"part|crdownload|"
    r"copy|lnk|iml|sublime-workspace|code-workspace|pid|lock~|mine|r\d+|theirs|ours)$| copy(?: \d+)?\.\w+$| "
    r"\(\d+\)\.\w+$|"
    r"^~\$|^\.~lock\.|의 사본|복사본|のコピー|conflicted copy|\.sync-conflict-|^\.nfs[0-9a-f]{4,}|^\.fuse_hidden",
    re.IGNORECASE,
)
_KEYS = re.compile(
    r"\.(?:p12|pfx|jks|keystore|kdbx?|ppk|ovpn|tfstate|tfvars|mobileprovision|agilekeychain|psafe3|keychain|tblk|rdp|"
    r"har|pcap(?:ng)?|keytab|session|core|dmp|mdmp|hprof|heapsnapshot|stackdump)(?:\.backup)?$|^core\.\d+$|_(?:rsa|dsa|ecdsa|"
    r"ed25519)$|(?:^|[-_.])service[-_]account[^/]*\.json$|"
    r"^client_secret[^/]*\.json$|^firebase-adminsdk[^/]*\.json$|^[\w-]*\.(?:sqlite3?|db)-(?:wal|journal|shm)$|"
    r"\.(?:log|sql|dump)(?:\.\d+)?(?:\.(?:gz|bz2|xz|zst|zip))?$|^cookies\.(?:txt|sqlite)$|^(?:sec|pub)ring\.(?:gpg|kbx)$",
    re.IGNORECASE,
)
_INSTALLED = re.compile(
    r"\.dist-info/(?:direct_url\.json|INSTALLER|REQUESTED|uv_cache\.json|uv_build\.json|RECORD\.\w*)$|"
    r"\.egg-link$|(?:^|/)__editable__"
)
_STARTUP = re.compile(r"^[^/]+\.pth$|(?:^|/)(?:sitecustomize|usercustomize)\.py$")
_COMPILED = re.compile(r"\.py[co]$|(?:^|/)__pycache__/|\.class$|\.jar$|\.war$|\.o$|\.obj$", re.IGNORECASE)
_BINARY = re.compile(
    r"\.(?:so(?:\.\d+)*|pyd|dll|dylib|exe|com|msi|deb|rpm|apk|dmg|appimage|scr|bat|cmd|ps1|vbs)$", re.IGNORECASE
)
_MAGIC = {
    b"\x7fELF": "an ELF program", b"MZ": "a Windows program", b"\xfe\xed\xfa\xce": "a Mach-O program",
    b"\xfe\xed\xfa\xcf": "a Mach-O program", b"\xce\xfa\xed\xfe": "a Mach-O program",
    b"\xcf\xfa\xed\xfe": "a Mach-O program",
    b"\xca\xfe\xba\xbe": "a Java class or Mach-O program", b"\x00asm": "a WebAssembly program",
    b"dex\n": "an Android program",
    b"!<arch>\n": "a static library", b"BC\xc0\xde": "LLVM bitcode",
}  # fmt: skip
_SHOWN = 256
_CONFLICT = re.compile(r"(?m)^<{7} \S[^\n]*\n(?:[^\n]*\n){0,400}?={7}\n(?:[^\n]*\n){0,400}?>{7} \S")


def is_name(subject: Subject) -> bool:
    """Whether the view is a member's name, in the artefact or in an archive inside."""
    return subject.view.named and (
        subject.view.chain == ("(name)",) or "/" in subject.text or "." in subject.text[:255]
    )


def leftovers(subject: Subject) -> Iterator[Hit]:
    """Version control, editors, systems and caches."""
    for part in _parts(subject):
        name = part.lower()
        if name in VERSION_CONTROL:
            yield Hit(start=0, end=len(subject.text), kind="version control")
        elif name in SYSTEM or name in EDITOR or name in CACHE or _BACKUP.search(part):
            yield Hit(start=0, end=len(subject.text), kind="editor, system or cache")
    if subject.view.named and _INSTALLED.search(subject.text):
        yield Hit(start=0, end=len(subject.text), kind="written by an installer")


def private_files(subject: Subject) -> Iterator[Hit]:
    """Files that hold credentials, histories, dumps or logs whatever stands in them."""
    for part in _parts(subject):
        if part.lower() in PRIVATE or _ENV.match(part.lower()) or _KEYS.search(part):
            yield Hit(start=0, end=len(subject.text))


def _parts(subject: Subject) -> list[str]:
    if not is_name(subject) or "\n" in subject.text or len(subject.text) > 1000:
        return []
    return [part for part in subject.text.split("/") if part]


def startup_files(subject: Subject) -> Iterator[Hit]:
    """Files that run code whenever Python starts."""
    if subject.view.chain == ("(name)",) and _STARTUP.search(subject.text):
        yield Hit(start=0, end=len(subject.text))


def compiled_names(subject: Subject) -> Iterator[Hit]:
    """Names of compiled files."""
    if is_name(subject) and len(subject.text) < 1000 and _COMPILED.search(subject.text):
        yield Hit(start=0, end=len(subject.text))


def program_names(subject: Subject) -> Iterator[Hit]:
    """Names of programs and libraries."""
    if is_name(subject) and len(subject.text) < 1000 and _BINARY.search(subject.text):
        yield Hit(start=0, end=len(subject.text))


def programs(subject: Subject) -> Iterator[Hit]:
    """Content that begins as a program does; a few bytes of one that a text shows are no program."""
    shown = len(subject.view.head) < _SHOWN and any(step in LAYERS for step in subject.view.chain)
    if subject.view.head and not shown and program_kind(subject.view.head):
        yield Hit(start=0, end=0)


def program_kind(data: bytes) -> str | None:
    """What kind of program the first bytes announce, or None."""
    for magic, kind in _MAGIC.items():
        if data.startswith(magic):
            return kind if magic != b"MZ" or _portable_executable(data) else None
    return None


def _portable_executable(data: bytes) -> bool:
    place = int.from_bytes(data[60:64], "little")
    return data[place : place + 2] in {b"PE", b"NE", b"LE"} or len(data) < 64


def conflicts(subject: Subject) -> Iterator[Hit]:
    """Conflict markers of a merge."""
    if "<<<<<<< " in subject.text:
        for match in _CONFLICT.finditer(subject.text):
            yield Hit(start=match.start(), end=match.end())


LEFTOVER_RULES = (
    Rule(
        code="leftover", name="leftover", meaning="a file of an editor, a system, a cache or version control",
        find=leftovers, canary=lambda _: "x", file="{}.md~", sensitive=False,
    ),
    Rule(
        code="private-file", name="private-file", meaning="a file of a kind that holds credentials, histories or dumps",
        find=private_files, canary=lambda _: "x", file="{}/.netrc", sensitive=False,
    ),
    Rule(
        code="startup-file", name="startup-file", meaning="a file that runs code whenever Python starts",
        find=startup_files, canary=lambda _: "x", file="{}.pth", sensitive=False,
    ),
    Rule(
        code="compiled-file", name="compiled-file", meaning="a compiled file, which nobody can review",
        find=compiled_names, canary=lambda _: "x", file="{}.pyc", sensitive=False,
    ),
    Rule(
        code="program-file", name="program-name", meaning="a program or library", find=program_names,
        canary=lambda _: "x", file="{}.exe", sensitive=False,
    ),
    Rule(
        code="program-file", name="program", meaning="a program or library", find=programs,
        canary=lambda _: "\x7fELF\x02\x01\x01\0\0\0", file="{}", sensitive=False,
    ),
    Rule(
        code="merge-conflict", name="merge-conflict", meaning="conflict markers of a merge", find=conflicts,
        canary=lambda _: "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", reviewable=True,
    ),
)  # fmt: skip
