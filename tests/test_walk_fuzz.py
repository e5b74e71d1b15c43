"""Whatever the bytes are, the walker answers with views and findings, never with an exception."""

from __future__ import annotations

import gzip

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import leakset
import leakset_more
from pressgate.leaks.encoders import BINARIES, ENCODINGS, TEXTS
from pressgate.leaks.rules import RULES
from pressgate.leaks.subject import Subject
from pressgate.walk import Archive, Limits, Member, Walk, read_archive

LIMITS = Limits(member=1 << 20, total=1 << 22, layers=500)
SEEDS = [
    leakset.wheel(None),
    leakset.tarred("x-1/a.md", b"hello"),
    *(encode("hello world") for encode in (*BINARIES.values(), *TEXTS.values(), *ENCODINGS.values())),
    *(data for _, data in leakset_more.files(leakset.Draw(1)).values()),
]


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """One of the seeds with a few bytes changed, cut out, doubled or put in, and perhaps packed again."""
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        change = draw(st.integers(0, 3))
        if change == 0 and data:
            data[at] = draw(st.integers(0, 255))
        elif change == 1:
            del data[at : at + draw(st.integers(1, 40))]
        elif change == 2:
            data[at:at] = data[at : at + draw(st.integers(1, 40))]
        else:
            data[at:at] = draw(st.binary(max_size=12))
    wrap = draw(st.sampled_from(["", "zip", "gzip", "tar"]))
    plain = bytes(data)
    return {"": plain, "zip": leakset.zipped("x", plain), "gzip": gzip.compress(plain),
            "tar": leakset.tarred("x", plain, "w:")}[wrap]  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(broken(), st.sampled_from(["wheel", "sdist"]))
def test_an_artefact_of_any_bytes(data: bytes, kind: str) -> None:
    archive = read_archive(kind, data, LIMITS)
    for view in Walk(limits=LIMITS).archive(archive):
        assert view.where


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    broken() | st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_a_member_of_any_bytes_through_every_rule(data: bytes) -> None:
    for view in Walk(limits=LIMITS).archive(Archive(members=(Member(name="a.md", data=data),))):
        subject = Subject(view, "other")
        for rule in RULES:
            for hit in rule.find(subject):
                assert 0 <= hit.start <= hit.end <= len(view.text)
                view.line(hit.start)
