"""Which presses of an exploration are looked at again, because they gave the page other colours."""

from pytest_cookie.core.action import new_action
from pytest_cookie.core.legibility import Legibility
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.recoloured_views import find_recolouring_steps


def pressed(index: int, selector: str, recoloured: float | None, kind: str = "click") -> Step:
    legibility = None if recoloured is None else Legibility(letters=100, recoloured=recoloured)
    return Step(index=index, thought="t", action=new_action(kind, selector=selector), legibility=legibility)


def test_the_first_press_of_at_most_two_controls_is_looked_at():
    steps = [
        pressed(1, "#theme", 0.98),
        pressed(2, "#theme", 0.97),
        pressed(3, "#contrast", 0.6),
        pressed(4, "#sepia", 0.9),
    ]
    assert [step.index for step in find_recolouring_steps(steps)] == [1, 3]


def test_other_steps_are_not():
    small, unknown, elsewhere = pressed(1, "#tab", 0.4), pressed(2, "#tab", None), pressed(3, "", 0.9)
    assert find_recolouring_steps([small, unknown, elsewhere, pressed(4, "#x", 0.9, "hover")]) == []
