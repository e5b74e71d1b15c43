"""Real generators build real pages; what is admitted is compared with what they published, page by page."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest

from pressgate.admit import admit
from pressgate.model import Admission
from sites.harness import HOME, Built, Plan, same_page, truth
from support import make_config

pytestmark = pytest.mark.sites

GENERATORS = (
    *("astro", "docusaurus", "eleventy", "hexo", "hugo", "jekyll", "mkdocs", "mkdocs_flat"),
    *("mkdocs_material", "nikola", "nikola_flat", "pelican", "vitepress"),
)
WITNESSES = ("sitemap.xml", "sitemap-index.xml", "ko/sitemap.xml", "feed.xml", "feeds/all.atom.xml")


@pytest.fixture(scope="module", params=GENERATORS)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, Built]:
    module = import_module(f"sites.{request.param}")
    return module.PLAN, module.build(tmp_path_factory.mktemp(request.param))


def _admission(plan: Plan, built: Built, *witness: Path) -> Admission:
    config = make_config(
        built.root,
        site={"generator": plan.generator, "home": HOME.rstrip("/") + plan.base},
        posts={"path": built.posts},
        publish={"witness": tuple(path.relative_to(built.root).as_posix() for path in witness)},
    )
    return admit(config, datetime.now(UTC))


def _judged(plan: Plan, built: Built, admission: Admission) -> None:
    real = truth(plan, built)
    wrong, missing = [], []
    decisions = {decision.source.path: decision for decision in admission.decisions}
    for path, what in real.items():
        decision = decisions.get(path)
        if decision is None or not decision.admitted:
            codes = [reason.code for reason in decision.reasons] if decision else ["not read"]
            if what.listed and plan.refused.get(path) not in codes:
                missing.append((path, what.path, codes))
        elif not what.listed or not same_page(decision.post.url or "", what.path or ""):
            wrong.append((path, decision.post.url, what))
    wrong += [
        (path, decision.post.url) for path, decision in decisions.items() if decision.admitted and path not in real
    ]
    listed = [path for path, what in real.items() if what.listed]
    assert len(listed) > 14
    assert not wrong, "\n".join(map(str, wrong))
    assert not missing, "\n".join(map(str, missing))
    assert len(admission.admitted) >= 0.95 * len([path for path in listed if path not in plan.refused])
    assert all(reason.message for decision in admission.refused for reason in decision.reasons)


def test_sitemap_or_feed_as_witness(site: tuple[Plan, Built]) -> None:
    plan, built = site
    files = [built.public / name for name in WITNESSES]
    _judged(plan, built, _admission(plan, built, *[file for file in files if file.is_file()]))


def test_output_folder_as_witness(site: tuple[Plan, Built]) -> None:
    plan, built = site
    _judged(plan, built, _admission(plan, built, built.public))


def test_a_page_that_goes_missing_is_refused(site: tuple[Plan, Built]) -> None:
    plan, built = site
    before = _admission(plan, built, built.public)
    gone = before.admitted[0]
    real = truth(plan, built)[gone.source.path].path or ""
    page = built.public / real.removeprefix(built.base)
    text = page.read_bytes()
    page.unlink()
    try:
        after = _admission(plan, built, built.public)
    finally:
        page.write_bytes(text)
    assert {d.source.path for d in before.admitted} - {d.source.path for d in after.admitted} == {gone.source.path}
