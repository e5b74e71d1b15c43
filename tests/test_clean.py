"""Bodies: what is removed, what becomes plain markdown, and that all else stays as it was written."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora import codes, decide, public
from pressgate.clean import Place, clean

PLACE = Place(
    url="https://blog.example.com/posts/a/",
    home="https://blog.example.com/blog/",
    path="posts/a.md",
    targets={
        "posts/b.md": "https://blog.example.com/posts/b/",
        "about.md": "https://blog.example.com/about/",
        "docs/index.md": "https://blog.example.com/docs/",
        "_posts/2020-01-01-x.md": "https://blog.example.com/x/",
    },
)
URL = "https://blog.example.com/posts/a"


def cleaned(text: str, mdx: bool = False) -> str:
    place = Place(url=PLACE.url, home=PLACE.home, path=PLACE.path, targets=PLACE.targets, mdx=mdx)
    result = clean(text, place)
    assert result.settled
    assert clean(result.body, place).body == result.body
    return result.body


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("a <!-- note --> b", "a  b"),
        ("a\n\n<!-- note\n\nmore -->\n\nb\n", "a\n\nb\n"),
        ("a\n<!-- note -->\nb\n", "a\nb\n"),
        ("<!--more-->\n\nText", "\nText"),
        ("a <!-- left open\n\nsecret", "a "),
        ("a <!--> b --> c", "a  b --> c"),
        ("a <!---> b", "a  b"),
        ("a <!-- ``` -->\n```\n<!-- code -->\n```\n", "a \n```\n<!-- code -->\n```\n"),
        ("<!-- x\n```\n-->\nText\n```\n<!-- code -->\n```\n", "Text\n```\n<!-- code -->\n```\n"),
        ("`<!-- code -->` <!-- note -->", "`<!-- code -->` "),
        ("``a ` <!-- code -->`` b", "``a ` <!-- code -->`` b"),
        ("a ` b\n\n<!-- note ` -->c", "a ` b\n\nc"),
        ("a ` b\n<!-- note ` -->\nc", "a ` b\nc"),
        ("a \\`<!-- note -->\\` b", "a \\`\\` b"),
        ("<<!-- -->!-- joined -->x", "x"),
        ("<!-<!-- -->- joined -->x", "x"),
        ("[//]: # (note)\n[comment]: <> (note)\nText", "Text"),
        ("%%note%% a 100%%, b 50%%", " a 100%%, b 50%%"),
        ("a\n\n%%\nnote\n%%\n\nb", "a\n\nb"),
        ("{::comment}\nnote\n{:/comment}\nText", "Text"),
        ("{% comment %}note{% endcomment %}Text", "Text"),
        ("{%- comment -%}\nnote", ""),
    ],
)
def test_comments_are_never_shipped(text: str, result: str) -> None:
    assert cleaned(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("<script>\nalert(1)\n</script>\nText", "Text"),
        ("<SCRIPT src='x'></SCRIPT >Text", "Text"),
        ("<style>p{}</style>Text", "Text"),
        ("<script>left open\nText", ""),
        ("<iframe src='x' width=\"1\"></iframe>\n\nText", "\nText"),
        ("<iframe src='x'>\n\nText", "\nText"),
        ("<Script src={`x`} />\nText", "Text"),
        ("<scripture>Text</scripture>", "<scripture>Text</scripture>"),
        ("`<script>` is a tag", "`<script>` is a tag"),
        ("<scr<!-- -->ipt>alert(1)</script>Text", "Text"),
    ],
)
def test_scripts_styles_and_iframes_go(text: str, result: str) -> None:
    assert cleaned(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("import A from './a';\nimport {\n  B,\n} from \"b\"\n\nText", "\nText"),
        ("import './a.css'\nText", "Text"),
        ("export const meta = {\n\n  a: [1],\n};\n\nText", "\nText"),
        ("export default ({ children }) => <div>{children}</div>\n\nText", "\nText"),
        ("Text\n\nexport const a = '{';\n\nMore {/* note */} text", "Text\n\nMore  text"),
        ("import duties from the past are high.", "import duties from the past are high."),
        ("Text\nimport A from './a';", "Text\nimport A from './a';"),
        ("```js\nimport A from './a';\n```\n", "```js\nimport A from './a';\n```\n"),
        ("exporting is hard", "exporting is hard"),
        ("<Chart rows={3} />\n", "<Chart rows={3} />\n"),
    ],
)
def test_mdx(text: str, result: str) -> None:
    assert cleaned(text, mdx=True) == result


def test_a_body_that_begins_with_an_import_is_mdx_whatever_its_name() -> None:
    assert cleaned("import A from './a';\n\n{/* note */}\nText") == "\nText"
    assert cleaned("Text\n\nexport const a = 1\n\n{/* x */}") == "Text\n\nexport const a = 1\n\n{/* x */}"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}\n", "```ruby\nputs 1\n```\n"),
        ("{% highlight md %}\n```\n<!-- x -->\n```\n{% endhighlight %}\n", "````md\n```\n<!-- x -->\n```\n````\n"),
        ("{% codeblock title lang:js %}\nx\n{% endcodeblock %}\n", "```js\nx\n```\n"),
        ("a {% highlight c %}x{% endhighlight %} b", "a \n```c\nx\n```\n b"),
        ("{% raw %}\nText\n{% endraw %}\n", "Text\n"),
        ("{% raw %}{{ site.url }}{% endraw %}", "`{{ site.url }}`"),
        ("{% raw %}\n```\n{{ x }}\n```\n`{{ y }}`\n{% endraw %}\n", "```\n{{ x }}\n```\n`{{ y }}`\n"),
        ("{% if user %}hidden{% if x %}y{% endif %}{% else %}z{% endif %}Text", "Text"),
        ("{% for p in site.posts %}{{ p.title }}{% endfor %}Text", "Text"),
        ("{% set x %}hidden{% endset %}{% set y = 1 %}{% macro m() %}hidden{% endmacro %}Text", "Text"),
        ("{% include toc.html a='%' %}Text", "Text"),
        ("{% note info %}\nText\n{% endnote %}\n", "Text\n"),
        ("{% encrypt_block x %}\nnote\n{% endencrypt_block %}Text", "Text"),
        ("{% secret_note %}note{% endsecret_note %}Text", "Text"),
        ("{% hideToggle more %}\nText\n{% endhideToggle %}\n", "Text\n"),
        ("{% asset_img a.png 100 200 A cat %}", f"![A cat]({URL}/a.png)"),
        ("[x]({% post_url 2020-01-01-x %})", "[x](https://blog.example.com/x/)"),
        ("[x]({% link _posts/2020-01-01-x.md %}#y)", "[x](https://blog.example.com/x/#y)"),
        ("see [x *y*]({% post_url 1999-01-01-gone %}).", "see x *y*."),
        ("![a]({{ site.baseurl }}/i.png)", "![a](https://blog.example.com/blog/i.png)"),
        ("[a]({{ '/b/' | relative_url }})", "[a](https://blog.example.com/blog/b/)"),
        ('<img src="{{ "/i.png" | prepend: site.baseurl }}">', '<img src="https://blog.example.com/blog/i.png">'),
        ("{{ site.url }}{{ page.url }}", "https://blog.example.com/posts/a/"),
        ("{{ page.secret }} Text", " Text"),
        ("Vue's {{ message }} stays", "Vue's {{ message }} stays"),
        ("`{% if %}` stays, 100 {% stays", "`{% if %}` stays, 100 {% stays"),
        ("Text\n{: .notice}\n\n![a](https://x.test/y){: width='1'}\n", "Text\n\n![a](https://x.test/y)\n"),
        ("a {: b} c", "a {: b} c"),
    ],
)
def test_liquid(text: str, result: str) -> None:
    assert cleaned(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('{{< highlight go "linenos=true" >}}\nx := `<!-- -->`\n{{< /highlight >}}\n', "```go\nx := `<!-- -->`\n```\n"),
        ('{{< code lang="toml" >}}\n[[a]]\n{{< /code >}}\n', "```toml\n[[a]]\n```\n"),
        ("{{< code >}}\nText", "Text"),
        ('{{< figure src="a.png" alt="A" caption="C" >}}', f"![A]({URL}/a.png)\n*C*"),
        ('{{< figure src="/a b.png" title="T [x]" >}}', "![T x](https://blog.example.com/a%20b.png)"),
        ('[x]({{< relref "b.md" >}})', "[x](https://blog.example.com/posts/b/)"),
        ('[x]({{% ref "/about#me" %}})', "[x](https://blog.example.com/about/#me)"),
        ('[x]({{< ref "#here" >}})', f"[x]({URL}/#here)"),
        ('![y] and [x]({{< relref path="gone.md" lang="ko" >}})', "![y] and x"),
        ("{{< notice tip >}}\nText\n{{< /notice >}}\n", "Text\n"),
        ("{{% admonition %}}Text{{% /admonition %}}", "Text"),
        ("{{< youtube abc >}}\nText", "Text"),
        ('{{< x y="a>}}b" />}}Text', "Text"),
        ("{{< comment >}}note{{< /comment >}}Text", "Text"),
        ("{{% private %}}note{{% /private %}}Text", "Text"),
        *(
            (f'{{{{% {name} "lantern" %}}}}\nnote\n\nmore\n{{{{% /{name} %}}}}Text', "Text")
            for name in ("hugo-encryptor", "encryption", "x/encrypt", "password-protect", "secret_note", "Protected")
        ),
        ("{{< private-badge />}}Text", "Text"),
        ("{{< crypto-price >}}Text", "Text"),
        ("{{< unprotectedly >}}Text{{< /unprotectedly >}}", "Text"),
        ("{{</* youtube id */>}} shows it", "`{{< youtube id >}}` shows it"),
        ("```\n{{< youtube id >}}\n```\n", "```\n{{< youtube id >}}\n```\n"),
    ],
)
def test_shortcodes(text: str, result: str) -> None:
    assert cleaned(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("[a](b/c)", f"[a]({URL}/b/c)"),
        ("[a](../c 'T')", "[a](https://blog.example.com/posts/c 'T')"),
        ("![a](/i.png)", "![a](https://blog.example.com/i.png)"),
        ("[![a](i.png)](b)", f"[![a]({URL}/i.png)]({URL}/b)"),
        ("[a](#s)", f"[a]({URL}/#s)"),
        ("[a](?p=1)", f"[a]({URL}/?p=1)"),
        ("[a](//cdn.test/x)", "[a](https://cdn.test/x)"),
        ("[a](<my file.png>)", f"[a]({URL}/my%20file.png)"),
        ("[a](b_(c))", f"[a]({URL}/b_(c))"),
        ("[a](b\\_c)", f"[a]({URL}/b_c)"),
        ("[가](나/다)", f"[가]({URL}/나/다)"),
        ("[a](https://x.test/(b)) [c](mailto:d@e.test) [f](tel:1) [g]()", None),
        ("[a](b.md#c)", "[a](https://blog.example.com/posts/b/#c)"),
        ("[a](../about.md)", "[a](https://blog.example.com/about/)"),
        ("[a](/docs/)", "[a](https://blog.example.com/docs/)"),
        ('the [a `b`](gone.md "T") file', "the a `b` file"),
        ("[a](javascript:x) b", "a b"),
        ("[a]: b.png 'T'\n[c]: <d e>\n", f"[a]: {URL}/b.png 'T'\n[c]: {URL}/d%20e\n"),
        ("[^1]: b.png\nx [a]: b", None),
        ('<img alt="x" src=\'i.png\'> <a href="/b?c&amp;d">e</a>', None),
        ("f[i](x) and `[a](b)` and \\[a](b)", f"f[i]({URL}/x) and `[a](b)` and \\[a]({URL}/b)"),
        ("```\n[a](b)\n```\n~~~\n[a](b)\n~~~\n", None),
    ],
)
def test_links_become_absolute(text: str, result: str | None) -> None:
    if text.startswith("<img"):
        result = f'<img alt="x" src="{URL}/i.png"> <a href="https://blog.example.com/b?c&amp;d">e</a>'
    assert cleaned(text) == (result or text)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("[[표 만들기|표를 만든 뒤]] 쓰는 [[문법]]", "표를 만든 뒤 쓰는 문법"),
        ("![[그림.png]] ![[그림.png|300]]", "그림.png 그림.png"),
        ("[[Note#Heading]] [[#Heading]]", "Note > Heading Heading"),
        ("[[toc]]\n\nText", "\nText"),
        ("| [[a\\|b]] |", "| b |"),
        ("[[1]](https://x.test) [[1, 2]] if [[ -f x ]]; [[a]]: b", None),
        ("`[[a]]`", None),
    ],
)
def test_wiki_links_become_text(text: str, result: str | None) -> None:
    assert cleaned(text) == (result or text)


@pytest.mark.parametrize(
    "text",
    [
        "```\n{}\n```\n",
        "~~~md\n{}\n```\n~~~\n",
        "````\n```\n{}\n````\n",
        "- a\n\n  ```\n  {}\n  ```\n",
        "1. a\n\n    ```\n    {}\n    ```\n",
        "- ```\n  {}\n  ```\n",
        "> ```\n> {}\n> ```\n",
        "!!! note\n    ```\n    {}\n    ```\n",
        '=== "Tab"\n\n    ```\n    {}\n    ```\n',
        "- a\n    - b\n\n        ```\n        {}\n        ```\n",
        "Text\n```\n{}\n",
        "   ```\n   {}\n   ```\n",
    ],
)
def test_code_fences_stay_byte_for_byte(text: str) -> None:
    text = text.format("<!-- x --> {% if %} {{< y >}} [[z]] [a](b) <script>")
    assert cleaned(text) == text


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("- ```\n  code\ntext <!-- note -->\n", "- ```\n  code\ntext \n"),
        ("> ```\n> code\ntext <!-- note -->\n", "> ```\n> code\ntext \n"),
        ("text\n\n        ```\n<!-- note -->\n", "text\n\n        ```\n"),
        ("``` a ` b\n<!-- note -->\n", "``` a ` b\n"),
        ("```\ncode\n```\n<!-- note -->\n", "```\ncode\n```\n"),
        ("~~~\n```\n~~~\n<!-- note -->\n", "~~~\n```\n~~~\n"),
    ],
)
def test_what_only_looks_like_a_fence_hides_no_comment(text: str, result: str) -> None:
    assert cleaned(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (
            "\u3000\ufeff첫 문단입니다.\n\n\u3000\ufeff둘째 문단입니다.\n",
            "\u3000첫 문단입니다.\n\n\u3000둘째 문단입니다.\n",
        ),
        ("Pasted\u200b from\u2060 a page.\n", "Pasted from a page.\n"),
        ("`a\u200bb` stays\u200b.\n", "`a\u200bb` stays.\n"),
        ("```\nx\ufeff\n```\n", None),
        ("ภาษา\u200bไทย and ខ្មែរ\u200bភាសា\n", None),
        ("ภาษา\ufeffไทย\n", "ภาษาไทย\n"),
        ("می\u200cخواهم and 👩\u200d💻\n", None),
    ],
)
def test_characters_of_no_width_go_where_they_mean_nothing(text: str, result: str | None) -> None:
    assert cleaned(text) == (text if result is None else result)


def test_what_is_no_noise_stays() -> None:
    text = Path(__file__).read_text(encoding="utf-8").partition("@pytest")[0]
    text += "\n:::message\nA\n:::\n\n@[card](https://x.test)\n\n| a | b |\n|---|---|\n\n"
    text += "- [ ] x\n\n$$\na_{i}\n$$\n\n<details>b</details>\n"
    assert cleaned(text) == text


def test_notes_say_what_was_done() -> None:
    result = clean("<!-- a --><!-- b --> {{< tip >}}[x](y) [[z]]{{< /tip >}} <style></style>", PLACE)
    assert {note.code: note.message for note in result.notes} == {
        "cleaned-comments": "2 × comment",
        "cleaned-elements": "1 × <style>",
        "cleaned-links": "1 × link",
        "cleaned-templates": "1 × {{< tip >}}",
        "cleaned-wiki-links": "1 × link",
    }


def test_links_between_posts_lead_to_those_that_go_out(tmp_path: Path) -> None:
    decisions = decide(
        tmp_path,
        {
            "x/a.md": public(body="[b](b.md) [c](../c.md) [d](../d.md)", url="https://blog.example.com/a"),
            "x/b.md": public(url="https://blog.example.com/b"),
            "c.md": public("private: true", url="https://blog.example.com/secret-c"),
        },
    )
    post = decisions["x/a.md"].post
    assert post is not None
    assert post.body.strip() == "[b](https://blog.example.com/b) c d"
    assert [note.code for note in decisions["x/a.md"].notes] == ["date-missing", "cleaned-links"]


def test_mdx_is_told_by_the_files_name(tmp_path: Path) -> None:
    decisions = decide(tmp_path, {"a.mdx": public(body="{/* note */}\n\nText"), "b.md": "x"})
    post = decisions["a.mdx"].post
    assert post is not None
    assert post.body.strip() == "Text"


def test_a_body_that_cannot_be_finished_is_refused(tmp_path: Path) -> None:
    body = "<!-" * 30 + "<!-- -->" + "- x -->" * 30
    assert codes(decide(tmp_path, {"a.md": public(body=body)})["a.md"]) == {"body-unsettled"}
