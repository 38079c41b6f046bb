"""Known-good and known-bad evidence for item 3a, feature count."""

import pytest

from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.feature_count import measure_feature_count
from tests.unit.judging.evidence_builders import ANSWER, case, control, inventory, step, subject, trace, uses


def test_feature_count_grows_slowly_with_what_works():
    def measured(working: int, of=None):
        return measure_feature_count(subject(of=of, trace=uses(*[ANSWER] * working, Change())))

    assert measured(3).score == pytest.approx(0.8)
    assert measured(15).score == pytest.approx(0.9)
    assert measured(2).score < measured(3).score < measured(4).score < measured(15).score < measured(16).score < 1
    assert "3 inputs worked, 1 had no effect" in measured(3).reason
    assert measured(3, case("wallboard")).status == "inapplicable"


def test_features_are_counted_by_what_the_leaf_demands_also_where_fields_are_asked_for_no_more():
    """A field that a press sends is no longer required: one working input, a third of what the leaf demands, beyond."""
    field = control("f0", "Amount", role="textbox", tag="input")
    page = inventory(controls=(field, *(control(f"b{i}") for i in range(3))))
    filled = step(0, "type", ref="f0", role="textbox", value="12")
    sent = trace(filled, *(step(i, ref=f"b{i - 1}", change=ANSWER) for i in range(1, 4)))
    score = measure_feature_count(subject(inventory=page, trace=sent)).score
    assert score == pytest.approx(0.8 + 0.2 * (1 + 0.5) / (1 + 0.5 + 12), abs=1e-4)
