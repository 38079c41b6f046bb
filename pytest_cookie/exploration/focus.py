"""Tells a focus ring from an effect: pixels that changed on the pressed control, or where the focus was, alone."""

from pytest_cookie.browser.observation import Observation
from pytest_cookie.core.page import Box
from pytest_cookie.core.trace import Action, Change

_RING_PX = 10


def is_focus_mark_only(action: Action, change: Change, before: Observation) -> bool:
    """Whether all that changed is pixels around the control that `action` names and the one that had the focus."""
    places = [one.box for one in before.inventory.controls if one.ref == action.ref or one.selector == before.focus]
    return bool(change.regions) and not _is_told(change) and _within(change.regions, places, before.scroll_y)


def is_lost_mark_only(change: Change, before: Observation) -> bool:
    """Whether nothing but the ring around what had the focus before is gone."""
    places = [one.box for one in before.inventory.controls if one.selector == before.focus]
    return not _is_told(change) and _within(change.regions, places, before.scroll_y)


def _is_told(change: Change) -> bool:
    """Whether it shows in anything but pixels."""
    return any(
        (
            change.dom_added, change.dom_removed, change.appeared_text, change.vanished_text, change.states,
            change.dialogs, change.popups, change.downloads, change.scrolled_px, change.url,
        )
    )  # fmt: skip


def _within(regions: tuple[Box, ...], places: list[Box], scroll_y: float) -> bool:
    """Regions are in the viewport's pixels, places in the document's."""
    return all(any(_contains(place, region, scroll_y) for place in places) for region in regions)


def _contains(place: Box, region: Box, scroll_y: float) -> bool:
    left, top = place.x - _RING_PX, place.y - scroll_y - _RING_PX
    right, bottom = left + place.width + 2 * _RING_PX, top + place.height + 2 * _RING_PX
    fits_across = region.x >= left and region.x + region.width <= right
    return fits_across and region.y >= top and region.y + region.height <= bottom
