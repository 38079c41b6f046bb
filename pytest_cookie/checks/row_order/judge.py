"""Compares the order of rows after a press with the values of the column that it sorts."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pytest_cookie.checks.row_order.fact import Ordering
from pytest_cookie.core.parsing import parse_shown_number
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_subject
from pytest_cookie.judging.text.shown_values import is_missing, read_values

SORTED_AS_TEXT = CheckKind("sorted-as-text", "A press sorts numbers, dates or times by their letters.")
UNSORTED_COLUMN = CheckKind("unsorted-column", "The head of a column does not sort it.")

_LEAST_VALUES = 4  # three values are in order by chance one time in three
_LEAST_UNPRESSED = 6
"""Values of a column that a control elsewhere sorted: any column may be in the order of its texts by chance."""
_LEAST_WORDS = 13
"""Words have more orders than letters: weekdays, months, sizes, planets."""
_LEAST_BREAKS = 2  # a single break may be a pinned row
_MOST_PINNED = 2  # rows at one end, such as a total and an average
_CUT = 40
"""A text of this length may be cut."""
_DISORDER = 0.3
"""The share of neighbours in the wrong order above which a column has no order; groups and pinned rows make less."""
_OWN_ORDER = re.compile("[0-9\u3041-\u30ff\u3400-\u9fff]")
_ARTICLE = re.compile(r"^(?:the|a|an|der|die|das|le|la|les|el|los|las|o|os|as)\s+|^l['’]", re.IGNORECASE)

Key = tuple[tuple[int, float, str], ...]
"""What a value is sorted by: numbers before texts, part by part."""


def find_wrong_orders(context: RubricContext) -> list[Defect]:
    """One defect for each kind of wrong order; orders that may have another reason give none."""
    steps = [step for step in context.trace.steps if Ordering.of(step.change) and not step.page_errors]
    checks = (_find_text_order, _find_no_order)
    return [found for check in checks if (found := next(iter(check(context, steps)), None))]


def _find_text_order(context: RubricContext, steps: Sequence[Step]) -> Iterator[Defect]:
    for step in steps:
        column = next((values for values in _judged(step) if is_in_text_order(values, least=_least(step))), None)
        if column and not any(is_ordered(values) for values in _pressed(step)):
            low, high = _example(column)
            why = (
                f"The values are numbers, dates or times, and are ordered letter by letter: “{low}” comes next to "
                f"“{high}” ({', '.join(f'“{value}”' for value in column[:3])} …). Compare the values, not their texts."
            )
            title = f"{name_subject(step.action)} sorts numbers as text"
            yield step_defect(context, step, SORTED_AS_TEXT, "major", title, why).showing(low)


def _find_no_order(context: RubricContext, steps: Sequence[Step]) -> Iterator[Defect]:
    for step in steps:
        ordering = Ordering.of(step.change)
        columns = _pressed(step)
        sorts = ordering is not None and (ordering.claimed or ordering.reordered) and not ordering.as_at_first
        if sorts and columns and all(has_no_order(column) for column in columns):
            values = ", ".join(f"“{shorten(value, 24)}”" for value in columns[0][:4])
            why = (
                f"After the click the column begins with {values}: neither ascending nor descending, by value or by "
                "text. Sort the rows by this column."
            )
            title = f"{name_subject(step.action)} does not sort its column"
            yield step_defect(context, step, UNSORTED_COLUMN, "major", title, why).showing(columns[0][0])


def _pressed(step: Step) -> list[tuple[str, ...]]:
    ordering = Ordering.of(step.change) or Ordering()
    return [ordering.columns[number] for number in ordering.pressed if number < len(ordering.columns)]


def _judged(step: Step) -> list[tuple[str, ...]]:
    """The column below the pressed head; without one, all of the items that were reordered."""
    ordering = Ordering.of(step.change)
    if ordering is None or ordering.as_at_first:
        return []
    return _pressed(step) or (list(ordering.columns) if ordering.reordered and not ordering.pressed else [])


def _least(step: Step) -> int:
    return _LEAST_VALUES if _pressed(step) else _LEAST_UNPRESSED


def is_in_text_order(column: Sequence[str], *, least: int = _LEAST_VALUES) -> bool:
    """Whether all of at least so many values can be read as numbers, dates or times, and are ordered by their texts
    and not by value, in any way to read them."""
    texts = [text for text in column if not is_missing(text)]
    if len(set(texts)) < least:
        return False
    readings = list(read_values(texts))
    if not readings or is_ordered(column):
        return False
    plain = [[f"{value:.15g}" for value in values] for values in readings]
    return any(_is_monotone(_by_letters(keys)) for keys in (texts, [text.casefold() for text in texts], *plain))


def is_ordered(column: Sequence[str]) -> bool:
    """Whether a column is ascending or descending by value or by text, but for missing values and pinned rows.

    Numbers whose order is only that of their letters are not ordered.
    """
    return any(_is_monotone(values) for texts in _without_pinned(column) for values in _number_keys(texts)) or (
        not any(True for _ in read_values([text for text in column if not is_missing(text)]))
        and any(_is_monotone(keys) for texts in _without_pinned(column) for keys in _text_keys(texts))
    )


def has_no_order(column: Sequence[str]) -> bool:
    """Whether many neighbours are in the wrong order by value and by text, and equal texts are apart.

    Words of few kinds, such as statuses, may have an order of their own, and so have texts with figures that are no
    plain values, and ideograms, which are sorted by their sound.
    """
    texts = [text for text in column if not is_missing(text)]
    distinct, keys = len(set(texts)), [*_number_keys(texts)]
    if distinct < _LEAST_VALUES or any(len(text) >= _CUT for text in texts):
        return False
    if not keys and (distinct < _LEAST_WORDS or distinct * 2 < len(texts) or any(map(_OWN_ORDER.search, texts))):
        return False
    breaks = min(_count_breaks(key) for key in (*keys, *_text_keys(texts)))
    has_many = breaks >= max(_LEAST_BREAKS, _DISORDER * (len(texts) - 1))
    return has_many and not is_ordered(column) and not _is_grouped(texts)


def _without_pinned(column: Sequence[str]) -> Iterator[list[str]]:
    """The values that are there: all, and without up to two rows pinned to one end, such as totals."""
    texts = [text for text in column if not is_missing(text)]
    yield texts
    for number in range(1, _MOST_PINNED + 1):
        if len(texts) - number >= _LEAST_VALUES:
            yield texts[number:]
            yield texts[:-number]


def _number_keys(texts: Sequence[str]) -> Iterator[list[Key]]:
    for values in read_values(texts):
        yield [((0, value, ""),) for value in values]
        yield [((0, abs(value), ""),) for value in values]


def _text_keys(texts: Sequence[str]) -> Iterator[list[Key]]:
    """The sort keys of texts: letters, collation, natural order, without articles, by last word."""
    plain = [_fold(text) for text in texts]
    yield _by_letters(texts)
    yield _by_letters(plain)
    yield [_natural(text) for text in plain]
    yield _by_letters([_fold(_ARTICLE.sub("", text)) for text in texts])
    yield _by_letters([_fold(text.split()[-1]) if text.split() else "" for text in texts])


def _by_letters(texts: Sequence[str]) -> list[Key]:
    return [((1, 0.0, text),) for text in texts]


def _fold(text: str) -> str:
    """As collations compare first: without case, accents, punctuation and blanks."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in parts if sign.isalnum())


def _natural(text: str) -> Key:
    numbers = [(part, parse_shown_number(part)) for part in re.findall(r"\d{1,18}|\D+", text)]
    return tuple((1, 0.0, part) if number is None else (0, number, "") for part, number in numbers)


def _is_monotone(values: Sequence[Key]) -> bool:
    pairs = list(pairwise(values))
    return all(a <= b for a, b in pairs) or all(a >= b for a, b in pairs)


def _count_breaks(values: Sequence[Key]) -> int:
    """The number of neighbours in the wrong order, for the better of both directions."""
    pairs = list(pairwise(values))
    return min(sum(a > b for a, b in pairs), sum(a < b for a, b in pairs))


def _is_grouped(texts: Sequence[str]) -> bool:
    """Whether equal texts are all together, which is the order of a list of one's own."""
    runs = sum(a != b for a, b in pairwise(texts)) + 1
    return runs == len(set(texts)) < len(texts)


def _example(column: Sequence[str]) -> tuple[str, str]:
    """Two neighbours whose values are furthest apart."""
    texts = [text for text in column if not is_missing(text)]
    values = next(iter(read_values(texts)))
    at = max(range(len(texts) - 1), key=lambda number: abs(values[number + 1] - values[number]))
    return texts[at], texts[at + 1]
