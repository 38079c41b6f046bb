"""What findings cost: shared out, and paid once for each cause."""

from dataclasses import replace

import pytest

from pytest_cookie.core.page import PageError
from pytest_cookie.judging.rubric.costs import (
    Charge,
    give_back,
    join_causes,
    share_out,
    worth_of,
)
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import Measured, mark_scored
from tests.unit.judging.evidence_builders import page_in_use, step

BROKEN = "TypeError: rides is undefined (17)"
ALL = frozenset({"3", "4", "13"})


def defect(severity="major", kind=FindingKind.DEAD_CONTROL, **fields) -> Defect:
    return Defect(kind, severity, f"A {kind.value}", "w", **fields)


def test_the_defects_of_a_criterion_share_what_they_took_off(subtests: pytest.Subtests) -> None:
    major, minor = defect(), defect("minor")
    for name, measured, shares in (
        ("its own cost", mark_scored(0.65, "", [major]), [0.35]),
        ("a graded whole", mark_scored(0.4, "", [minor]), [0.6]),
        ("in proportion", mark_scored(0.55, "", [major, minor]), [0.35, 0.1]),
        ("not what grades took off", mark_scored(0.5, "", [minor], taken=0.1), [0.1]),
        ("not the factor for little content", mark_scored(0.325, "", [major], weight=0.5), [0.175]),
        ("no score", Measured("unmeasured", "", None, (major,)), [0.0]),
        ("nothing lost", mark_scored(1.0, "", [minor]), [0.0]),
        ("nothing counts", mark_scored(0.0, "", [minor], weight=0.0), [0.0]),
        ("no defects", mark_scored(0.5, ""), []),
    ):
        with subtests.test(name):
            assert share_out(measured) == pytest.approx(shares)


def test_a_cause_is_paid_once_by_the_dearest_criterion(subtests: pytest.Subtests) -> None:
    """Rows: the defects with criterion and points, and which of them are paid by the first or by another."""
    thrown = step(1, ref="b", selector="#save", page_errors=(PageError(message=BROKEN),))
    again = step(2, ref="c", selector="#send", page_errors=(PageError(message=BROKEN.replace("17", "18")),))
    quiet = step(3, ref="d", selector="#save")
    context = page_in_use(thrown, again, quiet)
    on = {one.index: {"step": one.index, "selector": one.action.selector} for one in (thrown, again, quiet)}
    for name, found, joined in (
        ("element and step", [("3", defect(**on[3]), 5), ("13", defect(**on[3]), 3)], [None, 0]),
        ("the dearest pays", [("3", defect(**on[3]), 2), ("13", defect(**on[3]), 3)], [1, None]),
        ("the same script error", [("3", defect(**on[1]), 5), ("4", defect(**on[2]), 3)], [None, 0]),
        ("also one that came by itself", [("3", defect(**on[1]), 5), ("4", defect(error=BROKEN), 3)], [None, 0]),
        ("three in a chain", [("3", defect(**on[1]), 5), ("4", defect(**on[2]), 3),
                              ("13", defect(step=2, selector="#send"), 4)], [None, 0, 0]),
        ("another step", [("3", defect(**on[3]), 5), ("13", defect(step=2, selector="#save"), 3)], [None, None]),
        ("no element", [("3", defect(step=3), 5), ("13", defect(step=3), 3)], [None, None]),
        ("one criterion", [("3", defect(**on[1]), 5), ("3", defect(**on[2]), 3)], [None, None]),
        ("looks are another matter", [("3", defect(**on[3]), 5), ("9", defect(**on[3]), 3)], [None, None]),
        ("what is critical pays", [("3", defect(**on[3]), 5), ("4", defect("critical", **on[3]), 3)], [1, None]),
    ):  # fmt: skip
        with subtests.test(name):
            charges = [Charge(item, one, points / 10, float(points)) for item, one, points in found]
            paid = join_causes(context, charges, ALL)
            assert [charges.index(one.joined) if one.joined else None for one in paid] == joined
            assert [replace(one, joined=None) for one in paid] == charges


def test_a_criterion_gets_back_what_another_one_pays() -> None:
    payer = Charge("3", defect(), 0.4, 4.0)
    measured = mark_scored(0.5, "0 of 2 wrong inputs refused", [defect("minor")])
    given = give_back(measured, [Charge("13", defect("minor"), 0.3, 3.0, joined=payer)])
    assert given.score == pytest.approx(0.8)
    assert given.reason.endswith("; 30% given back: criterion 3 pays for the same cause")
    assert give_back(measured, [Charge("13", defect("minor"), 0.3, 3.0)]) is measured


def test_a_criterion_is_worth_its_part_of_its_score() -> None:
    assert worth_of({"1": ("f", 1.0), "2": ("f", 3.0), "9": ("a", 1.0)}) == {"1": 25, "2": 75, "9": 100}
    assert worth_of({"1": ("f", 0.0)}) == {"1": 0}
