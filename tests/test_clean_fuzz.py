"""Cleaning twice changes nothing, whatever the body; fences survive; plain text is left alone."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from pressgate.clean import Place, clean
from pressgate.clean.fences import next_fence

PLACE = Place(
    url="https://blog.example.com/posts/a/",
    home="https://blog.example.com/",
    path="posts/a.md",
    targets={"posts/b.md": "https://blog.example.com/posts/b/"},
)
PIECES = [
    *(
        "<!--",
        "-->",
        "<!",
        "--",
        ">",
        "<script>",
        "</script>",
        "<style",
        "<iframe src='x'/>",
        "<img src='a'>",
        "<a href=",
    ),
    *("{%", "%}", "{% if x %}", "{% endif %}", "{% raw %}", "{% endraw %}", "{% highlight c %}", "{% endhighlight %}"),
    *("{{", "}}", "{{<", ">}}", "{{< figure src=a >}}", '{{< relref "b.md" >}}', "{{</*", "*/>}}", "{{ site.url }}"),
    *(
        "{{< code >}}",
        "{{< /code >}}",
        "{{< comment >}}",
        "{{ '/x' | relative_url }}",
        "{:",
        "}",
        "{/*",
        "*/}",
        "{::comment}",
    ),
    *(
        "[",
        "]",
        "](",
        ")",
        "[[",
        "]]",
        "|",
        "![",
        "[a](b)",
        "[a](gone.md)",
        "[a]: b",
        "[//]: # (x)",
        "[[a|b]]",
        "\\",
        "(",
        "<b c>",
    ),
    *(
        "`",
        "``",
        "```",
        "```\n",
        "~~~\n",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "> ",
        "    ",
        "# ",
        "%%",
        "import a from 'b'\n",
        "export const a = ",
    ),
    *("a", "한글", " ", "'", '"', "#", "/", "https://x.test/", "!!! note\n", "\u00a0", "\U0001f600"),
]
BODIES = st.lists(
    st.sampled_from(PIECES) | st.text(alphabet=st.characters(exclude_characters="\0\r"), max_size=2), max_size=30
)


@settings(max_examples=1500, deadline=None)
@given(BODIES.map("".join), st.booleans())
def test_cleaning_twice_changes_nothing(body: str, mdx: bool) -> None:
    place = Place(url=PLACE.url, home=PLACE.home, path=PLACE.path, targets=PLACE.targets, mdx=mdx)
    first = clean(body, place)
    assert "\0" not in first.body
    if first.settled:
        again = clean(first.body, place)
        assert (again.body, again.notes) == (first.body, ())


@settings(max_examples=500, deadline=None)
@given(BODIES.map("".join))
def test_no_comment_is_left_outside_code(body: str) -> None:
    result = clean(body, PLACE)
    text, position = "", 0
    while fence := next_fence(result.body, position):
        text += result.body[position : fence.start]
        position = fence.end
    text += result.body[position:]
    assert not result.settled or "<!--" not in re.sub(r"(`+)[\s\S]*?(?<!`)\1(?!`)", "", text.replace("\\`", ""))


@given(st.text(alphabet=st.characters(exclude_characters="\0\r<{[]%`~\\", exclude_categories=["Cs"])))
def test_plain_text_is_left_alone(body: str) -> None:
    assert clean(body, PLACE).body == body


@given(st.lists(st.text(alphabet=st.characters(exclude_characters="\0\r\n`", exclude_categories=["Cs"])), max_size=6))
def test_a_fence_is_left_alone(lines: list[str]) -> None:
    fence = "\n".join(["```md", *lines, "```", ""])
    assert clean(f"<!-- note -->\n{fence}<!-- note -->\n", PLACE).body == fence
