"""`WindowPictures`: the pictures of an observation. The whole window first, later only the parts that changed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.exploration.agent.control_list import list_marked, to_picture_box
from pytest_cookie.exploration.agent.numbered_picture import ControlMark, Part, draw_picture, read_size
from pytest_cookie.exploration.agent.references import References
from pytest_cookie.exploration.agent.settings import AgentSettings
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.exploration.pictures import changed_mask, decode_pixels
from pytest_cookie.llm.messages.messages import Picture

_MARGIN_PX = 12  # shows what surrounds the changed part
_GAP_PX = 80
"""Changes farther apart than this, in rows, are shown as separate parts."""
_MAX_PARTS = 3  # more parts cost as much as the whole window
_WHOLE_SHARE = 0.5
"""If the parts take more than this share of the window, the whole window is shown."""


@dataclass(frozen=True)
class Shown:
    """The pictures to send; without any, `note` reports that the window is unchanged."""

    pictures: tuple[Picture, ...]
    note: str = ""


class WindowPictures:
    """Keeps the window as it was last shown."""

    def __init__(self, references: References, settings: AgentSettings) -> None:
        self._references = references
        self._settings = settings
        self._png = b""
        self._step = 0

    def whole(self, view: View, scale: float, enlarge: tuple[float, float] | None = None) -> Shown:
        """Return the whole window; then the quarter of it around the point `enlarge`, in full size or larger."""
        self._png, self._step = view.observation.screenshot, _step(view)
        numbers = ", with the numbers of the controls" if self._settings.marks else ""
        picture = self._draw(view, scale, f"The window after step {self._step}{numbers}:")
        return Shown((picture, self._enlarged(view, scale, *enlarge)) if enlarge else (picture,))

    def _enlarged(self, view: View, scale: float, x: float, y: float) -> Picture:
        png, kind = view.observation.screenshot, self._settings.picture
        width, height = (round(side * scale) for side in read_size(png))
        left, top = (round(min(max(0.0, at - side / 4), side / 2)) for at, side in ((x, width), (y, height)))
        right, bottom = left + width // 2, top + height // 2
        caption = f"Enlarged: x {left} to {right}, y {top} to {bottom} of the window's picture:"
        part = (round(left / scale), round(top / scale), round(right / scale), round(bottom / scale))
        return draw_picture(png, (), scale=1.0, kind=kind, caption=caption, part=part, enlarged=2 * scale)

    def is_obsolete(self, view: View) -> bool:
        """Whether most of the window differs from the last picture."""
        png, before = view.observation.screenshot, self._png
        if not before or read_size(before) != read_size(png):
            return True
        return _are_most_of(find_changed_parts(changed_mask(decode_pixels(before), decode_pixels(png))), read_size(png))

    def changed(self, view: View, scale: float) -> Shown:
        """Return the parts that changed since the last picture, or a note that none did."""
        png, before = view.observation.screenshot, self._png
        if not before or read_size(before) != read_size(png):
            return self.whole(view, scale)
        if before == png:
            return Shown((), f"The window looks as in the picture after step {self._step}.")
        parts = find_changed_parts(changed_mask(decode_pixels(before), decode_pixels(png)))
        if not parts:
            return Shown((), f"The window looks as in the picture after step {self._step}.")
        if _are_most_of(parts, read_size(png)):
            return self.whole(view, scale)
        self._png, self._step = png, _step(view)
        return Shown(tuple(self._part(view, scale, part) for part in parts))

    def _part(self, view: View, scale: float, part: Part) -> Picture:
        left, top, right, bottom = (round(edge * scale) for edge in part)
        place = f"x {left} to {right}, y {top} to {bottom}"
        caption = f"Changed after step {self._step}: the part of the window at {place}. The rest looks as before:"
        return self._draw(view, scale, caption, (left, top, max(right, left + 1), max(bottom, top + 1)))

    def _draw(self, view: View, scale: float, caption: str, part: Part | None = None) -> Picture:
        listed = list_marked(view) if self._settings.marks else []
        marks = [
            ControlMark(self._references.number(control), to_picture_box(control.box, view.page_facts, scale))
            for control in listed
            if not control.covered
        ]
        png, kind = view.observation.screenshot, self._settings.picture
        return draw_picture(png, marks, scale=scale, kind=kind, caption=caption, part=part)


def _are_most_of(parts: tuple[Part, ...], size: tuple[int, int]) -> bool:
    width, height = size
    return sum(_area(part) for part in parts) > _WHOLE_SHARE * width * height


def find_changed_parts(changed: NDArray[np.bool_]) -> tuple[Part, ...]:
    """Return the boxes of changed pixels with a margin, at most three, from top to bottom; empty if none changed."""
    rows = np.flatnonzero(changed.any(axis=1))
    if not rows.size:
        return ()
    breaks = np.flatnonzero(np.diff(rows) > _GAP_PX)
    groups = np.split(rows, breaks + 1)
    if len(groups) > _MAX_PARTS:
        groups = [rows]
    return tuple(_bounds(changed, group.min().item(), group.max().item()) for group in groups)


def _bounds(changed: NDArray[np.bool_], top: int, bottom: int) -> Part:
    columns = np.flatnonzero(changed[top : bottom + 1].any(axis=0))
    height, width = changed.shape
    left, right = columns.min().item(), columns.max().item()
    return (
        max(0, left - _MARGIN_PX),
        max(0, top - _MARGIN_PX),
        min(width, right + 1 + _MARGIN_PX),
        min(height, bottom + 1 + _MARGIN_PX),
    )


def _area(part: Part) -> int:
    left, top, right, bottom = part
    return (right - left) * (bottom - top)


def _step(view: View) -> int:
    return view.last.index if view.last else 0
