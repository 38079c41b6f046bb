"""Questions about the observations before and after an action."""

from pytest_cookie.browser.page.observation import Happenings, Observation
from pytest_cookie.core.action import Action
from pytest_cookie.core.page import FIELD_ROLES, Box, Control
from pytest_cookie.core.parsing import strip_fragment
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.change import find_background_texts

_AREA_PX = 120
"""Both sides of a control of which only the edges are marked as having the focus."""


def find_other_texts(
    before: Observation, after: Observation, known: BackgroundChanges, caused: frozenset[str]
) -> tuple[str, ...]:
    """New texts that the page changes by itself, without those that an action `caused`."""
    return tuple(text for text in find_background_texts(before, after, known) if text not in caused)


def find_boxes(before: Observation, *, ref: str = "", selector: str = "", focused: bool = False) -> tuple[Box, ...]:
    """Where a control is, by its ref or its selector, or the one that has the focus.

    Of a large one with the focus, such as a map, only the edges: its focus mark is there, and what changes within it is
    an effect.
    """
    wanted = before.focus if focused else selector
    controls = before.inventory.controls
    found = [control for control in controls if (control.ref == ref if ref else control.selector == wanted and wanted)]
    return tuple(
        box for control in found for box in (_edges(control.box) if focused and _is_area(control) else (control.box,))
    )


def _is_area(control: Control) -> bool:
    """Whether other things are shown within a control, so that it is no button or field."""
    return min(control.box.width, control.box.height) > _AREA_PX and control.role not in FIELD_ROLES


def _edges(box: Box) -> tuple[Box, ...]:
    wide, high = {"width": 0.0}, {"height": 0.0}
    right, below = {"x": box.x + box.width}, {"y": box.y + box.height}
    return tuple(box.model_copy(update=update) for update in (high, high | below, wide, wide | right))


def stays_off(action: Action, before: Observation, after: Observation) -> bool:
    """Whether the pressed control reports, before and after, that it is not checked or selected."""
    looks = [[control for control in seen.inventory.controls if control.ref == action.ref] for seen in (before, after)]
    said = [other.checked if other.checked is not None else other.selected for look in looks for other in look]
    return action.kind == "click" and bool(action.ref) and said == [False, False]


def is_loaded_anew(action: Action, before: Observation, happenings: Happenings) -> bool:
    """Whether the pressed control reloaded the same document."""
    home = strip_fragment(before.url)
    return action.is_input and any(strip_fragment(url) == home for url in happenings.documents)
