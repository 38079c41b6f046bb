"""`SliderWatch`: whether the texts that show a slider's value follow when it moves. Pure, from two observations."""

import re

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.checks.slider_labels.fact import SliderFact, StaleLabel
from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.parsing import parse_number, parse_shown_number
from pytest_cookie.core.trace import MAX_CONTROL_NAME
from pytest_cookie.exploration.watch import Act

_LONGEST = 100
_NEAR_ABOVE_PX, _NEAR_BESIDE_PX = 48, 120
_SAID = re.compile(r"[^\d]{0,12}?(-?\d+[.,]\d+|-?\d+(?=\s*[^\d\s.,]))[^\d]{0,12}")
"""A number with decimals or a unit, and little else: a bare "10" may be the end of a scale."""


class SliderWatch:
    """The sliders that an action moved and whose labels stayed."""

    def compare(self, act: Act) -> SliderFact | None:
        """Their labels, if there are any."""
        stale = find_stale_labels(act.before, act.after)
        return SliderFact(stale=stale) if stale else None


def find_stale_labels(before: Observation, after: Observation) -> tuple[StaleLabel, ...]:
    """The labels that showed a slider's value and did not change although the slider moved.

    Only if no other text near that slider changed: some pages show the value in another place.
    """
    now = {control.ref: control for control in after.inventory.controls}
    moved = [
        other
        for other in before.inventory.controls
        if other.role == "slider" and other.ref in now and now[other.ref].value != other.value
    ]
    return tuple(line for item in moved for line in _stale(item, before, after))


def _stale(slider: Control, before: Observation, after: Observation) -> list[StaleLabel]:
    near = {path: state for path, state in before.elements.items() if state.text and _is_near(state, slider.box)}
    if any(path not in after.elements or after.elements[path].text != state.text for path, state in near.items()):
        return []
    told = [item.text for item in near.values() if _belongs(item, slider) and _says(item.text, slider.value)]
    return [StaleLabel(control=(slider.name or "slider")[:MAX_CONTROL_NAME], text=text[:40]) for text in told[:1]]


def _belongs(state: ElementState, slider: Control) -> bool:
    """Whether the text is part of its label or in its row; text above or below may belong to another slider."""
    return state.text in slider.name or _is_beside(state, slider.box)


def _says(text: str, value: str) -> bool:
    said, meant = _SAID.fullmatch(text.strip()[:_LONGEST]), parse_number(value)
    return said is not None and bool(meant) and parse_shown_number(said[1]) == meant


def _is_near(state: ElementState, box: Box) -> bool:
    """In the same row, or right above or below."""
    x, y, width, height = state.box
    if _is_beside(state, box):
        return True
    gap = max(box.y - (y + height), y - (box.y + box.height))
    return gap <= _NEAR_ABOVE_PX and x < box.x + box.width and box.x < x + width


def _is_beside(state: ElementState, box: Box) -> bool:
    x, y, width, height = state.box
    row = y < box.y + box.height and box.y < y + height
    return row and x < box.x + box.width + _NEAR_BESIDE_PX and box.x - _NEAR_BESIDE_PX < x + width
