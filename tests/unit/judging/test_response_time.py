"""How soon the page answers, and which browser dialogs are an answer."""

import pytest

from pytest_cookie.core.trace import Change, Step
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.measures.response_time import rate_promptness
from tests.change_lines import dialogs
from tests.unit.judging.evidence_builders import ANSWER, page_in_use, step


def answers(*delays: int | None, **fields) -> tuple[Step, ...]:
    """Presses that were answered after so many ms."""
    changes = [ANSWER.model_copy(update={"latency_ms": ms, **fields}) for ms in delays]
    return tuple(step(index, ref=f"b{index}", change=change) for index, change in enumerate(changes))


@pytest.mark.parametrize(
    ("delays", "worth"),
    [((0, 40, 100), 1.0), ((1550,), 0.5), ((3000, 9000), 0.0), ((0, 1550), 0.75), ((None, None), None)],
)
def test_the_later_the_less(delays, worth):
    assert rate_promptness(page_in_use(*answers(*delays))) == (None if worth is None else pytest.approx(worth))


def test_a_clock_that_was_started_is_not_late():
    ticking = answers(1000, appeared_text=("00:19",))
    assert rate_promptness(page_in_use(*ticking)) is None
    assert rate_promptness(page_in_use(*answers(2500, appeared_text=("00:19",)))) is not None


def test_typing_may_wait_until_it_ends():
    typed = step(0, "type", ref="b0", value="ab", change=ANSWER.model_copy(update={"latency_ms": 450}))
    assert rate_promptness(page_in_use(typed)) == 1


def test_a_dialog_that_says_what_its_button_is_called_answers_nothing():
    def answer(text: str) -> str:
        shown = Change(seen=True, pixels=0.002, dialogs=dialogs(text))
        (use,) = find_interactions(page_in_use(step(0, ref="b1", target="Save", change=shown)))
        return use.answer

    assert answer("alert: Save") == "silent"
    assert answer("alert: Saved 3 entries") == "answered"


def test_where_most_buttons_open_a_dialog_none_is_an_answer():
    shown = Change(seen=True, dialogs=dialogs("alert: Hello"))
    buttons = [step(n, ref=f"b{n}", role="button", change=shown) for n in range(3)]
    rows = [step(n, ref=f"r{n}", role="listitem") for n in range(3, 12)]
    page = page_in_use(*buttons, *rows)
    assert {use.answer for use in find_interactions(page) if use.role == "button"} == {"silent"}
