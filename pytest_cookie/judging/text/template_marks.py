"""Marks of a template language that a page itself offers, such as merge fields of letters, and half-replaced ones."""

import re
from collections.abc import Iterable

_OPEN, _CLOSE = "{[<%", "}]>%"
_DOUBLE = re.compile(r"(\{\{|\[\[|<<|%%)\s{0,3}([\w.]{1,40})\s{0,3}(\}\}|\]\]|>>|%%)")
_WORDS = r"[^\s{}\[\]<>%][^{}\[\]<>%\n]{0,60}"


def find_own_marks(field_values: Iterable[str]) -> frozenset[str]:
    """The opening signs of marks in the values of a page's fields: they are what users write there."""
    return frozenset(found[1] for value in field_values for found in _DOUBLE.finditer(value))


def find_half_replaced(line: str, own: frozenset[str]) -> str:
    """The first mark in a line with only its inner half replaced: `{Aino}` where users wrote `{{first}}`."""
    for opening in sorted(own):
        sign, end = re.escape(opening[0]), re.escape(_CLOSE[_OPEN.index(opening[0])])
        if found := re.search(rf"(?<!{sign}){sign}{_WORDS}{end}(?!{end})", line):
            return found[0]
    return ""


def blank_out(line: str, own: frozenset[str]) -> str:
    """The line without marks of the page's own template language."""
    return _DOUBLE.sub(lambda found: " " if found[1] in own else found[0], line)
