"""What a record's score counts as."""

import pytest

from pytest_cookie.core.score import score_of
from pytest_cookie.protocols.interaction2code.scores import SCORES
from tests.synthetic_run import make_record


@pytest.mark.parametrize(
    ("outcome", "name", "value", "counts_as"),
    [
        ("scored", "full_clip", 0.5, 0.5),
        ("scored", "full_clip", None, None),
        ("failed", "full_clip", 0.0, 0.0),
        ("failed", "full_clip", None, None),  # unmeasured: no weights
        ("failed", "usability", None, 0.0),  # the score that ranks
        ("unscored", "full_clip", 0.5, None),
    ],
)
def test_what_a_score_counts_as(outcome, name, value, counts_as):
    record = make_record().model_copy(update={"outcome": outcome, "scores": {name: value}})
    assert score_of(record, SCORES.get(name)) == counts_as


def test_a_failed_item_without_a_score_has_the_worst_value():
    record = make_record().model_copy(update={"outcome": "failed", "scores": {}})
    assert {score_of(record, spec) for spec in SCORES} == {0.0}
