"""What documentation writes in place of a secret: it is no leak, by convention."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise

from pressgate.leaks.randomness import random_looking

_TEMPLATE = re.compile(
    r"[\"'`]*(?:<[^<>]*>?|\$\{.*|\$\(.*|\$\w+(?:[-/:._]\$?\{?\w+\}?)*|\{+[^{}]*\}+.*|%\w+%.*|\[+[^\[\]]*\]?|\*{2,}.*|\*|@\w+@|__\w+__|%\(?\w*\)?s.*|:\w+)[\"'`]*",
    re.DOTALL,
)
_LONG_WORDS = re.compile(
    r"example|placeholder|changeme|redacted|(?-i:xxxx|XXXX)|\.\.\.|…|\*\*\*|0000000|1234567|abcdefg|replaceme|your[-_]",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"example|sample|dummy|fake|placeholder|change[-_ ]?(?:me|this|it)|your|replace|redacted|removed|insert|enter[-_ ]|"
    r"(?-i:xxx|XXX)|\.\.\.|…|\*\*\*|foobar|lorem|todo|fixme|hunter2|letmein|qwerty|asdf|zxcv|1q2w3e|q1w2e3|qazwsx|zaq1|abcdef|123456|abc123|"
    r"correct[-_ ]?horse|"
    r"not[-_ ]?a[-_ ]?real|not[-_ ]?secret|no[-_ ]?secret|invalid|wrong|unknown|undefined|anything|whatever|"
    r"여기|입력|비밀번호|예시|샘플|あなた|ここに|你的|在此",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"(?:(?:my|the|our|a|some|super|very|top|this|is|new|old|test|testing|demo|dev|admin|root|user|db|app|api|client|"
    r"access|auth|refresh|bearer|private|public|shared|master|default|strong|secure|long|random|really|mysql|postgres|"
    r"postgresql|redis|mongo|rabbitmq|guest|minio|docker|django|flask|laravel|wordpress|jwt|aws|gcp|github|gitlab|oauth|foo|"
    r"bar|baz|hello|hi|world|passwords?|passwd|passphrase|pass|pwd|pw|p4ssw0rd|p@ssw0rd|passw0rd|pa\$\$w0?rd|secrets?|"
    r"s3cr3t|s3cret|tokens?|keys?|values?|string|text|here|none|null|true|false|login|username|email|name|id|local|"
    r"localhost|prod|production|staging|hash|credentials?|welcome|ninja|monkey|dragon|qwer|for|of|and|to|s|step|current|confirm|repeat|passwort|kennwort|wachtwoord|senha|contrasena|parola|haslo|heslo|sifre)"
    r"[-_ .:/@!#$%^&*0-9]*)+",
    re.IGNORECASE,
)
# Keys that vendors print in their manuals, those of RFC 6749, 6750 and OpenID Connect, and jwt.io's token: SHA-256, so
# that this file holds no key.
_VENDOR = frozenset(
    {
        "7f75367e7881255134e1375e723d1dea8ad5f6a4fdb79d938df1f1754a830606",
        "2cafc0970149a84f3b9e62eaf169f36f59907a3b3e31f7b82e68c69cd27f7326",
        "f2d6ca16515033e5dce14eba840b979d27b5cbae24bb3e5bf484339667f86397",
        "0b5dd075ccdd03c42f4edda8e299e6838e2a75d3486a2a8d86940ed1541e9178",
        "0011cc25eb4320717494d2703e8cba85743e71b500283c21c8b88147992f9059",
        "900e6c2bf8ce6c14dbfdcbd6d7402e8fadd53c5464b0ffae66dce9ac06c0e061",
        "1021ad463a161d69de63ef74566407b9ed012deb6d9306a4bc7183544c84350c",
        "153a182586451358014e3142089118ce38f6c7dc7c79014d3fa40b57f80b4aab",
        "8be5d113c0871ce1a122d68a7dff940ab7b09ad8dfcfd9a85aa5c1acc026279e",
        "02091175c1ae3023fb1e92ff16e1a5ca44dcd9f449916770f7d4eb192092e273",
        "6c96130f130ab0d6d158397e24d2bcc1c9a5e73ae081f6e983f1c7b545d24a4c",
        "00cf4c781dc37003f7c7dd7d4c9a6ef1e0f4c62d9a291aa8bc398774e3fefd32",
        "a35b81a7d7927b70ec99270dd2362b88580a28574af812f2c02f56469579186f",
        "ca7459e2b26776de081b9a07e40227fd6cff232a1e3233ff6b6aa6d036ca9981",
        "584b27d64ebc1b3341f7fc9a9c3f1a54422e9a1ca3079fd5531d9f489219f8d0",
        "e9974c507d2a802143f614c878fcbb622a3800e05e6e0d329fee2c5b6b243329",
        "b8e148545b13c78bc74da2f1a7275dd71e56ddece129d7d2f7b3ecc06f7994da",
        "ad71fb4165536675d80a8bbfe957697e4b9e17b35d5500406abc219705337107",
        "9e309cccd311ea64d04133daf7760f71f38a566db7aa98b71e043ede9325680f",
        "3e545ee08a590a6bb0ef9b1b5df39c4a6b28a5ccf276d74ebf637743552ddd73",
        "2999cd44ff70d54a68d9e576af7fd512ad8eaf2e3e0397ff1dd41133215469d6",
        "477a2767fa27931db11a3581100a4124b5720f6b6468ddd64062170cec157185",
    }
)


def placeholder(value: str) -> bool:
    """Whether a value stands for a secret rather than being one: `<your-key>`, `$TOKEN`, `changeme`, `xxxx`."""
    plain = value.strip().strip("\"'`")
    if not plain or _TEMPLATE.fullmatch(plain) or _WEAK.fullmatch(plain):
        return True
    if (_LONG_WORDS if len(plain) >= 16 and random_looking(plain) else _WORDS).search(plain):
        return True
    return _monotonous(plain)


def placeholder_token(value: str) -> bool:
    """The same for a long token of a fixed form, in which short words occur by chance."""
    return bool(_LONG_WORDS.search(value)) or _monotonous(value) or vendor_example(value)


def vendor_example(value: str) -> bool:
    """Whether a vendor's manual prints this very key, or its part after the prefix."""
    return hashlib.sha256(value.encode()).hexdigest() in _VENDOR


def _monotonous(value: str) -> bool:
    """Few different characters, or mostly neighbours in code order, as in `aaaa1111` and `abcdefgh12345678`."""
    steps = sum(1 for a, b in pairwise(value) if ord(b) - ord(a) in {0, 1})
    return len(set(value)) < max(3, min(len(value) // 4, 8)) or steps * 10 >= (len(value) - 1) * 6
