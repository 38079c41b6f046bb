"""Finds steps after which the window is blank: a page can be present when it is measured and gone when it is used."""

from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Trace
from pytest_cookie.judging.evidence_pictures import EvidencePictures

_HAD_INK = 0.004  # below it the page at rest is nearly blank, so a blank step is no news


def find_blank_steps(trace: Trace, perception: StaticPerception, pictures: EvidencePictures) -> frozenset[int]:
    """Indices of steps whose screenshot is one colour; empty if the page at rest is almost blank too.

    Screenshots right after a reload are skipped, since the page may not have rendered yet.
    """
    desktop = perception.view("desktop")
    if desktop is None or desktop.ink < _HAD_INK:
        return frozenset()
    shown = [step for step in trace.steps if step.screenshot and not step.action.begins_anew]
    return frozenset(step.index for step in shown if pictures.is_one_colour(f"{trace.policy}/{step.screenshot}"))
