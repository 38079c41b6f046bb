"""Item 11 of the rubric: the page moves smoothly."""

from pytest_cookie.judging.checks.content_amount import weigh_fullness
from pytest_cookie.judging.checks.machine_cost import rate_smoothness
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    mark_unmeasured,
)

_JERKY = 0.5


def animation_smoothness(context: RubricContext) -> Measured:
    """Item 11. Frames without jank, and nothing that keeps the machine busy while the page stands still.

    Measured by what the page costs the machine (`judging/machine.py`), in coarse classes: what moves, by the cost of a
    frame; what stands still, by what it costs all the same. A major defect from half a score down, critical never.
    Multiplied by `weigh_fullness`. Unmeasured where the evidence has no machine time. The one aesthetics item that another
    exploration of the same page may score otherwise, where a page lies at the edge of a class.
    """
    stutter = rate_smoothness(context)
    if stutter is None:
        return mark_unmeasured("the evidence does not tell what the page cost the machine")
    if stutter.score > _JERKY:
        return weigh_fullness(context).apply(stutter.score, stutter.why)
    why = f"{stutter.why[:1].upper()}{stutter.why[1:]}: it stutters, and drains batteries."
    defects = [Defect("major", "The page does not run smoothly", why, evidence=context.picture())]
    return weigh_fullness(context).apply(stutter.score, stutter.why, defects)
