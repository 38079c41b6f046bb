from collections import Counter

from pytest_cookie.core.case import Complexity
from pytest_cookie.dataset import difficulty_rubric


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
