"""What a check finds is reported and costs what its weight says, whatever the weight and the item."""

import dataclasses

import pytest

from pytest_cookie.checks.check import Check
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import page_defect
from pytest_cookie.judging.rubric.table import measure_rubric
from tests.unit.judging.evidence_builders import ANSWER, page_in_use, step

KIND = CheckKind("odd-kettle", "The kettle is odd.")


def score_with(item: str, weight: float | None) -> tuple[float | None, list[str]]:
    """The score of an item with a check of this weight, or without one, and the kinds of findings."""

    def find(context):
        return [page_defect(context, KIND, "minor", "The kettle is odd", "Mend it.")]

    checks = () if weight is None else (Check("kettle", item, find, (KIND,), weight=weight),)
    context = dataclasses.replace(page_in_use(*(step(i, ref=f"b{i}", change=ANSWER) for i in range(4))), checks=checks)
    items, findings = measure_rubric(context)
    (score,) = (row.score for row in items if row.id == item)
    return score, [finding.kind for finding in findings]


@pytest.mark.parametrize("item", ["3", "14", "7"])
@pytest.mark.parametrize("weight", [0.5, 1.0, 1.5, 2.0])
def test_every_weight_counts(item: str, weight: float):
    (without, _), (score, kinds) = score_with(item, None), score_with(item, weight)
    assert KIND in kinds
    assert without is not None
    assert score is not None
    assert score == pytest.approx(without * (1 - 0.1 * weight), abs=0.03)
    assert score < without
