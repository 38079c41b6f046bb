"""`RestartWatch`: compares the figures after a restart with those at the start."""

from collections import Counter
from collections.abc import Mapping

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.restart.fact import KeptFigure, RestartFact
from pytest_cookie.checks.restart.words import may_last, sets_figure, starts_new_game
from pytest_cookie.core.shown_numbers import read_shown_numbers
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.watch import Act

_MOST_TOLD = 4
_LEAST_MOVES = 2  # a tally over several games changes once in each
_SHORTEST = 3  # shorter texts are on a page by chance
_SETTING_ROLES = frozenset(
    {"slider", "spinbutton", "combobox", "listbox", "option", "radio", "switch", "checkbox", "tab"}
)

Lines = Mapping[str, str]


class RestartWatch:
    """Follows lines with figures from the start of a page or game. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._begin(None)

    def _begin(self, seen: Observation | None) -> None:
        self._start: dict[str, str] = dict(_read(seen)) if seen else {}
        self._texts: frozenset[str] = seen.drawn_texts if seen else frozenset()
        self._moves: Counter[str] = Counter()
        self._settings: set[str] = set()
        self._was: Lines = self._start
        self._last: RestartFact | None = None

    def compare(self, act: Act) -> RestartFact | None:
        """The fact of a restart, and of the waits right after it."""
        action, now = act.action, _read(act.after)
        if not self._texts or action.resets_page:
            self._begin(act.after if action.resets_page else act.before)
        if action.is_idle and self._last:
            kept = tuple(one for one in self._last.kept if one.line in now.values())
            self._last = self._last.model_copy(update={"kept": kept})
            return self._last
        self._last = None
        if action.is_click and starts_new_game(action.target):
            self._last = self._compare_start(act, _read(act.before), now)
            self._moves.clear()
        elif action.is_click and means(action.target, "start"):
            self._start = {**now, **self._start}
        elif action.role in _SETTING_ROLES or action.edits_field or sets_figure(action.target):
            self._settings |= self._find_moved(now)
        else:
            self._moves.update(self._find_moved(now))
        self._was = now
        return self._last

    def _find_moved(self, now: Lines) -> set[str]:
        return {label for label, line in now.items() if label in self._was and self._was[label] != line}

    def _compare_start(self, act: Act, before: Lines, after: Lines) -> RestartFact | None:
        away = [label for label in self._start if label in before and before[label] != self._start[label]]
        back = [after[label] for label in away if after.get(label) == self._start[label]]
        texts = (self._texts & act.after.drawn_texts) - act.before.drawn_texts
        again = sorted(text for text in texts if len(text) >= _SHORTEST and not any(map(str.isdigit, text)))
        if not back and not again:
            return None
        kept = (
            KeptFigure(line=after[label], start=self._start[label])
            for label in away
            if after.get(label) == before[label] and self._moves[label] >= _LEAST_MOVES
            if label not in self._settings and not may_last(label)
        )
        return RestartFact(back=(back or again)[0], kept=tuple(kept)[:_MOST_TOLD])


def _read(seen: Observation) -> Lines:
    """The lines with one number by their labels. Times run by themselves."""
    return {one.label: one.text for one in read_shown_numbers(seen.inventory.whole_text) if not one.is_time}
