"""Is a value that a name calls a secret one? Told by the name, the kinds of its characters and the words in it."""

from __future__ import annotations

import re
from itertools import pairwise

from pressgate.leaks.placeholders import placeholder, vendor_example
from pressgate.leaks.randomness import entropy, perhaps_random, random_looking, wordless
from pressgate.leaks.secret_names import names_password, names_secret

PUBLISHABLE = ("pk.eyJ", "pk_live_", "pk_test_")
"""How tokens begin that vendors make for web pages."""
_ALGORITHM = re.compile(
    r"(?:[\w./+-]{0,16}[./+_-])?(?:argon2|bcrypt|scrypt|pbkdf2|sha-?[0-9]|aes-?[0-9]|[hrep]s(?:256|384|512)|x?ed?25519|"
    r"secp[0-9]|utf-?8|base64|md5|hmac|rsa-?[0-9]|chacha20)[a-z0-9]{0,6}(?:[./+_-][\w./+-]{0,16})?",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"[+.][\w ]*[.(]|https?:|file:|/|\.\.?/|~/|(?:os|env|process|self|this|settings|config|secrets)\.|"
    r"\$(?:[A-Za-z_]\w*(?:[/:.]|$)|[{(\[])|%(?:[A-Za-z_]\w*%|[({sd])|@[A-Za-z_]\w*@?$|"
    r"\{\{|\{%|\{[\w.:! ]*\}|<[^<>]*>|<%|&(?:[a-z]\w*;?$|&)|"
    r"!(?:Ref|Sub|vault|env|secret|Get|Import)\b|#\{|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$"
)
_CODE = re.compile(r"[\w.]+[(\[]|[(\[\\&!#{<]")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_PATTERN = re.compile(r"\[[\w^\\-]+\]|\(\?|\{\d+,|\\[dws]|\.\*")
# Words with digits, as people choose them.
_CHOSEN = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9!@#$%^*_+.-]{8,40}")
_TURNS = 3
_DATE = re.compile(r"(?:19|20)\d{2}[01]\d[0-3]\d(?:\d{2,6})?")
_NUMBER = re.compile(r"0x[0-9A-Fa-f]{1,8}|(?:19|20)\d{2}-[01]\d-[0-3]\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?")


def refers(value: str, *, quoted: bool = False) -> bool:
    """Whether a value stands for another: a variable, a path, a name; where it isn't quoted, a call or an index."""
    if _REFERENCE.match(value) or (not quoted and _CODE.match(value)):
        return True
    return _DOTTED.fullmatch(value) is not None and not (quoted and (random_looking(value) or wordless(value)))


def secret_value(name: str, value: str, *, quoted: bool) -> bool:
    """Whether `value` is the secret that `name` speaks of, and no placeholder, reference, algorithm or words."""
    if not names_secret(name) or name.endswith(value) or not _literal(value, quoted):
        return False
    password = names_password(name)
    if value.isdigit():
        return password and len(value) >= 8 and not _DATE.fullmatch(value)
    if not any(map(str.isalpha, value)) or not (password or any(map(str.isdigit, value))):
        return False
    if random_looking(value) or (len(value) >= 10 and perhaps_random(value)):
        return True
    if len(value) >= (8 if password else 10) and wordless(value):
        return any(map(str.isdigit, value)) or quoted or not value.islower()
    kinds = len({(c.isdigit(), c.isalpha(), c.isupper()) for c in value})
    chosen = _CHOSEN.fullmatch(value) or (quoted and len(value) >= 8 and kinds >= 3 and entropy(value) > 2.7)
    return password and bool(chosen)


def told_value(value: str) -> bool:
    """The same for what prose, a table or a command line gives: it must look drawn, with digits or capitals."""
    drawn = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    turns = sum(a.isupper() != b.isupper() for a, b in pairwise(value))
    mixed = turns >= _TURNS and value.isalpha() and wordless(value)
    return (
        len(value) >= 8
        and (drawn or mixed)
        and _literal(value, False)
        and (random_looking(value) or perhaps_random(value) or wordless(value))
    )


def told_password(value: str) -> bool:
    """The same for what is called a password: words with digits, as people choose them, count too."""
    chosen = _CHOSEN.fullmatch(value) and any(map(str.islower, value))
    return told_value(value) or (bool(chosen) and _literal(value, False))


def _literal(value: str, quoted: bool) -> bool:
    if refers(value, quoted=quoted) or placeholder(value) or vendor_example(value) or not value.isascii():
        return False
    if _ALGORITHM.fullmatch(value) or "://" in value or len(_PATTERN.findall(value)) > 1 or _NUMBER.fullmatch(value):
        return False
    return not value.startswith(("sha256:", "sha512-", "sha384-", "sha1:", "md5:", "unix:/", *PUBLISHABLE))
