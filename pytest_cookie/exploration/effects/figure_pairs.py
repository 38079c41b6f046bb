"""Figures that do not follow an act which takes another one back. Pure."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from pytest_cookie.core.figures import ChartedFigure, LeftFigure
from pytest_cookie.core.shown_numbers import read_figures

Lines = Mapping[str, str]
"""Lines with figures by their labels; see `read_figure_lines`."""
Moves = frozenset[tuple[float, float]]
_ONE = 1.0
_LEAST_RESET = 2


def find_left(done: tuple[Lines, Lines], taken_back: tuple[Lines, Lines], *, alike: bool) -> dict[str, LeftFigure]:
    """The lines that an act changed and that the act which takes it back leaves, by their labels.

    Each act is what the page shows before and after it. Something else has to come back with it, or the page shows
    another state. Counts of what was ever done, such as the entries of a log, rightly stay: a line counts if a figure
    in it moved as that of a line which came back, or (unless `alike`) if both moved by more than one.
    """
    (first, then), (_, now) = done, taken_back
    steady = _find_steady(done, taken_back)
    back = {label for label in steady if now[label] == first[label]}
    left = {label for label in steady if now[label] == then[label]}
    beside = {
        label: match for label in now if label in left and (match := _find_match(label, back, first, then, alike=alike))
    }
    return {label: LeftFigure(line=now[label], due=first[label], beside=now[match]) for label, match in beside.items()}


def find_kept(done: tuple[Lines, Lines], taken_back: tuple[Lines, Lines]) -> dict[str, tuple[str, str]]:
    """The lines of `find_left` without a witness, as they stay and as they were first. Only a reload can tell that they
    are out of date."""
    (first, then), (_, now) = done, taken_back
    return {one: (then[one], first[one]) for one in _find_steady(done, taken_back) if now[one] == then[one]}


def _find_steady(done: tuple[Lines, Lines], taken_back: tuple[Lines, Lines]) -> set[str]:
    """The labels that the first act moved and nothing else between the two."""
    (first, then), (last, now) = done, taken_back
    shown = first.keys() & then.keys() & last.keys() & now.keys()
    return {label for label in shown if first[label] != then[label] and then[label] == last[label]}


def _find_match(label: str, back: set[str], first: Lines, then: Lines, *, alike: bool) -> str:
    """A line that came back and tells that this one should have; "" without."""
    moves = _moves(first[label], then[label])
    for one in sorted(back):
        others = _moves(first[one], then[one])
        if moves & others or (not alike and _are_sums(moves) and _are_sums(others)):
            return one
    return ""


def _moves(old: str, new: str) -> Moves:
    """The figures that differ between two wordings of a line, each before and after."""
    pairs = zip_longest(read_figures(old), read_figures(new))
    return frozenset((a, b) for a, b in pairs if a is not None and b is not None and a != b)


def _are_sums(moves: Moves) -> bool:
    """Whether they moved by other amounts than counts do."""
    return bool(moves) and all(abs(after - before) != _ONE for before, after in moves)


def find_charted(charted: frozenset[str], first: Lines, before: Lines, after: Lines) -> Iterator[ChartedFigure]:
    """The texts of charts with a figure that went back to its first value elsewhere, by a press that reset several.

    `charted` are the texts of charts that the press left, and that the page did not have when it was loaded.
    """
    reset = [label for label in before.keys() & after.keys() if after[label] == first.get(label) != before[label]]
    if len(reset) < _LEAST_RESET:
        return
    gone = {old: label for label in sorted(reset) for old, _ in _moves(before[label], after[label]) if old}
    for text in sorted(charted):
        same = next((gone[figure] for figure in read_figures(text) if figure in gone), None)
        if same is not None:
            yield ChartedFigure(text=text, line=before[same], now=after[same])
