from collections import Counter

import pytest

from pytest_cookie.core.case import Complexity, fit_scores
from pytest_cookie.core.labels import DIFFICULTIES
from pytest_cookie.dataset import difficulty_rubric

_SCORES = [
    ((1, 1, 1, 1, 1, 1), "easy"),
    ((1, 1, 2, 1, 1, 1), "medium"),
    ((2, 2, 2, 2, 2, 2), "medium"),
    ((1, 1, 1, 3, 1, 1), "hard"),
    ((3, 2, 2, 3, 2, 2), "hard"),
    ((3, 1, 1, 3, 1, 3), "expert"),
    ((3, 3, 3, 3, 3, 3), "expert"),
]


def test_difficulty_follows_from_the_highest_score_and_from_how_often_it_is_given(subtests: pytest.Subtests):
    for scores, level in _SCORES:
        with subtests.test(scores=scores):
            given = dict(zip(Complexity.model_fields, scores, strict=True))
            assert Complexity.model_validate(given).difficulty == level
            assert fit_scores(level, given) == given


def test_scores_that_are_fitted_to_a_level_have_it(subtests: pytest.Subtests):
    for level in DIFFICULTIES:
        for scores, _ in [*_SCORES, (None, None)]:
            with subtests.test(level=level, scores=scores):
                given = dict(zip(Complexity.model_fields, scores, strict=True)) if scores else None
                assert Complexity.model_validate(fit_scores(level, given)).difficulty == level


def test_the_dimensions_are_those_of_a_case_in_their_order():
    assert [each.name for each in difficulty_rubric().dimensions] == list(Complexity.model_fields)


def test_each_dimension_has_three_different_criteria():
    criteria = [text for each in difficulty_rubric().dimensions for text in each.criteria.values()]
    assert all(list(each.criteria) == [1, 2, 3] for each in difficulty_rubric().dimensions)
    assert len(set(criteria)) == 18


def test_there_are_seventeen_amplifiers_and_some_for_every_dimension():
    amplifiers = difficulty_rubric().amplifiers
    assert len({each.name for each in amplifiers}) == len(amplifiers) == 17
    assert set(Counter(each.dimension for each in amplifiers)) == set(Complexity.model_fields)
    assert {each.level for each in amplifiers} == {2, 3}


def test_criteria_are_found_by_dimension():
    rubric = difficulty_rubric()
    assert "equations" in rubric.criterion("dynamic_simulation", 3)
