"""Controls with a direction or a state of their own, and their effects; in small traces."""

import pytest

from pytest_cookie.checks.step_direction.judge import find_wrong_directions
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.change_lines import states
from tests.unit.judging.evidence_builders import ANSWER, control, inventory, page_in_use, step


def told(*steps, **fields) -> list[str]:
    return [defect.title for defect in find_wrong_directions(page_in_use(*steps, **fields))]


def pressed(name: str, old: str = "", new: str = "", **change):
    texts = {"vanished_text": (old,), "appeared_text": (new,), "seen": True} if new else {}
    return step(0, ref="b1", target=name, change=Change(**{**texts, **change}))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("+", "2", "1"),
        ("Increase guests", "2 guests", "1 guests"),
        ("−", "2", "3"),
        ("减少数量", "2", "3"),
        ("Mehr", "1,5 l", "0,5 l"),
    ],
)
def test_more_that_makes_less_is_told(name, old, new):
    assert len(told(pressed(name, old, new))) == 1
    assert told(pressed(name, new, old)) == []


def test_of_several_figures_one_goes_the_other_way():
    two = Change(seen=True, vanished_text=("2", "8 left"), appeared_text=("3", "7 left"))
    assert told(step(0, ref="b1", target="+", change=two)) == []
    assert told(pressed("+", states=states("Guests: value “2” → “1”"))) == ["Button “+” lowers the value"]
    assert told(pressed("Add", "2", "1")) == []


def test_on_and_back_by_the_place_that_is_told():
    assert told(pressed("Next", "Page 3 of 5", "Page 2 of 5")) == ["Button “Next” goes backwards"]
    assert told(pressed("Next", "Page 2 of 5", "Page 3 of 5")) == []
    assert told(pressed("Next", "5 / 5", "1 / 5")) == []
    assert told(pressed("上一页", "2 / 5", "3 / 5")) == ["Button “上一页” goes forwards"]
    assert told(pressed("Next", "Page 3 of 5", "Page 2 of 4")) == []


def test_a_control_that_turns_another_one_on_is_told():
    tabs = tuple(control(f"b{i}", f"Tab {i}", role="tab", kind="tab", selected=i == 0) for i in range(4))
    own = Change(seen=True, states=states("Tab 0: selected yes → no", "Tab 1: selected no → yes"))
    other = Change(seen=True, states=states("Tab 0: selected yes → no", "Tab 2: selected no → yes"))

    def found(change: Change, ref: str = "b1"):
        used = step(0, ref=ref, target=f"Tab {ref[1]}", role="tab", change=change)
        return told(used, inventory=inventory(controls=tabs))

    assert found(own) == []
    assert found(other) == ["Tab “Tab 1” changes another control instead"]
    assert found(Change(seen=True, states=states("Tab 1: selected no → yes")), ref="b0") == []  # it was on already


def test_item_3_counts_it():
    wrong = measure_logic_correctness(page_in_use(pressed("+", "2", "1"), step(2, ref="b2", change=ANSWER)))
    right = measure_logic_correctness(page_in_use(pressed("+", "1", "2"), step(2, ref="b2", change=ANSWER)))
    assert wrong.score < right.score
