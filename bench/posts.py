"""Seeded posts in Korean and English for the measurements: `write_corpus(root, count, size)`."""

from __future__ import annotations

import random
from pathlib import Path

_KOREAN_TEXT = (
    "색인 낱말 목록 검색 점수 글 제목 본문 배포 점검 기록 시간 캐시 서버 요청 응답 저장소 세션 토큰 길이 "
    "순서 정렬 비교 함수 모듈 시험 오류 경고 줄 문단 문장 표 그림 링크 주소 날짜 상태 공개 초안 분류 태그 "
    "설명 사람 도구 방법 이유 결과 까닭 처음 끝"
)
_KOREAN = _KOREAN_TEXT.split()
_ENGLISH_TEXT = (
    "index word list search score post title body release check record time cache server request response "
    "store session length order sort compare function module test error warning line paragraph sentence "
    "table figure link address date state category tag description reader tool method reason result begin "
    "end build wheel member archive hash clock"
)
_ENGLISH = _ENGLISH_TEXT.split()
_ENDINGS = ("합니다.", "됩니다.", "봅니다.", "적습니다.", "나눕니다.")

CONFIG = """\
[package]
name = "bench-blog-mcp"
version = "1.0.0"
summary = "Made posts for measuring."
authors = ["Example Writer"]

[site]
name = "Bench"
home = "https://blog.example.com/"
language = "ko"
timezone = "Asia/Seoul"

[licenses]
code = "MIT"
content = "CC-BY-4.0"

[scan]
forbidden = { env = "PRESSGATE_FORBIDDEN" }
"""


def _sentence(rng: random.Random, korean: bool) -> str:
    if korean:
        return " ".join(rng.choices(_KOREAN, k=rng.randint(5, 12))) + " " + rng.choice(_ENDINGS)
    return " ".join(rng.choices(_ENGLISH, k=rng.randint(6, 16))).capitalize() + "."


def _code(rng: random.Random) -> str:
    name, argument = rng.sample(_ENGLISH, 2)
    return f"```python\ndef {name}({argument}):\n    return {argument} + {rng.randint(1, 999)}\n```"


def body(rng: random.Random, size: int, korean: bool) -> str:
    """Markdown of at least `size` bytes: sections, paragraphs, some code."""
    parts: list[str] = []
    length = 0
    while length < size:
        kind = rng.random()
        if kind < 0.12:
            part = "## " + " ".join(rng.choices(_KOREAN if korean else _ENGLISH, k=3))
        elif kind < 0.2:
            part = _code(rng)
        else:
            part = " ".join(_sentence(rng, korean) for _ in range(rng.randint(2, 6)))
        parts.append(part)
        length += len(part.encode()) + 2
    return "\n\n".join(parts)


def write_corpus(root: Path, count: int, size: int, seed: int = 1) -> int:
    """Writes `count` posts of about `size` bytes, every tenth a draft; returns their bytes in all."""
    rng = random.Random(seed)
    posts = root / "posts"
    posts.mkdir(parents=True)
    (root / "pressgate.toml").write_text(CONFIG, encoding="utf-8")
    licence = Path(__file__).parent.parent / "examples" / "blog" / "LICENSE-CONTENT"
    (root / "LICENSE-CONTENT").write_bytes(licence.read_bytes())
    total = 0
    for number in range(count):
        korean = number % 2 == 0
        title = " ".join(rng.choices(_KOREAN if korean else _ENGLISH, k=4)) + f" {number}"
        text = (
            f"---\ntitle: {title}\ndate: 2024-{number % 12 + 1:02}-{number % 28 + 1:02}\n"
            f"draft: {'true' if number % 10 == 9 else 'false'}\nurl: https://blog.example.com/p/{number}\n"
            f"tags: [{', '.join(rng.sample(_ENGLISH, 3))}]\ncategory: {rng.choice(_ENGLISH)}\n---\n\n"
            f"{body(rng, size, korean)}\n"
        )
        path = posts / f"post-{number}.md"
        path.write_text(text, encoding="utf-8")
        total += len(text.encode())
    return total
