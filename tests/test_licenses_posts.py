"""What a post's own `license:` says, and what becomes of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from built import ALLOWING, OWN_LICENSE, build_corpus, member, view_of
from pressgate.admit import admit
from pressgate.config import load
from pressgate.licences.posts import post_author, post_license
from pressgate.model import Reason, UsageError
from support import CONFIG, POSTS, make_config, write_corpus

ALL = ("CC0-1.0", "CC-BY-SA-4.0", "CC-BY-NC-4.0", "CC-BY-NC-ND-4.0", "MIT", "Apache-2.0", "LicenseRef-Own")


@pytest.mark.parametrize(
    ("written", "licence"),
    [
        ("CC-BY-4.0", "CC-BY-4.0"),
        ("cc-by-4.0", "CC-BY-4.0"),
        ("CC BY 4.0", "CC-BY-4.0"),
        ("ＣＣ ＢＹ ４.０", "CC-BY-4.0"),
        ("CC BY-SA 4.0 International", "CC-BY-SA-4.0"),
        ("Creative Commons Attribution 4.0 International License", "CC-BY-4.0"),
        ("Creative Commons Attribution-NonCommercial-NoDerivatives 4.0", "CC-BY-NC-ND-4.0"),
        ("https://creativecommons.org/licenses/by-nc/4.0/deed.ko", "CC-BY-NC-4.0"),
        ("http://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0"),
        ("[CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)", "CC-BY-SA-4.0"),
        ("CC0", "CC0-1.0"),
        ("mit", "MIT"),
        ("Apache 2.0", "Apache-2.0"),
        ("https://spdx.org/licenses/Apache-2.0.html", "Apache-2.0"),
        ("LicenseRef-Own", "LicenseRef-Own"),
    ],
)
def test_spellings_of_an_allowed_licence(tmp_path: Path, written: str, licence: str) -> None:
    assert post_license(written, make_config(tmp_path, licenses={"allowed": ALL})) == licence


@pytest.mark.parametrize(
    "written",
    [
        "all rights reserved",
        "© 2024 All Rights Reserved",
        "무단 전재 및 재배포 금지",
        "저작권자 허락 없이 이용할 수 없음",
        "無断転載禁止",
        "版权所有,转载请联系作者",
        "proprietary",
        "CC BY",
        "CC",
        "CC-BY-4.0 OR MIT",
        "CC-BY-4.0 AND MIT",
        "CC-BY-5.0",
        "CC BY-ND-SA 4.0",
        "Apache-2.0 WITH LLVM-exception",
        "https://evil.example/licenses/by/4.0/",
        "LicenseRef-Other",
        "BSD-3-Clause",
        "no",
        "",
    ],
)
def test_anything_else_keeps_the_post_back(tmp_path: Path, written: str) -> None:
    said = post_license(written, make_config(tmp_path, licenses={"allowed": ALL}))
    assert isinstance(said, Reason)
    assert said.code == "license-not-allowed"


def test_what_is_known_but_not_allowed_says_how_to_allow_it(tmp_path: Path) -> None:
    said = post_license("CC BY-NC 4.0", make_config(tmp_path))
    assert isinstance(said, Reason)
    assert "'CC-BY-NC-4.0'" in said.message


def reasons(tmp_path: Path, header: str) -> set[str]:
    text = POSTS["pinning.md"].replace("tags: [python]", header)
    root = write_corpus(tmp_path, {"post.md": text}, CONFIG)
    return {reason.code for decision in admit(load(root)).decisions for reason in decision.reasons}


@pytest.mark.parametrize(
    ("header", "refused"),
    [
        ("license: all rights reserved", True),
        ("license: CC BY 4.0", False),
        ("라이선스: CC BY 4.0", False),
        ("license:", False),
        ("license: true", False),
        ("license: false", True),
        ("license: [CC-BY-4.0, MIT]", True),
        ("license: {name: CC-BY-4.0}", True),
        ("license: CC-BY-4.0\nlicence: cc by 4.0", False),
        ("license: CC-BY-4.0\nlicence: all rights reserved", True),
    ],
)
def test_a_header_refuses_or_not(tmp_path: Path, header: str, refused: bool) -> None:
    assert ("license-not-allowed" in reasons(tmp_path, header)) is refused


def test_two_allowed_licences_are_one_too_many(tmp_path: Path) -> None:
    config = CONFIG.replace('content = "CC-BY-4.0"', 'content = "CC-BY-4.0"\nallowed = ["CC0-1.0"]')
    text = POSTS["pinning.md"].replace("tags: [python]", "license: CC0-1.0\nlicence: CC-BY-4.0")
    admission = admit(load(write_corpus(tmp_path, {"post.md": text}, config)))
    assert [reason.code for reason in admission.decisions[0].reasons] == ["license-not-allowed"]


def test_an_allowed_licence_goes_to_its_article_the_expression_and_the_texts(tmp_path: Path) -> None:
    given = build_corpus(tmp_path, POSTS | OWN_LICENSE, ALLOWING)
    licences = {article["id"]: article.get("license") for article in given.index.document["articles"]}
    assert (
        licences == {"01": None, "pinning": None, "line-ends": None, "free": "CC0-1.0"} or licences["cc0"] == "CC0-1.0"
    )
    wheel = view_of(given)
    metadata = wheel.members[member(wheel, "METADATA")].decode()
    assert "License-Expression: MIT AND CC-BY-4.0 AND CC0-1.0\n" in metadata
    assert "Affirmer" in wheel.members[member(wheel, "LICENSES/CC0-1.0.txt")].decode()
    assert "[CC0-1.0](https://creativecommons.org/publicdomain/zero/1.0/)" in metadata
    served = json.loads(wheel.members[member(wheel, "index.json")])
    assert [a["license"] for a in served["articles"] if "license" in a] == ["CC0-1.0"]


def test_a_text_that_the_corpus_must_bring_is_asked_for_by_its_path(tmp_path: Path) -> None:
    config = CONFIG.replace('content = "CC-BY-4.0"', 'content = "CC-BY-4.0"\nallowed = ["LicenseRef-Own"]')
    posts = POSTS | {"own.md": OWN_LICENSE["cc0.md"].replace("CC0-1.0", "LicenseRef-Own")}
    with pytest.raises(
        UsageError, match=r"LICENSES/LicenseRef-Own\.txt: is missing: put the whole text of LicenseRef-Own"
    ):
        build_corpus(tmp_path, posts, config)
    (tmp_path / "LICENSES").mkdir()
    text = "이 글은 출처를 밝히면 누구나 자유롭게 옮겨 실을 수 있습니다. 고치지는 마세요.\n"
    (tmp_path / "LICENSES" / "LicenseRef-Own.txt").write_text(text, encoding="utf-8")
    wheel = view_of(build_corpus(tmp_path, posts, config))
    assert wheel.members[member(wheel, "LICENSES/LicenseRef-Own.txt")].decode() == text


def test_posts_under_the_codes_own_licence_keep_their_authors_notice(tmp_path: Path) -> None:
    root = write_corpus(tmp_path, POSTS, CONFIG.replace("CC-BY-4.0", "MIT"))
    server = (Path(__file__).parent.parent / "LICENSE").read_text(encoding="utf-8")
    own = server.replace("The Pressgate developers", "Pen Name")
    assert own != server
    (root / "LICENSE-CONTENT").write_text(own, encoding="utf-8")
    from built import gather
    from pressgate.gates import licenses

    given = gather(root)
    wheel = view_of(given)
    text = wheel.members[member(wheel, "LICENSES/MIT.txt")].decode()
    assert "The Pressgate developers" in text
    assert "Pen Name" in text
    assert "License-Expression: MIT\n" in wheel.members[member(wheel, "METADATA")].decode()
    assert licenses.run(given).findings == ()


@pytest.mark.parametrize(
    ("names", "credited"),
    [
        (("Pen Name",), "Pen Name"),
        (("pen name <me@example.com>",), "Pen Name"),
        (("김하늘", "Pen Name"), "김하늘, Pen Name"),
        (("Jane Realname",), None),
        (("Jane Realname", "Pen Name"), "Pen Name"),
        ((), None),
    ],
)
def test_only_authors_that_the_configuration_names_are_credited(
    tmp_path: Path, names: tuple[str, ...], credited: str | None
) -> None:
    config = make_config(tmp_path, package={"authors": ("Pen Name <pen@example.com>", "김하늘")})
    assert post_author(names, config) == credited


def test_a_posts_author_goes_to_its_article(tmp_path: Path) -> None:
    config = CONFIG.replace('["Pen Name"]', '["Pen Name", "Second <s@example.com>"]')
    text = POSTS["pinning.md"].replace("tags: [python]", "author: [Second, Jane Realname]")
    given = build_corpus(tmp_path, POSTS | {"pinning.md": text}, config)
    authors = {article["id"]: article.get("author") for article in given.index.document["articles"]}
    assert authors["pinning"] == "Second"
    assert authors["01"] is None
    assert given.index.document["site"]["author"] == "Pen Name, Second"
    assert b"Realname" not in b"".join(view_of(given).members.values())


@pytest.mark.parametrize(
    ("licence", "fine"), [("CC-BY-4.0", True), ("CC0-1.0", True), ("ISC", False), ("LicenseRef-X", False)]
)
def test_a_corpus_without_a_text_gets_the_spdx_lists_where_it_comes_with_us(
    tmp_path: Path, licence: str, fine: bool
) -> None:
    root = write_corpus(tmp_path, POSTS, CONFIG.replace("CC-BY-4.0", licence))
    (root / "LICENSE-CONTENT").unlink()
    if fine:
        assert load(root).licenses.content_file is None
    else:
        with pytest.raises(UsageError, match=f"put the whole text of {licence} there"):
            load(root)
