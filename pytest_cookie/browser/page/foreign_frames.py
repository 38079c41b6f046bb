"""`ForeignFrame`: a document inside the page that the page's own scripts cannot access; we read it frame by frame."""

import asyncio
import zlib
from dataclasses import dataclass, replace
from typing import cast

from playwright.async_api import Error, Frame, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.process.load_factor import load_factor
from pytest_cookie.core.action import Action
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.text import sanitize_json

MAX_FRAMES = 12
FRAME_SEPARATOR = " >>> "
"""Separates the selector of a frame from a selector in it."""

_LOCATE_SECONDS = 2.0


@dataclass(frozen=True)
class ForeignFrame:
    """A frame with another or no origin, and the position of its document, in CSS px of the page's viewport."""

    frame: Frame
    selector: str
    x: float
    y: float
    width: float
    height: float

    @property
    def mark(self) -> str:
        """Suffix of the references of its controls."""
        return f"@{zlib.crc32(self.selector.encode()):08x}"

    def holds(self, action: Action) -> bool:
        """Whether `action` names an element of this frame itself."""
        return action.ref.endswith(self.mark) or (
            not action.ref and action.selector.startswith(self.selector + FRAME_SEPARATOR)
        )

    def inside(self, action: Action) -> dict[str, str]:
        """Return reference and selector of the action's element within the frame's document."""
        return {
            "ref": action.ref.removesuffix(self.mark),
            "selector": action.selector.removeprefix(self.selector + FRAME_SEPARATOR),
        }


async def find_foreign_frames(page: Page) -> list[ForeignFrame]:
    """Return the first twelve foreign frames, outer ones before inner ones. Frames that navigate away are skipped."""
    found: dict[Frame, ForeignFrame] = {}
    for frame in page.frames[1 : MAX_FRAMES + 1]:
        try:
            frame_place = await asyncio.wait_for(_locate(frame), _LOCATE_SECONDS * load_factor())
        except (Error, TimeoutError, ValueError, TypeError):
            continue
        if not frame_place.reached:
            found[frame] = _build_frame(_find_outer(frame, found), frame, frame_place)
    return list(found.values())


async def find_foreign_frame(page: Page, action: Action) -> ForeignFrame | None:
    """Return the foreign frame that holds the element of `action`; None if the page itself can access it."""
    if len(page.frames) == 1:
        return None
    held = [candidate for candidate in await find_foreign_frames(page) if candidate.holds(action)]
    return max(held, key=lambda candidate: len(candidate.selector), default=None)


class _FramePlace(FrozenModel):
    """The reply of `frame.js`."""

    reached: bool
    selector: str
    x: float
    y: float
    width: float
    height: float


async def _locate(frame: Frame) -> _FramePlace:
    """Locate the frame. Raises `ValueError` if the page has forged the reply."""
    parent = cast(Frame, frame.parent_frame)
    reply = await parent.evaluate(scripts.with_dom("frame"), await frame.frame_element())
    return _FramePlace.model_validate(sanitize_json(reply))


def _find_outer(frame: Frame, found: dict[Frame, ForeignFrame]) -> ForeignFrame | None:
    parent = frame.parent_frame
    while parent is not None and parent not in found:
        parent = parent.parent_frame
    return found[parent] if parent else None


def _build_frame(outer: ForeignFrame | None, frame: Frame, frame_place: _FramePlace) -> ForeignFrame:
    here = ForeignFrame(
        frame, frame_place.selector, frame_place.x, frame_place.y, frame_place.width, frame_place.height
    )
    if outer is None:
        return here
    return replace(
        here, x=here.x + outer.x, y=here.y + outer.y, selector=outer.selector + FRAME_SEPARATOR + here.selector
    )
