"""The odd part of a regular group is found, and none in regular groups of many kinds."""

from pytest_cookie.core.page import Box
from pytest_cookie.core.page_layout import PageLayout, Siblings
from pytest_cookie.judging.visual.alignment import find_outliers, group_rows, measure_regularity
from tests.unit.judging.compositions import but, composed, grid, part, row, stack

MEASURES = ("lines", "gaps", "sizes", "dress", "upright", "apart", "inside")

REGULAR = {
    "row": row(),
    "two": row(2),
    "stack": stack(),
    "grid": grid(),
    "a head and its buttons": [part(40, 100, 300, 40, make=2), part(900, 100, 90, 40), part(1000, 100, 140, 40)],
    "centred lines": [part(640 - w / 2, 100 + 50 * i, w, 40, make=i) for i, w in enumerate((500, 300, 420))],
    "links of their own widths": [part(40 + 90 * i, 20, 60, 20) for i in range(4)],
    "polaroids": row(4, turn=3.0),
    "out of the flow": [*row(3), part(60, 90, 40, 40, flows=False)],
    "nothing": [],
}

ODD = {
    "pushed to the side": (but(row(), 1, x=274), "gaps"),
    "pushed to the side in a grid": (but(grid(), 4, x=282), "lines"),
    "pushed down": (but(row(), 2, y=112), "lines"),
    "out of its column": (but(stack(), 2, x=58), "lines"),
    "an uneven gap": ([*stack(3), *(part(40, 300 + 60 * i, 400, 40) for i in range(3))], "gaps"),
    "larger than its like": (but(row(), 1, height=150), "sizes"),
    "narrower than its like": (but(stack(), 1, width=320), "sizes"),
    "two cards of two heights": (but(row(2), 1, height=140), "sizes"),
    "dressed otherwise": (but(row(), 3, dress=2), "dress"),
    "askew": (but(row(), 0, turn=2.5), "upright"),
    "over its neighbour": (but(row(), 1, x=180), "apart"),
    "cut by the edge": (but(row(), 0, x=-30), "inside"),
}


def test_what_is_regular_has_full_marks(subtests):
    for name in REGULAR:
        with subtests.test(name=name):
            found = measure_regularity(composed(REGULAR[name]))
            assert {measure: getattr(found, measure).score for measure in MEASURES} == dict.fromkeys(MEASURES, 1)


def test_what_stands_out_costs_its_measure(subtests):
    for name in ODD:
        with subtests.test(name=name):
            parts, measure = ODD[name]
            assert getattr(measure_regularity(composed(parts)), measure).score < 0.97


def test_sections_of_one_make_begin_with_the_same_room():
    def gaps(*tops: float):
        sections = [Box(x=0, y=700 * i, width=1280, height=600) for i in range(len(tops))]
        first = [
            part(40, box.y + top, 900, 300, make=i) for i, (box, top) in enumerate(zip(sections, tops, strict=True))
        ]
        groups = [
            Siblings(selector="section", box=box, make=7, parts=(one,))
            for box, one in zip(sections, first, strict=True)
        ]
        return measure_regularity(PageLayout(groups=tuple(groups))).gaps.score

    assert gaps(112, 113, 112, 112) == 1
    assert gaps(112, 36, 112, 112) < 0.97
    assert gaps(112, 36, 80, 20) == 1  # no rule, so no exception
    assert gaps(112, 36) == 1


def test_each_more_costs_more_and_one_of_many_less():
    scores = []
    parts = stack(9)
    for index in (1, 3, 5):
        parts = but(parts, index, x=60 + index)
        scores.append(measure_regularity(composed(parts)).lines.score)
    assert scores == sorted(scores, reverse=True)
    one_of_many = measure_regularity(composed(but(stack(40), 1, x=60))).lines.score
    assert one_of_many > scores[0]


def test_who_is_askew_is_named():
    assert measure_regularity(composed(but(row(), 2, turn=3, text="Tariffs"))).upright.named == ["Tariffs"]


def test_fields_of_labels_are_held_to_each_other():
    labels = [[part(40, 100 + 90 * index, 300, 40)] for index in range(4)]
    assert measure_regularity(composed(*labels)).sizes.score == 1
    labels[2] = [labels[2][0].model_copy(update={"width": 210.0})]
    assert measure_regularity(composed(*labels)).sizes.score < 0.97


def test_rows_are_what_stands_beside_each_other():
    assert [len(line) for line in group_rows(grid())] == [3, 3, 3]
    assert [len(line) for line in group_rows(stack(3))] == [1, 1, 1]
    assert [len(line) for line in group_rows([part(0, 0, 100, 40), part(10, 25, 100, 40)])] == [1, 1]


def test_standing_out_needs_a_majority():
    assert find_outliers([10, 10.9, 30, 10]) == [False, False, True, False]
    assert find_outliers([1, 5, 9, 13]) == [False] * 4
    assert find_outliers([]) == []
