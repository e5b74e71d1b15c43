"""What people write into a text that isn't finished, or isn't meant for the public, in four languages."""

from __future__ import annotations

import re

_OPEN = r"[*_\[(【<!※\- ]{0,6}"
_CLOSE = r"[\])】*_]{0,4}[ \t]*(?:[:：!—–]|-[ \t]|-->|$|(?<=[\])】]))"
_END = r"[\])】*_.。!！…~ \t]*$"
_LINE = re.compile(
    rf"(?m)^[ \t]*(?:#{{1,6}}[ \t]+|>[ \t]*|[-*][ \t]+)?{_OPEN}(?:DRAFT|WIP|TBD|FIXME|TODO|초안|작성 ?중|"
    rf"미완성|下書き|草稿)(?:\([^()\n]{{1,30}}\))?{_CLOSE}"
    rf"|^[ \t]*(?:#{{1,6}}[ \t]+{_OPEN}|>?[ \t]*[*_]{{0,2}}[\[(【])(?i:draft|work in progress|wip|"
    rf"unpublished){_CLOSE}"
    r"|^#{1,6}[ \t][^\n]*[\[(](?i:draft|wip|work in progress|초안|작성 ?중|unpublished|비공개)[\])][ \t]*$"
    r"|(?i:lorem ipsum dolor sit amet|^[ \t]*lorem ipsum dolor)"
    r"|^[ \t]*[-*][ \t]+\[ \][ \t]+(?:TODO|FIXME)\b|^[ \t]*(?:FIXME\b|XXX:)|[:：][ \t]*TBD\.?[ \t]*$"
    rf"|^[ \t>*_🚧]*(?i:work in progress|under construction){_END}|^[ \t>*_#]*🚧[^\n]{{0,20}}(?:\bWIP\b|작성 ?중|"
    rf"(?i:draft|work in progress))"
    rf"|^[ \t>*_-]*(?i:status|상태|ステータス|状态)[*_]*[ \t]*[:：][ \t*_]*(?i:draft|wip|unpublished|초안|비공개|"
    rf"작성 ?중|下書き|草稿){_END}"
    rf"|^[ \t>*_※(\[]*(?:(?:이|본) ?(?:글|포스트|문서)은 ?)?(?:아직 |현재 )?(?:작성 ?중|미완성)(?:입니다|인 "
    rf"글(?:입니다)?| ?글(?:입니다)?|이에요|임){_END}"
    rf"|(?:^|까지 )임시 ?저장{_END}|^[ \t>*_]*비공개 ?글{_END}|공개 ?전(?:에)? ?(?:검토|확인|수정|삭제)(?: ?필요|"
    rf"할 것|하기)?"
    rf"|^[ \t>*_※]*(?:この記事は)?(?:執筆|作成)中(?:です|の記事(?:です)?){_END}|^[ \t>*_※【(（]*(?:書きかけ(?:です|"
    rf"の記事(?:です)?)?|未公開|公開前|要修正|要確認){_END}"
    rf"|^[ \t>*_【(（]*(?:待补充|待完善|未完成|写作中){_END}"
    r"|\[[^\[\]\n]{0,30}\b(?:TBD|TODO|TK)\b[^\[\]\n]{0,30}\](?!\()|\[(?i:insert|add|"
    r"placeholder)\b[^\[\]\n]{0,40}(?i:here|tbd|needed)\](?!\()"
    r"|\[(?:스크린샷|이미지|사진|링크|그림|코드) ?(?:삽입|추가|첨부|넣기)[^\[\]\n]{0,10}\](?!\()"
    r"|[\[(](?i:note to self|(?:ask|check|remove|delete|fix|verify|confirm|change|update|"
    r"rewrite)\b[^()\[\]\n]{0,60}\bbefore "
    r"(?:publish\w*|publication|release|posting|going live))[^()\[\]\n]{0,80}[\])]|\{>>[^{}\n]{3,400}<<\}"
)
_LOUD = re.compile(
    r"(?:do[ -]not|don['’]t|not(?: yet)? (?:for|to be)|never) (?:publish(?:ed)?|publi[cs]ation|publi[cs] release|"
    r"circulat\w+|external distribution|(?:distribute|share|release)d?"
    r" (?:this|it|yet|externally|outside|publicly|with anyone))\b[^.\n]{0,40}[.!]?[ \t]*$|\b(?:internal|company|"
    r"employee)[- ](?:use[- ]only|only|confidential)\b|\b(?:strictly|company|highly) confidential\b|"
    r"\bproprietary (?:and|&) confidential\b|^\W{0,4}confidential[ \t]*[-–—:,.][ \t]*(?:do not|don't|internal|not for)|"
    r"^\W{0,4}(?-i:DO NOT (?:SHARE|DISTRIBUTE|PUBLISH|FORWARD|COPY))\b|^\W{0,4}(?:under|covered by)(?: an?)? NDA\b|"
    r"\bTLP:\s?(?:RED|AMBER)\b|\battorney[- ]client privileged?\b|"
    r"\bunder embargo\b|\bembargoed (?:until|till)\b|^[^\w|\n]*confidential[^\w|\n]*$|^[^\w|"
    r"\n]*(?-i:CONFIDENTIAL)\b(?!\s*\|)|"
    r"대외비|사내 ?한정|사외 ?비|외부 ?(?:공유|유출|공개|반출) ?금지|공개 ?금지|(?<!재)(?<!무단 )(?<!무단)배포 "
    r"?금지|내부 ?공유용|사내 ?공유용|"
    r"(?:사내|내부)용 ?(?:문서|자료)|(?:사내|내부) ?(?:자료|문서)(?:입니다|임)?[\])】.! \t]*$|社外秘|部外秘|"
    r"関係者外秘|取扱注意|"
    r"内部资料|机密文件|公開禁止|非公開記事|请勿(?:外传|转发)|严禁外传|仅供内部|仅限内部|^\W{0,4}(?:機密|机密|绝密|"
    r"极秘|極秘)\W{0,4}$",
    re.IGNORECASE | re.MULTILINE,
)
COMMENT = re.compile(
    r"(?P<open><!--|\{/\*|\{%-?\s*comment\s*-?%\}|\[//\]: # [(\"']|%%|\{#)(?:(?!-->|\*/\}|\{%|%%|#\})[\s\S]){0,400}?"
    r"(?:\b(?:todo|fixme|xxx|tbd|wip|draft|hack|internal|confidential|do not|don't|"
    r"remove before|ignore (?:all |any )?(?:previous|prior|above)|"
    r"before publish\w*|secret|private note)\b|초안|작성 ?중|공개 ?전|비공개|나중에|수정 ?필요|삭제 ?예정|下書き|"
    r"草稿)(?:(?!-->|\*/\}|\{%|%%|#\})[\s\S]){0,400}?(?:-->|\*/\}|\{%-?\s*endcomment|[)\"']$|%%|#\})",
    re.IGNORECASE | re.MULTILINE,
)
COMMENTS = ("<!--", "{/*", "{%", "[//]:", "%%", "{#")
# Text that the page doesn't show, in an element that says so itself.
UNSHOWN = re.compile(
    r"<\w+(?=[^<>]{0,300}?(?:\shidden(?=[\s>=])|style=[\"'][^\"'<>]{0,200}?(?:display:\s*none|visibility:\s*hidden|"
    r"font-size:\s*0(?![.\d])|"
    r"opacity:\s*0(?![.\d])|"
    r"(?<![\w-])color:\s*(#?\w+)[^\"'<>]{0,80}background(?:-color)?:\s*\1(?!\w))))[^<>]{0,400}>\s*([^<>{}]{8,})<",
    re.IGNORECASE,
)
CLASSIFIED = re.compile(r"(?m)^Classifier: Private ::[^\n]*$")
MARKERS = (
    (_LINE, ("draft", "wip", "work in progress", "under construction", "tbd", "fixme", "todo", "xxx:", "unpublished",
             "lorem ipsum", "🚧", "[insert", "[add ", "[placeholder", "before ", "note to self", "{>>", "[tk", " tk]",
             "초안", "작성", "미완성", "비공개", "임시", "공개", "삽입", "추가", "첨부", "넣기",
             "下書き", "草稿", "執筆",
             "作成中", "書きかけ", "未公開", "公開前", "要修正", "要確認", "待补充", "待完善", "未完成", "写作中")),
    (_LOUD, ("do not ", "do-not-", "don't ", "don’t ", "not for ", "not yet ", "not to be ", "never ", "confidential",
             "embargo", "use only", "use-only", "internal only", "internal-only", "company only", "employee", "nda",
             "tlp:", "privilege", "대외비", "한정", "사외", "금지", "공유용", "내부", "사내",
             "社外秘", "部外秘",
             "関係者外秘", "取扱注意", "内部", "机密", "機密", "绝密", "極秘", "请勿", "严禁",
             "公開禁止", "非公開記事")),
)  # fmt: skip
