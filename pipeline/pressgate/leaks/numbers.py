"""Numbers of persons and accounts that carry a check digit: a number that fails its check is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from random import Random

from pressgate.leaks.subject import Hit, Rule, Subject

_KR = re.compile(r"(?<![A-Za-z0-9_.-])(\d{6})(?: ?[-–—‐‑] ?| ?)([1-8]\d{6})(?![A-Za-z0-9_-]|\.\d)")
_CN = re.compile(
    r"(?<![A-Za-z0-9_.-])[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![A-Za-z0-9_-])"
)
_JP = re.compile(r"(?:マイナンバー|個人番号|my\s?number)[^\d\n]{0,12}(\d{4}[- ]?\d{4}[- ]?\d{4})(?!\d)", re.IGNORECASE)
_US = re.compile(r"(?<![A-Za-z0-9_.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![A-Za-z0-9_-]|\.\d)")
_KR_NEAR = re.compile(r"주민(?:등록)? ?번호[^\d\n]{0,12}(\d{6} ?[-–—‐‑]? ?[1-8]\d{6})(?!\d)")
_US_NEAR = re.compile(r"\b(?:ssn|social security)[^\d\n]{0,20}(\d{3}[- ]?\d{2}[- ]?\d{4})(?![\d-])", re.IGNORECASE)
_DRIVER = re.compile(r"면허[^\d\n]{0,12}(\d{2}-\d{2}-\d{6}-\d{2})(?![\d-])")
_PASSPORT = re.compile(
    r"(?:여권|passport|パスポート|护照)[^\n]{0,16}?\b([A-Z]{1,2}\d{7,8}|[A-Z]\d{3}[A-Z]\d{4})\b", re.IGNORECASE
)
_CARD = re.compile(
    r"(?<![A-Za-z0-9_.-])(?:[3-6]\d{3}([- ])\d{4}\1\d{4}\1\d{4}|3[47]\d{2}([- ])\d{6}\2\d{5})(?![A-Za-z0-9_-]|\.\d)"
)
_CARD_NEAR = re.compile(
    r"(?:카드|card|カード|卡号|visa|amex)[^\d\n]{0,16}([3-6]\d{14,15})(?!\d)|"
    r"(?<![A-Za-z0-9_.-])([3-6]\d{14,15})(?=[^\d\n]{1,12}(?:[01]\d ?/ ?\d\d\b|cv[cvn]\b|exp|유효))",
    re.IGNORECASE,
)
_IBAN = re.compile(r"(?<![A-Za-z0-9])([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?)(?![A-Za-z0-9])")
_ACCOUNT = re.compile(
    r"(?:계좌|입금|account\s?(?:no|number)|口座番号|(?:국민|신한|우리|하나|기업|부산|대구|광주|전북|경남|제주|시티|씨티|제일|카카오|토스|케이|수협|"
    r"신협|농협)(?:은행|뱅크)?|우체국|새마을금고)[^\d\n]{0,20}(?!0)(\d{2,6}-\d{2,6}-\d{2,8}(?:-\d{1,3})?)(?![\d-])|"
    r"口座番号[^\d\n]{0,12}(\d{7})(?!\d)|account\s?(?:no|number)[^\d\n]{0,8}(\d{8,17})(?=[^\n]{0,30}\brouting)",
    re.IGNORECASE,
)
# Card numbers that payment providers publish for tests.
_TEST_CARDS = re.compile(r"^(?:4242|4111|4000|5555|5105|5200|3782|3714|3056|6011|3530|4012|4222|2223)")
_NOBODY = frozenset({"123-45-6789", "078-05-1120", "219-09-9999", "111-11-1111", "987-65-4321"})
_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)


def personal_numbers(subject: Subject) -> Iterator[Hit]:
    """Resident registration (Korea, China), My Number (Japan), social security (US) and passport numbers."""
    text = subject.text
    if subject.view.noise:
        return
    for start, end in subject.digits:
        stop = min(end + 4, len(text))
        for match in _KR.finditer(text, start, stop):
            if korean(match[1] + match[2]) and not _barcode(match.group()):
                yield Hit(start=match.start(), end=match.end())
        for match in _CN.finditer(text, start, stop):
            if chinese(match.group()):
                yield Hit(start=match.start(), end=match.end())
        for match in _US.finditer(text, start, stop):
            if match.group() not in _NOBODY:
                yield Hit(start=match.start(), end=match.end())
    for stems, pattern, right in _CALLED:
        for match in pattern.finditer(text) if any(stem in subject.lower for stem in stems) else ():
            if right(re.sub(r"\D", "", match[1])):
                yield Hit(start=match.start(1), end=match.end(1))


def _barcode(number: str) -> bool:
    """An article number of Korea (GS1 prefix 880), which may have the form of a person born in 1988."""
    weighed = sum(int(d) * (3 if n % 2 else 1) for n, d in enumerate(number)) if number.isdigit() else 1
    return number.startswith("880") and weighed % 10 == 0


def korean(digits: str) -> bool:
    """A date of birth, a digit for century and sex, and the check digit (of foreigners: another rule)."""
    century = {"1": 19, "2": 19, "3": 20, "4": 20, "5": 19, "6": 19, "7": 20, "8": 20}[digits[6]]
    try:
        date(century * 100 + int(digits[:2]), int(digits[2:4]), int(digits[4:6]))
    except ValueError:
        return False
    rest = sum(int(d) * w for d, w in zip(digits, _WEIGHTS, strict=False)) % 11
    base = 13 if digits[6] in "5678" else 11
    return (base - rest) % 10 == int(digits[12]) and len(set(digits[6:])) > 1


def chinese(digits: str) -> bool:
    """GB 11643: ISO 7064 MOD 11-2 over 17 digits."""
    total = sum(int(d) * (2 ** (17 - i) % 11) for i, d in enumerate(digits[:17]))
    return "10X98765432"[total % 11] == digits[17].upper()


def japanese(digits: str) -> bool:
    """The check digit of the Individual Number."""
    total = sum(int(d) * (n + 1 if n <= 6 else n - 5) for n, d in enumerate(reversed(digits[:11]), 1))
    return (11 - total % 11) % 11 % 10 == int(digits[11])


# Numbers that are called what they are: what must be there in lower case, the form, and the check.
_CALLED: tuple[tuple[tuple[str, ...], re.Pattern[str], Callable[[str], bool]], ...] = (
    (("マイナンバー", "個人番号", "my number", "mynumber"), _JP, japanese),
    (("여권", "passport", "パスポート", "护照"), _PASSPORT, lambda _: True),
    (("주민",), _KR_NEAR, lambda digits: len(set(digits[6:])) > 2 and "123456" not in digits),
    (
        ("ssn", "social security"),
        _US_NEAR,
        lambda digits: digits not in {"123456789", "078051120", "219099999", "111111111", "987654321"},
    ),
    (("면허",), _DRIVER, lambda digits: "123456" not in digits),
)


def payment_numbers(subject: Subject) -> Iterator[Hit]:
    """Payment cards (Luhn), IBANs (mod 97) and account numbers that are called so."""
    text = subject.text
    if subject.view.noise:
        return
    for start, end in subject.digits:
        for pattern in (_CARD, _CARD_NEAR):
            for match in pattern.finditer(text, max(0, start - 24), min(end + 4, len(text))):
                number = re.sub(r"\D", "", match.group() if pattern is _CARD else match[match.lastindex or 1])
                if luhn(number) and not _TEST_CARDS.match(number) and len(set(number)) > 3:
                    yield Hit(start=match.start(), end=match.end())
    for match in _IBAN.finditer(text) if subject.digits else ():
        if iban(match[1].replace(" ", "")):
            yield Hit(start=match.start(), end=match.end())
    for match in _ACCOUNT.finditer(text) if subject.digits or "口座" in text or "routing" in subject.lower else ():
        group = match.lastindex or 1
        digits = re.sub(r"\D", "", match[group])
        if (group > 1 or 10 <= len(digits) <= 16) and not re.search(r"12345|00000|(\d)\1{4}", digits):
            yield Hit(start=match.start(group), end=match.end(group))


def luhn(digits: str) -> bool:
    """ISO/IEC 7812."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def iban(text: str) -> bool:
    """ISO 13616, but for the numbers that its examples use."""
    if not 15 <= len(text) <= 34 or text in {
        "DE89370400440532013000",
        "GB82WEST12345698765432",
        "GB29NWBK60161331926819",
    }:
        return False
    return int("".join(str(int(c, 36)) for c in text[4:] + text[:4])) % 97 == 1


def _resident(random: Random) -> str:
    head = f"{random.randrange(60, 99):02d}{random.randrange(1, 13):02d}{random.randrange(1, 29):02d}"
    body = head + str(random.choice((1, 2))) + f"{random.randrange(10**5):05d}"
    check = (11 - sum(int(d) * w for d, w in zip(body, _WEIGHTS, strict=True)) % 11) % 10
    return f"{head}-{body[6:]}{check}"


def _card(random: Random) -> str:
    body = "4539" + "".join(random.choices("0123456789", k=11))
    check = next(d for d in "0123456789" if luhn(body + d))
    number = body + check
    return "-".join(number[i : i + 4] for i in range(0, 16, 4))


NUMBER_RULES = (
    Rule(
        code="personal-number", name="personal-number", meaning="a state's number of a person", find=personal_numbers,
        canary=_resident, reviewable=True,
    ),
    Rule(
        code="payment-number", name="payment-number", meaning="a card or account number", find=payment_numbers,
        canary=_card, reviewable=True,
    ),
)  # fmt: skip
