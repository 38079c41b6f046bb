"""Finds pages that loaded only their shell: a sidebar with an empty area beside it."""

from PIL import Image

from pytest_cookie.core.page import Box
from pytest_cookie.core.perception import DESKTOP, StaticPerception
from pytest_cookie.judging.evidence_pictures import EvidencePictures, colour_of_all
from pytest_cookie.judging.measures.find_interactions import find_steps_at_home
from pytest_cookie.judging.measures.untested import explain_untested
from pytest_cookie.judging.rubric.context import RubricContext

_SIDE = 0.3
"""The share of the window's width that a sidebar may take; narrower ones look like a margin."""
_HEAD = 0.12
"""The share of the window's height that a top bar may take."""
_LANDMARKS = ("navigation", "complementary")


def find_empty_area(perception: StaticPerception, pictures: EvidencePictures) -> Box | None:
    """The single-coloured part of the first desktop screen beside a sidebar on another background, if there is one.

    It takes 70 % of the width and all of the height except a top bar, and contains no control, picture or canvas, since
    a drawing surface may be empty at first. The sidebar's background is the commonest colour of the other 30 %.
    """
    page = perception.inventory
    desktop = perception.view("desktop")
    if page is None or desktop is None or not any(mark.startswith(_LANDMARKS) for mark in page.landmarks):
        return None
    empty_area = _void_of(pictures.read_top(desktop.screenshot, DESKTOP.height))
    held = (
        *(control.box for control in page.controls),
        *(medium.box for medium in page.media),
        *(canvas.box for canvas in page.canvases),
    )
    return None if empty_area is None or any(empty_area.meets(box) for box in held) else empty_area


def is_empty_layout(context: RubricContext) -> bool:
    """Whether no action on this document put content into its empty area.

    A pane may wait for a choice, which the crawler makes; if it could not, the answer is no. Other documents of the
    site do not count.
    """
    empty_area = context.empty_area
    if empty_area is None or explain_untested(context):
        return False
    used = [step for step in find_steps_at_home(context) if not step.action.replaces_view]
    return bool(used) and not any(empty_area.meets(region) for step in used for region in step.change.regions)


def _void_of(screen: Image.Image | None) -> Box | None:
    """The single-coloured part of the first screen beside a sidebar, left or right."""
    if screen is None:
        return None
    width, height = screen.size
    top, bar = round(height * _HEAD), round(width * _SIDE)
    for side, rest in (((0, bar), (bar, width)), ((width - bar, width), (0, width - bar))):
        ground = colour_of_all(screen.crop((rest[0], top, rest[1], height)))
        if ground is not None and ground != _commonest_colour(screen.crop((side[0], top, side[1], height))):
            return Box(x=rest[0], y=top, width=rest[1] - rest[0], height=height - top)
    return None


def _commonest_colour(part: Image.Image) -> object:
    colours = part.getcolors(part.width * part.height) or [(0, None)]
    return max(colours, key=lambda counted: counted[0])[1]
