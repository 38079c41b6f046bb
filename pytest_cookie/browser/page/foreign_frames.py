"""`ForeignFrame`: a document inside the page that the page's own scripts cannot look into; we can, frame by frame."""

import asyncio
import zlib
from dataclasses import dataclass, replace
from typing import cast

from playwright.async_api import Error, Frame, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.process.load_factor import patience
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.text import of_page
from pytest_cookie.core.trace import Action

MAX_FRAMES = 12
INTO = " >>> "
"""Between the selector of a frame and a selector in it."""

_PLACE_SECONDS = 2.0


@dataclass(frozen=True)
class ForeignFrame:
    """A frame of another origin or without any, and where its document begins, in CSS px of the page's viewport."""

    frame: Frame
    selector: str
    x: float
    y: float
    width: float
    height: float

    @property
    def mark(self) -> str:
        """What the references of its controls end in."""
        return f"@{zlib.crc32(self.selector.encode()):08x}"

    def holds(self, action: Action) -> bool:
        """Whether `action` names an element of this frame itself."""
        return action.ref.endswith(self.mark) or (not action.ref and action.selector.startswith(self.selector + INTO))

    def inside(self, action: Action) -> dict[str, str]:
        """How the frame's own document calls the element of `action`."""
        return {
            "ref": action.ref.removesuffix(self.mark),
            "selector": action.selector.removeprefix(self.selector + INTO),
        }


async def foreign_frames(page: Page) -> list[ForeignFrame]:
    """The first twelve, an outer one before those inside it. What is just going is left out."""
    found: dict[Frame, ForeignFrame] = {}
    for frame in page.frames[1 : MAX_FRAMES + 1]:
        try:
            place = await asyncio.wait_for(_place(frame), _PLACE_SECONDS * patience())
        except (Error, TimeoutError, ValueError, TypeError):
            continue
        if not place.reached:
            found[frame] = _within(_holder(frame, found), frame, place)
    return list(found.values())


async def frame_of(page: Page, action: Action) -> ForeignFrame | None:
    """The foreign frame that holds the element of `action`; None where the page itself reaches it."""
    if len(page.frames) == 1:
        return None
    held = [one for one in await foreign_frames(page) if one.holds(action)]
    return max(held, key=lambda one: len(one.selector), default=None)


class _Place(FrozenModel):
    """What `frame.js` tells; a page whose own scripts make up something else has no such frame."""

    reached: bool
    selector: str
    x: float
    y: float
    width: float
    height: float


async def _place(frame: Frame) -> _Place:
    """Raises `ValueError` where the page makes up something else."""
    parent = cast(Frame, frame.parent_frame)
    told = await parent.evaluate(scripts.with_dom("frame"), await frame.frame_element())
    return _Place.model_validate(of_page(told))


def _holder(frame: Frame, found: dict[Frame, ForeignFrame]) -> ForeignFrame | None:
    parent = frame.parent_frame
    while parent is not None and parent not in found:
        parent = parent.parent_frame
    return found[parent] if parent else None


def _within(outer: ForeignFrame | None, frame: Frame, place: _Place) -> ForeignFrame:
    here = ForeignFrame(frame, place.selector, place.x, place.y, place.width, place.height)
    if outer is None:
        return here
    return replace(here, x=here.x + outer.x, y=here.y + outer.y, selector=outer.selector + INTO + here.selector)
