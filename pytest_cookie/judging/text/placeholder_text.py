"""Marks of corrupt or missing data in the text of a page."""

import re
from dataclasses import dataclass

from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

_SHORT_LINE = 60  # characters; in longer lines such a word may be prose
_LATIN = (
    "lorem|ipsum|dolor|amet|consectetur|adipiscing|elit|eiusmod|tempor|incididunt|labore|dolore|magna|aliqua|enim|minim|"
    "veniam|nostrud|exercitation|ullamco|laboris|nisi|aliquip|commodo|duis|aute|irure|reprehenderit|voluptate|velit|"
    "cillum|fugiat|nulla|pariatur|excepteur|sint|occaecat|cupidatat|proident|sunt|officia|deserunt|mollit|laborum"
)
"""Words of lorem ipsum; three of them close together are no real sentence."""


_HIGH = "\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
"""The bytes 80 to BF as Latin-1 and Windows code page 1252 show them."""


@dataclass(frozen=True)
class Mark:
    """A pattern of corrupt or missing data.

    `value_only`: counts only on a short line, as a displayed value. `of_code`: exempt on leaves whose topic is code.
    """

    kind: FindingKind
    pattern: re.Pattern[str]
    severity: Severity
    title: str
    why: str
    value_only: bool = False
    of_code: bool = False


BROKEN = Mark(
    FindingKind.BROKEN_CHARACTERS,
    re.compile(
        r"\ufffd|Ã[\u0080-\u00bf©¨¼¶¤±³¡]|â€[™œ“”\u009d¢¦“]|[åäæçè][\u0080-\u00bf][\u0080-\u00bf]"
        rf"|(?:[ã-í][{_HIGH}]{{2}}){{2}}"
    ),
    "major",
    "Characters are garbled",
    'The text was decoded with the wrong encoding. Save it as UTF-8 and declare that with `<meta charset="utf-8">`.',
)

MARKS = (
    BROKEN,
    Mark(
        FindingKind.RAW_OBJECT,
        re.compile(r"\[object \w+\]|\bInvalid Date\b"),
        "major",
        "An unreadable value is shown",
        "The page shows an object or a failed date as JavaScript prints it. Format the value before showing it.",
        of_code=True,
    ),
    Mark(
        FindingKind.INVALID_VALUE,
        re.compile(
            r"(?<![\w'\"`])(?!(?<=\w[-_])(?:undefined|NaN)[-_.]\w)(undefined|-?NaN|-?Infinity(?=\W*$|\W+\w{1,3}\b))(?![\w'\"`])"
        ),
        "major",
        "An invalid value is shown",
        "Check the values before they are used and shown.",
        value_only=True,
        of_code=True,
    ),
    Mark(
        FindingKind.UNDEFINED_IN_NAME,
        re.compile(r"(?<=\w[-_])(?:undefined|NaN)(?=[-_.]\w)"),
        "major",
        "A name contains a missing value",
        "JavaScript's word for a missing value has become part of the name. Set the value before building the name.",
        of_code=True,
    ),
    Mark(
        FindingKind.NULL_VALUE,
        re.compile(r"(^|[:：=]\s*)null$"),
        "major",
        "“null” is shown instead of a value",
        "A value is missing. Leave the place empty, or mention that there is no value.",
        value_only=True,
        of_code=True,
    ),
    Mark(
        FindingKind.UNFILLED_TEMPLATE,
        re.compile(r"\{\{\s*[\w.]+\s*\}\}|\$\{[\w.()\[\]]+\}|<%=?\s*[\w.]+\s*%>"),
        "major",
        "A template is not filled in",
        "The page shows a template expression instead of its value. Fill in the value before showing it.",
        of_code=True,
    ),
    Mark(
        FindingKind.PLACEHOLDER_TEXT,
        re.compile(
            rf"\blorem ipsum\b|\bdolor sit amet\b|\b(?:{_LATIN})\b(?:\W+\w+){{0,3}}?\W+(?:{_LATIN})\b"
            rf"(?:\W+\w+){{0,3}}?\W+(?:{_LATIN})\b|\[(placeholder|your [\w ]+|insert [\w ]+)\]|"
            r"^(your (text|title|content|headline) here|placeholder text|sample text|text goes here|"
            r"(coming soon|todo|tbd)\W*)$|此处填写|这里是(占位|示例)|占位(符|文本)|ダミーテキスト|ここにテキスト|"
            r"\b(platzhalter(text)?|texte de remplissage|texto de (relleno|exemplo))\b",
            re.IGNORECASE,
        ),
        "minor",
        "Placeholder text is shown",
        "The page shows filler text instead of the content that the brief asks for. Write the content.",
    ),
)


_WHAT_HAPPENED = {
    "undefined": "A value is missing (`undefined`).",
    "nan": "A number could not be computed (`NaN`).",
    "infinity": "A calculation has no finite result (`Infinity`).",
}


def explain_mark(mark: Mark, line: str) -> str:
    """Why a line with this mark is a defect, and what to do."""
    found = mark.pattern.search(line) if mark.kind is FindingKind.INVALID_VALUE else None
    happened = _WHAT_HAPPENED.get(found.group().strip("-").lower(), "") if found else ""
    return f"{happened} {mark.why}".strip()


def is_marked(mark: Mark, line: str) -> bool:
    """Whether the line contains this mark and counts as a displayed value, if it has to."""
    return not (mark.value_only and len(line) > _SHORT_LINE) and bool(mark.pattern.search(line))


def is_failed_value(line: str) -> bool:
    """Whether the line shows a failed calculation or an empty value."""
    return any(mark.value_only and is_marked(mark, line) for mark in MARKS)
