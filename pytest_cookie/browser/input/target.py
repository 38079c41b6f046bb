"""`Target`: the point an action aims at, located right before the action."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from playwright.async_api import ElementHandle, Error, Frame, Page
from pydantic import JsonValue, TypeAdapter, ValidationError

from pytest_cookie.browser import scripts
from pytest_cookie.browser.page.foreign_frames import FRAME_SEPARATOR, ForeignFrame, find_foreign_frame
from pytest_cookie.browser.page.page_query import query
from pytest_cookie.core.action import Action, Hover

_POINT_PX = 20.0
_INNER = 1 / 3
_LONGEST_PROBLEM = 500
_NO_POSITION = "the page does not report its position"
_BOX = frozenset({"x", "y", "width", "height"})
_RANGE = frozenset({"value", "min", "max", "step"})
_OPTION = frozenset({"label", "value"})


class UnreachableError(Exception):
    """The action cannot be carried out; the message gives the reason."""


class CoveredError(UnreachableError):
    """Another element, with the selector `cover`, covers the click point."""

    def __init__(self, cover: str) -> None:
        super().__init__(f"covered by {cover}")
        self.cover = cover


class MovedAwayError(UnreachableError):
    """The element had moved each time the pointer arrived."""

    def __init__(self) -> None:
        super().__init__("it moved away from the pointer")


@dataclass(frozen=True)
class Target:
    """A point in CSS px of the viewport; for an element, also its properties."""

    x: float
    y: float
    box: dict[str, float] | None = None
    selector: str = ""
    """The element's selector in the page's own documents; "" for a place, and in a frame of another origin."""
    cover: str = ""
    tag: str = ""
    type: str = ""
    editable: bool = False
    range: dict[str, float] | None = None
    options: list[dict[str, str]] | None = None

    @property
    def smaller_side_px(self) -> float:
        """The smaller side of the target in CSS px; a plain point counts as a small button."""
        return min(self.box["width"], self.box["height"]) if self.box else _POINT_PX

    def is_missed_at(self, x: float, y: float) -> bool:
        """Whether a pointer at `x`, `y` is no longer well inside it."""
        if self.box is None:
            return (x, y) != (self.x, self.y)
        return abs(x - self.x) > self.box["width"] * _INNER or abs(y - self.y) > self.box["height"] * _INNER

    def is_off(self, x: float, y: float) -> bool:
        """Whether a pointer at `x`, `y` is outside of it."""
        if self.box is None:
            return False
        inside = 0 <= x - self.box["x"] <= self.box["width"] and 0 <= y - self.box["y"] <= self.box["height"]
        return not inside


_TARGET = TypeAdapter(Target)


def has_element(action: Action) -> bool:
    """Whether `action` names an element, not a point or neither."""
    return bool(action.selector or action.ref)


async def find_target(page: Page, action: Action) -> Target:
    """Return the point to press, scrolled into view. Raises `UnreachableError`: missing, hidden, covered, outside."""
    if has_element(action):
        return await _find_element(page, action)
    if action.x is None or action.y is None:
        raise UnreachableError("the action names neither an element nor a point")
    width, height = viewport_size(page)
    if not (0 <= action.x < width and 0 <= action.y < height):
        raise UnreachableError(f"({action.x:g}, {action.y:g}) lies outside the window")
    return Target(action.x, action.y)


def viewport_size(page: Page) -> tuple[float, float]:
    """Return width and height of the viewport in CSS px; infinite if it follows a desktop window."""
    size = page.viewport_size
    return (size["width"], size["height"]) if size else (math.inf, math.inf)


async def _find_element(page: Page, action: Action) -> Target:
    target = await _locate_in_page(page, action)
    if target.cover:
        raise CoveredError(target.cover)
    return target


async def _locate_in_page(page: Page, action: Action) -> Target:
    foreign = await find_foreign_frame(page, action)
    if foreign is None:
        return await _locate(page, {"ref": action.ref, "selector": action.selector})
    return await _find_in(page, foreign, action)


async def _locate(where: Page | Frame, argument: dict[str, str]) -> Target:
    return parse_target(await query(where, scripts.with_dom("locate"), argument))


def parse_target(reply: JsonValue) -> Target:
    """Parse the reply of `locate.js`. Raises `UnreachableError` with its problem, or if the page forged the reply."""
    fields = dict(reply) if isinstance(reply, dict) else {}
    if problem := fields.pop("problem", ""):
        raise UnreachableError(str(problem)[:_LONGEST_PROBLEM])
    try:
        target = _TARGET.validate_python(fields)
    except ValidationError as error:
        raise UnreachableError(_NO_POSITION) from error
    if not _is_complete(target):
        raise UnreachableError(_NO_POSITION)
    return target


def _is_complete(target: Target) -> bool:
    """Whether the box, slider and options of the reply are complete."""
    wanted: list[tuple[Mapping[str, object] | None, frozenset[str]]] = [(target.box, _BOX), (target.range, _RANGE)]
    wanted += [(option, _OPTION) for option in target.options or ()]
    return all(part is None or part.keys() >= names for part, names in wanted)


async def _find_in(page: Page, foreign: ForeignFrame, action: Action) -> Target:
    """Scroll the frame into view, then the element in it; both may scroll the page."""
    await _locate_in_page(page, Hover(selector=foreign.selector))
    local = await _locate(foreign.frame, foreign.inside(action))
    now = await find_foreign_frame(page, action)
    if now is None or local.box is None:
        raise UnreachableError("the element is gone")
    box = local.box | {"x": local.box["x"] + now.x, "y": local.box["y"] + now.y}
    target = replace(local, selector="", x=local.x + now.x, y=local.y + now.y, box=box)
    width, height = viewport_size(page)
    if not (0 <= target.x < width and 0 <= target.y < height):
        raise UnreachableError("the element lies outside the page")
    outermost = {"selector": foreign.selector.split(FRAME_SEPARATOR)[0], "x": target.x, "y": target.y}
    cover = str(await query(page, scripts.with_dom("cover"), outermost))
    return replace(target, cover=target.cover or cover)


async def resolve_element(page: Page, action: Action) -> ElementHandle:
    """Return the element's handle, for what the mouse cannot do. Raises `UnreachableError` if it is gone."""
    foreign = await find_foreign_frame(page, action)
    where, argument = (
        (page, {"ref": action.ref, "selector": action.selector})
        if foreign is None
        else (foreign.frame, foreign.inside(action))
    )
    try:
        handle = await where.evaluate_handle(
            scripts.with_json_argument(scripts.with_dom("element")), json.dumps(argument)
        )
        element = handle.as_element()
    except Error:  # the page has overridden what finds it; the driver looks in its own world
        element = await where.query_selector(argument["selector"]) if argument["selector"] else None
    if element is None:
        raise UnreachableError("the element is gone")
    return element
