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
_FOCUS_KEYS = frozenset({"Tab", "Shift+Tab"})
"""They move the focus on every page."""
_CLICK_KEYS = frozenset({"Enter", "Space"})
"""The browser turns them into clicks on buttons and links."""


class MeasuredInteractivity(FrozenModel):
    """What a page responded to, and the class that follows."""

    interactivity: Interactivity
    """`SV`: no motion and no response. `MMD`: it is animated, leads to places or pages, or a few controls respond in
    one way. `HD`: several controls or two ways of input, or input beside motion. `II`: many controls, three ways of
    input, or input by keys or dragging beside motion, as in a game."""
    moves: bool
    """Whether the page changes by itself."""
    controls: Count
    """Number of different controls and keys that had an effect other than leading to a place or page."""
    ways: tuple[str, ...]
    """Ways of input that had an effect: `press`, `enter`, `keys`, `drag`."""


def measure_interactivity(evidence: Evidence) -> MeasuredInteractivity | None:
    """The class of a page; None if it did not load or was not used at all."""
    if not evidence.perception.loaded or not evidence.trace.steps:
        return None
    responding = effective_steps(evidence.trace)
    effective = [step for step in responding if not _only_leads(step)]
    ways = tuple(sorted({way_of(step.action) for step in effective}))
    restless = max(evidence.perception.restless, evidence.trace.restless)
    moves = restless >= RESTLESS or any(step.change.motion == "started" for step in evidence.trace.steps)
    controls = len({_target(step.action) for step in effective})
    found = _classify(controls, ways, moves=moves)
    found = "MMD" if found == "SV" and responding else found
    return MeasuredInteractivity(interactivity=found, moves=moves, controls=controls, ways=ways)


def effective_steps(trace: Trace) -> list[Step]:
    """The steps whose input changed something that a user could notice."""
    return [step for step in trace.steps if _is_effective(step, trace.heard_at(step.index))]


def _is_effective(step: Step, heard: bool | None) -> bool:
    """Whether a user's input changed something that the user could notice."""
    action = step.action
    if not action.is_input or action.resets_page or step.outcome != "done" or action.value in _FOCUS_KEYS:
        return False
    return heard if heard is not None else step.change.seen


def _only_leads(step: Step) -> bool:
    """Whether it only went to a place of the page or to another page, as the links of a brochure do.

    A new address by a link is another page or view; otherwise nothing but the place may have changed.
    """
    change = step.change
    asked = change.dialogs or change.popups or change.downloads or change.effects
    if change.state_or_motion or asked or way_of(step.action) != "press":
        return False
    if step.action.role == "link" and change.url:
        return True
    told = change.appeared_text or change.vanished_text or change.dom_added or change.dom_removed
    return bool(change.scrolled_px or change.url) and not told


def way_of(action: Action) -> str:
    """`enter` gives a field a value, `keys` presses keys, `press` clicks, or does so by a key on a button or link; all
    others move the pointer: `drag`."""
    if action.edits_field:
        return "enter"
    if action.is_keyboard:
        is_click = action.value in _CLICK_KEYS and action.role in ("button", "link")
        return "press" if is_click else "keys"
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
