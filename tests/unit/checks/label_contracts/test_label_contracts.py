"""Promises of controls, kept and broken, in small traces."""

import pytest

from pytest_cookie.checks.label_contracts.judge import find_broken_contracts
from pytest_cookie.core.trace import Change, Trial
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.change_lines import states
from tests.unit.judging.evidence_builders import (
    ANSWER,
    STAGE,
    control,
    inventory,
    page_in_use,
    step,
    subject,
    trace,
)  # fmt: skip


def told(*steps, **fields) -> list[str]:
    return [defect.title for defect in find_broken_contracts(page_in_use(*steps, **fields))]


def removal(index: int = 0, **change):
    gone = {"vanished_text": ("Tulip", "12,00 €"), "dom_removed": 4, "seen": True}
    return step(index, ref="b1", purpose="destroy", change=Change(**{**gone, **change}))


def test_an_undo_that_brings_something_back_is_kept():
    back = step(1, ref="b2", purpose="undo", change=Change(seen=True, appeared_text=("Tulip",)))
    assert told(removal(), back) == []


def test_an_undo_that_only_closes_its_bar_is_broken():
    bar = step(1, ref="b2", purpose="undo", change=Change(seen=True, vanished_text=("Removed. Undo?",)))
    assert told(removal(), bar) == ["Button “Button 2” does not restore the removed entry"]


@pytest.mark.parametrize("nothing", [{"vanished_text": ()}, {"vanished_text": ("3",)}])
def test_an_undo_after_nothing_promises_nothing(nothing):
    undo = step(1, ref="b2", purpose="undo", change=Change(seen=True, vanished_text=("bar",)))
    assert told(removal(**nothing), undo) == []


def lists():
    named = tuple(control(ref, name, role="combobox", tag="select") for ref, name in (("b1", "From"), ("b2", "To")))
    return inventory(controls=named)


@pytest.mark.parametrize(
    ("lines", "broken"),
    [
        (("From: value “cup” → “gram”", "To: value “gram” → “cup”"), False),
        (("From: value “cup” → “gram”", "To: value “gram” → “cup”", "Amount: value “1” → “120”"), False),
        (("From: value “cup” → “gram”",), True),
        (("Amount: value “1” → “120”",), False),
        ((), False),
    ],
)
def test_a_swap_exchanges(lines, broken):
    swap = step(0, ref="b3", purpose="swap", change=Change(seen=True, states=states(*lines)))
    assert bool(told(swap, inventory=lists())) is broken


def test_a_list_that_a_swap_left_alone_is_told_with_its_value():
    chosen = step(0, "select", ref="b2", value="gram", change=Change(states=states("To: value “cup” → “gram”")))
    swap = step(1, ref="b3", purpose="swap", change=Change(seen=True, states=states("From: value “cup” → “gram”")))
    (defect,) = find_broken_contracts(page_in_use(chosen, swap, inventory=lists()))
    assert defect.why == "“From” went from “cup” to “gram”; “To” kept “gram”. Exchange the two values."


def test_a_broken_promise_costs_item_3():
    works = [step(index, ref=f"b{index}", change=ANSWER) for index in range(4)]
    wrong = step(4, ref="b2", purpose="undo", change=Change(seen=True, vanished_text=("bar",)))
    assert measure_logic_correctness(page_in_use(*works)).score == 1.0
    wrong = wrong.model_copy(update={"index": 5})
    assert measure_logic_correctness(page_in_use(*works, removal(4), wrong)).score == pytest.approx(0.65)


NAVIGATE = "Slides\nUse the arrow keys to navigate."
ARROWS = ("ArrowRight", "ArrowLeft")
SILENT, MOVING = Change(), "a canvas moves by itself: the effect on it is unknown"


def test_arrow_keys_that_a_trial_has_not_heard_do_nothing_on_a_stage():
    presses = [step(index, "hold", value=f"{key}:600", problem=MOVING) for index, key in enumerate(ARROWS)]

    def titles(*heard: bool) -> list[str]:
        trials = tuple(Trial(steps=(index,), heard=one) for index, one in enumerate(heard))
        page = subject(
            trace=trace(*presses, trials=trials), inventory=inventory(text="Use the arrow keys.", canvases=(STAGE,))
        )
        return [defect.title for defect in find_broken_contracts(page)]

    assert titles() == []
    assert titles(True, False) == []
    assert titles(False, False) == ["Key “ArrowRight”, which the page mentions, does nothing"]


@pytest.mark.parametrize(
    ("text", "presses", "dead"),
    [
        (NAVIGATE, [{"value": "ArrowRight"}], True),
        ("Mit den Pfeiltasten blättern", [{"value": "ArrowRight:600"}, {"value": "ArrowLeft:600"}], True),
        (NAVIGATE, [{"value": "ArrowRight"}, {"value": "ArrowDown", "change": ANSWER}], False),
        (NAVIGATE, [{"value": "ArrowRight", "problem": MOVING}], False),
        (NAVIGATE, [{"value": "ArrowRight", "outcome": "unreachable"}], False),
        (NAVIGATE, [{"value": "ArrowRight", "ref": "b1"}], False),
        (NAVIGATE, [{"value": "Tab"}], False),
        ("Slides\n← Back", [{"value": "ArrowRight"}], False),
        ("With a card selected, the arrow keys move it.", [{"value": "ArrowRight"}], False),
    ],
)
def test_arrow_keys_that_the_page_names_must_do_something(text: str, presses: list[dict], dead: bool):
    steps = [step(index, "press", **{"change": SILENT, **press}) for index, press in enumerate(presses)]
    titles = told(*steps, inventory=inventory(text=text, controls=(control("l1", "Home", "link"),)))
    assert bool(titles) == dead
    assert all(title.startswith("Key “ArrowRight") and "the page mentions" in title for title in titles)


@pytest.mark.parametrize(
    ("on_item", "dead"), [([], False), ([{"change": SILENT}], True), ([{"change": ANSWER}], False)]
)
def test_keys_of_items_are_dead_only_if_an_item_does_not_answer_either(on_item: list[dict], dead: bool, subtests):
    for role in ("generic", "button", "tab"):
        page = inventory(text=NAVIGATE, controls=(control("l1", role="link"), control("g1", "Card", role)))
        presses = [{}, *({"ref": "g1", "role": role, **press} for press in on_item)]
        steps = [step(i, "press", value="ArrowRight", **{"change": SILENT, **one}) for i, one in enumerate(presses)]
        with subtests.test(role):
            assert bool(told(*steps, inventory=page)) == dead
