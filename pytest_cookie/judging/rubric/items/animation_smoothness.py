"""Item 11 of the rubric, animation smoothness."""

from pytest_cookie.judging.measures.content_amount import weigh_fullness
from pytest_cookie.judging.measures.machine_cost import rate_smoothness
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import Measured, mark_unmeasured, page_defect
from pytest_cookie.judging.rubric.names import capitalise

_JERKY = 0.5  # at this score or less, the stutter is a finding


def measure_animation_smoothness(context: RubricContext) -> Measured:
    """Item 11: smooth frames, and a page that is idle does not keep the processor busy.

    Read from machine time in coarse classes (`measures/machine_cost.py`): moving pages by the cost of a frame, idle
    pages by their standing cost. Major defect at half a score or less, never critical. Multiplied by `weigh_fullness`.
    Unmeasured if the evidence has no machine time. This is the one aesthetics item whose score may differ when the same
    page is explored again, if the page lies at the edge of a class.
    """
    stutter = rate_smoothness(context)
    if stutter is None:
        return mark_unmeasured("the evidence has no machine time")
    if stutter.score > _JERKY:
        return weigh_fullness(context).apply(stutter.score, stutter.why)
    why = f"{capitalise(stutter.why)}. Animations stutter and batteries drain faster. Do less work per frame."
    defects = [page_defect(context, FindingKind.STUTTERING_PAGE, "major", "The page stutters", why)]
    return weigh_fullness(context).apply(stutter.score, stutter.why, defects)
