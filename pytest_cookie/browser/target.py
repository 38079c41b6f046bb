"""`Target`: where an action goes, found anew right before it."""

from dataclasses import dataclass
from typing import Any, cast

from playwright.async_api import ElementHandle, Page

from pytest_cookie.browser import scripts
from pytest_cookie.core.trace import Action


class UnreachableError(Exception):
    """The action cannot be carried out; the message says why."""


@dataclass(frozen=True)
class Target:
    """A point in CSS px of the viewport; where an element was meant, what is known of it."""

    x: float
    y: float
    cover: str = ""
    tag: str = ""
    type: str = ""
    editable: bool = False
    range: dict[str, float] | None = None
    options: list[dict[str, str]] | None = None


def has_element(action: Action) -> bool:
    """Whether `action` names an element rather than a place, or neither."""
    return bool(action.selector or action.ref)


async def find_target(page: Page, action: Action) -> Target:
    """The point to press, scrolled into view. Raises `UnreachableError`: gone, invisible, covered, outside."""
    if has_element(action):
        return await _find_element(page, action)
    if action.x is None or action.y is None:
        raise UnreachableError("neither an element nor a place is given")
    size = page.viewport_size or {"width": 0, "height": 0}
    if not (0 <= action.x < size["width"] and 0 <= action.y < size["height"]):
        raise UnreachableError(f"({action.x:g}, {action.y:g}) lies outside the window")
    return Target(action.x, action.y)


async def _find_element(page: Page, action: Action) -> Target:
    argument = {"ref": action.ref, "selector": action.selector}
    place = cast(dict[str, Any], await page.evaluate(scripts.with_dom("locate"), argument))
    if problem := place.pop("problem"):
        raise UnreachableError(problem)
    target = Target(**place)
    if target.cover:
        raise UnreachableError(f"covered by {target.cover}")
    return target


async def element_of(page: Page, action: Action) -> ElementHandle:
    """The element itself, for what the mouse cannot do. Raises `UnreachableError` where it is gone."""
    argument = {"ref": action.ref, "selector": action.selector}
    found = await page.evaluate_handle(scripts.with_dom("element"), argument)
    element = found.as_element()
    if element is None:
        raise UnreachableError("the element is gone")
    return element
