"""Stuck menu: the menu of the phone layout goes on covering the page after its link was pressed."""

from pytest_cookie.checks.check import Check
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind

STUCK_MENU = CheckKind("stuck-menu", "The menu of the phone layout stays open after its link was pressed.")

_MOST_QUOTED = 40  # characters
_IN_THE_WAY = 0.2  # of the window; a smaller menu leaves the page in view
_HIDES_MOST = 0.5  # of the window


def find_stuck_menu(context: RubricContext) -> list[Defect]:
    """At most one defect: major if the menu fills half of the window, minor from a fifth."""
    menu, view = context.perception.stuck_menu, context.view("mobile")
    if menu is None or view is None or menu.covers < _IN_THE_WAY:
        return []
    title = f"The menu stays open after its link “{shorten(menu.text, _MOST_QUOTED)}” at {view.viewport.width} px"
    why = f"It still covers {menu.covers:.0%} of the window, and the place that was asked for. Close it after a press."
    severity: Severity = "major" if menu.covers >= _HIDES_MOST else "minor"
    return [Defect(STUCK_MENU, severity, title, why, menu.selector, evidence=view.screenshot)]


CHECK = Check(id="stuck-menu", item="6", find=find_stuck_menu, kinds=(STUCK_MENU,))
