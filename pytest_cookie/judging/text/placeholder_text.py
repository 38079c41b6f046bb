"""Marks that data went wrong, in the text that a page shows."""

import re
from dataclasses import dataclass

from pytest_cookie.core.verdict import Severity

_SHORT_LINE = 60
_LATIN = (
    "lorem|ipsum|dolor|amet|consectetur|adipiscing|elit|eiusmod|tempor|incididunt|labore|dolore|magna|aliqua|enim|minim|"
    "veniam|nostrud|exercitation|ullamco|laboris|nisi|aliquip|commodo|duis|aute|irure|reprehenderit|voluptate|velit|"
    "cillum|fugiat|nulla|pariatur|excepteur|sint|occaecat|cupidatat|proident|sunt|officia|deserunt|mollit|laborum"
)
"""Words of the filler that printers have used for centuries; three of them close together are no sentence."""


_HIGH = "\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
"""What the bytes from 80 to BF are in Latin-1 and in Windows' code page 1252."""


@dataclass(frozen=True)
class Mark:
    """A mark that data went wrong. `value_only`: counts only on a short line, where it stands as a value."""

    pattern: re.Pattern[str]
    severity: Severity
    title: str
    why: str
    value_only: bool = False
    of_code: bool = False


BROKEN = Mark(
    re.compile(
        r"\ufffd|Ã[\u0080-\u00bf©¨¼¶¤±³¡]|â€[™œ“”\u009d¢¦“]|[åäæçè][\u0080-\u00bf][\u0080-\u00bf]"
        rf"|(?:[ã-í][{_HIGH}]{{2}}){{2}}"
    ),
    "major",
    "Broken characters",
    "The text was read in the wrong encoding, so letters are replaced by rubbish.",
)

MARKS = (
    BROKEN,
    Mark(
        re.compile(r"\[object \w+\]|\bInvalid Date\b"),
        "major",
        "A raw object instead of a value",
        "The page prints a program's inner value where the user expects a text or a date.",
        of_code=True,
    ),
    Mark(
        re.compile(
            r"(?<![\w'\"`])(?!(?<=\w[-_])(?:undefined|NaN)[-_.]\w)(undefined|-?NaN|-?Infinity(?=\W*$|\W+\w{1,3}\b))(?![\w'\"`])"
        ),
        "major",
        "A failed calculation is shown",
        "The page prints what a program says where a value is missing or not a number.",
        value_only=True,
        of_code=True,
    ),
    Mark(
        re.compile(r"(?<=\w[-_])(?:undefined|NaN)(?=[-_.]\w)"),
        "major",
        "A name with a missing value in it",
        "What a program says where a value is missing has become a part of a name.",
        of_code=True,
    ),
    Mark(
        re.compile(r"(^|[:：=]\s*)null$"),
        "major",
        "“null” instead of a value",
        "The page prints a program's empty value instead of leaving the place empty or saying so.",
        value_only=True,
        of_code=True,
    ),
    Mark(
        re.compile(r"\{\{\s*[\w.]+\s*\}\}|\$\{[\w.()\[\]]+\}|<%=?\s*[\w.]+\s*%>"),
        "major",
        "An unfilled template",
        "The mark of a template is shown instead of what it should have been replaced by.",
        of_code=True,
    ),
    Mark(
        re.compile(
            rf"\blorem ipsum\b|\bdolor sit amet\b|\b(?:{_LATIN})\b(?:\W+\w+){{0,3}}?\W+(?:{_LATIN})\b"
            rf"(?:\W+\w+){{0,3}}?\W+(?:{_LATIN})\b|\[(placeholder|your [\w ]+|insert [\w ]+)\]|"
            r"^(your (text|title|content|headline) here|placeholder text|sample text|text goes here|"
            r"(coming soon|todo|tbd)\W*)$|此处填写|这里是(占位|示例)|占位(符|文本)|ダミーテキスト|ここにテキスト|"
            r"\b(platzhalter(text)?|texte de remplissage|texto de (relleno|exemplo))\b",
            re.IGNORECASE,
        ),
        "minor",
        "Placeholder text",
        "Filler stands where the brief asks for content.",
    ),
)


def is_marked(mark: Mark, line: str) -> bool:
    """Whether the line shows this mark as what it is."""
    return not (mark.value_only and len(line) > _SHORT_LINE) and bool(mark.pattern.search(line))


def is_failed_value(line: str) -> bool:
    """A line that shows a failed calculation or an empty value instead of saying something."""
    return any(mark.value_only and is_marked(mark, line) for mark in MARKS)
