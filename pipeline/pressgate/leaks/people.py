"""People: e-mail addresses, telephone numbers, places of photographs, names in document properties."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from pressgate.leaks.drawing import drawn
from pressgate.leaks.example_names import example_host, role_address
from pressgate.leaks.subject import Hit, Rule, Subject, places

_WIDE = "가-힣ぁ-ヿ一-鿿"
_EMAIL = re.compile(
    r"(?<![A-Za-z0-9_.+%-])([A-Za-z0-9](?:[A-Za-z0-9._%+-]{0,62}[A-Za-z0-9_+-])?)@"
    rf"((?:[A-Za-z0-9{_WIDE}](?:[A-Za-z0-9{_WIDE}-]{{0,61}}[A-Za-z0-9{_WIDE}])?\.)+([A-Za-z]{{2,18}}|한국|中国|中國))"
    r"(?![A-Za-z0-9_@-]|\.[A-Za-z])"
)
_DOT = r"(?:\[\s*dot\s*\]|\(\s*dot\s*\)|\{\s*dot\s*\}|\s(?:DOT|dot|점|닷)\s|\.)"
_SPELT = re.compile(
    r"(?<![A-Za-z0-9_.+-])([A-Za-z0-9][A-Za-z0-9_.+-]{1,40})\s*"
    r"(?:\[\s*at\s*\]|\(\s*at\s*\)|\{\s*at\s*\}|<\s*at\s*>|\[\s*@\s*\]|\(\s*@\s*\)|\s(?:AT|at)\s|골뱅이|앳)\s*"
    rf"([A-Za-z0-9-]{{2,40}}(?:\s*{_DOT}\s*[A-Za-z0-9-]{{2,20}}){{1,3}})(?![A-Za-z0-9-])"
)
_LIST_HOST = re.compile(
    r"^lists?\.|(?:^|\.)(?:googlegroups\.com|groups\.io|group\.calendar\.google\.com)$", re.IGNORECASE
)
# Written apart, or with an underscore: only with an ending that is one of host names.
_APART = re.compile(
    r"(?<![A-Za-z0-9_.+-])([A-Za-z0-9][A-Za-z0-9.+-]{1,40})(?:[ \t]@[ \t]|_at_)((?:[A-Za-z0-9-]{2,40}\.)+"
    r"(com|net|org|io|dev|me|kr|jp|cn|de|fr|uk|eu))(?![A-Za-z0-9_.-]*[A-Za-z0-9_])"
)
_CLOUDFLARE = re.compile(r"(?:data-cfemail=[\"']|email-protection#)([0-9a-f]{12,200})")
_AT = re.compile(r"[\[({<]\s*(?:at|@)|골뱅이|앳")
_NO_TLD = frozenset(
    [
        "png",
        "jpg",
        "jpeg",
        "gif",
        "svg",
        "webp",
        "ico",
        "css",
        "js",
        "mjs",
        "ts",
        "tsx",
        "jsx",
        "json",
        "md",
        "mdx",
        "py",
        "rb",
        "go",
        "rs",
        "java",
        "html",
        "htm",
        "xml",
        "yml",
        "yaml",
        "toml",
        "txt",
        "sh",
        "local",
        "internal",
        "whl",
        "gz",
        "zip",
        "tar",
        "exe",
        "dll",
        "so",
        "lock",
        "map",
        "vue",
        "woff",
        "ttf",
        "pdf",
        "cfg",
        "ini",
        "sql",
        "csv",
        "log",
        "service",
        "target",
        "socket",
    ]
)
_SILENT = ("noreply", "no-reply", "users.noreply.github.com", "donotreply", "@openssh.com", "@libssh.org")
_GAP = "[-. )*_/–—‐‑]"
_KR = re.compile(
    rf"(?<![A-Za-z0-9_.+/=-])(?:(?:\+|00)82{_GAP}{{0,2}}\(?0?\)?|82{_GAP}|0)"
    rf"(?:(1[016789]){_GAP}{{0,3}}(\d{{3,4}}){_GAP}{{0,3}}(\d{{4}})|(2|[3-6][1-5]|70|50\d)[-. )–—‐‑]{{1,2}}(\d{{3,4}})"
    r"[-. –—‐‑](\d{4}))(?![A-Za-z0-9_-]|\.\d)"
)
# Digits as they are read aloud in a telephone number.
_ALOUD = str.maketrans("공영일이삼사오육륙칠팔구", "001234566789")
_JP = re.compile(
    r"(?<![A-Za-z0-9_.+/=-])(?:\+81[-. ]?|0)(?:[5789]0[-. ]\d{4}[-. ]\d{4}|\d{1,4}-\d{1,4}-\d{4})(?![A-Za-z0-9_-]|\.\d)"
)
_CN = re.compile(
    r"(?<![A-Za-z0-9_.+/=-])(?:\+?86[-. ]?)?1[3-9]\d[-. ]\d{4}[-. ]\d{4}(?![A-Za-z0-9_-])|\+86[-. "
    r"]?1[3-9]\d{9}(?![A-Za-z0-9_-])"
)
_WORLD = re.compile(
    r"(?<![A-Za-z0-9_.+/=-])\+(?!86|82|81)[1-9]\d{0,2}[-. ]?(?:\(?\d{1,4}\)?[-. ]?){2,5}\d{2,4}(?![A-Za-z0-9_-]|\.\d)"
)
_US = re.compile(
    r"(?<![A-Za-z0-9_.+/=-])(?:\+?1[-. ])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-.])[2-9]\d{2}[-.]\d{4}(?![A-Za-z0-9_-]|\.\d)"
)
_CALL = re.compile(
    r"(?:tel:|wa\.me/|☎|📞|전화|연락처|휴대폰|핸드폰|(?<![A-Za-z])(?:phone|mobile)|電話|携帯|电话|"
    r"手机)[^\d+\n]{0,12}(\+?\d[\d() .-]{7,18}\d)",
    re.IGNORECASE,
)
_GPS = re.compile(r"EXIF GPS position|exif:GPSL(?:at|ong)itude|GPSLatitude\W{1,4}\d")
_AUTHOR = re.compile(
    r"/(?:Author|Creator)\s*\(([^()\n]{3,60})\)|<(?:dc:creator|cp:lastModifiedBy|"
    r"meta:initial-creator)>(?:\s*<rdf:\w+[^<>]*>){0,2}([^<>\n]{3,60})<"
    r"|(?:^|\n)(?:Author|Artist)\n([^\n]{3,60})|EXIF (?:Artist|Owner) ([^\n]{3,60})"
)


def emails(subject: Subject) -> Iterator[Hit]:
    """Addresses of people, spelt out ones too; offices, examples and no-reply addresses pass in posts."""
    text, done = subject.text, 0
    for at in places(text, "@"):
        match = next((m for m in _EMAIL.finditer(text, max(done, at - 65), at + 260) if m.start(2) == at + 1), None)
        if match and _person(match[1], match[2], match[3], subject) and not _in_url(text, match.start()):
            done = match.end()
            yield Hit(start=match.start(), end=match.end())
    if re.search(r"[\[({<]\s*at\s*[\])}>]|\s(?:dot|DOT)\s|[\[(]\s*@|골뱅이|앳", text):
        for match in _SPELT.finditer(text):
            host = re.sub(r"\s*[\[({]?\s*(?:dot|점|닷)\s*[\])}]?\s*", ".", match[2], flags=re.IGNORECASE)
            spelt = host != match[2] or _AT.search(match.group()) is not None
            if spelt and "." in host and _person(match[1], host, host.rpartition(".")[2], subject):
                yield Hit(start=match.start(), end=match.end())
    for match in _APART.finditer(text) if " @ " in text or "_at_" in text else ():
        if _person(match[1], match[2], match[3], subject):
            yield Hit(start=match.start(), end=match.end())
    for match in _CLOUDFLARE.finditer(text) if "cfemail" in text or "email-protection" in text else ():
        shown = _EMAIL.fullmatch(_unmasked(match[1]))
        if shown and _person(shown[1], shown[2], shown[3], subject):
            yield Hit(start=match.start(1), end=match.end(1))


def _unmasked(digits: str) -> str:
    """An address that a proxy hides from robots: each byte, but for the first, is XORed with the first."""
    mask, *rest = bytes.fromhex(digits[: len(digits) & ~1])
    return bytes(byte ^ mask for byte in rest).decode("latin-1")


def _person(local: str, host: str, tld: str, subject: Subject) -> bool:
    if tld.lower() in _NO_TLD or any(word in f"{local}@{host}".lower() for word in _SILENT):
        return False
    if re.fullmatch(r"\d+(?:\.\d+)*[a-z]?", host.rpartition(".")[0]):
        return False
    if subject.view.noise and (len(host) < 7 or len(local) < 3):
        return False
    if subject.zone == "strict":
        return True
    return not example_host(host) and not role_address(local) and not _LIST_HOST.search(host)


def _in_url(text: str, at: int) -> bool:
    """Whether the address is the user part of a URL, or what follows another `@` or a Mastodon handle."""
    lead = text[max(0, at - 120) : at]
    token = re.split(r"[\s\"'<>()`]", lead)[-1]
    return token.endswith("@") or ("://" in token and "mailto:" not in token and not re.search(r"[?&=]", token))


def phones(subject: Subject) -> Iterator[Hit]:
    """Numbers in the forms of Korea, Japan, China, the United States and E.164; fictional ones pass."""
    text = subject.text
    for start, end in subject.digits:
        for pattern in (_KR,) if subject.view.noise else (_KR, _JP, _CN, _US, _WORLD):
            for match in pattern.finditer(text, start, min(end + 4, len(text))):
                if _plausible(pattern, match.group()) and not _fictional(match.group()):
                    yield Hit(start=match.start(), end=match.end())
    for match in _KR.finditer(text.translate(_ALOUD)) if "공일" in text else ():
        if "공일" in text[match.start() : match.end()] and not _fictional(match.group()):
            yield Hit(start=match.start(), end=match.end())
    for match in _CALL.finditer(text) if subject.digits and not subject.view.noise else ():
        if not _fictional(match[1]) and 9 <= len(re.sub(r"\D", "", match[1])) <= 15:
            yield Hit(start=match.start(1), end=match.end(1))


def _plausible(pattern: re.Pattern[str], number: str) -> bool:
    """Whether there are as many digits as such a number has. A date such as 03-19-2023 has fewer."""
    digits = len(re.sub(r"\D", "", number))
    if pattern is _JP:
        return digits - number.startswith("+") in (10, 11)
    return pattern is not _WORLD or (9 <= digits <= 15 and re.search(r"[-. ()]", number) is not None)


def _fictional(number: str) -> bool:
    """Numbers kept free for fiction (555-01xx), written in order (1234-5678) or of one digit."""
    digits = re.sub(r"\D", "", number)
    tail = digits[-8:]
    if (
        re.search(r"55501\d\d$|2079460\d{3}$|1632960\d{3}$|7700900\d{3}$", digits)
        or len(set(tail)) <= 2
        or (tail[-4:] in {"0000", "1111"} and len(set(tail)) <= 3)
    ):
        return True
    if tail in {"12345678", "23456789", "87654321", "11112222", "12341234", "56781234", "00001234", "90123456"}:
        return True
    return bool(re.search(r"1234567|2345678|7654321", digits)) or digits.startswith(("15885", "1577", "1544"))


def photo_places(subject: Subject) -> Iterator[Hit]:
    """The position of a camera in the data of a picture."""
    if "GPS" in subject.text and len(subject.view.chain) > 0:
        for match in _GPS.finditer(subject.text):
            yield Hit(start=match.start(), end=match.end())


def authors(subject: Subject) -> Iterator[Hit]:
    """Names in the properties of PDF, Office and picture files: often the account's and not the pen name."""
    if not subject.view.chain or subject.zone == "post":
        return
    for match in _AUTHOR.finditer(subject.text):
        name = next(filter(None, match.groups()))
        if not re.search(
            r"(?i)anonym|unknown|example|adobe|microsoft|latex|cairo|matplotlib|python|openxml|\d\.\d", name
        ):
            yield Hit(start=match.start(), end=match.end())


def _email(random: Random) -> str:
    return f"{drawn(random, 9).lower()}@{drawn(random, 10).lower()}.co.kr"


def _phone(random: Random) -> str:
    return f"010-48{random.randrange(10, 99)}-7{random.randrange(10, 99)}3"


PEOPLE_RULES = (
    Rule(code="email", name="email", meaning="a person's e-mail address", find=emails, canary=_email, reviewable=True),
    Rule(code="phone", name="phone", meaning="a telephone number", find=phones, canary=_phone, reviewable=True),
    Rule(
        code="photo-location", name="photo-location", meaning="the place where a picture was taken", find=photo_places,
        canary=lambda r: f"exif:GPSLatitude={r.random() * 90:.5f}", file="{}.zip",
    ),
    Rule(
        code="document-author", name="document-author", meaning="a name in a document's properties", find=authors,
        canary=lambda r: f"<dc:creator>{drawn(r, 12)}</dc:creator>", file="{}.zip",
    ),
)  # fmt: skip
