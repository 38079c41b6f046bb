"""A control in a row acts on its own row; rows that look alike give no finding."""

import pytest

from pytest_cookie.checks.row_actions.fact import RowChange
from pytest_cookie.checks.row_actions.judge import find_wrong_rows
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.unit.judging.evidence_builders import WORKS, case, control, inventory, page_in_use, step

TULIP, ROSE, IRIS = ("Tulip", "12,00 €"), ("Rose", "14,00 €"), ("Iris", "9,00 €")
ONE, TWO, THREE = (("Pin 1",), ("Pin 2",), ("Pin 3",))


def row(own=TULIP, *, stays=True, **fields) -> RowChange:
    return RowChange(own=own, stays=stays, **{"before": 3, "after": 3, **fields})


def kinds(change: RowChange, of=None, **fields) -> list[str]:
    said = {name: fields.pop(name) for name in ("vanished_text", "appeared_text", "url") if name in fields}
    pressed = step(0, ref="b1", change=Change(seen=True, facts={"row-actions": change}, **said), **fields)
    return [defect.kind for defect in find_wrong_rows(page_in_use(pressed, of=of))]


@pytest.mark.parametrize(
    "change",
    [
        row(gone=(ROSE,), after=2),
        row(gone=(ROSE,), after=2, stays=False),  # the stripes of the rows move
        row(("1", *TULIP), gone=(("2", *ROSE), ("3", *IRIS)), came=(("2", *IRIS),), after=2),  # and so do their numbers
        row(("Arrow 1",), gone=(("Pin 1",),), after=2),
    ],
)
def test_another_row_goes(change):
    assert kinds(change) == ["wrong-row-removed"]


OWN_OR_UNCLEAR = [
    row(gone=(TULIP,), after=2, stays=False),
    row(gone=(TULIP, ROSE), after=1, stays=False),
    row(),  # it asks first, or goes slowly
    row(stays=False, turned=(TULIP,)),
    row(("1", *TULIP), gone=(("1", *TULIP), ("2", *ROSE)), came=(("1", *ROSE),), after=2, stays=False),
    row(ONE, gone=(THREE,), after=2),  # the first went, and the others have its number
    row(gone=(TULIP,), came=(IRIS,), stays=False),  # the next one of another page
    row(gone=(ROSE,), after=3, came=(("Undo",),)),
    row(gone=(ROSE, IRIS), after=1),  # it clears the others
    row(gone=(ROSE,), came=(("Rose", "15,00 €"),), stays=False),
]


def test_its_own_row_goes_or_it_is_not_clear(subtests):
    for change in OWN_OR_UNCLEAR:
        with subtests.test(change=change):
            assert kinds(change) == []


@pytest.mark.parametrize(
    ("change", "is_wrong"),
    [
        (row(turned=(ROSE,)), True),
        (row(gone=(ROSE,), came=(("Rose", "15,00 €"),)), True),
        (row(turned=(ROSE,), stays=False), False),  # its own as well: one choice of several
        (row(turned=(ROSE, IRIS)), False),
        (row(gone=(ROSE,), came=(("Lily", "8,00 €"),)), False),
        (row(turned=(ROSE,), before=2), False),
    ],
)
def test_another_row_changes(change, is_wrong):
    assert kinds(change) == (["acts-on-other-row"] if is_wrong else [])
    assert kinds(change, of=case(domain="games")) == []  # a move may turn another piece


def test_the_one_of_two_that_is_not_chosen_goes():
    other = row(gone=(ROSE,), before=2, after=1)
    assert kinds(other) == []
    assert kinds(other, purpose="destroy") == ["wrong-row-removed"]


def test_an_open_menu_of_another_row_closes():
    opened = step(0, ref="b0", change=Change(seen=True, appeared_text=("Share", "Rename")))
    closed = row(gone=((*ROSE, "Share", "Rename"),), came=(ROSE,))
    liked = step(1, ref="b1", change=Change(seen=True, facts={"row-actions": closed}))
    assert find_wrong_rows(page_in_use(opened, liked)) == []
    assert len(find_wrong_rows(page_in_use(step(0, ref="b0"), liked))) == 1


def test_a_count_shows_a_removal_on_another_page():
    counted = {"purpose": "destroy", "vanished_text": ("15",), "appeared_text": ("14",)}
    assert kinds(row(), **counted) == ["wrong-row-removed"]
    assert kinds(row(stays=False, turned=(TULIP,)), **counted) == []
    assert kinds(row(), **(counted | {"appeared_text": ("16",)})) == []


def test_errors_and_other_documents_are_no_proof():
    assert kinds(row(gone=(ROSE,), after=2), outcome="unreachable") == []
    assert kinds(row(gone=(ROSE,), after=2), url="http://artifact.localhost/b") == []


@pytest.mark.parametrize(("change", "score"), [(row(gone=(ROSE,), after=2), 0.0), (row(turned=(ROSE,)), 0.3)])
def test_it_costs_item_3(change, score):
    pressed = step(4, ref="b1", change=Change(seen=True, pixels=0.1, facts={"row-actions": change}))
    measured = measure_logic_correctness(page_in_use(*WORKS, pressed))
    assert measured.score == pytest.approx(score)
    assert "wrong results" in measured.reason


@pytest.mark.parametrize(
    ("told", "is_wrong"),
    [
        (("Rosehip is in your basket.", "1"), True),
        (("Tulip bulbs is in your basket.", "1"), False),
        (("Tulip bulbs goes well with Rosehip.",), False),
        (("1",), False),
        (("Rosehip", "Irises", "2 items"), False),  # a list
        (("Rosehip", "a", "b", "c", "d", "e", "f"), False),  # another view
        (("Rosehip oil, cold pressed, in a glass bottle of 100 ml, which keeps for two years or more.",), False),
    ],
)
def test_the_page_answers_with_the_name_of_another_row(told, is_wrong):
    names = ("Tulip bulbs", "Rosehip", "Irises")
    page = inventory(controls=tuple(control(f"b{n}", f"Add {name} to basket") for n, name in enumerate(names)))
    pressed = step(
        0, ref="b0", target="Add Tulip bulbs to basket",
        change=Change(seen=True, facts={"row-actions": row(("Tulip bulbs", "12,00 €"))}, appeared_text=told),
    )  # fmt: skip
    found = [defect.kind for defect in find_wrong_rows(page_in_use(pressed, inventory=page))]
    assert found == (["acts-on-other-row"] if is_wrong else [])
