"""What the page gave no evidence of counts as not achieved; what could not be measured is left out."""

import pytest

from pytest_cookie.judging.measures.untested import explain_untested
from pytest_cookie.judging.rubric.items.feature_count import measure_feature_count
from pytest_cookie.judging.rubric.items.interaction_feedback import measure_interaction_feedback
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.unit.judging.evidence_builders import case, control, inventory, page_in_use, step, subject, trace

FAILED = {"outcome": "unreachable", "problem": "the element lies outside the page"}
ONE = step(1, ref="b0", **FAILED)
AWAY = inventory(controls=(control("b0", role="link", href="https://example.com/"),))


def statuses(seen):
    items = (measure_logic_correctness, measure_feature_count, measure_interaction_feedback)
    return [(item.status, item.score) for item in (measure(seen) for measure in items)]


@pytest.mark.parametrize(
    ("steps", "fields", "page"),
    [
        ((step(0, "look"), ONE), {}, None),
        ((step(0, "look"), ONE, step(2, ref="b1", **FAILED)), {"stopped": "time"}, None),
        ((step(0, "look"),), {"stopped": "crashed"}, None),
        ((step(0, "look"),), {}, None),
        ((step(0, "look"),), {}, AWAY),
    ],
)
def test_what_the_page_withholds_is_not_achieved(steps, fields, page):
    seen = subject(trace=trace(*steps, **fields), **({"inventory": page} if page else {}))
    assert explain_untested(seen).is_by_page
    assert statuses(seen) == [("scored", 0.0)] * 3
    assert measure_logic_correctness(seen).defects


@pytest.mark.parametrize(
    ("steps", "fields"),
    [
        ((step(0, "look"), ONE), {"stopped": "time"}),
        ((step(0, "look"),), {"stopped": "steps"}),
        ((step(0, "look"),), {"policy": "agent"}),
        ((), {}),
    ],
)
def test_what_could_not_be_measured_is_left_out(steps, fields):
    seen = subject(trace=trace(**{"steps": steps, **fields}))
    assert not explain_untested(seen).is_by_page
    assert statuses(seen) == [("unmeasured", None)] * 3


def test_links_to_other_sites_are_not_followed_and_not_demanded_of_a_light_page():
    seen = page_in_use(step(0, "look"), of=case("product-landing"), inventory=AWAY)
    assert seen.requirements.interaction != "full"
    assert measure_interaction_feedback(seen).status in ("unmeasured", "inapplicable")
