"""`FigureWatch`: follows lines with figures through an exploration.

Two oracles that need no word of a page: an act and the one that takes it back leave every figure as it was, and a
reload changes no figure that the acts before it should have changed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.figures.fact import ChartedFigure, FigureFact, LeftFigure, RenewedFigure
from pytest_cookie.core.action import Action
from pytest_cookie.core.shown_numbers import read_figure_lines, read_figures
from pytest_cookie.exploration.watch import Act

Lines = Mapping[str, str]
"""Lines with figures by their labels; see `read_figure_lines`."""
Moves = frozenset[tuple[float, float]]
_ONE = 1.0  # a count of steps moves by one with every act
_LEAST_RESET = 2  # one figure at its first value may be chance


def find_left(done: tuple[Lines, Lines], taken_back: tuple[Lines, Lines], *, alike: bool) -> dict[str, LeftFigure]:
    """The lines that an act changed and that the act which takes it back leaves, by their labels.

    Each act is what the page shows before and after it. Something else has to come back with it, or the page shows
    another state. Counts that only grow, such as the entries of a log, rightly stay: a line counts if a figure
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
    return {item: (then[item], first[item]) for item in _find_steady(done, taken_back) if now[item] == then[item]}


def _find_steady(done: tuple[Lines, Lines], taken_back: tuple[Lines, Lines]) -> set[str]:
    """The labels that only the first act moved between the two."""
    (first, then), (last, now) = done, taken_back
    shown = first.keys() & then.keys() & last.keys() & now.keys()
    return {label for label in shown if first[label] != then[label] and then[label] == last[label]}


def _find_match(label: str, back: set[str], first: Lines, then: Lines, *, alike: bool) -> str:
    """A line that came back, as this one should have; "" without."""
    moves = _moves(first[label], then[label])
    for item in sorted(back):
        others = _moves(first[item], then[item])
        if moves & others or (not alike and _are_sums(moves) and _are_sums(others)):
            return item
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


_MOST_TOLD = 4
_MOST_ACTS = 12
_SHORTEST_ENTRY = 3  # shorter texts appear on a page by chance
_SAME_SHARE = 0.5
_DRAWN_TEXTS = frozenset({"text", "tspan"})


@dataclass(frozen=True)
class Moment:
    """The lines that a page shows, those with figures by their labels, and the texts of its charts."""

    lines: tuple[str, ...] = ()
    figures: Lines = field(default_factory=dict)
    charted: frozenset[str] = frozenset()

    def shows(self, entry: str) -> bool:
        """Whether a line contains it."""
        return any(entry in line for line in self.lines)


def read_moment(lines: tuple[str, ...], quiet: frozenset[str] = frozenset()) -> Moment:
    """What a page shows; figures in lines with a `quiet` text change by themselves and are left out."""
    return Moment(lines, read_figure_lines(line for line in lines if not any(part in line for part in quiet)))


@dataclass(frozen=True)
class _Deed:
    action: Action
    before: Moment
    after: Moment


class FigureWatch:
    """What became of figures in each step. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._loaded: Lines | None = None
        self._charted_at_first: frozenset[str] = frozenset()
        self._changed: set[str] = set()
        self._has_acted = False
        self._acts: list[_Deed] = []
        self._entries: dict[str, _Deed | None] = {}
        self._left: dict[str, LeftFigure] = {}
        self._kept: dict[str, tuple[str, str]] = {}
        self._renewed: dict[str, RenewedFigure] = {}
        self._stale: dict[str, RenewedFigure] = {}

    def compare(self, act: Act) -> FigureFact | None:
        """The fact; None if it would be empty."""
        quiet = act.quiet
        moves = bool(quiet.elements or quiet.toggled or quiet.containers)
        states = [pair for seen in (act.before, act.after) for pair in seen.elements.items()] if moves else []
        own = frozenset(state.text for path, state in states if state.text and quiet.covers(path))
        moments = (
            replace(read_moment(tuple(seen.inventory.whole_text.splitlines()), own), charted=_read_charts(seen))
            for seen in (act.before, act.after)
        )
        found = self.follow(act.action, *moments)
        return found if found != FigureFact() else None

    def follow(self, action: Action, before: Moment, after: Moment) -> FigureFact:
        """As `compare`, from what the page showed."""
        if self._loaded is None:
            self._loaded, self._charted_at_first = before.figures, before.charted
        if action.kind == "reload":
            return self._follow_reload(before, after)
        stale, self._stale, self._renewed = self._stale, {}, {}
        told = [one for label, one in stale.items() if after.figures.get(label) == one.now]
        left = self._follow_act(_Deed(action, before, after))
        return FigureFact(
            stale=tuple(told[:_MOST_TOLD]),
            left=tuple(left.values())[:_MOST_TOLD],
            charted=tuple(self._find_charted(action, before, after))[:_MOST_TOLD],
        )

    def _find_charted(self, action: Action, before: Moment, after: Moment) -> Iterator[ChartedFigure]:
        """Texts that charts still show after a reset; charts that run on are read when they rest."""
        if action.purpose == "destroy" and self._loaded is not None:
            charted = (before.charted & after.charted) - self._charted_at_first
            yield from find_charted(charted, self._loaded, before.figures, after.figures)

    def _follow_act(self, deed: _Deed) -> dict[str, LeftFigure]:
        value = deed.action.value
        if deed.action.kind == "type" and len(value) >= _SHORTEST_ENTRY and not deed.before.shows(value):
            self._entries[value] = None
        moved = [label for label in self._loaded or {} if (self._loaded or {})[label] != deed.after.figures.get(label)]
        self._changed |= {label for label in moved if label in deed.after.figures}
        if not deed.action.is_input or deed.before == deed.after:
            return {}
        for entry, brought in self._entries.items():
            self._entries[entry] = deed if brought is None and deed.after.shows(entry) else brought
        self._has_acted = True
        left: dict[str, LeftFigure] = {}
        for done, alike in self._find_taken_back(deed):
            taken_back = deed.before.figures, deed.after.figures
            left |= find_left(done, taken_back, alike=alike)
            self._kept |= {} if alike else find_kept(done, taken_back)
        self._acts = [*self._acts, deed][-_MOST_ACTS:]
        self._left |= left
        return left

    def _find_taken_back(self, deed: _Deed) -> Iterator[tuple[tuple[Lines, Lines], bool]]:
        """The acts that this one takes back, as figures before and after; if only figures that moved alike count."""
        if deed.action.purpose == "destroy":
            yield from ((done, False) for done in self._find_entered(deed))
        elif deed.action.purpose == "undo" and (first := self._find_removal()) is not None:
            if _lost_entries(first, deed.before) & set(deed.after.lines):
                yield (first.figures, deed.before.figures), False
        elif self._acts and deed.action.is_click and deed.action.ref:
            last = self._acts[-1]
            if last.action.is_click and last.action.ref == deed.action.ref:
                yield (last.before.figures, last.after.figures), True

    def _find_entered(self, deed: _Deed) -> Iterator[tuple[Lines, Lines]]:
        """The acts that first showed an entry which this one removes. A message about the removal may name it."""
        for entry, brought in self._entries.items():
            held = sorted((line for line in deed.before.lines if entry in line), key=len)
            if brought is not None and held and held[0] not in deed.after.lines:
                yield brought.before.figures, brought.after.figures

    def _find_removal(self) -> Moment | None:
        """What the page showed before the removal that was the last deed, with the question that it asked."""
        found: Moment | None = None
        for deed in reversed(self._acts):
            if deed.action.purpose != "destroy":
                break
            found = deed.before
        return found

    def _follow_reload(self, before: Moment, after: Moment) -> FigureFact:
        if self._renewed:
            self._stale = {label: one for label, one in self._renewed.items() if after.figures.get(label) == one.now}
            self._renewed = {}
            return FigureFact()
        kept = [one.line for label, one in self._left.items() if after.figures.get(label) == one.line]
        self._stale = {}
        self._renewed = dict(list(self._find_renewed(before, after))[:_MOST_TOLD])
        self._loaded, self._charted_at_first = after.figures, after.charted
        self._changed, self._left, self._kept, self._has_acted = set(), {}, {}, False
        return FigureFact(kept=tuple(kept[:_MOST_TOLD]), renewed=tuple(self._renewed.values()))

    def _find_renewed(self, before: Moment, after: Moment) -> Iterator[tuple[str, RenewedFigure]]:
        """Lines that no act since the page was loaded has changed, or that did not come back, and that a reload
        changes. Without something else that came back, only a page that stores other entries tells this."""
        same = set(before.lines) & set(after.lines)
        if not self._has_acted or self._loaded is None or len(same) < _SAME_SHARE * len(set(before.lines)):
            return
        stores = any(done is not None and before.shows(one) and after.shows(one) for one, done in self._entries.items())
        for label in (figure for figure in before.figures if figure in after.figures):
            line, now = before.figures[label], after.figures[label]
            is_constant = label not in self._changed and self._loaded.get(label) == line
            is_due = label in self._left and self._left[label].due == now
            is_due = is_due or (stores and self._kept.get(label) == (line, now))
            if line != now and (is_constant or is_due):
                yield label, RenewedFigure(line=line, now=now)


def _read_charts(seen: Observation) -> frozenset[str]:
    """The texts with figures of drawings, SVG or canvas."""
    texts = (
        *(element.text for element in seen.elements.values() if element.make in _DRAWN_TEXTS),
        *seen.inventory.canvas_texts,
    )
    return frozenset(text for text in texts if any(map(str.isdigit, text)))


def _lost_entries(before: Moment, after: Moment) -> set[str]:
    """The lines that went, without figures that have another value."""
    other = {line for label, line in before.figures.items() if label in after.figures}
    return set(before.lines) - set(after.lines) - other
