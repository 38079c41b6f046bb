"""B.5 by hand: uniform means, exemptions out of the sum and out of the count."""

import pytest

from pytest_cookie.core.verdict import ItemStatus, RubricItem
from pytest_cookie.judging.rubric.aggregate import dimension_score, to_reported_scale


def row(
    item_id: str, score: float | None, *, status: ItemStatus = "scored", dimension: str = "functionality"
) -> RubricItem:
    return RubricItem(id=item_id, name=item_id, dimension=dimension, status=status, score=score, reason="r")


def test_mean_times_eight_is_reported_of_hundred():
    # (1 + 0.5 + 0) / 3 × 8 = 4 of 8 = 50 of 100
    assert dimension_score([row("1", 1), row("4", 0.5), row("5", 0)], "functionality") == 50


def test_binary_items_as_in_the_paper():
    # 5 of 7 pass: 5 / 7 × 8 = 5.714 of 8 = 71.43 of 100
    assert dimension_score([row(str(i), float(i < 5)) for i in range(7)], "functionality") == pytest.approx(71.43)


def test_what_does_not_apply_leaves_sum_and_count():
    rows = [row("1", 1), row("4", 0)]
    exempt = [*rows, row("16", None, status="inapplicable"), row("2", None, status="unmeasured")]
    assert dimension_score(exempt, "functionality") == dimension_score(rows, "functionality") == 50


def test_dimensions_are_kept_apart():
    rows = [row("1", 1), row("7", 0.25, dimension="aesthetics")]
    assert dimension_score(rows, "functionality") == 100
    assert dimension_score(rows, "aesthetics") == 25


def test_nothing_measured_is_no_score_rather_than_zero():
    assert dimension_score([row("11", None, status="unmeasured")], "aesthetics") is None


@pytest.mark.parametrize(("score", "out_of_hundred"), [(0, 0), (7, 87.5), (8, 100)])
def test_reported_scale(score: float, out_of_hundred: float):
    assert to_reported_scale(score) == out_of_hundred


def test_binary_view_is_at_a_half():
    assert row("1", 0.5).passed is True
    assert row("1", 0.49).passed is False
    assert row("1", None, status="unmeasured").passed is None
