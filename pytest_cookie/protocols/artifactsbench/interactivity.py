"""The interactivity class of a page, measured from its trace, without a model.

ArtifactsBench classifies tasks by their demands (section 2.2, Figure 14); this classifies pages by their behaviour.
Where the classes of a case and of its page differ, the page has less or more to use than was asked for.
"""

from pytest_cookie.core.action import Action
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.trace import Step, Trace
from pytest_cookie.protocols.artifactsbench.case_fields import Interactivity

RESTLESS = 0.001
"""Minimum share of pixels that change by themselves, for an animated page: about 900 at 1280 × 720."""
MANY_CONTROLS, MOST_CONTROLS = 4, 8
MANY_WAYS, MOST_WAYS = 2, 3


class MeasuredInteractivity(FrozenModel):
    """What a page responded to, and the class that follows."""

    interactivity: Interactivity
    """`SV`: no motion and no response. `MMD`: it is animated, or a few controls respond in one way. `HD`:
    several controls or two ways of input, or input beside motion. `II`: many controls, three ways of input, or input
    by keys or dragging beside motion, as in a game."""
    moves: bool
    """Whether the page changes by itself."""
    controls: Count
    """Number of different controls and keys that had an effect."""
    ways: tuple[str, ...]
    """Ways of input that had an effect: `press`, `enter`, `keys`, `drag`."""


def measure_interactivity(evidence: Evidence) -> MeasuredInteractivity | None:
    """The class of a page; None if it did not load or was not used at all."""
    if not evidence.perception.loaded or not evidence.trace.steps:
        return None
    effective = effective_steps(evidence.trace)
    ways = tuple(sorted({way_of(step.action) for step in effective}))
    restless = max(evidence.perception.restless, evidence.trace.restless)
    moves = restless >= RESTLESS or any(step.change.motion == "started" for step in evidence.trace.steps)
    controls = len({_target(step.action) for step in effective})
    return MeasuredInteractivity(
        interactivity=_classify(controls, ways, moves=moves), moves=moves, controls=controls, ways=ways
    )


def effective_steps(trace: Trace) -> list[Step]:
    """The steps whose input changed something that a user could notice."""
    return [step for step in trace.steps if _is_effective(step, trace.heard_at(step.index))]


def _is_effective(step: Step, heard: bool | None) -> bool:
    """Whether a user's input changed something that the user could notice."""
    action = step.action
    if not action.is_input or action.resets_page or step.outcome != "done":
        return False
    return heard if heard is not None else step.change.seen


def way_of(action: Action) -> str:
    """`enter` gives a field a value, `keys` presses keys, `press` clicks; all others move the pointer: `drag`."""
    if action.edits_field:
        return "enter"
    if action.is_keyboard:
        return "keys"
    return "press" if action.is_click else "drag"


def _target(action: Action) -> tuple[str, str, str]:
    return (action.selector, action.target, action.key if action.is_keyboard else "")


def _classify(controls: int, ways: tuple[str, ...], *, moves: bool) -> Interactivity:
    if not controls:
        return "MMD" if moves else "SV"
    plays = moves and bool({"keys", "drag"} & set(ways))
    if plays or controls >= MOST_CONTROLS or len(ways) >= MOST_WAYS:
        return "II"
    if moves or controls >= MANY_CONTROLS or len(ways) >= MANY_WAYS:
        return "HD"
    return "MMD"
