"""Twice as much of anything on a page is at most about twice the work between two steps: lines counted, no clock."""

from collections.abc import Callable

import pytest

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.layout_jumps.watch import find_layout_jumps
from pytest_cookie.checks.registry import make_crawler
from pytest_cookie.core.action import Click
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.background_watch import BackgroundRhythm
from pytest_cookie.exploration.effects.change import compare
from tests.count_lines import MOST_GROWTH, count_lines
from tests.unit.exploration.pages import Desk, case, control, observation, picture, text

_FEW = 150
_SHOT, _OTHER_SHOT = picture(), picture((100, 100, 400, 300))

Pair = tuple[Observation, Observation]


def _texts(n: int, right: int = 0, word: str = "line") -> Observation:
    elements = {
        f"main>p:nth({i})": text(f"{word} {i}", state=word, box=(10 + right * (i % 7), 20 * i + right, 100, 18))
        for i in range(n)
    }
    return observation(elements=elements, screenshot=_OTHER_SHOT if right else _SHOT)


def _rewritten(n: int) -> Pair:
    return _texts(n), _texts(n, word="row")


def _moved(n: int) -> Pair:
    return _texts(n), _texts(n, right=40)


def _gone(n: int) -> Pair:
    return _texts(n), observation(elements={}, screenshot=_OTHER_SHOT)


def _controls(n: int) -> Pair:
    def page(value: str) -> Observation:
        fields = tuple(control(f"e{i}", "textbox", f"Field {i}", value=value) for i in range(n))
        return observation(controls=fields, screenshot=_OTHER_SHOT if value else _SHOT)

    return page(""), page("one")


def _sliders(n: int) -> Pair:
    def page(value: str) -> Observation:
        sliders = tuple(control(f"e{i}", "slider", f"Slider {i}", value=value) for i in range(20))
        labels = {f"main>p:nth({i})": text(f"{i}", box=(10, 20 * i, 90, 18)) for i in range(n)}
        return observation(controls=sliders, elements=labels, screenshot=_SHOT)

    return page("1"), page("2")


PAIRS = (_rewritten, _moved, _gone, _controls, _sliders)


@pytest.mark.parametrize("of", PAIRS)
def test_a_change(of: Callable[[int], Pair]) -> None:
    assert _grows_evenly(lambda n: (lambda pair: lambda: compare(*pair))(of(n)))


@pytest.mark.parametrize("of", PAIRS)
def test_what_changes_by_itself(of: Callable[[int], Pair]) -> None:
    def learn(n: int) -> Callable[[], object]:
        pair = of(n)

        def work() -> None:
            rhythm = BackgroundRhythm()
            for turn in range(8):
                rhythm.learn(BackgroundChanges.between(*pair), since_ms=1_000 * turn, at_ms=1_000 * turn + 500)
            compare(*pair, quiet=rhythm.known)

        return work

    assert _grows_evenly(learn)


def test_a_layout_jump_looks_at_a_bounded_number_of_texts() -> None:
    def lines(n: int) -> int:
        pair = _scattered(n)
        return count_lines(lambda: find_layout_jumps(Click(ref="e1"), *pair, BackgroundChanges()))

    lines(3)
    assert lines(3200) < MOST_GROWTH * lines(1600)


def _scattered(n: int) -> Pair:
    """Every text moves another way, which makes as many parts as there are texts."""
    before = {f"main>p:nth({i})": text(f"line {i}", box=(10, 20 * i, 100, 18)) for i in range(n)}
    after = {
        f"main>p:nth({i})": text(f"line {i}", box=(10 + 20 * (i % 30), 20 * i + 20 * (i % 31), 100, 18))
        for i in range(n)
    }
    return observation(elements=before, screenshot=_SHOT), observation(elements=after, screenshot=_SHOT)


def test_the_crawlers_next_step() -> None:
    def decide(n: int) -> Callable[[], object]:
        buttons = (control(f"e{i}", "button", f"Button {i}", kind=f"kind {i % 40}") for i in range(n // 2))
        fields = (control(f"f{i}", "textbox", f"Field {i}", kind=f"field {i % 40}") for i in range(n // 2))
        view = Desk().view(*buttons, *fields, screenshot=_SHOT)
        return lambda: make_crawler().decide(case(), view)

    assert _grows_evenly(decide)


def _grows_evenly(of: Callable[[int], Callable[[], object]]) -> bool:
    small, large = of(_FEW), of(2 * _FEW)
    of(3)()
    return count_lines(large) < MOST_GROWTH * count_lines(small)
