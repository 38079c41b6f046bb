"""Whether a brief only describes a thing that it names: in a style guide, by its look alone, or for the case that there
is one.

"Tables: striped rows, 1px borders" says how tables look, not that there is one; so do "any table" and the headings of
a style guide. A placeholder such as `{table}` names a value.
"""

import re
from functools import cache

from pytest_cookie.core.labels import Language
from pytest_cookie.judging.brief.vocabulary import read_data

_HEADING = re.compile(
    r"(?P<marks>#{1,6})\s+(?P<marked>[^\n]{2,80})|(?:\*\*)?(?P<plain>[^\W\d_][^\n:：.;!?]{1,60})(?:[:：])?(?:\*\*)?[:：]?"
)
_HEADING_WORDS = 6  # more words on a line of their own are a sentence
_ENTRY = re.compile(r"\s{0,12}(?:[-*•–·]|\d{1,2}[.)]|[^\n:：]{1,40}[:：])")
_CLAUSE = re.compile(r"[.;!?。；！？\n](?!\d)")
_LIST_MARK = re.compile(r"(?:[-*•–·]|\d{1,2}[.)]|\s)*")
_STYLE = re.compile(
    r"#[0-9a-f]{3,8}\b|\b\d+(?:\.\d+)? ?(?:px|rem|em|pt)\b|\b(?:border-)?radius|\brounded|\bshadows?\b|\bpadding|"
    r"\bmargins?\b|\bborders?\b|\buppercased?\b|\bbold\b|\bfonts?\b|\bhover\b|\bopacity\b|\bgradients?\b|"
    r"\bweight \d|\bstrip(?:ed|es)\b|\bsans-?serif\b|\bline-height\b|\bletter-spacing\b|\bpill\b|\bitalic\b|"
    r"\brgba?\(|\bbackground\b",
    re.IGNORECASE,
)  # fmt: skip
"""Values and properties of a look, which style guides write in English in any language."""

_LEAST_STYLES = 2  # "Footer: address, bold" asks for an address
_WORDS_OF_A_STYLE = 5  # a clause with more words for each value says something else, too
_CONDITION_REACH = 48  # characters before the words
_OPEN, _CLOSED = "{[<", "}]>"
_PLACEHOLDER = 40  # characters; a longer text in brackets is an aside


def is_described(brief: str, start: int, end: int, language: Language) -> bool:
    """Whether the words at `start` to `end` name a thing that the brief describes and does not ask for."""
    return (
        any(first <= start < last for first, last in _find_style_guides(brief, language))
        or _is_conditional(brief, start, language)
        or _is_only_styled(brief, start, end)
        or _is_placeholder(brief, start, end)
    )


def _find_style_guides(brief: str, language: Language) -> list[tuple[int, int]]:
    """The parts of a brief that are a style guide: from its heading to the next one of its rank."""
    names, found, at = _patterns(language)[0], [], 0
    open_at: int | None = None
    rank, ends_soon = 0, False
    for line in brief.splitlines(keepends=True):
        head = _HEADING.match(line.strip())
        level = len(head["marks"]) if head and head["marks"] else 0
        title = (head["marked"] or head["plain"] or "").strip() if head else ""
        if open_at is not None and line.strip():
            is_over = 0 < level <= rank if rank else level > 0 or (ends_soon and not _ENTRY.match(line))
            if is_over:
                found.append((open_at, at))
                open_at = None
        ends_soon = ends_soon or not line.strip()
        is_alone = head is not None and (level > 0 or _is_alone(line, head.end()))
        if open_at is None and title and names.search(title) and (is_alone or _opens_line(line, title)):
            open_at, rank, ends_soon = at, level, not is_alone
        at += len(line)
    return found if open_at is None else [*found, (open_at, len(brief))]


def _is_alone(line: str, end: int) -> bool:
    plain = line.strip()
    return end >= len(plain) and len(plain.split()) <= _HEADING_WORDS


def _opens_line(line: str, title: str) -> bool:
    """Whether a title and a colon begin the line: "Style guide: round buttons, striped tables"."""
    return len(title.split()) <= _HEADING_WORDS and line.strip().lstrip("*# ")[len(title) :].lstrip("* ")[:1] in (
        ":",
        "：",
    )


def _is_conditional(brief: str, start: int, language: Language) -> bool:
    """Whether the words stand under a condition in their clause: "if there is a table", "any table"."""
    before = _CLAUSE.split(brief[max(0, start - _CONDITION_REACH) : start])[-1]
    return _patterns(language)[1].search(before) is not None


def _is_only_styled(brief: str, start: int, end: int) -> bool:
    """Whether the words begin their line or sentence, and the rest of it are values of a look."""
    begin = max((found.end() for found in _CLAUSE.finditer(brief, 0, start)), default=0)
    if not _LIST_MARK.fullmatch(brief, begin, start):
        return False
    rest = _CLAUSE.split(brief[end:], maxsplit=1)[0]
    styles = len(_STYLE.findall(rest))
    return styles >= _LEAST_STYLES and styles * _WORDS_OF_A_STYLE >= len(rest.split())


def _is_placeholder(brief: str, start: int, end: int) -> bool:
    """Whether the words stand in braces, brackets or a tag by themselves: `{table}`, `<map>`."""
    before, after = brief[max(0, start - _PLACEHOLDER) : start], brief[end : end + _PLACEHOLDER]
    opened = max((before.rfind(mark) for mark in _OPEN), default=-1)
    if opened < 0 or any(mark in before[opened:] for mark in (*_CLOSED, " ")):
        return False
    closing = _CLOSED[_OPEN.index(before[opened])]
    return closing in after and " " not in after[: after.index(closing)]


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    rules = read_data("grammar")["descriptions"]
    headings = "|".join(rules["headings"][name] for name in dict.fromkeys((language, "en")))
    return re.compile(headings, re.IGNORECASE), re.compile(rules["conditions"][language], re.IGNORECASE)
