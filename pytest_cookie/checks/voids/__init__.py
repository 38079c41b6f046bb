"""Voids: half a window or more of nothing between two parts of the page, on a desktop or a phone."""

from pytest_cookie.checks.check import Check
from pytest_cookie.core.page import Element
from pytest_cookie.core.perception import ViewportPerception
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind

VOID = CheckKind("empty-gap", "Half a window or more between two parts of the page is empty.")

_A_WINDOW = 1.25  # windows from which users think that the page has ended
_MOST_QUOTED = 26  # characters


def find_voids(context: RubricContext) -> list[Defect]:
    """At most one defect, for the largest void: major from one and a quarter windows, else minor."""
    found = [(view, void) for view in context.perception.views for void in view.layout.voids]
    return [_report(*max(found, key=lambda one: _windows(*one)))] if found else []


def _windows(view: ViewportPerception, void: Element) -> float:
    """The height of the void in windows."""
    return void.box.height / view.viewport.height if void.box else 0.0


def _report(view: ViewportPerception, void: Element) -> Defect:
    severity: Severity = "major" if _windows(view, void) >= _A_WINDOW else "minor"
    title = f"{_windows(view, void):.0%} of a window is empty above “{shorten(void.text, _MOST_QUOTED)}”"
    height = void.box.height if void.box else 0
    why = (
        f"At {view.viewport.width} px, {height:.0f} px between “{shorten(void.detail, 60)}” and “"
        f"{shorten(void.text, 60)}” show nothing, also when they are scrolled to. Close the gap, or show what belongs "
        "there."
    )
    return Defect(VOID, severity, title, why, void.selector, evidence=view.screenshot)


CHECK = Check(id="voids", item="7", find=find_voids, kinds=(VOID,))
