"""A page that prevents its use, or answers out of sight, gets no more than one with dead controls."""

from itertools import pairwise

import pytest

from pytest_cookie.core.page import Box
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.measures.untested import explain_untested
from pytest_cookie.judging.rubric.items.interaction_feedback import measure_interaction_feedback
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from pytest_cookie.judging.visual.css_coverage import find_signs_of_dressing
from tests.change_lines import states
from tests.unit.judging.evidence_builders import (
    ANSWER,
    control,
    inventory,
    page_in_use,
    step,
    styling,
    subject,
    trace,
    uses,
)  # fmt: skip

LOOKED = (step(0, "look"), step(1, "press", value="Tab"), step(2, "reload"))
UNSEEN = Change(shown=False, dom_changed=1, appeared_text=("Done",), states=states("Button 0: checked no → yes"))


def off(count, *, of):
    return inventory(controls=tuple(control(f"b{i}", f"Choice {i}", disabled=i < count) for i in range(of)))


def titles(seen):
    return [defect.title for defect in measure_logic_correctness(seen).defects]


@pytest.mark.parametrize(
    ("there", "title"), [(off(4, of=4), "Every control is disabled"), (off(9, of=10), "Nearly every control")]
)
def test_controls_that_stay_disabled_are_no_better_than_dead_ones(there, title):
    seen = page_in_use(*LOOKED, inventory=there)
    assert explain_untested(seen) is None
    assert (measure_logic_correctness(seen).score, measure_interaction_feedback(seen).score) == (0, 0)
    assert titles(seen)[0].startswith(title)


def test_a_form_that_turns_its_button_on_withholds_nothing():
    turned_on = Change(seen=True, shown=True, states=states("Send: disabled yes → no"))
    seen = page_in_use(*LOOKED, step(3, "type", ref="b9", change=turned_on), inventory=off(4, of=4))
    assert "Every control is disabled" not in titles(seen)


def test_half_of_the_controls_may_be_off():
    assert "isabled" not in " ".join(titles(subject(inventory=off(2, of=4), trace=uses(*[ANSWER] * 4))))


def test_a_page_that_empties_itself_is_tested_and_told():
    seen = page_in_use(step(0, "look", controls=0), step(1, "resize", controls=0), *LOOKED[2:])
    assert measure_logic_correctness(seen).score == 0
    assert titles(seen) == ["All controls disappear by themselves"]


def test_what_a_press_takes_away_is_not_gone_by_itself():
    seen = page_in_use(step(0, "look", controls=4), step(1, ref="b0", change=ANSWER, controls=0))
    assert "All controls disappear by themselves" not in titles(seen)


def test_buttons_that_flee_are_told_and_their_page_is_tested():
    missed = {"outcome": "unreachable", "moved_away": True}
    fled = [step(i, ref=f"b{i}", **missed) for i in range(3)]
    seen = page_in_use(*fled, step(3, ref="b3", change=ANSWER))
    assert titles(seen)[0] == "Buttons move away from the pointer"
    assert measure_logic_correctness(seen).score <= 0.25
    lone = page_in_use(fled[0], *(step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4)))
    assert "Buttons move away from the pointer" not in titles(lone)


def test_a_page_that_loads_anew_at_every_press_is_told():
    anew = Change(reloaded=True)
    assert titles(subject(trace=uses(anew, anew, anew, Change())))[0] == "Clicking a button reloads the page"
    with_news = Change(seen=True, shown=True, reloaded=True, appeared_text=("Saved",))
    assert "reloads" not in " ".join(titles(subject(trace=uses(with_news, with_news, ANSWER, ANSWER))))


def test_a_lone_button_that_starts_a_game_over_is_no_page_that_loads_anew():
    anew = [step(i, ref="b0", change=Change(reloaded=True)) for i in range(2)]
    keys = [step(i, "press", value="ArrowUp", change=Change(seen=True, pixels=0.2)) for i in range(2, 4)]
    lone = inventory(controls=(control("b0", "Restart"),))
    assert "reloads" not in " ".join(titles(page_in_use(*anew, *keys, inventory=lone)))
    cleared = Change(seen=True, shown=True, reloaded=True, vanished_text=("Score 12",))
    assert "reloads" not in " ".join(titles(subject(trace=uses(cleared, cleared, ANSWER, ANSWER))))


def test_a_page_that_is_used_by_keyboard_withholds_nothing_with_its_one_button_off():
    keys = [step(i, "press", value="ArrowUp", change=Change(seen=True, pixels=0.2)) for i in range(4)]
    assert "isabled" not in " ".join(titles(page_in_use(*keys, inventory=off(1, of=1))))
    scrolled = Change(seen=True, pixels=0.4, scrolled_px=40)
    keys = [step(i, "press", value="ArrowDown", change=scrolled) for i in range(4)]
    assert "isabled" in titles(page_in_use(*keys, inventory=off(1, of=1)))[0]


def test_controls_that_hide_while_nobody_moves_are_not_gone():
    pressed = [step(i, ref=f"b{i}", change=ANSWER, controls=4) for i in range(1, 4)]
    assert "disappear" not in " ".join(titles(page_in_use(step(0, "look", controls=0), *pressed)))


def test_targets_that_fly_by_themselves_do_not_flee():
    missed = {"outcome": "unreachable", "moved_away": True}
    fled = [step(i, ref=f"b{i}", **missed) for i in range(3)]
    assert "move away" not in " ".join(titles(subject(trace=trace(*fled, restless=0.02))))
    beside_a_dot = subject(trace=trace(*fled, restless=0.0003))
    assert titles(beside_a_dot)[0] == "Buttons move away from the pointer"


def test_an_answer_that_nobody_sees_is_none():
    assert measure_logic_correctness(subject(trace=uses(*[UNSEEN] * 4))).score == 0
    beside_a_ring = UNSEEN.model_copy(update={"seen": True, "pixels": 0.0001})
    assert measure_logic_correctness(subject(trace=uses(*[beside_a_ring] * 4))).score == 0


def test_evidence_that_does_not_tell_what_is_shown_is_read_as_before():
    told = Change(seen=True, appeared_text=("Done",))
    assert measure_logic_correctness(subject(trace=uses(*[told] * 4))).score == 1


def test_copying_whatever_is_pressed_is_no_answer():
    copied = Change(seen=True, shown=False, effects=("copy",))
    assert measure_logic_correctness(subject(trace=uses(*[copied] * 4))).score == 0
    assert measure_logic_correctness(subject(trace=uses(copied, ANSWER, ANSWER, ANSWER))).score == 1
    rows = trace(*(step(i, ref=f"b{i}", target="Copy", change=copied) for i in range(4)))
    assert measure_logic_correctness(subject(trace=rows)).score == 1


def test_another_file_for_each_press_is_an_answer():
    def given(*names):
        return [Change(seen=True, shown=False, downloads=(name,)) for name in names]

    assert measure_logic_correctness(subject(trace=uses(*given("a.csv", "a.png", "a.json"), ANSWER))).score == 1
    assert measure_logic_correctness(subject(trace=uses(*given(*["a.csv"] * 4)))).score == 0
    assert measure_logic_correctness(subject(trace=uses(*given("a.csv", "b.csv", "a.csv", "b.csv")))).score == 0


def test_evidence_that_does_not_tell_what_is_shown_is_not_indifferent():
    copied = Change(seen=True, effects=("copy",))
    assert measure_logic_correctness(subject(trace=uses(*[copied] * 4))).score == 1


def test_a_little_scroll_whatever_is_pressed_is_no_answer(subtests):
    def scrolls(*distances: float, **fields):
        return [Change(seen=True, shown=True, pixels=0.4, scrolled_px=px, **fields) for px in distances]

    rows = {
        "up and down by a little": (scrolls(60, -60, 60, -60), 0),
        "a little, as it happens": (scrolls(17, -90, 110, 44), 0),
        "always as far": (scrolls(300, -300, 300, -300), 0),
        "to places": (scrolls(640, 1280, -310, 95), 1),
        "two back to the top": (scrolls(640, -640, 310, -95), 1),
        "a little, beside buttons that work": ([*scrolls(60), ANSWER, ANSWER, ANSWER], 1),
        "a little, with words": (scrolls(60, -60, 60, -60, appeared_text=("Three books",)), 1),
        "a little, into another state": (scrolls(60, -60, 60, -60, motion="started"), 1),
    }
    for name, (changes, score) in rows.items():
        with subtests.test(name):
            assert measure_logic_correctness(subject(trace=uses(*changes))).score == score
    links = trace(*(step(i, ref=f"b{i}", role="link", change=scrolls(60)[0]) for i in range(4)))
    with subtests.test("links to places nearby"):
        assert measure_logic_correctness(subject(trace=links)).score == 1


def test_where_the_whole_page_moves_pixels_alone_are_no_answer():
    moved = Change(seen=True, shown=False, pixels=0.9)
    steps = uses(*[moved] * 4).steps
    assert measure_logic_correctness(subject(trace=trace(*steps, restless=0.9))).score == 0
    assert measure_logic_correctness(page_in_use(*steps)).score == 1


def test_one_thing_that_moves_is_no_motion_of_a_page():
    assert not find_signs_of_dressing(styling(animations=1, transitioned_controls=0))["motion"]
    assert find_signs_of_dressing(styling(animations=2, transitioned_controls=0))["motion"]


def test_text_that_nobody_sees_does_not_fill_a_page():
    few, words = inventory("Hello"), ("Twelve bicycles are free in the old town today",)
    shown = [Change(seen=True, shown=seen, appeared_text=words) for seen in (False, True, None)]
    assert [subject(inventory=few, trace=uses(change, change)).letters for change in shown] == [5, 43, 43]


def test_a_line_far_below_that_anything_writes_to_is_no_answer():
    def lines(count, **fields):
        texts = [f"Done {n}" for n in range(count + 1)]
        return [
            Change(seen=True, shown=True, dom_changed=1, appeared_text=(new,), vanished_text=(old,), **fields)
            for old, new in pairwise(texts)
        ]

    assert measure_logic_correctness(subject(trace=uses(*lines(4)))).score == 0
    own_look = {"pixels": 0.001, "regions": (Box(x=20, y=200, width=120, height=40),)}
    assert measure_logic_correctness(subject(trace=uses(*lines(4, **own_look)))).score == 0
    assert measure_logic_correctness(subject(trace=uses(*lines(4, pixels=0.02)))).score == 1
    assert measure_logic_correctness(subject(trace=uses(*lines(4, dom_added=1)))).score == 1
    elsewhere = [change.model_copy(update={"vanished_text": ("Before",)}) for change in lines(4)]
    assert measure_logic_correctness(subject(trace=uses(*elsewhere))).score == 1
    one = trace(*(step(i, ref=f"b{i}", target="Next", change=change) for i, change in enumerate(lines(4))))
    assert measure_logic_correctness(subject(trace=one)).score == 1


LOCKED = (
    step(0, "look", controls=4, usable_controls=0),
    step(1, "press", value="Escape", controls=4, usable_controls=0),
)


def test_a_page_that_is_covered_or_inert_at_every_look_is_locked():
    seen = page_in_use(*LOCKED, step(2, "reload", controls=4, usable_controls=4))
    assert (measure_logic_correctness(seen).score, measure_interaction_feedback(seen).score) == (0, 0)
    assert titles(seen)[0].startswith("The page is locked")


@pytest.mark.parametrize(
    "last",
    [
        step(2, "look", controls=4, usable_controls=1),
        step(2, "press", value="ArrowUp", controls=4, usable_controls=0, change=ANSWER),
    ],
)
def test_a_page_that_opens_up_or_answers_is_not_locked(last):
    assert "locked" not in " ".join(titles(page_in_use(*LOCKED, last)))


def test_presses_that_went_elsewhere_do_not_make_a_dead_control():
    missed = [step(i, ref=f"b{i % 4}", press_went_to="#veil", problem="it went astray") for i in range(4)]
    seen = page_in_use(*missed)
    assert measure_logic_correctness(seen).score == 0
    assert titles(seen) == ["An element covers the page and takes every click"]
    assert "#veil" in measure_logic_correctness(seen).defects[0].why
