"""`Target`: where an action goes, found anew right before it."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from playwright.async_api import ElementHandle, Error, Frame, Page
from pydantic import JsonValue, TypeAdapter, ValidationError

from pytest_cookie.browser import scripts
from pytest_cookie.browser.page.foreign_frames import INTO, ForeignFrame, frame_of
from pytest_cookie.browser.page.page_query import ask
from pytest_cookie.core.trace import Action

_PLACE_PX = 20.0
_INNER = 1 / 3
_LONGEST_PROBLEM = 500
_UNTOLD = "the page does not tell where it is"
_BOX = frozenset({"x", "y", "width", "height"})
_RANGE = frozenset({"value", "min", "max", "step"})
_OPTION = frozenset({"label", "value"})


class UnreachableError(Exception):
    """The action cannot be carried out; the message says why."""


class CoveredError(UnreachableError):
    """Something lies over the element where it would be pressed."""


@dataclass(frozen=True)
class Target:
    """A point in CSS px of the viewport; where an element was meant, what is known of it."""

    x: float
    y: float
    box: dict[str, float] | None = None
    cover: str = ""
    tag: str = ""
    type: str = ""
    editable: bool = False
    range: dict[str, float] | None = None
    options: list[dict[str, str]] | None = None

    @property
    def aim_px(self) -> float:
        """The smaller side of what is aimed at; a place counts as a small button."""
        return min(self.box["width"], self.box["height"]) if self.box else _PLACE_PX

    def is_missed_at(self, x: float, y: float) -> bool:
        """Whether a pointer at `x`, `y` is no longer well inside it."""
        if self.box is None:
            return (x, y) != (self.x, self.y)
        return abs(x - self.x) > self.box["width"] * _INNER or abs(y - self.y) > self.box["height"] * _INNER

    def is_off(self, x: float, y: float) -> bool:
        """Whether a pointer at `x`, `y` is not on it at all."""
        if self.box is None:
            return False
        inside = 0 <= x - self.box["x"] <= self.box["width"] and 0 <= y - self.box["y"] <= self.box["height"]
        return not inside


_TARGET = TypeAdapter(Target)


def has_element(action: Action) -> bool:
    """Whether `action` names an element rather than a place, or neither."""
    return bool(action.selector or action.ref)


async def find_target(page: Page, action: Action) -> Target:
    """The point to press, scrolled into view. Raises `UnreachableError`: gone, invisible, covered, outside."""
    if has_element(action):
        return await _find_element(page, action)
    if action.x is None or action.y is None:
        raise UnreachableError("neither an element nor a place is given")
    width, height = window_of(page)
    if not (0 <= action.x < width and 0 <= action.y < height):
        raise UnreachableError(f"({action.x:g}, {action.y:g}) lies outside the window")
    return Target(action.x, action.y)


def window_of(page: Page) -> tuple[float, float]:
    """Width and height of the viewport in CSS px; unbounded where it follows a window of the desktop."""
    size = page.viewport_size
    return (size["width"], size["height"]) if size else (math.inf, math.inf)


async def _find_element(page: Page, action: Action) -> Target:
    target = await _seek(page, action)
    if target.cover:
        raise CoveredError(f"covered by {target.cover}")
    return target


async def _seek(page: Page, action: Action) -> Target:
    foreign = await frame_of(page, action)
    if foreign is None:
        return await _locate(page, {"ref": action.ref, "selector": action.selector})
    return await _find_in(page, foreign, action)


async def _locate(where: Page | Frame, argument: dict[str, str]) -> Target:
    return read_target(await ask(where, scripts.with_dom("locate"), argument))


def read_target(told: JsonValue) -> Target:
    """What `locate.js` tells. Raises `UnreachableError` with its problem, or where a page has made up an answer."""
    place = dict(told) if isinstance(told, dict) else {}
    if problem := place.pop("problem", ""):
        raise UnreachableError(str(problem)[:_LONGEST_PROBLEM])
    try:
        target = _TARGET.validate_python(place)
    except ValidationError as error:
        raise UnreachableError(_UNTOLD) from error
    if not _is_whole(target):
        raise UnreachableError(_UNTOLD)
    return target


def _is_whole(target: Target) -> bool:
    """Whether all is there that `locate.js` tells of a box, a slider and a list."""
    wanted: list[tuple[Mapping[str, object] | None, frozenset[str]]] = [(target.box, _BOX), (target.range, _RANGE)]
    wanted += [(option, _OPTION) for option in target.options or ()]
    return all(part is None or part.keys() >= names for part, names in wanted)


async def _find_in(page: Page, foreign: ForeignFrame, action: Action) -> Target:
    """Bring the frame into view, then the element in it; both may scroll the page."""
    await _seek(page, Action(kind="hover", selector=foreign.selector))
    local = await _locate(foreign.frame, foreign.inside(action))
    now = await frame_of(page, action)
    if now is None or local.box is None:
        raise UnreachableError("the element is gone")
    box = local.box | {"x": local.box["x"] + now.x, "y": local.box["y"] + now.y}
    target = replace(local, x=local.x + now.x, y=local.y + now.y, box=box)
    width, height = window_of(page)
    if not (0 <= target.x < width and 0 <= target.y < height):
        raise UnreachableError("the element lies outside the page")
    outermost = {"selector": foreign.selector.split(INTO)[0], "x": target.x, "y": target.y}
    cover = str(await ask(page, scripts.with_dom("cover"), outermost))
    return replace(target, cover=target.cover or cover)


async def element_of(page: Page, action: Action) -> ElementHandle:
    """The element itself, for what the mouse cannot do. Raises `UnreachableError` where it is gone."""
    foreign = await frame_of(page, action)
    where, argument = (
        (page, {"ref": action.ref, "selector": action.selector})
        if foreign is None
        else (foreign.frame, foreign.inside(action))
    )
    try:
        found = await where.evaluate_handle(scripts.from_text(scripts.with_dom("element")), json.dumps(argument))
        element = found.as_element()
    except Error:  # the page has changed what finds it; the driver has a world of its own to look in
        element = await where.query_selector(argument["selector"]) if argument["selector"] else None
    if element is None:
        raise UnreachableError("the element is gone")
    return element
