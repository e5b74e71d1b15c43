"""What things are called that hold a secret, in the languages that posts are written in."""

from __future__ import annotations

import re

_PASSWORD = (
    r"(?<!by)(?<!com)pass(?:(?:words?|wd|phrase|code|wort)(?-i:(?![a-z]))|(?![a-z]))|passwd|"  # noqa: S105
    r"(?:(?<![a-z])|root|admin|user|sudo|login|bind|smtp|ftp|mail|db|my)pw(?![a-z])|pwd|"
    r"비밀 ?번호|비번|암호(?!화)|패스워드|パスワード|合言葉|密码|密碼|口令|授权码|授權碼|"
    r"kennwort|contraseña|senha|mot[-_ ]de[-_ ]passe|пароль"
)
_KEYS = (
    r"secret|credential|private[-_ ]?key|api[-_ ]?key|access[-_ ]?key|auth[-_ ]?key|account[-_ ]?key|"
    r"client[-_ ]?key|service[-_ ]?key|signing[-_ ]?key|encryption[-_ ]?key|master[-_ ]?key|licen[sc]e[-_ ]?key|"
    r"deploy[-_ ]?key|db[-_ ]?key|app[-_ ]?key|admin[-_ ]?key|rest[-_ ]?key|session[-_ ]?key|"
    r"(?<![a-z])(?:aes|des|hmac|jwt|cipher|crypto|storage|consumer|shared|wrapping|vault|webhook|recovery|unlock)"
    r"[-_ ]?key|(?<![a-z])psk(?![a-z])|(?<![a-z])t?otp[-_ ]?seed|(?:recovery|backup)[-_ ]?codes?(?![a-z])|"
    r"salt|sess(?:ion)?[-_ ]?id|token(?!i[zs]|s\b)|auth(?!or|ent)|bearer|"
    r"시크릿|토큰(?!화)|(?:비밀|인증|액세스|접근|접속|보안|암호화|서명|서비스|API|앱) ?키(?![가-힣])|"
    r"トークン(?!化)|シークレット|(?:アクセス|API|暗号化|サービス|認証) ?キー|秘密鍵|令牌|[密秘][钥鑰]|金鑰"
)
_PASSWORDS = re.compile(_PASSWORD, re.IGNORECASE)
_NAMES = re.compile(rf"{_PASSWORD}|{_KEYS}", re.IGNORECASE)
_PUBLIC = re.compile(r"(?:public|hash(?:ed)?|digest|checksum|(?<![a-z])(?:max|num|n|count))[-_ ]?$", re.IGNORECASE)
_ABOUT = re.compile(
    r"hash|digest|checksum|sha\d*|md5|fingerprint|etag|integrity|ids?\b|id_|name|url|uri|path|file|dir|type|kind|field|"
    r"format|header|prefix|suffix|length|len\b|size|count|limit|ttl|expir|algorithm|endpoint|host|policy|class|regex|"
    r"pattern|_?re\b|label|title|ref|version|public|issuer|env|var\b|hint|placeholder|ized|ization|rounds|strength|"
    r"less|"
    r"manager|provider|server|service|method|mode|column|index|scope|page|form|input|(?<![a-z])(?:min|max)(?![a-z])",
    re.IGNORECASE,
)
# A .NET assembly's public key, and where nginx passes requests on.
_NO_SECRET = re.compile(r"publickeytoken|(?:proxy|fastcgi|uwsgi|scgi|grpc|memcached)_pass(?![a-z])", re.IGNORECASE)

# Words before a space belong to the name where it says nothing without them: "API key", "액세스 키".
_BEFORE = re.compile(
    r"(?:\b(?:api|access|secret|private|auth|master|encryption|signing|client|service|account|recovery|"
    r"액세스|접근|접속|비밀|인증|アクセス) )?[\w.\[\]-]*$",
    re.IGNORECASE,
)


def name_before(text: str, at: int) -> str:
    """What stands of a name before the offset `at`, of forty characters at most."""
    found = _BEFORE.search(text[max(0, at - 40) : at])
    return found.group() if found else ""


def names_secret(name: str) -> bool:
    """Whether something of this name holds a secret, and not what a secret is called, where it is or how long."""
    found = list(_NAMES.finditer(name))
    return (
        bool(found)
        and not _NO_SECRET.search(name)
        and not (_ABOUT.search(name, found[-1].end()) or _PUBLIC.search(name[: found[-1].start()]))
    )


def names_password(name: str) -> bool:
    """Whether something of this name holds what people choose or a manager draws: it may be short."""
    return _PASSWORDS.search(name) is not None
