"""Marks of a template language that a page itself offers, such as merge fields of letters, and half-replaced ones."""

import re
from collections.abc import Iterable

import re2

_OPEN, _CLOSE = "{[<%", "}]>%"
_DOUBLE = re.compile(r"(\{\{|\[\[|<<|%%)\s{0,3}([\w.]{1,40})\s{0,3}(\}\}|\]\]|>>|%%)")
_MOST_LINES, _MOST_MARKS, _LONGEST = 200, 8, 300
_LEAST_LETTERS = 2  # of the words around the marks, by which a line is recognised
_WORDS = r"[^\s{}\[\]<>%][^{}\[\]<>%\n]{0,60}"


def find_own_marks(field_values: Iterable[str]) -> frozenset[str]:
    """The opening signs of marks in the values of a page's fields: they are what users write there."""
    return frozenset(found[1] for value in field_values for found in _DOUBLE.finditer(value))


def find_half_replaced(line: str, templates: Iterable[str]) -> str:
    """The first mark in a line whose inner half alone was replaced: `{Aino}` where a field has `{{first}}`.

    The line has to read as a line of `templates`, the values of fields, apart from the texts in place of the marks.
    """
    for template in templates:
        for written in template.splitlines()[:_MOST_LINES]:
            if found := _read_as(written.strip()[:_LONGEST], line.strip()[:_LONGEST]):
                return found
    return ""


def _read_as(written: str, line: str) -> str:
    """The text in place of a mark that has one of its signs left, if the line reads as written otherwise; else ""."""
    marks = list(_DOUBLE.finditer(written))
    literal = _DOUBLE.sub("", written)
    if not marks or len(re.findall(r"\w", literal)) < _LEAST_LETTERS:
        return ""
    pattern, end = "", 0
    for mark in marks[:_MOST_MARKS]:
        sign, closing = re2.escape(mark[1][0]), re2.escape(mark[3][0])
        pattern += f"{re2.escape(written[end : mark.start()])}({sign}{_WORDS}{closing}|[^{{}}\\[\\]<>%]{{1,60}}?)"
        end = mark.end()
    matched = re2.fullmatch(pattern + re2.escape(written[end:]), line) if len(marks) <= _MOST_MARKS else None
    halves = [text for text in matched.groups() if text[0] in _OPEN] if matched else []
    return halves[0] if halves else ""


def blank_out(line: str, own: frozenset[str]) -> str:
    """The line without marks of the page's own template language."""
    return _DOUBLE.sub(lambda found: " " if found[1] in own else found[0], line)
