"""Tells a focus ring from an effect: pixels that changed on the pressed control alone."""

from pytest_cookie.browser.observation import Observation
from pytest_cookie.core.trace import Action, Change

_RING_PX = 10


def is_focus_mark_only(action: Action, change: Change, before: Observation) -> bool:
    """Whether all that changed is pixels on or close around the control that `action` names."""
    told = (
        change.dom_added, change.dom_removed, change.appeared_text, change.vanished_text, change.states, change.dialogs,
        change.popups, change.downloads, change.scrolled_px, change.url,
    )  # fmt: skip
    control = next((one for one in before.inventory.controls if one.ref == action.ref), None)
    if any(told) or control is None or not change.regions:
        return False
    box = control.box
    left, top = box.x - _RING_PX, box.y - before.scroll_y - _RING_PX
    right, bottom = left + box.width + 2 * _RING_PX, top + box.height + 2 * _RING_PX
    return all(
        region.x >= left and region.y >= top and region.x + region.width <= right and region.y + region.height <= bottom
        for region in change.regions
    )
