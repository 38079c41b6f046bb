"""A menu that stays open is reported by how much it covers."""

from pytest_cookie.checks.stuck_menu import find_stuck_menu
from pytest_cookie.core.perception import StuckMenu
from tests.unit.judging.evidence_builders import subject


def found(covers: float | None) -> list[tuple[str, str]]:
    menu = None if covers is None else StuckMenu(selector="#burger", text="Prices", covers=covers)
    return [(defect.severity, defect.title) for defect in find_stuck_menu(subject(stuck_menu=menu))]


def test_a_menu_that_stays_open_is_reported_by_what_it_covers():
    title = "The menu stays open after its link “Prices” at 375 px"
    assert found(None) == []
    assert found(0.1) == []
    assert found(0.3) == [("minor", title)]
    assert found(0.9) == [("major", title)]
